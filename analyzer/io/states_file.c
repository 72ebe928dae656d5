// SPDX-License-Identifier: GPL-2.0-only
/* The sidecar states.json: a machine's idle states, tick and topology, read back. */
#include "io/states.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <json-c/json.h>

#include "core/event.h"
#include "io/json_in.h"
#include "util/cpulist.h"

#define SCHEMA	     "powernightmare.states/1"
#define NSEC_PER_SEC UINT64_C(1000000000)

static int read_ns(const struct pn_json *json, const char *key, uint64_t *out)
{
	return pn_json_need(json, key, pn_json_u64(json, key, 0, INT64_MAX, out));
}

static int read_power(const struct pn_json *json, struct pn_idle_state *state)
{
	uint64_t power_mw;
	int err;

	err = pn_json_u64(json, "power_mw", 0, INT32_MAX, &power_mw);
	if (!err)
		state->power_mw = (int64_t)power_mw;
	return pn_json_optional(err);
}

static int read_state(const struct pn_json *json, struct pn_idle_state *state)
{
	int err;

	err = pn_json_need(json, "name",
			   pn_json_text(json, "name", state->name, sizeof(state->name)));
	if (!err)
		err = pn_json_optional(
			pn_json_text(json, "desc", state->desc, sizeof(state->desc)));
	if (!err)
		err = read_ns(json, "exit_latency_ns", &state->exit_latency_ns);
	if (!err)
		err = read_ns(json, "target_residency_ns", &state->target_residency_ns);
	if (!err)
		err = read_power(json, state);
	if (!err)
		err = pn_json_optional(pn_json_bool(json, "disabled", &state->disabled));
	return err;
}

static int read_states(const struct pn_json *json, struct pn_state_table *table)
{
	int err = 0;

	for (uint32_t i = 0; !err && i < table->nr_states; i++) {
		struct pn_json item;

		err = pn_json_item(json, "states", i, &item);
		if (!err)
			err = read_state(&item, &table->states[i]);
	}
	return err;
}

static int give_table(const struct pn_json *json, struct pn_machine *machine, int32_t table,
		      const struct pn_cpuset *cpus)
{
	pn_cpuset_for_each (cpu, cpus) {
		int err;

		if (pn_machine_table(machine, (uint32_t)cpu))
			return pn_json_bad(json, "cpus", "CPU %d has a table already", (int)cpu);
		err = pn_machine_set_cpu(machine, (uint32_t)cpu, table, NULL);
		if (err)
			return err;
	}
	return 0;
}

static int read_cpus(const struct pn_json *json, struct pn_machine *machine, int32_t table)
{
	struct pn_cpuset cpus;
	const char *text;
	int err;

	err = pn_json_need(json, "cpus", pn_json_long_text(json, "cpus", &text));
	if (err)
		return err;
	err = pn_cpulist_parse(text, &cpus);
	if (err == -EINVAL || err == -ERANGE)
		return pn_json_bad(json, "cpus", "is no list of CPUs below %u", PN_CPU_LIMIT);
	if (!err)
		err = give_table(json, machine, table, &cpus);
	pn_cpuset_free(&cpus);
	return err;
}

static int read_table(const struct pn_json *json, struct pn_machine *machine)
{
	size_t nr_states;
	int table, err;

	err = pn_json_need(json, "states",
			   pn_json_array(json, "states", PN_STATE_LIMIT, &nr_states));
	if (err)
		return err;
	if (!nr_states)
		return pn_json_bad(json, "states", "is empty");
	table = pn_machine_add_table(machine, (uint32_t)nr_states);
	if (table < 0)
		return table;
	err = read_states(json, &machine->tables[table]);
	return err ? err : read_cpus(json, machine, table);
}

static int read_number(const struct pn_json *json, const char *key, int32_t *out)
{
	uint64_t number;
	int err;

	err = pn_json_u64(json, key, 0, INT32_MAX, &number);
	if (!err)
		*out = (int32_t)number;
	return pn_json_optional(err);
}

static bool place_known(const struct pn_cpu_place *place)
{
	return place->core != PN_UNKNOWN || place->cluster != PN_UNKNOWN ||
	       place->package != PN_UNKNOWN;
}

static int read_place(const struct pn_json *json, struct pn_machine *machine)
{
	struct pn_cpu_place place = { PN_UNKNOWN, PN_UNKNOWN, PN_UNKNOWN };
	uint64_t cpu;
	int32_t table;
	int err;

	err = pn_json_need_u64(json, "cpu", 0, PN_CPU_LIMIT - 1, &cpu);
	if (!err)
		err = read_number(json, "core", &place.core);
	if (!err)
		err = read_number(json, "cluster", &place.cluster);
	if (!err)
		err = read_number(json, "package", &place.package);
	if (err)
		return err;
	if (cpu < machine->nr_cpus && place_known(&machine->place[cpu]))
		return pn_json_bad(json, "cpu", "CPU %d has a place already", (int)cpu);
	table = cpu < machine->nr_cpus ? machine->table_of[cpu] : PN_UNKNOWN;
	return pn_machine_set_cpu(machine, (uint32_t)cpu, table, &place);
}

typedef int (*read_item_fn)(const struct pn_json *json, struct pn_machine *machine);

static int read_list(const struct pn_json *json, const char *key, read_item_fn read_item,
		     struct pn_machine *machine)
{
	size_t nr;
	int err;

	err = pn_json_array(json, key, PN_CPU_LIMIT, &nr);
	for (size_t i = 0; !err && i < nr; i++) {
		struct pn_json item;

		err = pn_json_item(json, key, i, &item);
		if (!err)
			err = read_item(&item, machine);
	}
	return err;
}

int pn_states_read_object(const struct pn_json *json, struct pn_machine *machine)
{
	int err;

	err = pn_json_optional(
		pn_json_text(json, "driver", machine->driver, sizeof(machine->driver)));
	if (!err)
		err = pn_json_optional(pn_json_text(json, "governor", machine->governor,
						    sizeof(machine->governor)));
	if (!err)
		err = pn_json_optional(
			pn_json_text(json, "vendor", machine->vendor, sizeof(machine->vendor)));
	if (!err)
		err = pn_json_optional(
			pn_json_u64(json, "tick_ns", 1, NSEC_PER_SEC, &machine->tick_ns));
	if (!err)
		err = pn_json_need(json, "tables", read_list(json, "tables", read_table, machine));
	if (!err)
		err = pn_json_optional(read_list(json, "topology", read_place, machine));
	return err;
}

int pn_states_read(const char *path, enum pn_origin origin, struct pn_machine **machine,
		   struct pn_problem *problem)
{
	struct pn_json json;
	int err;

	*machine = NULL;
	err = pn_json_load(path, SCHEMA, &json, problem);
	if (err)
		return err;
	*machine = pn_machine_new();
	err = *machine ? pn_states_read_object(&json, *machine) : -ENOMEM;
	if (err == -ENOMEM)
		pn_problem_set(problem, err, "%s: out of memory", json.file);
	pn_json_free(&json);
	if (err) {
		pn_machine_free(*machine);
		*machine = NULL;
		return err;
	}
	(*machine)->origin = origin;
	return 0;
}
