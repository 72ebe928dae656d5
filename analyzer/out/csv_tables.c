// SPDX-License-Identifier: GPL-2.0-only
/* The tables of the CSV report: which columns they have, and which rows. */
#include <string.h>

#include "out/csv_rows.h"
#include "out/json_figures.h"
#include "util/json_put.h"

static int cpu_rows(struct pn_csv *csv, struct pn_csv_row *row)
{
	return pn_csv_each_cpu(csv, row, pn_csv_add_row);
}

static int cpu_state_rows(struct pn_csv *csv, struct pn_csv_row *row)
{
	return pn_csv_each_cpu(csv, row, pn_csv_add_states);
}

/* CPUs with other states than the rest have rows of their own: numbers alone mean nothing. */
static int state_rows(struct pn_csv *csv, struct pn_csv_row *row)
{
	return pn_csv_each_group(csv, row, PN_GROUP_TABLE, pn_csv_add_states);
}

static int group_rows(struct pn_csv *csv, struct pn_csv_row *row)
{
	int err = 0;

	for (int kind = PN_GROUP_CORE; !err && kind < PN_GROUP_NR; kind++)
		err = pn_csv_each_group(csv, row, (enum pn_group_kind)kind, pn_csv_add_row);
	return err;
}

/* --- states ---------------------------------------------------------------------------------- */

static int put_parameters(struct json_object *cells, const struct pn_csv_row *row)
{
	const struct pn_idle_state *state = NULL;
	int err;

	if (row->table && row->state < row->table->nr_states)
		state = &row->table->states[row->state];
	err = pn_json_put_state_name(cells, row->table, row->state);
	err |= pn_json_put_known(cells, "target_residency_ns",
				 state ? (int64_t)state->target_residency_ns : -1);
	err |= pn_json_put_known(cells, "exit_latency_ns",
				 state ? (int64_t)state->exit_latency_ns : -1);
	err |= state ? pn_json_put_bool(cells, "disabled", state->disabled)
		     : pn_json_put_null(cells, "disabled");
	return err;
}

static int put_state(struct json_object *cells, const struct pn_csv_row *row)
{
	int err = pn_json_put_cpus(cells, "cpus", &row->group->cpus);

	err |= put_parameters(cells, row);
	err |= pn_json_put_state_figures(cells, &row->figures);
	return err;
}

static int put_cpu_state(struct json_object *cells, const struct pn_csv_row *row)
{
	int err = pn_json_put_u64(cells, "cpu", row->figures.stats->cpu);

	err |= put_parameters(cells, row);
	err |= pn_json_put_state_figures(cells, &row->figures);
	return err;
}

/* --- CPUs ------------------------------------------------------------------------------------ */

static int put_sums(struct json_object *cells, const struct pn_csv_row *row)
{
	int err = pn_json_put_flags(cells, row->figures.stats);

	err |= pn_json_put_cpu_figures(cells, &row->figures);
	err |= pn_json_put_sum_figures(cells, &row->figures);
	return err;
}

static int put_cpu(struct json_object *cells, const struct pn_csv_row *row)
{
	int err = pn_json_put_u64(cells, "cpu", row->figures.stats->cpu);

	return err | put_sums(cells, row);
}

static int put_group(struct json_object *cells, const struct pn_csv_row *row)
{
	int err = pn_json_put_group_name(cells, row->kind, row->group);

	return err | put_sums(cells, row);
}

/* --- powernightmares and chains -------------------------------------------------------------- */

static int put_nightmare(struct json_object *cells, const struct pn_csv_row *row)
{
	int err = pn_json_put_nightmare(cells, row->nightmare);

	/* The number of the state is there already; the name takes its place beside it. */
	return err | pn_json_put_state_name(cells, row->table, (uint32_t)row->nightmare->state);
}

static int nightmare_rows(struct pn_csv *csv, struct pn_csv_row *row)
{
	const struct pn_worst *worst = &row->section->worst;
	int err = 0;

	for (uint32_t i = 0; !err && i < worst->nr; i++) {
		row->nightmare = &worst->list[i];
		row->table = pn_machine_table(row->summary->machine, row->nightmare->cpu);
		if (pn_report_selects(csv->options, row->nightmare->state))
			err = pn_csv_add(csv, row);
	}
	return err;
}

/* Some of the stored figures of a state, in the order of @names, which NULL ends. */
static int put_some(struct json_object *cells, const struct pn_figures *figures,
		    const char *const *names)
{
	uint64_t value;
	int err = 0;

	for (; *names; names++) {
		if (pn_figure_get(pn_state_figure(*names), figures, &value))
			err |= pn_json_put_u64(cells, *names, value);
		else
			err |= pn_json_put_null(cells, *names);
	}
	return err;
}

static int put_chains(struct json_object *cells, const struct pn_csv_row *row)
{
	static const char *const names[] = { "chains", "chains_ns", "chain_max_ns", NULL };

	return pn_csv_put_place(cells, row) | put_some(cells, &row->figures, names);
}

static int put_wakes(struct json_object *cells, const struct pn_csv_row *row)
{
	static const char *const names[] = { "completed", "woken_timer", "woken_irq",
					     "woken_ipi", "woken_task",	 "woken_unknown",
					     NULL };

	return pn_csv_put_place(cells, row) | put_some(cells, &row->figures, names);
}

/* --- quality --------------------------------------------------------------------------------- */

static int put_stay_kinds(struct json_object *cells, struct pn_figures figures)
{
	static const char *const names[] = { "tail",	  "clipped",  "lost",
					     "reentered", "negative", NULL };
	struct pn_state_stats sum;
	int err = pn_stats_sum_states(figures.stats, &sum);

	if (err)
		return err;
	figures.state = &sum;
	err = put_some(cells, &figures, names);
	pn_dist_free(&sum.stay);
	return err;
}

static int put_quality(struct json_object *cells, const struct pn_csv_row *row)
{
	const struct pn_trace_info *trace = &row->summary->trace;
	int err = pn_json_put_u64(cells, "cpu", row->figures.stats->cpu);

	err |= pn_json_put_flags(cells, row->figures.stats);
	err |= pn_json_put_cpu_figures(cells, &row->figures);
	err |= put_stay_kinds(cells, row->figures);
	err |= pn_json_put_bool(cells, "file_trusted", !pn_summary_untrusted(row->summary));
	err |= pn_json_put_bool(cells, "file_truncated", trace->truncated);
	err |= trace->has_stats ? pn_json_put_u64(cells, "file_overruns", trace->overruns)
				: pn_json_put_null(cells, "file_overruns");
	err |= pn_json_put_u64(cells, "file_bad_lines", trace->bad_lines);
	err |= pn_json_put_u64(cells, "file_odd_cpus", trace->odd_cpus);
	return err;
}

/* --- the table of tables --------------------------------------------------------------------- */

static const struct pn_csv_table states = { "states", put_state, state_rows };
static const struct pn_csv_table cpu_states = { "cpu-states", put_cpu_state, cpu_state_rows };
static const struct pn_csv_table cpus = { "cpus", put_cpu, cpu_rows };
static const struct pn_csv_table groups = { "groups", put_group, group_rows };
static const struct pn_csv_table nightmares = { "nightmares", put_nightmare, nightmare_rows };
static const struct pn_csv_table chains = { "chains", put_chains, cpu_state_rows };
static const struct pn_csv_table wakes = { "wakes", put_wakes, cpu_state_rows };
static const struct pn_csv_table quality = { "quality", put_quality, cpu_rows };

static const struct pn_csv_table *const tables[] = {
	&states,	 &cpu_states,	      &cpus,
	&groups,	 &nightmares,	      &chains,
	&wakes,		 &pn_csv_irqs,	      &pn_csv_hist,
	&pn_csv_bins,	 &pn_csv_units,	      &pn_csv_blame,
	&pn_csv_latency, &pn_csv_cpu_latency, &quality,
};

const struct pn_csv_table *pn_csv_table_find(const char *name)
{
	for (size_t i = 0; i < sizeof(tables) / sizeof(tables[0]); i++) {
		if (strcmp(tables[i]->name, name) == 0)
			return tables[i];
	}
	return NULL;
}

const char *pn_report_table(size_t index)
{
	return index < sizeof(tables) / sizeof(tables[0]) ? tables[index]->name : NULL;
}
