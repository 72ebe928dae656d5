// SPDX-License-Identifier: GPL-2.0-only
/* The sidecar states.json: a machine's idle states, tick and topology, read and written. */
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

/* --- reading -------------------------------------------------------------------------------- */

/* A key that may be missing or null: what it would have filled stays as it is. */
static int optional(int err)
{
	return err == -ENOENT ? 0 : err;
}

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
	return optional(err);
}

static int read_state(const struct pn_json *json, struct pn_idle_state *state)
{
	int err;

	err = pn_json_need(json, "name",
			   pn_json_text(json, "name", state->name, sizeof(state->name)));
	if (!err)
		err = optional(pn_json_text(json, "desc", state->desc, sizeof(state->desc)));
	if (!err)
		err = read_ns(json, "exit_latency_ns", &state->exit_latency_ns);
	if (!err)
		err = read_ns(json, "target_residency_ns", &state->target_residency_ns);
	if (!err)
		err = read_power(json, state);
	if (!err)
		err = optional(pn_json_bool(json, "disabled", &state->disabled));
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
	return optional(err);
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

	err = pn_json_need(json, "cpu", pn_json_u64(json, "cpu", 0, PN_CPU_LIMIT - 1, &cpu));
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

static int read_machine(const struct pn_json *json, struct pn_machine *machine)
{
	int err;

	err = optional(pn_json_text(json, "driver", machine->driver, sizeof(machine->driver)));
	if (!err)
		err = optional(pn_json_text(json, "governor", machine->governor,
					    sizeof(machine->governor)));
	if (!err)
		err = optional(pn_json_u64(json, "tick_ns", 1, NSEC_PER_SEC, &machine->tick_ns));
	if (!err)
		err = pn_json_need(json, "tables", read_list(json, "tables", read_table, machine));
	if (!err)
		err = optional(read_list(json, "topology", read_place, machine));
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
	err = *machine ? read_machine(&json, *machine) : -ENOMEM;
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

/* --- writing -------------------------------------------------------------------------------- */

/* Adds a value, or null where there is none; @value is the object's from here on. */
static int add(struct json_object *object, const char *key, struct json_object *value)
{
	return json_object_object_add(object, key, value) ? -ENOMEM : 0;
}

static int add_text(struct json_object *object, const char *key, const char *text)
{
	struct json_object *value = json_object_new_string(text);

	return value ? add(object, key, value) : -ENOMEM;
}

static int add_u64(struct json_object *object, const char *key, uint64_t number)
{
	struct json_object *value = json_object_new_uint64(number);

	return value ? add(object, key, value) : -ENOMEM;
}

static int add_text_or_null(struct json_object *object, const char *key, const char *text)
{
	return *text ? add_text(object, key, text) : add(object, key, NULL);
}

static int add_number_or_null(struct json_object *object, const char *key, int64_t number)
{
	return number < 0 ? add(object, key, NULL) : add_u64(object, key, (uint64_t)number);
}

/* Adds an empty object at the end of an array; NULL when memory is short. */
static struct json_object *add_item(struct json_object *array)
{
	struct json_object *item = json_object_new_object();

	if (item && json_object_array_add(array, item)) {
		json_object_put(item);
		return NULL;
	}
	return item;
}

static struct json_object *add_array(struct json_object *object, const char *key)
{
	struct json_object *array = json_object_new_array();

	if (array && add(object, key, array)) {
		json_object_put(array);
		return NULL;
	}
	return array;
}

static int add_state(struct json_object *states, const struct pn_idle_state *state)
{
	struct json_object *item = add_item(states);

	if (!item || add_text(item, "name", state->name) || add_text(item, "desc", state->desc) ||
	    add_u64(item, "exit_latency_ns", state->exit_latency_ns) ||
	    add_u64(item, "target_residency_ns", state->target_residency_ns) ||
	    add_number_or_null(item, "power_mw", state->power_mw) ||
	    add(item, "disabled", json_object_new_boolean(state->disabled)))
		return -ENOMEM;
	return 0;
}

static int add_cpu_list(struct json_object *object, const struct pn_cpuset *cpus)
{
	size_t size = pn_cpuset_format(cpus, NULL, 0) + 1;
	char *text = malloc(size);
	int err;

	if (!text)
		return -ENOMEM;
	pn_cpuset_format(cpus, text, size);
	err = add_text(object, "cpus", text);
	free(text);
	return err;
}

static int add_cpus(struct json_object *object, const struct pn_machine *machine, int32_t table)
{
	struct pn_cpuset cpus = { 0 };
	int err = 0;

	for (uint32_t cpu = 0; !err && cpu < machine->nr_cpus; cpu++)
		if (machine->table_of[cpu] == table)
			err = pn_cpuset_add(&cpus, cpu);
	if (!err)
		err = add_cpu_list(object, &cpus);
	pn_cpuset_free(&cpus);
	return err;
}

static int add_table(struct json_object *tables, const struct pn_machine *machine, uint32_t index)
{
	const struct pn_state_table *table = &machine->tables[index];
	struct json_object *item = add_item(tables), *states;

	if (!item || add_cpus(item, machine, (int32_t)index))
		return -ENOMEM;
	states = add_array(item, "states");
	if (!states)
		return -ENOMEM;
	for (uint32_t i = 0; i < table->nr_states; i++)
		if (add_state(states, &table->states[i]))
			return -ENOMEM;
	return 0;
}

static int add_place(struct json_object *topology, uint32_t cpu, const struct pn_cpu_place *place)
{
	struct json_object *item = add_item(topology);

	if (!item || add_u64(item, "cpu", cpu) || add_number_or_null(item, "core", place->core) ||
	    add_number_or_null(item, "cluster", place->cluster) ||
	    add_number_or_null(item, "package", place->package))
		return -ENOMEM;
	return 0;
}

static int add_topology(struct json_object *topology, const struct pn_machine *machine)
{
	int err = 0;

	for (uint32_t cpu = 0; !err && cpu < machine->nr_cpus; cpu++)
		if (place_known(&machine->place[cpu]))
			err = add_place(topology, cpu, &machine->place[cpu]);
	return err;
}

static int add_machine(struct json_object *root, const struct pn_machine *machine)
{
	struct json_object *tables, *topology;
	int err = 0;

	if (add_text(root, "schema", SCHEMA) || add_text_or_null(root, "driver", machine->driver) ||
	    add_text_or_null(root, "governor", machine->governor) ||
	    add_number_or_null(root, "tick_ns",
			       machine->tick_ns ? (int64_t)machine->tick_ns : PN_UNKNOWN))
		return -ENOMEM;
	tables = add_array(root, "tables");
	topology = add_array(root, "topology");
	if (!tables || !topology)
		return -ENOMEM;
	for (uint32_t i = 0; !err && i < machine->nr_tables; i++)
		err = add_table(tables, machine, i);
	return err ? err : add_topology(topology, machine);
}

int pn_states_write(const struct pn_machine *machine, FILE *out)
{
	struct json_object *root = json_object_new_object();
	const char *text = NULL;
	int err;

	if (!root)
		return -ENOMEM;
	err = add_machine(root, machine);
	if (!err)
		text = json_object_to_json_string_ext(root, JSON_C_TO_STRING_PRETTY |
								    JSON_C_TO_STRING_NOSLASHESCAPE);
	if (!err && !text)
		err = -ENOMEM;
	if (!err && (fputs(text, out) < 0 || putc('\n', out) == EOF))
		err = -EIO;
	json_object_put(root);
	return err;
}
