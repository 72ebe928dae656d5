/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Chains: rows of short shallow stays that together are one long one (DEFINITIONS section 4).
 * Since Linux 4.17 the tick runs on in a shallow state, so that a stuck CPU is woken by every
 * tick and goes straight back.
 */
#ifndef PN_CORE_CHAIN_H
#define PN_CORE_CHAIN_H

#include <stdbool.h>
#include <stdint.h>

#include "core/mispredict.h"

/** struct pn_chain - the row that is open on a CPU; all zero is none */
struct pn_chain {
	uint64_t start_ns;
	uint64_t end_ns; /* of its last stay */
	uint64_t nr_stays;
	bool broken;	    /* no stay belongs to it any more */
	uint32_t nr_states; /* length of time_ns */
	uint64_t *time_ns;  /* spent in each state */
};

/** struct pn_chain_verdict - what a finished row was */
struct pn_chain_verdict {
	bool nightmare;
	int32_t state;	    /* the state that holds most of it; the shallowest of equals */
	uint64_t length_ns; /* first entry to last exit */
};

/** pn_chain_grow - makes room for states up to @nr_states; 0 or -ENOMEM */
int pn_chain_grow(struct pn_chain *chain, uint32_t nr_states);

/** pn_chain_goes_on - whether a stay that starts at @start_ns belongs to the open row */
static inline bool pn_chain_goes_on(const struct pn_chain *chain, uint64_t start_ns,
				    uint64_t gap_ns)
{
	return chain->nr_stays && !chain->broken && start_ns - chain->end_ns <= gap_ns;
}

/** pn_chain_add - adds a completed stay to the row, or begins one with it */
static inline void pn_chain_add(struct pn_chain *chain, uint64_t start_ns, uint64_t end_ns,
				uint32_t state)
{
	if (!chain->nr_stays)
		chain->start_ns = start_ns;
	chain->nr_stays++;
	chain->broken = false;
	chain->end_ns = end_ns;
	chain->time_ns[state] += end_ns - start_ns;
}

/** pn_chain_clear - ends the open row, which is of no interest */
void pn_chain_clear(struct pn_chain *chain);

/**
 * pn_chain_finish - ends the open row and judges it
 * @chain: empty afterwards
 * @rules: one for each state up to chain->nr_states
 * @threshold_ns: a powernightmare chain is longer
 *
 * Returns: the verdict.
 */
struct pn_chain_verdict pn_chain_finish(struct pn_chain *chain, const struct pn_rule *rules,
					uint64_t threshold_ns);

/** pn_chain_free - frees what @chain holds */
void pn_chain_free(struct pn_chain *chain);

#endif
