/* SPDX-License-Identifier: GPL-2.0-only */
/* Cells of the tables that workloads print on stdout. */
#ifndef PN_TABLE_H
#define PN_TABLE_H

#include <stdint.h>

#include "core/dist.h"

/**
 * pn_table_percentile - prints a blank and a percentile of a distribution, 9 characters wide
 * @dist: of times in nanoseconds; "-" is printed for one without values
 * @pct_milli: in thousandths of a percent; 100000 is the exact largest value
 */
void pn_table_percentile(const struct pn_dist *dist, uint32_t pct_milli);

#endif
