// SPDX-License-Identifier: GPL-2.0-only
/* The figures of the analysis as a list. */
#include "support/stats_fields.h"

#include <stddef.h>
#include <string.h>

#define CPU(member)                                                     \
	{                                                               \
#member, offsetof(struct pn_cpu_stats, member), PN_ADDS \
	}
#define STATE(member)                                                     \
	{                                                                 \
#member, offsetof(struct pn_state_stats, member), PN_ADDS \
	}
#define STATE_MAX(member)                                                    \
	{                                                                    \
#member, offsetof(struct pn_state_stats, member), PN_MAXIMUM \
	}

const struct pn_stats_field pn_cpu_fields[] = {
	CPU(idle_events), CPU(miss_events), CPU(head),	     CPU(stray),      CPU(steps_back),
	CPU(losses),	  CPU(lost_events), CPU(lost_ns),    CPU(odd_states), CPU(unlisted),
	CPU(span_ns),	  CPU(busy_ns),	    CPU(unknown_ns), { 0 },
};

const struct pn_stats_field pn_state_fields[] = {
	STATE(entries),
	STATE(stay.count),
	STATE(stay.sum),
	STATE_MAX(stay.max),
	STATE(tail),
	STATE(lost),
	STATE(reentered),
	STATE(negative),
	STATE(clipped),
	STATE(tail_ns),
	STATE(clipped_ns),
	STATE(above.count),
	STATE(above.ns),
	STATE(below.count),
	STATE(below.ns),
	STATE(miss_above),
	STATE(miss_below),
	STATE(miss_above_ns),
	STATE(miss_below_ns),
	STATE(rule_above),
	STATE(rule_below),
	STATE(excess_ns),
	STATE(pn.count),
	STATE(pn.ns),
	STATE_MAX(pn_max_ns),
	STATE(chain.count),
	STATE(chain.ns),
	STATE_MAX(chain_max_ns),
	STATE(wakes[PN_WAKE_UNKNOWN]),
	STATE(wakes[PN_WAKE_TIMER]),
	STATE(wakes[PN_WAKE_IRQ]),
	STATE(wakes[PN_WAKE_IPI]),
	STATE(wakes[PN_WAKE_TASK]),
	{ 0 },
};

static const char *fields_difference(const struct pn_stats_field *field, const void *a,
				     const void *b)
{
	for (; field->name; field++) {
		if (*pn_stats_field_at(a, field) != *pn_stats_field_at(b, field))
			return field->name;
	}
	return NULL;
}

static const char *state_difference(const struct pn_state_stats *a, const struct pn_state_stats *b)
{
	const char *name = fields_difference(pn_state_fields, a, b);

	if (name)
		return name;
	if (a->stay.count && a->stay.min != b->stay.min)
		return "stay.min";
	for (uint32_t i = 0; i < PN_HIST_BUCKETS; i++) {
		if (pn_hist_at(&a->stay.hist, i) != pn_hist_at(&b->stay.hist, i))
			return "stay.hist";
	}
	return NULL;
}

static const struct pn_bin *bin_or_zero(const struct pn_bins *bins, uint32_t bin, uint32_t state)
{
	static const struct pn_bin zero;

	if (bin >= bins->nr_bins || state >= bins->nr_states)
		return &zero;
	return &bins->bins[(size_t)bin * bins->nr_states + state];
}

static const char *bins_difference(const struct pn_bins *a, const struct pn_bins *b)
{
	uint32_t nr_bins = a->nr_bins > b->nr_bins ? a->nr_bins : b->nr_bins;
	uint32_t nr_states = a->nr_states > b->nr_states ? a->nr_states : b->nr_states;

	for (uint32_t i = 0; i < nr_bins; i++) {
		for (uint32_t s = 0; s < nr_states; s++) {
			if (memcmp(bin_or_zero(a, i, s), bin_or_zero(b, i, s), sizeof(*a->bins)))
				return "bins";
		}
	}
	return NULL;
}

static const char *flags_difference(const struct pn_cpu_stats *a, const struct pn_cpu_stats *b)
{
	if (a->nr_cpus != b->nr_cpus)
		return "nr_cpus";
	if (a->has_table != b->has_table)
		return "has_table";
	if (a->lost_unknown != b->lost_unknown)
		return "lost_unknown";
	if (a->switches != b->switches)
		return "switches";
	return a->wakes != b->wakes ? "wakes" : NULL;
}

const char *pn_stats_difference(const struct pn_cpu_stats *a, const struct pn_cpu_stats *b)
{
	static const struct pn_state_stats zero;
	uint32_t nr = a->nr_states > b->nr_states ? a->nr_states : b->nr_states;
	const char *name = fields_difference(pn_cpu_fields, a, b);

	if (!name)
		name = flags_difference(a, b);
	for (uint32_t s = 0; !name && s < nr; s++)
		name = state_difference(s < a->nr_states ? &a->states[s] : &zero,
					s < b->nr_states ? &b->states[s] : &zero);
	return name ? name : bins_difference(&a->bins, &b->bins);
}
