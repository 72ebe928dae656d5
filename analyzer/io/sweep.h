/* SPDX-License-Identifier: GPL-2.0-only */
/* The results of latency-sweep.sh, read for a comparison. */
#ifndef PN_IO_SWEEP_H
#define PN_IO_SWEEP_H

#include "core/compare.h"
#include "core/idle_state.h"
#include "util/problem.h"

/** What the key "schema" of such a file says. */
#define PN_SWEEP_SCHEMA "powernightmare.latency-sweep/1"

/**
 * pn_sweep_read - reads a results.json
 * @path: the file
 * @side: every round of the sweep is added as a repeat of the workload ""; its values are called as
 *        those of a report's latencies: ipi-module-latency-p50.2 in us
 * @machine: a machine with the table of the states that were swept, freed with pn_machine_free()
 * @problem: one line that names the file
 *
 * Returns: 0 or a negative errno: that of open(2), -EINVAL (damaged), -ENODATA (no round in it),
 * -ENOMEM.
 */
int pn_sweep_read(const char *path, struct pn_side *side, struct pn_machine **machine,
		  struct pn_problem *problem);

#endif
