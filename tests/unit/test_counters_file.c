// SPDX-License-Identifier: GPL-2.0-only
/* Counter files: deltas worked out by hand, windows, wraps, what was cut, and what is no such file. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/counters.h"
#include "io/counters_file.h"
#include "support/tmpdir.h"

#define NR(a) (sizeof(a) / sizeof((a)[0]))

static struct pn_tmpdir dir;

static int make_dir(void **state)
{
	(void)state;
	pn_tmpdir_make(&dir);
	return 0;
}

static int remove_dir(void **state)
{
	(void)state;
	pn_tmpdir_remove(&dir);
	return 0;
}

static int read_raw(const char *text, uint64_t from_ns, uint64_t to_ns, struct pn_counts **counts,
		    struct pn_problem *problem)
{
	char *path = pn_tmpdir_write(&dir, "counters.csv", text, strlen(text));
	int err = pn_counters_read(path, from_ns, to_ns, counts, problem);

	free(path);
	return err;
}

static struct pn_counts *read_window(const char *rows, uint64_t from_ns, uint64_t to_ns)
{
	struct pn_problem problem = { 0 };
	struct pn_counts *counts;
	char text[4096];

	snprintf(text, sizeof(text), "%s%s", PN_COUNTERS_HEADER, rows);
	if (read_raw(text, from_ns, to_ns, &counts, &problem))
		fail_msg("%s", problem.text);
	return counts;
}

static struct pn_counts *read_rows(const char *rows)
{
	return read_window(rows, 0, UINT64_MAX);
}

static void assert_known(const struct pn_counted *counted, uint64_t delta)
{
	assert_true(counted->known);
	assert_int_equal(counted->delta, delta);
}

static const struct pn_counted *counted(const struct pn_counts *counts, uint32_t cpu,
					uint32_t state, enum pn_idle_counter counter)
{
	assert_true(cpu < counts->nr_cpus && state < counts->cpus[cpu].nr_states);
	return &counts->cpus[cpu].states[state].counts[counter];
}

static void each_counter_by_cpu_and_state(void **state)
{
	struct pn_counts *counts = read_rows("100,cpuidle,0,0,usage,5\n"
					     "100,cpuidle,0,0,time_us,1000\n"
					     "100,cpuidle,0,0,above,1\n"
					     "100,cpuidle,0,0,below,2\n"
					     "100,cpuidle,0,0,rejected,3\n"
					     "100,cpuidle,2,0,usage,50\n"
					     "100,cpuidle,2,1,usage,18446744073709551000\n"
					     "100,sampler,,,read_ns,40\n"
					     "200,cpuidle,0,0,usage,7\n"
					     "200,cpuidle,0,0,time_us,1500\n"
					     "200,cpuidle,0,0,above,1\n"
					     "200,cpuidle,0,0,below,6\n"
					     "200,cpuidle,0,0,rejected,4\n"
					     "200,cpuidle,2,0,usage,50\n"
					     "200,cpuidle,2,1,usage,18446744073709551615\n"
					     "200,sampler,,,read_ns,30\n");

	(void)state;
	assert_int_equal(counts->nr_blocks, 2);
	assert_int_equal(counts->first_ns, 100);
	assert_int_equal(counts->last_ns, 200);
	assert_int_equal(counts->read_ns, 40);
	assert_false(counts->cut);
	assert_int_equal(counts->nr_cpus, 3);
	assert_int_equal(counts->cpus[1].nr_states, 0);
	assert_known(counted(counts, 0, 0, PN_COUNTED_USAGE), 2);
	assert_known(counted(counts, 0, 0, PN_COUNTED_TIME_US), 500);
	assert_known(counted(counts, 0, 0, PN_COUNTED_ABOVE), 0);
	assert_known(counted(counts, 0, 0, PN_COUNTED_BELOW), 4);
	assert_known(counted(counts, 0, 0, PN_COUNTED_REJECTED), 1);
	assert_known(counted(counts, 2, 0, PN_COUNTED_USAGE), 0);
	assert_known(counted(counts, 2, 1, PN_COUNTED_USAGE), 615);
	assert_false(counted(counts, 2, 1, PN_COUNTED_REJECTED)->known);
	pn_counts_free(counts);
}

static const char five_blocks[] = "10,cpuidle,0,0,usage,1\n10,sampler,,,read_ns,1\n"
				  "20,cpuidle,0,0,usage,2\n20,sampler,,,read_ns,1\n"
				  "30,cpuidle,0,0,usage,4\n30,sampler,,,read_ns,1\n"
				  "40,cpuidle,0,0,usage,8\n40,sampler,,,read_ns,1\n"
				  "50,cpuidle,0,0,usage,16\n50,sampler,,,read_ns,1\n";

static void windows_take_the_blocks_inside(void **state)
{
	static const struct {
		uint64_t from, to, blocks, first, last, delta;
		bool known;
	} cases[] = {
		{ 0, UINT64_MAX, 5, 10, 50, 15, true }, { 10, 50, 5, 10, 50, 15, true },
		{ 11, 49, 3, 20, 40, 6, true },		{ 20, 40, 3, 20, 40, 6, true },
		{ 40, 60, 2, 40, 50, 8, true },		{ 41, 60, 1, 50, 50, 0, false },
		{ 21, 29, 0, 0, 0, 0, false },		{ 60, 70, 0, 0, 0, 0, false },
	};

	(void)state;
	for (size_t i = 0; i < NR(cases); i++) {
		struct pn_counts *counts = read_window(five_blocks, cases[i].from, cases[i].to);
		const struct pn_counted *usage = counted(counts, 0, 0, PN_COUNTED_USAGE);

		assert_int_equal(counts->nr_blocks, cases[i].blocks);
		assert_int_equal(counts->first_ns, cases[i].first);
		assert_int_equal(counts->last_ns, cases[i].last);
		assert_int_equal(usage->known, cases[i].known);
		assert_int_equal(usage->delta, cases[i].delta);
		pn_counts_free(counts);
	}
}

/* What the counters did before or after the window has no say in it. */
static void a_fall_makes_the_counter_unknown(void **state)
{
	static const char rows[] = "10,cpuidle,0,0,usage,9\n10,sampler,,,read_ns,1\n"
				   "20,cpuidle,0,0,usage,2\n20,sampler,,,read_ns,1\n"
				   "30,cpuidle,0,0,usage,40\n30,sampler,,,read_ns,1\n";
	struct pn_counts *counts = read_rows(rows);

	(void)state;
	assert_false(counted(counts, 0, 0, PN_COUNTED_USAGE)->known);
	pn_counts_free(counts);
	counts = read_window(rows, 20, 30);
	assert_known(counted(counts, 0, 0, PN_COUNTED_USAGE), 38);
	pn_counts_free(counts);
}

static void a_counter_has_to_be_there_at_both_ends(void **state)
{
	struct pn_counts *counts = read_rows("10,cpuidle,0,0,usage,1\n"
					     "10,cpuidle,1,0,usage,1\n"
					     "10,cpuidle,2,0,usage,1\n"
					     "10,sampler,,,read_ns,1\n"
					     "20,cpuidle,0,0,usage,2\n"
					     "20,cpuidle,3,0,usage,2\n"
					     "20,sampler,,,read_ns,1\n"
					     "30,cpuidle,0,0,usage,3\n"
					     "30,cpuidle,2,0,usage,3\n"
					     "30,cpuidle,3,0,usage,3\n"
					     "30,sampler,,,read_ns,1\n");

	(void)state;
	assert_known(counted(counts, 0, 0, PN_COUNTED_USAGE), 2);
	assert_false(counted(counts, 1, 0, PN_COUNTED_USAGE)->known);
	assert_known(counted(counts, 2, 0, PN_COUNTED_USAGE), 2);
	assert_false(counted(counts, 3, 0, PN_COUNTED_USAGE)->known);
	pn_counts_free(counts);
}

static void energy_wraps_at_its_range(void **state)
{
	struct pn_counts *counts =
		read_rows("10,powercap,,package-0 (intel-rapl:0),max_energy_range_uj,1000\n"
			  "10,powercap,,package-0 (intel-rapl:0),energy_uj,900\n"
			  "10,powercap,,\"a,\"\"b\"\" (x:1)\",energy_uj,7\n"
			  "10,powercap,,no range (x:2),energy_uj,7\n"
			  "10,sampler,,,read_ns,1\n"
			  "20,powercap,,package-0 (intel-rapl:0),energy_uj,150\n"
			  "20,powercap,,\"a,\"\"b\"\" (x:1)\",energy_uj,8\n"
			  "20,powercap,,no range (x:2),energy_uj,6\n"
			  "20,sampler,,,read_ns,1\n"
			  "30,powercap,,package-0 (intel-rapl:0),energy_uj,100\n"
			  "30,powercap,,\"a,\"\"b\"\" (x:1)\",energy_uj,10\n"
			  "30,powercap,,no range (x:2),energy_uj,8\n"
			  "30,sampler,,,read_ns,1\n");

	(void)state;
	assert_int_equal(counts->nr_zones, 3);
	assert_string_equal(counts->zones[0].name, "package-0 (intel-rapl:0)");
	assert_known(&counts->zones[0].energy_uj, 250 + 950);
	assert_string_equal(counts->zones[1].name, "a,\"b\" (x:1)");
	assert_known(&counts->zones[1].energy_uj, 3);
	assert_false(counts->zones[2].energy_uj.known);
	assert_int_equal(counts->nr_cpus, 0);
	pn_counts_free(counts);
}

/* However a file was cut short, what it gives is what its whole blocks give. */
static void cut_anywhere(void **state)
{
	static const char end[] = "read_ns,1\n";
	size_t len = strlen(five_blocks), nr_ends = 0, last_end = 0;

	(void)state;
	for (size_t cut = 0; cut <= len; cut++) {
		char rows[sizeof(five_blocks)];
		struct pn_counts *counts;

		memcpy(rows, five_blocks, cut);
		rows[cut] = '\0';
		if (cut >= strlen(end) && strcmp(rows + cut - strlen(end), end) == 0) {
			nr_ends++;
			last_end = cut;
		}
		counts = read_rows(rows);
		assert_int_equal(counts->nr_blocks, nr_ends);
		assert_int_equal(counts->cut, cut != last_end);
		if (nr_ends > 1)
			assert_known(counted(counts, 0, 0, PN_COUNTED_USAGE),
				     (UINT64_C(1) << (nr_ends - 1)) - 1);
		pn_counts_free(counts);
	}
	assert_int_equal(nr_ends, 5);
}

static void unknown_sources_and_metrics_are_passed_over(void **state)
{
	struct pn_counts *counts =
		read_rows("10,thermal,,\"big, cold (thermal_zone1)\",temp_mc,-5\n"
			  "10,cpuidle,0,0,colour,blue\n"
			  "10,fan,1,2,rpm,x\n"
			  "10,sampler,,,read_ns,1\n");

	(void)state;
	assert_int_equal(counts->nr_blocks, 1);
	pn_counts_free(counts);
}

static void hostile_files(void **state)
{
	static const struct {
		const char *text, *problem;
	} cases[] = {
		{ "", "is empty" },
		{ "x", "not a file of 'analyzer sample'" },
		{ "ts_ns,source,cpu,state,metric,valu", "not a file" },
		{ PN_COUNTERS_HEADER "\n", "line 2: not six fields" },
		{ PN_COUNTERS_HEADER "1,2,3,4,5\n", "line 2: not six fields" },
		{ PN_COUNTERS_HEADER "1,2,3,4,5,6,7\n", "line 2: not six fields" },
		{ PN_COUNTERS_HEADER "1,cpuidle,0,\"0,usage,6\n", "line 2: not six fields" },
		{ PN_COUNTERS_HEADER "1,cpuidle,0,\"0\"0,usage,6\n", "line 2: not six fields" },
		{ PN_COUNTERS_HEADER ",sampler,,,read_ns,1\n", "line 2: ts_ns" },
		{ PN_COUNTERS_HEADER "-1,sampler,,,read_ns,1\n", "line 2: ts_ns" },
		{ PN_COUNTERS_HEADER "18446744073709551616,sampler,,,read_ns,1\n", "ts_ns" },
		{ PN_COUNTERS_HEADER "1,sampler,,,read_ns,\n", "line 2: value" },
		{ PN_COUNTERS_HEADER "1,cpuidle,65536,0,usage,1\n", "line 2: cpu" },
		{ PN_COUNTERS_HEADER "1,cpuidle,,0,usage,1\n", "line 2: cpu" },
		{ PN_COUNTERS_HEADER "1,cpuidle,0,256,usage,1\n", "line 2: state" },
		{ PN_COUNTERS_HEADER "1,cpuidle,0,1,usage,1\n", "a state before it is missing" },
		{ PN_COUNTERS_HEADER "1,cpuidle,0,0,usage,1.5\n", "line 2: value" },
		{ PN_COUNTERS_HEADER "1,cpuidle,0,0,usage,1\n2,cpuidle,0,0,usage,1\n",
		  "line 3: the block before it has no end" },
		{ PN_COUNTERS_HEADER "2,sampler,,,read_ns,1\n2,sampler,,,read_ns,1\n",
		  "line 3: time does not go on" },
		{ PN_COUNTERS_HEADER "2,sampler,,,read_ns,1\n1,sampler,,,read_ns,1\n",
		  "line 3: time does not go on" },
	};

	(void)state;
	for (size_t i = 0; i < NR(cases); i++) {
		struct pn_problem problem = { 0 };
		struct pn_counts *counts;

		assert_true(read_raw(cases[i].text, 0, UINT64_MAX, &counts, &problem) < 0);
		assert_null(counts);
		if (!strstr(problem.text, cases[i].problem) ||
		    !strstr(problem.text, "counters.csv: "))
			fail_msg("case %zu: '%s'", i, problem.text);
	}
}

static void fields_of_any_length(void **state)
{
	char text[4096] = PN_COUNTERS_HEADER "1,powercap,,";
	struct pn_problem problem = { 0 };
	struct pn_counts *counts;

	(void)state;
	memset(text + strlen(text), 'z', 3000);
	strcat(text, ",energy_uj,1\n");
	assert_int_equal(read_raw(text, 0, UINT64_MAX, &counts, &problem), -EINVAL);
	assert_non_null(strstr(problem.text, "line 2"));
}

/* The file that the sampler itself writes for this machine, whatever that has. */
static void what_the_sampler_writes(void **state)
{
	const struct pn_counters_options options = { .sysroot = "", .sources = PN_COUNT_ALL };
	char *path = pn_tmpdir_file(&dir, "sampled.csv");
	struct pn_counters *counters;
	struct pn_counts *counts;
	FILE *file = fopen(path, "w");
	uint64_t nr_counted = 0;

	(void)state;
	assert_non_null(file);
	fputs(PN_COUNTERS_HEADER, file);
	assert_int_equal(pn_counters_open(&options, &counters, NULL), 0);
	for (int i = 0; i < 3; i++) {
		const char *text;
		size_t len;

		assert_int_equal(pn_counters_block(counters, &text, &len), 0);
		assert_int_equal(fwrite(text, 1, len, file), len);
	}
	fclose(file);
	assert_int_equal(pn_counters_read(path, 0, UINT64_MAX, &counts, NULL), 0);
	assert_int_equal(counts->nr_blocks, 3);
	assert_true(counts->last_ns > counts->first_ns);
	assert_false(counts->cut);
	for (uint32_t cpu = 0; cpu < counts->nr_cpus; cpu++)
		nr_counted += counts->cpus[cpu].nr_states;
	assert_true(pn_counters_nr(counters) >= nr_counted * 2);
	pn_counts_free(counts);
	pn_counters_close(counters);
	free(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_counter_by_cpu_and_state),
		cmocka_unit_test(windows_take_the_blocks_inside),
		cmocka_unit_test(a_fall_makes_the_counter_unknown),
		cmocka_unit_test(a_counter_has_to_be_there_at_both_ends),
		cmocka_unit_test(energy_wraps_at_its_range),
		cmocka_unit_test(cut_anywhere),
		cmocka_unit_test(unknown_sources_and_metrics_are_passed_over),
		cmocka_unit_test(hostile_files),
		cmocka_unit_test(fields_of_any_length),
		cmocka_unit_test(what_the_sampler_writes),
	};

	return cmocka_run_group_tests(tests, make_dir, remove_dir);
}
