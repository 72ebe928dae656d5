/* SPDX-License-Identifier: GPL-2.0-only */
/* From a line of trace text to an event: the fields of those events that the analysis wants. */
#ifndef PN_IO_TEXT_EVENT_H
#define PN_IO_TEXT_EVENT_H

#include <stdbool.h>
#include <stdint.h>

#include "core/event.h"
#include "io/text_line.h"

/** enum pn_text_verdict - what became of a line */
enum pn_text_verdict {
	PN_TEXT_SKIP,	 /* of no interest */
	PN_TEXT_DELIVER, /* the event is filled in */
	PN_TEXT_MORE,	 /* the same, and the line holds another for a higher CPU */
	PN_TEXT_BAD,	 /* names an idle event, but its fields cannot be read */
	PN_TEXT_ODD_CPU, /* an idle event of a CPU past PN_CPU_LIMIT */
};

/** struct pn_text_ask - what is asked of a line */
struct pn_text_ask {
	uint32_t kinds;	   /* mask of PN_WANT() */
	bool cpu_lists;	   /* masks of CPUs are printed as lists, "0,2-3", not in hexadecimal */
	uint32_t from_cpu; /* lower ones of a line that holds several events were taken */
};

/**
 * pn_text_event_read - reads the event that a line holds
 * @line: the line
 * @limit: end of the text; a newline precedes it
 * @ask: what is asked of it; what is not wanted is skipped
 * @event: filled in for PN_TEXT_DELIVER; the since_ns of a PN_EV_LOST is left to the caller
 * @next: where the next line begins
 *
 * Fields are found by their names, in any order, since cpu_idle and cpu_idle_miss order theirs
 * differently. States are read as the 32 or 64 unsigned bits that the kernel prints; all ones,
 * or -1, is an exit. Texts in @event point into the line.
 *
 * Returns: the verdict.
 */
enum pn_text_verdict pn_text_event_read(const struct pn_text_line *line, const char *limit,
					const struct pn_text_ask *ask, struct pn_event *event,
					const char **next);

#endif
