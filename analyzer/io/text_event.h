/* SPDX-License-Identifier: GPL-2.0-only */
/* From a line of trace text to an event: the fields of those events that the analysis wants. */
#ifndef PN_IO_TEXT_EVENT_H
#define PN_IO_TEXT_EVENT_H

#include <stdint.h>

#include "core/event.h"
#include "io/text_line.h"

/** enum pn_text_verdict - what became of a line */
enum pn_text_verdict {
	PN_TEXT_SKIP,	 /* of no interest */
	PN_TEXT_DELIVER, /* the event is filled in */
	PN_TEXT_BAD,	 /* names an idle event, but its fields cannot be read */
	PN_TEXT_ODD_CPU, /* an idle event of a CPU past PN_CPU_LIMIT */
};

/**
 * pn_text_event_read - reads the event that a line holds
 * @line: the line
 * @limit: end of the text; a newline precedes it
 * @kinds: mask of PN_WANT(); what is not wanted is skipped
 * @event: filled in for PN_TEXT_DELIVER; the since_ns of a PN_EV_LOST is left to the caller
 * @next: where the next line begins
 *
 * Fields are found by their names, in any order, since cpu_idle and cpu_idle_miss order theirs
 * differently. States are read as the 32 or 64 unsigned bits that the kernel prints; all ones,
 * or -1, is an exit.
 *
 * Returns: the verdict.
 */
enum pn_text_verdict pn_text_event_read(const struct pn_text_line *line, const char *limit,
					uint32_t kinds, struct pn_event *event, const char **next);

#endif
