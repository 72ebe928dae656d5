// SPDX-License-Identifier: GPL-2.0-only
/* One run of a workload from its parsed options to its exit status. */
#include "session.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/diag.h"
#include "util/outfile.h"

static int open_session(struct pn_session *session)
{
	const struct pn_args *args = session->args;
	int err;

	session->config.workload = session->ops->workload;
	session->config.progress = !args->quiet;
	session->text = !args->json || strcmp(args->json, "-");
	err = pn_place_open(&session->place, args->sysroot);
	if (!err)
		err = pn_outcome_open(&session->outcome, session->ops->workload);
	if (err) {
		pn_error("cannot set up the run: %s", strerror(-err));
		return err;
	}
	pn_outcome_cpus(session->outcome.parameters, "cpus", &args->cpus);
	pn_outcome_u64(session->outcome.parameters, "seed", args->seed);
	return 0;
}

int pn_session_check_cpu(const struct pn_session *session, int64_t cpu)
{
	char why[160];
	int err = pn_place_check(&session->place, (uint32_t)cpu, why, sizeof(why));

	if (err)
		pn_error("%s", why);
	return err;
}

int pn_session_check_cpus(const struct pn_session *session)
{
	int err = 0;

	pn_cpuset_for_each (cpu, &session->args->cpus) {
		err = pn_session_check_cpu(session, cpu);
		if (err)
			break;
	}
	return err;
}

struct pn_phase *pn_session_add_phase(struct pn_session *session, uint64_t param,
				      uint64_t length_ns, const char *label)
{
	size_t bytes = (session->nr_phases + 1) * sizeof(struct pn_phase);
	struct pn_phase *phases = realloc(session->phases, bytes), *phase;

	if (!phases)
		return NULL;
	session->phases = phases;
	phase = &phases[session->nr_phases++];
	*phase = (struct pn_phase){ .param = param, .length_ns = length_ns };
	snprintf(phase->label, sizeof(phase->label), "%s", label);
	return phase;
}

static int collect(struct pn_runner *runner, const struct pn_phase *phase, void *data)
{
	struct pn_session *session = data;
	struct json_object *json = pn_outcome_phase(&session->outcome, phase);

	return session->ops->collect(session, runner, phase, json);
}

/* A closed pipe or a full disk makes a table worth nothing, so it is an error. */
static int flush_text(void)
{
	if (!fflush(stdout) && !ferror(stdout))
		return 0;
	pn_error("cannot write to stdout: %s", strerror(errno));
	return -EIO;
}

/* Before the run: one of hours must not end with results that cannot be written. */
static int open_json(struct pn_session *session)
{
	const char *path = session->args->json;
	int err;

	if (!path)
		return 0;
	err = pn_outfile_open(path, &session->json);
	if (err)
		pn_error("%s: cannot write: %s", path, strerror(-err));
	return err;
}

static int write_json(struct pn_session *session)
{
	int err;

	pn_outcome_write(&session->outcome, session->json.stream);
	err = pn_outfile_commit(&session->json);
	if (err)
		pn_error("%s: cannot write: %s", session->args->json, strerror(-err));
	return err;
}

static int conclude(struct pn_session *session)
{
	struct pn_outcome_score score = { .value = NAN };
	int err;

	session->ops->conclude(session, &score);
	pn_outcome_finish(&session->outcome, &score, session->signal);
	err = flush_text();
	if (!err && session->json.stream)
		err = write_json(session);
	return err;
}

static int run(struct pn_session *session)
{
	struct pn_runner *runner;
	int err;

	err = pn_runner_start(&session->config, &runner);
	if (err)
		return PN_ARGS_EXIT_FAIL;
	err = pn_runner_run(runner, session->phases, session->nr_phases, collect, session);
	session->signal = pn_runner_signal(runner);
	pn_runner_finish(runner);
	if (!err)
		err = conclude(session);
	if (err)
		return PN_ARGS_EXIT_FAIL;
	return session->signal ? 128 + session->signal : PN_ARGS_EXIT_DONE;
}

int pn_session_main(const struct pn_session_ops *ops, const struct pn_args *args, void *data)
{
	struct pn_session session = { .args = args, .ops = ops, .data = data };
	int status = PN_ARGS_EXIT_FAIL;

	if (!open_session(&session) && !open_json(&session)) {
		status = ops->prepare(&session);
		if (!status)
			status = run(&session);
	}
	pn_outfile_discard(&session.json);
	pn_place_close(&session.place);
	pn_outcome_close(&session.outcome);
	free(session.phases);
	return status;
}
