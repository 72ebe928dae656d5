// SPDX-License-Identifier: GPL-2.0-only
/* The tables of the CSV report on units of several CPUs. */
#include "out/csv_rows.h"
#include "out/json_units.h"

static int put_unit_state(struct json_object *cells, const struct pn_csv_row *row)
{
	int err = pn_json_put_unit_name(cells, row->unit);

	return err | pn_json_put_unit_state(cells, row->table, row->state,
					    &row->unit->states[row->state]);
}

static int unit_rows(struct pn_csv *csv, struct pn_csv_row *row)
{
	const struct pn_section *section = row->section;
	int err = 0;

	for (uint32_t i = 0; !err && i < section->nr_units; i++) {
		row->unit = &section->units[i];
		row->table = pn_unit_table(row->summary->machine,
					   (enum pn_unit_level)row->unit->level, &row->unit->unit);
		for (row->state = 0; !err && row->state < row->unit->nr_states; row->state++) {
			if (pn_report_selects(csv->options, (int32_t)row->state))
				err = pn_csv_add(csv, row);
		}
	}
	return err;
}

static int put_blame(struct json_object *cells, const struct pn_csv_row *row)
{
	int err = pn_json_put_unit_name(cells, row->unit);

	return err | pn_json_put_blame(cells, row->table, row->blame);
}

static int blame_rows(struct pn_csv *csv, struct pn_csv_row *row)
{
	int err = 0;

	for (uint32_t i = 0; i < row->section->nr_units; i++) {
		row->unit = &row->section->units[i];
		for (uint32_t b = 0; !err && b < row->unit->nr_blames; b++) {
			row->blame = &row->unit->blames[b];
			row->table = pn_machine_table(row->summary->machine, row->blame->cpu);
			if (pn_report_selects(csv->options, row->blame->state))
				err = pn_csv_add(csv, row);
		}
	}
	return err;
}

const struct pn_csv_table pn_csv_units = { "units", put_unit_state, unit_rows };
const struct pn_csv_table pn_csv_blame = { "blame", put_blame, blame_rows };
