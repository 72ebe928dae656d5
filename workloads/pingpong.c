// SPDX-License-Identifier: GPL-2.0-only
/* Pairs of threads or processes that pass a token to and fro: the command line. */
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pingpong.h"
#include "spin.h"
#include "util/diag.h"
#include "util/duration.h"

#define PAIRS_MAX (PN_RUNNER_WORKERS_MAX / 2)

const char *argp_program_version = PN_PINGPONG_NAME " " PN_VERSION;

enum {
	KEY_PAIRS = 0x100,
	KEY_SWEEP,
	KEY_VIA,
	KEY_PROCESSES,
	KEY_RATE,
	KEY_SAMPLE,
};

static const struct argp_option options[] = {
	{ "pair", 'p', "PLACE", 0,
	  "Where a pair runs: A,B (two CPU numbers), same-core (one CPU for both), smt (two CPUs of "
	  "a core), same-package, other-package or free (default); again for more pairs",
	  0 },
	{ "pairs", KEY_PAIRS, "N", 0, "Number of pairs; takes the places in turn", 0 },
	{ "loops", 'l', "N", 0, "Loops of each pair in each step; default: until time is up", 0 },
	{ "work", 'w', "TIME", 0, "Work that each side does before it passes on (default 0)", 0 },
	{ "work-sweep", KEY_SWEEP, "F:T:S", 0, "Steps with work from F to T, S more each time", 0 },
	{ "via", KEY_VIA, "KIND", 0, "Pass by pipe (default), eventfd or futex", 0 },
	{ "processes", KEY_PROCESSES, NULL, 0, "Processes in place of threads", 0 },
	{ "spin-rate", KEY_RATE, "N", 0,
	  "Turns of work per millisecond; default: measured at the start, a little different each "
	  "time",
	  0 },
	{ "sample", KEY_SAMPLE, "N", 0,
	  "Time one loop in N for the percentiles, 0 for none; default: as the clock's cost allows",
	  0 },
	{ 0 },
};

static const char doc[] =
	"Pairs of threads pass a token to and fro and sleep while the other has it.\n"
	"\v"
	"Examples:\n"
	"  pingpong                            one pair, 10 s, not pinned\n"
	"  pingpong --loops 1000000 -p 0,1     a million loops between CPU 0 and CPU 1\n"
	"  pingpong -p 0,1 -p 2,3 --work 5us   two pairs with work between the passes\n"
	"  pingpong --pairs 2 --work-sweep 0:100us:5us --step 10s --json out.json\n"
	"\n" PN_ARGS_EXIT_HELP;

static int add_spot(struct pn_pingpong_options *opts, const struct pn_pingpong_spot *spot)
{
	size_t bytes = (opts->nr_spots + 1) * sizeof(*spot);
	struct pn_pingpong_spot *spots = realloc(opts->spots, bytes);

	if (!spots)
		return -ENOMEM;
	opts->spots = spots;
	spots[opts->nr_spots++] = *spot;
	return 0;
}

/* "A,B": order matters, so this is no CPU list. */
static int parse_cpu_pair(const char *text, uint32_t cpus[2])
{
	const char *comma = strchr(text, ',');
	char first[24];
	uint64_t a, b;

	if (!comma || comma - text >= (ptrdiff_t)sizeof(first))
		return -EINVAL;
	snprintf(first, sizeof(first), "%.*s", (int)(comma - text), text);
	if (pn_parse_u64(first, 0, PN_CPULIST_MAX - 1, &a) ||
	    pn_parse_u64(comma + 1, 0, PN_CPULIST_MAX - 1, &b))
		return -EINVAL;
	cpus[0] = (uint32_t)a;
	cpus[1] = (uint32_t)b;
	return 0;
}

static int parse_spot(struct pn_pingpong_options *opts, const char *text)
{
	static const struct {
		const char *name;
		enum pn_place_relation relation;
	} names[] = {
		{ "free", PN_PLACE_FREE },
		{ "same-core", PN_PLACE_SAME_CPU },
		{ "same-cpu", PN_PLACE_SAME_CPU },
		{ "smt", PN_PLACE_SMT },
		{ "same-package", PN_PLACE_SAME_PACKAGE },
		{ "other-package", PN_PLACE_OTHER_PACKAGE },
	};
	struct pn_pingpong_spot spot = { .named = true };

	if (!parse_cpu_pair(text, spot.cpus))
		return add_spot(opts, &spot);
	spot.named = false;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (strcmp(text, names[i].name))
			continue;
		spot.relation = names[i].relation;
		return add_spot(opts, &spot);
	}
	pn_error("--pair: '%s' is neither two CPU numbers (like 0,1) nor one of same-core, smt, "
		 "same-package, other-package, free",
		 text);
	return -EINVAL;
}

static int parse_option(int key, char *arg, struct argp_state *state)
{
	struct pn_pingpong_options *opts = state->input;

	switch (key) {
	case 'p':
		return parse_spot(opts, arg);
	case KEY_PAIRS:
		return pn_args_u64("--pairs", arg, 1, PAIRS_MAX, &opts->nr_pairs);
	case 'l':
		return pn_args_u64("--loops", arg, 1, UINT64_MAX, &opts->loops);
	case 'w':
		return pn_args_time("--work", arg, 0, &opts->work_ns);
	case KEY_SWEEP:
		return pn_args_sweep("--work-sweep", arg, pn_parse_duration, "0:100us:5us",
				     &opts->work_sweep);
	case KEY_VIA:
		opts->via = pn_args_choice("--via", arg, pn_channel_names);
		return opts->via < 0 ? EINVAL : 0;
	case KEY_PROCESSES:
		opts->processes = true;
		return 0;
	case KEY_RATE:
		return pn_args_u64("--spin-rate", arg, PN_SPIN_RATE_MIN, PN_SPIN_RATE_MAX,
				   &opts->spin_rate);
	case KEY_SAMPLE:
		opts->sample_given = true;
		return pn_args_u64("--sample", arg, 0, UINT32_MAX, &opts->sample_gap);
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &opts->common;
		return 0;
	case ARGP_KEY_END:
		if (!opts->work_ns || !opts->work_sweep.step)
			return 0;
		pn_error("--work and --work-sweep exclude one another");
		return EINVAL;
	}
	return ARGP_ERR_UNKNOWN;
}

static const struct argp_child children[] = { { .argp = &pn_args_common }, { 0 } };
static const struct argp argp = { options, parse_option, NULL, doc, children, NULL, NULL };

static const struct pn_session_ops ops = {
	.workload = PN_PINGPONG_NAME,
	.prepare = pn_pingpong_prepare,
	.collect = pn_pingpong_collect,
	.conclude = pn_pingpong_conclude,
};

int main(int argc, char **argv)
{
	struct pn_pingpong_options opts = { 0 };
	struct pn_pingpong pp = { .opts = &opts };
	int status = PN_ARGS_EXIT_USAGE;

	if (!pn_args_parse(&argp, argc, argv, &opts)) {
		if (!opts.nr_pairs)
			opts.nr_pairs = opts.nr_spots ? opts.nr_spots : 1;
		status = pn_session_main(&ops, &opts.common, &pp);
	}
	pn_pingpong_release(&pp);
	free(opts.spots);
	pn_args_free(&opts.common);
	return status;
}
