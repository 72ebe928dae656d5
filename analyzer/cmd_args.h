/* SPDX-License-Identifier: GPL-2.0-only */
/* Options that several commands share, spelled the same everywhere. */
#ifndef PN_CMD_ARGS_H
#define PN_CMD_ARGS_H

#include <argp.h>

#include "out/report.h"
#include "pipeline.h"
#include "util/cpulist.h"
#include "util/outfile.h"

/** struct pn_trace_args - what to read of a trace, and how; the input of pn_trace_argp */
struct pn_trace_args {
	struct pn_request request;
	struct pn_cpuset cpus; /* behind request.cpus */
	const char *output;    /* --output; "-" unless given */
};

/** Options of all that read a trace: a child parser whose input is struct pn_trace_args. */
extern const struct argp pn_trace_argp;

/** PN_TRACE_ARGS - what struct pn_trace_args is set to before parsing */
#define PN_TRACE_ARGS         \
	{                     \
		.output = "-" \
	}

/** pn_trace_args_free - frees what parsing has set up */
void pn_trace_args_free(struct pn_trace_args *args);

/** pn_args_duration - parses an option's duration; ends the program with a usage error if it is none */
uint64_t pn_args_duration(const struct argp_state *state, const char *option, const char *text);

/** pn_args_number - the same for a number from @min to @max */
uint64_t pn_args_number(const struct argp_state *state, const char *option, const char *text,
			uint64_t min, uint64_t max);

/** pn_args_cpus - parses a CPU list that names at least one CPU; what @cpus was before is freed */
void pn_args_cpus(const struct argp_state *state, const char *text, struct pn_cpuset *cpus);

/** pn_args_sysroot - --sysroot as the readers take it: "/" and "" both are this machine, "" */
const char *pn_args_sysroot(const char *dir);

/** pn_args_usage - one line of what is wrong and where help is, and exit status 2 */
void pn_args_usage(const struct argp_state *state, const char *fmt, ...)
	__attribute__((format(printf, 2, 3), noreturn));

/** pn_args_open - pn_outfile_open() that says what went wrong */
int pn_args_open(const char *path, struct pn_outfile *out, struct pn_problem *problem);

/** pn_args_commit - pn_outfile_commit() that says what went wrong */
int pn_args_commit(const char *path, struct pn_outfile *out, struct pn_problem *problem);

/** pn_args_untrusted - pn_summary_untrusted() that warns, and says where more is to be read */
bool pn_args_untrusted(const struct pn_summary *summary, const char *where);

/**
 * pn_args_report - writes a report to where --output says
 * @path: of the file, or "-"
 * @form: the report's form
 * @summary: of what
 * @shown: what of it
 * @problem: what went wrong
 *
 * Returns: 0, or a negative errno with @problem set; then nothing stands under @path.
 */
int pn_args_report(const char *path, const struct pn_report_ops *form,
		   const struct pn_summary *summary, const struct pn_report_options *shown,
		   struct pn_problem *problem);

/** pn_args_help - handles the hidden -h; true when @key was it */
bool pn_args_help(int key, struct argp_state *state);

#endif
