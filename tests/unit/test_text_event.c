// SPDX-License-Identifier: GPL-2.0-only
/* Events of trace text: their fields as every tool prints them, and what cannot be read. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdio.h>

#include "text_fixture.h"

/* A text of one line: AT and then what stands after the time. */
#define AT "          <idle>-0     [001] d..2     5.000001: "

static void load_body(struct text_case *c, const char *body)
{
	char text[1024];

	snprintf(text, sizeof(text), AT "%s\n", body);
	text_load(c, text);
}

static void assert_idle(const char *body, uint32_t cpu, int32_t state)
{
	struct text_case c;

	load_body(&c, body);
	assert_int_equal(c.stats.events, 1);
	assert_int_equal(c.stats.bad_lines, 0);
	assert_int_equal(c.events.nr, 1);
	assert_int_equal(c.events.list[0].kind, PN_EV_IDLE);
	assert_int_equal(c.events.list[0].ts_ns, 5000001000);
	assert_int_equal(c.events.list[0].cpu, cpu);
	assert_int_equal(c.events.list[0].u.state, state);
	text_close(&c);
}

static void reads_idle_events(void **state)
{
	(void)state;
	assert_idle("cpu_idle: state=2 cpu_id=1", 1, 2);
	assert_idle("cpu_idle:             state=0 cpu_id=0", 0, 0);
	assert_idle("power:cpu_idle: state=9 cpu_id=127", 127, 9);
	assert_idle("cpu_idle: state=10 cpu_id=65535", 65535, 10);
	assert_idle("cpu_idle: cpu_id=3 state=4", 3, 4);
	assert_idle("cpu_idle: state=2 cpu_id=1 [0:0x10:16]", 1, 2);
	assert_idle("cpu_idle: state=2 cpu_id=1\r", 1, 2);
	assert_idle("cpu_idle:  state=2  cpu_id=1", 1, 2);
}

static void all_ones_are_an_exit_in_any_width(void **state)
{
	(void)state;
	assert_idle("cpu_idle: state=4294967295 cpu_id=1", 1, PN_STATE_EXIT);
	assert_idle("cpu_idle: state=-1 cpu_id=1", 1, PN_STATE_EXIT);
	assert_idle("cpu_idle: state=18446744073709551615 cpu_id=1", 1, PN_STATE_EXIT);
	assert_idle("cpu_idle: state=4294967294 cpu_id=1", 1, -2);
	assert_idle("cpu_idle: state=429496729 cpu_id=1", 1, 429496729);
}

static void assert_nothing(const char *body, uint64_t bad_lines, uint64_t odd_cpus)
{
	struct text_case c;

	load_body(&c, body);
	assert_int_equal(c.stats.events, 1);
	assert_int_equal(c.events.nr, 0);
	assert_int_equal(c.stats.bad_lines, bad_lines);
	assert_int_equal(c.stats.odd_cpus, odd_cpus);
	text_close(&c);
}

static void counts_idle_events_that_cannot_be_read(void **state)
{
	(void)state;
	assert_nothing("cpu_idle:", 1, 0);
	assert_nothing("cpu_idle: ", 1, 0);
	assert_nothing("cpu_idle: state=2", 1, 0);
	assert_nothing("cpu_idle: cpu_id=2", 1, 0);
	assert_nothing("cpu_idle: state= cpu_id=1", 1, 0);
	assert_nothing("cpu_idle: state=x cpu_id=1", 1, 0);
	assert_nothing("cpu_idle: state=- cpu_id=1", 1, 0);
	assert_nothing("cpu_idle: state=2 cpu_id=", 1, 0);
	assert_nothing("cpu_idle: state=2 cpu_id=-1", 1, 0);
	assert_nothing("cpu_idle: state=2 cpu_id=4294967296", 1, 0);
	assert_nothing("cpu_idle: state=4294967296 cpu_id=1", 1, 0);
	assert_nothing("cpu_idle: xstate=2 xcpu_id=1", 1, 0);
	assert_nothing("cpu_idle: type=1 state=5 cpu=0", 1, 0);
	assert_nothing("cpu_idle_miss: cpu_id=1 state=2", 1, 0);
	assert_nothing("cpu_idle_miss: cpu_id=1 state=2 type=x", 1, 0);
	assert_nothing("cpu_idle: state=2 cpu_id=65536", 0, 1);
	assert_nothing("cpu_idle_miss: cpu_id=65536 state=2 type=below", 0, 1);
}

static void takes_no_other_event_for_an_idle_event(void **state)
{
	(void)state;
	assert_nothing("psci_cpu_idle: state=2 cpu_id=1", 0, 0);
	assert_nothing("kprobes:cpu_idle: state=2 cpu_id=1", 0, 0);
	assert_nothing("cpu_idle_enter: state=2 cpu_id=1", 0, 0);
	assert_nothing("cpu_frequency: state=350000 cpu_id=1", 0, 0);
	assert_nothing("cpu_idle <-do_idle", 0, 0);
}

static void assert_miss(const char *body, uint32_t cpu, int32_t state, uint32_t below)
{
	struct text_case c;

	load_body(&c, body);
	assert_int_equal(c.events.nr, 1);
	assert_int_equal(c.events.list[0].kind, PN_EV_MISS);
	assert_int_equal(c.events.list[0].cpu, cpu);
	assert_int_equal(c.events.list[0].u.miss.state, state);
	assert_int_equal(c.events.list[0].u.miss.below, below);
	text_close(&c);
}

static void reads_the_kernels_verdicts(void **state)
{
	(void)state;
	assert_miss("cpu_idle_miss: cpu_id=3 state=2 type=above", 3, 2, 0);
	assert_miss("cpu_idle_miss:        cpu_id=12 state=2 type=below", 12, 2, 1);
	assert_miss("cpu_idle_miss:         cpu_id=1 state=2 below=1", 1, 2, 1);
	assert_miss("cpu_idle_miss:         cpu_id=1 state=2 below=0", 1, 2, 0);
	assert_miss("power:cpu_idle_miss: cpu_id=1 state=11 type=below\r", 1, 11, 1);
}

static void assert_switch(const char *body, uint32_t pid, const char *comm)
{
	struct text_case c;

	load_body(&c, body);
	assert_int_equal(c.events.nr, 1);
	assert_int_equal(c.events.list[0].kind, PN_EV_SWITCH);
	assert_int_equal(c.events.list[0].cpu, 1);
	assert_int_equal(c.events.list[0].u.next.pid, pid);
	assert_int_equal(c.events.list[0].u.next.length, strlen(comm));
	assert_memory_equal(c.events.list[0].u.next.comm, comm, strlen(comm));
	text_close(&c);
}

static void reads_switches_to_tasks(void **state)
{
	(void)state;
	assert_switch("sched_switch: prev_comm=swapper/1 prev_pid=0 prev_prio=120 prev_state=R ==> "
		      "next_comm=kworker/1:1 next_pid=2923 next_prio=120",
		      2923, "kworker/1:1");
	assert_switch("sched_switch: prev_comm=a next_pid=7 prev_pid=8 prev_prio=120 prev_state=R "
		      "==> next_comm=b next_pid=9 x next_pid=10 next_prio=120",
		      10, "b next_pid=9 x");
	assert_switch("sched_switch:         swapper/2:0 [120] R ==> kworker/2:1:2923 [120]", 2923,
		      "kworker/2:1");
	assert_switch("sched_switch:  rs:main Q:Reg:1769 [120] S ==> in:imuxsock:1767 [120]", 1767,
		      "in:imuxsock");
	assert_switch("sched_switch:         prev_comm=swapper/2 prev_pid=0 prev_prio=120 "
		      "prev_state=0 next_comm=kworker/2:1 next_pid=2923 next_prio=120",
		      2923, "kworker/2:1");
	assert_nothing("sched_switch: prev_comm=a prev_pid=9 prev_prio=120 prev_state=S ==> "
		       "next_comm=swapper/1 next_pid=0 next_prio=120",
		       0, 0);
	assert_nothing("sched_switch: swapper/2:0 [120] R ==> swapper/2:0 [120]", 0, 0);
	assert_nothing("sched_switch: prev_comm=trace-cmd prev_pid=15430", 0, 0);
	assert_nothing("sched_switch:", 0, 0);
}

static void assert_wake(const char *body, enum pn_wake cause, uint32_t number, const char *name)
{
	const struct pn_event *event;
	struct text_case c;

	load_body(&c, body);
	assert_int_equal(c.events.nr, 1);
	event = &c.events.list[0];
	assert_int_equal(event->kind, PN_EV_WAKE);
	assert_int_equal(event->cpu, 1);
	assert_int_equal(event->u.wake.cause, cause);
	assert_int_equal(event->u.wake.number, number);
	assert_int_equal(event->u.wake.length, strlen(name));
	if (*name)
		assert_memory_equal(event->u.wake.name, name, strlen(name));
	text_close(&c);
}

static void reads_what_ends_stays(void **state)
{
	(void)state;
	assert_wake("irq_handler_entry: irq=24 name=virtio0-req.0", PN_WAKE_IRQ, 24,
		    "virtio0-req.0");
	assert_wake("irq_handler_entry:    irq=9 name=acpi\r", PN_WAKE_IRQ, 9, "acpi");
	assert_wake("local_timer_entry: vector=236", PN_WAKE_TIMER, 236, "");
	assert_wake("irq_vectors:reschedule_entry: vector=253", PN_WAKE_IPI, 253, "");
	assert_wake("call_function_single_entry: vector=251", PN_WAKE_IPI, 251, "");
	assert_wake("timer_expire_entry: timer=00000000f7c4a1d8 function=f now=4294900000",
		    PN_WAKE_TIMER, 0, "");
	assert_wake("ipi_entry: (Rescheduling interrupts)", PN_WAKE_IPI, 0, "");
}

static void reads_timers(void **state)
{
	static const struct {
		const char *body;
		uint16_t op;
		uint64_t base_ns;
	} timers[] = {
		{ "hrtimer_start: hrtimer=00000000f7c4a1d8 function=tick_sched_timer "
		  "expires=5604000000 softexpires=5604000000 mode=ABS",
		  PN_TIMER_START, 5604000000 },
		{ "hrtimer_cancel:       hrtimer=0xf7c4a1d8", PN_TIMER_CANCEL, 0 },
		{ "timer:hrtimer_expire_entry: hrtimer=F7C4A1D8 function=f now=5604001234",
		  PN_TIMER_FIRE, 5604001234 },
	};
	struct text_case c;

	(void)state;
	for (size_t i = 0; i < sizeof(timers) / sizeof(timers[0]); i++) {
		load_body(&c, timers[i].body);
		assert_int_equal(c.events.nr, 1);
		assert_int_equal(c.events.list[0].kind, PN_EV_TIMER);
		assert_int_equal(c.events.list[0].op, timers[i].op);
		assert_int_equal(c.events.list[0].u.timer.timer, 0xf7c4a1d8);
		assert_int_equal(c.events.list[0].u.timer.base_ns, timers[i].base_ns);
		text_close(&c);
	}
	assert_nothing("hrtimer_cancel: hrtimer=(ptrval)", 0, 0);
	assert_nothing("hrtimer_cancel: hrtimer=12345678123456781", 0, 0);
}

static void reads_wakeups_and_the_modules_samples(void **state)
{
	struct text_case c;

	(void)state;
	load_body(&c, "sched_waking: comm=a pid=7 x pid=42 prio=120 target_cpu=003");
	assert_int_equal(c.events.nr, 1);
	assert_int_equal(c.events.list[0].kind, PN_EV_WAKING);
	assert_int_equal(c.events.list[0].u.waking.pid, 42);
	text_close(&c);
	load_body(&c, "ipi: src=0 dest=3 latency_ns=1500 state=2 race=0 sent_ns=5000000000 "
		      "return_ns=5000002000 idle_ns=10");
	assert_int_equal(c.events.nr, 1);
	assert_int_equal(c.events.list[0].kind, PN_EV_SAMPLE);
	assert_int_equal(c.events.list[0].cpu, 3);
	assert_int_equal(c.events.list[0].u.sample.cause_ns, 5000000000);
	assert_int_equal(c.events.list[0].u.sample.latency_ns, 1500);
	assert_int_equal(c.events.list[0].u.sample.timer, 0);
	assert_int_equal(c.events.list[0].u.sample.race, 0);
	text_close(&c);
	load_body(&c, "latency_test:timer: cpu=2 expected_ns=1000 diff_ns=-99999999999 state=1 "
		      "race=1 expires_ns=5000000000 src=1 idle_ns=1");
	assert_int_equal(c.events.nr, 1);
	assert_int_equal(c.events.list[0].cpu, 2);
	assert_int_equal(c.events.list[0].u.sample.latency_ns, INT32_MIN);
	assert_int_equal(c.events.list[0].u.sample.timer, 1);
	assert_int_equal(c.events.list[0].u.sample.race, 1);
	text_close(&c);
	assert_nothing("timer: cpu=2 something else", 0, 0);
}

static void assert_sends(const char *text, size_t nr, const uint32_t *cpus)
{
	for (size_t room = 1; room <= 4; room++) {
		struct text_case c;

		text_place(&c, text, strlen(text));
		assert_int_equal(text_open(&c), 0);
		assert_int_equal(text_read(&c, ALL_KINDS, room), 0);
		assert_int_equal(c.events.nr, nr);
		for (size_t i = 0; i < nr; i++) {
			assert_int_equal(c.events.list[i].kind, PN_EV_SEND);
			assert_int_equal(c.events.list[i].cpu, cpus[i]);
			assert_int_equal(c.events.list[i].ts_ns, 5000001000);
		}
		assert_int_equal(c.stats.events, 1);
		text_close(&c);
	}
}

static void a_send_goes_to_each_cpu_of_its_mask(void **state)
{
	static const uint32_t one[] = { 3 }, five[] = { 1, 3, 4, 5, 32 };

	(void)state;
	assert_sends(AT "ipi_send_cpu: cpu=3 callsite=f+0x1/0x2 callback=g", 1, one);
	assert_sends(AT "ipi_raise: target_mask=00000000,00000008 (Function call interrupts)", 1,
		     one);
	assert_sends(AT "ipi_raise: target_mask=1,0000003a (Function call interrupts)", 5, five);
	/* the kernel prints a mask where tools that go by libtraceevent print a list */
	assert_sends(AT "ipi_send_cpumask: cpumask=1,0000003a callsite=f callback=g", 5, five);
	assert_sends(AT "ipi:ipi_send_cpumask: cpumask=1,3-5,32 callsite=f callback=g", 5, five);
	assert_sends(AT "ipi_send_cpumask:     cpumask=1,3-5,32 callsite=f callback=g", 5, five);
	assert_sends(AT "ipi_send_cpumask:     cpumask=3 callsite=f callback=g", 1, one);
	assert_nothing("ipi_raise: target_mask=00000000,00000000 (x)", 0, 0);
	assert_nothing("ipi_raise: target_mask= (x)", 0, 0);
	assert_nothing("ipi_send_cpu: cpu=65536 callsite=f", 0, 0);
}

static void assert_mark(const char *body, const char *text)
{
	struct text_case c;

	load_body(&c, body);
	assert_int_equal(c.events.nr, 1);
	assert_int_equal(c.events.list[0].kind, PN_EV_MARK);
	assert_int_equal(c.events.list[0].u.mark.length, strlen(text));
	assert_memory_equal(c.events.list[0].u.mark.text, text, strlen(text));
	text_close(&c);
}

static void a_marker_is_the_text_that_was_written(void **state)
{
	(void)state;
	assert_mark("tracing_mark_write: pn:phase begin", "pn:phase begin");
	assert_mark("tracing_mark_write: a: cpu_idle: state=1 cpu_id=1",
		    "a: cpu_idle: state=1 cpu_id=1");
	assert_mark("print:                tracing_mark_write: pn:x", "pn:x");
	assert_mark("print:                0xffffffff81a2b3c4: pn:x", "pn:x");
	assert_mark("print:                ffffffff81a2b3c4: pn: x", "pn: x");
	assert_mark("print:                 ip=tracing_mark_write buf=pn:x y=1", "pn:x y=1");
	assert_mark("print: pn: x", "pn: x");
	assert_mark("ftrace:print: tracing_mark_write: pn:x\r", "pn:x");
	assert_mark("bprint:               my_function: x", "my_function: x");
	assert_mark("tracing_mark_write:", "");
}

static void delivers_what_is_wanted(void **state)
{
	static const char text[] = AT
		"cpu_idle: state=2 cpu_id=1\n" AT "cpu_idle: state=4294967295 cpu_id=1\n" AT
		"cpu_idle_miss: cpu_id=1 state=2 type=above\n" AT "cpu_idle: state=x cpu_id=1\n" AT
		"local_timer_entry: vector=1\n" AT "tracing_mark_write: x\n" AT
		"sched_switch: swapper/2:0 [120] R ==> bash:7 [120]\n";
	static const uint32_t kinds[] = { PN_EV_IDLE, PN_EV_IDLE, PN_EV_MISS,
					  PN_EV_WAKE, PN_EV_MARK, PN_EV_SWITCH };
	struct text_case c;

	(void)state;
	for (uint32_t kind = 0; kind < PN_EV_NR; kind++) {
		size_t expected = 0;

		for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
			expected += kinds[i] == kind;
		text_place(&c, text, sizeof(text) - 1);
		assert_int_equal(text_open(&c), 0);
		assert_int_equal(text_read(&c, PN_WANT(kind), PN_BATCH_NR), 0);
		assert_int_equal(c.events.nr, expected);
		for (size_t i = 0; i < c.events.nr; i++)
			assert_int_equal(c.events.list[i].kind, kind);
		assert_int_equal(c.stats.events, 7);
		assert_int_equal(c.stats.bad_lines, 1);
		text_close(&c);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads_idle_events),
		cmocka_unit_test(all_ones_are_an_exit_in_any_width),
		cmocka_unit_test(counts_idle_events_that_cannot_be_read),
		cmocka_unit_test(takes_no_other_event_for_an_idle_event),
		cmocka_unit_test(reads_the_kernels_verdicts),
		cmocka_unit_test(reads_switches_to_tasks),
		cmocka_unit_test(reads_what_ends_stays),
		cmocka_unit_test(reads_timers),
		cmocka_unit_test(reads_wakeups_and_the_modules_samples),
		cmocka_unit_test(a_send_goes_to_each_cpu_of_its_mask),
		cmocka_unit_test(a_marker_is_the_text_that_was_written),
		cmocka_unit_test(delivers_what_is_wanted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
