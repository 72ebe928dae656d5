// SPDX-License-Identifier: GPL-2.0-only
/* Distributions: merge, mean and percentiles. */
#include "core/dist.h"

#include <string.h>

int pn_dist_merge(struct pn_dist *into, const struct pn_dist *from)
{
	if (!from->count)
		return 0;
	if (!into->count || from->min < into->min)
		into->min = from->min;
	if (from->max > into->max)
		into->max = from->max;
	into->count += from->count;
	into->sum += from->sum;
	return pn_hist_merge(&into->hist, &from->hist);
}

double pn_dist_mean(const struct pn_dist *dist)
{
	return dist->count ? (double)dist->sum / (double)dist->count : 0.0;
}

uint64_t pn_dist_percentile(const struct pn_dist *dist, uint32_t pct_milli)
{
	uint64_t value = pn_hist_percentile(&dist->hist, dist->count, pct_milli);

	if (value < dist->min)
		return dist->min;
	return value > dist->max ? dist->max : value;
}

void pn_dist_free(struct pn_dist *dist)
{
	pn_hist_free(&dist->hist);
	memset(dist, 0, sizeof(*dist));
}
