// SPDX-License-Identifier: GPL-2.0-only
/* Full load, or a share of it, on named CPUs: which CPUs, and the phases. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "busyload.h"
#include "util/diag.h"

#define DEFAULT_DURATION_NS (UINT64_C(10) * 1000000000)

/* The last CPU that may be used: the first one does most of a machine's housekeeping. */
static int64_t default_cpu(const struct pn_session *session)
{
	int64_t last = -1;
	char why[160];

	pn_cpuset_for_each (cpu, &session->place.allowed)
		if (!pn_place_check(&session->place, (uint32_t)cpu, why, sizeof(why)))
			last = cpu;
	return last;
}

static int choose_cpus(struct pn_session *session)
{
	struct pn_busyload *bl = session->data;
	const struct pn_cpuset *cpus = &session->args->cpus;
	size_t nr = pn_cpuset_count(cpus);
	int err = 0;

	bl->cpus = calloc(nr ? nr : 1, sizeof(*bl->cpus));
	if (!bl->cpus)
		return -ENOMEM;
	if (!nr) {
		int64_t cpu = default_cpu(session);

		if (cpu < 0) {
			pn_error("no CPU is both online and allowed");
			return -ENODEV;
		}
		pn_note("CPU %lld is taken (--cpus)", (long long)cpu);
		return pn_cpuset_add(&bl->cpus[bl->nr_cpus++], (uint32_t)cpu);
	}
	pn_cpuset_for_each (cpu, cpus) {
		err = pn_cpuset_add(&bl->cpus[bl->nr_cpus++], (uint32_t)cpu);
		if (err)
			break;
	}
	return err;
}

static int add_step(struct pn_session *session, uint64_t duty_milli, uint64_t length_ns)
{
	char label[PN_RUNNER_LABEL_CHARS];

	snprintf(label, sizeof(label), "%g%%", (double)duty_milli / 1000);
	return pn_session_add_phase(session, duty_milli, length_ns, label) ? 0 : -ENOMEM;
}

/* A ramp goes up and comes down again, with its top once. */
static int add_phases(struct pn_session *session)
{
	const struct pn_busyload_options *opts = ((struct pn_busyload *)session->data)->opts;
	struct pn_sweep ramp = opts->ramp;
	uint32_t nr_up, nr;
	uint64_t length_ns;
	int err = 0;

	if (!ramp.step)
		ramp = (struct pn_sweep){ opts->duty_milli, opts->duty_milli, 1 };
	nr_up = pn_sweep_count(&ramp);
	nr = 2 * nr_up - 1;
	length_ns = pn_args_step_ns(&opts->common, nr, DEFAULT_DURATION_NS);
	for (uint32_t i = 0; i < nr && !err; i++)
		err = add_step(session, pn_sweep_value(&ramp, i < nr_up ? i : nr - 1 - i),
			       length_ns);
	return err;
}

static void describe(struct pn_session *session)
{
	struct json_object *to = session->outcome.parameters;
	const struct pn_busyload *bl = session->data;
	const struct pn_busyload_options *opts = bl->opts;
	bool ramp = opts->ramp.step;

	if (ramp)
		json_object_object_add(to, "duty_pct", NULL);
	else
		pn_outcome_double(to, "duty_pct", (double)opts->duty_milli / 1000);
	pn_outcome_double(to, "freq_hz", opts->freq_hz);
	pn_outcome_u64(to, "step_ns", session->phases[0].length_ns);
}

int pn_busyload_prepare(struct pn_session *session)
{
	struct pn_busyload *bl = session->data;

	if (pn_session_check_cpus(session) || choose_cpus(session))
		return PN_ARGS_EXIT_CANNOT_HERE;
	if (add_phases(session))
		return PN_ARGS_EXIT_FAIL;
	bl->plan.freq_hz = bl->opts->freq_hz;
	session->config.nr_workers = bl->nr_cpus;
	session->config.end = PN_RUNNER_END_FILL;
	session->config.slot_size = sizeof(struct pn_load_result);
	session->config.cpus = bl->cpus;
	session->config.context = &bl->plan;
	session->config.run = pn_load_run;
	describe(session);
	return PN_ARGS_EXIT_DONE;
}

void pn_busyload_release(struct pn_busyload *bl)
{
	for (uint32_t i = 0; i < bl->nr_cpus; i++)
		pn_cpuset_free(&bl->cpus[i]);
	free(bl->cpus);
	pn_dist_free(&bl->total.late_ns);
}
