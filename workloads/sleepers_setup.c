// SPDX-License-Identifier: GPL-2.0-only
/* Staggered threads that sleep briefly many times, then long once: CPUs and phases. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "sleepers.h"

#define DEFAULT_DURATION_NS (UINT64_C(10) * 1000000000)
#define DEFAULT_STEP_NS	    (UINT64_C(120) * 1000000000)

/* With --cpus the threads go round the list; without it they are free. */
static int spread(struct pn_session *session)
{
	struct pn_sleepers *sl = session->data;
	const struct pn_cpuset *cpus = &session->args->cpus;
	int64_t cpu = pn_cpuset_next(cpus, 0);
	int err = 0;

	for (uint64_t i = 0; i < sl->opts->threads && cpu >= 0 && !err; i++) {
		err = pn_cpuset_add(&sl->cpus[i], (uint32_t)cpu);
		cpu = pn_cpuset_next(cpus, (uint32_t)cpu + 1);
		if (cpu < 0)
			cpu = pn_cpuset_next(cpus, 0);
	}
	return err;
}

static int add_idle_phase(struct pn_session *session, uint64_t length_ns)
{
	struct pn_phase *phase;

	if (!length_ns)
		return 0;
	phase = pn_session_add_phase(session, 0, length_ns, "idle");
	if (!phase)
		return -ENOMEM;
	phase->idle = true;
	return 0;
}

static int add_steps(struct pn_session *session, const struct pn_sweep *sweep, uint64_t length_ns)
{
	char label[PN_RUNNER_LABEL_CHARS];

	for (uint32_t i = 0; i < pn_sweep_count(sweep); i++) {
		uint64_t sleep_ns = pn_sweep_value(sweep, i);

		snprintf(label, sizeof(label), "%" PRIu64 "ns", sleep_ns);
		if (!pn_session_add_phase(session, sleep_ns, length_ns, label))
			return -ENOMEM;
	}
	return 0;
}

static int add_phases(struct pn_session *session)
{
	struct pn_sleepers_options *opts = ((struct pn_sleepers *)session->data)->opts;
	struct pn_sweep single = { opts->sleep_ns, opts->sleep_ns, 1 };
	const struct pn_sweep *sweeps = opts->nr_sweeps ? opts->sweeps : &single;
	uint32_t nr_sweeps = opts->nr_sweeps ? opts->nr_sweeps : 1, nr_steps = 0;
	uint64_t length_ns = 0;
	int err;

	for (uint32_t i = 0; i < nr_sweeps; i++)
		nr_steps += pn_sweep_count(&sweeps[i]);
	if (!opts->cycles)
		length_ns =
			pn_args_step_ns(&opts->common, nr_steps,
					opts->nr_sweeps ? DEFAULT_STEP_NS : DEFAULT_DURATION_NS);
	err = add_idle_phase(session, opts->lead_in_ns);
	for (uint32_t i = 0; i < nr_sweeps && !err; i++)
		err = add_steps(session, &sweeps[i], length_ns);
	return err ? err : add_idle_phase(session, opts->lead_out_ns);
}

static void describe(struct pn_session *session)
{
	struct json_object *to = session->outcome.parameters;
	const struct pn_sleepers *sl = session->data;
	const struct pn_sleepers_options *opts = sl->opts;

	pn_outcome_u64(to, "threads", opts->threads);
	pn_outcome_u64(to, "sleeps_per_cycle", opts->sleeps);
	pn_outcome_known_u64(to, "sleep_ns", opts->sleep_ns, !opts->nr_sweeps);
	pn_outcome_u64(to, "long_sleep_ns", opts->long_ns);
	pn_outcome_known_u64(to, "cycles", opts->cycles, opts->cycles);
	pn_outcome_string(to, "stagger", pn_nap_staggers[opts->stagger]);
	if (session->text)
		printf("%s: %" PRIu64 " threads, cycles of %" PRIu64
		       " short sleeps and a long one\n",
		       PN_SLEEPERS_NAME, opts->threads, opts->sleeps);
}

int pn_sleepers_prepare(struct pn_session *session)
{
	struct pn_sleepers *sl = session->data;
	const struct pn_sleepers_options *opts = sl->opts;

	sl->cpus = calloc(opts->threads, sizeof(*sl->cpus));
	if (!sl->cpus)
		return PN_ARGS_EXIT_FAIL;
	if (pn_session_check_cpus(session))
		return PN_ARGS_EXIT_CANNOT_HERE;
	if (spread(session) || add_phases(session))
		return PN_ARGS_EXIT_FAIL;
	sl->plan = (struct pn_nap_plan){
		.nr_workers = (uint32_t)opts->threads,
		.sleeps = opts->sleeps,
		.long_ns = opts->long_ns,
		.cycles = opts->cycles,
		.stagger = (enum pn_nap_stagger)opts->stagger,
		.seed = opts->common.seed,
	};
	session->config.nr_workers = sl->plan.nr_workers;
	session->config.end = PN_RUNNER_END_FILL;
	session->config.slot_size = sizeof(struct pn_nap_result);
	session->config.cpus = sl->cpus;
	session->config.context = &sl->plan;
	session->config.run = pn_nap_run;
	describe(session);
	return PN_ARGS_EXIT_DONE;
}

void pn_sleepers_release(struct pn_sleepers *sl)
{
	for (uint64_t i = 0; sl->cpus && i < sl->opts->threads; i++)
		pn_cpuset_free(&sl->cpus[i]);
	free(sl->cpus);
	pn_dist_free(&sl->total.short_ns);
	pn_dist_free(&sl->total.long_ns);
}
