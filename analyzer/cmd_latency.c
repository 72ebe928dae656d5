// SPDX-License-Identifier: GPL-2.0-only
/* analyzer latency: how late CPUs answered, by the idle state that they were in. */
#include "cmd.h"
#include "cmd_args.h"
#include "out/report.h"
#include "util/diag.h"

static const char doc[] =
	"Says how late CPUs answered IPIs, timers and wakeups, by the idle state they were in.\v"
	"TRACE is a trace.dat. The latency module's samples are used where they were recorded\n"
	"(latency_test:*); beside them whatever else the trace tells: ipi:*, timer:hrtimer_*,\n"
	"irq_vectors:*, sched:sched_waking with sched:sched_switch. Record with the clock mono.\n\n"
	"Examples:\n"
	"  analyzer latency trace.dat\n"
	"  analyzer latency -c 1-3 --from +1s trace.dat\n\n"
	"Exit status: 0 done; 1 could not; 2 wrong usage.";

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
	static const struct argp argp = { .args_doc = "TRACE", .doc = doc, .children = children };
	struct pn_trace_args args = PN_TRACE_ARGS;
	struct pn_problem problem = { "" };
	struct pn_summary *summary = NULL;
	struct pn_outfile out;
	int err;

	args.request.latency = true;
	if (argp_parse(&argp, argc, argv, 0, NULL, &args))
		return PN_EXIT_USAGE;
	err = pn_pipeline_run(&args.request, &summary, &problem);
	if (!err)
		err = pn_args_open(args.output, &out, &problem);
	if (!err) {
		pn_report_latency(summary, out.stream);
		err = pn_args_commit(args.output, &out, &problem);
	}
	if (err)
		pn_error("%s", problem.text);
	pn_summary_free(summary);
	pn_trace_args_free(&args);
	return err ? PN_EXIT_FAIL : PN_EXIT_OK;
}
