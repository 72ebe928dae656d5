// SPDX-License-Identifier: GPL-2.0-only
/* CPU lists: what is read, what is refused, and the way back to text. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <errno.h>
#include <string.h>

#include "util/cpulist.h"

static void assert_list(const char *text, size_t count, const char *canonical)
{
	struct pn_cpuset set;
	char buf[256];

	assert_int_equal(pn_cpulist_parse(text, &set), 0);
	assert_int_equal(pn_cpuset_count(&set), count);
	assert_int_equal(pn_cpuset_format(&set, buf, sizeof(buf)), strlen(canonical));
	assert_string_equal(buf, canonical);
	pn_cpuset_free(&set);
}

static void reads_what_the_kernel_writes(void **state)
{
	(void)state;
	assert_list("0-3,8", 5, "0-3,8");
	assert_list("5", 1, "5");
	assert_list("0", 1, "0");
	assert_list("0-1\n", 2, "0-1");
	assert_list("63-64", 2, "63-64");
	assert_list("65535", 1, "65535");
	assert_list("0-65535", PN_CPULIST_MAX, "0-65535");
	assert_list("7-7", 1, "7");
}

static void nothing_is_the_empty_set(void **state)
{
	(void)state;
	assert_list("", 0, "");
	assert_list("\n", 0, "");
}

static void order_and_repeats_do_not_matter(void **state)
{
	(void)state;
	assert_list("8,3,0-2", 5, "0-3,8");
	assert_list("1,1,1-1,0-2", 3, "0-2");
	assert_list("0,2,4", 3, "0,2,4");
	assert_list("007", 1, "7");
}

static void refuses_what_is_no_list(void **state)
{
	static const char *const bad[] = {
		",",	 "1,",	"1,\n", ",1",  "1,,2", "-1",	"1-",  "1--2",
		"1-2-3", "3-1", " 1",	"1 ",  "1, 2", "1\n\n", "a",   "1a",
		"0x1",	 "1;2", "+1",	"\n1", "1\n2", "1.5",	"all", "1-2:1/2",
	};
	struct pn_cpuset set;

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		assert_int_equal(pn_cpulist_parse(bad[i], &set), -EINVAL);
		assert_null(set.bits);
		assert_int_equal(pn_cpuset_count(&set), 0);
	}
}

static void refuses_numbers_out_of_range(void **state)
{
	static const char *const bad[] = {
		"65536",
		"4294967295",
		"4294967296",
		"0-4294967296",
		"18446744073709551616",
		"0,65536",
		"65535-65536",
		"99999999999999999999999999",
	};
	struct pn_cpuset set;

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		assert_int_equal(pn_cpulist_parse(bad[i], &set), -ERANGE);
		assert_null(set.bits);
	}
}

static void members_are_found(void **state)
{
	struct pn_cpuset set;

	(void)state;
	assert_int_equal(pn_cpulist_parse("1,64,130", &set), 0);
	assert_false(pn_cpuset_has(&set, 0));
	assert_true(pn_cpuset_has(&set, 1));
	assert_true(pn_cpuset_has(&set, 64));
	assert_false(pn_cpuset_has(&set, 65));
	assert_true(pn_cpuset_has(&set, 130));
	assert_false(pn_cpuset_has(&set, 131));
	assert_false(pn_cpuset_has(&set, UINT32_MAX));
	assert_int_equal(pn_cpuset_next(&set, 0), 1);
	assert_int_equal(pn_cpuset_next(&set, 1), 1);
	assert_int_equal(pn_cpuset_next(&set, 2), 64);
	assert_int_equal(pn_cpuset_next(&set, 65), 130);
	assert_int_equal(pn_cpuset_next(&set, 131), -1);
	assert_int_equal(pn_cpuset_next(&set, UINT32_MAX), -1);
	pn_cpuset_free(&set);
}

static void loops_in_rising_order(void **state)
{
	static const int64_t expected[] = { 0, 1, 63, 64, 127, 128 };
	struct pn_cpuset set;
	size_t seen = 0;

	(void)state;
	assert_int_equal(pn_cpulist_parse("128,0-1,63-64,127", &set), 0);
	pn_cpuset_for_each (cpu, &set) {
		assert_true(seen < 6);
		assert_int_equal(cpu, expected[seen++]);
	}
	assert_int_equal(seen, 6);
	pn_cpuset_free(&set);
}

static void a_set_grows_by_adding(void **state)
{
	struct pn_cpuset set = { 0 };

	(void)state;
	assert_int_equal(pn_cpuset_next(&set, 0), -1);
	assert_int_equal(pn_cpuset_add(&set, 3), 0);
	assert_int_equal(pn_cpuset_add(&set, 1000), 0);
	assert_int_equal(pn_cpuset_add(&set, 3), 0);
	assert_int_equal(pn_cpuset_count(&set), 2);
	assert_int_equal(pn_cpuset_add(&set, PN_CPULIST_MAX), -ERANGE);
	assert_int_equal(pn_cpuset_add(&set, UINT32_MAX), -ERANGE);
	assert_int_equal(pn_cpuset_count(&set), 2);
	pn_cpuset_free(&set);
	assert_null(set.bits);
	assert_int_equal(set.nr_words, 0);
}

static void a_short_buffer_cuts_the_text_and_tells_its_length(void **state)
{
	struct pn_cpuset set;
	char buf[8] = "xxxxxxx";

	(void)state;
	assert_int_equal(pn_cpulist_parse("0-3,8,10-12", &set), 0);
	assert_int_equal(pn_cpuset_format(&set, NULL, 0), 11);
	assert_int_equal(pn_cpuset_format(&set, buf, 1), 11);
	assert_string_equal(buf, "");
	assert_int_equal(pn_cpuset_format(&set, buf, 5), 11);
	assert_string_equal(buf, "0-3,");
	assert_int_equal(buf[5], 'x');
	pn_cpuset_free(&set);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads_what_the_kernel_writes),
		cmocka_unit_test(nothing_is_the_empty_set),
		cmocka_unit_test(order_and_repeats_do_not_matter),
		cmocka_unit_test(refuses_what_is_no_list),
		cmocka_unit_test(refuses_numbers_out_of_range),
		cmocka_unit_test(members_are_found),
		cmocka_unit_test(loops_in_rising_order),
		cmocka_unit_test(a_set_grows_by_adding),
		cmocka_unit_test(a_short_buffer_cuts_the_text_and_tells_its_length),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
