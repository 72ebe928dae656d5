// SPDX-License-Identifier: GPL-2.0-only
/* The sections of the JSON report. */
#include "out/json_stats.h"

#include <errno.h>

#include <json-c/json.h>

#include "core/names.h"
#include "out/derived.h"
#include "out/groups.h"
#include "out/json_rows.h"
#include "util/json_put.h"

/* --- figures by name ------------------------------------------------------------------------ */

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

static int put_state_figures(struct json_object *object, const struct pn_figures *figures)
{
	int err = put_stored(object, pn_state_figures, PN_STATE_FIGURES, figures);

	return err | put_derived(object, pn_state_derived, PN_STATE_DERIVED, figures);
}

/* --- states --------------------------------------------------------------------------------- */

/* Whether histograms and bins are wanted: those of sums follow from those of CPUs. */
enum detail {
	WITHOUT_ROWS,
	WITH_ROWS,
};

static int put_state_name(struct json_object *object, const struct pn_state_table *table,
			  uint32_t state)
{
	bool listed = table && state < table->nr_states;

	return pn_json_put_known_text(object, "name", listed ? table->states[state].name : NULL);
}

static int put_states(struct json_object *object, struct pn_figures figures,
		      const struct pn_state_table *table, enum detail detail)
{
	struct json_object *states = pn_json_put_array(object, "states"), *item;
	int err = states ? 0 : -ENOMEM;

	for (uint32_t s = 0; !err && s < figures.stats->nr_states; s++) {
		figures.state = &figures.stats->states[s];
		item = pn_json_put_item(states);
		err = pn_json_put_u64(item, "state", s);
		err |= put_state_name(item, table, s);
		err |= put_state_figures(item, &figures);
		if (detail == WITH_ROWS)
			err |= pn_json_put_hist(item, "hist", &figures.state->stay.hist);
	}
	return err;
}

static int put_all_states(struct json_object *object, struct pn_figures figures)
{
	struct pn_state_stats sum;
	int err = pn_stats_sum_states(figures.stats, &sum);

	if (err)
		return err;
	figures.state = &sum;
	err = put_state_figures(pn_json_put_object(object, "all_states"), &figures);
	pn_dist_free(&sum.stay);
	return err;
}

/* --- CPUs and sums of them ------------------------------------------------------------------ */

static int put_flags(struct json_object *object, const struct pn_cpu_stats *stats)
{
	int err = pn_json_put_bool(object, "data", !pn_stats_silent(stats));

	err |= pn_json_put_bool(object, "table", stats->has_table);
	err |= pn_json_put_bool(object, "switches", stats->switches);
	err |= pn_json_put_bool(object, "wakes", stats->wakes);
	err |= pn_json_put_bool(object, "lost_unknown", stats->lost_unknown);
	return err;
}

static int put_stats(struct json_object *object, const struct pn_figures *figures,
		     const struct pn_state_table *table, enum detail detail)
{
	int err = put_flags(object, figures->stats);

	err |= put_stored(object, pn_cpu_figures, PN_CPU_FIGURES, figures);
	err |= put_derived(object, pn_cpu_derived, PN_CPU_DERIVED, figures);
	if (!err)
		err = put_all_states(object, *figures);
	if (!err)
		err = put_states(object, *figures, table, detail);
	if (!err && detail == WITH_ROWS)
		err = pn_json_put_bins(object, "bins", figures->stats);
	return err;
}

static struct pn_figures figures_of(const struct pn_section *section,
				    const struct pn_cpu_stats *stats)
{
	return (struct pn_figures){
		.stats = stats,
		.length_ns = section->end_ns - section->start_ns,
		.misses = pn_section_has_misses(section),
	};
}

static int put_cpus(struct json_object *object, const struct pn_summary *summary,
		    const struct pn_section *section)
{
	struct json_object *cpus = pn_json_put_array(object, "cpus"), *item;
	int err = cpus ? 0 : -ENOMEM;

	for (uint32_t i = 0; !err && i < section->nr_cpus; i++) {
		const struct pn_cpu_stats *cpu = &section->cpus[i];
		struct pn_figures figures = figures_of(section, cpu);

		item = pn_json_put_item(cpus);
		err = pn_json_put_u64(item, "cpu", cpu->cpu);
		if (!err)
			err = put_stats(item, &figures,
					pn_machine_table(summary->machine, cpu->cpu), WITH_ROWS);
	}
	return err;
}

static int put_group(struct json_object *array, const struct pn_section *section,
		     enum pn_group_kind kind, const struct pn_group *group)
{
	struct pn_figures figures = figures_of(section, &group->stats);
	struct json_object *item = pn_json_put_item(array);
	int err = pn_json_put_text(item, "kind", pn_group_name(kind));

	err |= pn_json_put_known(item, "package", group->place.package);
	err |= pn_json_put_known(item, "cluster", group->place.cluster);
	err |= pn_json_put_known(item, "core", group->place.core);
	err |= pn_json_put_cpus(item, "cpus", &group->cpus);
	return err ? err : put_stats(item, &figures, group->table, WITHOUT_ROWS);
}

static int put_groups(struct json_object *object, const struct pn_summary *summary,
		      const struct pn_section *section)
{
	struct json_object *array = pn_json_put_array(object, "groups");
	struct pn_groups groups;
	int err = array ? 0 : -ENOMEM;

	for (int kind = 0; !err && kind < PN_GROUP_NR; kind++) {
		err = pn_groups_make(summary, section, (enum pn_group_kind)kind, &groups);
		for (uint32_t i = 0; !err && i < groups.nr; i++)
			err = put_group(array, section, (enum pn_group_kind)kind, &groups.list[i]);
		pn_groups_free(&groups);
	}
	return err;
}

static int put_totals(struct json_object *object, const struct pn_section *section)
{
	struct pn_cpu_stats total = { 0 };
	struct pn_figures figures = figures_of(section, &total);
	int err = pn_section_total(section, &total);

	if (!err)
		err = put_stats(pn_json_put_object(object, "totals"), &figures, NULL, WITHOUT_ROWS);
	pn_stats_free(&total);
	return err;
}

/* --- a section ------------------------------------------------------------------------------ */

static int put_nightmare(struct json_object *array, const struct pn_nightmare *nightmare)
{
	bool numbered = nightmare->ended_by == PN_WAKE_IRQ || nightmare->number;
	struct json_object *item = pn_json_put_item(array);
	int err = pn_json_put_u64(item, "start_ns", nightmare->start_ns);

	err |= pn_json_put_u64(item, "length_ns", nightmare->length_ns);
	err |= pn_json_put_u64(item, "cpu", nightmare->cpu);
	err |= pn_json_put_u64(item, "state", (uint64_t)nightmare->state);
	err |= pn_json_put_text(item, "ended_by", pn_wake_name(nightmare->ended_by));
	err |= pn_json_put_known(item, "number", numbered ? (int64_t)nightmare->number : -1);
	err |= pn_json_put_known(item, "next_pid",
				 nightmare->next_pid ? (int64_t)nightmare->next_pid : -1);
	return err;
}

static int put_window(struct json_object *object, const struct pn_section *section)
{
	const struct pn_window *window = &section->window;
	int err = pn_json_put_known_text(object, "label", window->label);

	err |= window->from_ns ? pn_json_put_u64(object, "from_ns", window->from_ns)
			       : pn_json_put_null(object, "from_ns");
	err |= window->to_ns == UINT64_MAX ? pn_json_put_null(object, "to_ns")
					   : pn_json_put_u64(object, "to_ns", window->to_ns);
	err |= pn_json_put_u64(object, "start_ns", section->start_ns);
	err |= pn_json_put_u64(object, "end_ns", section->end_ns);
	return err;
}

int pn_json_put_section(struct json_object *sections, const struct pn_summary *summary,
			const struct pn_section *section)
{
	struct json_object *item = pn_json_put_item(sections), *nightmares;
	int err = put_window(item, section);

	if (!err)
		err = put_totals(item, section);
	if (!err)
		err = put_groups(item, summary, section);
	if (!err)
		err = put_cpus(item, summary, section);
	nightmares = pn_json_put_array(item, "nightmares");
	for (uint32_t i = 0; !err && i < section->worst.nr; i++)
		err = put_nightmare(nightmares, &section->worst.list[i]);
	return nightmares ? err : -ENOMEM;
}
