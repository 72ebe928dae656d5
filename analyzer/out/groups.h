/* SPDX-License-Identifier: GPL-2.0-only */
/* CPUs that belong together: by what they share, with their figures added up. */
#ifndef PN_OUT_GROUPS_H
#define PN_OUT_GROUPS_H

#include "core/summary.h"
#include "core/unit.h"
#include "util/cpulist.h"

/** enum pn_group_kind - what the CPUs of a group share */
enum pn_group_kind {
	PN_GROUP_TABLE, /* the same idle states */
	PN_GROUP_CORE,	/* from here on in the order of enum pn_unit_level */
	PN_GROUP_CLUSTER,
	PN_GROUP_PACKAGE,
	PN_GROUP_NR,
};

/** struct pn_group - some CPUs of a section */
struct pn_group {
	const struct pn_state_table *table; /* PN_GROUP_TABLE: theirs, or NULL for none */
	struct pn_cpu_place place;	    /* what they do not share is PN_UNKNOWN */
	struct pn_cpuset cpus;
	struct pn_cpu_stats stats;
};

/** struct pn_groups - the groups of one kind, in the order of their first CPUs */
struct pn_groups {
	uint32_t nr;
	struct pn_group *list;
};

/** pn_group_name - what a kind is called: "core", "cluster", "package" or "states" */
const char *pn_group_name(enum pn_group_kind kind);

/**
 * pn_groups_make - sorts the CPUs of a section into groups of a kind
 * @summary: whose machine tells what CPUs share
 * @section: one of its sections
 * @kind: the kind; CPUs whose place is not known are in no group
 * @groups: set up by this call, freed with pn_groups_free()
 *
 * Numbers of cores and clusters count within what holds them: core 0 of two packages is two cores.
 *
 * Returns: 0 or -ENOMEM; on error there is no group.
 */
int pn_groups_make(const struct pn_summary *summary, const struct pn_section *section,
		   enum pn_group_kind kind, struct pn_groups *groups);

/** pn_groups_free - frees the groups and makes the list empty */
void pn_groups_free(struct pn_groups *groups);

/**
 * pn_unit_table - the idle states of the CPUs of a unit
 * @machine: whose; NULL is allowed
 * @level: the level of the unit
 * @unit: the unit
 *
 * Returns: the table that holds for all of them, or NULL.
 */
const struct pn_state_table *pn_unit_table(const struct pn_machine *machine,
					   enum pn_unit_level level,
					   const struct pn_cpu_place *unit);

#endif
