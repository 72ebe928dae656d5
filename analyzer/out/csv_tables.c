// SPDX-License-Identifier: GPL-2.0-only
/* The tables of the CSV report: which columns they have, and which rows. */
#include <string.h>

#include "out/csv.h"
#include "out/json_figures.h"
#include "util/json_put.h"

typedef int (*rows_fn)(struct pn_csv *csv, struct pn_csv_row *row);

/* --- rows for ... ---------------------------------------------------------------------------- */

static int each_cpu(struct pn_csv *csv, struct pn_csv_row *row, rows_fn rows)
{
	int err = 0;

	for (uint32_t i = 0; !err && i < row->section->nr_cpus; i++) {
		row->figures.stats = &row->section->cpus[i];
		row->table = pn_machine_table(row->summary->machine, row->figures.stats->cpu);
		err = rows(csv, row);
	}
	return err;
}

static int each_state(struct pn_csv *csv, struct pn_csv_row *row, rows_fn rows)
{
	const struct pn_cpu_stats *stats = row->figures.stats;
	int err = 0;

	for (uint32_t s = 0; !err && s < stats->nr_states; s++) {
		if (!pn_report_selects(csv->options, (int32_t)s))
			continue;
		row->state = s;
		row->figures.state = &stats->states[s];
		err = rows(csv, row);
	}
	row->figures.state = NULL;
	return err;
}

static int each_group(struct pn_csv *csv, struct pn_csv_row *row, enum pn_group_kind kind,
		      rows_fn rows)
{
	struct pn_groups groups;
	int err = pn_groups_make(row->summary, row->section, kind, &groups);

	for (uint32_t i = 0; !err && i < groups.nr; i++) {
		row->kind = kind;
		row->group = &groups.list[i];
		row->table = groups.list[i].table;
		row->figures.stats = &groups.list[i].stats;
		err = rows(csv, row);
	}
	pn_groups_free(&groups);
	return err;
}

static int add_row(struct pn_csv *csv, struct pn_csv_row *row)
{
	return pn_csv_add(csv, row);
}

static int add_states(struct pn_csv *csv, struct pn_csv_row *row)
{
	return each_state(csv, row, add_row);
}

static int cpu_rows(struct pn_csv *csv, struct pn_csv_row *row)
{
	return each_cpu(csv, row, add_row);
}

static int cpu_state_rows(struct pn_csv *csv, struct pn_csv_row *row)
{
	return each_cpu(csv, row, add_states);
}

/* CPUs with other states than the rest have rows of their own: numbers alone mean nothing. */
static int state_rows(struct pn_csv *csv, struct pn_csv_row *row)
{
	return each_group(csv, row, PN_GROUP_TABLE, add_states);
}

static int group_rows(struct pn_csv *csv, struct pn_csv_row *row)
{
	int err = 0;

	for (int kind = PN_GROUP_CORE; !err && kind < PN_GROUP_NR; kind++)
		err = each_group(csv, row, (enum pn_group_kind)kind, add_row);
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

static int put_place(struct json_object *cells, const struct pn_csv_row *row)
{
	int err = pn_json_put_u64(cells, "cpu", row->figures.stats->cpu);

	return err | pn_json_put_state_name(cells, row->table, row->state);
}

static int put_chains(struct json_object *cells, const struct pn_csv_row *row)
{
	static const char *const names[] = { "chains", "chains_ns", "chain_max_ns", NULL };

	return put_place(cells, row) | put_some(cells, &row->figures, names);
}

static int put_wakes(struct json_object *cells, const struct pn_csv_row *row)
{
	static const char *const names[] = { "completed", "woken_timer", "woken_irq",
					     "woken_ipi", "woken_task",	 "woken_unknown",
					     NULL };

	return put_place(cells, row) | put_some(cells, &row->figures, names);
}

/* --- distributions --------------------------------------------------------------------------- */

static int put_bucket(struct json_object *cells, const struct pn_csv_row *row)
{
	int err = pn_json_put_cpus(cells, "cpus", &row->group->cpus);

	err |= pn_json_put_state_name(cells, row->table, row->state);
	err |= pn_json_put_u64(cells, "low_ns", pn_hist_low(row->index));
	err |= pn_json_put_u64(cells, "high_ns", pn_hist_high(row->index));
	err |= pn_json_put_u64(cells, "count",
			       pn_hist_at(&row->figures.state->stay.hist, row->index));
	return err;
}

static int add_buckets(struct pn_csv *csv, struct pn_csv_row *row)
{
	const struct pn_hist *hist = &row->figures.state->stay.hist;
	int err = 0;

	for (uint32_t i = pn_hist_next(hist, 0); !err && i < PN_HIST_BUCKETS;
	     i = pn_hist_next(hist, i + 1)) {
		row->index = i;
		err = pn_csv_add(csv, row);
	}
	return err;
}

static int add_all_buckets(struct pn_csv *csv, struct pn_csv_row *row)
{
	return each_state(csv, row, add_buckets);
}

static int bucket_rows(struct pn_csv *csv, struct pn_csv_row *row)
{
	return each_group(csv, row, PN_GROUP_TABLE, add_all_buckets);
}

/* --- time bins ------------------------------------------------------------------------------- */

static int put_bin(struct json_object *cells, const struct pn_csv_row *row)
{
	const struct pn_bins *bins = &row->figures.stats->bins;
	bool has_table = row->figures.stats->has_table;
	uint64_t start_ns = bins->origin_ns + row->index * bins->width_ns;
	int err = put_place(cells, row);

	err |= pn_json_put_u64(cells, "bin", row->index);
	err |= pn_json_put_u64(cells, "start_ns", start_ns);
	err |= pn_json_put_u64(cells, "end_ns", start_ns + bins->width_ns);
	err |= pn_json_put_u64(cells, "entries", row->bin->entries);
	err |= pn_json_put_u64(cells, "completed", row->bin->completed);
	err |= has_table ? pn_json_put_u64(cells, "above", row->bin->above)
			 : pn_json_put_null(cells, "above");
	err |= has_table ? pn_json_put_u64(cells, "below", row->bin->below)
			 : pn_json_put_null(cells, "below");
	err |= pn_json_put_u64(cells, "pn", row->bin->pn);
	err |= pn_json_put_u64(cells, "idle_ns", row->bin->idle_ns);
	return err;
}

/* Every bin that the section touches, the empty ones too: a graph has to come down to zero. */
static int add_bins(struct pn_csv *csv, struct pn_csv_row *row)
{
	static const struct pn_bin empty;
	const struct pn_bins *bins = &row->figures.stats->bins;
	const struct pn_section *section = row->section;
	uint64_t end_ns = section->end_ns - bins->origin_ns;
	uint64_t first;
	int err = 0;

	if (!bins->width_ns || section->end_ns <= bins->origin_ns)
		return 0;
	first = section->start_ns > bins->origin_ns
			? (section->start_ns - bins->origin_ns) / bins->width_ns
			: 0;
	for (uint64_t i = first; !err && i < PN_BINS_MAX && i <= (end_ns - 1) / bins->width_ns;
	     i++) {
		bool kept = i < bins->nr_bins && row->state < bins->nr_states;

		row->index = (uint32_t)i;
		row->bin = kept ? &bins->bins[i * bins->nr_states + row->state] : &empty;
		err = pn_csv_add(csv, row);
	}
	return err;
}

static int add_all_bins(struct pn_csv *csv, struct pn_csv_row *row)
{
	return pn_stats_silent(row->figures.stats) ? 0 : each_state(csv, row, add_bins);
}

static int bin_rows(struct pn_csv *csv, struct pn_csv_row *row)
{
	return each_cpu(csv, row, add_all_bins);
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

static const struct pn_csv_table tables[] = {
	{ "states", put_state, state_rows },
	{ "cpu-states", put_cpu_state, cpu_state_rows },
	{ "cpus", put_cpu, cpu_rows },
	{ "groups", put_group, group_rows },
	{ "nightmares", put_nightmare, nightmare_rows },
	{ "chains", put_chains, cpu_state_rows },
	{ "hist", put_bucket, bucket_rows },
	{ "bins", put_bin, bin_rows },
	{ "wakes", put_wakes, cpu_state_rows },
	{ "quality", put_quality, cpu_rows },
};

const struct pn_csv_table *pn_csv_table_find(const char *name)
{
	for (size_t i = 0; i < sizeof(tables) / sizeof(tables[0]); i++) {
		if (strcmp(tables[i].name, name) == 0)
			return &tables[i];
	}
	return NULL;
}
