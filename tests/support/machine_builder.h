/* SPDX-License-Identifier: GPL-2.0-only */
/* Machines for tests, their idle states in one line. */
#ifndef PN_SUPPORT_MACHINE_BUILDER_H
#define PN_SUPPORT_MACHINE_BUILDER_H

#include "core/idle_state.h"

/** The processor of the vectors in the definitions of too deep and too shallow. */
#define PN_COMETLAKE "POLL:0:0 C1:1:1 C2:120:360 C3:1034:3102"

/**
 * pn_machine_build - a machine whose CPUs all have the same states
 * @nr_cpus: CPUs 0 to @nr_cpus - 1
 * @states: "NAME:XL_us:TR_us" with blanks between, shallowest first; ":off" after one disables it
 *
 * Returns: the machine, freed with pn_machine_free(); ends the program when @states cannot be
 * read or memory is short.
 */
struct pn_machine *pn_machine_build(uint32_t nr_cpus, const char *states);

/** pn_machine_build_table - adds a table to @machine, in the same form; its index */
int32_t pn_machine_build_table(struct pn_machine *machine, const char *states);

#endif
