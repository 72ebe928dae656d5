// SPDX-License-Identifier: GPL-2.0-only
/* analyzer dump: the stays of a trace, one a line. */
#include <errno.h>
#include <string.h>

#include "cmd.h"
#include "cmd_args.h"
#include "util/diag.h"

static const char doc[] =
	"Prints every stay of a trace, one a line, in the order in which they end.\v"
	"Columns, with tabs between: cpu, state, start_ns, end_ns, length_ns, kind (completed,\n"
	"tail, lost, reentered or negative), verdict (above: too deep; below: too shallow; pn: a\n"
	"powernightmare; - otherwise, and without a state table). length_ns is - where the length\n"
	"is not known.\n\n"
	"Examples:\n"
	"  analyzer dump trace.dat | sort -k5,5nr | head\n"
	"  analyzer dump -c 1 --from +1s --to +1.01s trace.dat\n\n"
	"Exit status: 0 done; 1 could not; 2 wrong usage.";

static const char *verdict_name(char verdict)
{
	switch (verdict) {
	case 'a':
		return "above";
	case 'b':
		return "below";
	case 'n':
		return "pn";
	default:
		return "-";
	}
}

static int print_stay(void *ctx, uint32_t cpu, const struct pn_span *span, char verdict)
{
	static const char *const kinds[] = {
		[PN_SPAN_COMPLETED] = "completed", [PN_SPAN_TAIL] = "tail",
		[PN_SPAN_LOST] = "lost",	   [PN_SPAN_REENTERED] = "reentered",
		[PN_SPAN_NEGATIVE] = "negative",
	};
	FILE *out = ctx;

	fprintf(out, "%u\t%d\t%llu\t%llu\t", cpu, span->state, (unsigned long long)span->start_ns,
		(unsigned long long)span->end_ns);
	if (span->kind == PN_SPAN_COMPLETED)
		fprintf(out, "%llu", (unsigned long long)(span->end_ns - span->start_ns));
	else
		fputc('-', out);
	fprintf(out, "\t%s\t%s\n", kinds[span->kind], verdict_name(verdict));
	return ferror(out) ? -EIO : 0;
}

/**
 * pn_cmd_dump - the command 'dump'
 * @argc: of @argv
 * @argv: the command and its arguments
 *
 * Returns: an exit status.
 */
int pn_cmd_dump(int argc, char **argv)
{
	static const struct argp_child children[] = { { &pn_trace_argp, 0, NULL, 0 }, { 0 } };
	static const struct argp argp = { .args_doc = "TRACE", .doc = doc, .children = children };
	struct pn_trace_args args = PN_TRACE_ARGS;
	struct pn_problem problem = { "" };
	struct pn_summary *summary = NULL;
	struct pn_outfile out;
	int err;

	if (argp_parse(&argp, argc, argv, 0, NULL, &args))
		return PN_EXIT_USAGE;
	err = pn_args_open(args.output, &out, &problem);
	if (!err) {
		fputs("cpu\tstate\tstart_ns\tend_ns\tlength_ns\tkind\tverdict\n", out.stream);
		args.request.watch = print_stay;
		args.request.watch_ctx = out.stream;
		err = pn_pipeline_run(&args.request, &summary, &problem);
		if (!err || err == -EIO)
			err = pn_args_commit(args.output, &out, &problem);
		else
			pn_outfile_discard(&out);
	}
	if (err)
		pn_error("%s", problem.text);
	else
		pn_args_untrusted(summary, "'analyzer report'");
	pn_summary_free(summary);
	pn_trace_args_free(&args);
	return err ? PN_EXIT_FAIL : PN_EXIT_OK;
}
