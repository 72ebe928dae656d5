/* SPDX-License-Identifier: GPL-2.0-only */
/* Whole stays, one after the other: the way of nearly all of a trace through the analysis. */
#ifndef PN_CORE_STAY_RUN_H
#define PN_CORE_STAY_RUN_H

#include "core/cpu_analysis.h"

/**
 * pn_stay_run - takes the stays that stand first in a batch
 * @cpu: the CPU's analysis
 * @events: the batch
 * @nr: how many events it has
 * @taken: how many of them were taken; 0: the first one is no plain stay
 *
 * A stay is plain where the CPU was awake before it, its times are in order, and no window's edge
 * touches it. What comes of it is what its entry, its exit and its verdict come to by themselves.
 *
 * Returns: 0 or -ENOMEM.
 */
int pn_stay_run(struct pn_cpu_analysis *cpu, const struct pn_event *events, size_t nr,
		size_t *taken);

#endif
