// SPDX-License-Identifier: GPL-2.0-only
/* Cells of the tables that workloads print on stdout. */
#include "table.h"

#include <stdio.h>

#include "util/duration.h"

void pn_table_percentile(const struct pn_dist *dist, uint32_t pct_milli)
{
	char text[16] = "-";

	if (dist->count)
		pn_format_ns(pct_milli == 100000 ? dist->max : pn_dist_percentile(dist, pct_milli),
			     text, sizeof(text));
	printf(" %9s", text);
}
