// SPDX-License-Identifier: GPL-2.0-only
/* Numbers with units: exact values, limits, and everything that has to be refused. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <errno.h>

#include "util/duration.h"

#define UNTOUCHED UINT64_C(0x5eed)
#define COUNT(a)  (sizeof(a) / sizeof((a)[0]))

static void whole_numbers(void **state)
{
	uint64_t out;

	(void)state;
	assert_int_equal(pn_parse_u64("0", 0, 10, &out), 0);
	assert_int_equal(out, 0);
	assert_int_equal(pn_parse_u64("100003", 1, UINT64_MAX, &out), 0);
	assert_int_equal(out, 100003);
	assert_int_equal(pn_parse_u64("0010", 10, 10, &out), 0);
	assert_int_equal(out, 10);
	assert_int_equal(pn_parse_u64("18446744073709551615", 0, UINT64_MAX, &out), 0);
	assert_true(out == UINT64_MAX);
}

static void numbers_out_of_range(void **state)
{
	uint64_t out = UNTOUCHED;

	(void)state;
	assert_int_equal(pn_parse_u64("0", 1, 10, &out), -ERANGE);
	assert_int_equal(pn_parse_u64("11", 1, 10, &out), -ERANGE);
	assert_int_equal(pn_parse_u64("4294967296", 0, UINT32_MAX, &out), -ERANGE);
	assert_int_equal(pn_parse_u64("18446744073709551616", 0, UINT64_MAX, &out), -ERANGE);
	assert_int_equal(pn_parse_u64("99999999999999999999999", 0, UINT64_MAX, &out), -ERANGE);
	assert_int_equal(out, UNTOUCHED);
}

static void what_is_no_number(void **state)
{
	static const char *const bad[] = {
		"",    " ",   " 1",   "1 ",  "+1",  "-1",    "-0",
		"1.0", "1e3", "0x10", "1\n", "one", "1,000", "99999999999999999999999x",
	};
	uint64_t out = UNTOUCHED;

	(void)state;
	for (size_t i = 0; i < COUNT(bad); i++)
		assert_int_equal(pn_parse_u64(bad[i], 0, UINT64_MAX, &out), -EINVAL);
	assert_int_equal(out, UNTOUCHED);
}

static void durations_are_exact(void **state)
{
	static const struct {
		const char *text;
		uint64_t ns;
	} good[] = {
		{ "0", 0 },
		{ "0s", 0 },
		{ "1ns", 1 },
		{ "5us", 5000 },
		{ "0.05us", 50 },
		{ "0.001us", 1 },
		{ "1.5ms", 1500000 },
		{ "0.999s", 999000000 },
		{ "0.000000001s", 1 },
		{ "2m", UINT64_C(120000000000) },
		{ "2min", UINT64_C(120000000000) },
		{ "20h", UINT64_C(72000000000000) },
		{ "0.1h", UINT64_C(360000000000) },
		{ "0.0000000000025h", 9 },
		{ "1.0ns", 1 },
		{ "3.000000000000000000000000000000ns", 3 },
		/* Neither of these survives a detour through double. */
		{ "4503599.627370497s", UINT64_C(4503599627370497) },
		{ "9007199.254740993s", UINT64_C(9007199254740993) },
		{ "9223372036854775807ns", INT64_MAX },
		{ "9223372036.854775807s", INT64_MAX },
		{ "2562047.0h", UINT64_C(9223369200000000000) },
	};
	uint64_t ns;

	(void)state;
	for (size_t i = 0; i < COUNT(good); i++) {
		assert_int_equal(pn_parse_duration(good[i].text, &ns), 0);
		assert_true(ns == good[i].ns);
	}
}

static void durations_out_of_range(void **state)
{
	static const char *const bad[] = {
		"9223372036854775808ns",
		"9223372036.854775808s",
		"2562048h",
		"18446744073709551616ns",
		"99999999999999999999999h",
		/* 2^64 ns and a little: wraps to something small if it is not watched */
		"5124095.6h",
	};
	uint64_t ns = UNTOUCHED;

	(void)state;
	for (size_t i = 0; i < COUNT(bad); i++)
		assert_int_equal(pn_parse_duration(bad[i], &ns), -ERANGE);
	assert_int_equal(ns, UNTOUCHED);
}

static void what_is_no_duration(void **state)
{
	static const char *const bad[] = {
		"",
		"1",
		"00",
		"0.0",
		"5",
		"s",
		".5s",
		"5.s",
		"5.",
		"1 s",
		" 1s",
		"1s ",
		"1s\n",
		"-1s",
		"+1s",
		"1e3s",
		"1sec",
		"1S",
		"1US",
		"1Ms",
		"1d",
		"1s1s",
		"1s500ms",
		"nan",
		"infs",
		"1..5s",
		"1.5.5s",
		"1,5s",
		"0x1s",
		"1%",
		"1Hz",
		/* finer than a nanosecond */
		"0.5ns",
		"0.0001us",
		"0.0000000001s",
		"1.00000000000000000000000000001h",
		"0.33333333333333333333h",
	};
	uint64_t ns = UNTOUCHED;

	(void)state;
	for (size_t i = 0; i < COUNT(bad); i++)
		assert_int_equal(pn_parse_duration(bad[i], &ns), -EINVAL);
	assert_int_equal(ns, UNTOUCHED);
}

static void percentages(void **state)
{
	double pct = -1;

	(void)state;
	assert_int_equal(pn_parse_pct("3%", &pct), 0);
	assert_true(pct == 3.0);
	assert_int_equal(pn_parse_pct("0.5%", &pct), 0);
	assert_true(pct == 0.5);
	assert_int_equal(pn_parse_pct("0%", &pct), 0);
	assert_true(pct == 0.0);
	assert_int_equal(pn_parse_pct("100%", &pct), 0);
	assert_true(pct == 100.0);
	assert_int_equal(pn_parse_pct("33.3%", &pct), 0);
	assert_true(pct == 33.3);
}

static void bad_percentages(void **state)
{
	static const char *const bad[] = { "", "3", "0", "%", "3 %", "-3%", "3%%", "3pct", ".5%" };
	double pct = -1;

	(void)state;
	for (size_t i = 0; i < COUNT(bad); i++)
		assert_int_equal(pn_parse_pct(bad[i], &pct), -EINVAL);
	assert_int_equal(pn_parse_pct("100.000000001%", &pct), -ERANGE);
	assert_int_equal(pn_parse_pct("101%", &pct), -ERANGE);
	assert_int_equal(pn_parse_pct("99999999999999999999%", &pct), -ERANGE);
	assert_true(pct == -1);
}

static void frequencies(void **state)
{
	double hz = -1;

	(void)state;
	assert_int_equal(pn_parse_freq("347Hz", &hz), 0);
	assert_true(hz == 347.0);
	assert_int_equal(pn_parse_freq("1.5kHz", &hz), 0);
	assert_true(hz == 1500.0);
	assert_int_equal(pn_parse_freq("2MHz", &hz), 0);
	assert_true(hz == 2000000.0);
	assert_int_equal(pn_parse_freq("0.1Hz", &hz), 0);
	assert_true(hz == 0.1);
	assert_int_equal(pn_parse_freq("1000MHz", &hz), 0);
	assert_true(hz == 1e9);
}

static void bad_frequencies(void **state)
{
	static const char *const bad[] = { "",	   "347",  "0",	   "Hz",    "1hz", "1 Hz",
					   "1GHz", "-1Hz", "1KHz", "1kHzz", "1s" };
	double hz = -1;

	(void)state;
	for (size_t i = 0; i < COUNT(bad); i++)
		assert_int_equal(pn_parse_freq(bad[i], &hz), -EINVAL);
	assert_int_equal(pn_parse_freq("0Hz", &hz), -ERANGE);
	assert_int_equal(pn_parse_freq("1000.000001MHz", &hz), -ERANGE);
	assert_int_equal(pn_parse_freq("99999999999999999999MHz", &hz), -ERANGE);
	assert_true(hz == -1);
}

static void durations_for_people(void **state)
{
	static const struct {
		uint64_t ns;
		const char *text;
	} cases[] = {
		{ 0, "0 ns" },
		{ 999, "999 ns" },
		{ 1000, "1.00 us" },
		{ 2534, "2.53 us" },
		{ 1500000, "1.50 ms" },
		{ 15000000, "15.0 ms" },
		{ 150000000, "150 ms" },
		{ 999999, "1000 us" },
		{ 999000000, "999 ms" },
		{ UINT64_C(59900000000), "59.9 s" },
		{ UINT64_C(90000000000), "1.50 min" },
		{ UINT64_C(72000000000000), "20.0 h" },
		{ UINT64_MAX, "5124096 h" },
	};
	char buf[16];

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++)
		assert_string_equal(pn_format_ns(cases[i].ns, buf, sizeof(buf)), cases[i].text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(whole_numbers),
		cmocka_unit_test(numbers_out_of_range),
		cmocka_unit_test(what_is_no_number),
		cmocka_unit_test(durations_are_exact),
		cmocka_unit_test(durations_out_of_range),
		cmocka_unit_test(what_is_no_duration),
		cmocka_unit_test(percentages),
		cmocka_unit_test(bad_percentages),
		cmocka_unit_test(frequencies),
		cmocka_unit_test(bad_frequencies),
		cmocka_unit_test(durations_for_people),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
