// SPDX-License-Identifier: GPL-2.0-only
/* A machine's idle states, tick and topology as JSON. */
#include "out/states_json.h"

#include <errno.h>

#include <json-c/json.h>

#include "util/json_put.h"

static int put_state(struct json_object *states, const struct pn_idle_state *state)
{
	struct json_object *item = pn_json_put_item(states);
	int err = pn_json_put_text(item, "name", state->name);

	err |= pn_json_put_text(item, "desc", state->desc);
	err |= pn_json_put_u64(item, "exit_latency_ns", state->exit_latency_ns);
	err |= pn_json_put_u64(item, "target_residency_ns", state->target_residency_ns);
	err |= pn_json_put_known(item, "power_mw", state->power_mw);
	err |= pn_json_put_bool(item, "disabled", state->disabled);
	return err;
}

static int put_cpus(struct json_object *object, const struct pn_machine *machine, int32_t table)
{
	struct pn_cpuset cpus = { 0 };
	int err = 0;

	for (uint32_t cpu = 0; !err && cpu < machine->nr_cpus; cpu++) {
		if (machine->table_of[cpu] == table)
			err = pn_cpuset_add(&cpus, cpu);
	}
	if (!err)
		err = pn_json_put_cpus(object, "cpus", &cpus);
	pn_cpuset_free(&cpus);
	return err;
}

static int put_table(struct json_object *tables, const struct pn_machine *machine, uint32_t index)
{
	const struct pn_state_table *table = &machine->tables[index];
	struct json_object *item = pn_json_put_item(tables), *states;
	int err = put_cpus(item, machine, (int32_t)index);

	states = pn_json_put_array(item, "states");
	for (uint32_t i = 0; !err && i < table->nr_states; i++)
		err = put_state(states, &table->states[i]);
	return err;
}

static int put_place(struct json_object *topology, uint32_t cpu, const struct pn_cpu_place *place)
{
	struct json_object *item;
	int err;

	if (place->core < 0 && place->cluster < 0 && place->package < 0)
		return 0;
	item = pn_json_put_item(topology);
	err = pn_json_put_u64(item, "cpu", cpu);
	err |= pn_json_put_known(item, "core", place->core);
	err |= pn_json_put_known(item, "cluster", place->cluster);
	err |= pn_json_put_known(item, "package", place->package);
	return err;
}

int pn_states_put(struct json_object *object, const struct pn_machine *machine)
{
	struct json_object *tables, *topology;
	int err = pn_json_put_known_text(object, "driver", machine->driver);

	err |= pn_json_put_known_text(object, "governor", machine->governor);
	err |= pn_json_put_known_text(object, "vendor", machine->vendor);
	err |= machine->tick_ns ? pn_json_put_u64(object, "tick_ns", machine->tick_ns)
				: pn_json_put_null(object, "tick_ns");
	tables = pn_json_put_array(object, "tables");
	topology = pn_json_put_array(object, "topology");
	if (err || !tables || !topology)
		return -ENOMEM;
	for (uint32_t i = 0; !err && i < machine->nr_tables; i++)
		err = put_table(tables, machine, i);
	for (uint32_t cpu = 0; !err && cpu < machine->nr_cpus; cpu++)
		err = put_place(topology, cpu, &machine->place[cpu]);
	return err;
}

int pn_states_write(const struct pn_machine *machine, FILE *out)
{
	struct json_object *root = json_object_new_object();
	int err = pn_json_put_text(root, "schema", "powernightmare.states/1");

	if (!err)
		err = pn_states_put(root, machine);
	if (!err)
		err = pn_json_print(root, out);
	json_object_put(root);
	return err;
}
