// SPDX-License-Identifier: GPL-2.0-only
/* Time: sleeps are never too short, and timer slack goes back to what it was. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <errno.h>
#include <sys/prctl.h>

#include "pace.h"

static void a_time_gone_by_is_not_slept_for(void **state)
{
	(void)state;
	assert_int_equal(pn_pace_sleep_until(0), 0);
	assert_int_equal(pn_pace_sleep_until(pn_pace_now_ns() - 1), 0);
}

static void sleeps_are_never_too_short(void **state)
{
	uint64_t target_ns = pn_pace_now_ns() + 3 * PN_NSEC_PER_MSEC;

	(void)state;
	assert_int_equal(pn_pace_sleep_until(target_ns), 0);
	assert_true(pn_pace_now_ns() >= target_ns);
	target_ns = pn_pace_now_ns() + 50;
	assert_int_equal(pn_pace_sleep(50), 0);
	assert_true(pn_pace_now_ns() >= target_ns);
}

static void times_become_timespecs(void **state)
{
	struct timespec ts = pn_pace_timespec(UINT64_C(9007199254740993));

	(void)state;
	assert_int_equal(ts.tv_sec, 9007199);
	assert_int_equal(ts.tv_nsec, 254740993);
	ts = pn_pace_timespec(999999999);
	assert_int_equal(ts.tv_sec, 0);
	assert_int_equal(ts.tv_nsec, 999999999);
}

static void slack_is_set_and_put_back(void **state)
{
	int before = prctl(PR_GET_TIMERSLACK, 0, 0, 0, 0);
	uint64_t old_ns;

	(void)state;
	assert_int_equal(pn_pace_set_slack(1, &old_ns), 0);
	assert_int_equal(old_ns, before);
	assert_int_equal(prctl(PR_GET_TIMERSLACK, 0, 0, 0, 0), 1);
	assert_int_equal(pn_pace_set_slack(old_ns, NULL), 0);
	assert_int_equal(prctl(PR_GET_TIMERSLACK, 0, 0, 0, 0), before);
}

static void the_thread_s_own_time_is_not_the_wall_s(void **state)
{
	uint64_t cpu_ns = pn_pace_thread_cpu_ns(), slept_ns = 20 * PN_NSEC_PER_MSEC;

	(void)state;
	assert_int_equal(pn_pace_sleep(slept_ns), 0);
	assert_true(pn_pace_thread_cpu_ns() - cpu_ns < slept_ns);
	assert_true(pn_pace_thread_cpu_ns() > cpu_ns);
	assert_true(pn_pace_clock_cost_ns() >= 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_time_gone_by_is_not_slept_for),
		cmocka_unit_test(sleeps_are_never_too_short),
		cmocka_unit_test(times_become_timespecs),
		cmocka_unit_test(slack_is_set_and_put_back),
		cmocka_unit_test(the_thread_s_own_time_is_not_the_wall_s),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
