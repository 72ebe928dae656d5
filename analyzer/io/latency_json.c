// SPDX-License-Identifier: GPL-2.0-only
/* The wake latencies in a JSON report, read back. */
#include "io/latency_json.h"

#include "core/names.h"
#include "io/hist_json.h"

/** More than any machine has sources, targets and states. */
#define MAX_CELLS (1u << 24)

/** Half of what 64 bits hold, so that the difference of two always fits. */
#define LATENCY_MAX_NS (INT64_MAX / 2)

static int read_source(const struct pn_json *json, struct pn_latency_cell *cell)
{
	char word[16];
	int source, err;

	err = pn_json_need(json, "source", pn_json_text(json, "source", word, sizeof(word)));
	if (err)
		return err;
	source = pn_latency_source_find(word);
	if (source < 0)
		return pn_json_bad(json, "source", "is no source of latencies");
	cell->source = (uint32_t)source;
	return 0;
}

static int read_target(const struct pn_json *json, struct pn_latency_cell *cell)
{
	uint64_t cpu = 0, state = 0;
	char word[16];
	int err = pn_json_need_u64(json, "cpu", 0, PN_CPU_LIMIT - 1, &cpu);

	cell->cpu = (uint32_t)cpu;
	if (!err)
		err = pn_json_need(json, "target",
				   pn_json_text(json, "target", word, sizeof(word)));
	if (err)
		return err;
	if (pn_latency_target_find(word, &cell->state))
		return pn_json_bad(json, "target", "is nothing that a CPU can be in");
	if (cell->state < 0)
		return 0;
	err = pn_json_need_u64(json, "state", 0, PN_STATE_LIMIT - 1, &state);
	cell->state = (int32_t)state;
	return err;
}

/* Whether a value is the smallest or the largest of what its bucket can hold. */
static bool end_fits(const struct pn_sdist *dist, int64_t value, const struct pn_hist_ends *above,
		     const struct pn_hist_ends *below, bool largest)
{
	if (value < 0)
		return dist->negative &&
		       pn_hist_index(-(uint64_t)value) == (largest ? below->first : below->last);
	return dist->count > dist->negative &&
	       pn_hist_index((uint64_t)value) == (largest ? above->last : above->first);
}

static int read_dist(const struct pn_json *json, struct pn_sdist *dist)
{
	struct pn_hist_ends above = { 0, 0 }, below = { 0, 0 };
	int err = pn_json_need_u64(json, "count", 1, UINT64_MAX, &dist->count);

	if (!err)
		err = pn_json_need_i64(json, "sum_ns", &dist->sum);
	if (!err)
		err = pn_json_need_i64(json, "min_ns", &dist->min);
	if (!err)
		err = pn_json_need_i64(json, "max_ns", &dist->max);
	if (!err)
		err = pn_json_need_u64(json, "negative", 0, dist->count, &dist->negative);
	if (!err)
		err = pn_hist_read(json, "hist", dist->count - dist->negative, &dist->above,
				   &above);
	if (!err)
		err = pn_hist_read(json, "hist_negative", dist->negative, &dist->below, &below);
	if (err)
		return err;
	if (dist->min < -LATENCY_MAX_NS || dist->max > LATENCY_MAX_NS)
		return pn_json_bad(json, "max_ns", "is longer than any latency");
	if (dist->min > dist->max || !end_fits(dist, dist->min, &above, &below, false) ||
	    !end_fits(dist, dist->max, &above, &below, true))
		return pn_json_bad(json, "hist", "does not reach from min_ns to max_ns");
	return 0;
}

/* By source, state and CPU, so that none can be given twice. */
static bool in_order(const struct pn_latency_cell *a, const struct pn_latency_cell *b)
{
	if (a->source != b->source)
		return a->source < b->source;
	return a->state != b->state ? a->state < b->state : a->cpu < b->cpu;
}

static int read_cell(const struct pn_json *json, size_t index, void *element, void *ctx)
{
	struct pn_latency_cell *cell = element;
	int err = read_source(json, cell);

	(void)ctx;
	if (!err)
		err = read_target(json, cell);
	if (!err)
		err = read_dist(json, &cell->dist);
	if (!err)
		err = pn_json_need_u64(json, "by_handler", 0, cell->dist.count, &cell->by_handler);
	if (!err && index && !in_order(cell - 1, cell))
		err = pn_json_bad(json, "target", "is out of order");
	return err;
}

int pn_latency_read(const struct pn_json *json, struct pn_section *section)
{
	struct pn_latency_stats *stats = &section->latency;
	struct pn_json inner;
	int err = pn_json_inner(json, "latency", &inner);

	if (err)
		return pn_json_optional(err);
	section->has_latency = true;
	err = pn_json_need_u64(&inner, "foreign_timers", 0, UINT64_MAX, &stats->foreign_timers);
	if (err)
		return err;
	stats->cells = pn_json_list(&inner, "cells", MAX_CELLS, sizeof(*stats->cells), &stats->nr,
				    read_cell, NULL, &err);
	return pn_json_need(&inner, "cells", err);
}
