// SPDX-License-Identifier: GPL-2.0-only
/* The runner: every worker goes through every phase, and a signal or an error ends the run. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "pace.h"
#include "runner.h"

#define WORKERS 5

/* What a worker notes about the phases it went through. */
struct note {
	uint32_t nr_phases;
	uint64_t sum_params;
	int slack_ns;
	uint64_t started_late; /* phases that the worker saw begin before their start */
};

static int note_phase(struct pn_worker *worker, const struct pn_phase *phase)
{
	struct note *note = worker->slot;

	note->nr_phases++;
	note->sum_params += phase->param;
	note->slack_ns = prctl(PR_GET_TIMERSLACK, 0, 0, 0, 0);
	note->started_late += pn_pace_now_ns() < phase->start_ns;
	return 0;
}

static int run_until_stopped(struct pn_worker *worker, const struct pn_phase *phase)
{
	(void)phase;
	while (!pn_worker_stopped(worker))
		sched_yield();
	return 0;
}

static int sleep_for_ever(struct pn_worker *worker, const struct pn_phase *phase)
{
	(void)phase;
	while (!pn_worker_stopped(worker))
		pn_pace_sleep(3600 * PN_NSEC_PER_SEC);
	return 0;
}

static int fail_in_the_third(struct pn_worker *worker, const struct pn_phase *phase)
{
	(void)phase;
	return worker->index == 2 ? pn_worker_fail(worker, "out of luck", -EDOM) : 0;
}

static int die_in_the_third(struct pn_worker *worker, const struct pn_phase *phase)
{
	if (worker->index == 2)
		raise(SIGKILL);
	return run_until_stopped(worker, phase);
}

static int raise_interrupt(struct pn_worker *worker, const struct pn_phase *phase)
{
	if (phase->index == 1 && !worker->index)
		kill(*(const pid_t *)worker->context, SIGINT);
	return phase->index == 1 ? sleep_for_ever(worker, phase) : 0;
}

/* The order of the phases as they are handed over. */
struct seen {
	uint32_t nr;
	uint64_t last_end_ns;
};

static int collect(struct pn_runner *runner, const struct pn_phase *phase, void *data)
{
	struct seen *seen = data;

	(void)runner;
	assert_int_equal(phase->index, seen->nr);
	assert_true(phase->start_ns >= seen->last_end_ns);
	assert_true(phase->end_ns >= phase->start_ns + phase->length_ns ||
		    pn_runner_signal(runner));
	seen->last_end_ns = phase->end_ns;
	seen->nr++;
	return 0;
}

static void through_all_phases(bool processes)
{
	struct pn_runner_config config = {
		.workload = "test",
		.nr_workers = WORKERS,
		.processes = processes,
		.slot_size = sizeof(struct note),
		.run = note_phase,
	};
	struct pn_phase phases[3] = { { .param = 1 },
				      { .param = 100, .idle = true },
				      { .param = 10 } };
	struct pn_runner *runner;
	struct seen seen = { 0 };

	assert_int_equal(pn_runner_start(&config, &runner), 0);
	assert_int_equal(pn_runner_run(runner, phases, 3, collect, &seen), 0);
	assert_int_equal(seen.nr, 3);
	for (uint32_t i = 0; i < WORKERS; i++) {
		const struct note *note = pn_runner_slot(runner, i);

		assert_int_equal(note->nr_phases, 2);
		assert_int_equal(note->sum_params, 11);
		assert_int_equal(note->slack_ns, 1);
		assert_int_equal(note->started_late, 0);
	}
	pn_runner_finish(runner);
}

static void threads_go_through_all_phases(void **state)
{
	(void)state;
	through_all_phases(false);
}

static void processes_go_through_all_phases(void **state)
{
	(void)state;
	through_all_phases(true);
}

static void the_runner_stops_them_when_time_is_up(void **state)
{
	struct pn_runner_config config = {
		.workload = "test",
		.nr_workers = 2,
		.end = PN_RUNNER_END_STOP,
		.run = run_until_stopped,
	};
	struct pn_phase phases[2] = { { .length_ns = PN_NSEC_PER_MSEC },
				      { .length_ns = PN_NSEC_PER_MSEC } };
	struct pn_runner *runner;
	struct seen seen = { 0 };

	(void)state;
	assert_int_equal(pn_runner_start(&config, &runner), 0);
	assert_int_equal(pn_runner_run(runner, phases, 2, collect, &seen), 0);
	assert_int_equal(seen.nr, 2);
	pn_runner_finish(runner);
}

static void nobody_can_do_nothing_for_a_while(void **state)
{
	struct pn_runner_config config = { .workload = "test", .end = PN_RUNNER_END_FILL };
	struct pn_phase phase = { .length_ns = 2 * PN_NSEC_PER_MSEC };
	struct pn_runner *runner;
	struct seen seen = { 0 };

	(void)state;
	assert_int_equal(pn_runner_start(&config, &runner), 0);
	assert_int_equal(pn_runner_run(runner, &phase, 1, collect, &seen), 0);
	assert_int_equal(seen.nr, 1);
	pn_runner_finish(runner);
}

static void a_worker_s_error_ends_the_run(void **state)
{
	struct pn_runner_config config = {
		.workload = "test",
		.nr_workers = WORKERS,
		.run = fail_in_the_third,
	};
	struct pn_phase phases[2] = { { .param = 0 } };
	struct pn_runner *runner;
	struct seen seen = { 0 };

	(void)state;
	assert_int_equal(pn_runner_start(&config, &runner), 0);
	assert_int_equal(pn_runner_run(runner, phases, 2, collect, &seen), -EDOM);
	assert_int_equal(seen.nr, 0);
	pn_runner_finish(runner);
}

static void a_process_that_dies_ends_the_run(void **state)
{
	struct pn_runner_config config = {
		.workload = "test",
		.nr_workers = WORKERS,
		.processes = true,
		.run = die_in_the_third,
	};
	struct pn_phase phase = { .param = 0 };
	struct pn_runner *runner;
	struct seen seen = { 0 };

	(void)state;
	assert_int_equal(pn_runner_start(&config, &runner), 0);
	assert_int_equal(pn_runner_run(runner, &phase, 1, collect, &seen), -ECHILD);
	assert_int_equal(seen.nr, 0);
	pn_runner_finish(runner);
}

static void interrupted_in_the_second(bool processes)
{
	pid_t self = getpid();
	struct pn_runner_config config = {
		.workload = "test",
		.nr_workers = WORKERS,
		.processes = processes,
		.context = &self,
		.run = raise_interrupt,
	};
	struct pn_phase phases[3] = { { .param = 0 } };
	struct pn_runner *runner;
	struct seen seen = { 0 };

	assert_int_equal(pn_runner_start(&config, &runner), 0);
	assert_int_equal(pn_runner_run(runner, phases, 3, collect, &seen), 0);
	assert_int_equal(pn_runner_signal(runner), SIGINT);
	/* The phase that was cut short is handed over, the one behind it is not begun. */
	assert_int_equal(seen.nr, 2);
	pn_runner_finish(runner);
}

static void a_signal_ends_the_run_of_threads(void **state)
{
	(void)state;
	interrupted_in_the_second(false);
}

static void a_signal_ends_the_run_of_processes(void **state)
{
	(void)state;
	interrupted_in_the_second(true);
}

static void signals_are_put_back(void **state)
{
	struct pn_runner_config config = { .workload = "test",
					   .nr_workers = 1,
					   .run = note_phase,
					   .slot_size = sizeof(struct note) };
	struct sigaction before, after;
	sigset_t mask_before, mask_after;
	struct pn_runner *runner;

	(void)state;
	sigaction(SIGUSR1, NULL, &before);
	sigprocmask(SIG_BLOCK, NULL, &mask_before);
	assert_int_equal(pn_runner_start(&config, &runner), 0);
	pn_runner_finish(runner);
	sigaction(SIGUSR1, NULL, &after);
	sigprocmask(SIG_BLOCK, NULL, &mask_after);
	assert_ptr_equal(before.sa_handler, after.sa_handler);
	for (int i = 1; i < 32; i++)
		assert_int_equal(sigismember(&mask_before, i), sigismember(&mask_after, i));
}

static void a_cpu_that_is_not_there_is_an_error(void **state)
{
	struct pn_cpuset cpus[2] = { { 0 }, { 0 } };
	struct pn_runner_config config = { .workload = "test",
					   .nr_workers = 2,
					   .cpus = cpus,
					   .run = note_phase,
					   .slot_size = sizeof(struct note) };
	struct pn_runner *runner;

	(void)state;
	assert_int_equal(pn_cpuset_add(&cpus[1], PN_CPULIST_MAX - 1), 0);
	assert_int_equal(pn_runner_start(&config, &runner), -EINVAL);
	assert_null(runner);
	pn_cpuset_free(&cpus[1]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(threads_go_through_all_phases),
		cmocka_unit_test(processes_go_through_all_phases),
		cmocka_unit_test(the_runner_stops_them_when_time_is_up),
		cmocka_unit_test(nobody_can_do_nothing_for_a_while),
		cmocka_unit_test(a_worker_s_error_ends_the_run),
		cmocka_unit_test(a_process_that_dies_ends_the_run),
		cmocka_unit_test(a_signal_ends_the_run_of_threads),
		cmocka_unit_test(a_signal_ends_the_run_of_processes),
		cmocka_unit_test(signals_are_put_back),
		cmocka_unit_test(a_cpu_that_is_not_there_is_an_error),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
