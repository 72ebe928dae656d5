/* SPDX-License-Identifier: GPL-2.0-only */
/* A distribution: exact count, sum, min and max, beside a histogram for the percentiles. */
#ifndef PN_CORE_DIST_H
#define PN_CORE_DIST_H

#include "core/hist.h"

/** struct pn_dist - all zero is an empty distribution; min and max count only when count does */
struct pn_dist {
	uint64_t count;
	uint64_t sum;
	uint64_t min;
	uint64_t max;
	struct pn_hist hist;
};

/** pn_dist_widen - makes @value lie between min and max */
static inline void pn_dist_widen(struct pn_dist *dist, uint64_t value)
{
	if (!dist->count || value < dist->min)
		dist->min = value;
	if (value > dist->max)
		dist->max = value;
}

/** pn_dist_add - adds one value; 0 or -ENOMEM */
static inline int pn_dist_add(struct pn_dist *dist, uint64_t value)
{
	/* Outside of min to max, in one comparison; seldom so once there are some values. */
	if (__builtin_expect(value - dist->min > dist->max - dist->min, 0))
		pn_dist_widen(dist, value);
	dist->count++;
	dist->sum += value;
	return pn_hist_add(&dist->hist, value);
}

/** pn_dist_merge - adds all of @from to @into; 0 or -ENOMEM */
int pn_dist_merge(struct pn_dist *into, const struct pn_dist *from);

/** pn_dist_mean - the mean; 0 where there is no value: look at count first */
double pn_dist_mean(const struct pn_dist *dist);

/**
 * pn_dist_percentile - a percentile, clipped to the exact min and max
 * @dist: with at least one value
 * @pct_milli: in thousandths of a percent, 0 to 100000
 *
 * Returns: the value, off by at most 1/256 (see pn_hist_percentile()).
 */
uint64_t pn_dist_percentile(const struct pn_dist *dist, uint32_t pct_milli);

/** pn_dist_free - frees the histogram and empties the distribution */
void pn_dist_free(struct pn_dist *dist);

#endif
