// SPDX-License-Identifier: GPL-2.0-only
/* Staggered threads that sleep briefly many times, then long once: the command line. */
#include <errno.h>
#include <stddef.h>
#include <stdio.h>

#include "sleepers.h"
#include "util/diag.h"
#include "util/duration.h"

#define SECOND_NS UINT64_C(1000000000)
#define MINUTE_NS (60 * SECOND_NS)
#define NOT_GIVEN UINT64_MAX

const char *argp_program_version = PN_SLEEPERS_NAME " " PN_VERSION;

enum {
	KEY_SLEEPS = 0x100,
	KEY_SWEEP,
	KEY_LONG,
	KEY_CYCLES,
	KEY_STAGGER,
	KEY_PRESET,
	KEY_LEAD_IN,
	KEY_LEAD_OUT,
};

static const struct argp_option options[] = {
	{ "threads", 't', "N", 0, "Number of threads (default 40)", 0 },
	{ "sleeps", KEY_SLEEPS, "M", 0, "Short sleeps in a cycle (default 10)", 0 },
	{ "sleep", 's', "TIME", 0, "Length of a short sleep (default 20us)", 0 },
	{ "sweep", KEY_SWEEP, "F:T:S", 0,
	  "Steps with short sleeps from F to T, S longer each time; again for another sweep behind",
	  0 },
	{ "long", 'l', "TIME", 0, "Length of the sleep that ends a cycle (default 0.999s)", 0 },
	{ "cycles", KEY_CYCLES, "N", 0, "Cycles of each thread in each step, in place of a time",
	  0 },
	{ "stagger", KEY_STAGGER, "HOW", 0,
	  "When in a cycle's length each thread begins: even (default), random or none", 0 },
	{ "lead-in", KEY_LEAD_IN, "TIME", 0, "Be idle before the first step", 0 },
	{ "lead-out", KEY_LEAD_OUT, "TIME", 0, "Be idle after the last step", 0 },
	{ "preset", KEY_PRESET, "NAME", 0,
	  "classic: sweeps 0.05us:5us:0.05us and 5us:500us:1us, 2 min a step, 1 min idle before and "
	  "3 min after, about 20 h in all; short: the same shape in 5 minutes; other options change "
	  "parts of it",
	  0 },
	{ 0 },
};

static const char doc[] =
	"Staggered threads, each of which sleeps briefly many times, then long once, again and "
	"again: the pattern that leads a governor into powernightmares.\n"
	"\v"
	"Examples:\n"
	"  sleepers                           40 threads, 10 sleeps of 20 us, 10 s\n"
	"  sleepers --threads 4 --sleep 5us --duration 1m\n"
	"  sleepers --sweep 0.05us:5us:0.05us --sweep 5us:500us:1us --step 10s\n"
	"  sleepers --threads 7 --cycles 13 --long 100ms   a known number of sleeps\n"
	"  sleepers --preset short --json out.json\n"
	"\n" PN_ARGS_EXIT_HELP;

static int add_sweep(struct pn_sleepers_options *opts, const char *text)
{
	if (opts->nr_sweeps == PN_SLEEPERS_SWEEPS_MAX) {
		pn_error("--sweep: %d sweeps are the most", PN_SLEEPERS_SWEEPS_MAX);
		return -EINVAL;
	}
	if (pn_args_sweep("--sweep", text, pn_parse_duration, "5us:500us:1us",
			  &opts->sweeps[opts->nr_sweeps]))
		return -EINVAL;
	if (!opts->sweeps[opts->nr_sweeps].from) {
		pn_error("--sweep: a sleep of length 0 is none");
		return -EINVAL;
	}
	opts->nr_sweeps++;
	return 0;
}

static const char *const preset_names[] = { "classic", "short", NULL };

/*
 * The test that this workload is named after ran 200 minutes of the first sweep, about 1000 of the
 * second, 2 minutes a step, with an idle minute before and a few after.
 */
static const struct preset {
	struct pn_sweep sweeps[2]; /* in ns */
	uint64_t step_ns;
	uint64_t lead_in_ns;
	uint64_t lead_out_ns;
} presets[] = {
	{ { { 50, 5000, 50 }, { 5000, 500000, 1000 } }, 2 * MINUTE_NS, MINUTE_NS, 3 * MINUTE_NS },
	/* 12 and 61 steps: the same proportions, 4 s each, in which every thread does 3 cycles. */
	{ { { 50, 5000, 450 }, { 5000, 500000, 8250 } },
	  4 * SECOND_NS,
	  3 * SECOND_NS,
	  5 * SECOND_NS },
};

/* What the preset says holds where no option says otherwise. */
static void apply_preset(struct pn_sleepers_options *opts)
{
	const struct preset *preset = &presets[opts->preset - 1];

	opts->sweeps[0] = preset->sweeps[0];
	opts->sweeps[1] = preset->sweeps[1];
	opts->nr_sweeps = 2;
	if (!opts->cycles && !opts->common.duration_ns && !opts->common.step_ns)
		opts->common.step_ns = preset->step_ns;
	if (opts->lead_in_ns == NOT_GIVEN)
		opts->lead_in_ns = preset->lead_in_ns;
	if (opts->lead_out_ns == NOT_GIVEN)
		opts->lead_out_ns = preset->lead_out_ns;
}

static int finish_options(struct pn_sleepers_options *opts)
{
	if (opts->sleep_given + (opts->nr_sweeps > 0) + (opts->preset > 0) > 1) {
		pn_error("--sleep, --sweep and --preset exclude one another");
		return EINVAL;
	}
	if (opts->cycles && (opts->common.duration_ns || opts->common.step_ns)) {
		pn_error("--cycles excludes --duration and --step");
		return EINVAL;
	}
	if (opts->preset)
		apply_preset(opts);
	if (opts->lead_in_ns == NOT_GIVEN)
		opts->lead_in_ns = 0;
	if (opts->lead_out_ns == NOT_GIVEN)
		opts->lead_out_ns = 0;
	return 0;
}

/* The index of @text in @names, from @first on, into *@out. */
static int choose(const char *option, const char *text, const char *const *names, int first,
		  int *out)
{
	int i = pn_args_choice(option, text, names);

	if (i < 0)
		return EINVAL;
	*out = first + i;
	return 0;
}

static int parse_option(int key, char *arg, struct argp_state *state)
{
	struct pn_sleepers_options *opts = state->input;

	switch (key) {
	case 't':
		return pn_args_u64("--threads", arg, 1, PN_RUNNER_WORKERS_MAX, &opts->threads);
	case KEY_SLEEPS:
		return pn_args_u64("--sleeps", arg, 0, 1000000, &opts->sleeps);
	case 's':
		opts->sleep_given = true;
		return pn_args_time("--sleep", arg, 1, &opts->sleep_ns);
	case KEY_SWEEP:
		return add_sweep(opts, arg);
	case 'l':
		return pn_args_time("--long", arg, 1, &opts->long_ns);
	case KEY_CYCLES:
		return pn_args_u64("--cycles", arg, 1, UINT32_MAX, &opts->cycles);
	case KEY_STAGGER:
		opts->stagger = pn_args_choice(
			"--stagger", arg, (const char *const[]){ "even", "random", "none", NULL });
		return opts->stagger < 0 ? EINVAL : 0;
	case KEY_PRESET:
		return choose("--preset", arg, preset_names, 1, &opts->preset);
	case KEY_LEAD_IN:
		return pn_args_time("--lead-in", arg, 0, &opts->lead_in_ns);
	case KEY_LEAD_OUT:
		return pn_args_time("--lead-out", arg, 0, &opts->lead_out_ns);
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &opts->common;
		return 0;
	case ARGP_KEY_SUCCESS:
		return finish_options(opts);
	}
	return ARGP_ERR_UNKNOWN;
}

static const struct argp_child children[] = { { .argp = &pn_args_common }, { 0 } };
static const struct argp argp = { options, parse_option, NULL, doc, children, NULL, NULL };

static const struct pn_session_ops ops = {
	.workload = PN_SLEEPERS_NAME,
	.prepare = pn_sleepers_prepare,
	.collect = pn_sleepers_collect,
	.conclude = pn_sleepers_conclude,
};

int main(int argc, char **argv)
{
	struct pn_sleepers_options opts = {
		.threads = 40,
		.sleeps = 10,
		.sleep_ns = 20000,
		.long_ns = 999 * SECOND_NS / 1000,
		.lead_in_ns = NOT_GIVEN,
		.lead_out_ns = NOT_GIVEN,
	};
	struct pn_sleepers sl = { .opts = &opts };
	int status = PN_ARGS_EXIT_USAGE;

	if (!pn_args_parse(&argp, argc, argv, &opts))
		status = pn_session_main(&ops, &opts.common, &sl);
	pn_sleepers_release(&sl);
	pn_args_free(&opts.common);
	return status;
}
