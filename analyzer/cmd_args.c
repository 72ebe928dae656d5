// SPDX-License-Identifier: GPL-2.0-only
/* Options that several commands share. */
#include "cmd_args.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd.h"
#include "core/names.h"
#include "util/diag.h"
#include "util/duration.h"

/* Most workers that may be asked for. */
#define JOBS_MAX 1024

enum {
	KEY_SYSROOT = 0x200,
	KEY_INSTANCE,
	KEY_FROM,
	KEY_TO,
	KEY_THRESHOLD,
	KEY_GAP,
	KEY_VERDICTS,
	KEY_JOBS,
};

static const struct argp_option options[] = {
	{ NULL, 0, NULL, 0, "What to read:", 1 },
	{ "cpus", 'c', "LIST", 0, "these CPUs alone, as in 0-3,8", 1 },
	{ "states", 's', "FILE", 0, "the state table, instead of states.json beside TRACE", 1 },
	{ "sysroot", KEY_SYSROOT, "DIR", 0,
	  "take the state table from the sysfs tree in DIR (/ is this machine)", 1 },
	{ "instance", KEY_INSTANCE, "NAME", 0, "this buffer instance, not the top one", 1 },
	{ "from", KEY_FROM, "TIME", 0,
	  "from this time on: seconds as in the trace, or +TIME after its first event", 1 },
	{ "to", KEY_TO, "TIME", 0, "before this time", 1 },
	{ NULL, 0, NULL, 0, "How to judge:", 2 },
	{ "pn-threshold", KEY_THRESHOLD, "TIME", 0,
	  "a powernightmare is longer (default: 1.5 ticks; 15 ms where the tick is not known)", 2 },
	{ "chain-gap", KEY_GAP, "TIME", 0, "stays of a chain are no further apart (100us)", 2 },
	{ "verdicts", KEY_VERDICTS, "WHOSE", 0,
	  "too deep and too shallow: auto (default), kernel (cpu_idle_miss), or length (of stays)",
	  2 },
	{ "output", 'o', "FILE", 0, "write to FILE, whole or not at all", 5 },
	{ NULL, 0, NULL, 0, "Running:", 9 },
	{ "jobs", KEY_JOBS, "N", 0, "workers (default: one for each CPU that may be used)", 9 },
	{ "quiet", 'q', NULL, 0, "no progress and no warnings", 9 },
	{ "verbose", 'v', NULL, 0, "say more", 9 },
	{ NULL, 'h', NULL, OPTION_HIDDEN, NULL, -1 },
	{ 0 },
};

void pn_args_usage(const struct argp_state *state, const char *fmt, ...)
{
	char text[PN_PROBLEM_LEN];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	pn_error("%s; try '%s --help'", text, state->name);
	exit(PN_EXIT_USAGE);
}

uint64_t pn_args_duration(const struct argp_state *state, const char *option, const char *text)
{
	uint64_t ns;

	if (pn_parse_duration(text, &ns))
		pn_args_usage(state, "%s: '%s' is no duration (1.5ms, 20us, 2s)", option, text);
	return ns;
}

uint64_t pn_args_number(const struct argp_state *state, const char *option, const char *text,
			uint64_t min, uint64_t max)
{
	uint64_t value;

	if (pn_parse_u64(text, min, max, &value))
		pn_args_usage(state, "%s: '%s' is no number from %llu to %llu", option, text,
			      (unsigned long long)min, (unsigned long long)max);
	return value;
}

static int cannot_write(const char *path, int err, struct pn_problem *problem)
{
	return pn_problem_set(problem, err, "%s: cannot be written: %s",
			      strcmp(path, "-") == 0 ? "standard output" : path, strerror(-err));
}

int pn_args_open(const char *path, struct pn_outfile *out, struct pn_problem *problem)
{
	int err = pn_outfile_open(path, out);

	return err ? cannot_write(path, err, problem) : 0;
}

int pn_args_commit(const char *path, struct pn_outfile *out, struct pn_problem *problem)
{
	int err = pn_outfile_commit(out);

	return err ? cannot_write(path, err, problem) : 0;
}

bool pn_args_untrusted(const struct pn_summary *summary, const char *where)
{
	bool untrusted = pn_summary_untrusted(summary);

	if (untrusted)
		pn_warn("%s: the data is not to be trusted in full: see %s", summary->trace.file,
			where);
	return untrusted;
}

int pn_args_report(const char *path, const struct pn_report_ops *form,
		   const struct pn_summary *summary, const struct pn_report_options *shown,
		   struct pn_problem *problem)
{
	struct pn_outfile out;
	int err = pn_args_open(path, &out, problem);

	if (err)
		return err;
	err = form->write(summary, shown, out.stream);
	if (!err || err == -EIO)
		return pn_args_commit(path, &out, problem);
	pn_outfile_discard(&out);
	return pn_problem_set(problem, err, "%s: %s", path, strerror(-err));
}

bool pn_args_help(int key, struct argp_state *state)
{
	if (key != 'h')
		return false;
	argp_state_help(state, state->out_stream, ARGP_HELP_STD_HELP);
	return true;
}

/* "34.897119" as it stands in a trace, "34.9s", or "+1.5s" after the first event. */
static struct pn_point parse_point(const struct argp_state *state, const char *option,
				   const char *text)
{
	struct pn_point point = { .given = true, .relative = *text == '+' };
	const char *number = text + point.relative;
	size_t len = strlen(number);
	char seconds[64];

	if (len && len < sizeof(seconds) - 1 && isdigit((unsigned char)number[len - 1])) {
		memcpy(seconds, number, len);
		memcpy(seconds + len, "s", 2);
		number = seconds;
	}
	if (pn_parse_duration(number, &point.ns))
		pn_args_usage(state, "%s: '%s' is no time (12.345678, or +1.5s)", option, text);
	return point;
}

void pn_args_cpus(const struct argp_state *state, const char *text, struct pn_cpuset *cpus)
{
	pn_cpuset_free(cpus);
	if (pn_cpulist_parse(text, cpus) || !pn_cpuset_count(cpus))
		pn_args_usage(state, "--cpus: '%s' is no list of CPUs (0-3,8)", text);
}

static uint64_t positive(const struct argp_state *state, const char *option, const char *text)
{
	uint64_t ns = pn_args_duration(state, option, text);

	if (!ns)
		pn_args_usage(state, "%s: has to be above zero", option);
	return ns;
}

const char *pn_args_sysroot(const char *dir)
{
	return strcmp(dir, "/") == 0 ? "" : dir;
}

/* What can be told without the trace; where one is relative to it, the trace has the last word. */
static void check_window(const struct argp_state *state, const struct pn_request *request)
{
	const struct pn_point *from = &request->from, *to = &request->to;

	if (from->given && to->given && from->relative == to->relative && from->ns >= to->ns)
		pn_args_usage(state, "--from does not lie before --to");
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct pn_trace_args *args = state->input;
	struct pn_request *request = &args->request;

	switch (key) {
	case 'c':
		pn_args_cpus(state, arg, &args->cpus);
		request->cpus = &args->cpus;
		return 0;
	case 's':
		request->states = arg;
		return 0;
	case 'o':
		args->output = arg;
		return 0;
	case KEY_SYSROOT:
		request->sysroot = pn_args_sysroot(arg);
		return 0;
	case KEY_INSTANCE:
		request->instance = arg;
		return 0;
	case KEY_FROM:
		request->from = parse_point(state, "--from", arg);
		return 0;
	case KEY_TO:
		request->to = parse_point(state, "--to", arg);
		return 0;
	case KEY_THRESHOLD:
		request->threshold_ns = positive(state, "--pn-threshold", arg);
		return 0;
	case KEY_GAP:
		request->chain_gap_ns = positive(state, "--chain-gap", arg);
		return 0;
	case KEY_VERDICTS:
		if (pn_verdicts_find(arg) < 0)
			pn_args_usage(state, "--verdicts: '%s' is not auto, kernel or length", arg);
		request->verdicts = (enum pn_verdicts)pn_verdicts_find(arg);
		return 0;
	case KEY_JOBS:
		request->jobs = (unsigned int)pn_args_number(state, "--jobs", arg, 1, JOBS_MAX);
		return 0;
	case 'q':
		request->quiet = true;
		pn_diag_verbosity(PN_QUIET);
		return 0;
	case 'v':
		pn_diag_verbosity(PN_VERBOSE);
		return 0;
	case ARGP_KEY_ARG:
		if (request->path)
			pn_args_usage(state, "'%s': only one trace at a time", arg);
		request->path = arg;
		return 0;
	case ARGP_KEY_END:
		if (!request->path)
			pn_args_usage(state, "which trace?");
		if (request->states && request->sysroot)
			pn_args_usage(state, "--states and --sysroot exclude one another");
		check_window(state, request);
		return 0;
	default:
		return pn_args_help(key, state) ? 0 : ARGP_ERR_UNKNOWN;
	}
}

const struct argp pn_trace_argp = { .options = options, .parser = parse };

void pn_trace_args_free(struct pn_trace_args *args)
{
	pn_cpuset_free(&args->cpus);
}
