// SPDX-License-Identifier: GPL-2.0-only
/* The text report's figures by idle state. */
#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "out/text.h"
#include "util/printable.h"

/* --- which states, and what they are called -------------------------------------------------- */

bool pn_text_wants_state(const struct pn_text *text, const struct pn_cpu_stats *stats,
			 const struct pn_state_table *table, uint32_t state)
{
	const struct pn_state_stats *figures = &stats->states[state];

	if (!pn_report_selects(text->options, (int32_t)state))
		return false;
	return (table && state < table->nr_states) || figures->entries ||
	       pn_state_idle_ns(figures) || figures->miss_above || figures->miss_below;
}

const char *pn_text_state_name(const struct pn_state_table *table, uint32_t state,
			       char buf[PN_FIGURE_LEN])
{
	if (table && state < table->nr_states && table->states[state].name[0])
		return pn_printable(table->states[state].name, buf, PN_TEXT_NAME);
	snprintf(buf, PN_FIGURE_LEN, "state %" PRIu32, state);
	return buf;
}

const struct pn_state_table *pn_text_table_of(const struct pn_text *text)
{
	return text->alike.nr == 1 ? text->alike.list[0].table : NULL;
}

/* --- one line a state, as it always was ----------------------------------------------------- */

static void print_idle_line(FILE *out, uint32_t state, const struct pn_state_stats *figures)
{
	uint64_t rest_ns = figures->stay.sum - figures->pn.ns;
	char rest[PN_FIGURE_LEN], pn[PN_FIGURE_LEN], ratio[PN_FIGURE_LEN];

	fprintf(out,
		"Idle State %" PRIu32 ": Total Entries: %" PRIu64 " : PowerNightmares: %" PRIu64
		" : Not PN time (seconds): %s : PN time: %s : Ratio: %s\n",
		state, figures->entries, figures->pn.count, pn_text_seconds(rest_ns, 6, rest),
		pn_text_seconds(figures->pn.ns, 6, pn),
		pn_text_ratio(figures->pn.ns, rest_ns, ratio));
}

void pn_text_idle_lines(const struct pn_text *text)
{
	if (pn_stats_silent(&text->total)) {
		fprintf(text->out, "\nNo idle event of any CPU: no data.\n");
		return;
	}
	fputc('\n', text->out);
	for (uint32_t s = 0; s < text->total.nr_states; s++) {
		if (pn_text_wants_state(text, &text->total, pn_text_table_of(text), s))
			print_idle_line(text->out, s, &text->total.states[s]);
	}
}

/* --- tables of some CPUs that are alike ----------------------------------------------------- */

static int print_residency(const struct pn_text *text, const struct pn_cpu_stats *stats,
			   const struct pn_state_table *states)
{
	static const char *const titles[] = { "#",	 "<state",    "target", "latency",
					      "entries", "entries/s", "% time", NULL };
	struct pn_table table;
	char a[PN_FIGURE_LEN];

	pn_table_init(&table, titles);
	for (uint32_t s = 0; s < stats->nr_states; s++) {
		const struct pn_state_stats *figures = &stats->states[s];
		bool listed = states && s < states->nr_states;

		if (!pn_text_wants_state(text, stats, states, s))
			continue;
		pn_table_cell(&table, "%" PRIu32, s);
		pn_table_cell(&table, "%s%s", pn_text_state_name(states, s, a),
			      !states && s == 1			     ? " (or default idle)"
			      : listed && states->states[s].disabled ? " (off)"
								     : "");
		pn_table_cell(&table, "%s",
			      listed ? pn_text_duration(states->states[s].target_residency_ns, a)
				     : "-");
		pn_table_cell(&table, "%s",
			      listed ? pn_text_duration(states->states[s].exit_latency_ns, a)
				     : "-");
		pn_table_cell(&table, "%" PRIu64, figures->entries);
		pn_table_cell(&table, "%s", pn_text_rate(figures->entries, text->length_ns, a));
		pn_table_cell(&table, "%s",
			      pn_text_pct(pn_state_idle_ns(figures),
					  stats->span_ns - stats->unknown_ns, a));
	}
	return pn_table_print(&table, text->out);
}

static void add_length(struct pn_table *table, bool any, uint64_t ns)
{
	char buf[PN_FIGURE_LEN];

	pn_table_cell(table, "%s", any ? pn_text_duration(ns, buf) : "-");
}

static int print_lengths(const struct pn_text *text, const struct pn_cpu_stats *stats,
			 const struct pn_state_table *states)
{
	static const char *const titles[] = { "#",   "<state", "completed", "mean", "p50",
					      "p99", "p99.9",  "max",	    NULL };
	static const uint32_t pct_milli[] = { 50000, 99000, 99900 };
	struct pn_table table;
	char a[PN_FIGURE_LEN];

	pn_table_init(&table, titles);
	for (uint32_t s = 0; s < stats->nr_states; s++) {
		const struct pn_dist *stay = &stats->states[s].stay;

		if (!pn_text_wants_state(text, stats, states, s))
			continue;
		pn_table_cell(&table, "%" PRIu32, s);
		pn_table_cell(&table, "%s", pn_text_state_name(states, s, a));
		pn_table_cell(&table, "%" PRIu64, stay->count);
		add_length(&table, stay->count, (uint64_t)(pn_dist_mean(stay) + 0.5));
		for (size_t i = 0; i < sizeof(pct_milli) / sizeof(pct_milli[0]); i++)
			add_length(&table, stay->count,
				   stay->count ? pn_dist_percentile(stay, pct_milli[i]) : 0);
		add_length(&table, stay->count, stay->max);
	}
	return pn_table_print(&table, text->out);
}

static void add_verdict(struct pn_table *table, const struct pn_tally *tally,
			const struct pn_state_stats *figures, uint64_t idle_ns)
{
	char buf[PN_FIGURE_LEN];

	pn_table_cell(table, "%" PRIu64, tally->count);
	pn_table_cell(table, "%s", pn_text_pct(tally->count, figures->stay.count, buf));
	pn_table_cell(table, "%s", pn_text_pct(tally->ns, idle_ns, buf));
}

static int print_verdicts(const struct pn_text *text, const struct pn_cpu_stats *stats,
			  const struct pn_state_table *states)
{
	static const char *const titles[] = { "#",	 "<state",  "too deep", "% stays", "% idle",
					      "shallow", "% stays", "% idle",	"excess",  NULL };
	uint64_t idle_ns = pn_stats_idle_ns(stats);
	struct pn_table table;
	char a[PN_FIGURE_LEN];

	pn_table_init(&table, titles);
	for (uint32_t s = 0; s < stats->nr_states; s++) {
		const struct pn_state_stats *figures = &stats->states[s];

		if (!pn_text_wants_state(text, stats, states, s))
			continue;
		pn_table_cell(&table, "%" PRIu32, s);
		pn_table_cell(&table, "%.12s", pn_text_state_name(states, s, a));
		add_verdict(&table, &figures->above, figures, idle_ns);
		add_verdict(&table, &figures->below, figures, idle_ns);
		pn_table_cell(&table, "%s", pn_text_duration(figures->excess_ns, a));
	}
	return pn_table_print(&table, text->out);
}

static int print_tables(const struct pn_text *text, const char *who,
			const struct pn_cpu_stats *stats, const struct pn_state_table *states)
{
	int err;

	fprintf(text->out, "\nIdle states%s\n", who);
	err = print_residency(text, stats, states);
	if (err)
		return err;
	fprintf(text->out, "\nLengths of completed stays%s\n", who);
	err = print_lengths(text, stats, states);
	if (err)
		return err;
	if (!states)
		return 0;
	fprintf(text->out, "\nChoices against what the stays turned out to be%s\n", who);
	return print_verdicts(text, stats, states);
}

static void print_no_table(const struct pn_text *text, const char *who)
{
	fprintf(text->out,
		"\nNot available%s, since the table of idle states is missing: too deep,\n"
		"too shallow, excess, chains. Give the table of the recorded machine with\n"
		"-s FILE; 'analyzer states' makes one there. Without it, state 0 may be the\n"
		"kernel's own polling loop and state 1 its default idle, and any state but the\n"
		"deepest that was seen can hold a powernightmare.\n",
		who);
}

int pn_text_states(const struct pn_text *text)
{
	char cpus[40] = "", who[64] = "";
	int err = 0;

	for (uint32_t i = 0; !err && i < text->alike.nr; i++) {
		const struct pn_group *group = &text->alike.list[i];

		if (pn_stats_silent(&group->stats))
			continue;
		pn_cpuset_format(&group->cpus, cpus, sizeof(cpus));
		if (text->alike.nr > 1)
			snprintf(who, sizeof(who), ", CPU %s", cpus);
		err = print_tables(text, who, &group->stats, group->table);
		if (!group->table)
			print_no_table(text, who);
	}
	return err;
}

int pn_text_cpu_states(const struct pn_text *text)
{
	char who[64];
	int err = 0;

	for (uint32_t i = 0; text->options->per_cpu && !err && i < text->section->nr_cpus; i++) {
		const struct pn_cpu_stats *cpu = &text->section->cpus[i];

		if (pn_stats_silent(cpu))
			continue;
		snprintf(who, sizeof(who), ", CPU %" PRIu32, cpu->cpu);
		err = print_tables(text, who, cpu,
				   pn_machine_table(text->summary->machine, cpu->cpu));
	}
	return err;
}
