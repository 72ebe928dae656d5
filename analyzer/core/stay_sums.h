/* SPDX-License-Identifier: GPL-2.0-only */
/* What the completed stays of one state come to, on their way into its figures. */
#ifndef PN_CORE_STAY_SUMS_H
#define PN_CORE_STAY_SUMS_H

#include "core/mispredict.h"
#include "core/stats.h"

/* What can be said of a stay: which lengths of the rule it is shorter than, and its enum pn_miss. */
enum {
	PN_STAY_ABOVE = 1,     /* above_ns: too deep */
	PN_STAY_NOT_BELOW = 2, /* below_ns: not too shallow */
	PN_STAY_NO_EXCESS = 4, /* excess_ns */
	PN_STAY_MISS_SHIFT = 3,
	PN_STAY_KINDS = 32,
};

/**
 * struct pn_stay_sums - count and length of the stays of which the same is said
 *
 * So a stay adds to two numbers, whatever is said of it, and what the report tells is added up from
 * these now and then.
 */
struct pn_stay_sums {
	uint64_t min_ns; /* PN_NEVER: there are none */
	uint64_t max_ns;
	struct pn_tally by[PN_STAY_KINDS];
};

/** pn_stay_sums_add - counts a completed stay; its place in the distribution is not noted here */
static inline void pn_stay_sums_add(struct pn_stay_sums *sums, const struct pn_rule *rule,
				    uint64_t length_ns, uint32_t miss)
{
	uint32_t kind = miss;

	/* Which stays are long is as good as random, so it takes no branch. */
	kind = 2 * kind + (length_ns < rule->excess_ns);
	kind = 2 * kind + (length_ns < rule->below_ns);
	kind = 2 * kind + (length_ns < rule->above_ns);
	pn_tally_add(&sums->by[kind % PN_STAY_KINDS], length_ns);
	if (__builtin_expect(length_ns < sums->min_ns, 0))
		sums->min_ns = length_ns;
	if (__builtin_expect(length_ns > sums->max_ns, 0))
		sums->max_ns = length_ns;
}

/** pn_stay_sums_clear - empties them */
void pn_stay_sums_clear(struct pn_stay_sums *sums);

/**
 * pn_stay_sums_settle - moves them into the figures
 * @sums: empty afterwards
 * @rule: of the state
 * @state: the state's figures
 * @stats: the CPU's, which count the kernel's verdicts
 */
void pn_stay_sums_settle(struct pn_stay_sums *sums, const struct pn_rule *rule,
			 struct pn_state_stats *state, struct pn_cpu_stats *stats);

#endif
