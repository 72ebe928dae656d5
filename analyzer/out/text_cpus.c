// SPDX-License-Identifier: GPL-2.0-only
/* The text report's figures by CPU, core, cluster and package. */
#include <inttypes.h>

#include "out/text.h"

/* How much of a row there is room for. */
enum width {
	NARROW,
	WIDE, /* with the number of entries before, and the share of powernightmares behind */
};

static void add_known(struct pn_table *table, const struct pn_text *text,
		      const struct pn_cpu_stats *stats, const struct pn_state_stats *sum,
		      enum width width)
{
	uint64_t judged = stats->has_table ? sum->stay.count : 0;
	char a[PN_FIGURE_LEN];

	if (width == WIDE)
		pn_table_cell(table, "%" PRIu64, sum->entries);
	pn_table_cell(table, "%s", pn_text_rate(sum->entries, text->length_ns, a));
	pn_table_cell(table, "%s", pn_text_pct(pn_state_idle_ns(sum), stats->span_ns, a));
	pn_table_cell(table, "%s", pn_text_pct(stats->busy_ns, stats->span_ns, a));
	pn_table_cell(table, "%s", pn_text_pct(stats->unknown_ns, stats->span_ns, a));
	pn_table_cell(table, "%s", pn_text_pct(sum->above.count, judged, a));
	pn_table_cell(table, "%s", pn_text_pct(sum->below.count, judged, a));
	pn_table_cell(table, "%" PRIu64, sum->pn.count);
	if (width == WIDE)
		pn_table_cell(table, "%s", pn_text_pct(sum->pn.ns, stats->span_ns, a));
}

/* The cells behind the name of a row. */
static int add_figures(struct pn_table *table, const struct pn_text *text,
		       const struct pn_cpu_stats *stats, enum width width)
{
	struct pn_state_stats sum;
	int err;

	if (pn_stats_silent(stats)) {
		pn_table_cell(table, "%s", width == WIDE ? "no data" : "-");
		while (table->column)
			pn_table_cell(table, "-");
		return 0;
	}
	err = pn_stats_sum_states(stats, &sum);
	if (err)
		return err;
	add_known(table, text, stats, &sum, width);
	pn_dist_free(&sum.stay);
	return 0;
}

int pn_text_cpus(const struct pn_text *text)
{
	static const char *const titles[] = { "<CPU",	"entries", "per s",  "% idle",
					      "% busy", "% unkn",  "% deep", "% shal",
					      "PN",	"% PN",	   NULL };
	struct pn_table table;
	int err = 0;

	fprintf(text->out, "\nCPUs: idle, busy, unknown in %% of the window; deep, shallow in"
			   " %% of stays\n");
	pn_table_init(&table, titles);
	for (uint32_t i = 0; !err && i < text->section->nr_cpus; i++) {
		pn_table_cell(&table, "%" PRIu32, text->section->cpus[i].cpu);
		err = add_figures(&table, text, &text->section->cpus[i], WIDE);
	}
	pn_table_cell(&table, "all");
	if (!err)
		err = add_figures(&table, text, &text->total, WIDE);
	return pn_table_end(&table, text->out, err);
}

/* Long lists are cut; the other forms of the report have them whole. */
static void add_list(struct pn_table *table, const struct pn_cpuset *cpus)
{
	char list[15];
	size_t length = pn_cpuset_format(cpus, list, sizeof(list));

	pn_table_cell(table, "%s%s", list, length < sizeof(list) ? "" : "..");
}

/* A kind of group that says what another table says already is left out. */
static bool worth_it(const struct pn_groups *groups, uint32_t nr_cpus)
{
	return groups->nr > 1 && groups->nr < nr_cpus;
}

static int print_groups(const struct pn_text *text, enum pn_group_kind kind)
{
	const char *titles[] = { pn_group_name(kind),
				 "<CPUs",
				 "per s",
				 "% idle",
				 "% busy",
				 "% unkn",
				 "% deep",
				 "% shal",
				 "PN",
				 NULL };
	char a[PN_FIGURE_LEN];
	struct pn_groups groups;
	struct pn_table table;
	int err = pn_groups_make(text->summary, text->section, kind, &groups);

	if (err)
		return err;
	if (worth_it(&groups, text->section->nr_cpus)) {
		pn_table_init(&table, titles);
		for (uint32_t i = 0; !err && i < groups.nr; i++) {
			pn_table_cell(&table, "%s", pn_text_place(&groups.list[i].place, a));
			add_list(&table, &groups.list[i].cpus);
			err = add_figures(&table, text, &groups.list[i].stats, NARROW);
		}
		fputc('\n', text->out);
		err = pn_table_end(&table, text->out, err);
	}
	pn_groups_free(&groups);
	return err;
}

int pn_text_groups(const struct pn_text *text)
{
	int err = 0;

	for (int kind = PN_GROUP_CORE; !err && kind < PN_GROUP_NR; kind++)
		err = print_groups(text, (enum pn_group_kind)kind);
	return err;
}
