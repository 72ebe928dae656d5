/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * From idle events to spans: a CPU's time, cut without gap or overlap into stays, wakefulness and
 * what is not known (DEFINITIONS section 2). Since every span ends where the next one begins,
 * time is conserved by construction.
 */
#ifndef PN_CORE_SPAN_H
#define PN_CORE_SPAN_H

#include <stdbool.h>
#include <stdint.h>

#include "core/event.h"

enum pn_span_kind {
	PN_SPAN_COMPLETED, /* a stay with both ends seen */
	PN_SPAN_TAIL,	   /* a stay that the end of the trace cuts */
	PN_SPAN_LOST,	   /* a stay that was open while events were lost */
	PN_SPAN_REENTERED, /* a stay that the next entry ended */
	PN_SPAN_NEGATIVE,  /* a stay at one of whose ends the clock stepped back */
	PN_SPAN_BUSY,
	PN_SPAN_UNKNOWN,
};

/** struct pn_span - one piece of a CPU's time */
struct pn_span {
	uint64_t start_ns;
	uint64_t end_ns;
	int32_t state; /* of a stay */
	uint32_t kind; /* enum pn_span_kind */
};

enum pn_track_mode {
	PN_TRACK_NONE, /* no idle event yet: what the CPU does is not known */
	PN_TRACK_AWAKE,
	PN_TRACK_IDLE,
	PN_TRACK_BLIND, /* events were lost, no idle event since */
};

/** struct pn_track - where a CPU stands; all zero is the start of a trace */
struct pn_track {
	uint64_t since_ns; /* start of the span that is open; before one, no event is earlier */
	uint64_t first_ns; /* the first idle event */
	int32_t state;
	uint32_t mode; /* enum pn_track_mode */
	bool stepped;  /* the open stay began with a step back of the clock */
};

/** enum pn_odd - what was odd about the event just taken, for the counters of the window */
enum pn_odd {
	PN_ODD_NONE = 0,
	PN_ODD_HEAD = 1,  /* an exit before any entry of that CPU */
	PN_ODD_STRAY = 2, /* an exit while the CPU was awake */
	PN_ODD_STEP = 4,  /* the event lies before its predecessor */
};

/** pn_span_set - the open span of @track, ended at @end_ns, as a span of @kind */
static inline void pn_span_set(struct pn_span *span, const struct pn_track *track, uint64_t end_ns,
			       enum pn_span_kind kind)
{
	*span = (struct pn_span){ track->since_ns, end_ns, track->state, kind };
}

/** pn_stay_kind - the kind of the stay that an idle event ends */
static inline enum pn_span_kind pn_stay_kind(const struct pn_track *track, bool exit, bool stepped)
{
	if (track->stepped || (exit && stepped))
		return PN_SPAN_NEGATIVE;
	return exit ? PN_SPAN_COMPLETED : PN_SPAN_REENTERED;
}

/**
 * pn_track_idle - takes an idle event, whatever state the track is in
 * @track: the CPU's track
 * @ts_ns: time of the event
 * @state: the state entered, or PN_STATE_EXIT
 * @span: the span that the event ends; empty (start = end, PN_SPAN_UNKNOWN) when the CPU had
 *        none. What precedes a CPU's first idle event is no span: the window's start, which may
 *        not be known yet, bounds it
 *
 * An event that lies before its predecessor is moved up to it, so that time never runs back; a
 * stay with such an end is PN_SPAN_NEGATIVE, and so is one with such a start once it ends.
 *
 * Returns: the oddities, enum pn_odd or-ed together.
 */
static inline uint32_t pn_track_idle(struct pn_track *track, uint64_t ts_ns, int32_t state,
				     struct pn_span *span)
{
	bool exit = state == PN_STATE_EXIT;
	uint32_t odd = PN_ODD_NONE;
	bool stepped = ts_ns < track->since_ns;

	if (stepped) {
		odd |= PN_ODD_STEP;
		ts_ns = track->since_ns;
	}
	switch (track->mode) {
	case PN_TRACK_NONE:
		track->first_ns = ts_ns;
		*span = (struct pn_span){ ts_ns, ts_ns, 0, PN_SPAN_UNKNOWN };
		odd |= exit ? PN_ODD_HEAD : 0;
		break;
	case PN_TRACK_AWAKE:
		pn_span_set(span, track, ts_ns, exit ? PN_SPAN_UNKNOWN : PN_SPAN_BUSY);
		odd |= exit ? PN_ODD_STRAY : 0;
		break;
	case PN_TRACK_IDLE:
		pn_span_set(span, track, ts_ns, pn_stay_kind(track, exit, stepped));
		break;
	default:
		pn_span_set(span, track, ts_ns, PN_SPAN_UNKNOWN);
		break;
	}
	track->stepped = stepped && !exit;
	track->since_ns = ts_ns;
	track->state = state;
	track->mode = exit ? PN_TRACK_AWAKE : PN_TRACK_IDLE;
	return odd;
}

/**
 * pn_track_lost - takes a hole in the CPU's events
 * @track: the CPU's track
 * @since_ns: last event before the hole
 * @ts_ns: first event after it
 * @spans: the spans that end, at most two
 *
 * A stay that was open is lost from its start on, since it may have ended anywhere in the hole;
 * a CPU that was awake is known to have been so up to @since_ns.
 *
 * Returns: how many spans there are, 0 to 2.
 */
int pn_track_lost(struct pn_track *track, uint64_t since_ns, uint64_t ts_ns,
		  struct pn_span spans[2]);

/**
 * pn_track_end - ends the trace
 * @track: the CPU's track
 * @end_ns: the last event of the trace; what is earlier than the open span's start counts as it
 * @span: the open span
 *
 * Returns: whether there is one; a CPU without an idle event has none.
 */
bool pn_track_end(struct pn_track *track, uint64_t end_ns, struct pn_span *span);

#endif
