// SPDX-License-Identifier: GPL-2.0-only
/* What the completed stays of one state come to, on their way into its figures. */
#include "core/stay_sums.h"

#include <string.h>

void pn_stay_sums_clear(struct pn_stay_sums *sums)
{
	memset(sums, 0, sizeof(*sums));
	sums->min_ns = PN_NEVER;
}

static void add(struct pn_tally *into, struct pn_tally tally)
{
	into->count += tally.count;
	into->ns += tally.ns;
}

static void settle_miss(enum pn_miss miss, struct pn_tally tally, struct pn_state_stats *state,
			struct pn_cpu_stats *stats)
{
	if (miss == PN_MISS_NONE)
		return;
	stats->miss_events += tally.count;
	if (miss == PN_MISS_ABOVE) {
		state->miss_above += tally.count;
		state->miss_above_ns += tally.ns;
	} else {
		state->miss_below += tally.count;
		state->miss_below_ns += tally.ns;
	}
}

void pn_stay_sums_settle(struct pn_stay_sums *sums, const struct pn_rule *rule,
			 struct pn_state_stats *state, struct pn_cpu_stats *stats)
{
	struct pn_tally all = { 0 };
	struct pn_dist lengths = { 0 };

	for (uint32_t kind = 0; kind < PN_STAY_KINDS; kind++) {
		struct pn_tally tally = sums->by[kind];

		add(&all, tally);
		if (kind & PN_STAY_ABOVE)
			add(&state->above, tally);
		if (!(kind & PN_STAY_NOT_BELOW))
			add(&state->below, tally);
		if (!(kind & PN_STAY_NO_EXCESS))
			state->excess_ns += tally.ns - tally.count * rule->excess_ns;
		settle_miss(kind >> PN_STAY_MISS_SHIFT, tally, state, stats);
	}
	lengths.count = all.count;
	lengths.sum = all.ns;
	lengths.min = sums->min_ns;
	lengths.max = sums->max_ns;
	/* Where each length lies is noted already, so there is nothing that could fail. */
	pn_dist_merge(&state->stay, &lengths);
	pn_stay_sums_clear(sums);
}
