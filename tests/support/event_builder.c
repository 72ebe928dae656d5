// SPDX-License-Identifier: GPL-2.0-only
/* Traces for tests, written down event by event. */
#include "support/event_builder.h"

#include <stdlib.h>
#include <string.h>

void pn_events_add(struct pn_events *events, struct pn_event event)
{
	if (events->nr == events->room) {
		events->room = events->room ? 2 * events->room : 64;
		events->list = realloc(events->list, events->room * sizeof(*events->list));
		if (!events->list)
			abort();
	}
	events->list[events->nr++] = event;
}

static struct pn_event make(enum pn_event_kind kind, uint32_t cpu, uint64_t ts_ns)
{
	struct pn_event event;

	memset(&event, 0, sizeof(event));
	event.ts_ns = ts_ns;
	event.cpu = cpu;
	event.kind = kind;
	return event;
}

void pn_events_enter(struct pn_events *events, uint32_t cpu, uint64_t ts_ns, int32_t state)
{
	struct pn_event event = make(PN_EV_IDLE, cpu, ts_ns);

	event.u.state = state;
	pn_events_add(events, event);
}

void pn_events_leave(struct pn_events *events, uint32_t cpu, uint64_t ts_ns)
{
	pn_events_enter(events, cpu, ts_ns, PN_STATE_EXIT);
}

void pn_events_stay(struct pn_events *events, uint32_t cpu, uint64_t from_ns, uint64_t to_ns,
		    int32_t state)
{
	pn_events_enter(events, cpu, from_ns, state);
	pn_events_leave(events, cpu, to_ns);
}

void pn_events_miss(struct pn_events *events, uint32_t cpu, uint64_t ts_ns, int32_t state,
		    uint32_t below)
{
	struct pn_event event = make(PN_EV_MISS, cpu, ts_ns);

	event.u.miss.state = state;
	event.u.miss.below = below;
	pn_events_add(events, event);
}

void pn_events_lost(struct pn_events *events, uint32_t cpu, uint64_t since_ns, uint64_t ts_ns,
		    uint64_t count)
{
	struct pn_event event = make(PN_EV_LOST, cpu, ts_ns);

	event.u.lost.since_ns = since_ns;
	event.u.lost.count = count;
	pn_events_add(events, event);
}

void pn_events_switch(struct pn_events *events, uint32_t cpu, uint64_t ts_ns, uint32_t pid)
{
	struct pn_event event = make(PN_EV_SWITCH, cpu, ts_ns);

	event.u.next.pid = pid;
	pn_events_add(events, event);
}

void pn_events_wake(struct pn_events *events, uint32_t cpu, uint64_t ts_ns, enum pn_wake cause,
		    uint32_t number)
{
	struct pn_event event = make(PN_EV_WAKE, cpu, ts_ns);

	event.u.wake.cause = cause;
	event.u.wake.number = number;
	pn_events_add(events, event);
}

void pn_events_mark(struct pn_events *events, uint32_t cpu, uint64_t ts_ns, const char *text)
{
	struct pn_event event = make(PN_EV_MARK, cpu, ts_ns);

	event.u.mark.text = text;
	event.u.mark.length = (uint32_t)strlen(text);
	pn_events_add(events, event);
}

void pn_events_free(struct pn_events *events)
{
	free(events->list);
	memset(events, 0, sizeof(*events));
}
