// SPDX-License-Identifier: GPL-2.0-only
/* analyzer states: a machine's idle states, tick and topology as a sidecar. */
#include <argp.h>
#include <errno.h>

#include "cmd.h"
#include "cmd_args.h"
#include "io/states.h"
#include "out/states_json.h"
#include "util/diag.h"

enum { OPT_SYSROOT = 256 };

struct settings {
	const char *sysroot;
	const char *output;
};

static const struct argp_option options[] = {
	{ "sysroot", OPT_SYSROOT, "DIR", 0, "read the tree copied to DIR, not this machine", 0 },
	{ "output", 'o', "FILE", 0, "write to FILE, whole or not at all", 0 },
	{ NULL, 'h', NULL, OPTION_HIDDEN, NULL, -1 },
	{ 0 },
};

static const char doc[] =
	"Prints the idle states, the tick and the topology of a machine as JSON, for 'report -s'.\v"
	"A copied tree holds sys/devices/system/cpu and, for the tick, proc/config.gz or one "
	"boot/config-*. What nobody tells is null. A machine without a cpuidle driver has no "
	"table.\n\n"
	"Examples:\n"
	"  analyzer states -o states.json\n"
	"  analyzer states --sysroot copy-of-the-board | less\n\n"
	"Exit status: 0 done; 1 could not read or write; 2 wrong usage.";

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct settings *settings = state->input;

	switch (key) {
	case OPT_SYSROOT:
		settings->sysroot = pn_args_sysroot(arg);
		return 0;
	case 'o':
		settings->output = arg;
		return 0;
	default:
		return pn_args_help(key, state) ? 0 : ARGP_ERR_UNKNOWN;
	}
}

static int write_states(const struct pn_machine *machine, const char *path,
			struct pn_problem *problem)
{
	struct pn_outfile out;
	int err;

	err = pn_args_open(path, &out, problem);
	if (err)
		return err;
	err = pn_states_write(machine, out.stream);
	if (err != -ENOMEM)
		return pn_args_commit(path, &out, problem);
	pn_outfile_discard(&out);
	return pn_problem_set(problem, err, "out of memory");
}

/**
 * pn_cmd_states - the command 'states'
 * @argc: of @argv
 * @argv: the command and its arguments
 *
 * Returns: an exit status.
 */
int pn_cmd_states(int argc, char **argv)
{
	static const struct argp argp = { .options = options, .parser = parse_option, .doc = doc };
	struct settings settings = { .sysroot = "", .output = "-" };
	struct pn_problem problem = { 0 };
	struct pn_machine *machine;
	int err;

	if (argp_parse(&argp, argc, argv, 0, NULL, &settings))
		return PN_EXIT_USAGE;
	err = pn_states_sysfs(settings.sysroot, &machine, &problem);
	if (!err)
		err = write_states(machine, settings.output, &problem);
	pn_machine_free(machine);
	if (err)
		pn_error("%s", problem.text);
	return err ? PN_EXIT_FAIL : PN_EXIT_OK;
}
