/* SPDX-License-Identifier: GPL-2.0-only */
/* What the two parts of the plain model share: a CPU's time in pieces, and its figures. */
#ifndef PN_SUPPORT_MODEL_PRIVATE_H
#define PN_SUPPORT_MODEL_PRIVATE_H

#include <stdlib.h>

#include "support/model.h"

/** struct pn_model_piece - a stretch of a CPU's time */
struct pn_model_piece {
	uint64_t start_ns;
	uint64_t end_ns;
	enum pn_span_kind kind;
	int32_t state;
	bool stepped;	 /* began with a step back of the clock */
	uint32_t breaks; /* what came up to its end that no chain outlives */
	size_t first;	 /* index of the event that began it, of a stay */
	size_t last;	 /* index of the event that ended it */
};

/** struct pn_model_cpu - one CPU, and one window of it */
struct pn_model_cpu {
	const struct pn_analyse *input;
	const struct pn_params *params;
	const struct pn_state_table *table;
	const struct pn_window *window;
	uint32_t cpu;
	uint64_t first_ns;
	uint64_t last_ns;
	uint64_t now_ns; /* time never runs back */
	enum pn_track_mode mode;
	struct pn_model_piece open;
	uint32_t breaks;
	uint64_t first_idle_ns;
	struct pn_model_piece *pieces;
	size_t nr_pieces;
	struct pn_cpu_stats *stats;
};

/** pn_model_check - ends the program when memory is short */
static inline void pn_model_check(int err)
{
	if (err)
		abort();
}

/** pn_model_state - the figures of a state, made if need be */
static inline struct pn_state_stats *pn_model_state(struct pn_model_cpu *m, int32_t state)
{
	pn_model_check(pn_stats_grow(m->stats, (uint32_t)state + 1));
	return &m->stats->states[state];
}

/** pn_model_is_odd_state - whether an idle event names a state that cannot be */
static inline bool pn_model_is_odd_state(const struct pn_event *event)
{
	return event->u.state < PN_STATE_EXIT || event->u.state >= PN_STATE_LIMIT;
}

/** pn_model_take - takes event number @index of the input: counts it, and ends pieces of time */
void pn_model_take(struct pn_model_cpu *m, const struct pn_event *event, size_t index);

/** pn_model_end - ends the last piece of time */
void pn_model_end(struct pn_model_cpu *m);

#endif
