/* SPDX-License-Identifier: GPL-2.0-only */
/* The metrics that a report can be compared by: one table of names, units and directions. */
#ifndef PN_CORE_METRIC_H
#define PN_CORE_METRIC_H

#include "core/abtest.h"
#include "core/summary.h"

/** struct pn_metric - a figure that is compared */
struct pn_metric {
	const char *name; /* as in --max-regress; a metric of a state is NAME.STATE there */
	const char *unit;
	enum pn_direction direction;
	bool per_state;
	bool needs_table;
};

/** struct pn_metric_value - the figure of one repeat */
struct pn_metric_value {
	bool known;
	double value;
	double weight_pct; /* share of all idle time behind a misprediction; NaN: none */
	uint64_t events;   /* behind the figure */
};

extern const struct pn_metric pn_metrics[];
extern const size_t pn_nr_metrics;

/**
 * pn_metric_get - the figure of a section
 * @metric: index into pn_metrics
 * @total: the section's total, of pn_section_total()
 * @state: the state, for a metric that is per state
 * @machine: for modelled energy; may be NULL
 *
 * Returns: the figure; not known where the state was not entered, or the table is missing.
 */
struct pn_metric_value pn_metric_get(size_t metric, const struct pn_cpu_stats *total,
				     uint32_t state, const struct pn_machine *machine);

#endif
