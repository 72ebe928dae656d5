// SPDX-License-Identifier: GPL-2.0-only
/* Duty cycles: where periods begin, how many fit, and that all of them are gone through. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "load.h"
#include "pace.h"

static void periods_begin_on_the_grid(void **state)
{
	struct pn_load_plan plan = { .freq_hz = 347 };

	(void)state;
	assert_int_equal(pn_load_period_start_ns(&plan, 0), 0);
	assert_int_equal(pn_load_period_start_ns(&plan, 1), 2881844);
	/* No rounding adds up: the 347th begins after exactly a second. */
	assert_int_equal(pn_load_period_start_ns(&plan, 347), PN_NSEC_PER_SEC);
	assert_int_equal(pn_load_period_start_ns(&plan, 347 * 3600), 3600 * PN_NSEC_PER_SEC);
}

static void whole_periods_that_fit(void **state)
{
	struct pn_load_plan plan = { .freq_hz = 347 };

	(void)state;
	assert_int_equal(pn_load_periods(&plan, PN_NSEC_PER_SEC), 347);
	assert_int_equal(pn_load_periods(&plan, PN_NSEC_PER_SEC - 1), 346);
	assert_int_equal(pn_load_periods(&plan, 2881844), 1);
	assert_int_equal(pn_load_periods(&plan, 2881843), 0);
	assert_int_equal(pn_load_periods(&plan, 0), 0);
	plan.freq_hz = 0.1;
	assert_int_equal(pn_load_periods(&plan, 3600 * PN_NSEC_PER_SEC), 360);
	plan.freq_hz = 10000;
	assert_int_equal(pn_load_periods(&plan, 10 * PN_NSEC_PER_SEC), 100000);
}

static int collect(struct pn_runner *runner, const struct pn_phase *phase, void *data)
{
	struct pn_load_result *results = data;
	const struct pn_load_result *result = pn_runner_slot(runner, 0);

	results[phase->index].periods = result->periods;
	results[phase->index].turns = result->turns;
	results[phase->index].cpu_ns = result->cpu_ns;
	assert_true(result->end_ns >= phase->start_ns + phase->length_ns);
	return 0;
}

static void nothing_a_share_and_all(void **state)
{
	struct pn_load_plan plan = { .freq_hz = 1000 };
	struct pn_runner_config config = {
		.workload = "test",
		.nr_workers = 1,
		.end = PN_RUNNER_END_FILL,
		.slot_size = sizeof(struct pn_load_result),
		.context = &plan,
		.run = pn_load_run,
	};
	struct pn_phase phases[3] = { { .length_ns = 50 * PN_NSEC_PER_MSEC } };
	static struct pn_load_result results[3];
	struct pn_runner *runner;

	(void)state;
	phases[1] = phases[2] = phases[0];
	phases[1].param = PN_LOAD_FULL * 3 / 10;
	phases[2].param = PN_LOAD_FULL;
	assert_int_equal(pn_runner_start(&config, &runner), 0);
	assert_int_equal(pn_runner_run(runner, phases, 3, collect, results), 0);
	pn_runner_finish(runner);
	assert_int_equal(results[0].turns, 0);
	assert_int_equal(results[0].periods, 0);
	assert_int_equal(results[1].periods, 50);
	assert_true(results[1].turns > 0);
	/* Never more than the share, but for the end of the last burst and the waking. */
	assert_true(results[1].cpu_ns < 16 * PN_NSEC_PER_MSEC);
	assert_int_equal(results[2].periods, 0);
	assert_true(results[2].turns > 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(periods_begin_on_the_grid),
		cmocka_unit_test(whole_periods_that_fit),
		cmocka_unit_test(nothing_a_share_and_all),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
