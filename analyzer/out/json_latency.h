/* SPDX-License-Identifier: GPL-2.0-only */
/* Wake latencies in JSON, and the figures of theirs that CSV has as well. */
#ifndef PN_OUT_JSON_LATENCY_H
#define PN_OUT_JSON_LATENCY_H

#include "core/summary.h"

struct json_object;

/**
 * pn_json_put_latency_cell - adds all figures of a cell, or of a sum of cells
 * @object: may be NULL
 * @table: names the states; NULL where they differ between the CPUs
 * @cell: the cell; its cpu is left to the caller
 * @busy: the baseline of its source, or NULL where there is none
 *
 * Returns: 0 or -ENOMEM.
 */
int pn_json_put_latency_cell(struct json_object *object, const struct pn_state_table *table,
			     const struct pn_latency_cell *cell, const struct pn_sdist *busy);

/**
 * pn_json_put_latency - adds the latencies of a section, or null where they were not asked for
 * @object: may be NULL
 * @machine: names the states
 * @section: has to outlive @object
 *
 * Returns: 0 or -ENOMEM.
 */
int pn_json_put_latency(struct json_object *object, const struct pn_machine *machine,
			const struct pn_section *section);

#endif
