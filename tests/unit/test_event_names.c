// SPDX-License-Identifier: GPL-2.0-only
/* Names of events: whole names only, with and without their system. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <string.h>

#include "io/event_names.h"

static void assert_kind(const char *system, const char *name, int kind, enum pn_wake cause)
{
	enum pn_wake found = PN_WAKE_NR;

	assert_int_equal(pn_event_kind_of(system, name, strlen(name), &found), kind);
	assert_int_equal(found, cause);
	assert_int_equal(pn_event_kind_of(system, name, strlen(name), NULL), kind);
}

static void knows_events_with_and_without_their_system(void **state)
{
	(void)state;
	assert_kind("power", "cpu_idle", PN_EV_IDLE, PN_WAKE_UNKNOWN);
	assert_kind(NULL, "cpu_idle", PN_EV_IDLE, PN_WAKE_UNKNOWN);
	assert_kind(NULL, "power:cpu_idle", PN_EV_IDLE, PN_WAKE_UNKNOWN);
	assert_kind(NULL, "power:cpu_idle_miss", PN_EV_MISS, PN_WAKE_UNKNOWN);
	assert_kind("sched", "sched_switch", PN_EV_SWITCH, PN_WAKE_UNKNOWN);
	assert_kind("ftrace", "print", PN_EV_MARK, PN_WAKE_UNKNOWN);
	assert_kind(NULL, "bprint", PN_EV_MARK, PN_WAKE_UNKNOWN);
	assert_kind(NULL, "tracing_mark_write", PN_EV_MARK, PN_WAKE_UNKNOWN);
}

static void tells_what_ends_a_stay(void **state)
{
	(void)state;
	assert_kind("irq", "irq_handler_entry", PN_EV_WAKE, PN_WAKE_IRQ);
	assert_kind("irq_vectors", "local_timer_entry", PN_EV_WAKE, PN_WAKE_TIMER);
	assert_kind(NULL, "irq_vectors:reschedule_entry", PN_EV_WAKE, PN_WAKE_IPI);
	assert_kind(NULL, "call_function_single_entry", PN_EV_WAKE, PN_WAKE_IPI);
	assert_kind(NULL, "call_function_entry", PN_EV_WAKE, PN_WAKE_IPI);
	assert_kind("timer", "hrtimer_expire_entry", PN_EV_WAKE, PN_WAKE_TIMER);
	assert_kind("timer", "timer_expire_entry", PN_EV_WAKE, PN_WAKE_TIMER);
	assert_kind("ipi", "ipi_entry", PN_EV_WAKE, PN_WAKE_IPI);
	assert_kind("powerpc", "doorbell_entry", PN_EV_WAKE, PN_WAKE_IPI);
}

static void matches_whole_names_only(void **state)
{
	static const char *const none[] = {
		"",
		"cpu_idl",
		"cpu_idle_",
		"cpu_idle_miss2",
		"psci_cpu_idle",
		":cpu_idle",
		"power:",
		"power:cpu_idle:",
		"xpower:cpu_idle",
		"powe:cpu_idle",
		"kprobes:cpu_idle",
		"local_timer_exit",
		"irq_handler_exit",
		"ipi_exit",
		"cpu_frequency",
		"sched_switch_x",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++)
		assert_kind(NULL, none[i], -1, PN_WAKE_UNKNOWN);
	assert_kind("kprobes", "cpu_idle", -1, PN_WAKE_UNKNOWN);
	assert_kind("", "cpu_idle", -1, PN_WAKE_UNKNOWN);
	assert_kind("power", "power:cpu_idle", -1, PN_WAKE_UNKNOWN);
	assert_int_equal(pn_event_kind_of(NULL, "cpu_idle_miss", 8, NULL), PN_EV_IDLE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(knows_events_with_and_without_their_system),
		cmocka_unit_test(tells_what_ends_a_stay),
		cmocka_unit_test(matches_whole_names_only),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
