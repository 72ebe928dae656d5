/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Is there a difference? Medians of repeats, a bootstrap interval of their difference, the noise
 * floor of the base, and a verdict (DEFINITIONS section 7).
 */
#ifndef PN_CORE_ABTEST_H
#define PN_CORE_ABTEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum pn_direction {
	PN_LOWER_IS_BETTER,
	PN_HIGHER_IS_BETTER,
	PN_NO_DIRECTION,
};

enum pn_verdict {
	PN_INSUFFICIENT, /* too few repeats, or too few events behind a figure */
	PN_SAME,
	PN_BETTER,
	PN_WORSE,
	PN_CHANGED, /* differs, and neither way is better */
	PN_VERDICT_NR,
};

/** Fewest repeats on a side that a verdict is given on. */
#define PN_MIN_REPEATS 3

/** Fewest events behind a rate or a share. */
#define PN_MIN_EVENTS 100

/** Most repeats of a side whose every split is tried for the noise floor: 2^16 splits. */
#define PN_SPLIT_MAX 16

/** struct pn_ab - one metric, two sides */
struct pn_ab {
	uint32_t nr_base; /* repeats that have the figure */
	uint32_t nr_new;
	double base; /* median; means something when there is a repeat */
	double new_value;
	double diff;	 /* of the medians, new minus base */
	double diff_pct; /* of the base; NaN where the base is 0 and the difference is not */
	double low;	 /* 95 % interval of the difference */
	double high;
	double noise; /* largest difference of the base to itself */
	enum pn_verdict verdict;
};

/** pn_verdict_name - the word for a verdict */
const char *pn_verdict_name(enum pn_verdict verdict);

/** pn_direction_name - "lower is better", "higher is better" or "no direction" */
const char *pn_direction_name(enum pn_direction direction);

/**
 * pn_median - the median; the mean of the middle two where the number is even
 * @values: sorted by this call
 * @nr: above 0
 */
double pn_median(double *values, size_t nr);

/**
 * pn_ab_compare - compares the repeats of two sides
 * @base: the base's figures, one a repeat; sorted by this call
 * @nr_base: how many, may be 0
 * @new_values: the other side's; sorted by this call
 * @nr_new: how many, may be 0
 * @direction: what is better
 * @enough: false when too few events stand behind the figures: the verdict is then
 *          PN_INSUFFICIENT, the numbers are given all the same
 * @ab: the result
 *
 * The interval is the percentile bootstrap of the difference of medians with 10000 resamples from
 * a fixed seed, so that the same input gives the same output. With fewer than PN_MIN_REPEATS on a
 * side it is empty (low = high = diff). The noise floor is the largest difference of medians
 * between two parts of the base, over every split into parts of n/2 (up to PN_SPLIT_MAX repeats;
 * beyond that, of the first PN_SPLIT_MAX as given).
 *
 * Returns: 0 or -ENOMEM.
 */
int pn_ab_compare(double *base, size_t nr_base, double *new_values, size_t nr_new,
		  enum pn_direction direction, bool enough, struct pn_ab *ab);

#endif
