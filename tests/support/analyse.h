/* SPDX-License-Identifier: GPL-2.0-only */
/* From a list of events to a summary, in one call. */
#ifndef PN_SUPPORT_ANALYSE_H
#define PN_SUPPORT_ANALYSE_H

#include "core/analysis.h"
#include "support/event_builder.h"

/** struct pn_analyse - what to analyse; all zero but @events is a good start */
struct pn_analyse {
	const struct pn_events *events;
	const struct pn_params *params; /* NULL: the defaults for the machine */
	const struct pn_machine *machine;
	const struct pn_window *windows;
	uint32_t nr_windows;
	bool has_ends; /* first_ns and last_ns are given, not those of the events */
	uint64_t first_ns;
	uint64_t last_ns;
};

/**
 * pn_analyse - feeds the events one by one and finishes
 *
 * Returns: the summary, freed with pn_summary_free(); ends the program on any error.
 */
struct pn_summary *pn_analyse(const struct pn_analyse *analyse);

/** pn_not_conserved - the first CPU of a summary whose time does not add up, or -1 */
int64_t pn_not_conserved(const struct pn_summary *summary);

#endif
