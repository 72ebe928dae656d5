/* SPDX-License-Identifier: GPL-2.0-only */
/* Events of trace text that surround the idle events: what ended a stay, what ran then, markers. */
#ifndef PN_IO_TEXT_OTHER_H
#define PN_IO_TEXT_OTHER_H

#include "io/text_event.h"

/**
 * pn_text_other_read - reads the fields of an event that is neither cpu_idle nor cpu_idle_miss
 * @line: the line; its kind is not -1
 * @end: where its body ends
 * @ask: what is asked of it
 * @event: ts_ns and kind are set; the rest is filled in, but for the since_ns of a PN_EV_LOST
 *
 * Switches to the idle task are left out.
 *
 * Returns: PN_TEXT_SKIP, PN_TEXT_DELIVER or PN_TEXT_MORE.
 */
enum pn_text_verdict pn_text_other_read(const struct pn_text_line *line, const char *end,
					const struct pn_text_ask *ask, struct pn_event *event);

#endif
