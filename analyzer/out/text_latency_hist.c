// SPDX-License-Identifier: GPL-2.0-only
/* Wake latencies as a table of counts, by powers of two. */
#include <inttypes.h>

#include "out/text.h"

/* The baseline and as many states as a kernel has, beside the column of times. */
#define TARGETS_MAX (PN_TABLE_COLUMNS - 1)

/* So many fit into 80 columns with "state" before the number. */
#define TARGETS_WORDY 6

/** struct columns - one for each target */
struct columns {
	uint32_t nr;
	struct pn_latency_cell total[TARGETS_MAX];
	char title[TARGETS_MAX][PN_FIGURE_LEN];
};

static int add_column(struct columns *columns, const struct pn_latency_stats *stats,
		      enum pn_latency_source source, int32_t state)
{
	struct pn_latency_cell *total = &columns->total[columns->nr];

	columns->nr++;
	return pn_latency_total(stats, source, state, total);
}

/* Cells are sorted, so those of a state stand together. */
static int fill_columns(struct columns *columns, const struct pn_latency_stats *stats,
			enum pn_latency_source source)
{
	const struct pn_latency_cell *before = NULL;
	int err = 0;

	for (uint32_t i = 0; !err && i < stats->nr && columns->nr < TARGETS_MAX; i++) {
		const struct pn_latency_cell *cell = &stats->cells[i];

		if (cell->source != source || cell->state < PN_LAT_BUSY)
			continue;
		if (!before || before->state != cell->state)
			err = add_column(columns, stats, source, cell->state);
		before = cell;
	}
	return err;
}

static void name_columns(struct columns *columns)
{
	const char *state = columns->nr > TARGETS_WORDY ? "" : "state ";

	for (uint32_t i = 0; i < columns->nr; i++) {
		if (columns->total[i].state == PN_LAT_BUSY)
			snprintf(columns->title[i], PN_FIGURE_LEN, "busy");
		else
			snprintf(columns->title[i], PN_FIGURE_LEN, "%s%" PRId32, state,
				 columns->total[i].state);
	}
}

/* Edges at powers of two are edges of buckets, too. */
static uint64_t count_octave(const struct pn_hist *hist, unsigned int octave)
{
	uint64_t low = octave ? UINT64_C(1) << octave : 0, count = 0;
	uint32_t last = pn_hist_index((UINT64_C(2) << octave) - 1);
	uint32_t index = pn_hist_next(hist, pn_hist_index(low));

	for (; index <= last && index < PN_HIST_BUCKETS; index = pn_hist_next(hist, index + 1))
		count += pn_hist_at(hist, index);
	return count;
}

static bool any_in(const struct columns *columns, unsigned int octave)
{
	for (uint32_t i = 0; i < columns->nr; i++) {
		if (count_octave(&columns->total[i].dist.above, octave))
			return true;
	}
	return false;
}

static void add_octave(struct pn_table *table, const struct columns *columns, unsigned int octave)
{
	char to[PN_FIGURE_LEN];

	pn_table_cell(table, "< %s", pn_text_duration(UINT64_C(2) << octave, to));
	for (uint32_t i = 0; i < columns->nr; i++)
		pn_table_cell(table, "%" PRIu64,
			      count_octave(&columns->total[i].dist.above, octave));
}

static void add_negative(struct pn_table *table, const struct columns *columns)
{
	uint64_t negative = 0;

	for (uint32_t i = 0; i < columns->nr; i++)
		negative += columns->total[i].dist.negative;
	if (!negative)
		return;
	pn_table_cell(table, "< 0 ns");
	for (uint32_t i = 0; i < columns->nr; i++)
		pn_table_cell(table, "%" PRIu64, columns->total[i].dist.negative);
}

/* From the first octave that holds anything to the last one; 2^62 ns are more than a century. */
static void add_rows(struct pn_table *table, const struct columns *columns)
{
	unsigned int first = 0, last = 62;

	while (first < last && !any_in(columns, first))
		first++;
	while (last > first && !any_in(columns, last))
		last--;
	add_negative(table, columns);
	for (unsigned int octave = first; octave <= last; octave++)
		add_octave(table, columns, octave);
}

int pn_text_latency_hist(const struct pn_text *text, enum pn_latency_source source)
{
	const char *titles[PN_TABLE_COLUMNS + 1] = { "latency" };
	struct columns columns = { 0 };
	int err = fill_columns(&columns, &text->section->latency, source);
	struct pn_table table;

	name_columns(&columns);
	for (uint32_t i = 0; i < columns.nr; i++)
		titles[i + 1] = columns.title[i];
	pn_table_init(&table, titles);
	if (!err && columns.nr)
		add_rows(&table, &columns);
	for (uint32_t i = 0; i < columns.nr; i++)
		pn_sdist_free(&columns.total[i].dist);
	if (!err && !table.nr_rows)
		return table.err;
	return pn_table_end(&table, text->out, err);
}
