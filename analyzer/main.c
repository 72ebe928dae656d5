// SPDX-License-Identifier: GPL-2.0-only
/* The analyzer's entry: finds the command and runs it. */
#include <argp.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "cmd.h"
#include "util/diag.h"

#define PROGRAM	      "analyzer"
#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

const char *argp_program_version = PROGRAM " (powernightmare) " PN_VERSION;

static const struct pn_cmd commands[] = {
	{ "report", pn_cmd_report, "say what a trace shows (needs no name: analyzer TRACE)" },
	{ "compare", pn_cmd_compare, "say what is better and what is worse than a base" },
	{ "plot", pn_cmd_plot, "draw it with gnuplot, and make a page of it" },
	{ "latency", pn_cmd_latency, "say how late CPUs answered, by their idle state" },
	{ "dump", pn_cmd_dump, "print the stays of a trace, one a line" },
	{ "states", pn_cmd_states, "print a machine's idle states, tick and topology" },
	{ "sample", pn_cmd_sample, "sample the kernel's counters over time" },
};

/* What is started when the first argument names no command. */
static const char implicit_command[] = "report";

static const struct pn_cmd *find_command(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(commands); i++)
		if (strcmp(commands[i].name, name) == 0)
			return &commands[i];
	return NULL;
}

static char *commands_help(int key, const char *text, void *input)
{
	char *help = NULL;
	size_t size = 0;
	FILE *out;

	(void)input;
	if (key != ARGP_KEY_HELP_POST_DOC)
		return (char *)(uintptr_t)text;
	out = open_memstream(&help, &size);
	if (!out)
		return NULL;
	fputs("Commands:\n", out);
	for (size_t i = 0; i < ARRAY_SIZE(commands); i++)
		fprintf(out, "  %-8s %s\n", commands[i].name, commands[i].help);
	fputs("\n'" PROGRAM " COMMAND --help' tells more.\n\n"
	      "Exit status: 0 done; 1 could not; 2 wrong usage; 3 done, and a gate tripped;\n"
	      "4 done, but the data is not to be trusted and --strict was given.",
	      out);
	fclose(out);
	return help;
}

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	(void)arg;
	if (key == 'h')
		argp_state_help(state, state->out_stream, ARGP_HELP_STD_HELP);
	return key == 'h' ? 0 : ARGP_ERR_UNKNOWN;
}

static const struct argp_option options[] = {
	{ NULL, 'h', NULL, OPTION_HIDDEN, NULL, -1 },
	{ 0 },
};

static const struct argp argp = {
	.options = options,
	.parser = parse_option,
	.args_doc = "COMMAND [ARGUMENT...]",
	.doc = "Finds out whether a cpuidle governor picks the right idle state.\v",
	.help_filter = commands_help,
};

static int is_own_option(const char *arg)
{
	static const char *const own[] = { "-h", "-?", "--help", "--usage", "-V", "--version" };

	for (size_t i = 0; i < ARRAY_SIZE(own); i++)
		if (strcmp(own[i], arg) == 0)
			return 1;
	return 0;
}

/* Every way out goes through here, argp's --help too: a full disk must not look like success. */
static void check_stdout(void)
{
	int failed = ferror(stdout);

	if (fflush(stdout) == 0 && !failed)
		return;
	pn_error("standard output: cannot be written: %s", strerror(errno ? errno : EIO));
	_exit(PN_EXIT_FAIL);
}

/*
 * Past half of this machine's memory, allocation fails and the command says so: a file from a
 * stranger must not make the kernel end other programs for want of memory. A process that has more
 * mapped than that before it did anything (as built with a sanitizer) has no use for such a limit.
 */
static void limit_memory(void)
{
	uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE), half;
	unsigned long long mapped = 0;
	FILE *statm = fopen("/proc/self/statm", "re");
	struct rlimit limit;

	half = (uint64_t)sysconf(_SC_PHYS_PAGES) * page / 2;
	if (!statm || fscanf(statm, "%llu", &mapped) != 1)
		mapped = 0;
	if (statm)
		fclose(statm);
	if (!mapped || mapped * page > half || getrlimit(RLIMIT_DATA, &limit) ||
	    limit.rlim_cur <= half)
		return;
	limit.rlim_cur = half;
	setrlimit(RLIMIT_DATA, &limit);
}

static int run_command(const struct pn_cmd *cmd, int argc, char **argv)
{
	char title[64];

	/* the usage text and argp's messages begin with it */
	snprintf(title, sizeof(title), PROGRAM " %s", cmd->name);
	argv[0] = title;
	return cmd->run(argc, argv);
}

int main(int argc, char **argv)
{
	const struct pn_cmd *cmd;

	argp_err_exit_status = PN_EXIT_USAGE;
	pn_diag_init(PROGRAM, PN_NORMAL);
	if (atexit(check_stdout))
		return PN_EXIT_FAIL;
	if (argc < 2) {
		pn_error("what is to be done? Try '" PROGRAM " --help'");
		return PN_EXIT_USAGE;
	}
	if (is_own_option(argv[1]))
		return argp_parse(&argp, argc, argv, 0, NULL, NULL) ? PN_EXIT_USAGE : PN_EXIT_OK;
	limit_memory();
	cmd = find_command(argv[1]);
	if (cmd)
		return run_command(cmd, argc - 1, argv + 1);
	cmd = find_command(implicit_command);
	if (cmd)
		return run_command(cmd, argc, argv);
	pn_error("%s: no such command; try '" PROGRAM " --help'", argv[1]);
	return PN_EXIT_USAGE;
}
