// SPDX-License-Identifier: GPL-2.0-only
/* Trace text as a source: what it claims and refuses, losses, ends of lines and of files. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <errno.h>
#include <stdio.h>

#include "core/idle_state.h"
#include "support/tmpdir.h"
#include "text_fixture.h"

#define ENTER(cpu, time) \
	"          <idle>-0     [00" cpu "]  " time ": cpu_idle: state=1 cpu_id=" cpu "\n"
#define EXIT(cpu, time) \
	"          <idle>-0     [00" cpu "]  " time ": cpu_idle: state=4294967295 cpu_id=" cpu "\n"

/* --- what is a trace ----------------------------------------------------------------------- */

static void assert_claims(const char *text, size_t size, bool claims)
{
	struct text_case c;

	text_place(&c, text, size);
	if (pn_text_ops.claims(&c.file) != claims)
		print_error("%.*s\n", (int)size, text);
	assert_int_equal(pn_text_ops.claims(&c.file), claims);
	text_close(&c);
}

static void claims_what_holds_events_or_a_tools_header(void **state)
{
	static const char *const texts[] = {
		ENTER("0", "1.000000"),
		"# tracer: nop\n#\n# entries-in-buffer/entries-written: 0/0   #P:2\n",
		"cpus=2\n",
		"version = 6\ncpus=8\n",
		"version = 7\r\ncpus=8\r\n",
		"CPU 0 is empty\nCPU 1 is empty\ncpus=2\n" ENTER("1", "1.000000"),
		"some words before it\n\n" ENTER("0", "1.000000"),
		"         swapper     0 [000]  1771.062475: power:cpu_idle: state=1 cpu_id=0",
		"            bash-12  [000]  1771.062475: sched_wakeup: a\n",
		/* claimed, so that the refusal can say why */
		"          <idle>-0     [000] d..2  1136097253: cpu_idle: state=0 cpu_id=0\n",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		assert_claims(texts[i], strlen(texts[i]), true);
}

static void claims_nothing_else(void **state)
{
	static const char *const texts[] = {
		"\n",
		"#\n",
		"hello\n",
		"cpu_idle: state=1 cpu_id=0\n",
		"[    5.599298] cpu_idle: using governor menu\n",
		"Dec  1 00:00:01 host kernel[12]: cpu_idle: x\n",
		"threads=4\ncpus=2\n",
		"tracer: nop\n",
		"{ \"schema\": \"powernightmare.report/1\" }\n",
		"see [1] 2.5: a list of references, and [2] 3.1: another\n",
	};
	static const char binary[] = "\0\n" ENTER("0", "1.000000");
	static const char dat[] = "\x17\x08\x44tracing7\0";

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		assert_claims(texts[i], strlen(texts[i]), false);
	assert_claims(binary, sizeof(binary) - 1, false);
	assert_claims(dat, sizeof(dat) - 1, false);
}

static void looks_at_the_beginning_only(void **state)
{
	static char text[70000 + sizeof(ENTER("0", "1.000000"))];

	(void)state;
	memset(text, '\n', sizeof(text));
	memcpy(text + 70000, ENTER("0", "1.000000"), sizeof(ENTER("0", "1.000000")) - 1);
	assert_claims(text, sizeof(text), false);
	memcpy(text, ENTER("0", "1.000000"), sizeof(ENTER("0", "1.000000")) - 1);
	assert_claims(text, sizeof(text), true);
}

static void assert_format(const char *text, const char *format, uint32_t nr_cpus)
{
	struct text_case c;

	text_load(&c, text);
	assert_string_equal(c.source->info.format, format);
	assert_int_equal(c.source->info.nr_cpus, nr_cpus);
	assert_true(c.source->idle_known);
	assert_int_equal(c.source->nr_streams, 1);
	assert_int_equal(c.source->stream_cpu[0], PN_UNKNOWN);
	assert_int_equal(c.source->stream_bytes[0], strlen(text));
	text_close(&c);
}

static void names_the_tool(void **state)
{
	(void)state;
	assert_format("# tracer: nop\n# entries-in-buffer/entries-written: 2/2   #P:8\n" ENTER(
			      "0", "1.000000"),
		      "ftrace text", 8);
	assert_format("cpus=2\n" ENTER("0", "1.000000"), "trace-cmd report text", 2);
	assert_format(
		"          <idle>-0     [000]     5.599299: cpu_idle:             state=2 cpu_id=0",
		"trace-cmd report text", 0);
	assert_format(ENTER("0", "1.000000"), "ftrace text", 0);
	assert_format("         swapper     0 [000]  1771.062475: power:cpu_idle: state=1 cpu_id=0",
		      "perf script text", 0);
}

/* --- what is refused ----------------------------------------------------------------------- */

static void refuses_clocks_that_count_and_says_why(void **state)
{
	static const char first[] =
		"# tracer: nop\n"
		"          <idle>-0     [000] d..2  17: cpu_idle: state=0 cpu_id=0\n";
	static const char later[] = ENTER(
		"0",
		"1.000000") "          <idle>-0     [000] d..2  17: cpu_idle: state=0 cpu_id=0\n";
	struct text_case c;
	char where[64];

	(void)state;
	text_place(&c, first, sizeof(first) - 1);
	assert_int_equal(text_open(&c), -EINVAL);
	assert_non_null(strstr(c.problem.text, "test.txt: line 2:"));
	assert_non_null(strstr(c.problem.text, "without a decimal point"));
	assert_non_null(strstr(c.problem.text, "-C mono"));
	text_close(&c);
	text_place(&c, later, sizeof(later) - 1);
	assert_int_equal(text_open(&c), 0);
	assert_int_equal(text_read(&c, ALL_KINDS, 1), -EINVAL);
	snprintf(where, sizeof(where), "test.txt: byte %zu:", sizeof(ENTER("0", "1.000000")) - 1);
	assert_non_null(strstr(c.problem.text, where));
	assert_int_equal(c.events.nr, 1);
	text_close(&c);
}

/* --- several buffers ----------------------------------------------------------------------- */

#define TOP  "      "
#define SIDE "side: "
#define LONE "   a: "

/* As trace-cmd report shows a trace with instances: a column in front of all events. */
static const char buffers[] = "cpus=4\n" TOP ENTER("0", "1.000000") SIDE ENTER("0", "1.000010")
	LONE ENTER("2", "1.000020") TOP "CPU:0 [3 EVENTS DROPPED]\n" TOP EXIT("0", "1.000100") SIDE
	"CPU:0 [EVENTS DROPPED]\n" SIDE EXIT("0", "1.000200") TOP
	"            bash-12    [001]  1.000300: sched_wakeup: a\n";

static int read_buffer(struct text_case *c, const char *text, const char *instance)
{
	struct pn_source_options options = { instance };
	int err;

	text_place(c, text, strlen(text));
	assert_true(pn_text_ops.claims(&c->file));
	err = pn_text_ops.open(&c->file, &options, &c->source, &c->problem);
	return err ? err : text_read(c, ALL_KINDS, PN_BATCH_NR);
}

static void reads_one_of_several_buffers(void **state)
{
	struct text_case c;

	(void)state;
	assert_int_equal(read_buffer(&c, buffers, NULL), 0);
	assert_string_equal(c.source->info.instance, "");
	assert_int_equal(c.events.nr, 3);
	assert_int_equal(c.stats.events, 3);
	assert_int_equal(c.events.list[1].kind, PN_EV_LOST);
	assert_int_equal(c.events.list[1].u.lost.since_ns, 1000000000);
	assert_int_equal(c.events.list[2].ts_ns, 1000100000);
	text_close(&c);
	assert_int_equal(read_buffer(&c, buffers, "side"), 0);
	assert_string_equal(c.source->info.instance, "side");
	assert_int_equal(c.events.nr, 3);
	assert_int_equal(c.stats.events, 2);
	assert_int_equal(c.events.list[0].ts_ns, 1000010000);
	assert_int_equal(c.events.list[1].u.lost.count, PN_LOST_UNKNOWN);
	text_close(&c);
	assert_int_equal(read_buffer(&c, buffers, "a"), 0);
	assert_int_equal(c.events.nr, 1);
	assert_int_equal(c.events.list[0].cpu, 2);
	text_close(&c);
}

static void refuses_buffers_that_are_not_there(void **state)
{
	static const char named[] =
		"cpus=4\n" SIDE ENTER("0", "1.000010") LONE ENTER("2", "1.000020");
	struct text_case c;

	(void)state;
	assert_int_equal(read_buffer(&c, buffers, "sid"), -ENOENT);
	assert_non_null(strstr(c.problem.text, "no buffer instance sid"));
	text_close(&c);
	assert_int_equal(read_buffer(&c, ENTER("0", "1.000000"), "guest"), -ENOENT);
	assert_non_null(strstr(c.problem.text, "no buffer instance guest"));
	assert_null(c.source);
	text_close(&c);
	/* None of them is the top one, so none is read unless it is named. */
	assert_int_equal(read_buffer(&c, named, NULL), -ENOENT);
	assert_non_null(strstr(c.problem.text, "--instance 'side'"));
	assert_null(c.source);
	text_close(&c);
}

static void lines_that_are_all_indented_are_the_top_buffers(void **state)
{
	struct text_case c;

	(void)state;
	assert_int_equal(
		read_buffer(&c, "    " ENTER("0", "1.000000") "    " EXIT("0", "1.000250"), NULL),
		0);
	assert_int_equal(c.events.nr, 2);
	text_close(&c);
}

static void there_is_one_stream(void **state)
{
	struct text_case c;
	int err = 0;

	(void)state;
	text_load(&c, ENTER("0", "1.000000"));
	assert_null(pn_text_ops.cursor_new(c.source, 1, ALL_KINDS, &err, &c.problem));
	assert_int_equal(err, -EINVAL);
	text_close(&c);
}

/* A CPU without an idle event is one of which nothing is known, and not one that is not there. */
static void tells_the_cpus_whose_buffers_it_saw(void **state)
{
	struct pn_event batch[PN_BATCH_NR];
	struct pn_cursor *cursor;
	struct text_case c;
	int err;

	(void)state;
	text_load(
		&c,
		ENTER("3",
		      "1.000000") "            bash-12    [001]  1.000300: sched_wakeup: a\n"
				  "          <idle>-0     [001]  1.000400: cpu_idle: state=1 cpu_id=6\n");
	cursor = pn_text_ops.cursor_new(c.source, 0, ALL_KINDS, &err, &c.problem);
	assert_non_null(cursor);
	assert_int_equal(pn_text_ops.cursor_cpu(cursor, 0), PN_UNKNOWN);
	assert_int_equal(pn_text_ops.cursor_next(cursor, batch, PN_BATCH_NR, &c.problem), 2);
	assert_int_equal(pn_text_ops.cursor_cpu(cursor, 0), 1);
	assert_int_equal(pn_text_ops.cursor_cpu(cursor, 2), 3);
	assert_int_equal(pn_text_ops.cursor_cpu(cursor, 4), PN_UNKNOWN);
	pn_text_ops.cursor_free(cursor);
	text_close(&c);
}

/* --- lines and their ends ------------------------------------------------------------------ */

static void assert_stay(const char *text)
{
	struct text_case c;

	text_load(&c, text);
	assert_int_equal(c.events.nr, 2);
	assert_int_equal(c.events.list[0].u.state, 1);
	assert_int_equal(c.events.list[1].u.state, PN_STATE_EXIT);
	assert_int_equal(c.events.list[1].ts_ns - c.events.list[0].ts_ns, 250000);
	assert_int_equal(c.stats.bad_lines, 0);
	assert_int_equal(c.stats.events, 2);
	assert_int_equal(c.stats.first_ns, 1000000000);
	assert_int_equal(c.stats.last_ns, 1000250000);
	text_close(&c);
}

static void lines_end_with_a_newline_or_the_file_and_may_have_a_return(void **state)
{
	(void)state;
	assert_stay(ENTER("0", "1.000000") EXIT("0", "1.000250"));
	assert_stay(ENTER(
		"0",
		"1.000000") "          <idle>-0     [000]  1.000250: cpu_idle: state=4294967295 cpu_id=0");
	assert_stay(
		"          <idle>-0     [000]  1.000000: cpu_idle: state=1 cpu_id=0\r\n"
		"          <idle>-0     [000]  1.000250: cpu_idle: state=4294967295 cpu_id=0\r\n");
	assert_stay(
		"          <idle>-0     [000]  1.000000: cpu_idle: state=1 cpu_id=0\r\n"
		"          <idle>-0     [000]  1.000250: cpu_idle: state=4294967295 cpu_id=0\r");
	assert_stay("# a comment\n\n" ENTER("0", "1.000000") "\n \n => do_idle\n\n" EXIT(
		"0", "1.000250") "\n\n");
}

static void lines_that_were_wrapped_or_cut_are_counted(void **state)
{
	static const char text[] = ENTER(
		"3",
		"1.000000") "          <idle>-0     [003]  1.000250: cpu_idle: state=4294967295 \ncpu_id=3\n"
			    "          <idle>-0     [003]  1.0005\n"
			    "00: cpu_idle: state=2 cpu_id=3\n"
			    "# cpu_idle: a comment\n"
			    "          <idle>-0     [003]  1.000750: cpu_idle: state=42949";
	struct text_case c;

	(void)state;
	text_load(&c, text);
	assert_int_equal(c.events.nr, 1);
	assert_int_equal(c.stats.bad_lines, 3);
	assert_int_equal(c.stats.events, 3);
	text_close(&c);
}

/* Whatever its length, the file ends where a page does, so one byte too many would be seen. */
static void reads_no_byte_past_the_end(void **state)
{
	static const char text[] = ENTER("0", "1.000000") EXIT("0", "1.000250");
	struct text_case c;

	(void)state;
	for (size_t size = 1; size < sizeof(text); size++) {
		text_place(&c, text, size);
		if (pn_text_ops.claims(&c.file)) {
			assert_int_equal(text_open(&c), 0);
			assert_int_equal(text_read(&c, ALL_KINDS, PN_BATCH_NR), 0);
			assert_true(c.events.nr <= 2);
		}
		text_close(&c);
	}
}

static void the_size_of_batches_makes_no_difference(void **state)
{
	static const char text[] =
		ENTER("0", "1.000000") "CPU:1 [LOST 3 EVENTS]\n" EXIT("0", "1.000250")
			ENTER("1", "1.000300") "CPU:1 [LOST 4 EVENTS]\nCPU:0 [LOST EVENTS]\n" EXIT(
				"0", "1.000400");
	struct text_case all, one;

	(void)state;
	text_load(&all, text);
	assert_int_equal(all.events.nr, 7);
	for (size_t room = 1; room < 8; room++) {
		text_place(&one, text, sizeof(text) - 1);
		assert_int_equal(text_open(&one), 0);
		assert_int_equal(text_read(&one, ALL_KINDS, room), 0);
		assert_int_equal(one.events.nr, all.events.nr);
		for (size_t i = 0; i < all.events.nr; i++) {
			assert_int_equal(one.events.list[i].ts_ns, all.events.list[i].ts_ns);
			assert_int_equal(one.events.list[i].kind, all.events.list[i].kind);
			assert_int_equal(one.events.list[i].cpu, all.events.list[i].cpu);
		}
		assert_int_equal(one.stats.events, all.stats.events);
		text_close(&one);
	}
	text_close(&all);
}

static void the_cpu_of_an_idle_event_is_the_one_it_names(void **state)
{
	struct text_case c;

	(void)state;
	text_load(&c, "          <idle>-0     [000]  1.000000: cpu_idle: state=1 cpu_id=5\n");
	assert_int_equal(c.events.nr, 1);
	assert_int_equal(c.events.list[0].cpu, 5);
	text_close(&c);
}

static void equal_times_keep_the_order_of_the_file(void **state)
{
	struct text_case c;

	(void)state;
	text_load(&c, EXIT("0", "1.000000") ENTER("0", "1.000000") EXIT("0", "1.000000"));
	assert_int_equal(c.events.nr, 3);
	assert_int_equal(c.events.list[0].u.state, PN_STATE_EXIT);
	assert_int_equal(c.events.list[1].u.state, 1);
	assert_int_equal(c.events.list[2].u.state, PN_STATE_EXIT);
	text_close(&c);
}

static void states_and_cpus_have_no_small_limit(void **state)
{
	struct text_case c;

	(void)state;
	text_load(&c, "          <idle>-0     [4095]  1.000000: cpu_idle: state=63 cpu_id=4095\n"
		      "          <idle>-0     [70000]  1.000000: cpu_idle: state=1 cpu_id=70000\n"
		      "          <idle>-0     [70000]  1.000000: cpu_idle: state=1 cpu_id=1\n"
		      "CPU:70000 [LOST 3 EVENTS]\n");
	assert_int_equal(c.events.nr, 2);
	assert_int_equal(c.events.list[0].cpu, 4095);
	assert_int_equal(c.events.list[0].u.state, 63);
	assert_int_equal(c.events.list[1].cpu, 1);
	assert_int_equal(c.stats.odd_cpus, 1);
	assert_int_equal(c.stats.events, 3);
	text_close(&c);
}

/* --- losses -------------------------------------------------------------------------------- */

static void assert_lost(const struct pn_event *event, uint32_t cpu, uint64_t since_ns,
			uint64_t ts_ns, uint64_t count)
{
	assert_int_equal(event->kind, PN_EV_LOST);
	assert_int_equal(event->cpu, cpu);
	assert_int_equal(event->u.lost.since_ns, since_ns);
	assert_int_equal(event->ts_ns, ts_ns);
	assert_int_equal(event->u.lost.count, count);
}

static void a_hole_reaches_from_the_last_event_of_its_buffer_to_the_next(void **state)
{
	struct text_case c;

	(void)state;
	/* The event before it in the buffer of CPU 1 speaks of CPU 0, and is none of CPU 0's. */
	text_load(
		&c,
		ENTER("1", "1.000000") "          <idle>-0     [001]  1.000100: cpu_frequency: state=1 cpu_id=0\n" ENTER(
			"0", "1.000200") "CPU:1 [LOST 12 EVENTS]\n" EXIT("0", "1.000300")
			EXIT("1", "1.000400"));
	assert_int_equal(c.events.nr, 5);
	assert_int_equal(c.events.list[2].cpu, 0);
	assert_lost(&c.events.list[3], 1, 1000100000, 1000400000, 12);
	assert_int_equal(c.events.list[4].ts_ns, 1000400000);
	assert_int_equal(c.stats.events, 5);
	text_close(&c);
}

static void holes_without_a_number_and_holes_at_the_edges(void **state)
{
	struct text_case c;

	(void)state;
	/* Nothing tells when a hole began that stands before a buffer's first event. */
	text_load(
		&c,
		ENTER("0", "1.000000") "CPU:1 [EVENTS DROPPED]\n" EXIT(
			"1",
			"1.000400") "CPU:1 [LOST 5 EVENTS]\nCPU:1 [LOST 6 EVENTS]\nCPU:2 [LOST EVENTS]\n" EXIT("0",
													       "1.000500"));
	assert_int_equal(c.events.nr, 6);
	assert_lost(&c.events.list[1], 1, 1000400000, 1000400000, PN_LOST_UNKNOWN);
	assert_lost(&c.events.list[4], 1, 1000400000, 1000500000, 11);
	assert_lost(&c.events.list[5], 2, 1000500000, 1000500000, PN_LOST_UNKNOWN);
	text_close(&c);
}

static void perf_tells_of_losses_in_their_place(void **state)
{
	struct text_case c;

	(void)state;
	text_load(
		&c,
		"         swapper     0 [001]     1.000000: power:cpu_idle: state=1 cpu_id=1\n"
		"            perf 24512 [001]     1.689801: PERF_RECORD_LOST lost 25\n"
		"            perf 24512 [000]     1.700000: PERF_RECORD_LOST_SAMPLES lost 2\n"
		"         swapper     0 [001]     1.800000: power:cpu_idle: state=4294967295 cpu_id=1\n");
	assert_int_equal(c.events.nr, 4);
	assert_lost(&c.events.list[1], 1, 1000000000, 1689801000, 25);
	assert_lost(&c.events.list[2], 0, 1700000000, 1700000000, 2);
	assert_int_equal(c.stats.events, 2);
	text_close(&c);
}

static void losses_come_whatever_is_asked_for(void **state)
{
	static const char text[] =
		ENTER("0", "1.000000") "CPU:0 [LOST 1 EVENTS]\n" EXIT("0", "1.000100");
	struct text_case c;

	(void)state;
	text_place(&c, text, sizeof(text) - 1);
	assert_int_equal(text_open(&c), 0);
	assert_int_equal(text_read(&c, 0, PN_BATCH_NR), 0);
	assert_int_equal(c.events.nr, 1);
	assert_lost(&c.events.list[0], 0, 1000000000, 1000100000, 1);
	assert_int_equal(c.stats.events, 2);
	text_close(&c);
}

/* --- long texts ---------------------------------------------------------------------------- */

#define LONG_LINES 1200000

static uint64_t resident_kib(void)
{
	unsigned long pages = 0, resident = 0;
	FILE *file = fopen("/proc/self/statm", "r");

	assert_non_null(file);
	assert_int_equal(fscanf(file, "%lu %lu", &pages, &resident), 2);
	fclose(file);
	return resident * (unsigned long)sysconf(_SC_PAGESIZE) / 1024;
}

/* Some 80 MB, of which no more than a few are to be in memory at a time. */
static void memory_does_not_grow_with_the_text(void **state)
{
	struct pn_tmpdir folder;
	char *path;
	uint64_t before_kib, most_kib = 0, events = 0;
	struct pn_event batch[PN_BATCH_NR];
	struct pn_cursor *cursor;
	struct text_case c = { 0 };
	int nr, err;
	FILE *file;

	(void)state;
	pn_tmpdir_make(&folder);
	path = pn_tmpdir_file(&folder, "long.txt");
	file = fopen(path, "w");
	assert_non_null(file);
	for (int i = 0; i < LONG_LINES; i++)
		fprintf(file, "          <idle>-0     [000]  %d.%06d: cpu_idle: state=1 cpu_id=0\n",
			i / 1000000, i % 1000000);
	assert_int_equal(fclose(file), 0);
	assert_int_equal(pn_mapped_open(path, &c.file, &c.problem), 0);
	assert_int_equal(text_open(&c), 0);
	cursor = pn_text_ops.cursor_new(c.source, 0, ALL_KINDS, &err, &c.problem);
	assert_non_null(cursor);
	before_kib = resident_kib();
	while ((nr = pn_text_ops.cursor_next(cursor, batch, PN_BATCH_NR, &c.problem)) > 0) {
		events += (uint64_t)nr;
		if (events % (PN_BATCH_NR * 64) == 0 && resident_kib() > most_kib)
			most_kib = resident_kib();
	}
	assert_int_equal(nr, 0);
	assert_int_equal(events, LONG_LINES);
	assert_int_equal(pn_text_ops.cursor_stats(cursor)->last_ns, (LONG_LINES - 1) * 1000ull);
	assert_true(most_kib >= before_kib && most_kib - before_kib < 16384);
	pn_text_ops.cursor_free(cursor);
	text_close(&c);
	pn_tmpdir_remove(&folder);
	free(path);
}

static void a_line_of_a_megabyte_is_no_trace(void **state)
{
	size_t size = 1200000 + sizeof(ENTER("0", "1.000000")) - 1;
	char *text = malloc(size);
	struct text_case c;

	(void)state;
	assert_non_null(text);
	memset(text, 'x', size);
	memcpy(text, ENTER("0", "1.000000"), size - 1200000);
	text_place(&c, text, size);
	assert_int_equal(text_open(&c), -EINVAL);
	assert_non_null(strstr(c.problem.text, "too long"));
	text_close(&c);
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(claims_what_holds_events_or_a_tools_header),
		cmocka_unit_test(claims_nothing_else),
		cmocka_unit_test(looks_at_the_beginning_only),
		cmocka_unit_test(names_the_tool),
		cmocka_unit_test(refuses_clocks_that_count_and_says_why),
		cmocka_unit_test(reads_one_of_several_buffers),
		cmocka_unit_test(refuses_buffers_that_are_not_there),
		cmocka_unit_test(lines_that_are_all_indented_are_the_top_buffers),
		cmocka_unit_test(there_is_one_stream),
		cmocka_unit_test(tells_the_cpus_whose_buffers_it_saw),
		cmocka_unit_test(lines_end_with_a_newline_or_the_file_and_may_have_a_return),
		cmocka_unit_test(lines_that_were_wrapped_or_cut_are_counted),
		cmocka_unit_test(reads_no_byte_past_the_end),
		cmocka_unit_test(the_size_of_batches_makes_no_difference),
		cmocka_unit_test(the_cpu_of_an_idle_event_is_the_one_it_names),
		cmocka_unit_test(equal_times_keep_the_order_of_the_file),
		cmocka_unit_test(states_and_cpus_have_no_small_limit),
		cmocka_unit_test(a_hole_reaches_from_the_last_event_of_its_buffer_to_the_next),
		cmocka_unit_test(holes_without_a_number_and_holes_at_the_edges),
		cmocka_unit_test(perf_tells_of_losses_in_their_place),
		cmocka_unit_test(losses_come_whatever_is_asked_for),
		cmocka_unit_test(memory_does_not_grow_with_the_text),
		cmocka_unit_test(a_line_of_a_megabyte_is_no_trace),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
