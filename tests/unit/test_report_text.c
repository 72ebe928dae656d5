// SPDX-License-Identifier: GPL-2.0-only
/* The text report, and in it the lines that logs of 2018 have. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "out/text_figures.h"
#include "support/golden.h"
#include "support/machine_builder.h"
#include "support/samples.h"

#define US UINT64_C(1000)
#define MS UINT64_C(1000000)
#define S  UINT64_C(1000000000)

/* The idle states of the client part that the lines of 2018 were recorded on. */
#define CLIENT "POLL:0:0 C1:2:2 C1E:10:20 C3:70:100 C6:85:200"

/* --- the lines of 2018 ---------------------------------------------------------------------- */

/* One state of one of the runs: what the line says. */
struct line_2018 {
	uint64_t entries;
	uint64_t nightmares;
	uint64_t rest_us;
	uint64_t pn_us;
};

struct run_2018 {
	struct line_2018 states[4];
	const char *text;
};

/* https://lore.kernel.org/lkml/000001d43d74$306e1b50$914a51f0$@net/, results 1 to 4 */
static const struct run_2018 runs_2018[] = {
	{ { { 458, 0, 16160, 0 },
	    { 950, 33, 84723, 3172124 },
	    { 456, 3, 142255, 396037 },
	    { 218, 1, 95584, 214608 } },
	  "Idle State 0: Total Entries: 458 : PowerNightmares: 0 : Not PN time (seconds): 0.016160 : PN time: 0.000000 : Ratio: 0.000000\n"
	  "Idle State 1: Total Entries: 950 : PowerNightmares: 33 : Not PN time (seconds): 0.084723 : PN time: 3.172124 : Ratio: 37.441120\n"
	  "Idle State 2: Total Entries: 456 : PowerNightmares: 3 : Not PN time (seconds): 0.142255 : PN time: 0.396037 : Ratio: 2.783994\n"
	  "Idle State 3: Total Entries: 218 : PowerNightmares: 1 : Not PN time (seconds): 0.095584 : PN time: 0.214608 : Ratio: 2.245229\n" },
	{ { { 481, 0, 14849, 0 },
	    { 734, 0, 46496, 0 },
	    { 534, 0, 133086, 0 },
	    { 145, 0, 54476, 0 } },
	  "Idle State 0: Total Entries: 481 : PowerNightmares: 0 : Not PN time (seconds): 0.014849 : PN time: 0.000000 : Ratio: 0.000000\n"
	  "Idle State 1: Total Entries: 734 : PowerNightmares: 0 : Not PN time (seconds): 0.046496 : PN time: 0.000000 : Ratio: 0.000000\n"
	  "Idle State 2: Total Entries: 534 : PowerNightmares: 0 : Not PN time (seconds): 0.133086 : PN time: 0.000000 : Ratio: 0.000000\n"
	  "Idle State 3: Total Entries: 145 : PowerNightmares: 0 : Not PN time (seconds): 0.054476 : PN time: 0.000000 : Ratio: 0.000000\n" },
	{ { { 369, 0, 10182, 0 },
	    { 800, 0, 122816, 0 },
	    { 1041, 0, 233984, 0 },
	    { 269, 0, 114399, 0 } },
	  "Idle State 0: Total Entries: 369 : PowerNightmares: 0 : Not PN time (seconds): 0.010182 : PN time: 0.000000 : Ratio: 0.000000\n"
	  "Idle State 1: Total Entries: 800 : PowerNightmares: 0 : Not PN time (seconds): 0.122816 : PN time: 0.000000 : Ratio: 0.000000\n"
	  "Idle State 2: Total Entries: 1041 : PowerNightmares: 0 : Not PN time (seconds): 0.233984 : PN time: 0.000000 : Ratio: 0.000000\n"
	  "Idle State 3: Total Entries: 269 : PowerNightmares: 0 : Not PN time (seconds): 0.114399 : PN time: 0.000000 : Ratio: 0.000000\n" },
	{ { { 265, 0, 9892, 0 },
	    { 708, 0, 91070, 0 },
	    { 712, 0, 212778, 0 },
	    { 421, 0, 230097, 0 } },
	  "Idle State 0: Total Entries: 265 : PowerNightmares: 0 : Not PN time (seconds): 0.009892 : PN time: 0.000000 : Ratio: 0.000000\n"
	  "Idle State 1: Total Entries: 708 : PowerNightmares: 0 : Not PN time (seconds): 0.091070 : PN time: 0.000000 : Ratio: 0.000000\n"
	  "Idle State 2: Total Entries: 712 : PowerNightmares: 0 : Not PN time (seconds): 0.212778 : PN time: 0.000000 : Ratio: 0.000000\n"
	  "Idle State 3: Total Entries: 421 : PowerNightmares: 0 : Not PN time (seconds): 0.230097 : PN time: 0.000000 : Ratio: 0.000000\n" },
};

/* Stays of about the same length that last @sum_ns together; when the next one may begin. */
static uint64_t add_stays(struct pn_events *events, int32_t state, uint64_t from_ns, uint64_t nr,
			  uint64_t sum_ns)
{
	for (uint64_t i = 0; i < nr; i++) {
		uint64_t length_ns = sum_ns / (nr - i);

		pn_events_stay(events, 0, from_ns, from_ns + length_ns, state);
		from_ns += length_ns + US;
		sum_ns -= length_ns;
	}
	return from_ns;
}

/* The run, with a deeper state that the listing leaves out; freed by the caller. */
static struct pn_summary *replay(const struct run_2018 *run)
{
	struct pn_machine *machine = pn_machine_build(1, CLIENT);
	struct pn_events events = { 0 };
	struct pn_summary *summary;
	uint64_t ts_ns = 10 * S;

	machine->tick_ns = MS;
	for (int32_t s = 0; s < 4; s++) {
		const struct line_2018 *line = &run->states[s];

		ts_ns = add_stays(&events, s, ts_ns, line->entries - line->nightmares,
				  line->rest_us * US);
		ts_ns = add_stays(&events, s, ts_ns, line->nightmares, line->pn_us * US);
	}
	add_stays(&events, 4, ts_ns, 7, 3 * S);
	summary = pn_analyse(&(struct pn_analyse){ .events = &events, .machine = machine });
	pn_events_free(&events);
	summary->machine = machine;
	return summary;
}

/* The lines of a report that begin with @start, one after the other; freed by the caller. */
static char *lines_of(const char *text, const char *start)
{
	char *lines = calloc(1, strlen(text) + 1), *end = lines;

	assert_non_null(lines);
	while (*text) {
		size_t length = strcspn(text, "\n") + 1;

		if (strncmp(text, start, strlen(start)) == 0) {
			memcpy(end, text, length);
			end += length;
		}
		text += length;
	}
	return lines;
}

static void test_lines_of_2018(void **state)
{
	static const int32_t listed[] = { 0, 1, 2, 3 };
	struct pn_report_options options = { .nr_states = 4, .states = listed };

	(void)state;
	for (size_t i = 0; i < sizeof(runs_2018) / sizeof(runs_2018[0]); i++) {
		struct pn_summary *summary = replay(&runs_2018[i]);
		char *text = pn_report_string(&pn_report_text, summary, &options);
		char *lines = lines_of(text, "Idle State");

		assert_string_equal(lines, runs_2018[i].text);
		free(lines);
		free(text);
		pn_summary_free(summary);
	}
}

/* --- whole reports -------------------------------------------------------------------------- */

typedef struct pn_summary *(*sample_fn)(void);

static void assert_golden(const struct pn_report_ops *ops, sample_fn sample,
			  const struct pn_report_options *options, const char *path)
{
	struct pn_summary *summary = sample();
	char *text = pn_report_string(ops, summary, options);
	char *what = pn_golden_difference(path, text);

	if (what)
		fail_msg("%s", what);
	free(text);
	pn_summary_free(summary);
}

static void test_whole_reports(void **state)
{
	static const int32_t two[] = { 1, 2 };
	static const struct pn_report_options per_cpu = { .per_cpu = true,
							  .nr_states = 2,
							  .states = two };
	static const struct pn_report_options latencies = { .per_cpu = true, .hist = true };

	(void)state;
	assert_golden(&pn_report_text, pn_sample_full, NULL, PN_TEST_DATA "/report-full.txt");
	assert_golden(&pn_report_text, pn_sample_full, &per_cpu,
		      PN_TEST_DATA "/report-per-cpu.txt");
	assert_golden(&pn_report_text, pn_sample_plain, NULL, PN_TEST_DATA "/report-plain.txt");
	assert_golden(&pn_report_text, pn_sample_silent, NULL, PN_TEST_DATA "/report-silent.txt");
	assert_golden(&pn_report_latency, pn_sample_full, &latencies,
		      PN_TEST_DATA "/latency-full.txt");
}

/* --- the width ------------------------------------------------------------------------------ */

static void assert_narrow(const char *text)
{
	while (*text) {
		size_t length = strcspn(text, "\n");

		if (length >= 80 && strncmp(text, "Idle State", 10) != 0)
			fail_msg("%zu columns: %.*s", length, (int)length, text);
		text += length + 1;
	}
}

/* Names as long as the kernel allows, and a day at 100,000 entries a second. */
static void widen(struct pn_summary *summary)
{
	struct pn_machine *machine = summary->machine;

	memset(summary->trace.file = realloc(summary->trace.file, 301), 'f', 300);
	summary->trace.file[300] = '\0';
	memset(summary->trace.instance, 'i', sizeof(summary->trace.instance) - 1);
	memset(summary->trace.truncated_at, 't', sizeof(summary->trace.truncated_at) - 1);
	for (uint32_t i = 0; machine && i < machine->nr_tables; i++) {
		for (uint32_t s = 0; s < machine->tables[i].nr_states; s++)
			strcpy(machine->tables[i].states[s].name, "cluster-sleep-0");
	}
	for (uint32_t i = 0; i < summary->nr_sections; i++) {
		struct pn_section *section = &summary->sections[i];

		memset(section->window.label, 'l', sizeof(section->window.label) - 1);
		section->end_ns = section->start_ns + 86400 * S;
		for (uint32_t c = 0; c < section->nr_cpus; c++) {
			struct pn_cpu_stats *cpu = &section->cpus[c];

			for (uint32_t s = 0; s < cpu->nr_states; s++)
				cpu->states[s].entries *= 1000000;
			cpu->lost_events *= 1000000;
		}
	}
}

static void test_under_80_columns(void **state)
{
	static const sample_fn samples[] = { pn_sample_full, pn_sample_plain, pn_sample_silent };
	static const struct pn_report_options per_cpu = { .per_cpu = true, .hist = true };

	(void)state;
	for (size_t i = 0; i < sizeof(samples) / sizeof(samples[0]); i++) {
		struct pn_summary *summary = samples[i]();
		char *text = pn_report_string(&pn_report_text, summary, &per_cpu);

		assert_narrow(text);
		free(text);
		widen(summary);
		text = pn_report_string(&pn_report_text, summary, &per_cpu);
		assert_narrow(text);
		free(text);
		pn_summary_free(summary);
	}
}

/* --- figures -------------------------------------------------------------------------------- */

static void test_figures(void **state)
{
	char a[PN_FIGURE_LEN];

	(void)state;
	assert_string_equal(pn_text_seconds(84722500, 6, a), "0.084723");
	assert_string_equal(pn_text_seconds(84722499, 6, a), "0.084722");
	assert_string_equal(pn_text_seconds(999999500, 6, a), "1.000000");
	assert_string_equal(pn_text_seconds(UINT64_MAX, 6, a), "18446744073.709552");
	assert_string_equal(pn_text_seconds(1234567891, 9, a), "1.234567891");
	assert_string_equal(pn_text_ratio(0, 0, a), "0.000000");
	assert_string_equal(pn_text_ratio(1, 0, a), "inf");
	assert_string_equal(pn_text_ratio(0, 1, a), "0.000000");
	assert_string_equal(pn_text_ratio(1, 3, a), "0.333333");
	assert_string_equal(pn_text_ratio(2, 3, a), "0.666667");
	assert_string_equal(pn_text_ratio(3172124000, 84723000, a), "37.441120");
	assert_string_equal(pn_text_ratio(UINT64_MAX, 1, a), "18446744073709551615.000000");
	assert_string_equal(pn_text_pct(1, 0, a), "-");
	assert_string_equal(pn_text_pct(0, 5, a), "0.000");
	assert_string_equal(pn_text_pct(5, 5, a), "100");
	assert_string_equal(pn_text_pct(3, 100000, a), "0.003");
	assert_string_equal(pn_text_pct(1, 1000000, a), "<0.001");
	assert_string_equal(pn_text_rate(5, 0, a), "-");
	assert_string_equal(pn_text_rate(950, S, a), "950.0");
	assert_string_equal(pn_text_rate(1, 10000 * S, a), "<0.001");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lines_of_2018),
		cmocka_unit_test(test_whole_reports),
		cmocka_unit_test(test_under_80_columns),
		cmocka_unit_test(test_figures),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
