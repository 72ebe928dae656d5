// SPDX-License-Identifier: GPL-2.0-only
/* The stored figures by name. */
#include "core/figure.h"

#include <string.h>

#define STATE(field) offsetof(struct pn_state_stats, field)
#define CPU(field)   offsetof(struct pn_cpu_stats, field)

const struct pn_figure pn_state_figures[PN_STATE_FIGURES] = {
	{ "entries", STATE(entries), PN_NEEDS_DATA },
	{ "completed", STATE(stay.count), PN_NEEDS_DATA },
	{ "sum_ns", STATE(stay.sum), PN_NEEDS_DATA },
	{ "min_ns", STATE(stay.min), PN_NEEDS_STAYS },
	{ "max_ns", STATE(stay.max), PN_NEEDS_STAYS },
	{ "tail", STATE(tail), PN_NEEDS_DATA },
	{ "tail_ns", STATE(tail_ns), PN_NEEDS_DATA },
	{ "clipped", STATE(clipped), PN_NEEDS_DATA },
	{ "clipped_ns", STATE(clipped_ns), PN_NEEDS_DATA },
	{ "lost", STATE(lost), PN_NEEDS_DATA },
	{ "reentered", STATE(reentered), PN_NEEDS_DATA },
	{ "negative", STATE(negative), PN_NEEDS_DATA },
	{ "above", STATE(above.count), PN_NEEDS_TABLE },
	{ "above_ns", STATE(above.ns), PN_NEEDS_TABLE },
	{ "below", STATE(below.count), PN_NEEDS_TABLE },
	{ "below_ns", STATE(below.ns), PN_NEEDS_TABLE },
	{ "excess_ns", STATE(excess_ns), PN_NEEDS_TABLE },
	{ "miss_above", STATE(miss_above), PN_NEEDS_MISSES },
	{ "miss_below", STATE(miss_below), PN_NEEDS_MISSES },
	{ "rule_above", STATE(rule_above), PN_NEEDS_TABLE },
	{ "rule_below", STATE(rule_below), PN_NEEDS_TABLE },
	{ "pn", STATE(pn.count), PN_NEEDS_DATA },
	{ "pn_ns", STATE(pn.ns), PN_NEEDS_DATA },
	{ "pn_max_ns", STATE(pn_max_ns), PN_NEEDS_PN },
	{ "chains", STATE(chain.count), PN_NEEDS_TABLE },
	{ "chains_ns", STATE(chain.ns), PN_NEEDS_TABLE },
	{ "chain_max_ns", STATE(chain_max_ns), PN_NEEDS_CHAINS },
	{ "woken_timer", STATE(wakes[PN_WAKE_TIMER]), PN_NEEDS_WAKES },
	{ "woken_irq", STATE(wakes[PN_WAKE_IRQ]), PN_NEEDS_WAKES },
	{ "woken_ipi", STATE(wakes[PN_WAKE_IPI]), PN_NEEDS_WAKES },
	{ "woken_task", STATE(wakes[PN_WAKE_TASK]), PN_NEEDS_WAKES },
	{ "woken_unknown", STATE(wakes[PN_WAKE_UNKNOWN]), PN_NEEDS_WAKES },
};

const struct pn_figure pn_cpu_figures[PN_CPU_FIGURES] = {
	{ "span_ns", CPU(span_ns), PN_NEEDS_NOTHING },
	{ "busy_ns", CPU(busy_ns), PN_NEEDS_DATA },
	{ "unknown_ns", CPU(unknown_ns), PN_NEEDS_NOTHING },
	{ "idle_events", CPU(idle_events), PN_NEEDS_NOTHING },
	{ "miss_events", CPU(miss_events), PN_NEEDS_MISSES },
	{ "head", CPU(head), PN_NEEDS_NOTHING },
	{ "stray", CPU(stray), PN_NEEDS_NOTHING },
	{ "steps_back", CPU(steps_back), PN_NEEDS_NOTHING },
	{ "losses", CPU(losses), PN_NEEDS_NOTHING },
	{ "lost_events", CPU(lost_events), PN_NEEDS_COUNT },
	{ "lost_ns", CPU(lost_ns), PN_NEEDS_NOTHING },
	{ "odd_states", CPU(odd_states), PN_NEEDS_NOTHING },
	{ "unlisted", CPU(unlisted), PN_NEEDS_TABLE },
};

const struct pn_figure *pn_state_figure(const char *name)
{
	for (size_t i = 0; i < PN_STATE_FIGURES; i++) {
		if (strcmp(pn_state_figures[i].name, name) == 0)
			return &pn_state_figures[i];
	}
	return NULL;
}

bool pn_section_has_misses(const struct pn_section *section)
{
	for (uint32_t i = 0; i < section->nr_cpus; i++) {
		if (section->cpus[i].miss_events)
			return true;
	}
	return false;
}

bool pn_figures_have(const struct pn_figures *figures, enum pn_figure_needs needs)
{
	const struct pn_cpu_stats *stats = figures->stats;
	const struct pn_state_stats *state = figures->state;

	switch (needs) {
	case PN_NEEDS_DATA:
		return !pn_stats_silent(stats);
	case PN_NEEDS_TABLE:
		return stats->has_table && !pn_stats_silent(stats);
	case PN_NEEDS_STAYS:
		return state && state->stay.count;
	case PN_NEEDS_PN:
		return state && state->pn.count;
	case PN_NEEDS_CHAINS:
		return state && state->chain.count;
	case PN_NEEDS_MISSES:
		return figures->misses;
	case PN_NEEDS_WAKES:
		return pn_stats_tell_causes(stats) && !pn_stats_silent(stats);
	case PN_NEEDS_COUNT:
		return stats->lost_events || !stats->lost_unknown;
	default:
		return true;
	}
}

bool pn_figure_get(const struct pn_figure *figure, const struct pn_figures *figures,
		   uint64_t *value)
{
	const void *base =
		figures->state ? (const void *)figures->state : (const void *)figures->stats;

	if (!pn_figures_have(figures, figure->needs))
		return false;
	memcpy(value, (const char *)base + figure->offset, sizeof(*value));
	return true;
}
