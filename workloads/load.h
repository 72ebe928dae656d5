/* SPDX-License-Identifier: GPL-2.0-only */
/* The load itself: a worker that keeps its CPU busy all the time, or for a share of each period. */
#ifndef PN_LOAD_H
#define PN_LOAD_H

#include <stdint.h>

#include "runner.h"
#include "tally.h"

/** A phase's parameter is a duty in thousandths of a percent. */
#define PN_LOAD_FULL 100000u

/** struct pn_load_plan - what all workers do */
struct pn_load_plan {
	double freq_hz; /* of the periods, for a duty that is neither nothing nor all */
};

/** struct pn_load_result - slot of a worker, for one phase */
struct pn_load_result {
	uint64_t start_ns;
	uint64_t end_ns;
	uint64_t cpu_ns;  /* CPU time used, the kernel's part for this thread included */
	uint64_t turns;	  /* of work done, see pn_spin() */
	uint64_t periods; /* whole ones */
	uint64_t
		short_periods; /* of those, ones in which the CPU was not to be had for long enough */
	struct pn_tally late_ns; /* how late the worker woke for a period */
};

/** pn_load_period_start_ns - when period @i begins, counted from the phase's start */
uint64_t pn_load_period_start_ns(const struct pn_load_plan *plan, uint64_t i);

/** pn_load_periods - the whole periods that fit into @length_ns */
uint64_t pn_load_periods(const struct pn_load_plan *plan, uint64_t length_ns);

/**
 * pn_load_run - a worker's part in one phase, which has a length
 * @worker: its context is a struct pn_load_plan, its slot a struct pn_load_result
 * @phase: its parameter is the duty, 0 to PN_LOAD_FULL
 *
 * The duty is a share of CPU time as the kernel accounts it to the thread: another task that
 * takes the CPU away, or the cost of waking up, changes when the work is done, but not how much.
 * What a period could not hold is made up for in the next one, up to one period's worth.
 *
 * Returns: 0 or a negative errno.
 */
int pn_load_run(struct pn_worker *worker, const struct pn_phase *phase);

#endif
