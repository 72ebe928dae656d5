// SPDX-License-Identifier: GPL-2.0-only
/* The report for spreadsheets and scripts: one table, quoted as in RFC 4180, a line a row. */
#include <errno.h>
#include <string.h>

#include <json-c/json.h>

#include "out/csv.h"
#include "util/csv_text.h"
#include "util/json_put.h"

/* A row as an object, so that a column has the name that JSON has for its figure. */
static struct json_object *make_cells(const struct pn_csv_table *table,
				      const struct pn_csv_row *row)
{
	struct json_object *cells = json_object_new_object();

	if (pn_json_put_known_text(cells, "section", row->section->window.label) ||
	    table->put(cells, row)) {
		json_object_put(cells);
		return NULL;
	}
	return cells;
}

int pn_csv_add(struct pn_csv *csv, const struct pn_csv_row *row)
{
	struct json_object *cells = make_cells(csv->table, row);
	const char *comma = "";

	if (!cells)
		return -ENOMEM;
	json_object_object_foreach(cells, name, value)
	{
		(void)name;
		fputs(comma, csv->out);
		pn_csv_text(value ? json_object_get_string(value) : "", csv->out);
		comma = ",";
	}
	fputc('\n', csv->out);
	json_object_put(cells);
	return 0;
}

/* The names of the columns are those of any row, so those of one that says nothing. */
static int print_head(const struct pn_csv *csv)
{
	static const struct pn_summary summary;
	static const struct pn_section section;
	static const struct pn_cpu_stats stats;
	static const struct pn_state_stats state;
	static const struct pn_group group;
	static const struct pn_nightmare nightmare;
	static const struct pn_bin bin;
	static struct pn_unit_state unit_state;
	static const struct pn_unit_stats unit = { .nr_states = 1, .states = &unit_state };
	static const struct pn_blame blame;
	static const struct pn_latency_cell cell;
	static const struct pn_irq_stats irq;
	const struct pn_csv_row row = {
		.summary = &summary,
		.section = &section,
		.figures = { .stats = &stats, .state = &state },
		.group = &group,
		.nightmare = &nightmare,
		.unit = &unit,
		.blame = &blame,
		.cell = &cell,
		.irq = &irq,
		.bin = &bin,
	};
	struct json_object *cells = make_cells(csv->table, &row);
	const char *comma = "";

	if (!cells)
		return -ENOMEM;
	json_object_object_foreach(cells, name, value)
	{
		(void)value;
		fprintf(csv->out, "%s%s", comma, name);
		comma = ",";
	}
	fputc('\n', csv->out);
	json_object_put(cells);
	return 0;
}

static int write_csv(const struct pn_summary *summary, const struct pn_report_options *options,
		     FILE *out)
{
	struct pn_csv csv = { NULL, options, out };
	int err;

	csv.table = pn_csv_table_find(options->table ? options->table : "states");
	if (!csv.table)
		return -EINVAL;
	err = print_head(&csv);
	for (uint32_t i = 0; !err && i < summary->nr_sections; i++) {
		const struct pn_section *section = &summary->sections[i];
		struct pn_csv_row row = {
			.summary = summary,
			.section = section,
			.figures.length_ns = section->end_ns - section->start_ns,
			.figures.misses = pn_section_has_misses(section),
		};

		err = csv.table->rows(&csv, &row);
	}
	if (err)
		return err;
	return ferror(out) ? -EIO : 0;
}

const struct pn_report_ops pn_report_csv = {
	.name = "csv",
	.write = write_csv,
};
