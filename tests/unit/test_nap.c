// SPDX-License-Identifier: GPL-2.0-only
/* Sleepers: the plan of their cycles in numbers, and exactly the sleeps asked for. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>

#include "nap.h"
#include "pace.h"

static const struct pn_nap_plan classic = {
	.nr_workers = 40,
	.sleeps = 10,
	.long_ns = 999 * PN_NSEC_PER_MSEC,
};

static void a_cycle_is_its_sleeps(void **state)
{
	(void)state;
	assert_int_equal(pn_nap_cycle_ns(&classic, 100000), PN_NSEC_PER_SEC);
	assert_int_equal(pn_nap_cycle_ns(&classic, 50), 999000500);
}

static void workers_are_spread_evenly(void **state)
{
	struct pn_phase phase = { .param = 100000 };

	(void)state;
	assert_int_equal(pn_nap_offset_ns(&classic, &phase, 0), 0);
	assert_int_equal(pn_nap_offset_ns(&classic, &phase, 1), 25 * PN_NSEC_PER_MSEC);
	assert_int_equal(pn_nap_offset_ns(&classic, &phase, 39), 975 * PN_NSEC_PER_MSEC);
}

static void or_at_random_or_not_at_all(void **state)
{
	struct pn_nap_plan plan = classic;
	struct pn_phase phase = { .param = 100000 };
	uint64_t first_ns;

	(void)state;
	plan.stagger = PN_NAP_STAGGER_NONE;
	assert_int_equal(pn_nap_offset_ns(&plan, &phase, 39), 0);
	plan.stagger = PN_NAP_STAGGER_RANDOM;
	first_ns = pn_nap_offset_ns(&plan, &phase, 3);
	assert_int_equal(pn_nap_offset_ns(&plan, &phase, 3), first_ns);
	assert_true(first_ns < PN_NSEC_PER_SEC);
	plan.seed = 2;
	assert_int_not_equal(pn_nap_offset_ns(&plan, &phase, 3), first_ns);
}

static void cycles_that_fit_are_asked_for(void **state)
{
	struct pn_nap_plan plan = classic;
	/* Worker 0 has room for 2 cycles, those that begin later for one. */
	struct pn_phase phase = { .param = 100000, .length_ns = 2 * PN_NSEC_PER_SEC };

	(void)state;
	assert_int_equal(pn_nap_cycles_asked(&plan, &phase), 2 + 39);
	/* None may begin that would not end: half of a second is too short for any. */
	phase.length_ns = PN_NSEC_PER_SEC / 2;
	assert_int_equal(pn_nap_cycles_asked(&plan, &phase), 0);
	plan.cycles = 13;
	assert_int_equal(pn_nap_cycles_asked(&plan, &phase), 13 * 40);
}

/* Sums over workers and phases. */
struct sum {
	uint64_t cycles;
	uint64_t short_sleeps;
	uint64_t long_sleeps;
};

static int collect(struct pn_runner *runner, const struct pn_phase *phase, void *data)
{
	struct sum *sum = data;

	(void)phase;
	for (uint32_t i = 0; i < 7; i++) {
		const struct pn_nap_result *result = pn_runner_slot(runner, i);

		sum->cycles += result->cycles;
		sum->short_sleeps += result->short_ns.count;
		sum->long_sleeps += result->long_ns.count;
	}
	return 0;
}

static struct sum slept(const struct pn_nap_plan *plan, struct pn_phase *phases, uint32_t nr_phases)
{
	struct pn_runner_config config = {
		.workload = "test",
		.nr_workers = plan->nr_workers,
		.end = PN_RUNNER_END_FILL,
		.slot_size = sizeof(struct pn_nap_result),
		.context = plan,
		.run = pn_nap_run,
	};
	struct pn_runner *runner;
	struct sum sum = { 0 };

	assert_int_equal(pn_runner_start(&config, &runner), 0);
	assert_int_equal(pn_runner_run(runner, phases, nr_phases, collect, &sum), 0);
	pn_runner_finish(runner);
	return sum;
}

static void exactly_the_sleeps_asked_for(void **state)
{
	struct pn_nap_plan plan = { .nr_workers = 7, .sleeps = 3, .long_ns = 100000, .cycles = 11 };
	struct pn_phase phases[3] = { { .param = 50 }, { .param = 5000 }, { .param = 20000 } };
	struct sum sum = slept(&plan, phases, 3);

	(void)state;
	assert_int_equal(sum.cycles, 7 * 3 * 11);
	assert_int_equal(sum.short_sleeps, 7 * 3 * 11 * 3);
	assert_int_equal(sum.long_sleeps, 7 * 3 * 11);
}

static void no_more_than_fit_into_the_time(void **state)
{
	struct pn_nap_plan plan = { .nr_workers = 7, .sleeps = 3, .long_ns = PN_NSEC_PER_MSEC };
	struct pn_phase phase = { .param = 20000, .length_ns = 20 * PN_NSEC_PER_MSEC };
	struct sum sum = slept(&plan, &phase, 1);

	(void)state;
	assert_in_range(sum.cycles, 1, pn_nap_cycles_asked(&plan, &phase));
	assert_int_equal(sum.short_sleeps, 3 * sum.cycles);
	assert_int_equal(sum.long_sleeps, sum.cycles);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_cycle_is_its_sleeps),
		cmocka_unit_test(workers_are_spread_evenly),
		cmocka_unit_test(or_at_random_or_not_at_all),
		cmocka_unit_test(cycles_that_fit_are_asked_for),
		cmocka_unit_test(exactly_the_sleeps_asked_for),
		cmocka_unit_test(no_more_than_fit_into_the_time),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
