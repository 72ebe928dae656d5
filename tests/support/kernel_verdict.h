/* SPDX-License-Identifier: GPL-2.0-only */
/* The kernel's counting of mispredictions, followed step by step for one stay. */
#ifndef PN_SUPPORT_KERNEL_VERDICT_H
#define PN_SUPPORT_KERNEL_VERDICT_H

#include "core/idle_state.h"

/** pn_kernel_verdict - 'a' too deep, 'b' too shallow, '-' neither; @entered is in @table */
static inline char pn_kernel_verdict(const struct pn_state_table *table, uint32_t entered,
				     uint64_t length_ns)
{
	const struct pn_idle_state *s = &table->states[entered];

	if (length_ns < s->target_residency_ns) {
		for (uint32_t i = 0; i < entered; i++) {
			if (!table->states[i].disabled)
				return 'a';
		}
		return '-';
	}
	if (length_ns <= s->exit_latency_ns)
		return '-';
	for (uint32_t i = entered + 1; i < table->nr_states; i++) {
		if (table->states[i].disabled)
			continue;
		if (length_ns - s->exit_latency_ns >= table->states[i].target_residency_ns)
			return 'b';
		return '-';
	}
	return '-';
}

#endif
