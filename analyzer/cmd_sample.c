// SPDX-License-Identifier: GPL-2.0-only
/* analyzer sample: the kernel's idle, energy, frequency and temperature counters over time. */
#include <argp.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cmd.h"
#include "cmd_args.h"
#include "io/counters.h"
#include "util/diag.h"
#include "util/now.h"
#include "util/write_all.h"

#define NSEC_PER_SEC  UINT64_C(1000000000)
#define MIN_TIME_NS   UINT64_C(1000000)
#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

enum { OPT_SYSROOT = 256, OPT_ONCE, OPT_SOURCE };

struct settings {
	uint64_t interval_ns;
	uint64_t duration_ns; /* 0: until a signal */
	bool once;
	const char *output;
	struct pn_cpuset cpus; /* behind counters.cpus */
	struct pn_counters_options counters;
};

static const struct argp_option options[] = {
	{ "interval", 'i', "TIME", 0, "from one block to the next (1s)", 0 },
	{ "duration", 'd', "TIME", 0, "end after TIME (at SIGINT or SIGTERM)", 0 },
	{ "once", OPT_ONCE, NULL, 0, "one block alone", 0 },
	{ "cpus", 'c', "LIST", 0, "idle states and frequencies of these CPUs only", 0 },
	{ "source", OPT_SOURCE, "NAME", 0,
	  "cpuidle, powercap, cpufreq or thermal only; may be repeated", 0 },
	{ "output", 'o', "FILE", 0, "write to FILE, which must not be there yet", 0 },
	{ "sysroot", OPT_SYSROOT, "DIR", 0, "read the tree copied to DIR, not this machine", 0 },
	{ "quiet", 'q', NULL, 0, "no warnings", 0 },
	{ NULL, 'h', NULL, OPTION_HIDDEN, NULL, -1 },
	{ 0 },
};

static const char doc[] =
	"Samples the kernel's counters as CSV: of each idle state usage, time, above, below and "
	"rejected; energy (RAPL, through powercap), frequencies and temperatures.\v"
	"A first block at the start, one each interval, a last one at the end. Each block is "
	"written in one piece, so that a file that was cut short is good up to its last whole "
	"block. Times are of CLOCK_MONOTONIC.\n\n"
	"Examples:\n"
	"  analyzer sample -o counters.csv & ...; kill $!\n"
	"  analyzer sample --interval 100ms --duration 10s --source cpuidle\n\n"
	"Exit status: 0 done; 1 could not read or write; 2 wrong usage.";

/* --- options -------------------------------------------------------------------------------- */

static const struct {
	const char *name;
	enum pn_counter_source source;
} sources[] = {
	{ "cpuidle", PN_COUNT_CPUIDLE },
	{ "powercap", PN_COUNT_POWERCAP },
	{ "cpufreq", PN_COUNT_CPUFREQ },
	{ "thermal", PN_COUNT_THERMAL },
};

static uint64_t parse_time(const struct argp_state *state, const char *option, const char *text)
{
	uint64_t ns = pn_args_duration(state, option, text);

	if (ns < MIN_TIME_NS)
		pn_args_usage(state, "%s: has to be at least 1ms", option);
	return ns;
}

static enum pn_counter_source parse_source(const struct argp_state *state, const char *text)
{
	for (size_t i = 0; i < ARRAY_SIZE(sources); i++)
		if (strcmp(sources[i].name, text) == 0)
			return sources[i].source;
	pn_args_usage(state, "--source: '%s' is none of cpuidle, powercap, cpufreq and thermal",
		      text);
}

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct settings *settings = state->input;

	switch (key) {
	case 'i':
		settings->interval_ns = parse_time(state, "--interval", arg);
		return 0;
	case 'd':
		settings->duration_ns = parse_time(state, "--duration", arg);
		return 0;
	case 'c':
		pn_args_cpus(state, arg, &settings->cpus);
		settings->counters.cpus = &settings->cpus;
		return 0;
	case OPT_SOURCE:
		settings->counters.sources |= parse_source(state, arg);
		return 0;
	case 'q':
		pn_diag_verbosity(PN_QUIET);
		return 0;
	case OPT_ONCE:
		settings->once = true;
		return 0;
	case 'o':
		settings->output = arg;
		return 0;
	case OPT_SYSROOT:
		settings->counters.sysroot = pn_args_sysroot(arg);
		return 0;
	default:
		return pn_args_help(key, state) ? 0 : ARGP_ERR_UNKNOWN;
	}
}

/* --- output --------------------------------------------------------------------------------- */

/*
 * A sampler is killed as often as it is ended, so its file cannot wait for a last step to get its
 * name. It is new, or it is refused: nothing is ever overwritten. A device or a pipe may be there.
 */
static int open_output(const char *path)
{
	struct stat st;
	int fd;

	if (!path || strcmp(path, "-") == 0)
		fd = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
	else if (stat(path, &st) == 0 && !S_ISREG(st.st_mode))
		fd = open(path, O_WRONLY | O_CLOEXEC);
	else
		fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	return fd < 0 ? -errno : fd;
}

static const char *output_name(const struct settings *settings)
{
	const char *path = settings->output;

	return !path || strcmp(path, "-") == 0 ? "standard output" : path;
}

/* --- sampling ------------------------------------------------------------------------------- */

static void block_signals(sigset_t *set)
{
	sigemptyset(set);
	sigaddset(set, SIGINT);
	sigaddset(set, SIGTERM);
	sigaddset(set, SIGHUP);
	sigprocmask(SIG_BLOCK, set, NULL);
}

/* Sleeps until a point in time; true when a signal came first. */
static bool wait_until(uint64_t when_ns, const sigset_t *set)
{
	uint64_t now;

	while ((now = pn_now_ns()) < when_ns) {
		struct timespec left = {
			.tv_sec = (time_t)((when_ns - now) / NSEC_PER_SEC),
			.tv_nsec = (long)((when_ns - now) % NSEC_PER_SEC),
		};

		if (sigtimedwait(set, NULL, &left) > 0)
			return true;
	}
	return false;
}

static int write_block(struct pn_counters *counters, int fd)
{
	const char *text;
	size_t len;
	int err = pn_counters_block(counters, &text, &len);

	return err ? err : pn_write_all(fd, text, len);
}

/* The header goes out with the first block: what is not empty has something in it. */
static int write_first_block(struct pn_counters *counters, int fd)
{
	const char *block;
	size_t block_len;
	char *text;
	int len, err = pn_counters_block(counters, &block, &block_len);

	if (err)
		return err;
	len = asprintf(&text, PN_COUNTERS_HEADER "%.*s", (int)block_len, block);
	if (len < 0)
		return -ENOMEM;
	err = pn_write_all(fd, text, (size_t)len);
	free(text);
	return err;
}

/* The first multiple of the interval that is still to come: what was missed is not made up for. */
static uint64_t next_time(uint64_t start_ns, uint64_t interval_ns)
{
	uint64_t passed = (pn_now_ns() - start_ns) / interval_ns;

	return start_ns + (passed + 1) * interval_ns;
}

static int sample(const struct settings *settings, struct pn_counters *counters, int fd)
{
	uint64_t start = pn_now_ns(), end = start + settings->duration_ns;
	bool last = settings->once;
	sigset_t signals;
	int err;

	block_signals(&signals);
	err = write_first_block(counters, fd);
	while (!err && !last) {
		uint64_t next = next_time(start, settings->interval_ns);

		if (settings->duration_ns && next >= end) {
			next = end;
			last = true;
		}
		last |= wait_until(next, &signals);
		err = write_block(counters, fd);
	}
	return err;
}

static void warn_of_what_is_missing(const struct pn_counters *counters)
{
	size_t nr;
	const char *refused = pn_counters_refused(counters, &nr);

	if (refused)
		pn_warn("%zu counters may not be read, %s the first; root may", nr, refused);
	else if (!pn_counters_nr(counters))
		pn_warn("there is none of these counters on this machine");
}

static int run(const struct settings *settings, struct pn_problem *problem)
{
	struct pn_counters *counters;
	int fd, err;

	err = pn_counters_open(&settings->counters, &counters, problem);
	if (err)
		return err;
	warn_of_what_is_missing(counters);
	fd = open_output(settings->output);
	if (fd < 0)
		err = pn_problem_set(problem, fd, "%s: %s", output_name(settings), strerror(-fd));
	else
		err = sample(settings, counters, fd);
	if (fd >= 0 && close(fd) && !err)
		err = -errno;
	if (err && fd >= 0)
		pn_problem_set(problem, err, "%s: cannot be written: %s", output_name(settings),
			       strerror(-err));
	pn_counters_close(counters);
	return err;
}

/**
 * pn_cmd_sample - the command 'sample'
 * @argc: of @argv
 * @argv: the command and its arguments
 *
 * Returns: an exit status.
 */
int pn_cmd_sample(int argc, char **argv)
{
	static const struct argp argp = { .options = options, .parser = parse_option, .doc = doc };
	struct settings settings = { .interval_ns = NSEC_PER_SEC, .counters = { .sysroot = "" } };
	struct pn_problem problem = { 0 };
	int err;

	if (argp_parse(&argp, argc, argv, 0, NULL, &settings))
		return PN_EXIT_USAGE;
	if (!settings.counters.sources)
		settings.counters.sources = PN_COUNT_ALL;
	err = run(&settings, &problem);
	if (err)
		pn_error("%s", problem.text);
	pn_cpuset_free(&settings.cpus);
	return err ? PN_EXIT_FAIL : PN_EXIT_OK;
}
