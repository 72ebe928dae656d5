/* SPDX-License-Identifier: GPL-2.0-only */
/* Which of a trace's events the analysis wants, by name; the same for every format. */
#ifndef PN_IO_EVENT_NAMES_H
#define PN_IO_EVENT_NAMES_H

#include <stddef.h>

#include "core/event.h"

/**
 * pn_event_kind_of - what an event is to the analysis
 * @system: the event's system ("power"), or NULL where only the name is known
 * @name: its name ("cpu_idle"), not ended; with @system NULL also "power:cpu_idle"
 * @len: bytes of @name
 * @cause: for PN_EV_WAKE: what such an event says about the end of a stay; else PN_WAKE_UNKNOWN.
 *         May be NULL
 *
 * Names match as a whole: cpu_idle_miss is not cpu_idle, and cpu_idle of a system of somebody's
 * own making is not power:cpu_idle. sched_switch is PN_EV_SWITCH whatever runs next: it is for
 * the caller to leave out those to the idle task.
 *
 * Returns: an enum pn_event_kind, never PN_EV_LOST, or -1 for an event of no interest.
 */
int pn_event_kind_of(const char *system, const char *name, size_t len, enum pn_wake *cause);

#endif
