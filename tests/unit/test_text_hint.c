// SPDX-License-Identifier: GPL-2.0-only
/* A hint makes a line no different: recorded lines, and what small damage makes of them. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "io/mapped.h"
#include "io/text_hint.h"
#include "io/text_scan.h"

#define ROUNDS 100

static uint32_t next_random(uint32_t *seed)
{
	*seed = *seed * 1664525u + 1013904223u;
	return *seed >> 8;
}

/* Bytes that mean something to the parser, put where they do not belong. */
static void damage(char *text, size_t size, uint32_t *seed)
{
	static const char bytes[] = "0123456789    ::..[[]]((--))##\n\n\t\r\0us+cpu_idle";

	for (size_t i = 0; i < size / 60; i++)
		text[next_random(seed) % size] = bytes[next_random(seed) % sizeof(bytes)];
}

static void assert_same(const struct pn_text_line *a, const struct pn_text_line *b)
{
	assert_int_equal(a->ts_ns, b->ts_ns);
	assert_int_equal(a->cpu, b->cpu);
	assert_int_equal(a->kind, b->kind);
	assert_int_equal(a->cause, b->cause);
	assert_int_equal(a->name_len, b->name_len);
	assert_ptr_equal(a->name, b->name);
	assert_ptr_equal(a->body, b->body);
}

/* Reads all lines with one hint, and each anew; how many events there were. */
static size_t compare(const char *text, const char *limit)
{
	struct pn_text_hint hint = { 0 };
	size_t events = 0;

	for (const char *p = text; p < limit;
	     p = (const char *)memchr(p, '\n', (size_t)(limit - p)) + 1) {
		struct pn_text_line by_hint, anew;
		enum pn_text_shape shape = pn_text_line_anew(p, limit, &anew);

		assert_int_equal(pn_text_line_read(p, limit, &hint, &by_hint), shape);
		if (shape == PN_TEXT_OTHER)
			continue;
		assert_same(&by_hint, &anew);
		events++;
	}
	return events;
}

static void a_hint_makes_no_difference(void **state)
{
	const char *path = *state;
	struct pn_problem problem;
	struct pn_mapped file;
	uint32_t seed = 1;
	char *text;

	assert_int_equal(pn_mapped_open(path, &file, &problem), 0);
	text = calloc(1, file.size + 1 + PN_SCAN_PAD);
	assert_non_null(text);
	for (int round = 0; round < ROUNDS; round++) {
		memcpy(text, file.bytes, file.size);
		text[file.size] = '\n';
		if (round)
			damage(text, file.size, &seed);
		assert_true(compare(text, text + file.size + 1) > 0);
	}
	free(text);
	pn_mapped_close(&file);
}

#define FILE_TEST(name)                                                \
	{                                                              \
		name, a_hint_makes_no_difference, NULL, NULL, (char[]) \
		{                                                      \
			PN_TEST_DATA "/public/" name ".txt"            \
		}                                                      \
	}

int main(void)
{
	const struct CMUnitTest tests[] = {
		FILE_TEST("atrace-tgid"),
		FILE_TEST("report-2cpu"),
		FILE_TEST("no-trailing-newline"),
		FILE_TEST("idlestat-synth-test03"),
		FILE_TEST("unsorted"),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
