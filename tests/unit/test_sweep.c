// SPDX-License-Identifier: GPL-2.0-only
/* Sweeps: which values they have, and which texts are none. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <errno.h>

#include "sweep.h"
#include "util/duration.h"

static struct pn_sweep parsed(const char *text)
{
	struct pn_sweep sweep;

	assert_int_equal(pn_sweep_parse(text, pn_parse_duration, &sweep), 0);
	return sweep;
}

static void the_classic_sweeps(void **state)
{
	struct pn_sweep sweep = parsed("0.05us:5us:0.05us");

	(void)state;
	assert_int_equal(pn_sweep_count(&sweep), 100);
	assert_int_equal(pn_sweep_value(&sweep, 0), 50);
	assert_int_equal(pn_sweep_value(&sweep, 99), 5000);
	sweep = parsed("5us:500us:1us");
	assert_int_equal(pn_sweep_count(&sweep), 496);
	assert_int_equal(pn_sweep_value(&sweep, 495), 500000);
}

static void the_end_need_not_be_met(void **state)
{
	struct pn_sweep sweep = parsed("0:10us:3us");

	(void)state;
	assert_int_equal(pn_sweep_count(&sweep), 4);
	assert_int_equal(pn_sweep_value(&sweep, 3), 9000);
}

static void one_value_is_a_sweep(void **state)
{
	struct pn_sweep sweep = parsed("7us:7us:1us");

	(void)state;
	assert_int_equal(pn_sweep_count(&sweep), 1);
	assert_int_equal(pn_sweep_value(&sweep, 0), 7000);
	sweep = parsed("1us:2us:9000h");
	assert_int_equal(pn_sweep_count(&sweep), 1);
}

static void what_is_no_sweep(void **state)
{
	static const char *const bad[] = {
		"",
		"1us",
		"1us:2us",
		"1us:2us:1us:1us",
		"1us:2us:",
		":2us:1us",
		"1us::1us",
		"1us:2us:0",
		"2us:1us:1us",
		"1us:2us:1",
		"1us,2us,1us",
		"1us:2us:1us ",
		"1us:2us:0.0001us",
		"a:b:c",
		"00000000000000000000000000000000000000000000000000000000000000001us:2us:1us",
	};
	struct pn_sweep sweep = { 1, 2, 3 };

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_int_equal(pn_sweep_parse(bad[i], pn_parse_duration, &sweep), -EINVAL);
	assert_int_equal(sweep.from, 1);
	assert_int_equal(sweep.step, 3);
}

static void too_many_steps_or_too_large(void **state)
{
	struct pn_sweep sweep = { 1, 2, 3 };

	(void)state;
	assert_int_equal(pn_sweep_parse("0:1ms:1ns", pn_parse_duration, &sweep), -ERANGE);
	assert_int_equal(pn_sweep_parse("0:9999999h:1s", pn_parse_duration, &sweep), -ERANGE);
	assert_int_equal(sweep.from, 1);
	assert_int_equal(pn_sweep_parse("1ns:1ms:1ns", pn_parse_duration, &sweep), 0);
	assert_int_equal(pn_sweep_count(&sweep), PN_SWEEP_STEPS_MAX);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_classic_sweeps),
		cmocka_unit_test(the_end_need_not_be_met),
		cmocka_unit_test(one_value_is_a_sweep),
		cmocka_unit_test(what_is_no_sweep),
		cmocka_unit_test(too_many_steps_or_too_large),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
