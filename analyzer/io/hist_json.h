/* SPDX-License-Identifier: GPL-2.0-only */
/* Histograms in a JSON report, read back; private to the reader of reports. */
#ifndef PN_IO_HIST_JSON_H
#define PN_IO_HIST_JSON_H

#include "core/hist.h"
#include "io/json_in.h"

/** struct pn_hist_ends - the first and the last bucket that is not empty; nothing for an empty one */
struct pn_hist_ends {
	uint32_t first;
	uint32_t last;
};

/**
 * pn_hist_read - reads a histogram, [[bucket, count], ...] with the buckets in order
 * @json: the object that holds it
 * @key: its key
 * @count: what its counts have to add up to
 * @hist: empty before; freed by the caller, on error as well
 * @ends: set when @count is above 0
 *
 * Returns: 0, -EINVAL with one line that names the file and the place, or -ENOMEM.
 */
int pn_hist_read(const struct pn_json *json, const char *key, uint64_t count, struct pn_hist *hist,
		 struct pn_hist_ends *ends);

#endif
