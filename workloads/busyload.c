// SPDX-License-Identifier: GPL-2.0-only
/* Full load, or a share of it, on named CPUs: the command line. */
#include <errno.h>
#include <stddef.h>
#include <stdio.h>

#include "busyload.h"
#include "util/diag.h"
#include "util/duration.h"

/* A period has to be longer than what waking up and looking at the clock take. */
#define FREQ_MAX_HZ 10000

const char *argp_program_version = PN_BUSYLOAD_NAME " " PN_VERSION;

enum {
	KEY_FREQ = 0x100,
	KEY_RAMP,
};

static const struct argp_option options[] = {
	{ "duty", 'u', "PCT", 0, "Be busy for this share of each period (default 100%)", 0 },
	{ "freq", 'f', "FREQ", 0, "Periods a second (default 100Hz, up to 10kHz)", 0 },
	{ "ramp", KEY_RAMP, "F:T:S", 0,
	  "Duty from F up to T in steps of S and down again (like 10%:90%:10%)", 0 },
	{ 0 },
};

static const char doc[] =
	"Keeps CPUs busy, all the time or for a share of each period, and counts the work done. "
	"Without --cpus it takes one CPU, the last that it may use; the others are left alone.\n"
	"\v"
	"Examples:\n"
	"  busyload                            the last CPU, fully, for 10 s\n"
	"  busyload --cpus 7 --duration 20m    CPU 7\n"
	"  busyload -c 1 --duty 3% --freq 347Hz\n"
	"  busyload -c 1 --ramp 5%:95%:5% --freq 73Hz --step 10s   up and down\n"
	"\n" PN_ARGS_EXIT_HELP;

static int parse_duty(const char *text, uint64_t *out_milli)
{
	double pct;
	int err = pn_parse_pct(text, &pct);

	if (!err)
		*out_milli = (uint64_t)(pct * 1000 + 0.5);
	return err;
}

static int set_duty(struct pn_busyload_options *opts, const char *text)
{
	int err = parse_duty(text, &opts->duty_milli);

	opts->duty_given = true;
	if (err == -ERANGE)
		pn_error("--duty: %s is not in the range of 0%% to 100%%", text);
	else if (err)
		pn_error("--duty: '%s' is not a percentage (like 3%%)", text);
	return err ? EINVAL : 0;
}

static int set_freq(struct pn_busyload_options *opts, const char *text)
{
	double hz;
	int err = pn_parse_freq(text, &hz);

	if (err == -EINVAL) {
		pn_error("--freq: '%s' is not a frequency (like 347Hz)", text);
	} else if (err || hz > FREQ_MAX_HZ) {
		pn_error("--freq: %s is not above 0 Hz and up to 10 kHz", text);
		err = -ERANGE;
	} else {
		opts->freq_hz = hz;
	}
	return err ? EINVAL : 0;
}

static int parse_option(int key, char *arg, struct argp_state *state)
{
	struct pn_busyload_options *opts = state->input;

	switch (key) {
	case 'u':
		return set_duty(opts, arg);
	case 'f':
		return set_freq(opts, arg);
	case KEY_RAMP:
		return pn_args_sweep("--ramp", arg, parse_duty, "10%:90%:10%", &opts->ramp);
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &opts->common;
		return 0;
	case ARGP_KEY_SUCCESS:
		if (!opts->duty_given || !opts->ramp.step)
			return 0;
		pn_error("--duty and --ramp exclude one another");
		return EINVAL;
	}
	return ARGP_ERR_UNKNOWN;
}

static const struct argp_child children[] = { { .argp = &pn_args_common }, { 0 } };
static const struct argp argp = { options, parse_option, NULL, doc, children, NULL, NULL };

static const struct pn_session_ops ops = {
	.workload = PN_BUSYLOAD_NAME,
	.prepare = pn_busyload_prepare,
	.collect = pn_busyload_collect,
	.conclude = pn_busyload_conclude,
};

int main(int argc, char **argv)
{
	struct pn_busyload_options opts = { .duty_milli = PN_LOAD_FULL, .freq_hz = 100 };
	struct pn_busyload bl = { .opts = &opts };
	int status = PN_ARGS_EXIT_USAGE;

	if (!pn_args_parse(&argp, argc, argv, &opts))
		status = pn_session_main(&ops, &opts.common, &bl);
	pn_busyload_release(&bl);
	pn_args_free(&opts.common);
	return status;
}
