// SPDX-License-Identifier: GPL-2.0-only
/* The text report's powernightmares and chains, what ended stays, and the kernel's own verdicts. */
#include <inttypes.h>

#include "core/names.h"
#include "out/text.h"
#include "util/printable.h"

/* --- powernightmares ------------------------------------------------------------------------ */

/* What ended a powernightmare: "timer", "irq 120 nvme0q1", "-" where nothing of it was recorded. */
static void add_end(struct pn_table *table, const struct pn_text *text,
		    const struct pn_nightmare *nightmare)
{
	const struct pn_irq_stats *irq = NULL;
	char name[PN_NAME_LEN] = "";

	for (uint32_t i = 0; !irq && i < text->total.nr_irqs; i++) {
		if (text->total.irqs[i].number == nightmare->number)
			irq = &text->total.irqs[i];
	}
	if (irq)
		pn_printable(irq->name, name, sizeof(name));
	if (!pn_stats_tell_causes(&text->total))
		pn_table_cell(table, "-");
	else if (nightmare->ended_by == PN_WAKE_IRQ)
		pn_table_cell(table, "irq %" PRIu32 " %.10s", nightmare->number, name);
	else
		pn_table_cell(table, "%s", pn_wake_name(nightmare->ended_by));
}

static void add_worst(struct pn_table *table, const struct pn_text *text,
		      const struct pn_nightmare *nightmare)
{
	const struct pn_state_table *states =
		pn_machine_table(text->summary->machine, nightmare->cpu);
	char a[PN_FIGURE_LEN];

	pn_table_cell(table, "%s", pn_text_seconds(nightmare->start_ns, 6, a));
	pn_table_cell(table, "%" PRIu32, nightmare->cpu);
	pn_table_cell(table, "%.10s", pn_text_state_name(states, (uint32_t)nightmare->state, a));
	pn_table_cell(table, "%s", pn_text_duration(nightmare->length_ns, a));
	add_end(table, text, nightmare);
	if (nightmare->next_pid)
		pn_table_cell(table, "%.11s:%" PRIu32,
			      pn_printable(nightmare->next_comm, a, sizeof(a)),
			      nightmare->next_pid);
	else
		pn_table_cell(table, "-");
}

static int print_worst(const struct pn_text *text)
{
	static const char *const titles[] = { "start (s)", "CPU",	 "<state", "length",
					      "<ended by", "<next task", NULL };
	const struct pn_worst *worst = &text->section->worst;
	struct pn_table table;

	pn_table_init(&table, titles);
	for (uint32_t i = 0; i < worst->nr; i++) {
		if (pn_report_selects(text->options, worst->list[i].state))
			add_worst(&table, text, &worst->list[i]);
	}
	if (!table.nr_rows)
		return table.err;
	fprintf(text->out, "The longest:\n");
	return pn_table_print(&table, text->out);
}

/* --- chains --------------------------------------------------------------------------------- */

static int print_chains(const struct pn_text *text)
{
	static const char *const titles[] = { "#", "<state", "chains", "time", "longest", NULL };
	const struct pn_state_table *states = pn_text_table_of(text);
	const struct pn_cpu_stats *total = &text->total;
	struct pn_table table;
	char a[PN_FIGURE_LEN];

	pn_table_init(&table, titles);
	for (uint32_t s = 0; s < total->nr_states; s++) {
		const struct pn_state_stats *figures = &total->states[s];

		if (!figures->chain.count || !pn_report_selects(text->options, (int32_t)s))
			continue;
		pn_table_cell(&table, "%" PRIu32, s);
		pn_table_cell(&table, "%s", pn_text_state_name(states, s, a));
		pn_table_cell(&table, "%" PRIu64, figures->chain.count);
		pn_table_cell(&table, "%s", pn_text_duration(figures->chain.ns, a));
		pn_table_cell(&table, "%s", pn_text_duration(figures->chain_max_ns, a));
	}
	if (!table.nr_rows) {
		fprintf(text->out, "Powernightmare chains: 0\n");
		return table.err;
	}
	fprintf(text->out, "Powernightmare chains, by the state that holds most of them:\n");
	return pn_table_print(&table, text->out);
}

int pn_text_nightmares(const struct pn_text *text)
{
	const struct pn_state_stats *sum = &text->sum;
	char rate[PN_FIGURE_LEN], share[PN_FIGURE_LEN], longest[PN_FIGURE_LEN];
	int err;

	if (pn_stats_silent(&text->total))
		return 0;
	fprintf(text->out, "\nPowernightmares: %" PRIu64, sum->pn.count);
	if (sum->pn.count)
		fprintf(text->out, ", %s/s, %s %% of the CPUs' time, longest %s",
			pn_text_rate(sum->pn.count, text->length_ns, rate),
			pn_text_pct(sum->pn.ns, text->total.span_ns, share),
			pn_text_duration(sum->pn_max_ns, longest));
	fputc('\n', text->out);
	err = print_worst(text);
	if (err || !text->total.has_table)
		return err;
	return print_chains(text);
}

/* --- the kernel's own verdicts -------------------------------------------------------------- */

static void add_ours(struct pn_table *table, const struct pn_text *text, uint64_t count)
{
	if (text->total.has_table)
		pn_table_cell(table, "%" PRIu64, count);
	else
		pn_table_cell(table, "-");
}

static uint64_t distance(uint64_t a, uint64_t b)
{
	return a > b ? a - b : b - a;
}

/* How far ours and the kernel's verdicts are apart, in stays. */
static void print_agreement(const struct pn_text *text)
{
	uint64_t apart = 0, stays = 0;

	for (uint32_t s = 0; s < text->total.nr_states; s++) {
		const struct pn_state_stats *figures = &text->total.states[s];

		stays += figures->stay.count;
		apart += distance(figures->rule_above, figures->miss_above) +
			 distance(figures->rule_below, figures->miss_below);
	}
	fprintf(text->out,
		"\nThe kernel's own verdicts (cpu_idle_miss)%s,\nbeside those by length and table: ",
		text->summary->params.verdicts == PN_VERDICTS_KERNEL ? ", which are used above"
								     : "");
	if (!text->total.has_table)
		fprintf(text->out, "no table to compare\n");
	else if (!apart)
		fprintf(text->out, "all agree\n");
	else
		fprintf(text->out, "%" PRIu64 " of %" PRIu64 " differ\n", apart, stays);
}

int pn_text_misses(const struct pn_text *text)
{
	static const char *const titles[] = {
		"#",	       "<state", "deep by length", "kernel says", "shallow by length",
		"kernel says", NULL
	};
	const struct pn_state_table *states = pn_text_table_of(text);
	struct pn_table table;
	char a[PN_FIGURE_LEN];

	if (!text->total.miss_events)
		return 0;
	pn_table_init(&table, titles);
	for (uint32_t s = 0; s < text->total.nr_states; s++) {
		const struct pn_state_stats *figures = &text->total.states[s];

		if (!pn_text_wants_state(text, &text->total, states, s))
			continue;
		pn_table_cell(&table, "%" PRIu32, s);
		pn_table_cell(&table, "%s", pn_text_state_name(states, s, a));
		add_ours(&table, text, figures->rule_above);
		pn_table_cell(&table, "%" PRIu64, figures->miss_above);
		add_ours(&table, text, figures->rule_below);
		pn_table_cell(&table, "%" PRIu64, figures->miss_below);
	}
	print_agreement(text);
	return pn_table_print(&table, text->out);
}
