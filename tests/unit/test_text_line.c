// SPDX-License-Identifier: GPL-2.0-only
/* The anatomy of trace text: every tool's columns, and what only looks like a line. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "core/event.h"
#include "io/text_hint.h"
#include "io/text_scan.h"

/** struct expected - a line, and what has to come of it */
struct expected {
	const char *text;
	enum pn_text_shape shape;
	uint32_t cpu;
	uint64_t ts_ns;
	const char *name; /* NULL: none */
	const char *body; /* its beginning */
};

/* A copy with the pad that the parser may read, each byte of it a trap. */
static char *padded(const char *text)
{
	size_t len = strlen(text);
	char *copy = malloc(len + 1 + PN_SCAN_PAD);

	assert_non_null(copy);
	memcpy(copy, text, len);
	copy[len] = '\n';
	memset(copy + len + 1, '7', PN_SCAN_PAD);
	return copy;
}

static void check(const struct expected *e, enum pn_text_shape shape,
		  const struct pn_text_line *line)
{
	if (shape != e->shape)
		print_error("%s\n", e->text);
	assert_int_equal(shape, e->shape);
	if (shape == PN_TEXT_OTHER)
		return;
	assert_int_equal(line->cpu, e->cpu);
	assert_int_equal(line->ts_ns, e->ts_ns);
	assert_int_equal(line->name_len, e->name ? strlen(e->name) : 0);
	if (e->name)
		assert_memory_equal(line->name, e->name, line->name_len);
	assert_memory_equal(line->body, e->body, strlen(e->body));
}

/* Each line twice with one hint: the second time it is read by what the first one left. */
static void check_all(const struct expected *list, size_t nr)
{
	struct pn_text_line line;

	for (size_t i = 0; i < nr; i++) {
		struct pn_text_hint hint = { 0 };
		char *text = padded(list[i].text);
		const char *limit = text + strlen(list[i].text) + 1;

		check(&list[i], pn_text_line_anew(text, limit, &line), &line);
		check(&list[i], pn_text_line_read(text, limit, &hint, &line), &line);
		check(&list[i], pn_text_line_read(text, limit, &hint, &line), &line);
		free(text);
	}
}

#define CHECK_ALL(list) check_all(list, sizeof(list) / sizeof((list)[0]))
#define EVENT		PN_TEXT_EVENT
#define S(s, ns)	((s)*UINT64_C(1000000000) + (ns))

static void reads_what_each_tool_prints(void **state)
{
	static const struct expected lines[] = {
		/* ftrace: four, five and eight flags, none, and a TGID known or not */
		{ "          <idle>-0     [000] d..2  1136.097253: cpu_idle: state=0 cpu_id=0",
		  EVENT, 0, S(1136, 97253000), "cpu_idle", "state=0 cpu_id=0\n" },
		{ "          <idle>-0       [003] d..1.   763.464429: cpu_idle: state=2 cpu_id=3",
		  EVENT, 3, S(763, 464429000), "cpu_idle", "state=2" },
		{ "          <idle>-0       [003] dN.1..12   763.464429: cpu_idle: state=2", EVENT,
		  3, S(763, 464429000), "cpu_idle", "state=2" },
		{ "          <idle>-0     [000]  1136.097253: cpu_idle: state=0 cpu_id=0", EVENT, 0,
		  S(1136, 97253000), "cpu_idle", "state=0" },
		{ "          <idle>-0       (-------) [000] d..2.  36.097253: cpu_idle: state=0",
		  EVENT, 0, S(36, 97253000), "cpu_idle", "state=0" },
		{ "            bash-1234    (   1234) [011] d..2.  36.097253: sched_waking: comm=a",
		  EVENT, 11, S(36, 97253000), "sched_waking", "comm=a\n" },
		/* atrace, whose columns are lost */
		{ "kworker/u17:1-959   (  959) [006] d..3   538.064659: sched_switch: prev_comm=x",
		  EVENT, 6, S(538, 64659000), "sched_switch", "prev_comm=x" },
		{ "<7952>-7952  (-----) [000] ...1   538.064761: tracing_mark_write: a: b=1", EVENT,
		  0, S(538, 64761000), "tracing_mark_write", "a: b=1\n" },
		{ "          <idle>-0     (-----) [006] d..2   538.064674: cpu_idle: state=2",
		  EVENT, 6, S(538, 64674000), "cpu_idle", "state=2" },
		/* trace-cmd report: plain, -t, -l, -t -l, --ts-diff */
		{ "          <idle>-0     [001]     5.599299: cpu_idle:             state=2 cpu_id=1",
		  EVENT, 1, S(5, 599299000), "cpu_idle", "state=2 cpu_id=1\n" },
		{ "          <idle>-0     [001]     5.599298554: cpu_idle:             state=2",
		  EVENT, 1, S(5, 599298554), "cpu_idle", "state=2\n" },
		{ "  <idle>-0       1d....     5.599299: cpu_idle:             state=2 cpu_id=1",
		  EVENT, 1, S(5, 599299000), "cpu_idle", "state=2" },
		{ "  <idle>-0     127dN.1.     5.599298554: cpu_idle:             state=2", EVENT,
		  127, S(5, 599298554), "cpu_idle", "state=2" },
		{ "          <idle>-0     [001]     5.600590: (+1291)  cpu_idle:             state=2",
		  EVENT, 1, S(5, 600590000), "cpu_idle", "state=2" },
		/* perf script: plain, --ns, PID/TID, a period, without a name, a task without a PID */
		{ "         swapper     0 [000]  1771.062475: power:cpu_idle: state=1 cpu_id=0",
		  EVENT, 0, S(1771, 62475000), "power:cpu_idle", "state=1" },
		{ "         swapper     0 [000]  1771.062475491: power:cpu_idle: state=1", EVENT, 0,
		  S(1771, 62475491), "power:cpu_idle", "state=1" },
		{ "         swapper     0/0     [012]  1771.062475: power:cpu_idle: state=1", EVENT,
		  12, S(1771, 62475000), "power:cpu_idle", "state=1" },
		{ "         swapper     0 [000]  1771.062475:          1 power:cpu_idle: state=1",
		  EVENT, 0, S(1771, 62475000), "power:cpu_idle", "state=1" },
		{ "    0 [000]  1771.062475: power:cpu_idle: state=1 cpu_id=0", EVENT, 0,
		  S(1771, 62475000), "power:cpu_idle", "state=1" },
		{ "             :-1    -1 [004]  1771.062475: power:cpu_idle: state=1", EVENT, 4,
		  S(1771, 62475000), "power:cpu_idle", "state=1" },
		/* idlestat's hand-made files have no PID */
		{ "     idlestat/vex-tc2  [004] d...  1000.000900: cpu_idle: state=0 cpu_id=4",
		  EVENT, 4, S(1000, 900000), "cpu_idle", "state=0" },
		{ "     idlestat/vex-tc2  [004] ....  1000.000900: idlestat_end", EVENT, 4,
		  S(1000, 900000), NULL, "idlestat_end\n" },
		/* the kernel's latency format: microseconds since the buffer began */
		{ "  <idle>-0         1d..1.  1234us : cpu_idle: state=2 cpu_id=1", EVENT, 1,
		  1234000, "cpu_idle", "state=2" },
		{ "  <idle>-0         1d..1.  1234us!: cpu_idle: state=2 cpu_id=1", EVENT, 1,
		  1234000, "cpu_idle", "state=2" },
		/* more CPUs than three digits hold, and a time of day */
		{ "          <idle>-0     [4095] d..2 1700000000.000001: cpu_idle: state=0", EVENT,
		  4095, S(1700000000, 1000), "cpu_idle", "state=0" },
		{ "          <idle>-0     [001] d..2     0.000000000: cpu_idle: state=0", EVENT, 1,
		  0, "cpu_idle", "state=0" },
		/* the function tracer has no name with a colon; a name may have no text */
		{ "            bash-1234  [002] d..1     7.000001: do_idle <-cpu_startup_entry",
		  EVENT, 2, S(7, 1000), NULL, "do_idle <-" },
		{ "            bash-1234  [002] d..1     7.000001: foo:", EVENT, 2, S(7, 1000),
		  "foo", "\n" },
		{ "            bash-1234  [002] d..1     7.000001:", EVENT, 2, S(7, 1000), NULL,
		  "\n" },
	};

	(void)state;
	CHECK_ALL(lines);
}

/* A name of 15 bytes may hold the likeness of all that follows it. */
static void names_and_texts_may_hold_anything(void **state)
{
	static const struct expected lines[] = {
		{ "    rs:main Q:Reg-1769 [002]    34.901462: cpu_idle: state=0 cpu_id=2", EVENT, 2,
		  S(34, 901462000), "cpu_idle", "state=0" },
		{ "   rs:main Q:Reg-1769  [002] d...   34.901462: cpu_idle: state=0 cpu_id=2",
		  EVENT, 2, S(34, 901462000), "cpu_idle", "state=0" },
		{ " -1 [0] 1.000000-77    [002] d..1    34.901462: cpu_idle: state=0", EVENT, 2,
		  S(34, 901462000), "cpu_idle", "state=0" },
		{ " x-1 [3] d.. 1.0-77    [002] d..1    34.901462: cpu_idle: state=0", EVENT, 2,
		  S(34, 901462000), "cpu_idle", "state=0" },
		{ "[1] 1.000001: a:-77    [002] d..1    34.901462: cpu_idle: state=0", EVENT, 2,
		  S(34, 901462000), "cpu_idle", "state=0" },
		{ "  a-1 5d.. 1.0: -77    [002] d..1    34.901462: cpu_idle: state=0", EVENT, 2,
		  S(34, 901462000), "cpu_idle", "state=0" },
		/* the columns are lost, and something that has no PID looks like a line */
		{ "a [000] 1.000000: cpu_idle: state=0 cpu_id=0-12  [002] d..1  34.901462: foo: x",
		  EVENT, 2, S(34, 901462000), "foo", "x" },
		{ "x [7] y-12  [002] d..1  34.901462: foo: x", EVENT, 2, S(34, 901462000), "foo",
		  "x" },
		/* a text that quotes a line: what comes first counts */
		{ "            echo-99    [001] ....     3.000000: tracing_mark_write: "
		  "          <idle>-0     [000] d..2     1.000000: cpu_idle: state=0 cpu_id=0",
		  EVENT, 1, S(3, 0), "tracing_mark_write", "<idle>-0 " },
		{ "echo-99 [001] .... 3.000000: tracing_mark_write: x-0 [000] d..2 1.000000: cpu_idle: "
		  "state=0",
		  EVENT, 1, S(3, 0), "tracing_mark_write", "x-0 " },
		{ "> <idle>-0 [003] dN.1. 763619.464441: cpu_idle: state=1", EVENT, 3,
		  S(763619, 464441000), "cpu_idle", "state=1" },
	};

	(void)state;
	CHECK_ALL(lines);
}

static void a_time_without_a_point_is_a_count(void **state)
{
	static const struct expected lines[] = {
		{ "          <idle>-0     [000] d..2  1136097253: cpu_idle: state=0",
		  PN_TEXT_COUNTER, 0, 1136097253, "cpu_idle", "state=0" },
		{ "          <idle>-0     [001] 18446744073709551615: cpu_idle: state=0",
		  PN_TEXT_COUNTER, 1, UINT64_MAX, "cpu_idle", "state=0" },
		{ "<idle>-0  (-----) [001] d..1 17: cpu_idle: state=0", PN_TEXT_COUNTER, 1, 17,
		  "cpu_idle", "state=0" },
		{ "  <idle>-0       1d....  1136097253: cpu_idle:             state=2",
		  PN_TEXT_COUNTER, 1, 1136097253, "cpu_idle", "state=2" },
	};

	(void)state;
	CHECK_ALL(lines);
}

static void knows_what_is_no_event(void **state)
{
	static const char *const texts[] = {
		"",
		" ",
		"\r",
		"#",
		"# tracer: nop",
		"#           TASK-PID    TGID   CPU#  ||||    TIMESTAMP  FUNCTION",
		"#          <idle>-0     [000] d..2  1136.097253: cpu_idle: state=0 cpu_id=0",
		"version = 6",
		"cpus=8",
		" => do_idle",
		"\tffffffff8a0e1f4b cpu_idle_poll+0x1b ([kernel.kallsyms])",
		"CPU:1 [SUBBUFFER START] [5599298554:0x18e000]",
		"##### CPU 1 buffer started ####",
		"[    5.599298] cpu_idle: not a trace but a kernel log",
		"see [12] 3.4: a reference",
		/* cut, or with fractions of another length */
		"          <idle>-0     [000] d..2  1136.0972",
		"          <idle>-0     [000] d..2  1136.097253",
		"          <idle>-0     [000] d..2",
		"          <idle>-0     [000",
		"          <idle>-0     [",
		"          <idle>-0",
		"          <idle>-",
		"  <idle>-0       1",
		"  <idle>-0       1d....",
		"          <idle>-0     [000] d..2  1136.09725: cpu_idle: state=0",
		"          <idle>-0     [000] d..2  1136.0972531: cpu_idle: state=0",
		"          <idle>-0     [000] d..2  1136.0972531234: cpu_idle: state=0",
		"          <idle>-0     [000] d..2  1136.: cpu_idle: state=0",
		"          <idle>-0     [000] d..2  .097253: cpu_idle: state=0",
		"          <idle>-0     [-01] d..2  1136.097253: cpu_idle: state=0",
		"          <idle>-0     [4294967296] d..2  1136.097253: cpu_idle: state=0",
		"          <idle>-0     [000] d..2  18446744074.000000: cpu_idle: state=0",
		"          <idle>-0     [000] d..2  99999999999999999999.000000: cpu_idle: state=0",
		"          <idle>-0     [000] d..2  1136.097253 cpu_idle: state=0",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct expected line = { .text = texts[i], .shape = PN_TEXT_OTHER };

		check_all(&line, 1);
	}
}

static void a_cut_line_does_not_go_on_in_the_next(void **state)
{
	static const char text[] = "cpus=2\n"
				   "   -1 [000] 1.000000: cpu_idle: state=0\n";
	struct pn_text_hint hint = { 0 };
	struct pn_text_line line;
	char *copy = padded(text);

	(void)state;
	assert_int_equal(pn_text_line_read(copy, copy + sizeof(text), &hint, &line), PN_TEXT_OTHER);
	free(copy);
}

static void knows_the_lines_that_tell_of_lost_events(void **state)
{
	static const struct {
		const char *text;
		uint32_t cpu;
		uint64_t count;
	} holes[] = {
		{ "CPU:1 [LOST 12 EVENTS]", 1, 12 },
		{ "CPU:12 [LOST 18446744073709551614 EVENTS]", 12, UINT64_MAX - 1 },
		{ "CPU:0 [LOST EVENTS]", 0, PN_LOST_UNKNOWN },
		{ "CPU:7 [204600 EVENTS DROPPED]", 7, 204600 },
		{ "CPU:7 [EVENTS DROPPED]", 7, PN_LOST_UNKNOWN },
		{ "CPU 7 [EVENTS DROPPED]", 7, PN_LOST_UNKNOWN },
		{ "CPU:1 [LOST 12 EVENTS]\r", 1, 12 },
	};
	static const char *const none[] = {
		"CPU:1 [SUBBUFFER START] [5:0x18e000]",
		"CPU:1",
		"CPU: [LOST 1 EVENTS]",
		"CPU:x [LOST 1 EVENTS]",
		"CPU:1 [LOST x EVENTS]",
		"CPU:1 [LOST 1 EVENTS",
		"CPU:1 [LOST 1 EVENTS DROPPED]",
		"CPU:1 [1 EVENTS]",
		"CPU:1 LOST 1 EVENTS",
		"CP",
		"",
	};
	uint64_t count;
	uint32_t cpu;
	char *text;

	(void)state;
	for (size_t i = 0; i < sizeof(holes) / sizeof(holes[0]); i++) {
		text = padded(holes[i].text);
		assert_true(pn_text_hole_read(text, &cpu, &count));
		assert_int_equal(cpu, holes[i].cpu);
		assert_int_equal(count, holes[i].count);
		free(text);
	}
	for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++) {
		text = padded(none[i]);
		assert_false(pn_text_hole_read(text, &cpu, &count));
		free(text);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads_what_each_tool_prints),
		cmocka_unit_test(names_and_texts_may_hold_anything),
		cmocka_unit_test(a_time_without_a_point_is_a_count),
		cmocka_unit_test(knows_what_is_no_event),
		cmocka_unit_test(a_cut_line_does_not_go_on_in_the_next),
		cmocka_unit_test(knows_the_lines_that_tell_of_lost_events),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
