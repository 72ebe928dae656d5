// SPDX-License-Identifier: GPL-2.0-only
/* Figures under their names in a JSON object. */
#include "out/json_figures.h"

#include "core/names.h"
#include "out/derived.h"
#include "util/json_put.h"

static int put_stored(struct json_object *object, const struct pn_figure *list, size_t nr,
		      const struct pn_figures *figures)
{
	uint64_t value;
	int err = 0;

	for (size_t i = 0; i < nr; i++) {
		if (pn_figure_get(&list[i], figures, &value))
			err |= pn_json_put_u64(object, list[i].name, value);
		else
			err |= pn_json_put_null(object, list[i].name);
	}
	return err;
}

static int put_value(struct json_object *object, const char *name, const struct pn_value *value)
{
	if (value->kind == PN_VALUE_WHOLE)
		return pn_json_put_u64(object, name, value->whole);
	if (value->kind == PN_VALUE_REAL)
		return pn_json_put_real(object, name, value->real);
	return pn_json_put_null(object, name);
}

static int put_derived(struct json_object *object, const struct pn_derived *list, size_t nr,
		       const struct pn_figures *figures)
{
	int err = 0;

	for (size_t i = 0; i < nr; i++) {
		struct pn_value value = list[i].get(figures);

		err |= put_value(object, list[i].name, &value);
	}
	return err;
}

int pn_json_put_flags(struct json_object *object, const struct pn_cpu_stats *stats)
{
	int err = pn_json_put_bool(object, "data", !pn_stats_silent(stats));

	err |= pn_json_put_bool(object, "table", stats->has_table);
	err |= pn_json_put_bool(object, "switches", stats->switches);
	err |= pn_json_put_bool(object, "wakes", stats->wakes);
	err |= pn_json_put_bool(object, "lost_unknown", stats->lost_unknown);
	return err;
}

int pn_json_put_cpu_figures(struct json_object *object, const struct pn_figures *figures)
{
	struct pn_figures cpu = *figures;
	int err;

	cpu.state = NULL;
	err = put_stored(object, pn_cpu_figures, PN_CPU_FIGURES, &cpu);
	return err | put_derived(object, pn_cpu_derived, PN_CPU_DERIVED, &cpu);
}

int pn_json_put_state_figures(struct json_object *object, const struct pn_figures *figures)
{
	int err = put_stored(object, pn_state_figures, PN_STATE_FIGURES, figures);

	return err | put_derived(object, pn_state_derived, PN_STATE_DERIVED, figures);
}

int pn_json_put_sum_figures(struct json_object *object, const struct pn_figures *figures)
{
	struct pn_figures all = *figures;
	struct pn_state_stats sum;
	int err = pn_stats_sum_states(figures->stats, &sum);

	if (err)
		return err;
	all.state = &sum;
	err = pn_json_put_state_figures(object, &all);
	pn_dist_free(&sum.stay);
	return err;
}

int pn_json_put_state_name(struct json_object *object, const struct pn_state_table *table,
			   uint32_t state)
{
	bool listed = table && state < table->nr_states;
	int err = pn_json_put_u64(object, "state", state);

	return err |
	       pn_json_put_known_text(object, "name", listed ? table->states[state].name : NULL);
}

int pn_json_put_place(struct json_object *object, const struct pn_cpu_place *place)
{
	int err = pn_json_put_known(object, "package", place->package);

	err |= pn_json_put_known(object, "cluster", place->cluster);
	err |= pn_json_put_known(object, "core", place->core);
	return err;
}

int pn_json_put_group_name(struct json_object *object, enum pn_group_kind kind,
			   const struct pn_group *group)
{
	int err = pn_json_put_text(object, "kind", pn_group_name(kind));

	err |= pn_json_put_place(object, &group->place);
	err |= pn_json_put_cpus(object, "cpus", &group->cpus);
	return err;
}

int pn_json_put_nightmare(struct json_object *object, const struct pn_nightmare *nightmare)
{
	bool numbered = nightmare->ended_by == PN_WAKE_IRQ || nightmare->number;
	int err = pn_json_put_u64(object, "start_ns", nightmare->start_ns);

	err |= pn_json_put_u64(object, "length_ns", nightmare->length_ns);
	err |= pn_json_put_u64(object, "cpu", nightmare->cpu);
	err |= pn_json_put_u64(object, "state", (uint64_t)nightmare->state);
	err |= pn_json_put_text(object, "ended_by", pn_wake_name(nightmare->ended_by));
	err |= pn_json_put_known(object, "number", numbered ? (int64_t)nightmare->number : -1);
	err |= pn_json_put_known(object, "next_pid",
				 nightmare->next_pid ? (int64_t)nightmare->next_pid : -1);
	err |= pn_json_put_known_text(object, "next_comm", nightmare->next_comm);
	return err;
}

int pn_json_put_irq(struct json_object *object, const struct pn_irq_stats *irq)
{
	int err = pn_json_put_u64(object, "number", irq->number);

	err |= pn_json_put_known_text(object, "name", irq->name);
	err |= pn_json_put_u64(object, "stays", irq->stays);
	return err;
}
