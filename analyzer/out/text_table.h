/* SPDX-License-Identifier: GPL-2.0-only */
/* Tables of text whose columns are as wide as what stands in them. */
#ifndef PN_OUT_TEXT_TABLE_H
#define PN_OUT_TEXT_TABLE_H

#include <stdint.h>
#include <stdio.h>

#define PN_TABLE_COLUMNS 12
#define PN_TABLE_CELL	 48

/** struct pn_table_row - the cells of a row; an empty one stays blank */
struct pn_table_row {
	char cell[PN_TABLE_COLUMNS][PN_TABLE_CELL];
};

/** struct pn_table - a table while it is filled; set up by pn_table_init() */
struct pn_table {
	uint32_t nr_columns;
	const char *const *titles;
	uint32_t nr_rows;
	uint32_t room;
	uint32_t column; /* of the next cell */
	struct pn_table_row *rows;
	int err; /* -ENOMEM once a row could not be kept */
};

/**
 * pn_table_init - starts a table
 * @table: the table
 * @titles: one a column, at most PN_TABLE_COLUMNS, ended by NULL; has to outlive the table. Cells
 *          stand at the right, or at the left where the title begins with '<'
 */
void pn_table_init(struct pn_table *table, const char *const *titles);

/** pn_table_cell - fills the next cell; a row is complete when each of its cells is filled */
void pn_table_cell(struct pn_table *table, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/**
 * pn_table_print - prints the titles and the rows, two blanks before each column, and frees them
 * @table: the table; empty afterwards
 * @out: where to
 *
 * Returns: 0, or -ENOMEM when a row could not be kept (then nothing is printed).
 */
int pn_table_print(struct pn_table *table, FILE *out);

/** pn_table_end - pn_table_print(), or when @err is not 0 frees the rows and hands @err back */
int pn_table_end(struct pn_table *table, FILE *out, int err);

#endif
