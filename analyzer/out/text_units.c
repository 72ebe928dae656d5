// SPDX-License-Identifier: GPL-2.0-only
/* Cores, clusters and packages in the text report: when all idle, and which CPU was in the way. */
#include <inttypes.h>

#include "out/text.h"

static const char *unit_label(const struct pn_unit_stats *unit, char buf[PN_FIGURE_LEN])
{
	int32_t number = unit->unit.package;

	if (unit->level == PN_UNIT_CORE)
		number = unit->unit.core;
	if (unit->level == PN_UNIT_CLUSTER)
		number = unit->unit.cluster;
	snprintf(buf, PN_FIGURE_LEN, "%s %" PRId32, pn_unit_name(unit->level), number);
	return buf;
}

static void add_states(struct pn_table *table, const struct pn_text *text,
		       const struct pn_unit_stats *unit)
{
	uint64_t known_ns = unit->span_ns - unit->unknown_ns;
	char a[PN_FIGURE_LEN];

	for (uint32_t s = 0; s < unit->nr_states; s++) {
		if (!unit->states[s].times)
			continue;
		pn_table_cell(table, "%s", unit_label(unit, a));
		pn_table_cell(table, "%" PRIu32, unit->nr_cpus);
		pn_table_cell(table, "%s", pn_text_state_name(pn_text_table_of(text), s, a));
		pn_table_cell(table, "%" PRIu64, unit->states[s].times);
		pn_table_cell(table, "%s", pn_text_duration(unit->states[s].ns, a));
		pn_table_cell(table, "%s", pn_text_pct(unit->states[s].ns, known_ns, a));
		pn_table_cell(table, "%s", pn_text_pct(unit->unknown_ns, unit->span_ns, a));
	}
}

static void add_blames(struct pn_table *table, const struct pn_text *text,
		       const struct pn_unit_stats *unit)
{
	uint64_t idle_ns = 0;
	char a[PN_FIGURE_LEN];

	for (uint32_t s = 0; s < unit->nr_states; s++)
		idle_ns += unit->states[s].ns;
	for (uint32_t i = 0; i < unit->nr_blames; i++) {
		const struct pn_blame *blame = &unit->blames[i];

		pn_table_cell(table, "%s", unit_label(unit, a));
		pn_table_cell(table, "%" PRIu32, blame->cpu);
		pn_table_cell(table, "%s", pn_text_state_name(pn_text_table_of(text),
							      (uint32_t)blame->state, a));
		pn_table_cell(table, "%" PRIu64, blame->times);
		pn_table_cell(table, "%s", pn_text_duration(blame->ns, a));
		pn_table_cell(table, "%s", pn_text_pct(blame->ns, idle_ns, a));
	}
}

int pn_text_units(const struct pn_text *text)
{
	static const char *const columns[] = { "<unit", "CPUs",	  "<shallowest", "times",
					       "time",	"% time", "% unkn",	 NULL };
	static const char *const blame[] = { "<unit", "CPU",  "<alone in", "times",
					     "time",  "% of all idle", NULL };
	const struct pn_section *section = text->section;
	struct pn_table states, blames;
	int err;

	if (!section->nr_units)
		return 0;
	pn_table_init(&states, columns);
	pn_table_init(&blames, blame);
	for (uint32_t i = 0; i < section->nr_units; i++) {
		add_states(&states, text, &section->units[i]);
		add_blames(&blames, text, &section->units[i]);
	}
	fprintf(text->out, "\nAll CPUs of a unit idle, by the shallowest state among them\n");
	err = pn_table_print(&states, text->out);
	fprintf(text->out, "\nOne CPU alone shallower than all others of its unit, all idle\n");
	return err | pn_table_print(&blames, text->out);
}
