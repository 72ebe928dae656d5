/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A distribution that one worker fills without allocating anything, in memory that another
 * process may read: the counts of a struct pn_dist, flat.
 */
#ifndef PN_TALLY_H
#define PN_TALLY_H

#include <stdint.h>

#include "core/dist.h"

/** struct pn_tally - all zero is empty; min and max count only when count does */
struct pn_tally {
	uint64_t count;
	uint64_t sum;
	uint64_t min;
	uint64_t max;
	uint64_t bucket[PN_HIST_BUCKETS];
};

/** pn_tally_add - adds one value */
static inline void pn_tally_add(struct pn_tally *tally, uint64_t value)
{
	if (!tally->count || value < tally->min)
		tally->min = value;
	if (value > tally->max)
		tally->max = value;
	tally->count++;
	tally->sum += value;
	tally->bucket[pn_hist_index(value)]++;
}

/** pn_tally_reset - empties it; touches only what was filled */
void pn_tally_reset(struct pn_tally *tally);

/** pn_tally_merge - adds all of @from to @into; 0 or -ENOMEM */
int pn_tally_merge(struct pn_dist *into, const struct pn_tally *from);

#endif
