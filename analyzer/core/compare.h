/* SPDX-License-Identifier: GPL-2.0-only */
/* A comparison: the repeats of a base against those of others, workload by workload. */
#ifndef PN_CORE_COMPARE_H
#define PN_CORE_COMPARE_H

#include "core/values.h"

/** struct pn_repeats - one workload on one side */
struct pn_repeats {
	char *workload; /* as its folder is called; "" for a single report */
	uint32_t nr;
	struct pn_values *repeats;
};

/** struct pn_side - what is compared: a governor, a kernel, a results folder */
struct pn_side {
	char *label;
	uint32_t nr_workloads;
	struct pn_repeats *workloads;
};

/** struct pn_row - one metric of one workload, base against every other side */
struct pn_row {
	char name[PN_VALUE_NAME];
	char unit[PN_VALUE_UNIT];
	enum pn_direction direction;
	struct pn_ab *ab;	/* one for each other side */
	double base_weight_pct; /* medians over the repeats; NaN: none */
	double *weight_pct;
};

/** struct pn_compared - the rows of a workload */
struct pn_compared {
	char *workload;
	uint32_t nr_rows;
	struct pn_row *rows;
};

/** struct pn_comparison - everything a comparison says */
struct pn_comparison {
	uint32_t nr_sides;     /* without the base */
	uint32_t nr_workloads; /* that the base and at least one other side have */
	struct pn_compared *workloads;
	uint32_t counts[PN_VERDICT_NR]; /* verdicts over all */
};

/** pn_side_add - appends a repeat of @workload, whose values are taken over; 0 or -ENOMEM */
int pn_side_add(struct pn_side *side, const char *workload, struct pn_values *values);

/** pn_side_free - frees what a side holds */
void pn_side_free(struct pn_side *side);

/**
 * pn_compare - compares
 * @base: the base
 * @sides: the others
 * @nr_sides: at least 1
 * @comparison: all zero before; freed with pn_comparison_free()
 *
 * A metric that only some repeats have is compared over those that have it; one that only one side
 * has is shown with what there is, and is "insufficient".
 *
 * Returns: 0, -ENOENT (no workload is on both sides) or -ENOMEM.
 */
int pn_compare(const struct pn_side *base, const struct pn_side *sides, uint32_t nr_sides,
	       struct pn_comparison *comparison);

/** pn_comparison_free - frees what a comparison holds */
void pn_comparison_free(struct pn_comparison *comparison);

#endif
