/* SPDX-License-Identifier: GPL-2.0-only */
/* Whole stays, one after the other: the way of nearly all of a trace through the analysis. */
#ifndef PN_CORE_STAY_RUN_H
#define PN_CORE_STAY_RUN_H

#include "core/cpu_analysis.h"

/**
 * pn_stay_run - takes the plain stays that stand first in a batch
 * @cpu: the CPU's analysis
 * @events: the batch
 * @nr: how many events it has
 *
 * A stay is plain where the CPU was awake before it, its times are in order, no window's edge
 * touches it, and all that it does is add to sums: it is no powernightmare, it ends no row that may
 * be one, and stays about as long have been seen. What comes of it is what its entry, its exit and
 * its verdict come to by themselves.
 *
 * Returns: how many were taken; 0: the first one is not plain.
 */
size_t pn_stay_run(struct pn_cpu_analysis *cpu, const struct pn_event *events, size_t nr);

#endif
