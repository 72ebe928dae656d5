// SPDX-License-Identifier: GPL-2.0-only
/*
 * Files of every kind that end too early: an error, or a result that says so, never a smaller result
 * as if it were whole. Cut at every 16th byte; PN_CUT_STEP=1 in the environment cuts at each.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "io/counters_file.h"
#include "io/states.h"
#include "io/summary_json.h"
#include "out/report.h"
#include "out/states_json.h"
#include "pipeline.h"
#include "support/analyse.h"
#include "support/machine_builder.h"
#include "support/tracedat_writer.h"
#include "util/diag.h"

/* Over damaged formats libtraceevent 1.7.1 loses a few bytes of its own. */
const char *__lsan_default_suppressions(void);

const char *__lsan_default_suppressions(void)
{
	return "leak:libtraceevent";
}

static size_t step(void)
{
	const char *text = getenv("PN_CUT_STEP");
	size_t step = text ? strtoul(text, NULL, 10) : 16;

	return step ? step : 16;
}

/** struct cut_file - a file in memory that is cut ever shorter */
struct cut_file {
	int fd;
	char path[32];
	const char *bytes;
	size_t size;
};

static void open_file(struct cut_file *file, const void *bytes, size_t size)
{
	file->fd = memfd_create("cut", MFD_CLOEXEC);
	assert_true(file->fd >= 0);
	assert_int_equal(write(file->fd, bytes, size), size);
	snprintf(file->path, sizeof(file->path), "/proc/self/fd/%d", file->fd);
	file->bytes = bytes;
	file->size = size;
}

static void cut_to(const struct cut_file *file, size_t size)
{
	assert_int_equal(ftruncate(file->fd, (off_t)size), 0);
}

/* --- traces ------------------------------------------------------------------------------------- */

static uint64_t idle_events(const struct pn_summary *summary)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i < summary->nr_sections; i++) {
		for (uint32_t c = 0; c < summary->sections[i].nr_cpus; c++)
			sum += summary->sections[i].cpus[c].idle_events;
	}
	return sum;
}

static int analyse(const struct cut_file *file, struct pn_summary **summary)
{
	struct pn_request request = { .path = file->path, .jobs = 1, .quiet = true };
	struct pn_problem problem = { "" };
	int err = pn_pipeline_run(&request, summary, &problem);

	if (err)
		assert_non_null(strstr(problem.text, file->path));
	return err;
}

static void check_trace(const void *bytes, size_t size, const char *what)
{
	struct pn_summary *summary;
	struct cut_file file;
	uint64_t whole;

	open_file(&file, bytes, size);
	assert_int_equal(analyse(&file, &summary), 0);
	whole = idle_events(summary);
	assert_false(pn_summary_untrusted(summary));
	pn_summary_free(summary);
	for (size_t left = size - 1; left; left -= left < step() ? left : step()) {
		cut_to(&file, left);
		if (analyse(&file, &summary))
			continue;
		assert_true(pn_not_conserved(summary) < 0);
		if (idle_events(summary) != whole && !pn_summary_untrusted(summary))
			fail_msg("%s, cut to %zu of %zu: nothing is said of it", what, left, size);
		pn_summary_free(summary);
	}
	close(file.fd);
}

static void traces(void **state)
{
	static const char *const packed[] = { "none", "none", "zstd", "zlib" };

	(void)state;
	for (int i = 0; i < 4; i++) {
		struct pn_mkdat_options options = pn_mkdat_defaults();
		const struct pn_datbuf *bytes;
		struct pn_mkdat *dat;

		options.version = i ? 7 : 6;
		options.compression = packed[i];
		options.nr_cpus = 2;
		options.chunk_pages = 1;
		dat = pn_mkdat_new(&options);
		for (uint32_t n = 0; n < 40; n++) {
			pn_mkdat_idle(dat, n % 2, 1000000 + 1000 * n, n % 2, 1);
			pn_mkdat_idle(dat, n % 2, 1000900 + 1000 * n, n % 2, -1);
			if (n % 10 == 9)
				pn_datpages_break(pn_mkdat_pages(dat, n % 2));
		}
		bytes = pn_mkdat_finish(dat);
		check_trace(bytes->bytes, bytes->size, i ? packed[i] : "version 6");
		pn_mkdat_free(dat);
	}
}

/*
 * A text has no end to miss. What is left of its last line is read when it makes sense, and counted
 * as unreadable when it does not; there is never more in it than before.
 */
static void check_text(const char *text)
{
	struct pn_summary *summary;
	struct cut_file file;
	uint64_t whole;

	open_file(&file, text, strlen(text));
	assert_int_equal(analyse(&file, &summary), 0);
	whole = idle_events(summary);
	pn_summary_free(summary);
	for (size_t left = file.size - 1; left; left -= left < step() ? left : step()) {
		cut_to(&file, left);
		if (analyse(&file, &summary))
			continue;
		assert_true(pn_not_conserved(summary) < 0);
		assert_true(idle_events(summary) <= whole);
		pn_summary_free(summary);
	}
	close(file.fd);
}

static void texts(void **state)
{
	(void)state;
	check_text("# tracer: nop\n#\n# entries-in-buffer/entries-written: 4/4   #P:2\n#\n"
		   "          <idle>-0       [000] d..1.    12.000001: cpu_idle: state=1 cpu_id=0\n"
		   "          <idle>-0       [001] d..1.    12.000101: cpu_idle: state=2 cpu_id=1\n"
		   "          <idle>-0       [000] d..1.    12.000901: cpu_idle: state=4294967295 "
		   "cpu_id=0\n"
		   "          <idle>-0       [001] d..1.    12.000999: cpu_idle: state=4294967295 "
		   "cpu_id=1\n");
	check_text(
		"cpus=2\n"
		"          <idle>-0     [000]    34.900000: cpu_idle:             state=1 cpu_id=0\n"
		"          <idle>-0     [000]    34.920000: cpu_idle:             state=4294967295 "
		"cpu_id=0\n");
	check_text("swapper     0 [000]  1234.567890: power:cpu_idle: state=1 cpu_id=0\n"
		   "swapper     0 [000]  1234.568890: power:cpu_idle: state=4294967295 cpu_id=0\n");
}

/* --- JSON ----------------------------------------------------------------------------------------- */

static int read_states(const char *path, struct pn_problem *problem)
{
	struct pn_machine *machine = NULL;
	int err = pn_states_read(path, PN_FROM_OPTION, &machine, problem);

	pn_machine_free(machine);
	return err;
}

static int read_report(const char *path, struct pn_problem *problem)
{
	struct pn_summary *summary = NULL;
	int err = pn_summary_read(path, &summary, problem);

	pn_summary_free(summary);
	return err;
}

/* JSON ends with a brace, and what ends before it is none. */
static void check_json(const char *text, size_t size,
		       int (*read)(const char *path, struct pn_problem *problem))
{
	struct pn_problem problem = { "" };
	struct cut_file file;

	while (size && text[size - 1] != '}')
		size--;
	open_file(&file, text, size);
	assert_int_equal(read(file.path, &problem), 0);
	for (size_t left = size - 1; left; left -= left < step() ? left : step()) {
		cut_to(&file, left);
		assert_int_equal(read(file.path, &problem), -EINVAL);
		assert_non_null(strstr(problem.text, file.path));
	}
	close(file.fd);
}

static void states(void **state)
{
	struct pn_machine *machine = pn_machine_build(2, PN_COMETLAKE);
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	(void)state;
	assert_non_null(out);
	assert_int_equal(pn_states_write(machine, out), 0);
	fclose(out);
	check_json(text, size, read_states);
	free(text);
	pn_machine_free(machine);
}

static void reports(void **state)
{
	struct pn_mkdat_options options = pn_mkdat_defaults();
	struct pn_mkdat *dat = pn_mkdat_new(&options);
	struct pn_report_options shown = { .table = NULL };
	const struct pn_datbuf *bytes;
	struct pn_summary *summary;
	struct cut_file file;
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	(void)state;
	pn_mkdat_idle(dat, 0, 1000000, 0, 1);
	pn_mkdat_idle(dat, 0, 1400000, 0, -1);
	bytes = pn_mkdat_finish(dat);
	open_file(&file, bytes->bytes, bytes->size);
	assert_int_equal(analyse(&file, &summary), 0);
	assert_int_equal(pn_report_json.write(summary, &shown, out), 0);
	fclose(out);
	check_json(text, size, read_report);
	free(text);
	pn_summary_free(summary);
	close(file.fd);
	pn_mkdat_free(dat);
}

/* --- counters ------------------------------------------------------------------------------------- */

static const char counters_text[] = "ts_ns,source,cpu,state,metric,value\n"
				    "10,cpuidle,0,0,usage,100\n"
				    "10,sampler,,,read_ns,1\n"
				    "20,cpuidle,0,0,usage,107\n"
				    "20,sampler,,,read_ns,1\n"
				    "30,cpuidle,0,0,usage,110\n"
				    "30,sampler,,,read_ns,1\n";

/* Good up to the last whole block, and what is left of one behind it is noted. */
static void counters(void **state)
{
	struct pn_problem problem;
	struct pn_counts *counts;
	struct cut_file file;

	(void)state;
	open_file(&file, counters_text, strlen(counters_text));
	for (size_t left = file.size - 1; left; left--) {
		const char *end = memmem(counters_text, left, "30,sampler,,,read_ns,1\n", 23);

		cut_to(&file, left);
		if (pn_counters_read(file.path, 0, UINT64_MAX, &counts, &problem)) {
			assert_non_null(strstr(problem.text, file.path));
			continue;
		}
		assert_null(end);
		assert_true(counts->nr_blocks < 3);
		if (!counts->cut)
			assert_int_equal(counters_text[left - 1], '\n');
		pn_counts_free(counts);
	}
	close(file.fd);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(traces),  cmocka_unit_test(texts),    cmocka_unit_test(states),
		cmocka_unit_test(reports), cmocka_unit_test(counters),
	};

	pn_diag_init("test", PN_QUIET);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
