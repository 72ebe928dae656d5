// SPDX-License-Identifier: GPL-2.0-only
/* Whole stays out of trace text: what becomes one event, and that nothing else changes. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdio.h>

#include "support/random.h"
#include "text_fixture.h"

#define WHOLE_KINDS (ALL_KINDS | PN_WANT(PN_EV_STAY))
#define NR_CPUS	    3

#define LINE(cpu, time, event) "          <idle>-0     [00" cpu "]  " time ": " event "\n"
#define ENTER(cpu, time)       LINE(cpu, time, "cpu_idle: state=1 cpu_id=" cpu)
#define EXIT(cpu, time)	       LINE(cpu, time, "cpu_idle: state=4294967295 cpu_id=" cpu)
#define MISS(cpu, time, state, type) \
	LINE(cpu, time, "cpu_idle_miss: cpu_id=" cpu " state=" state " type=" type)

static void load_whole(struct text_case *c, const char *text, size_t room)
{
	text_place(c, text, strlen(text));
	assert_int_equal(text_open(c), 0);
	assert_int_equal(text_read(c, WHOLE_KINDS, room), 0);
}

static void assert_stay(const struct pn_event *event, uint64_t ts_us, uint64_t end_us,
			enum pn_miss miss)
{
	assert_int_equal(event->kind, PN_EV_STAY);
	assert_int_equal(event->ts_ns, ts_us * 1000);
	assert_int_equal(event->u.stay.end_ns, end_us * 1000);
	assert_int_equal(event->u.stay.state, 1);
	assert_int_equal(event->op, miss);
}

static void stays_of_several_cpus(void **state)
{
	struct text_case c;

	(void)state;
	load_whole(&c,
		   ENTER("0", "1.000001") ENTER("1", "1.000002") EXIT("0", "1.000003")
			   EXIT("1", "1.000004") MISS("0", "1.000005", "1", "below")
				   MISS("1", "1.000006", "1", "above") ENTER("0", "1.000007")
					   EXIT("0", "1.000008"),
		   PN_BATCH_NR);
	assert_int_equal(c.events.nr, 3);
	assert_stay(&c.events.list[0], 1000001, 1000003, PN_MISS_BELOW);
	assert_stay(&c.events.list[1], 1000002, 1000004, PN_MISS_ABOVE);
	assert_stay(&c.events.list[2], 1000007, 1000008, PN_MISS_NONE);
	text_close(&c);
}

/* An event in between, a clock that runs back, a verdict on another state, a second one. */
static void what_is_no_stay(void **state)
{
	struct text_case c;

	(void)state;
	load_whole(&c,
		   ENTER("0", "1.000001") LINE("0", "1.000002",
					       "sched_switch: prev_comm=a "
					       "prev_pid=1 prev_prio=1 prev_state=R "
					       "==> next_comm=b next_pid=2 "
					       "next_prio=1") EXIT("0", "1.000003"),
		   PN_BATCH_NR);
	assert_int_equal(c.events.nr, 3);
	text_close(&c);
	load_whole(&c, ENTER("0", "1.000003") EXIT("0", "1.000001"), PN_BATCH_NR);
	assert_int_equal(c.events.nr, 2);
	text_close(&c);
	load_whole(&c,
		   ENTER("0", "1.000001") EXIT("0", "1.000003") MISS("0", "1.000004", "2", "below")
			   MISS("0", "1.000005", "1", "below"),
		   PN_BATCH_NR);
	assert_int_equal(c.events.nr, 3);
	assert_stay(&c.events.list[0], 1000001, 1000003, PN_MISS_NONE);
	text_close(&c);
	load_whole(&c,
		   ENTER("0", "1.000001") EXIT("0", "1.000003") MISS("0", "1.000004", "1", "below")
			   MISS("0", "1.000005", "1", "above"),
		   PN_BATCH_NR);
	assert_int_equal(c.events.nr, 2);
	assert_stay(&c.events.list[0], 1000001, 1000003, PN_MISS_BELOW);
	text_close(&c);
}

/* --- any text ------------------------------------------------------------------------------ */

static void print_random(FILE *out, uint64_t *seed)
{
	/* What stands before a CPU, and after it. */
	static const char *const events[][2] = {
		{ "cpu_idle: state=1 cpu_id=", "" },
		{ "cpu_idle: state=2 cpu_id=", "" },
		{ "cpu_idle: state=4294967295 cpu_id=", "" },
		{ "cpu_idle: state=4294967295 cpu_id=", "" },
		{ "cpu_idle_miss: cpu_id=", " state=1 type=above" },
		{ "cpu_idle_miss: cpu_id=", " state=2 type=below" },
		{ "irq_handler_entry: irq=", " name=eth0" },
	};
	uint64_t us = 1000000;

	for (int i = 0; i < 400; i++) {
		size_t event = pn_random_below(seed, sizeof(events) / sizeof(events[0]));
		uint32_t cpu = (uint32_t)pn_random_below(seed, NR_CPUS);
		/* Now and then an event stands in another CPU's buffer. */
		uint32_t of = pn_random_below(seed, 20) ? cpu : (cpu + 1) % NR_CPUS;

		us += pn_random_below(seed, 50);
		fprintf(out, "          <idle>-0     [%03u]  %llu.%06llu: ", cpu,
			(unsigned long long)(us / 1000000), (unsigned long long)(us % 1000000));
		fprintf(out, "%s%u%s\n", events[event][0], of, events[event][1]);
		if (!pn_random_below(seed, 60))
			fprintf(out, "CPU:%u [LOST 3 EVENTS]\n", cpu);
	}
}

/* A stay becomes the events that it stands for; a verdict has the time of its exit. */
static void unfold(const struct pn_event *event, struct pn_events *out)
{
	if (event->kind != PN_EV_STAY) {
		pn_events_add(out, *event);
		return;
	}
	pn_events_stay(out, event->cpu, event->ts_ns, event->u.stay.end_ns, event->u.stay.state);
	if (event->op)
		pn_events_miss(out, event->cpu, event->u.stay.end_ns, event->u.stay.state,
			       event->op == PN_MISS_BELOW);
}

static void assert_same(const struct pn_event *a, const struct pn_event *b)
{
	assert_int_equal(a->kind, b->kind);
	if (a->kind != PN_EV_MISS)
		assert_int_equal(a->ts_ns, b->ts_ns);
	if (a->kind == PN_EV_IDLE)
		assert_int_equal(a->u.state, b->u.state);
	if (a->kind == PN_EV_MISS) {
		assert_int_equal(a->u.miss.state, b->u.miss.state);
		assert_int_equal(a->u.miss.below, b->u.miss.below);
	}
}

static void next_of(const struct pn_events *events, uint32_t cpu, size_t *i)
{
	while (*i < events->nr && events->list[*i].cpu != cpu)
		++*i;
}

static void assert_same_by_cpu(const struct pn_events *a, const struct pn_events *b)
{
	assert_int_equal(a->nr, b->nr);
	for (uint32_t cpu = 0; cpu < NR_CPUS; cpu++) {
		size_t i = 0, j = 0;

		for (next_of(a, cpu, &i), next_of(b, cpu, &j); i < a->nr && j < b->nr;
		     next_of(a, cpu, &i), next_of(b, cpu, &j))
			assert_same(&a->list[i++], &b->list[j++]);
		assert_true(i == a->nr && j == b->nr);
	}
}

static void every_cpu_has_the_same_events_in_the_same_order(void **state)
{
	uint64_t seed = 21;

	(void)state;
	for (int round = 0; round < 200; round++) {
		struct pn_events unfolded = { 0 };
		struct text_case parts, whole;
		char *text;
		size_t size;
		FILE *out = open_memstream(&text, &size);

		assert_non_null(out);
		print_random(out, &seed);
		fclose(out);
		text_load(&parts, text);
		load_whole(&whole, text, 1 + pn_random_below(&seed, PN_BATCH_NR));
		for (size_t i = 0; i < whole.events.nr; i++)
			unfold(&whole.events.list[i], &unfolded);
		assert_same_by_cpu(&parts.events, &unfolded);
		pn_events_free(&unfolded);
		text_close(&parts);
		text_close(&whole);
		free(text);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(stays_of_several_cpus),
		cmocka_unit_test(what_is_no_stay),
		cmocka_unit_test(every_cpu_has_the_same_events_in_the_same_order),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
