// SPDX-License-Identifier: GPL-2.0-only
/* Which of a trace's events the analysis wants, by name; the same for every format. */
#include "io/event_names.h"

#include <string.h>

/** struct known_event - a row of the table; lengths spare the strlen() of each look-up */
struct known_event {
	const char *system;
	const char *name;
	size_t system_len;
	size_t name_len;
	enum pn_event_kind kind;
	enum pn_wake cause;
};

#define EVENT(system, name, kind, cause)                                                          \
	{                                                                                         \
		system, name, sizeof(system) - 1, sizeof(name) - 1, PN_EV_##kind, PN_WAKE_##cause \
	}

/*
 * tracing_mark_write is no event: the kernel's own text shows a print event under the name of
 * the function that wrote it. The three of powerpc are its stand-ins for irq_vectors.
 */
static const struct known_event events[] = {
	EVENT("power", "cpu_idle", IDLE, UNKNOWN),
	EVENT("power", "cpu_idle_miss", MISS, UNKNOWN),
	EVENT("sched", "sched_switch", SWITCH, UNKNOWN),
	EVENT("ftrace", "print", MARK, UNKNOWN),
	EVENT("ftrace", "bprint", MARK, UNKNOWN),
	EVENT("ftrace", "bputs", MARK, UNKNOWN),
	EVENT("ftrace", "tracing_mark_write", MARK, UNKNOWN),
	EVENT("sched", "sched_waking", WAKING, UNKNOWN),
	EVENT("latency_test", "ipi", SAMPLE, IPI),
	EVENT("latency_test", "timer", SAMPLE, TIMER),
	EVENT("ipi", "ipi_raise", SEND, UNKNOWN),
	EVENT("ipi", "ipi_send_cpu", SEND, UNKNOWN),
	EVENT("ipi", "ipi_send_cpumask", SEND, UNKNOWN),
	EVENT("timer", "hrtimer_start", TIMER, UNKNOWN),
	EVENT("timer", "hrtimer_cancel", TIMER, UNKNOWN),
	EVENT("irq", "irq_handler_entry", WAKE, IRQ),
	EVENT("timer", "hrtimer_expire_entry", WAKE, TIMER),
	EVENT("timer", "timer_expire_entry", WAKE, TIMER),
	EVENT("ipi", "ipi_entry", WAKE, IPI),
	EVENT("irq_vectors", "local_timer_entry", WAKE, TIMER),
	EVENT("irq_vectors", "reschedule_entry", WAKE, IPI),
	EVENT("irq_vectors", "call_function_entry", WAKE, IPI),
	EVENT("irq_vectors", "call_function_single_entry", WAKE, IPI),
	EVENT("irq_vectors", "irq_work_entry", WAKE, IPI),
	EVENT("irq_vectors", "x86_platform_ipi_entry", WAKE, IPI),
	EVENT("irq_vectors", "thermal_apic_entry", WAKE, IRQ),
	EVENT("irq_vectors", "threshold_apic_entry", WAKE, IRQ),
	EVENT("irq_vectors", "deferred_error_apic_entry", WAKE, IRQ),
	EVENT("irq_vectors", "error_apic_entry", WAKE, IRQ),
	EVENT("irq_vectors", "spurious_apic_entry", WAKE, IRQ),
	EVENT("powerpc", "timer_interrupt_entry", WAKE, TIMER),
	EVENT("powerpc", "irq_entry", WAKE, IRQ),
	EVENT("powerpc", "doorbell_entry", WAKE, IPI),
};

static const struct known_event *find(const char *name, size_t len)
{
	for (size_t i = 0; i < sizeof(events) / sizeof(events[0]); i++) {
		if (events[i].name_len == len && memcmp(events[i].name, name, len) == 0)
			return &events[i];
	}
	return NULL;
}

/* The same for "SYSTEM:NAME"; names themselves hold no colon. */
static const struct known_event *find_with_system(const char *name, size_t len)
{
	const char *colon = memchr(name, ':', len);
	const struct known_event *event = NULL;
	size_t system_len = colon ? (size_t)(colon - name) : 0;

	if (colon)
		event = find(colon + 1, len - system_len - 1);
	if (!event || event->system_len != system_len ||
	    memcmp(event->system, name, system_len) != 0)
		return NULL;
	return event;
}

int pn_event_kind_of(const char *system, const char *name, size_t len, enum pn_wake *cause)
{
	const struct known_event *event = find(name, len);

	if (event && system && strcmp(event->system, system) != 0)
		event = NULL;
	else if (!event && !system)
		event = find_with_system(name, len);
	if (cause)
		*cause = event ? event->cause : PN_WAKE_UNKNOWN;
	return event ? (int)event->kind : -1;
}
