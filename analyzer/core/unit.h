/* SPDX-License-Identifier: GPL-2.0-only */
/* Units that hold several CPUs: cores, clusters, packages. */
#ifndef PN_CORE_UNIT_H
#define PN_CORE_UNIT_H

#include <stdbool.h>

#include "core/idle_state.h"

enum pn_unit_level {
	PN_UNIT_CORE,
	PN_UNIT_CLUSTER,
	PN_UNIT_PACKAGE,
	PN_UNIT_NR,
};

/** pn_unit_name - "core", "cluster" or "package" */
const char *pn_unit_name(enum pn_unit_level level);

/**
 * pn_unit_of - the unit of a level that a CPU sits in
 * @machine: tells the places; may be NULL
 * @cpu: the CPU
 * @level: the level
 * @unit: identifies the unit: what its CPUs do not share is PN_UNKNOWN. Numbers of cores and
 *        clusters count within what holds them: core 0 of two packages is two cores
 *
 * Returns: false when the CPU's place is not known.
 */
bool pn_unit_of(const struct pn_machine *machine, uint32_t cpu, enum pn_unit_level level,
		struct pn_cpu_place *unit);

/** pn_unit_same - whether two units of a level are one */
static inline bool pn_unit_same(const struct pn_cpu_place *a, const struct pn_cpu_place *b)
{
	return a->core == b->core && a->cluster == b->cluster && a->package == b->package;
}

#endif
