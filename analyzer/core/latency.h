/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Wake latency: how late a CPU answers, by the idle state that it was in when the cause happened
 * (DEFINITIONS section 6). Needs the events of all CPUs in the order of time.
 */
#ifndef PN_CORE_LATENCY_H
#define PN_CORE_LATENCY_H

#include "core/event.h"
#include "core/params.h"
#include "core/sdist.h"

enum pn_latency_source {
	PN_LAT_IPI_MODULE,   /* latency_test:ipi */
	PN_LAT_TIMER_MODULE, /* latency_test:timer */
	PN_LAT_IPI,	     /* an IPI's send event to the target's handler or idle exit */
	PN_LAT_TIMER,	     /* a timer's expiry to its handler */
	PN_LAT_TASK,	     /* a wakeup to the task's switch-in */
	PN_LAT_NR,
};

/* "States" of a target that was in none. */
#define PN_LAT_BUSY   (-1) /* the baseline */
#define PN_LAT_RACED  (-2) /* on its way in or out, or something else was waking it */
#define PN_LAT_UNTOLD (-3) /* the trace does not say what it did */

/** struct pn_latency_cell - the samples of one source, target and state */
struct pn_latency_cell {
	uint32_t source;     /* enum pn_latency_source */
	int32_t state;	     /* idle state at the cause, or PN_LAT_* */
	uint32_t cpu;	     /* the target */
	uint64_t by_handler; /* samples that a handler ended; the others ended with the idle exit */
	struct pn_sdist dist; /* in ns */
};

/** struct pn_latency_stats - the latencies of one window; all zero is none */
struct pn_latency_stats {
	uint32_t nr;
	struct pn_latency_cell *cells; /* by source, then state, then CPU */
	uint64_t foreign_timers;       /* timers on another clock than the trace's: left out */
};

struct pn_latency;

/** pn_latency_source_name - the word for a source */
const char *pn_latency_source_name(enum pn_latency_source source);

/**
 * pn_latency_new - starts to measure
 * @windows: copied; as for pn_analysis_new()
 * @nr_windows: at least 1
 * @timers: whether the trace's clock is one that timers run on (mono), so that an expiry, or what
 *          the module says of a cause, can be compared with a time stamp; otherwise the state at
 *          a module's cause is PN_LAT_UNTOLD, and no timer is measured
 *
 * Returns: the start, freed with pn_latency_free(), or NULL when memory is short.
 */
struct pn_latency *pn_latency_new(const struct pn_window *windows, uint32_t nr_windows,
				  bool timers);

/**
 * pn_latency_feed - takes an event, in the order of time over all CPUs
 * @latency: the start
 * @event: all wakes and switches have to be there, not only the first after each stay
 *
 * Returns: 0 or -ENOMEM.
 */
int pn_latency_feed(struct pn_latency *latency, const struct pn_event *event);

/** pn_latency_take - hands the latencies of a window over, sorted; freed with pn_latency_stats_free() */
struct pn_latency_stats pn_latency_take(struct pn_latency *latency, uint32_t window);

/**
 * pn_latency_total - adds up the cells of one source and state over all CPUs
 * @stats: the latencies
 * @source: the source
 * @state: the state
 * @total: all zero before; its dist is freed with pn_sdist_free()
 *
 * Returns: 0 or -ENOMEM.
 */
int pn_latency_total(const struct pn_latency_stats *stats, enum pn_latency_source source,
		     int32_t state, struct pn_latency_cell *total);

/** pn_latency_stats_free - frees what @stats holds and empties it */
void pn_latency_stats_free(struct pn_latency_stats *stats);

/** pn_latency_free - frees a start; NULL is allowed */
void pn_latency_free(struct pn_latency *latency);

#endif
