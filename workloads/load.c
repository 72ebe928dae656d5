// SPDX-License-Identifier: GPL-2.0-only
/* The load itself: a worker that keeps its CPU busy all the time, or for a share of each period. */
#include "load.h"

#include <errno.h>
#include <stdbool.h>

#include "pace.h"
#include "spin.h"

/* Between two looks at the clock: a microsecond or two, which is how exact a burst's end is. */
#define TURNS_A_LOOK 1000

/* One worker in one phase. */
struct load {
	struct pn_worker *worker;
	struct pn_load_result *result;
	int64_t owed_ns; /* CPU time to use up; below 0 when more was used than was due */
};

uint64_t pn_load_period_start_ns(const struct pn_load_plan *plan, uint64_t i)
{
	return (uint64_t)((double)i * (double)PN_NSEC_PER_SEC / plan->freq_hz + 0.5);
}

uint64_t pn_load_periods(const struct pn_load_plan *plan, uint64_t length_ns)
{
	uint64_t n = (uint64_t)((double)length_ns * plan->freq_hz / (double)PN_NSEC_PER_SEC);

	/* Rounding must not decide whether the last one fits. */
	while (n && pn_load_period_start_ns(plan, n) > length_ns)
		n--;
	while (pn_load_period_start_ns(plan, n + 1) <= length_ns)
		n++;
	return n;
}

/* Works until @until_ns or until it is told to stop. */
static void work_until(struct load *load, uint64_t until_ns)
{
	while (pn_pace_now_ns() < until_ns && !pn_worker_stopped(load->worker)) {
		pn_spin(TURNS_A_LOOK);
		load->result->turns += TURNS_A_LOOK;
	}
}

/* -EINTR when the run is to end. */
static int sleep_until(struct load *load, uint64_t until_ns)
{
	int err;

	do
		err = pn_pace_sleep_until(until_ns);
	while (err == -EINTR && !pn_worker_stopped(load->worker));
	return err;
}

static int64_t clamp(int64_t value, int64_t limit)
{
	return value < -limit ? -limit : value > limit ? limit : value;
}

/*
 * Uses up what is owed by the end of the period. The clock is cheap to read and the CPU time is
 * not, so the clock is watched, and the CPU time says whether anything is still owed then.
 */
static void burst(struct load *load, uint64_t *cpu_ns, uint64_t period_end_ns)
{
	for (;;) {
		uint64_t now_ns = pn_pace_now_ns(), until_ns, used_ns = pn_pace_thread_cpu_ns();

		load->owed_ns -= (int64_t)(used_ns - *cpu_ns);
		*cpu_ns = used_ns;
		if (load->owed_ns <= 0 || now_ns >= period_end_ns ||
		    pn_worker_stopped(load->worker))
			return;
		until_ns = now_ns + (uint64_t)load->owed_ns;
		work_until(load, until_ns < period_end_ns ? until_ns : period_end_ns);
	}
}

static int run_periods(struct load *load, const struct pn_load_plan *plan,
		       const struct pn_phase *phase)
{
	uint64_t nr = pn_load_periods(plan, phase->length_ns), cpu_ns = pn_pace_thread_cpu_ns();
	int err = 0;

	for (uint64_t i = 0; i < nr && !err && !pn_worker_stopped(load->worker); i++) {
		uint64_t start_ns = phase->start_ns + pn_load_period_start_ns(plan, i);
		uint64_t end_ns = phase->start_ns + pn_load_period_start_ns(plan, i + 1);
		int64_t due_ns = (int64_t)((end_ns - start_ns) * phase->param / PN_LOAD_FULL);
		uint64_t now_ns = pn_pace_now_ns();

		if (now_ns < start_ns) {
			err = sleep_until(load, start_ns);
			now_ns = pn_pace_now_ns();
			if (!err)
				pn_tally_add(&load->result->late_ns, now_ns - start_ns);
		}
		load->owed_ns = clamp(load->owed_ns, due_ns) + due_ns;
		burst(load, &cpu_ns, end_ns);
		load->result->periods++;
		load->result->short_periods += load->owed_ns > 0;
	}
	return err;
}

int pn_load_run(struct pn_worker *worker, const struct pn_phase *phase)
{
	struct pn_load_result *result = worker->slot;
	struct load load = { .worker = worker, .result = result };
	uint64_t cpu_ns = pn_pace_thread_cpu_ns();
	int err = 0;

	pn_tally_reset(&result->late_ns);
	result->turns = result->periods = result->short_periods = 0;
	result->start_ns = pn_pace_now_ns();
	if (phase->param == PN_LOAD_FULL)
		work_until(&load, phase->end_ns);
	else if (phase->param)
		err = run_periods(&load, worker->context, phase);
	if (!err)
		err = sleep_until(&load, phase->end_ns);
	result->end_ns = pn_pace_now_ns();
	result->cpu_ns = pn_pace_thread_cpu_ns() - cpu_ns;
	return err && err != -EINTR ? pn_worker_fail(worker, "cannot sleep", err) : 0;
}
