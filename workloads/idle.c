// SPDX-License-Identifier: GPL-2.0-only
/* Nothing at all, for a known time: what the machine does and uses without a workload. */
#include <errno.h>
#include <stddef.h>
#include <stdio.h>

#include "args.h"
#include "session.h"

#define NAME		    "idle"
#define DEFAULT_DURATION_NS (UINT64_C(10) * 1000000000)

const char *argp_program_version = NAME " " PN_VERSION;

static const char doc[] =
	"Does nothing for a while: the baseline that a governor's excess power is counted from.\n"
	"\v"
	"Examples:\n"
	"  idle                  10 s\n"
	"  idle --duration 5m --json out.json\n"
	"\n" PN_ARGS_EXIT_HELP;

static int parse_option(int key, char *arg, struct argp_state *state)
{
	(void)arg;
	if (key != ARGP_KEY_INIT)
		return ARGP_ERR_UNKNOWN;
	state->child_inputs[0] = state->input;
	return 0;
}

static const struct argp_child children[] = { { .argp = &pn_args_common }, { 0 } };
static const struct argp argp = { NULL, parse_option, NULL, doc, children, NULL, NULL };

static int prepare(struct pn_session *session)
{
	uint64_t length_ns = pn_args_step_ns(session->args, 1, DEFAULT_DURATION_NS);

	/* Nothing runs on them, but whoever names them believes that they are there. */
	if (pn_session_check_cpus(session))
		return PN_ARGS_EXIT_CANNOT_HERE;
	session->config.end = PN_RUNNER_END_FILL;
	if (!pn_session_add_phase(session, 0, length_ns, NAME))
		return PN_ARGS_EXIT_FAIL;
	return PN_ARGS_EXIT_DONE;
}

static int collect(struct pn_session *session, struct pn_runner *runner,
		   const struct pn_phase *phase, struct json_object *json)
{
	uint64_t elapsed_ns = phase->end_ns - phase->start_ns;

	(void)runner;
	pn_outcome_u64(json, "length_asked_ns", phase->length_ns);
	pn_outcome_u64(json, "elapsed_ns", elapsed_ns);
	pn_outcome_u64(session->outcome.results, "elapsed_ns", elapsed_ns);
	return 0;
}

/* Doing nothing has no figure of its own: the score stays null. */
static void conclude(struct pn_session *session, struct pn_outcome_score *score)
{
	(void)score;
	if (session->text)
		printf("%s: done\n", NAME);
}

static const struct pn_session_ops ops = {
	.workload = NAME,
	.prepare = prepare,
	.collect = collect,
	.conclude = conclude,
};

int main(int argc, char **argv)
{
	struct pn_args args = { 0 };
	int status = PN_ARGS_EXIT_USAGE;

	if (!pn_args_parse(&argp, argc, argv, &args))
		status = pn_session_main(&ops, &args, NULL);
	pn_args_free(&args);
	return status;
}
