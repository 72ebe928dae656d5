// SPDX-License-Identifier: GPL-2.0-only
/* The ping-pong: exactly the loops asked for, by every kind of channel, in threads and processes. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "pace.h"
#include "pair.h"

#define PAIRS 2

/* A game between two pairs, and what its phases gave. */
struct match {
	struct pn_pair_game game;
	struct pn_channel (*channels)[2];
	uint64_t min_loops;
	uint64_t max_loops;
	uint64_t timed;
	uint64_t phases;
};

static void open_match(struct match *match, int kind, bool processes)
{
	*match = (struct match){ .min_loops = UINT64_MAX };
	match->game.ops = pn_channel_kind(kind);
	match->game.spin_rate = 1000;
	match->channels = mmap(NULL, PAIRS * sizeof(*match->channels), PROT_READ | PROT_WRITE,
			       MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	assert_true(match->channels != MAP_FAILED);
	match->game.channels = match->channels;
	for (int i = 0; i < 2 * PAIRS; i++)
		assert_int_equal(
			pn_channel_open(match->game.ops, &match->channels[i / 2][i % 2], processes),
			0);
}

static void close_match(struct match *match)
{
	for (int i = 0; i < 2 * PAIRS; i++)
		pn_channel_close(&match->channels[i / 2][i % 2]);
	munmap(match->channels, PAIRS * sizeof(*match->channels));
}

static int collect(struct pn_runner *runner, const struct pn_phase *phase, void *data)
{
	struct match *match = data;

	(void)phase;
	for (uint32_t p = 0; p < PAIRS; p++) {
		const struct pn_pair_result *ping = pn_runner_slot(runner, 2 * p);
		const struct pn_pair_result *pong = pn_runner_slot(runner, 2 * p + 1);

		assert_int_equal(ping->loops, pong->loops);
		assert_true(ping->end_ns >= ping->start_ns);
		match->min_loops = ping->loops < match->min_loops ? ping->loops : match->min_loops;
		match->max_loops = ping->loops > match->max_loops ? ping->loops : match->max_loops;
		match->timed += ping->loop_ns.count;
	}
	match->phases++;
	return 0;
}

static void play(struct match *match, bool processes, struct pn_phase *phases, uint32_t nr_phases)
{
	struct pn_runner_config config = {
		.workload = "test",
		.nr_workers = 2 * PAIRS,
		.processes = processes,
		.end = PN_RUNNER_END_STOP,
		.slot_size = sizeof(struct pn_pair_result),
		.context = &match->game,
		.run = pn_pair_run,
	};
	struct pn_runner *runner;

	assert_int_equal(pn_runner_start(&config, &runner), 0);
	assert_int_equal(pn_runner_run(runner, phases, nr_phases, collect, match), 0);
	pn_runner_finish(runner);
	assert_int_equal(match->phases, nr_phases);
}

static void exactly_the_loops_asked_for(void **state)
{
	(void)state;
	for (int kind = 0; pn_channel_names[kind]; kind++) {
		for (int processes = 0; processes < 2; processes++) {
			struct pn_phase phases[2] = { { .param = 0 }, { .param = 1000 } };
			struct match match;

			open_match(&match, kind, processes);
			match.game.loops = 1009;
			play(&match, processes, phases, 2);
			assert_int_equal(match.min_loops, 1009);
			assert_int_equal(match.max_loops, 1009);
			assert_int_equal(match.timed, 0);
			close_match(&match);
		}
	}
}

static void loops_are_timed_as_often_as_asked(void **state)
{
	struct pn_phase phase = { .param = 0 };
	struct match match;

	(void)state;
	open_match(&match, 2, false);
	match.game.loops = 10007;
	match.game.sample_gap = 1;
	play(&match, false, &phase, 1);
	assert_int_equal(match.timed, PAIRS * 10007);
	close_match(&match);
	open_match(&match, 2, false);
	match.game.loops = 10007;
	match.game.sample_gap = 10;
	play(&match, false, &phase, 1);
	/* A tenth, give or take: gaps are 1 to 19 loops long, so 2001 +- 5 * 26. */
	assert_in_range(match.timed, 1870, 2130);
	close_match(&match);
}

static void without_a_number_it_goes_on_until_time_is_up(void **state)
{
	struct pn_phase phase = { .length_ns = 20 * PN_NSEC_PER_MSEC };
	struct match match;

	(void)state;
	open_match(&match, 0, false);
	match.game.sample_gap = 7;
	play(&match, false, &phase, 1);
	assert_true(match.max_loops > 0);
	close_match(&match);
}

static void the_gap_is_at_least_one(void **state)
{
	(void)state;
	assert_true(pn_pair_sample_gap() >= 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(exactly_the_loops_asked_for),
		cmocka_unit_test(loops_are_timed_as_often_as_asked),
		cmocka_unit_test(without_a_number_it_goes_on_until_time_is_up),
		cmocka_unit_test(the_gap_is_at_least_one),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
