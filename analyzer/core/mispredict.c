// SPDX-License-Identifier: GPL-2.0-only
/* The rule of a state: from residencies and latencies to the lengths that decide. */
#include "core/mispredict.h"

static bool shallower_enabled(const struct pn_state_table *table, uint32_t state)
{
	for (uint32_t i = 0; i < state; i++) {
		if (!table->states[i].disabled)
			return true;
	}
	return false;
}

/* Least TR + XL of the enabled states deeper than @state. */
static uint64_t chain_need(const struct pn_state_table *table, uint32_t state)
{
	uint64_t least = PN_NEVER;

	for (uint32_t i = state + 1; i < table->nr_states; i++) {
		const struct pn_idle_state *s = &table->states[i];
		uint64_t need = s->target_residency_ns + s->exit_latency_ns;

		if (!s->disabled && need < least)
			least = need;
	}
	return least;
}

struct pn_rule pn_rule_make(const struct pn_state_table *table, uint32_t state,
			    uint64_t threshold_ns)
{
	struct pn_rule rule = { 0, PN_NEVER, PN_NEVER, PN_NEVER, PN_NEVER, 0 };
	const struct pn_idle_state *s;
	uint64_t residency;
	int32_t deeper;

	if (!table) {
		rule.pn_ns = threshold_ns + 1;
		return rule;
	}
	if (state >= table->nr_states) {
		rule.deepest = 1;
		return rule;
	}
	s = &table->states[state];
	if (shallower_enabled(table, state))
		rule.above_ns = s->target_residency_ns;
	deeper = pn_table_deeper(table, state);
	if (deeper < 0) {
		rule.deepest = 1;
		return rule;
	}
	residency = table->states[deeper].target_residency_ns;
	rule.excess_ns = s->exit_latency_ns + residency;
	/* The kernel asks for a stay longer than XL(s) as well, which counts where TR(n) is 0. */
	rule.below_ns = s->exit_latency_ns + (residency ? residency : 1);
	/* It looks for a deeper state only when the residency of the state itself was met. */
	if (rule.below_ns < s->target_residency_ns)
		rule.below_ns = s->target_residency_ns;
	rule.pn_ns = rule.below_ns > threshold_ns ? rule.below_ns : threshold_ns + 1;
	rule.need_ns = chain_need(table, state);
	return rule;
}
