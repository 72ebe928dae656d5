// SPDX-License-Identifier: GPL-2.0-only
/* The text report on units of several CPUs: when all of them were idle, and who was in the way. */
#include <inttypes.h>

#include "core/unit.h"
#include "out/text.h"

/* The time in which the state of every CPU of a unit is known. */
static uint64_t known_ns(const struct pn_unit_stats *unit)
{
	return unit->span_ns - unit->unknown_ns;
}

/* The time in which all CPUs of a unit were idle. */
static uint64_t idle_ns(const struct pn_unit_stats *unit)
{
	uint64_t sum = 0;

	for (uint32_t s = 0; s < unit->nr_states; s++)
		sum += unit->states[s].ns;
	return sum;
}

static void add_unit(struct pn_table *table, const struct pn_unit_stats *unit)
{
	char a[PN_FIGURE_LEN];

	pn_table_cell(table, "%s", pn_unit_name((enum pn_unit_level)unit->level));
	pn_table_cell(table, "%s", pn_text_place(&unit->unit, a));
}

/* @all_ns is what the share is of. */
static void add_time(struct pn_table *table, uint64_t times, uint64_t ns, uint64_t all_ns)
{
	char a[PN_FIGURE_LEN];

	pn_table_cell(table, "%" PRIu64, times);
	pn_table_cell(table, "%s", pn_text_duration(ns, a));
	pn_table_cell(table, "%s", pn_text_pct(ns, all_ns, a));
}

static int print_table(struct pn_table *table, FILE *out, const char *title)
{
	if (table->nr_rows) {
		fprintf(out, "\n%s\n", title);
		return pn_table_print(table, out);
	}
	fprintf(out, "\n%s: never\n", title);
	return table->err;
}

static void add_states(struct pn_table *table, const struct pn_text *text,
		       const struct pn_unit_stats *unit)
{
	const struct pn_state_table *states =
		pn_unit_table(text->summary->machine, (enum pn_unit_level)unit->level, &unit->unit);
	char a[PN_FIGURE_LEN];

	for (uint32_t s = 0; s < unit->nr_states; s++) {
		if (!unit->states[s].times && !unit->states[s].ns)
			continue;
		add_unit(table, unit);
		pn_table_cell(table, "%" PRIu32, unit->nr_cpus);
		pn_table_cell(table, "%" PRIu32 " %s", s, pn_text_state_name(states, s, a));
		add_time(table, unit->states[s].times, unit->states[s].ns, known_ns(unit));
		pn_table_cell(table, "%s", pn_text_pct(unit->unknown_ns, unit->span_ns, a));
	}
}

static int print_states(const struct pn_text *text)
{
	static const char *const titles[] = { "<unit", "<number", "CPUs",   "<shallowest", "times",
					      "time",  "% time",  "% unkn", NULL };
	struct pn_table table;

	pn_table_init(&table, titles);
	for (uint32_t i = 0; i < text->section->nr_units; i++)
		add_states(&table, text, &text->section->units[i]);
	return print_table(&table, text->out,
			   "All CPUs of a unit idle, by the shallowest of their states");
}

static void add_blames(struct pn_table *table, const struct pn_text *text,
		       const struct pn_unit_stats *unit)
{
	char a[PN_FIGURE_LEN];

	for (uint32_t i = 0; i < unit->nr_blames; i++) {
		const struct pn_blame *blame = &unit->blames[i];
		const struct pn_state_table *states =
			pn_machine_table(text->summary->machine, blame->cpu);
		uint32_t state = (uint32_t)blame->state;

		add_unit(table, unit);
		pn_table_cell(table, "%" PRIu32, blame->cpu);
		pn_table_cell(table, "%" PRIu32 " %s", state, pn_text_state_name(states, state, a));
		add_time(table, blame->times, blame->ns, idle_ns(unit));
	}
}

static int print_blames(const struct pn_text *text)
{
	static const char *const titles[] = { "<unit", "<number", "CPU",    "<in state",
					      "times", "time",	  "% idle", NULL };
	struct pn_table table;

	pn_table_init(&table, titles);
	for (uint32_t i = 0; i < text->section->nr_units; i++)
		add_blames(&table, text, &text->section->units[i]);
	return print_table(&table, text->out,
			   "Of that, one CPU alone shallower than all others of its unit");
}

int pn_text_units(const struct pn_text *text)
{
	int err;

	if (!text->section->nr_units)
		return 0;
	err = print_states(text);
	return err ? err : print_blames(text);
}
