// SPDX-License-Identifier: GPL-2.0-only
/* A worker's distribution: emptying it and handing it over. */
#include "tally.h"

#include <string.h>

void pn_tally_reset(struct pn_tally *tally)
{
	uint32_t low, high;

	if (!tally->count)
		return;
	low = pn_hist_index(tally->min);
	high = pn_hist_index(tally->max);
	memset(&tally->bucket[low], 0, (high - low + 1) * sizeof(tally->bucket[0]));
	tally->count = tally->sum = tally->min = tally->max = 0;
}

int pn_tally_merge(struct pn_dist *into, const struct pn_tally *from)
{
	uint64_t min = into->count ? into->min : UINT64_MAX;
	int err;

	if (!from->count)
		return 0;
	for (uint32_t i = pn_hist_index(from->min); i <= pn_hist_index(from->max); i++) {
		if (!from->bucket[i])
			continue;
		err = pn_hist_add_at(&into->hist, i, from->bucket[i]);
		if (err)
			return err;
	}
	into->min = from->min < min ? from->min : min;
	into->max = from->max > into->max ? from->max : into->max;
	into->count += from->count;
	into->sum += from->sum;
	return 0;
}
