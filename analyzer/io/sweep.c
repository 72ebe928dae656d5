// SPDX-License-Identifier: GPL-2.0-only
/* The results of latency-sweep.sh. */
#include "io/sweep.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>

#include "io/json_in.h"

/* More than the sweep takes (--rounds), and cells of more CPUs than there are. */
#define ROUNDS_MAX 100000
#define CELLS_MAX  (2 * PN_STATE_LIMIT * (size_t)PN_CPU_LIMIT)

/* --- the table of states -------------------------------------------------------------------- */

static int read_state(const struct pn_json *json, uint32_t number, struct pn_idle_state *state)
{
	uint64_t found;
	int err = pn_json_need_u64(json, "state", number, number, &found);

	if (!err)
		err = pn_json_need(json, "name",
				   pn_json_text(json, "name", state->name, sizeof(state->name)));
	if (!err)
		err = pn_json_need_u64(json, "exit_latency_ns", 0, UINT64_MAX,
				       &state->exit_latency_ns);
	if (!err)
		err = pn_json_need_u64(json, "target_residency_ns", 0, UINT64_MAX,
				       &state->target_residency_ns);
	state->power_mw = PN_UNKNOWN;
	return err;
}

static int read_states(const struct pn_json *json, struct pn_machine *machine)
{
	struct pn_json item;
	int err, table;
	size_t nr = 0;

	err = pn_json_need(json, "states", pn_json_array(json, "states", PN_STATE_LIMIT, &nr));
	if (err)
		return err;
	if (!nr)
		return pn_json_bad(json, "states", "is empty");
	table = pn_machine_add_table(machine, (uint32_t)nr);
	if (table < 0)
		return table;
	for (size_t i = 0; !err && i < nr; i++) {
		err = pn_json_item(json, "states", i, &item);
		if (!err)
			err = read_state(&item, (uint32_t)i, &machine->tables[table].states[i]);
	}
	return err;
}

/* --- rounds --------------------------------------------------------------------------------- */

static int add_value(const struct pn_json *json, const char *probe, uint64_t state, const char *key,
		     const char *label, struct pn_values *values)
{
	struct pn_value value = {
		.unit = "us",
		.direction = PN_LOWER_IS_BETTER,
		.value = NAN,
		.weight_pct = NAN,
		.counted = true,
	};
	int err = pn_json_need_u64(json, "filed", 0, UINT64_MAX, &value.events);

	/* Where no sample was filed there is none. */
	if (!err)
		err = pn_json_optional(pn_json_real(json, key, &value.value));
	value.value /= 1000;
	snprintf(value.name, sizeof(value.name), "%s-module-latency-%s.%u", probe, label,
		 (unsigned int)state);
	return err ? err : pn_values_add(values, &value);
}

/* The baseline and single CPUs are left out, as they are in what a report is compared by. */
static int read_cell(const struct pn_json *json, struct pn_values *values)
{
	uint64_t cpu, state;
	char probe[16];
	int err = pn_json_u64(json, "cpu", 0, PN_CPU_LIMIT - 1, &cpu);

	if (err != -ENOENT)
		return err;
	err = pn_json_u64(json, "state", 0, PN_STATE_LIMIT - 1, &state);
	if (err)
		return pn_json_optional(err);
	err = pn_json_need(json, "probe", pn_json_text(json, "probe", probe, sizeof(probe)));
	if (!err)
		err = add_value(json, probe, state, "p50_ns", "p50", values);
	return err ? err : add_value(json, probe, state, "p99_ns", "p99", values);
}

static int read_round(const struct pn_json *json, struct pn_side *side)
{
	struct pn_values values = { 0 };
	struct pn_json cell;
	size_t nr = 0;
	int err = pn_json_need(json, "cells", pn_json_array(json, "cells", CELLS_MAX, &nr));

	for (size_t i = 0; !err && i < nr; i++) {
		err = pn_json_item(json, "cells", i, &cell);
		if (!err)
			err = read_cell(&cell, &values);
	}
	if (!err)
		err = pn_side_add(side, "", &values);
	pn_values_free(&values);
	return err;
}

static int read_rounds(const struct pn_json *json, struct pn_side *side)
{
	struct pn_json round;
	size_t nr = 0;
	int err = pn_json_need(json, "rounds", pn_json_array(json, "rounds", ROUNDS_MAX, &nr));

	for (size_t i = 0; !err && i < nr; i++) {
		err = pn_json_item(json, "rounds", i, &round);
		if (!err)
			err = read_round(&round, side);
	}
	if (!err && !nr)
		err = pn_problem_set(json->problem, -ENODATA, "%s: no round in it", json->file);
	return err;
}

int pn_sweep_read(const char *path, struct pn_side *side, struct pn_machine **machine,
		  struct pn_problem *problem)
{
	struct pn_json json;
	int err = pn_json_load(path, PN_SWEEP_SCHEMA, &json, problem);

	*machine = NULL;
	if (err)
		return err;
	*machine = pn_machine_new();
	err = *machine ? read_states(&json, *machine) : -ENOMEM;
	if (!err)
		err = read_rounds(&json, side);
	pn_json_free(&json);
	if (err == -ENOMEM)
		return pn_problem_set(problem, err, "out of memory");
	return err;
}
