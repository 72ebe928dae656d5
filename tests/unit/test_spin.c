// SPDX-License-Identifier: GPL-2.0-only
/* Busy work: how many turns a time stands for, and that turns are really done. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "pace.h"
#include "spin.h"

static void times_become_turns(void **state)
{
	(void)state;
	assert_int_equal(pn_spin_turns(0, 700000), 0);
	assert_int_equal(pn_spin_turns(5000, 700000), 3500);
	assert_int_equal(pn_spin_turns(1, 700000), 1);
	assert_int_equal(pn_spin_turns(1, 1), 1);
	assert_int_equal(pn_spin_turns(1500000, 1), 2);
	assert_int_equal(pn_spin_turns(UINT64_C(3600000000000), 700000), UINT64_C(2520000000000));
}

static void turns_past_64_bits_stay_at_the_end(void **state)
{
	(void)state;
	assert_true(pn_spin_turns(INT64_MAX, PN_SPIN_RATE_MAX) == UINT64_MAX);
	assert_true(pn_spin_turns(UINT64_MAX, UINT64_MAX) == UINT64_MAX);
}

/* Counted in the thread's own CPU time: another task cannot make it longer. */
static void more_turns_take_more_time(void **state)
{
	uint64_t start_ns = pn_pace_thread_cpu_ns(), few_ns, many_ns;

	(void)state;
	pn_spin(100000);
	few_ns = pn_pace_thread_cpu_ns() - start_ns;
	start_ns = pn_pace_thread_cpu_ns();
	pn_spin(10000000);
	many_ns = pn_pace_thread_cpu_ns() - start_ns;
	assert_true(few_ns > 0);
	assert_true(many_ns > 10 * few_ns);
}

static void the_rate_is_within_what_the_option_takes(void **state)
{
	(void)state;
	assert_in_range(pn_spin_calibrate(), PN_SPIN_RATE_MIN, PN_SPIN_RATE_MAX);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(times_become_turns),
		cmocka_unit_test(turns_past_64_bits_stay_at_the_end),
		cmocka_unit_test(more_turns_take_more_time),
		cmocka_unit_test(the_rate_is_within_what_the_option_takes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
