/* SPDX-License-Identifier: GPL-2.0-only */
/* The tables of the CSV report; private to it. */
#ifndef PN_OUT_CSV_H
#define PN_OUT_CSV_H

#include "core/figure.h"
#include "out/groups.h"
#include "out/report.h"

struct json_object;

/** struct pn_csv_row - what a row speaks of; a table uses what it needs */
struct pn_csv_row {
	const struct pn_summary *summary;
	const struct pn_section *section;
	struct pn_figures figures; /* of a CPU or a sum of CPUs, and of one of its states */
	const struct pn_state_table *table; /* that names the states, or NULL */
	uint32_t state;
	const struct pn_group *group;
	enum pn_group_kind kind;
	const struct pn_nightmare *nightmare;
	const struct pn_unit_stats *unit;
	const struct pn_blame *blame;
	const struct pn_latency_cell *cell;
	const struct pn_sdist *busy; /* baseline of the cell */
	const struct pn_irq_stats *irq;
	uint32_t index; /* of a bucket or a time bin */
	const struct pn_bin *bin;
};

struct pn_csv;

/** struct pn_csv_table - a table */
struct pn_csv_table {
	const char *name; /* as given to --table */

	/* adds the cells of a row to an object under the columns' names; 0 or -ENOMEM */
	int (*put)(struct json_object *cells, const struct pn_csv_row *row);

	/* adds the rows of row->section; 0 or a negative errno */
	int (*rows)(struct pn_csv *csv, struct pn_csv_row *row);
};

/** struct pn_csv - a table on its way */
struct pn_csv {
	const struct pn_csv_table *table;
	const struct pn_report_options *options;
	FILE *out;
};

/** The tables that have files of their own. */
extern const struct pn_csv_table pn_csv_hist, pn_csv_bins, pn_csv_units, pn_csv_blame;
extern const struct pn_csv_table pn_csv_latency, pn_csv_cpu_latency, pn_csv_irqs;

/** pn_csv_add - writes a row; 0 or -ENOMEM */
int pn_csv_add(struct pn_csv *csv, const struct pn_csv_row *row);

/** pn_csv_table_find - the table called @name, or NULL */
const struct pn_csv_table *pn_csv_table_find(const char *name);

#endif
