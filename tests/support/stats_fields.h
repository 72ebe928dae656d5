/* SPDX-License-Identifier: GPL-2.0-only */
/* The figures of the analysis as a list, so that a test need not forget one. */
#ifndef PN_SUPPORT_STATS_FIELDS_H
#define PN_SUPPORT_STATS_FIELDS_H

#include <stdint.h>

#include "core/stats.h"

/** enum pn_adds_up - how a field of two parts makes that of the whole */
enum pn_adds_up {
	PN_ADDS,
	PN_MAXIMUM,
};

/** struct pn_stats_field - one 64-bit figure in a struct */
struct pn_stats_field {
	const char *name;
	size_t offset;
	enum pn_adds_up how;
};

/** Figures of struct pn_cpu_stats and struct pn_state_stats, ended by one without a name. */
extern const struct pn_stats_field pn_cpu_fields[];
extern const struct pn_stats_field pn_state_fields[];

/** pn_stats_field_at - the figure @field of the struct at @base */
static inline uint64_t *pn_stats_field_at(const void *base, const struct pn_stats_field *field)
{
	return (uint64_t *)((uintptr_t)base + field->offset);
}

/**
 * pn_stats_difference - compares every figure of two sets, distributions and bins included
 *
 * States that only one of them has must be all zero there.
 *
 * Returns: the name of the first figure that differs, or NULL.
 */
const char *pn_stats_difference(const struct pn_cpu_stats *a, const struct pn_cpu_stats *b);

#endif
