// SPDX-License-Identifier: GPL-2.0-only
/* The sections of the JSON report. */
#include "out/json_stats.h"

#include <errno.h>

#include <json-c/json.h>

#include "out/json_figures.h"
#include "out/json_latency.h"
#include "out/json_rows.h"
#include "out/json_units.h"
#include "util/json_put.h"

/* --- states --------------------------------------------------------------------------------- */

/* Whether histograms and bins are wanted: those of sums follow from those of CPUs. */
enum detail {
	WITHOUT_ROWS,
	WITH_ROWS,
};

static int put_states(struct json_object *object, struct pn_figures figures,
		      const struct pn_state_table *table, enum detail detail)
{
	struct json_object *states = pn_json_put_array(object, "states"), *item;
	int err = states ? 0 : -ENOMEM;

	for (uint32_t s = 0; !err && s < figures.stats->nr_states; s++) {
		figures.state = &figures.stats->states[s];
		item = pn_json_put_item(states);
		err = pn_json_put_state_name(item, table, s);
		err |= pn_json_put_state_figures(item, &figures);
		if (detail == WITH_ROWS)
			err |= pn_json_put_hist(item, "hist", &figures.state->stay.hist);
	}
	return err;
}

/* --- CPUs and sums of them ------------------------------------------------------------------ */

static int put_irqs(struct json_object *object, const struct pn_cpu_stats *stats)
{
	struct json_object *irqs;
	int err = 0;

	if (!stats->wakes)
		return pn_json_put_null(object, "irqs");
	irqs = pn_json_put_array(object, "irqs");
	for (uint32_t i = 0; !err && i < stats->nr_irqs; i++)
		err = pn_json_put_irq(pn_json_put_item(irqs), &stats->irqs[i]);
	return irqs ? err : -ENOMEM;
}

static int put_stats(struct json_object *object, const struct pn_figures *figures,
		     const struct pn_state_table *table, enum detail detail)
{
	int err = pn_json_put_flags(object, figures->stats);

	err |= pn_json_put_cpu_figures(object, figures);
	err |= pn_json_put_sum_figures(pn_json_put_object(object, "all_states"), figures);
	if (!err)
		err = put_states(object, *figures, table, detail);
	if (!err)
		err = put_irqs(object, figures->stats);
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
	int err = pn_json_put_group_name(item, kind, group);

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
	if (!err)
		err = pn_json_put_units(item, summary->machine, section);
	if (!err)
		err = pn_json_put_latency(item, summary->machine, section);
	nightmares = pn_json_put_array(item, "nightmares");
	for (uint32_t i = 0; !err && i < section->worst.nr; i++)
		err = pn_json_put_nightmare(pn_json_put_item(nightmares), &section->worst.list[i]);
	return nightmares ? err : -ENOMEM;
}
