/* SPDX-License-Identifier: GPL-2.0-only */
/* The ping-pong itself: two workers that pass a token to and fro. */
#ifndef PN_PAIR_H
#define PN_PAIR_H

#include <stdint.h>

#include "channel.h"
#include "runner.h"
#include "tally.h"

/** struct pn_pair_game - what all pairs play; worker 2 * p pings and 2 * p + 1 pongs for pair p */
struct pn_pair_game {
	const struct pn_channel_ops *ops;
	struct pn_channel (*channels)[2]; /* for each pair: towards pong, towards ping */
	uint64_t loops;			  /* for each phase; 0: until it is stopped */
	uint64_t spin_rate;		  /* turns per millisecond */
	uint64_t sample_gap;		  /* mean number of loops between two timed ones; 0: none */
	uint64_t seed;
};

/** struct pn_pair_result - slot of a worker, for one phase */
struct pn_pair_result {
	uint64_t loops; /* whole ones */
	uint64_t start_ns;
	uint64_t end_ns;
	struct pn_tally loop_ns; /* the timed loops */
};

/**
 * pn_pair_run - a worker's part in one phase
 * @worker: its context is a struct pn_pair_game, its slot a struct pn_pair_result
 * @phase: its parameter is the work that each side does before it passes on, in nanoseconds
 *
 * Returns: 0 or a negative errno.
 */
int pn_pair_run(struct pn_worker *worker, const struct pn_phase *phase);

/**
 * pn_pair_sample_gap - how seldom loops must be timed, so that timing stays out of the figure
 *
 * Timing a loop takes two readings of the clock. The gap is such that they cost 2 ns a loop at
 * best; after a sleep, with cold caches, a reading takes a few times as long. A loop through a pipe
 * takes 2.5 us and more.
 *
 * Returns: the mean number of loops from one timed loop to the next, at least 1.
 */
uint64_t pn_pair_sample_gap(void);

#endif
