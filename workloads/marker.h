/* SPDX-License-Identifier: GPL-2.0-only */
/* Marks in the trace that is being recorded, so that it can be cut into the workload's phases. */
#ifndef PN_MARKER_H
#define PN_MARKER_H

#include <stdint.h>

/**
 * pn_marker_phase - writes "pn: WORKLOAD phase=K param=V" into the trace
 * @workload: its name
 * @phase: number of the phase that begins now, from 0
 * @param: what is special about this phase, without blanks ("5000ns", "30%", "idle")
 *
 * Does nothing, without a word, when tracing is off or cannot be reached; mounts nothing.
 */
void pn_marker_phase(const char *workload, uint32_t phase, const char *param);

/** pn_marker_end - writes "pn: WORKLOAD end", the end of the last phase; else as pn_marker_phase() */
void pn_marker_end(const char *workload);

#endif
