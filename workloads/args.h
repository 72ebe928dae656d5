/* SPDX-License-Identifier: GPL-2.0-only */
/* The options that all workloads have, and checked reading of option values. */
#ifndef PN_ARGS_H
#define PN_ARGS_H

#include <argp.h>
#include <stdbool.h>
#include <stdint.h>

#include "sweep.h"
#include "util/cpulist.h"

/** enum pn_args_exit - exit statuses of the workloads; a signal that ended one adds 128 + N */
enum pn_args_exit {
	PN_ARGS_EXIT_DONE = 0,
	PN_ARGS_EXIT_FAIL = 1,	/* could not */
	PN_ARGS_EXIT_USAGE = 2, /* wrong usage */
	PN_ARGS_EXIT_CANNOT_HERE =
		77, /* not on this machine: no such CPU, not allowed, not online */
};

/** The longest time that an option may name: about a year. */
#define PN_ARGS_TIME_MAX_NS (UINT64_C(9000) * 3600 * 1000000000)

/** The end of every --help text. */
#define PN_ARGS_EXIT_HELP                                                                \
	"Exit status: 0 done; 1 could not; 2 wrong usage; 77 this machine cannot do it " \
	"(no such CPU, CPU offline or forbidden); 128+N ended early by signal N, with results."

/** struct pn_args - what the options of all workloads say */
struct pn_args {
	uint64_t duration_ns;  /* 0: not given */
	uint64_t step_ns;      /* 0: not given */
	struct pn_cpuset cpus; /* empty: not given */
	const char *json;      /* file name, or NULL */
	const char *sysroot;
	uint64_t seed;
	bool quiet;
};

/** pn_args_common - argp child for those options; its input is a struct pn_args */
extern const struct argp pn_args_common;

/**
 * pn_args_parse - parses a command line
 * @argp: the workload's options, with pn_args_common as a child
 * @argc: as main() has it
 * @argv: as main() has it; not empty; its first element becomes the program's short name
 * @input: the workload's own structure
 *
 * An error is one line on stderr. --help and --version end the program with 0.
 *
 * Returns: 0 or -EINVAL.
 */
int pn_args_parse(const struct argp *argp, int argc, char **argv, void *input);

/** pn_args_free - frees what parsing allocated */
void pn_args_free(struct pn_args *args);

/**
 * pn_args_u64 - the value of an option that takes a number
 * @option: its name, for the message
 * @text: what was given
 * @min: smallest value allowed
 * @max: largest value allowed
 * @out: untouched on error
 *
 * Returns: 0, or -EINVAL with one line on stderr; the same goes for the functions below.
 */
int pn_args_u64(const char *option, const char *text, uint64_t min, uint64_t max, uint64_t *out);

/** pn_args_time - the value of an option that takes a time of @min_ns to PN_ARGS_TIME_MAX_NS */
int pn_args_time(const char *option, const char *text, uint64_t min_ns, uint64_t *out_ns);

/** pn_args_cpus - the value of an option that takes a list of CPUs, which is not empty */
int pn_args_cpus(const char *option, const char *text, struct pn_cpuset *out);

/** pn_args_sweep - the value of an option that takes "FROM:TO:STEP", each read by @parse */
int pn_args_sweep(const char *option, const char *text, pn_sweep_parse_fn parse,
		  const char *example, struct pn_sweep *out);

/** pn_args_choice - the index of @text in @names, whose end is NULL, or -EINVAL and a line */
int pn_args_choice(const char *option, const char *text, const char *const *names);

/**
 * pn_args_step_ns - how long one step of a run takes
 * @args: parsed; --duration is the whole run, shared out evenly, --step is one step
 * @nr_steps: at least 1
 * @default_ns: with neither option
 *
 * Returns: the time, at least 1.
 */
uint64_t pn_args_step_ns(const struct pn_args *args, uint32_t nr_steps, uint64_t default_ns);

#endif
