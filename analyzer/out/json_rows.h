/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Long arrays in JSON, printed straight from the figures, a row a line: as objects of the JSON
 * library the histograms of a large machine would take gigabytes.
 */
#ifndef PN_OUT_JSON_ROWS_H
#define PN_OUT_JSON_ROWS_H

#include "core/stats.h"

struct json_object;

/**
 * pn_json_put_hist - adds a histogram, [[bucket, count], ...], without what is empty
 * @object: where to
 * @key: the key
 * @hist: has to outlive @object
 *
 * Returns: 0 or -ENOMEM.
 */
int pn_json_put_hist(struct json_object *object, const char *key, const struct pn_hist *hist);

/**
 * pn_json_put_bins - adds the time bins, without what is empty, or null where none are kept
 * @object: where to
 * @key: the key
 * @stats: whose bins; has to outlive @object
 *
 * Rows are [bin, state, entries, completed, above, below, pn, idle_ns]; above and below are null
 * without a table of idle states.
 *
 * Returns: 0 or -ENOMEM.
 */
int pn_json_put_bins(struct json_object *object, const char *key, const struct pn_cpu_stats *stats);

#endif
