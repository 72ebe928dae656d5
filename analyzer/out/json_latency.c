// SPDX-License-Identifier: GPL-2.0-only
/* Wake latencies in JSON. */
#include "out/json_latency.h"

#include <errno.h>
#include <math.h>

#include "core/names.h"
#include "out/json_figures.h"
#include "out/json_rows.h"
#include "util/json_put.h"

#define MEDIAN_MILLI 50000u

static int put_name(struct json_object *object, const struct pn_state_table *table,
		    const struct pn_latency_cell *cell)
{
	int err = pn_json_put_text(object, "source",
				   pn_latency_source_name((enum pn_latency_source)cell->source));

	err |= pn_json_put_text(object, "target", pn_latency_target_name(cell->state));
	if (cell->state >= 0)
		return err | pn_json_put_state_name(object, table, (uint32_t)cell->state);
	err |= pn_json_put_null(object, "state");
	return err | pn_json_put_null(object, "name");
}

static int put_mean(struct json_object *object, const char *key, bool exists, double mean)
{
	return exists ? pn_json_put_i64(object, key, llround(mean)) : pn_json_put_null(object, key);
}

static int put_percentiles(struct json_object *object, const struct pn_sdist *dist)
{
	static const struct {
		const char *key;
		uint32_t milli;
	} wanted[] = {
		{ "p50_ns", MEDIAN_MILLI },
		{ "p90_ns", 90000 },
		{ "p99_ns", 99000 },
		{ "p999_ns", 99900 },
	};
	int err = 0;

	for (size_t i = 0; i < sizeof(wanted) / sizeof(wanted[0]); i++)
		err |= dist->count ? pn_json_put_i64(object, wanted[i].key,
						     pn_sdist_percentile(dist, wanted[i].milli))
				   : pn_json_put_null(object, wanted[i].key);
	return err;
}

/* How much later an idle CPU answers than a busy one, by their medians. */
static int put_over_busy(struct json_object *object, const struct pn_latency_cell *cell,
			 const struct pn_sdist *busy)
{
	if (cell->state < 0 || !busy || !busy->count || !cell->dist.count)
		return pn_json_put_null(object, "over_busy_ns");
	return pn_json_put_i64(object, "over_busy_ns",
			       pn_sdist_percentile(&cell->dist, MEDIAN_MILLI) -
				       pn_sdist_percentile(busy, MEDIAN_MILLI));
}

int pn_json_put_latency_cell(struct json_object *object, const struct pn_state_table *table,
			     const struct pn_latency_cell *cell, const struct pn_sdist *busy)
{
	const struct pn_sdist *dist = &cell->dist;
	struct pn_outliers outliers;
	int err = pn_sdist_outliers(dist, &outliers);

	if (err)
		return err;
	err = put_name(object, table, cell);
	err |= pn_json_put_u64(object, "count", dist->count);
	err |= pn_json_put_i64(object, "sum_ns", dist->sum);
	err |= pn_json_put_i64(object, "min_ns", dist->min);
	err |= put_mean(object, "mean_ns", dist->count, pn_sdist_mean(dist));
	err |= put_percentiles(object, dist);
	err |= pn_json_put_i64(object, "max_ns", dist->max);
	err |= put_over_busy(object, cell, busy);
	err |= pn_json_put_u64(object, "negative", dist->negative);
	err |= pn_json_put_u64(object, "by_handler", cell->by_handler);
	err |= pn_json_put_u64(object, "outliers", outliers.count);
	err |= put_mean(object, "mean_without_ns", outliers.count < dist->count,
			outliers.mean_without);
	return err;
}

static int put_cell(struct json_object *object, const struct pn_machine *machine,
		    const struct pn_latency_stats *stats, const struct pn_latency_cell *cell)
{
	struct pn_latency_cell busy = { 0 };
	int err = pn_latency_total(stats, (enum pn_latency_source)cell->source, PN_LAT_BUSY, &busy);

	if (!err)
		err = pn_json_put_u64(object, "cpu", cell->cpu);
	if (!err)
		err = pn_json_put_latency_cell(object, pn_machine_table(machine, cell->cpu), cell,
					       &busy.dist);
	if (!err)
		err = pn_json_put_hist(object, "hist", &cell->dist.above);
	if (!err)
		err = pn_json_put_hist(object, "hist_negative", &cell->dist.below);
	pn_sdist_free(&busy.dist);
	return err;
}

int pn_json_put_latency(struct json_object *object, const struct pn_machine *machine,
			const struct pn_section *section)
{
	const struct pn_latency_stats *stats = &section->latency;
	struct json_object *latency, *cells;
	int err;

	if (!section->has_latency)
		return pn_json_put_null(object, "latency");
	latency = pn_json_put_object(object, "latency");
	err = pn_json_put_u64(latency, "foreign_timers", stats->foreign_timers);
	cells = pn_json_put_array(latency, "cells");
	for (uint32_t i = 0; !err && i < stats->nr; i++)
		err = put_cell(pn_json_put_item(cells), machine, stats, &stats->cells[i]);
	return cells ? err : -ENOMEM;
}
