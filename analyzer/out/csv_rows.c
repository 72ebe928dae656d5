// SPDX-License-Identifier: GPL-2.0-only
/* Which rows the tables of the CSV report have. */
#include "out/csv_rows.h"

#include "out/json_figures.h"
#include "util/json_put.h"

int pn_csv_each_cpu(struct pn_csv *csv, struct pn_csv_row *row, pn_csv_rows_fn rows)
{
	int err = 0;

	for (uint32_t i = 0; !err && i < row->section->nr_cpus; i++) {
		row->figures.stats = &row->section->cpus[i];
		row->table = pn_machine_table(row->summary->machine, row->figures.stats->cpu);
		err = rows(csv, row);
	}
	return err;
}

int pn_csv_each_state(struct pn_csv *csv, struct pn_csv_row *row, pn_csv_rows_fn rows)
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

int pn_csv_each_group(struct pn_csv *csv, struct pn_csv_row *row, enum pn_group_kind kind,
		      pn_csv_rows_fn rows)
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

int pn_csv_add_row(struct pn_csv *csv, struct pn_csv_row *row)
{
	return pn_csv_add(csv, row);
}

int pn_csv_add_states(struct pn_csv *csv, struct pn_csv_row *row)
{
	return pn_csv_each_state(csv, row, pn_csv_add_row);
}

int pn_csv_put_place(struct json_object *cells, const struct pn_csv_row *row)
{
	int err = pn_json_put_u64(cells, "cpu", row->figures.stats->cpu);

	return err | pn_json_put_state_name(cells, row->table, row->state);
}
