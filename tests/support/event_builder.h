/* SPDX-License-Identifier: GPL-2.0-only */
/* Traces for tests, written down event by event: one line an event, in the order of the buffer. */
#ifndef PN_SUPPORT_EVENT_BUILDER_H
#define PN_SUPPORT_EVENT_BUILDER_H

#include <stddef.h>
#include <stdint.h>

#include "core/event.h"

/** struct pn_events - a growing array of events; all zero is an empty one */
struct pn_events {
	struct pn_event *list;
	size_t nr;
	size_t room;
};

/* Each of these ends the test program when memory is short, so none has a result to look at. */

/** pn_events_add - appends a copy of @event */
void pn_events_add(struct pn_events *events, struct pn_event event);

/** pn_events_enter - @cpu enters idle state @state */
void pn_events_enter(struct pn_events *events, uint32_t cpu, uint64_t ts_ns, int32_t state);

/** pn_events_leave - @cpu leaves idle */
void pn_events_leave(struct pn_events *events, uint32_t cpu, uint64_t ts_ns);

/** pn_events_stay - an entry at @from_ns and an exit at @to_ns */
void pn_events_stay(struct pn_events *events, uint32_t cpu, uint64_t from_ns, uint64_t to_ns,
		    int32_t state);

/** pn_events_miss - the kernel's verdict: @below 1 is too shallow, 0 too deep */
void pn_events_miss(struct pn_events *events, uint32_t cpu, uint64_t ts_ns, int32_t state,
		    uint32_t below);

/** pn_events_lost - @count events are missing between @since_ns and @ts_ns */
void pn_events_lost(struct pn_events *events, uint32_t cpu, uint64_t since_ns, uint64_t ts_ns,
		    uint64_t count);

/** pn_events_switch - @cpu goes on to task @pid, which is not the idle task */
void pn_events_switch(struct pn_events *events, uint32_t cpu, uint64_t ts_ns, uint32_t pid);

/** pn_events_wake - something that can have ended a stay; @number is of an interrupt, or 0 */
void pn_events_wake(struct pn_events *events, uint32_t cpu, uint64_t ts_ns, enum pn_wake cause,
		    uint32_t number);

/** pn_events_mark - text in the trace; @text is not copied */
void pn_events_mark(struct pn_events *events, uint32_t cpu, uint64_t ts_ns, const char *text);

/** pn_events_free - frees the list and empties it */
void pn_events_free(struct pn_events *events);

#endif
