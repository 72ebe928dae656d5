// SPDX-License-Identifier: GPL-2.0-only
/* Distributions of signed values. */
#include "core/sdist.h"

#include <string.h>

/* Of the modified Z-score: the normal distribution's quartile, and the usual limit. */
#define Z_FACTOR 0.6745
#define Z_LIMIT	 3.5

#define MEDIAN_MILLI 50000

int pn_sdist_add(struct pn_sdist *dist, int64_t value)
{
	if (!dist->count || value < dist->min)
		dist->min = value;
	if (!dist->count || value > dist->max)
		dist->max = value;
	dist->count++;
	dist->sum += value;
	if (value >= 0)
		return pn_hist_add(&dist->above, (uint64_t)value);
	dist->negative++;
	return pn_hist_add(&dist->below, -(uint64_t)value);
}

int pn_sdist_merge(struct pn_sdist *into, const struct pn_sdist *from)
{
	int err;

	if (!from->count)
		return 0;
	if (!into->count || from->min < into->min)
		into->min = from->min;
	if (!into->count || from->max > into->max)
		into->max = from->max;
	into->count += from->count;
	into->sum += from->sum;
	into->negative += from->negative;
	err = pn_hist_merge(&into->above, &from->above);
	return err ? err : pn_hist_merge(&into->below, &from->below);
}

double pn_sdist_mean(const struct pn_sdist *dist)
{
	return dist->count ? (double)dist->sum / (double)dist->count : 0.0;
}

static int64_t middle(uint32_t index)
{
	uint64_t low = pn_hist_low(index);

	return (int64_t)(low + (pn_hist_high(index) - low) / 2);
}

/* The value of rank @want, counted from 1; the largest magnitude below zero comes first. */
static int64_t ranked(const struct pn_sdist *dist, uint64_t want)
{
	const struct pn_hist *hist = &dist->above;
	uint64_t seen = 0;
	int64_t sign = 1, value = 0;

	if (want <= dist->negative) {
		hist = &dist->below;
		want = dist->negative - want + 1;
		sign = -1;
	} else {
		want -= dist->negative;
	}
	for (uint32_t i = pn_hist_next(hist, 0); i < PN_HIST_BUCKETS;
	     i = pn_hist_next(hist, i + 1)) {
		value = middle(i);
		seen += pn_hist_at(hist, i);
		if (seen >= want)
			break;
	}
	return sign * value;
}

int64_t pn_sdist_percentile(const struct pn_sdist *dist, uint32_t pct_milli)
{
	unsigned __int128 share = (unsigned __int128)dist->count * pct_milli + 99999;
	uint64_t want = (uint64_t)(share / 100000);
	int64_t value = ranked(dist, want ? want : 1);

	if (value < dist->min)
		return dist->min;
	return value > dist->max ? dist->max : value;
}

static uint64_t distance(int64_t a, int64_t b)
{
	return a > b ? (uint64_t)a - (uint64_t)b : (uint64_t)b - (uint64_t)a;
}

/* Calls for each bucket of both sides. */
#define for_each_bucket(i, hist) \
	for (uint32_t i = pn_hist_next(hist, 0); i < PN_HIST_BUCKETS; i = pn_hist_next(hist, i + 1))

static int add_distances(struct pn_hist *distances, const struct pn_hist *hist, int64_t sign,
			 int64_t median)
{
	int err = 0;

	for_each_bucket(i, hist)
	{
		uint64_t index = pn_hist_index(distance(sign * middle(i), median));

		if (!err)
			err = pn_hist_add_at(distances, (uint32_t)index, pn_hist_at(hist, i));
	}
	return err;
}

static void take_out(const struct pn_hist *hist, int64_t sign, int64_t median, double limit,
		     struct pn_outliers *out, double *sum)
{
	for_each_bucket(i, hist)
	{
		int64_t value = sign * middle(i);

		if ((double)distance(value, median) <= limit)
			continue;
		out->count += pn_hist_at(hist, i);
		*sum -= (double)value * (double)pn_hist_at(hist, i);
	}
}

int pn_sdist_outliers(const struct pn_sdist *dist, struct pn_outliers *out)
{
	struct pn_hist distances = { 0 };
	double sum = (double)dist->sum, limit;
	int64_t median;
	int err;

	*out = (struct pn_outliers){ 0, pn_sdist_mean(dist) };
	if (!dist->count)
		return 0;
	median = pn_sdist_percentile(dist, MEDIAN_MILLI);
	err = add_distances(&distances, &dist->above, 1, median);
	if (!err)
		err = add_distances(&distances, &dist->below, -1, median);
	if (err)
		goto out;
	limit = Z_LIMIT / Z_FACTOR *
		(double)pn_hist_percentile(&distances, dist->count, MEDIAN_MILLI);
	if (limit > 0) {
		take_out(&dist->above, 1, median, limit, out, &sum);
		take_out(&dist->below, -1, median, limit, out, &sum);
	}
	if (out->count && out->count < dist->count)
		out->mean_without = sum / (double)(dist->count - out->count);
out:
	pn_hist_free(&distances);
	return err;
}

void pn_sdist_free(struct pn_sdist *dist)
{
	pn_hist_free(&dist->above);
	pn_hist_free(&dist->below);
	memset(dist, 0, sizeof(*dist));
}
