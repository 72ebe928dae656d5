// SPDX-License-Identifier: GPL-2.0-only
/*
 * Command lines: one argument a line, over a small trace. Nothing that an input names is opened,
 * read or written: paths are replaced, and what looks at this machine is not called.
 */
#include <argp.h>
#include <errno.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd.h"
#include "fuzz.h"
#include "io/counters.h"
#include "pipeline.h"
#include "sides.h"
#include "support/tracedat_writer.h"
#include "util/diag.h"
#include "util/outfile.h"

#define MAX_ARGS 40
#define MAX_SIZE 4096

/* What a command holds when it ends the program, and the trace, are not freed. */
const char *__asan_default_options(void);

const char *__asan_default_options(void)
{
	return "detect_leaks=0";
}

/* Made once, and kept: a small trace. */
static struct pn_fuzz_file trace;

static bool running;
static jmp_buf way_out;

/* --- what the linker puts in the place of others (--wrap) ------------------------------------- */

void __wrap_exit(int status) __attribute__((noreturn));
void __real_exit(int status) __attribute__((noreturn));
error_t __wrap_argp_parse(const struct argp *argp, int argc, char **argv, unsigned int flags,
			  int *index, void *input);
error_t __real_argp_parse(const struct argp *argp, int argc, char **argv, unsigned int flags,
			  int *index, void *input);
int __wrap_pn_pipeline_run(const struct pn_request *request, struct pn_summary **summary,
			   struct pn_problem *problem);
int __real_pn_pipeline_run(const struct pn_request *request, struct pn_summary **summary,
			   struct pn_problem *problem);
int __wrap_pn_outfile_open(const char *path, struct pn_outfile *out);
int __real_pn_outfile_open(const char *path, struct pn_outfile *out);
int __wrap_pn_side_read(const char *path, struct pn_request *request, struct pn_results *results,
			struct pn_problem *problem);
int __wrap_pn_states_sysfs(const char *sysroot, struct pn_machine **machine,
			   struct pn_problem *problem);
int __wrap_pn_counters_open(const struct pn_counters_options *options,
			    struct pn_counters **counters, struct pn_problem *problem);

/* A command may end the program over wrong usage; what it held is lost, which this target allows. */
void __wrap_exit(int status)
{
	if (!running)
		__real_exit(status);
	longjmp(way_out, status + 1);
}

/* glibc's own calls of exit() cannot be replaced, but can be asked not to be made. */
error_t __wrap_argp_parse(const struct argp *argp, int argc, char **argv, unsigned int flags,
			  int *index, void *input)
{
	return __real_argp_parse(argp, argc, argv, flags | ARGP_NO_EXIT, index, input);
}

int __wrap_pn_pipeline_run(const struct pn_request *request, struct pn_summary **summary,
			   struct pn_problem *problem)
{
	struct pn_request safe = *request;

	safe.path = trace.path;
	safe.states = NULL;
	safe.sysroot = NULL;
	safe.units = false;
	return __real_pn_pipeline_run(&safe, summary, problem);
}

int __wrap_pn_outfile_open(const char *path, struct pn_outfile *out)
{
	(void)path;
	return __real_pn_outfile_open("/dev/null", out);
}

int __wrap_pn_side_read(const char *path, struct pn_request *request, struct pn_results *results,
			struct pn_problem *problem)
{
	(void)request;
	(void)results;
	return pn_problem_set(problem, -ENOENT, "%s: is not read here", path);
}

int __wrap_pn_states_sysfs(const char *sysroot, struct pn_machine **machine,
			   struct pn_problem *problem)
{
	*machine = NULL;
	return pn_problem_set(problem, -ENOENT, "%s: is not read here", sysroot);
}

int __wrap_pn_counters_open(const struct pn_counters_options *options,
			    struct pn_counters **counters, struct pn_problem *problem)
{
	*counters = NULL;
	return pn_problem_set(problem, -ENOENT, "%s: is not read here", options->sysroot);
}

/* --- the target ------------------------------------------------------------------------------- */

static void make_trace(void)
{
	struct pn_mkdat_options options = pn_mkdat_defaults();
	struct pn_mkdat *dat = pn_mkdat_new(&options);
	const struct pn_datbuf *bytes;

	for (uint32_t i = 0; i < 40; i++) {
		pn_mkdat_idle(dat, i % 3, 1000000000 + i * 7000000, i % 3, (int32_t)(i / 3 % 3));
		pn_mkdat_idle(dat, i % 3, 1006000000 + i * 7000000, i % 3, -1);
	}
	pn_mkdat_print(dat, 0, 1100000000, "pn: sleepers phase=0 param=1ms");
	bytes = pn_mkdat_finish(dat);
	pn_fuzz_file_open(&trace, bytes->bytes, bytes->size);
	pn_mkdat_free(dat);
}

static const struct {
	const char *name;
	int (*run)(int argc, char **argv);
} commands[] = {
	{ "report", pn_cmd_report },   { "compare", pn_cmd_compare }, { "dump", pn_cmd_dump },
	{ "latency", pn_cmd_latency }, { "states", pn_cmd_states },   { "sample", pn_cmd_sample },
};

/* Parts the text into lines; the arguments end with NULL. */
static int split(char *text, char *argv[MAX_ARGS + 1])
{
	int argc = 0;

	while (text && *text && argc < MAX_ARGS) {
		/* argp's own --HANG does what it says. */
		if (strncmp(text, "--H", 3) != 0)
			argv[argc++] = text;
		text = strchr(text, '\n');
		if (text)
			*text++ = '\0';
	}
	argv[argc] = NULL;
	return argc;
}

static void run(int argc, char **argv)
{
	for (size_t i = 0; i < sizeof(commands) / sizeof(*commands); i++) {
		int status;

		if (strcmp(commands[i].name, argv[0]) != 0)
			continue;
		status = commands[i].run(argc, argv);
		PN_FUZZ_CHECK(status >= PN_EXIT_OK && status <= PN_EXIT_UNTRUSTED);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *argv[MAX_ARGS + 1], *text;
	int argc;

	if (size > MAX_SIZE)
		return -1;
	if (!*trace.path) {
		make_trace();
		/* Usage and help are of no interest here. */
		PN_FUZZ_CHECK(freopen("/dev/null", "w", stdout));
	}
	pn_diag_init("fuzz", PN_QUIET);
	text = pn_fuzz_text(data, size);
	argc = split(text, argv);
	running = true;
	if (argc && !setjmp(way_out))
		run(argc, argv);
	running = false;
	free(text);
	return 0;
}
