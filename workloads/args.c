// SPDX-License-Identifier: GPL-2.0-only
/* The options that all workloads have, and checked reading of option values. */
#include "args.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/diag.h"
#include "util/duration.h"

enum {
	KEY_SEED = 0x1000,
	KEY_STEP,
	KEY_SYSROOT,
};

static const struct argp_option options[] = {
	{ NULL, 0, NULL, 0, "Options of all workloads:", 10 },
	{ "duration", 'd', "TIME", 0, "Length of the whole run (like 10s, 2m)", 0 },
	{ "step", KEY_STEP, "TIME", 0, "Length of one step, in place of --duration", 0 },
	{ "cpus", 'c', "LIST", 0, "CPUs to use (like 0-3,8)", 0 },
	{ "json", 'j', "FILE", 0, "Write the results as JSON; - is stdout", 0 },
	{ "seed", KEY_SEED, "N", 0, "Seed of everything random (default 1)", 0 },
	{ "quiet", 'q', NULL, 0, "Only errors on stderr", 0 },
	{ "verbose", 'v', NULL, 0, "Notes on stderr as well", 0 },
	{ "sysroot", KEY_SYSROOT, "DIR", OPTION_HIDDEN, "Look for sysfs under DIR", 0 },
	{ NULL, 'h', NULL, OPTION_HIDDEN, NULL, -1 },
	{ 0 },
};

static int parse_common(int key, char *arg, struct argp_state *state)
{
	struct pn_args *args = state->input;

	switch (key) {
	case 'd':
		return pn_args_time("--duration", arg, 1, &args->duration_ns);
	case KEY_STEP:
		return pn_args_time("--step", arg, 1, &args->step_ns);
	case 'c':
		return pn_args_cpus("--cpus", arg, &args->cpus);
	case 'j':
		args->json = arg;
		return 0;
	case KEY_SEED:
		return pn_args_u64("--seed", arg, 0, UINT64_MAX, &args->seed);
	case 'q':
		args->quiet = true;
		pn_diag_verbosity(PN_QUIET);
		return 0;
	case 'v':
		pn_diag_verbosity(PN_VERBOSE);
		return 0;
	case KEY_SYSROOT:
		args->sysroot = arg;
		return 0;
	case 'h':
		argp_state_help(state, state->out_stream, ARGP_HELP_STD_HELP);
		return 0;
	case ARGP_KEY_INIT:
		/* argp would add a second line to each error; silenced, getopt still says its own. */
		state->err_stream = NULL;
		args->seed = 1;
		args->sysroot = "";
		return 0;
	case ARGP_KEY_ARG:
		pn_error("unexpected argument '%s'", arg);
		return EINVAL;
	case ARGP_KEY_END:
		if (!args->duration_ns || !args->step_ns)
			return 0;
		pn_error("--duration and --step exclude one another");
		return EINVAL;
	}
	return ARGP_ERR_UNKNOWN;
}

const struct argp pn_args_common = { .options = options, .parser = parse_common };

int pn_args_parse(const struct argp *argp, int argc, char **argv, void *input)
{
	/* getopt prints its first argument, argp and our messages the short name. */
	argv[0] = program_invocation_short_name;
	argp_err_exit_status = PN_ARGS_EXIT_USAGE;
	pn_diag_init(argv[0], PN_NORMAL);
	return argp_parse(argp, argc, argv, 0, NULL, input) ? -EINVAL : 0;
}

void pn_args_free(struct pn_args *args)
{
	pn_cpuset_free(&args->cpus);
}

int pn_args_u64(const char *option, const char *text, uint64_t min, uint64_t max, uint64_t *out)
{
	int err = pn_parse_u64(text, min, max, out);

	if (err == -ERANGE)
		pn_error("%s: %s is not in the range of %llu to %llu", option, text,
			 (unsigned long long)min, (unsigned long long)max);
	else if (err)
		pn_error("%s: '%s' is not a whole number", option, text);
	return err ? -EINVAL : 0;
}

int pn_args_time(const char *option, const char *text, uint64_t min_ns, uint64_t *out_ns)
{
	int err = pn_parse_duration(text, out_ns);
	char min[16];

	if (err == -EINVAL) {
		pn_error("%s: '%s' is not a time with a unit (like 50ns, 5us, 1.5ms, 10s, 2m)",
			 option, text);
	} else if (err || *out_ns < min_ns || *out_ns > PN_ARGS_TIME_MAX_NS) {
		pn_error("%s: %s is not in the range of %s to 9000 h", option, text,
			 pn_format_ns(min_ns, min, sizeof(min)));
		err = -EINVAL;
	}
	return err;
}

int pn_args_cpus(const char *option, const char *text, struct pn_cpuset *out)
{
	struct pn_cpuset set;
	int err = pn_cpulist_parse(text, &set);

	if (err == -ERANGE)
		pn_error("%s: a CPU number in '%s' is too large", option, text);
	else if (err || !pn_cpuset_count(&set))
		pn_error("%s: '%s' is not a list of CPUs (like 0-3,8)", option, text);
	if (err || !pn_cpuset_count(&set)) {
		pn_cpuset_free(&set);
		return -EINVAL;
	}
	pn_cpuset_free(out);
	*out = set;
	return 0;
}

int pn_args_sweep(const char *option, const char *text, pn_sweep_parse_fn parse,
		  const char *example, struct pn_sweep *out)
{
	int err = pn_sweep_parse(text, parse, out);

	if (err == -ERANGE)
		pn_error("%s: '%s' holds a value out of range, or more than %u steps", option, text,
			 PN_SWEEP_STEPS_MAX);
	else if (err)
		pn_error("%s: '%s' is not FROM:TO:STEP (like %s)", option, text, example);
	return err ? -EINVAL : 0;
}

static void list_choices(const char *option, const char *text, const char *const *names)
{
	char list[128] = "";
	size_t len = 0;

	for (; *names && len < sizeof(list); names++)
		len += (size_t)snprintf(list + len, sizeof(list) - len, "%s%s", len ? ", " : "",
					*names);
	pn_error("%s: '%s' is none of %s", option, text, list);
}

int pn_args_choice(const char *option, const char *text, const char *const *names)
{
	for (int i = 0; names[i]; i++)
		if (!strcmp(text, names[i]))
			return i;
	list_choices(option, text, names);
	return -EINVAL;
}

uint64_t pn_args_step_ns(const struct pn_args *args, uint32_t nr_steps, uint64_t default_ns)
{
	if (args->step_ns)
		return args->step_ns;
	if (!args->duration_ns)
		return default_ns;
	return args->duration_ns >= nr_steps ? args->duration_ns / nr_steps : 1;
}
