// SPDX-License-Identifier: GPL-2.0-only
/* Log-linear histogram: the parts that are not on the way of every value. */
#include "core/hist.h"

#include <errno.h>
#include <stdlib.h>

int pn_hist_add_at(struct pn_hist *hist, uint32_t index, uint64_t count)
{
	uint64_t **block;

	if (index >= PN_HIST_BUCKETS)
		return -EINVAL;
	block = &hist->block[index >> PN_HIST_SUB_BITS];
	if (!*block) {
		*block = calloc(PN_HIST_SUB, sizeof(**block));
		if (!*block)
			return -ENOMEM;
	}
	(*block)[index & (PN_HIST_SUB - 1)] += count;
	return 0;
}

uint32_t pn_hist_next(const struct pn_hist *hist, uint32_t index)
{
	while (index < PN_HIST_BUCKETS) {
		if (!hist->block[index >> PN_HIST_SUB_BITS])
			index = (index | (PN_HIST_SUB - 1)) + 1;
		else if (pn_hist_at(hist, index))
			return index;
		else
			index++;
	}
	return PN_HIST_BUCKETS;
}

int pn_hist_merge(struct pn_hist *into, const struct pn_hist *from)
{
	uint32_t i = 0;
	int err;

	while ((i = pn_hist_next(from, i)) < PN_HIST_BUCKETS) {
		err = pn_hist_add_at(into, i, pn_hist_at(from, i));
		if (err)
			return err;
		i++;
	}
	return 0;
}

uint64_t pn_hist_percentile(const struct pn_hist *hist, uint64_t total, uint32_t pct_milli)
{
	unsigned __int128 share = (unsigned __int128)total * pct_milli + 99999;
	uint64_t want = (uint64_t)(share / 100000);
	uint64_t seen = 0, low = 0, high = 0;

	if (!want)
		want = 1;
	for (uint32_t i = pn_hist_next(hist, 0); i < PN_HIST_BUCKETS;
	     i = pn_hist_next(hist, i + 1)) {
		low = pn_hist_low(i);
		high = pn_hist_high(i);
		seen += pn_hist_at(hist, i);
		if (seen >= want)
			break;
	}
	return low + (high - low) / 2;
}

void pn_hist_free(struct pn_hist *hist)
{
	for (uint32_t i = 0; i < PN_HIST_BLOCKS; i++) {
		free(hist->block[i]);
		hist->block[i] = NULL;
	}
}
