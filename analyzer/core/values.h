/* SPDX-License-Identifier: GPL-2.0-only */
/* Named values: what one repeat of a workload came to, in the form that comparisons take. */
#ifndef PN_CORE_VALUES_H
#define PN_CORE_VALUES_H

#include "core/abtest.h"
#include "core/summary.h"

#define PN_VALUE_NAME 64
#define PN_VALUE_UNIT 16

/** struct pn_value - one figure of one repeat */
struct pn_value {
	char name[PN_VALUE_NAME]; /* "pn", "above.2", "score" */
	char unit[PN_VALUE_UNIT];
	enum pn_direction direction;
	double value;
	double weight_pct; /* share of all idle time behind a misprediction; NaN: none */
	bool counted;	   /* events means something */
	uint64_t events;   /* what stands behind a rate or a share */
};

/** struct pn_values - all figures of one repeat; all zero is none */
struct pn_values {
	uint32_t nr;
	struct pn_value *list;
};

/** pn_values_add - appends a copy of @value; one that is not finite is left out; 0 or -ENOMEM */
int pn_values_add(struct pn_values *values, const struct pn_value *value);

/** pn_values_find - the value called @name, or NULL */
const struct pn_value *pn_values_find(const struct pn_values *values, const char *name);

/**
 * pn_values_of_section - appends every metric that a section has: those of the table in
 * core/metric.h, for each state where that is due, then the median and the p99 of each wake latency
 * @values: appended to
 * @section: the section
 * @machine: its machine, or NULL
 *
 * Returns: 0 or -ENOMEM.
 */
int pn_values_of_section(struct pn_values *values, const struct pn_section *section,
			 const struct pn_machine *machine);

/** pn_values_free - frees the list and empties it */
void pn_values_free(struct pn_values *values);

#endif
