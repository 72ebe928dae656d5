// SPDX-License-Identifier: GPL-2.0-only
/* The text report's figures by CPU, core, cluster and package. */
#include <inttypes.h>

#include "out/text.h"

/* What all states of some CPUs come to. */
struct sums {
	uint64_t entries;
	uint64_t completed;
	uint64_t above;
	uint64_t below;
	uint64_t pn;
	uint64_t pn_ns;
};

static struct sums add_up(const struct pn_cpu_stats *stats)
{
	struct sums sums = { 0 };

	for (uint32_t s = 0; s < stats->nr_states; s++) {
		const struct pn_state_stats *state = &stats->states[s];

		sums.entries += state->entries;
		sums.completed += state->stay.count;
		sums.above += state->above.count;
		sums.below += state->below.count;
		sums.pn += state->pn.count;
		sums.pn_ns += state->pn.ns;
	}
	return sums;
}

static void add_no_data(struct pn_table *table)
{
	for (int i = 0; i < 7; i++)
		pn_table_cell(table, "-");
}

/* The cells from the rate on, the same for every row. */
static void add_figures(struct pn_table *table, const struct pn_text *text,
			const struct pn_cpu_stats *stats)
{
	struct sums sums = add_up(stats);
	uint64_t all = stats->has_table ? sums.completed : 0;
	char a[PN_FIGURE_LEN];

	if (pn_stats_silent(stats)) {
		add_no_data(table);
		return;
	}
	pn_table_cell(table, "%s", pn_text_rate(sums.entries, text->length_ns, a));
	pn_table_cell(table, "%s", pn_text_pct(pn_stats_idle_ns(stats), stats->span_ns, a));
	pn_table_cell(table, "%s", pn_text_pct(stats->busy_ns, stats->span_ns, a));
	pn_table_cell(table, "%s", pn_text_pct(stats->unknown_ns, stats->span_ns, a));
	pn_table_cell(table, "%s", pn_text_pct(sums.above, all, a));
	pn_table_cell(table, "%s", pn_text_pct(sums.below, all, a));
	pn_table_cell(table, "%" PRIu64, sums.pn);
}

static void add_entries(struct pn_table *table, const struct pn_cpu_stats *stats)
{
	if (pn_stats_silent(stats))
		pn_table_cell(table, "no data");
	else
		pn_table_cell(table, "%" PRIu64, add_up(stats).entries);
}

static void add_pn_share(struct pn_table *table, const struct pn_cpu_stats *stats)
{
	char a[PN_FIGURE_LEN];

	pn_table_cell(table, "%s",
		      pn_stats_silent(stats) ? "-"
					     : pn_text_pct(add_up(stats).pn_ns, stats->span_ns, a));
}

int pn_text_cpus(const struct pn_text *text)
{
	static const char *const titles[] = { "<CPU",	"entries", "per s",  "% idle",
					      "% busy", "% unkn",  "% deep", "% shal",
					      "PN",	"% PN",	   NULL };
	struct pn_table table;

	fprintf(text->out, "\nCPUs: idle, busy, unknown in %% of the window; deep, shallow in"
			   " %% of stays\n");
	pn_table_init(&table, titles);
	for (uint32_t i = 0; i < text->section->nr_cpus; i++) {
		pn_table_cell(&table, "%" PRIu32, text->section->cpus[i].cpu);
		add_entries(&table, &text->section->cpus[i]);
		add_figures(&table, text, &text->section->cpus[i]);
		add_pn_share(&table, &text->section->cpus[i]);
	}
	pn_table_cell(&table, "all");
	add_entries(&table, &text->total);
	add_figures(&table, text, &text->total);
	add_pn_share(&table, &text->total);
	return pn_table_print(&table, text->out);
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
		for (uint32_t i = 0; i < groups.nr; i++) {
			pn_table_cell(&table, "%s", pn_text_place(&groups.list[i].place, a));
			add_list(&table, &groups.list[i].cpus);
			add_figures(&table, text, &groups.list[i].stats);
		}
		fputc('\n', text->out);
		err = pn_table_print(&table, text->out);
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
