// SPDX-License-Identifier: GPL-2.0-only
/* A comparison as text that pastes into list mail. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "out/compare.h"
#include "out/text_table.h"
#include "util/printable.h"

/* With one other side there is room for everything; with more, for this many of them at a time. */
#define SIDES_A_BLOCK 2

#define NUMBER_LEN 24
#define LABEL_LEN  40
#define LINE_WIDTH 76

/* Four digits or so, never an exponent. */
static const char *number(double value, char buf[NUMBER_LEN])
{
	double size = fabs(value);
	int digits = size >= 1000 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : 3;

	if (isnan(value))
		return "-";
	snprintf(buf, NUMBER_LEN, "%.*f", digits, value);
	return buf;
}

static const char *percent(double value, char buf[NUMBER_LEN])
{
	if (isnan(value))
		return "-";
	snprintf(buf, NUMBER_LEN, "%+.*f", fabs(value) >= 100 ? 0 : 1, value);
	return buf;
}

/* Without a repeat there is no figure, which is not 0. */
static double base_of(const struct pn_ab *ab)
{
	return ab->nr_base ? ab->base : NAN;
}

static double new_of(const struct pn_ab *ab)
{
	return ab->nr_new ? ab->new_value : NAN;
}

static const char *metric_name(const struct pn_row *row, char buf[PN_TABLE_CELL])
{
	snprintf(buf, PN_TABLE_CELL, "%.32s %.10s", row->name, row->unit);
	return buf;
}

static bool is_same(const struct pn_row *row, uint32_t nr_sides)
{
	for (uint32_t s = 0; s < nr_sides; s++) {
		if (row->ab[s].verdict != PN_SAME)
			return false;
	}
	return true;
}

static bool shown(const struct pn_compare_view *view, const struct pn_row *row)
{
	return view->all || !is_same(row, view->comparison->nr_sides);
}

/* --- one other side -------------------------------------------------------------------------- */

static void interval_cell(struct pn_table *table, const struct pn_ab *ab)
{
	char low[NUMBER_LEN], high[NUMBER_LEN];

	if (ab->nr_base < PN_MIN_REPEATS || ab->nr_new < PN_MIN_REPEATS)
		pn_table_cell(table, "-");
	else
		pn_table_cell(table, "%s..%s", number(ab->low, low), number(ab->high, high));
}

static int print_full(const struct pn_compare_view *view, const struct pn_compared *compared,
		      FILE *out)
{
	char title[2][LABEL_LEN];
	const char *columns[] = {
		"<metric",
		pn_printable(view->base, title[0], 10),
		pn_printable(view->sides[0], title[1], 10),
		"diff %",
		"95 % interval",
		"n",
		"<verdict",
		NULL,
	};
	char a[PN_TABLE_CELL];
	struct pn_table table;

	pn_table_init(&table, columns);
	for (uint32_t i = 0; i < compared->nr_rows; i++) {
		const struct pn_row *row = &compared->rows[i];
		const struct pn_ab *ab = &row->ab[0];

		if (!shown(view, row))
			continue;
		pn_table_cell(&table, "%s", metric_name(row, a));
		pn_table_cell(&table, "%s", number(base_of(ab), a));
		pn_table_cell(&table, "%s", number(new_of(ab), a));
		pn_table_cell(&table, "%s",
			      ab->nr_base && ab->nr_new ? percent(ab->diff_pct, a) : "-");
		interval_cell(&table, ab);
		pn_table_cell(&table, "%" PRIu32 ",%" PRIu32, ab->nr_base, ab->nr_new);
		pn_table_cell(&table, "%s", pn_verdict_name(ab->verdict));
	}
	return table.nr_rows ? pn_table_print(&table, out) : table.err;
}

/* --- several --------------------------------------------------------------------------------- */

static int print_block(const struct pn_compare_view *view, const struct pn_compared *compared,
		       uint32_t first, FILE *out)
{
	uint32_t nr = view->comparison->nr_sides - first;
	const char *columns[SIDES_A_BLOCK + 3] = { "<metric" };
	char titles[SIDES_A_BLOCK + 1][LABEL_LEN], a[PN_TABLE_CELL];
	struct pn_table table;

	if (nr > SIDES_A_BLOCK)
		nr = SIDES_A_BLOCK;
	columns[1] = pn_printable(view->base, titles[SIDES_A_BLOCK], 10);
	for (uint32_t s = 0; s < nr; s++)
		columns[s + 2] = pn_printable(view->sides[first + s], titles[s], 12);
	pn_table_init(&table, columns);
	for (uint32_t i = 0; i < compared->nr_rows; i++) {
		const struct pn_row *row = &compared->rows[i];

		if (!shown(view, row))
			continue;
		pn_table_cell(&table, "%s", metric_name(row, a));
		pn_table_cell(&table, "%s", number(base_of(&row->ab[first]), a));
		for (uint32_t s = first; s < first + nr; s++)
			pn_table_cell(&table, "%s %s",
				      row->ab[s].nr_base && row->ab[s].nr_new
					      ? percent(row->ab[s].diff_pct, a)
					      : "-",
				      pn_verdict_name(row->ab[s].verdict));
	}
	return table.nr_rows ? pn_table_print(&table, out) : table.err;
}

/* --- both ------------------------------------------------------------------------------------ */

/* How much of all idle time stands behind each share of mispredicted stays. */
static int print_weights(const struct pn_compare_view *view, const struct pn_compared *compared,
			 FILE *out)
{
	static const char *const columns[] = { "<share of all idle time, %", "base", "new", NULL };
	char a[NUMBER_LEN];
	struct pn_table table;

	if (view->comparison->nr_sides != 1)
		return 0;
	pn_table_init(&table, columns);
	for (uint32_t i = 0; i < compared->nr_rows; i++) {
		const struct pn_row *row = &compared->rows[i];

		if (!shown(view, row) || (isnan(row->base_weight_pct) && isnan(row->weight_pct[0])))
			continue;
		pn_table_cell(&table, "%s", row->name);
		pn_table_cell(&table, "%s", number(row->base_weight_pct, a));
		pn_table_cell(&table, "%s", number(row->weight_pct[0], a));
	}
	return table.nr_rows ? pn_table_print(&table, out) : table.err;
}

static void print_same(const struct pn_compare_view *view, const struct pn_compared *compared,
		       FILE *out)
{
	size_t column = 0;

	for (uint32_t i = 0; !view->all && i < compared->nr_rows; i++) {
		const struct pn_row *row = &compared->rows[i];

		if (!is_same(row, view->comparison->nr_sides))
			continue;
		if (!column || column + strlen(row->name) + 2 > LINE_WIDTH) {
			fputs(column ? ",\n        " : "  same: ", out);
			column = 8;
		} else {
			fputs(", ", out);
		}
		fputs(row->name, out);
		column += strlen(row->name) + 2;
	}
	if (column)
		fputc('\n', out);
}

static int print_workload(const struct pn_compare_view *view, const struct pn_compared *compared,
			  FILE *out)
{
	uint32_t nr_sides = view->comparison->nr_sides;
	char label[PN_TABLE_CELL * 2];
	int err = 0;

	fprintf(out, "\n%s\n",
		*compared->workload ? pn_printable(compared->workload, label, 70) : "(one report)");
	if (nr_sides == 1)
		err = print_full(view, compared, out);
	for (uint32_t s = 0; nr_sides > 1 && !err && s < nr_sides; s += SIDES_A_BLOCK)
		err = print_block(view, compared, s, out);
	if (!err)
		err = print_weights(view, compared, out);
	print_same(view, compared, out);
	return err;
}

static void print_head(const struct pn_compare_view *view, FILE *out)
{
	char label[PN_TABLE_CELL * 2];

	fprintf(out, "Base: %s\n", pn_printable(view->base, label, 70));
	for (uint32_t s = 0; s < view->comparison->nr_sides; s++)
		fprintf(out, "New:  %s\n", pn_printable(view->sides[s], label, 70));
	fprintf(out,
		"Medians over the repeats (n), difference new minus base with the 95 %%\n"
		"bootstrap interval; same: it holds 0, or is within the base's own noise;\n"
		"insufficient: under %d repeats, or under %d events behind a figure.\n",
		PN_MIN_REPEATS, PN_MIN_EVENTS);
	if (view->states_differ)
		fprintf(out,
			"Caution: the idle states differ, so states of one number are not alike.\n");
}

static int write_text(const struct pn_compare_view *view, FILE *out)
{
	const struct pn_comparison *comparison = view->comparison;
	int err = 0;

	print_head(view, out);
	for (uint32_t i = 0; !err && i < comparison->nr_workloads; i++)
		err = print_workload(view, &comparison->workloads[i], out);
	fprintf(out, "\nVerdicts:");
	for (int v = 0; v < PN_VERDICT_NR; v++)
		fprintf(out, "%s %" PRIu32 " %s", v ? "," : "", comparison->counts[v],
			pn_verdict_name(v));
	fputc('\n', out);
	if (err)
		return err;
	return ferror(out) ? -EIO : 0;
}

const struct pn_compare_ops pn_compare_text = {
	.name = "text",
	.write = write_text,
};
