/* SPDX-License-Identifier: GPL-2.0-only */
/* Phases: the windows between the markers that workloads write into a trace. */
#ifndef PN_PHASES_H
#define PN_PHASES_H

#include "core/params.h"
#include "io/source.h"

/**
 * pn_phases_find - reads a trace's markers, "pn: WORKLOAD phase=K param=V", as windows
 * @source: the trace
 * @windows: one for each phase, from its marker to the next marker of any kind; labelled with the
 *           marker's text after "pn: "; freed by the caller
 * @nr: how many; 0 when the trace has no markers
 * @problem: what went wrong
 *
 * The last phase runs to the marker "pn: WORKLOAD end", or to the end of the trace.
 *
 * Returns: 0 or a negative errno.
 */
int pn_phases_find(struct pn_source *source, struct pn_window **windows, uint32_t *nr,
		   struct pn_problem *problem);

#endif
