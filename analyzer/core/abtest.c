// SPDX-License-Identifier: GPL-2.0-only
/* Is there a difference? */
#include "core/abtest.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util/splitmix.h"

#define RESAMPLES 10000
#define SEED	  UINT64_C(0x706f7765726e696d)
/* Of RESAMPLES sorted differences, the ends of the middle 95 %. */
#define LOW_INDEX  (RESAMPLES * 25 / 1000)
#define HIGH_INDEX (RESAMPLES - 1 - LOW_INDEX)

const char *pn_verdict_name(enum pn_verdict verdict)
{
	static const char *const names[PN_VERDICT_NR] = {
		[PN_INSUFFICIENT] = "insufficient",
		[PN_SAME] = "same",
		[PN_BETTER] = "better",
		[PN_WORSE] = "worse",
		[PN_CHANGED] = "changed",
	};

	return names[verdict];
}

const char *pn_direction_name(enum pn_direction direction)
{
	static const char *const names[] = { "lower is better", "higher is better",
					     "no direction" };

	return names[direction];
}

static int ascending(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

static double middle(const double *sorted, size_t nr)
{
	return nr % 2 ? sorted[nr / 2] : (sorted[nr / 2 - 1] + sorted[nr / 2]) / 2;
}

double pn_median(double *values, size_t nr)
{
	qsort(values, nr, sizeof(*values), ascending);
	return middle(values, nr);
}

/* The median of a sample of the same size, drawn with replacement. */
static double resampled_median(const double *values, size_t nr, double *room, uint64_t *random)
{
	for (size_t i = 0; i < nr; i++)
		room[i] = values[pn_splitmix_below(random, nr)];
	return pn_median(room, nr);
}

static int bootstrap(const double *base, const double *new_values, struct pn_ab *ab)
{
	size_t larger = ab->nr_base > ab->nr_new ? ab->nr_base : ab->nr_new;
	double *room = calloc(larger + RESAMPLES, sizeof(*room));
	uint64_t random = SEED;
	double *diffs;

	if (!room)
		return -ENOMEM;
	diffs = room + larger;
	for (size_t i = 0; i < RESAMPLES; i++) {
		double a = resampled_median(base, ab->nr_base, room, &random);

		diffs[i] = resampled_median(new_values, ab->nr_new, room, &random) - a;
	}
	qsort(diffs, RESAMPLES, sizeof(*diffs), ascending);
	ab->low = diffs[LOW_INDEX];
	ab->high = diffs[HIGH_INDEX];
	free(room);
	return 0;
}

/* The difference between the medians of the repeats in @part and of those that are not. */
static double split_difference(const double *sorted, size_t nr, uint32_t part)
{
	double in[PN_SPLIT_MAX], out[PN_SPLIT_MAX];
	size_t nr_in = 0, nr_out = 0;

	for (size_t i = 0; i < nr; i++) {
		if (part >> i & 1)
			in[nr_in++] = sorted[i];
		else
			out[nr_out++] = sorted[i];
	}
	return fabs(middle(in, nr_in) - middle(out, nr_out));
}

static double noise_floor(const double *sorted, size_t nr)
{
	double most = 0;

	if (nr < 2)
		return 0;
	for (uint32_t part = 0; part < 1u << nr; part++) {
		double diff;

		if ((size_t)__builtin_popcount(part) != nr / 2)
			continue;
		diff = split_difference(sorted, nr, part);
		if (diff > most)
			most = diff;
	}
	return most;
}

static enum pn_verdict judge(const struct pn_ab *ab, enum pn_direction direction)
{
	/* Two ends that are both zero hold zero, whatever the noise. */
	if ((ab->low <= 0 && ab->high >= 0) || fabs(ab->diff) <= ab->noise)
		return PN_SAME;
	if (direction == PN_NO_DIRECTION)
		return PN_CHANGED;
	return (ab->diff < 0) == (direction == PN_LOWER_IS_BETTER) ? PN_BETTER : PN_WORSE;
}

int pn_ab_compare(double *base, size_t nr_base, double *new_values, size_t nr_new,
		  enum pn_direction direction, bool enough, struct pn_ab *ab)
{
	double first[PN_SPLIT_MAX];
	size_t nr_first = nr_base < PN_SPLIT_MAX ? nr_base : PN_SPLIT_MAX;
	int err;

	memset(ab, 0, sizeof(*ab));
	ab->nr_base = (uint32_t)nr_base;
	ab->nr_new = (uint32_t)nr_new;
	memcpy(first, base, nr_first * sizeof(*first));
	if (nr_base)
		ab->base = pn_median(base, nr_base);
	if (nr_new)
		ab->new_value = pn_median(new_values, nr_new);
	if (!nr_base || !nr_new)
		return 0;
	ab->diff = ab->low = ab->high = ab->new_value - ab->base;
	ab->diff_pct = ab->diff == 0.0	 ? 0.0
		       : ab->base == 0.0 ? NAN
					 : 100.0 * ab->diff / fabs(ab->base);
	if (nr_base < PN_MIN_REPEATS || nr_new < PN_MIN_REPEATS)
		return 0;
	qsort(first, nr_first, sizeof(*first), ascending);
	ab->noise = noise_floor(first, nr_first);
	err = bootstrap(base, new_values, ab);
	if (err)
		return err;
	ab->verdict = enough ? judge(ab, direction) : PN_INSUFFICIENT;
	return 0;
}
