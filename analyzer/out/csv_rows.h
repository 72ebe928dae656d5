/* SPDX-License-Identifier: GPL-2.0-only */
/* Which rows the tables of the CSV report have; private to it. */
#ifndef PN_OUT_CSV_ROWS_H
#define PN_OUT_CSV_ROWS_H

#include "out/csv.h"

/** pn_csv_rows_fn - adds the rows for what @row speaks of; 0 or a negative errno */
typedef int (*pn_csv_rows_fn)(struct pn_csv *csv, struct pn_csv_row *row);

/** pn_csv_each_cpu - calls @rows for each CPU of the section; what that returns */
int pn_csv_each_cpu(struct pn_csv *csv, struct pn_csv_row *row, pn_csv_rows_fn rows);

/** pn_csv_each_state - the same for each state of row->figures.stats that is asked for */
int pn_csv_each_state(struct pn_csv *csv, struct pn_csv_row *row, pn_csv_rows_fn rows);

/** pn_csv_each_group - the same for each group of a kind; or -ENOMEM */
int pn_csv_each_group(struct pn_csv *csv, struct pn_csv_row *row, enum pn_group_kind kind,
		      pn_csv_rows_fn rows);

/** pn_csv_add_row - adds @row itself (a pn_csv_rows_fn) */
int pn_csv_add_row(struct pn_csv *csv, struct pn_csv_row *row);

/** pn_csv_add_states - adds a row for each state (a pn_csv_rows_fn) */
int pn_csv_add_states(struct pn_csv *csv, struct pn_csv_row *row);

/** pn_csv_put_place - adds the cells for a CPU and one of its states; 0 or -ENOMEM */
int pn_csv_put_place(struct json_object *cells, const struct pn_csv_row *row);

#endif
