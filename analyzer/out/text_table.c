// SPDX-License-Identifier: GPL-2.0-only
/* Tables of text whose columns are as wide as what stands in them. */
#include "out/text_table.h"

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

void pn_table_init(struct pn_table *table, const char *const *titles)
{
	memset(table, 0, sizeof(*table));
	table->titles = titles;
	while (titles[table->nr_columns] && table->nr_columns < PN_TABLE_COLUMNS)
		table->nr_columns++;
}

static int add_row(struct pn_table *table)
{
	struct pn_table_row *rows;
	uint32_t room = table->room ? 2 * table->room : 16;

	if (table->nr_rows == table->room) {
		rows = realloc(table->rows, room * sizeof(*rows));
		if (!rows)
			return -ENOMEM;
		table->rows = rows;
		table->room = room;
	}
	memset(&table->rows[table->nr_rows++], 0, sizeof(*table->rows));
	return 0;
}

void pn_table_cell(struct pn_table *table, const char *fmt, ...)
{
	va_list args;

	if (!table->err && table->column == 0)
		table->err = add_row(table);
	if (table->err)
		return;
	va_start(args, fmt);
	vsnprintf(table->rows[table->nr_rows - 1].cell[table->column], PN_TABLE_CELL, fmt, args);
	va_end(args);
	table->column = (table->column + 1) % table->nr_columns;
}

static bool at_left(const struct pn_table *table, uint32_t column)
{
	return table->titles[column][0] == '<';
}

static const char *title(const struct pn_table *table, uint32_t column)
{
	return table->titles[column] + at_left(table, column);
}

static int column_width(const struct pn_table *table, uint32_t column)
{
	size_t width = strlen(title(table, column));

	for (uint32_t i = 0; i < table->nr_rows; i++) {
		size_t length = strlen(table->rows[i].cell[column]);

		if (length > width)
			width = length;
	}
	return (int)width;
}

/* No blanks are left at the end of a line: mail programs mark them. */
static void print_line(const struct pn_table *table, const int *widths,
		       const struct pn_table_row *row, FILE *out)
{
	int blanks = 0;

	for (uint32_t i = 0; i < table->nr_columns; i++) {
		const char *text = row ? row->cell[i] : title(table, i);
		int length = (int)strlen(text);

		blanks += 2 + (at_left(table, i) ? 0 : widths[i] - length);
		if (length) {
			fprintf(out, "%*s%s", blanks, "", text);
			blanks = 0;
		}
		if (at_left(table, i))
			blanks += widths[i] - length;
	}
	fputc('\n', out);
}

int pn_table_print(struct pn_table *table, FILE *out)
{
	int widths[PN_TABLE_COLUMNS];
	int err = table->err;

	for (uint32_t i = 0; i < table->nr_columns; i++)
		widths[i] = column_width(table, i);
	if (!err)
		print_line(table, widths, NULL, out);
	for (uint32_t i = 0; !err && i < table->nr_rows; i++)
		print_line(table, widths, &table->rows[i], out);
	free(table->rows);
	pn_table_init(table, table->titles);
	return err;
}

int pn_table_end(struct pn_table *table, FILE *out, int err)
{
	if (err)
		table->err = err;
	return pn_table_print(table, out);
}
