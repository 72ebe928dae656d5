/* SPDX-License-Identifier: GPL-2.0-only */
/* A distribution of signed values: an early timer callback has a negative latency. */
#ifndef PN_CORE_SDIST_H
#define PN_CORE_SDIST_H

#include "core/hist.h"

/** struct pn_sdist - all zero is an empty distribution; min and max count only when count does */
struct pn_sdist {
	uint64_t count;
	int64_t sum;
	int64_t min;
	int64_t max;
	uint64_t negative;    /* how many of count are below zero */
	struct pn_hist above; /* values of zero and more */
	struct pn_hist below; /* the magnitudes of the others */
};

/** struct pn_outliers - values far from the others, by the modified Z-score */
struct pn_outliers {
	uint64_t count;
	double mean_without; /* mean of all the others */
};

/** pn_sdist_add - adds one value; 0 or -ENOMEM */
int pn_sdist_add(struct pn_sdist *dist, int64_t value);

/** pn_sdist_merge - adds all of @from to @into; 0 or -ENOMEM */
int pn_sdist_merge(struct pn_sdist *into, const struct pn_sdist *from);

/** pn_sdist_mean - the mean; 0 where there is no value: look at count first */
double pn_sdist_mean(const struct pn_sdist *dist);

/**
 * pn_sdist_percentile - a percentile, clipped to the exact min and max
 * @dist: with at least one value
 * @pct_milli: in thousandths of a percent, 0 to 100000
 *
 * Returns: the value, its magnitude off by at most 1/256.
 */
int64_t pn_sdist_percentile(const struct pn_sdist *dist, uint32_t pct_milli);

/**
 * pn_sdist_outliers - finds the values whose modified Z-score is over 3.5
 * @dist: the distribution
 * @out: how many, and the mean of the others
 *
 * The score is 0.6745 * |value - median| / MAD, with MAD the median of |value - median| (Iglewicz
 * and Hoaglin, 1993). Worked out from the buckets' middles. Where MAD is 0 nothing is an outlier.
 *
 * Returns: 0 or -ENOMEM.
 */
int pn_sdist_outliers(const struct pn_sdist *dist, struct pn_outliers *out);

/** pn_sdist_free - frees the histograms and empties the distribution */
void pn_sdist_free(struct pn_sdist *dist);

#endif
