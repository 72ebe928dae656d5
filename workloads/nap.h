/* SPDX-License-Identifier: GPL-2.0-only */
/* The sleeper itself: bursts of short sleeps with a long one behind, again and again. */
#ifndef PN_NAP_H
#define PN_NAP_H

#include <stdint.h>

#include "runner.h"
#include "tally.h"

/** enum pn_nap_stagger - when in a step each worker begins its first cycle */
enum pn_nap_stagger {
	PN_NAP_STAGGER_EVEN,   /* spread evenly over the length of a cycle */
	PN_NAP_STAGGER_RANDOM, /* anywhere in it */
	PN_NAP_STAGGER_NONE,   /* all at once */
};

/** pn_nap_staggers - their names, in that order; the end is NULL */
extern const char *const pn_nap_staggers[];

/** struct pn_nap_plan - what all workers do */
struct pn_nap_plan {
	uint32_t nr_workers;
	uint64_t sleeps;  /* short ones in a cycle */
	uint64_t long_ns; /* the sleep that ends a cycle */
	uint64_t cycles;  /* of each worker in each step; 0: as many as fit into its length */
	enum pn_nap_stagger stagger;
	uint64_t seed;
};

/** struct pn_nap_result - slot of a worker, for one phase */
struct pn_nap_result {
	uint64_t cycles;	  /* whole ones */
	struct pn_tally short_ns; /* how late each short sleep ended; its count is that of sleeps */
	struct pn_tally long_ns;
};

/** pn_nap_cycle_ns - the length of a cycle whose short sleeps are @sleep_ns, if none ends late */
uint64_t pn_nap_cycle_ns(const struct pn_nap_plan *plan, uint64_t sleep_ns);

/** pn_nap_offset_ns - how long after a phase's start worker @index begins its first cycle */
uint64_t pn_nap_offset_ns(const struct pn_nap_plan *plan, const struct pn_phase *phase,
			  uint32_t index);

/** pn_nap_cycles_asked - the cycles of all workers in @phase, if no sleep ends late */
uint64_t pn_nap_cycles_asked(const struct pn_nap_plan *plan, const struct pn_phase *phase);

/**
 * pn_nap_run - a worker's part in one phase
 * @worker: its context is a struct pn_nap_plan, its slot a struct pn_nap_result
 * @phase: its parameter is the length of the short sleeps in nanoseconds
 *
 * The worker sleeps once for its stagger, then cycles * (sleeps + 1) times. A cycle that would
 * not end within the phase is not begun.
 *
 * Returns: 0 or a negative errno.
 */
int pn_nap_run(struct pn_worker *worker, const struct pn_phase *phase);

#endif
