// SPDX-License-Identifier: GPL-2.0-only
/*
 * Trace.dat files that somebody has made to do harm: each is refused with a line that says where,
 * or read as far as it makes sense, in memory that is in proportion to its size.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zstd.h>

#include "pipeline.h"
#include "support/analyse.h"
#include "support/tmpdir.h"
#include "support/tracedat_writer.h"
#include "util/diag.h"

/* Over damaged formats libtraceevent 1.7.1 loses a few bytes of its own. */
const char *__lsan_default_suppressions(void);

const char *__lsan_default_suppressions(void)
{
	return "leak:libtraceevent";
}

/* Of the files that claim gigabytes; a run takes some 10, with a sanitizer some 100. */
#define MEMORY_MAX_KB (1024 * 1024)

/** struct hostile - a case: a file that is made, then changed, and what has to come of it */
struct hostile {
	const char *name;
	struct pn_mkdat_options options;
	void (*fill)(struct pn_mkdat *dat);
	pn_mkdat_touch_fn touch;
	int err;	  /* of the pipeline */
	const char *says; /* part of the message; NULL: read without one */
	void (*check)(const struct pn_summary *summary);
};

static struct pn_mkdat_options form(int version, const char *compression)
{
	struct pn_mkdat_options options = pn_mkdat_defaults();

	options.nr_cpus = 2;
	options.version = version;
	options.compression = compression;
	return options;
}

static void two_stays(struct pn_mkdat *dat)
{
	for (uint32_t cpu = 0; cpu < 2; cpu++) {
		pn_mkdat_idle(dat, cpu, 1000000 + cpu, cpu, 1);
		pn_mkdat_idle(dat, cpu, 1400000 + cpu, cpu, -1);
	}
}

/* --- changing bytes --------------------------------------------------------------------------- */

/* Where @text stands in @buf from @start on; it has to. */
static size_t place_of(const struct pn_datbuf *buf, size_t start, const char *text, size_t size)
{
	const uint8_t *at = memmem(buf->bytes + start, buf->size - start, text, size);

	assert_non_null(at);
	return (size_t)(at - buf->bytes);
}

static void replace(struct pn_datbuf *buf, size_t start, const char *old, const char *new)
{
	size_t at = place_of(buf, start, old, strlen(old));

	assert_int_equal(strlen(old), strlen(new));
	memcpy(buf->bytes + at, new, strlen(new));
}

/* Puts an option in front of the others. */
static void put_option(struct pn_datbuf *buf, uint16_t id, uint32_t claimed, const void *data,
		       size_t size)
{
	struct pn_datbuf all = { .big_endian = buf->big_endian };

	pn_datbuf_number(&all, id, 2);
	pn_datbuf_number(&all, claimed, 4);
	pn_datbuf_bytes(&all, data, size);
	pn_datbuf_bytes(&all, buf->bytes, buf->size);
	pn_datbuf_free(buf);
	*buf = all;
}

/* The option BUFFER's count of CPUs, behind its offset, its two names and the page size. */
static size_t buffer_count(const struct pn_datbuf *buf)
{
	/* No name, the clock's name, pages of 4096 bytes. */
	return place_of(buf, 0, "\0mono\0\0\x10\0", 10) + 10;
}

/* Behind the magic, the version, two bytes, the page size, and the compression's two names. */
static size_t first_options(const struct pn_datbuf *file)
{
	size_t at = 10 + 2 + 2 + 4;

	at += strlen((const char *)file->bytes + at) + 1;
	return at + strlen((const char *)file->bytes + at) + 1;
}

/* --- sizes, counts and offsets ----------------------------------------------------------------- */

static void option_of_4_gib(void *ctx, enum pn_mkdat_part part, struct pn_datbuf *buf, size_t start)
{
	(void)ctx;
	(void)start;
	if (part == PN_MKDAT_OPTIONS)
		put_option(buf, 99, UINT32_MAX, "abcd", 4);
}

static void format_of_2_63_bytes(void *ctx, enum pn_mkdat_part part, struct pn_datbuf *buf,
				 size_t start)
{
	(void)ctx;
	if (part == PN_MKDAT_EVENT_FORMATS)
		pn_datbuf_set(buf, place_of(buf, start, "name: ", 6) - 8, UINT64_C(1) << 63, 8);
}

static void systems_without_end(void *ctx, enum pn_mkdat_part part, struct pn_datbuf *buf,
				size_t start)
{
	(void)ctx;
	if (part == PN_MKDAT_EVENT_FORMATS)
		pn_datbuf_set(buf, start, UINT32_MAX, 4);
}

static void formats_without_end(void *ctx, enum pn_mkdat_part part, struct pn_datbuf *buf,
				size_t start)
{
	(void)ctx;
	if (part == PN_MKDAT_FTRACE_FORMATS)
		pn_datbuf_set(buf, start, UINT32_MAX, 4);
}

static void cpus_of_a_buffer(void *ctx, enum pn_mkdat_part part, struct pn_datbuf *buf,
			     size_t start)
{
	(void)ctx;
	(void)start;
	if (part == PN_MKDAT_OPTIONS && memmem(buf->bytes, buf->size, "\0mono\0\0\x10\0", 10))
		pn_datbuf_set(buf, buffer_count(buf), UINT32_C(1) << 31, 4);
}

/* The option CPUCOUNT, which in version 6 counts more than what stands in front of the options. */
static void machine_of_2_31_cpus(void *ctx, enum pn_mkdat_part part, struct pn_datbuf *buf,
				 size_t start)
{
	static const char option[6] = { 8, 0, 4, 0, 0, 0 };

	(void)ctx;
	if (part == PN_MKDAT_OPTIONS && memmem(buf->bytes + start, buf->size - start, option, 6))
		pn_datbuf_set(buf, place_of(buf, start, option, 6) + 6, UINT32_C(1) << 31, 4);
}

static void data_elsewhere(void *ctx, enum pn_mkdat_part part, struct pn_datbuf *buf, size_t start)
{
	(void)ctx;
	(void)start;
	if (part == PN_MKDAT_OPTIONS && memmem(buf->bytes, buf->size, "\0mono\0\0\x10\0", 10)) {
		pn_datbuf_set(buf, buffer_count(buf) + 8, UINT64_MAX - 100, 8);
		pn_datbuf_set(buf, buffer_count(buf) + 16, 4096, 8);
	}
}

/* Both CPUs have the pages of the first. */
static void data_twice(void *ctx, enum pn_mkdat_part part, struct pn_datbuf *buf, size_t start)
{
	size_t at;

	(void)ctx;
	(void)start;
	if (part != PN_MKDAT_OPTIONS || !memmem(buf->bytes, buf->size, "\0mono\0\0\x10\0", 10))
		return;
	at = buffer_count(buf) + 4;
	memcpy(buf->bytes + at + 24, buf->bytes + at + 4, 16);
}

static void pages_of_3_gib(void *ctx, enum pn_mkdat_part part, struct pn_datbuf *buf, size_t start)
{
	(void)ctx;
	(void)start;
	if (part == PN_MKDAT_OPTIONS && memmem(buf->bytes, buf->size, "\0mono\0\0\x10\0", 10))
		pn_datbuf_set(buf, buffer_count(buf) - 4, UINT32_C(3) << 30, 4);
}

/* The last options section's end names that section again. */
static void options_in_a_loop(void *ctx, enum pn_mkdat_part part, struct pn_datbuf *buf,
			      size_t start)
{
	size_t first;

	(void)ctx;
	(void)start;
	if (part != PN_MKDAT_FILE)
		return;
	first = first_options(buf);
	for (size_t at = first, next = 0; at + 8 <= buf->size; at++) {
		/* An option "done" of 8 bytes whose offset is 0: the last one. */
		if (memcmp(buf->bytes + at, "\0\0\x08\0\0\0\0\0\0\0\0\0\0\0", 14) != 0)
			continue;
		memcpy(&next, buf->bytes + first, 8);
		pn_datbuf_set(buf, at + 6, next, 8);
	}
}

static void option_of_a_fork(void *ctx, enum pn_mkdat_part part, struct pn_datbuf *buf,
			     size_t start)
{
	static const char text[] = "1234 1200\n1235 1200\n";

	(void)ctx;
	(void)start;
	if (part == PN_MKDAT_OPTIONS)
		put_option(buf, 8, sizeof(text), text, sizeof(text));
}

/* The format of power:cpu_idle; another system has an event of that name. */
static size_t idle_format(const struct pn_datbuf *buf, size_t start)
{
	return place_of(buf, place_of(buf, start, "power", 6), "name: cpu_idle\n", 15);
}

/* --- formats and records ------------------------------------------------------------------------ */

static void state_past_the_record(void *ctx, enum pn_mkdat_part part, struct pn_datbuf *buf,
				  size_t start)
{
	(void)ctx;
	if (part != PN_MKDAT_EVENT_FORMATS)
		return;
	start = idle_format(buf, start);
	start = place_of(buf, start, " state;", 7);
	replace(buf, start, "offset:8;", "offset:9;");
	start = place_of(buf, start, "size:4;", 7);
	memcpy(buf->bytes + start, "size:8;", 7);
}

static void format_without_fields(void *ctx, enum pn_mkdat_part part, struct pn_datbuf *buf,
				  size_t start)
{
	(void)ctx;
	if (part != PN_MKDAT_EVENT_FORMATS)
		return;
	start = idle_format(buf, start);
	replace(buf, start, " state;", " stale;");
	replace(buf, start, " cpu_id;", " cpu_ID;");
}

static void no_format_at_all(void *ctx, enum pn_mkdat_part part, struct pn_datbuf *buf,
			     size_t start)
{
	(void)ctx;
	/* The other events' numbers are those of nobody then. */
	if (part == PN_MKDAT_EVENT_FORMATS)
		replace(buf, start, "ID: ", "XX: ");
}

static void other_cpus_and_states(struct pn_mkdat *dat)
{
	struct pn_mkdat_values odd = { .number = { INT64_C(1) << 31, 0 } };

	two_stays(dat);
	pn_mkdat_idle(dat, 0, 2000000, UINT32_MAX - 1, 1);
	pn_mkdat_idle(dat, 0, 2000001, UINT32_C(1) << 31, 1);
	pn_mkdat_record(dat, 0, 2000002, PN_MKDAT_IDLE, 0, &odd);
	pn_mkdat_idle(dat, 0, 2000003, 0, 255);
	pn_mkdat_idle(dat, 0, 2000004, 0, 100000);
}

static void check_odd(const struct pn_summary *summary)
{
	assert_int_equal(summary->trace.odd_cpus, 2);
	assert_int_equal(summary->sections[0].nr_cpus, 2);
	assert_true(summary->sections[0].cpus[0].nr_states <= PN_STATE_LIMIT);
}

static void time_goes_back(struct pn_mkdat *dat)
{
	two_stays(dat);
	pn_mkdat_idle(dat, 0, 2000000, 0, 1);
	pn_mkdat_idle(dat, 0, 1900000, 0, -1);
	pn_mkdat_idle(dat, 0, 1950000, 0, 1);
	pn_mkdat_idle(dat, 0, 0, 0, -1);
}

static void check_negative(const struct pn_summary *summary)
{
	uint64_t negative = 0;

	for (uint32_t s = 0; s < summary->sections[0].cpus[0].nr_states; s++)
		negative += summary->sections[0].cpus[0].states[s].negative;
	assert_int_equal(negative, 2);
	assert_true(pn_summary_untrusted(summary));
}

/* The earliest event stands between two others of its page. */
static void time_goes_back_and_on(struct pn_mkdat *dat)
{
	two_stays(dat);
	pn_mkdat_idle(dat, 0, 900000, 0, -1);
	pn_datpages_extend(pn_mkdat_pages(dat, 0), 950000);
	pn_mkdat_idle(dat, 0, 3000000, 0, 1);
	pn_mkdat_idle(dat, 0, 2500000, 0, -1);
}

static void check_range(const struct pn_summary *summary)
{
	assert_int_equal(summary->trace.first_ns, 900000);
	assert_int_equal(summary->trace.last_ns, 3000000);
}

static void times_at_the_end(struct pn_mkdat *dat)
{
	two_stays(dat);
	pn_datpages_stamp(pn_mkdat_pages(dat, 0), (UINT64_C(1) << 59) - 1);
	pn_mkdat_idle(dat, 0, UINT64_MAX - 10, 0, 1);
	pn_mkdat_idle(dat, 0, UINT64_MAX - 1, 0, -1);
}

static void nothing_more(const struct pn_summary *summary)
{
	assert_true(summary->trace.events > 0);
}

/* What follows a page's last record is said to be a record that goes on past the page. */
static void record_past_its_page(void *ctx, enum pn_mkdat_part part, struct pn_datbuf *buf,
				 size_t start)
{
	(void)ctx;
	if (part != PN_MKDAT_PAGES)
		return;
	/* Type 0: the length is the next word. */
	pn_datbuf_set(buf, start + 16, 0, 4);
	pn_datbuf_set(buf, start + 20, UINT32_MAX, 4);
}

static void check_cut(const struct pn_summary *summary)
{
	assert_true(summary->trace.truncated);
	assert_true(pn_summary_untrusted(summary));
}

/* The head of a page says that more of it is used than there is. */
static void page_past_itself(void *ctx, enum pn_mkdat_part part, struct pn_datbuf *buf,
			     size_t start)
{
	(void)ctx;
	if (part == PN_MKDAT_PAGES)
		pn_datbuf_set(buf, start + 8, 0x000fffff, 8);
}

/* --- the table ---------------------------------------------------------------------------------- */

static int run(const char *path, struct pn_summary **summary, struct pn_problem *problem,
	       bool merged)
{
	struct pn_request request = { .path = path, .jobs = 1, .quiet = true, .latency = merged };

	*problem = (struct pn_problem){ "" };
	return pn_pipeline_run(&request, summary, problem);
}

static void check_case(const struct hostile *hostile, const char *path, bool merged)
{
	struct pn_problem problem;
	struct pn_summary *summary;
	int err = run(path, &summary, &problem, merged);

	if (err != hostile->err || (hostile->says && !strstr(problem.text, hostile->says)))
		fail_msg("%s: %d (%d is due), \"%s\"", hostile->name, err, hostile->err,
			 problem.text);
	if (err) {
		assert_non_null(strstr(problem.text, path));
		return;
	}
	assert_true(pn_not_conserved(summary) < 0);
	hostile->check(summary);
	pn_summary_free(summary);
}

static void run_case(const struct hostile *hostile, const struct pn_tmpdir *dir)
{
	struct pn_mkdat_options options = hostile->options;
	struct pn_mkdat *dat;
	char *path = pn_tmpdir_file(dir, "hostile.dat");

	options.touch = hostile->touch;
	dat = pn_mkdat_new(&options);
	hostile->fill(dat);
	assert_int_equal(pn_mkdat_write(dat, path), 0);
	check_case(hostile, path, false);
	check_case(hostile, path, true);
	pn_mkdat_free(dat);
	free(path);
}

static void every_case(void **state)
{
	const struct hostile cases[] = {
		{ "option of 4 GiB", form(7, "none"), two_stays, option_of_4_gib, -EBADMSG,
		  "at offset", NULL },
		{ "format of 2^63 bytes", form(7, "none"), two_stays, format_of_2_63_bytes,
		  -EBADMSG, "event format", NULL },
		{ "format of 2^63 bytes, v6", form(6, "none"), two_stays, format_of_2_63_bytes,
		  -EBADMSG, "at offset", NULL },
		{ "format of 2^63 bytes, packed", form(7, "zstd"), two_stays, format_of_2_63_bytes,
		  -EBADMSG, "event format", NULL },
		{ "2^32 systems", form(7, "none"), two_stays, systems_without_end, -EBADMSG,
		  "event formats", NULL },
		{ "2^32 formats", form(7, "zlib"), two_stays, formats_without_end, -EBADMSG,
		  "event format", NULL },
		{ "2^31 CPUs of a buffer", form(7, "none"), two_stays, cpus_of_a_buffer, -EBADMSG,
		  "BUFFER option", NULL },
		{ "2^31 CPUs, v6", form(6, "none"), two_stays, machine_of_2_31_cpus, -EBADMSG,
		  "table of CPUs", NULL },
		{ "2^31 CPUs of the machine", form(7, "none"), two_stays, machine_of_2_31_cpus, 0,
		  NULL, nothing_more },
		{ "data past the file", form(7, "none"), two_stays, data_elsewhere, 0, NULL,
		  check_cut },
		{ "data of two CPUs overlap", form(7, "none"), two_stays, data_twice, 0, NULL,
		  nothing_more },
		{ "pages of 3 GiB", form(7, "none"), two_stays, pages_of_3_gib, -EBADMSG,
		  "pages of", NULL },
		{ "options in a loop", form(7, "none"), two_stays, options_in_a_loop, -EBADMSG,
		  "options", NULL },
		{ "option 8 of a fork", form(7, "none"), two_stays, option_of_a_fork, 0, NULL,
		  nothing_more },
		{ "state outside its record", form(7, "none"), two_stays, state_past_the_record,
		  -ENODATA, "idle event", NULL },
		{ "format without fields", form(7, "none"), two_stays, format_without_fields,
		  -EBADMSG, "event format that is needed", NULL },
		{ "ids without format", form(7, "none"), two_stays, no_format_at_all, 0, NULL,
		  nothing_more },
		{ "CPU of 4 billion, state of 2^31", form(7, "none"), other_cpus_and_states, NULL,
		  0, NULL, check_odd },
		{ "time goes back", form(7, "none"), time_goes_back, NULL, 0, NULL,
		  check_negative },
		{ "time goes back and on", form(7, "none"), time_goes_back_and_on, NULL, 0, NULL,
		  check_range },
		{ "times up to 2^64", form(7, "zstd"), times_at_the_end, NULL, 0, NULL,
		  nothing_more },
		{ "record past its page", form(6, "none"), two_stays, record_past_its_page,
		  -ENODATA, "idle event", NULL },
		{ "page past itself", form(7, "zstd"), two_stays, page_past_itself, 0, NULL,
		  check_cut },
	};
	struct pn_tmpdir dir;

	(void)state;
	pn_tmpdir_make(&dir);
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		run_case(&cases[i], &dir);
	pn_tmpdir_remove(&dir);
}

/* --- bombs --------------------------------------------------------------------------------------- */

#define BOMB_SIZE (60u << 20)
#define BOMB_CPUS 24

/* One chunk of zeros, 60 MiB, which packs to a few kilobytes. */
static void chunk_of_zeros(struct pn_datbuf *buf)
{
	pn_datbuf_pad(buf, BOMB_SIZE);
}

/* A buffer of many CPUs, all of whose data is that one chunk, in front of the one there is. */
static void share_data(struct pn_datbuf *buf)
{
	struct pn_datbuf data = { .big_endian = buf->big_endian };
	size_t count = buffer_count(buf);

	/* Offset, no name, the clock's name, pages. */
	pn_datbuf_bytes(&data, buf->bytes + count - 18, 18);
	pn_datbuf_number(&data, BOMB_CPUS, 4);
	for (uint32_t cpu = 0; cpu < BOMB_CPUS; cpu++) {
		pn_datbuf_number(&data, cpu, 4);
		pn_datbuf_bytes(&data, buf->bytes + count + 8, 16);
	}
	put_option(buf, 3, (uint32_t)data.size, data.bytes, data.size);
	pn_datbuf_free(&data);
}

static void chunk_bomb(void *ctx, enum pn_mkdat_part part, struct pn_datbuf *buf, size_t start)
{
	(void)ctx;
	(void)start;
	if (part == PN_MKDAT_PAGES)
		chunk_of_zeros(buf);
	if (part == PN_MKDAT_OPTIONS && memmem(buf->bytes, buf->size, "\0mono\0\0\x10\0", 10))
		share_data(buf);
}

/* An options section of 60 MiB, of which all but the option that names the next one is nothing. */
static void put_bomb(struct pn_datbuf *file, uint64_t next)
{
	struct pn_datbuf section = { 0 };
	size_t room = ZSTD_compressBound(BOMB_SIZE), packed;
	void *to = malloc(room);

	assert_non_null(to);
	pn_datbuf_number(&section, 0, 2);
	pn_datbuf_number(&section, 8, 4);
	pn_datbuf_number(&section, next, 8);
	pn_datbuf_pad(&section, BOMB_SIZE);
	packed = ZSTD_compress(to, room, section.bytes, section.size, 1);
	assert_false(ZSTD_isError(packed));
	pn_datbuf_number(file, 0, 2);
	pn_datbuf_number(file, 1, 2);
	pn_datbuf_number(file, 0, 4);
	pn_datbuf_number(file, packed + 8, 8);
	pn_datbuf_number(file, packed, 4);
	pn_datbuf_number(file, section.size, 4);
	pn_datbuf_bytes(file, to, packed);
	pn_datbuf_free(&section);
	free(to);
}

static void section_bombs(void *ctx, enum pn_mkdat_part part, struct pn_datbuf *buf, size_t start)
{
	uint64_t next = 0;

	(void)ctx;
	(void)start;
	if (part != PN_MKDAT_FILE)
		return;
	for (int i = 0; i < 3; i++) {
		uint64_t at = buf->size;

		put_bomb(buf, next);
		next = at;
	}
	pn_datbuf_set(buf, first_options(buf), next, 8);
}

/* In a process of its own, whose memory is counted. */
static void run_bomb(const struct hostile *hostile, const char *path, bool merged)
{
	struct rusage usage;
	int status;
	pid_t child = fork();

	assert_true(child >= 0);
	if (!child) {
		struct pn_problem problem;
		struct pn_summary *summary;
		int err = run(path, &summary, &problem, merged);

		pn_summary_free(summary);
		if (err != hostile->err || !strstr(problem.text, hostile->says))
			fprintf(stderr, "%s: %d, %s\n", hostile->name, err, problem.text);
		_exit(err != hostile->err || !strstr(problem.text, hostile->says));
	}
	assert_int_equal(wait4(child, &status, 0, &usage), child);
	assert_int_equal(status, 0);
	if (usage.ru_maxrss > MEMORY_MAX_KB)
		fail_msg("%s: took %ld KiB", hostile->name, usage.ru_maxrss);
}

static void make_bomb(const struct hostile *hostile, const char *path)
{
	struct pn_mkdat_options options = hostile->options;
	struct pn_mkdat *dat;

	options.touch = hostile->touch;
	options.chunk_pages = BOMB_SIZE / options.page_size;
	dat = pn_mkdat_new(&options);
	pn_mkdat_idle(dat, 0, 1000000, 0, 1);
	pn_mkdat_idle(dat, 0, 1400000, 0, -1);
	assert_int_equal(pn_mkdat_write(dat, path), 0);
	pn_mkdat_free(dat);
}

static void bombs(void **state)
{
	const struct hostile chunks = { .name = "chunks",
					.options = form(7, "zstd"),
					.touch = chunk_bomb,
					.err = -EFBIG,
					.says = "unpack to more" };
	const struct hostile sections = { .name = "sections",
					  .options = form(7, "zstd"),
					  .touch = section_bombs,
					  .err = -EBADMSG,
					  .says = "sections of over 64 MiB" };
	struct pn_tmpdir dir;
	char *path;

	(void)state;
	pn_tmpdir_make(&dir);
	path = pn_tmpdir_file(&dir, "bomb.dat");
	make_bomb(&chunks, path);
	run_bomb(&chunks, path, true);
	run_bomb(&chunks, path, false);
	make_bomb(&sections, path);
	run_bomb(&sections, path, false);
	free(path);
	pn_tmpdir_remove(&dir);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_case),
		cmocka_unit_test(bombs),
	};

	pn_diag_init("test", PN_QUIET);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
