// SPDX-License-Identifier: GPL-2.0-only
/* Histograms in a JSON report, read back. */
#include "io/hist_json.h"

int pn_hist_read(const struct pn_json *json, const char *key, uint64_t count, struct pn_hist *hist,
		 struct pn_hist_ends *ends)
{
	uint64_t row[2], least = 0, left = count;
	size_t nr;
	int err = pn_json_need(json, key, pn_json_array(json, key, PN_HIST_BUCKETS, &nr));

	for (size_t i = 0; !err && i < nr; i++) {
		err = pn_json_row(json, key, i, row, 2);
		if (err)
			return err;
		if (row[0] < least || row[0] >= PN_HIST_BUCKETS || !row[1] || row[1] > left)
			return pn_json_bad(json, key, "entry %zu cannot be", i);
		if (i == 0)
			ends->first = (uint32_t)row[0];
		ends->last = (uint32_t)row[0];
		least = row[0] + 1;
		left -= row[1];
		err = pn_hist_add_at(hist, (uint32_t)row[0], row[1]);
	}
	if (!err && left)
		return pn_json_bad(json, key, "does not add up");
	return err;
}
