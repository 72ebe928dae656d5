/* SPDX-License-Identifier: GPL-2.0-only */
/* One line on the terminal that tells how far a run of many phases has come. */
#ifndef PN_PROGRESS_H
#define PN_PROGRESS_H

#include <stdint.h>

#include "runner.h"

/**
 * pn_progress_show - shows which phase begins and how long the rest will take
 * @phases: all of them
 * @nr_phases: how many; with a single one nothing is shown
 * @index: the one that begins
 *
 * Shown between phases alone: a line that moves on by itself would wake the machine whose
 * idleness is being measured. Nothing is shown where stderr is no terminal.
 */
void pn_progress_show(const struct pn_phase *phases, uint32_t nr_phases, uint32_t index);

/** pn_progress_clear - takes the line away again */
void pn_progress_clear(uint32_t nr_phases);

#endif
