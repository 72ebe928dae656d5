// SPDX-License-Identifier: GPL-2.0-only
/* Units that hold several CPUs. */
#include "core/unit.h"

const char *pn_unit_name(enum pn_unit_level level)
{
	static const char *const names[PN_UNIT_NR] = { "core", "cluster", "package" };

	return names[level];
}

bool pn_unit_of(const struct pn_machine *machine, uint32_t cpu, enum pn_unit_level level,
		struct pn_cpu_place *unit)
{
	struct pn_cpu_place place = { PN_UNKNOWN, PN_UNKNOWN, PN_UNKNOWN };

	if (machine && cpu < machine->nr_cpus)
		place = machine->place[cpu];
	*unit = place;
	if (level == PN_UNIT_CORE)
		return place.core >= 0;
	unit->core = PN_UNKNOWN;
	if (level == PN_UNIT_CLUSTER)
		return place.cluster >= 0;
	unit->cluster = PN_UNKNOWN;
	return place.package >= 0;
}
