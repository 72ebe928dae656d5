// SPDX-License-Identifier: GPL-2.0-only
/* The idle states of the machine that was recorded. */
#include "core/idle_state.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/event.h"

struct pn_machine *pn_machine_new(void)
{
	return calloc(1, sizeof(struct pn_machine));
}

void pn_machine_free(struct pn_machine *machine)
{
	if (!machine)
		return;
	for (uint32_t i = 0; i < machine->nr_tables; i++)
		free(machine->tables[i].states);
	free(machine->tables);
	free(machine->table_of);
	free(machine->place);
	free(machine);
}

int pn_machine_add_table(struct pn_machine *machine, uint32_t nr_states)
{
	struct pn_state_table *tables;
	struct pn_idle_state *states;

	if (!nr_states || nr_states > PN_STATE_LIMIT)
		return -EINVAL;
	tables = realloc(machine->tables, (machine->nr_tables + 1) * sizeof(*tables));
	if (!tables)
		return -ENOMEM;
	machine->tables = tables;
	states = calloc(nr_states, sizeof(*states));
	if (!states)
		return -ENOMEM;
	for (uint32_t i = 0; i < nr_states; i++)
		states[i].power_mw = PN_UNKNOWN;
	tables[machine->nr_tables].nr_states = nr_states;
	tables[machine->nr_tables].states = states;
	return (int)machine->nr_tables++;
}

static int grow_cpus(struct pn_machine *machine, uint32_t nr_cpus)
{
	struct pn_cpu_place *place;
	int32_t *table_of;

	table_of = realloc(machine->table_of, nr_cpus * sizeof(*table_of));
	if (!table_of)
		return -ENOMEM;
	machine->table_of = table_of;
	place = realloc(machine->place, nr_cpus * sizeof(*place));
	if (!place)
		return -ENOMEM;
	machine->place = place;
	for (uint32_t i = machine->nr_cpus; i < nr_cpus; i++) {
		table_of[i] = PN_UNKNOWN;
		place[i] = (struct pn_cpu_place){ PN_UNKNOWN, PN_UNKNOWN, PN_UNKNOWN };
	}
	machine->nr_cpus = nr_cpus;
	return 0;
}

int pn_machine_set_cpu(struct pn_machine *machine, uint32_t cpu, int32_t table,
		       const struct pn_cpu_place *place)
{
	int err;

	if (cpu >= PN_CPU_LIMIT || table < PN_UNKNOWN || table >= (int64_t)machine->nr_tables)
		return -EINVAL;
	if (cpu >= machine->nr_cpus) {
		err = grow_cpus(machine, cpu + 1);
		if (err)
			return err;
	}
	machine->table_of[cpu] = table;
	if (place)
		machine->place[cpu] = *place;
	return 0;
}

const struct pn_state_table *pn_machine_table(const struct pn_machine *machine, uint32_t cpu)
{
	if (!machine || cpu >= machine->nr_cpus || machine->table_of[cpu] < 0)
		return NULL;
	return &machine->tables[machine->table_of[cpu]];
}

int32_t pn_table_deepest(const struct pn_state_table *table)
{
	for (uint32_t i = table->nr_states; i-- > 0;) {
		if (!table->states[i].disabled)
			return (int32_t)i;
	}
	return PN_UNKNOWN;
}

int32_t pn_table_deeper(const struct pn_state_table *table, uint32_t state)
{
	for (uint32_t i = state + 1; i < table->nr_states; i++) {
		if (!table->states[i].disabled)
			return (int32_t)i;
	}
	return PN_UNKNOWN;
}

bool pn_tables_equal(const struct pn_state_table *a, const struct pn_state_table *b)
{
	if (a->nr_states != b->nr_states)
		return false;
	for (uint32_t i = 0; i < a->nr_states; i++) {
		const struct pn_idle_state *x = &a->states[i], *y = &b->states[i];

		if (strcmp(x->name, y->name) != 0 || x->disabled != y->disabled ||
		    x->exit_latency_ns != y->exit_latency_ns ||
		    x->target_residency_ns != y->target_residency_ns)
			return false;
	}
	return true;
}
