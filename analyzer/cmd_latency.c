// SPDX-License-Identifier: GPL-2.0-only
/* analyzer latency: how late CPUs answered, by the idle state that they were in. */
#include "cmd.h"
#include "cmd_args.h"
#include "out/report.h"
#include "util/diag.h"

enum {
	KEY_PER_CPU = 0x300,
	KEY_HIST,
	KEY_PHASES,
	KEY_STRICT,
};

struct settings {
	struct pn_trace_args trace;
	struct pn_report_options report;
	bool strict;
};

static const struct argp_option options[] = {
	{ NULL, 0, NULL, 0, "What to show:", 5 },
	{ "per-cpu", KEY_PER_CPU, NULL, 0, "a table by CPU and state as well", 5 },
	{ "hist", KEY_HIST, NULL, 0, "how the samples of each state are spread as well", 5 },
	{ "phases", KEY_PHASES, NULL, 0, "a section for each phase that was marked", 5 },
	{ NULL, 0, NULL, 0, "Exit status:", 6 },
	{ "strict", KEY_STRICT, NULL, 0, "exit 4 when the data is not to be trusted", 6 },
	{ 0 },
};

static const char doc[] =
	"Says how late CPUs answered IPIs, timers and wakeups, by the idle state they were in.\v"
	"TRACE is a trace.dat, or the text of one. The latency module's samples\n"
	"(latency_test:*) are used where they were recorded; beside them whatever else\n"
	"the trace tells: ipi:*, irq_vectors:*, timer:hrtimer_*, sched:sched_waking with\n"
	"sched:sched_switch. Record with the clock mono. As JSON or CSV: analyzer report.\n\n"
	"Examples:\n"
	"  analyzer latency trace.dat\n"
	"  analyzer latency --per-cpu -c 1-3 --from +1s trace.dat\n\n"
	"Exit status: 0 done; 1 could not; 2 wrong usage; 4 --strict, and events were lost,\n"
	"the file was cut or time stepped back.";

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct settings *settings = state->input;

	(void)arg;
	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &settings->trace;
		return 0;
	case KEY_PER_CPU:
		settings->report.per_cpu = true;
		return 0;
	case KEY_HIST:
		settings->report.hist = true;
		return 0;
	case KEY_PHASES:
		settings->trace.request.phases = true;
		return 0;
	case KEY_STRICT:
		settings->strict = true;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static int judge(const struct settings *settings, const struct pn_summary *summary)
{
	if (!pn_args_untrusted(summary, "the quality blocks"))
		return PN_EXIT_OK;
	return settings->strict ? PN_EXIT_UNTRUSTED : PN_EXIT_OK;
}

/**
 * pn_cmd_latency - the command 'latency'
 * @argc: of @argv
 * @argv: the command and its arguments
 *
 * Returns: an exit status.
 */
int pn_cmd_latency(int argc, char **argv)
{
	static const struct argp_child children[] = { { &pn_trace_argp, 0, NULL, 0 }, { 0 } };
	static const struct argp argp = { options, parse, "TRACE", doc, children, NULL, NULL };
	struct settings settings = { .trace = PN_TRACE_ARGS };
	struct pn_problem problem = { "" };
	struct pn_summary *summary = NULL;
	int status, err;

	settings.trace.request.latency = true;
	if (argp_parse(&argp, argc, argv, 0, NULL, &settings))
		return PN_EXIT_USAGE;
	err = pn_pipeline_run(&settings.trace.request, &summary, &problem);
	if (!err)
		err = pn_args_report(settings.trace.output, &pn_report_latency, summary,
				     &settings.report, &problem);
	if (err)
		pn_error("%s", problem.text);
	status = err ? PN_EXIT_FAIL : judge(&settings, summary);
	pn_summary_free(summary);
	pn_trace_args_free(&settings.trace);
	return status;
}
