// SPDX-License-Identifier: GPL-2.0-only
/* The tables of the CSV report for graphs: histograms and time bins. */
#include "out/csv_rows.h"
#include "out/json_figures.h"
#include "util/json_put.h"

/* --- histograms ------------------------------------------------------------------------------ */

static int put_bucket(struct json_object *cells, const struct pn_csv_row *row)
{
	int err = pn_json_put_cpus(cells, "cpus", &row->group->cpus);

	err |= pn_json_put_state_name(cells, row->table, row->state);
	err |= pn_json_put_u64(cells, "low_ns", pn_hist_low(row->index));
	err |= pn_json_put_u64(cells, "high_ns", pn_hist_high(row->index));
	err |= pn_json_put_u64(cells, "count",
			       pn_hist_at(&row->figures.state->stay.hist, row->index));
	return err;
}

static int add_buckets(struct pn_csv *csv, struct pn_csv_row *row)
{
	const struct pn_hist *hist = &row->figures.state->stay.hist;
	int err = 0;

	for (uint32_t i = pn_hist_next(hist, 0); !err && i < PN_HIST_BUCKETS;
	     i = pn_hist_next(hist, i + 1)) {
		row->index = i;
		err = pn_csv_add(csv, row);
	}
	return err;
}

static int add_all_buckets(struct pn_csv *csv, struct pn_csv_row *row)
{
	return pn_csv_each_state(csv, row, add_buckets);
}

static int bucket_rows(struct pn_csv *csv, struct pn_csv_row *row)
{
	return pn_csv_each_group(csv, row, PN_GROUP_TABLE, add_all_buckets);
}

/* --- time bins ------------------------------------------------------------------------------- */

static int put_bin(struct json_object *cells, const struct pn_csv_row *row)
{
	const struct pn_bins *bins = &row->figures.stats->bins;
	bool has_table = row->figures.stats->has_table;
	uint64_t start_ns = bins->origin_ns + row->index * bins->width_ns;
	int err = pn_csv_put_place(cells, row);

	err |= pn_json_put_u64(cells, "bin", row->index);
	err |= pn_json_put_u64(cells, "start_ns", start_ns);
	err |= pn_json_put_u64(cells, "end_ns", start_ns + bins->width_ns);
	err |= pn_json_put_u64(cells, "entries", row->bin->entries);
	err |= pn_json_put_u64(cells, "completed", row->bin->completed);
	err |= has_table ? pn_json_put_u64(cells, "above", row->bin->above)
			 : pn_json_put_null(cells, "above");
	err |= has_table ? pn_json_put_u64(cells, "below", row->bin->below)
			 : pn_json_put_null(cells, "below");
	err |= pn_json_put_u64(cells, "pn", row->bin->pn);
	err |= pn_json_put_u64(cells, "idle_ns", row->bin->idle_ns);
	return err;
}

/* Every bin that the section touches, the empty ones too: a graph has to come down to zero. */
static int add_bins(struct pn_csv *csv, struct pn_csv_row *row)
{
	static const struct pn_bin empty;
	const struct pn_bins *bins = &row->figures.stats->bins;
	const struct pn_section *section = row->section;
	uint64_t end_ns = section->end_ns - bins->origin_ns;
	uint64_t first;
	int err = 0;

	if (!bins->width_ns || section->end_ns <= bins->origin_ns)
		return 0;
	first = section->start_ns > bins->origin_ns
			? (section->start_ns - bins->origin_ns) / bins->width_ns
			: 0;
	for (uint64_t i = first; !err && i < PN_BINS_MAX && i <= (end_ns - 1) / bins->width_ns;
	     i++) {
		bool kept = i < bins->nr_bins && row->state < bins->nr_states;

		row->index = (uint32_t)i;
		row->bin = kept ? &bins->bins[i * bins->nr_states + row->state] : &empty;
		err = pn_csv_add(csv, row);
	}
	return err;
}

static int add_all_bins(struct pn_csv *csv, struct pn_csv_row *row)
{
	return pn_stats_silent(row->figures.stats) ? 0 : pn_csv_each_state(csv, row, add_bins);
}

static int bin_rows(struct pn_csv *csv, struct pn_csv_row *row)
{
	return pn_csv_each_cpu(csv, row, add_all_bins);
}

const struct pn_csv_table pn_csv_hist = { "hist", put_bucket, bucket_rows };
const struct pn_csv_table pn_csv_bins = { "bins", put_bin, bin_rows };
