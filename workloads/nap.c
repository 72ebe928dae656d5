// SPDX-License-Identifier: GPL-2.0-only
/* The sleeper itself: bursts of short sleeps with a long one behind, again and again. */
#include "nap.h"

#include <errno.h>
#include <stddef.h>

#include "chance.h"
#include "pace.h"

const char *const pn_nap_staggers[] = { "even", "random", "none", NULL };

uint64_t pn_nap_cycle_ns(const struct pn_nap_plan *plan, uint64_t sleep_ns)
{
	return plan->sleeps * sleep_ns + plan->long_ns;
}

uint64_t pn_nap_offset_ns(const struct pn_nap_plan *plan, const struct pn_phase *phase,
			  uint32_t index)
{
	uint64_t cycle_ns = pn_nap_cycle_ns(plan, phase->param);
	uint64_t chance;

	switch (plan->stagger) {
	case PN_NAP_STAGGER_EVEN:
		return (uint64_t)((unsigned __int128)cycle_ns * index / plan->nr_workers);
	case PN_NAP_STAGGER_RANDOM:
		chance = pn_chance_seed(plan->seed, index, phase->index);
		return cycle_ns ? pn_splitmix_below(&chance, cycle_ns) : 0;
	case PN_NAP_STAGGER_NONE:
		break;
	}
	return 0;
}

uint64_t pn_nap_cycles_asked(const struct pn_nap_plan *plan, const struct pn_phase *phase)
{
	uint64_t cycle_ns = pn_nap_cycle_ns(plan, phase->param), sum = 0;

	if (plan->cycles)
		return plan->cycles * plan->nr_workers;
	for (uint32_t i = 0; i < plan->nr_workers; i++) {
		uint64_t offset_ns = pn_nap_offset_ns(plan, phase, i);

		if (offset_ns < phase->length_ns)
			sum += (phase->length_ns - offset_ns) / cycle_ns;
	}
	return sum;
}

/* Sleeps and notes how late that ended; -EINTR when the run is to end, and nothing noted. */
static int nap(const struct pn_worker *worker, uint64_t length_ns, struct pn_tally *late_ns)
{
	uint64_t target_ns = pn_pace_now_ns() + length_ns, now_ns;
	int err = pn_pace_sleep(length_ns);

	while (err == -EINTR && !pn_worker_stopped(worker))
		err = pn_pace_sleep_until(target_ns);
	if (err)
		return err;
	now_ns = pn_pace_now_ns();
	pn_tally_add(late_ns, now_ns > target_ns ? now_ns - target_ns : 0);
	return 0;
}

static int cycle(struct pn_worker *worker, const struct pn_nap_plan *plan, uint64_t sleep_ns)
{
	struct pn_nap_result *result = worker->slot;
	int err = 0;

	for (uint64_t i = 0; i < plan->sleeps && !err; i++)
		err = nap(worker, sleep_ns, &result->short_ns);
	if (!err)
		err = nap(worker, plan->long_ns, &result->long_ns);
	if (!err)
		result->cycles++;
	return err;
}

int pn_nap_run(struct pn_worker *worker, const struct pn_phase *phase)
{
	const struct pn_nap_plan *plan = worker->context;
	struct pn_nap_result *result = worker->slot;
	uint64_t cycle_ns = pn_nap_cycle_ns(plan, phase->param);
	uint64_t begin_ns = phase->start_ns + pn_nap_offset_ns(plan, phase, worker->index);
	int err;

	result->cycles = 0;
	pn_tally_reset(&result->short_ns);
	pn_tally_reset(&result->long_ns);
	do
		err = pn_pace_sleep_until(begin_ns);
	while (err == -EINTR && !pn_worker_stopped(worker));
	while (!err && !pn_worker_stopped(worker)) {
		if (plan->cycles ? result->cycles == plan->cycles
				 : pn_pace_now_ns() + cycle_ns > phase->end_ns)
			break;
		err = cycle(worker, plan, phase->param);
	}
	return err && err != -EINTR ? pn_worker_fail(worker, "cannot sleep", err) : 0;
}
