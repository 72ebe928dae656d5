/* SPDX-License-Identifier: GPL-2.0-only */
/* Thresholds of the analysis; each is printed by every report that used it. */
#ifndef PN_CORE_PARAMS_H
#define PN_CORE_PARAMS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/idle_state.h"

/** Longest time between two stays of one chain (DEFINITIONS, chains). */
#define PN_CHAIN_GAP_NS 100000u

/** Threshold where no tick is known: one and a half periods of the slowest tick, 100 Hz. */
#define PN_THRESHOLD_NS 15000000u

/** How many of the longest powernightmares are kept, unless asked otherwise. */
#define PN_WORST_NR 10u

/** The most that can be kept; each CPU, state and section has room for as many. */
#define PN_WORST_MAX 1000000u

/** Most time bins of one CPU; a bin width that needs more is refused. */
#define PN_BINS_MAX (1u << 20)

/** enum pn_verdicts - whose word counts on too deep and too shallow */
enum pn_verdicts {
	PN_VERDICTS_AUTO,   /* the kernel's, where a whole trace has them throughout; see below */
	PN_VERDICTS_LENGTH, /* by the lengths of stays and the table of states */
	PN_VERDICTS_KERNEL, /* the kernel's, where there is one */
};

/**
 * The kernel's verdicts are taken to be there throughout when those by length differ from them in
 * at most one of so many; the two clocks alone make for one in a thousand.
 */
#define PN_VERDICTS_APART 10u

/** struct pn_params - what the figures depend on beside the trace */
struct pn_params {
	uint64_t threshold_ns;	       /* a powernightmare is longer than this */
	enum pn_origin threshold_from; /* option, sidecar (its tick) or default */
	uint64_t chain_gap_ns;
	uint64_t bin_ns;	/* width of a time bin; 0: none are kept */
	uint64_t bin_origin_ns; /* start of the first bin */
	uint32_t worst_nr;
	enum pn_verdicts verdicts; /* in a summary: whose were used, never AUTO */
};

/**
 * pn_params_default - the defaults for a machine
 * @machine: its tick gives the threshold, 1.5 tick periods; NULL or no tick: PN_THRESHOLD_NS
 */
static inline struct pn_params pn_params_default(const struct pn_machine *machine)
{
	struct pn_params params = {
		.threshold_ns = PN_THRESHOLD_NS,
		.threshold_from = PN_FROM_DEFAULT,
		.chain_gap_ns = PN_CHAIN_GAP_NS,
		.worst_nr = PN_WORST_NR,
	};

	if (machine && machine->tick_ns) {
		params.threshold_ns = machine->tick_ns + machine->tick_ns / 2;
		params.threshold_from = machine->origin;
	}
	return params;
}

#define PN_LABEL_LEN 64

/** struct pn_window - a stretch of the trace, from <= t < to; the whole of it is 0 to UINT64_MAX */
struct pn_window {
	uint64_t from_ns;
	uint64_t to_ns;
	char label[PN_LABEL_LEN]; /* of the phase; empty for the whole trace */
};

#endif
