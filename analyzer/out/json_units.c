// SPDX-License-Identifier: GPL-2.0-only
/* Units of several CPUs in JSON. */
#include "out/json_units.h"

#include <errno.h>

#include "core/unit.h"
#include "out/groups.h"
#include "out/json_figures.h"
#include "util/json_put.h"

int pn_json_put_unit_name(struct json_object *object, const struct pn_unit_stats *unit)
{
	int err = pn_json_put_text(object, "kind", pn_unit_name((enum pn_unit_level)unit->level));

	err |= pn_json_put_place(object, &unit->unit);
	err |= pn_json_put_u64(object, "nr_cpus", unit->nr_cpus);
	err |= pn_json_put_u64(object, "span_ns", unit->span_ns);
	err |= pn_json_put_u64(object, "unknown_ns", unit->unknown_ns);
	return err;
}

int pn_json_put_unit_state(struct json_object *object, const struct pn_state_table *table,
			   uint32_t number, const struct pn_unit_state *state)
{
	int err = pn_json_put_state_name(object, table, number);

	err |= pn_json_put_u64(object, "times", state->times);
	err |= pn_json_put_u64(object, "time_ns", state->ns);
	return err;
}

int pn_json_put_blame(struct json_object *object, const struct pn_state_table *table,
		      const struct pn_blame *blame)
{
	int err = pn_json_put_u64(object, "cpu", blame->cpu);

	err |= pn_json_put_state_name(object, table, (uint32_t)blame->state);
	err |= pn_json_put_u64(object, "times", blame->times);
	err |= pn_json_put_u64(object, "time_ns", blame->ns);
	return err;
}

static int put_unit(struct json_object *object, const struct pn_machine *machine,
		    const struct pn_unit_stats *unit)
{
	const struct pn_state_table *table =
		pn_unit_table(machine, (enum pn_unit_level)unit->level, &unit->unit);
	struct json_object *states, *blames;
	int err = pn_json_put_unit_name(object, unit);

	states = pn_json_put_array(object, "states");
	for (uint32_t s = 0; !err && s < unit->nr_states; s++)
		err = pn_json_put_unit_state(pn_json_put_item(states), table, s, &unit->states[s]);
	blames = pn_json_put_array(object, "blames");
	for (uint32_t i = 0; !err && i < unit->nr_blames; i++)
		err = pn_json_put_blame(pn_json_put_item(blames),
					pn_machine_table(machine, unit->blames[i].cpu),
					&unit->blames[i]);
	return states && blames ? err : -ENOMEM;
}

int pn_json_put_units(struct json_object *object, const struct pn_machine *machine,
		      const struct pn_section *section)
{
	struct json_object *units;
	int err = 0;

	if (!section->nr_units)
		return pn_json_put_null(object, "units");
	units = pn_json_put_array(object, "units");
	for (uint32_t i = 0; !err && i < section->nr_units; i++)
		err = put_unit(pn_json_put_item(units), machine, &section->units[i]);
	return units ? err : -ENOMEM;
}
