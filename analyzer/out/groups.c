// SPDX-License-Identifier: GPL-2.0-only
/* CPUs that belong together. */
#include "out/groups.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The level of the units that a kind of group is; not for PN_GROUP_TABLE. */
static enum pn_unit_level level_of(enum pn_group_kind kind)
{
	return (enum pn_unit_level)(kind - PN_GROUP_CORE);
}

const char *pn_group_name(enum pn_group_kind kind)
{
	return kind == PN_GROUP_TABLE ? "states" : pn_unit_name(level_of(kind));
}

/* What a CPU shares with its group, for comparison; false: it belongs to none. */
static bool describe(const struct pn_machine *machine, uint32_t cpu, enum pn_group_kind kind,
		     struct pn_group *group)
{
	group->place = (struct pn_cpu_place){ PN_UNKNOWN, PN_UNKNOWN, PN_UNKNOWN };
	group->table = NULL;
	if (kind != PN_GROUP_TABLE)
		return pn_unit_of(machine, cpu, level_of(kind), &group->place);
	group->table = pn_machine_table(machine, cpu);
	return true;
}

static bool tables_same(const struct pn_state_table *a, const struct pn_state_table *b)
{
	return a == b || (a && b && pn_tables_equal(a, b));
}

static bool same(const struct pn_group *a, const struct pn_group *b)
{
	return tables_same(a->table, b->table) && pn_unit_same(&a->place, &b->place);
}

static struct pn_group *find(const struct pn_groups *groups, const struct pn_group *wanted)
{
	for (uint32_t i = 0; i < groups->nr; i++) {
		if (same(&groups->list[i], wanted))
			return &groups->list[i];
	}
	return NULL;
}

static struct pn_group *add(struct pn_groups *groups, const struct pn_group *group)
{
	struct pn_group *list = realloc(groups->list, (groups->nr + 1) * sizeof(*list));

	if (!list)
		return NULL;
	groups->list = list;
	list[groups->nr] = *group;
	return &list[groups->nr++];
}

int pn_groups_make(const struct pn_summary *summary, const struct pn_section *section,
		   enum pn_group_kind kind, struct pn_groups *groups)
{
	int err = 0;

	memset(groups, 0, sizeof(*groups));
	for (uint32_t i = 0; !err && i < section->nr_cpus; i++) {
		const struct pn_cpu_stats *cpu = &section->cpus[i];
		struct pn_group wanted = { 0 }, *group;

		if (!describe(summary->machine, cpu->cpu, kind, &wanted))
			continue;
		group = find(groups, &wanted);
		if (!group)
			group = add(groups, &wanted);
		err = group ? pn_cpuset_add(&group->cpus, cpu->cpu) : -ENOMEM;
		if (!err)
			err = pn_stats_merge(&group->stats, cpu);
	}
	if (err)
		pn_groups_free(groups);
	return err;
}

void pn_groups_free(struct pn_groups *groups)
{
	for (uint32_t i = 0; i < groups->nr; i++) {
		pn_cpuset_free(&groups->list[i].cpus);
		pn_stats_free(&groups->list[i].stats);
	}
	free(groups->list);
	memset(groups, 0, sizeof(*groups));
}

const struct pn_state_table *pn_unit_table(const struct pn_machine *machine,
					   enum pn_unit_level level,
					   const struct pn_cpu_place *unit)
{
	const struct pn_state_table *found = NULL, *table;
	struct pn_cpu_place place;
	bool first = true;

	for (uint32_t cpu = 0; machine && cpu < machine->nr_cpus; cpu++) {
		if (!pn_unit_of(machine, cpu, level, &place) || !pn_unit_same(&place, unit))
			continue;
		table = pn_machine_table(machine, cpu);
		if (!first && !tables_same(found, table))
			return NULL;
		found = table;
		first = false;
	}
	return found;
}
