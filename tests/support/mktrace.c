// SPDX-License-Identifier: GPL-2.0-only
/* Makes a trace.dat out of a description in text, for tests that run the analyzer as a user does. */
#include <argp.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/tracedat_writer.h"
#include "util/cpulist.h"
#include "util/diag.h"
#include "util/duration.h"

static const char doc[] =
	"Makes a trace.dat out of the events that DESCRIPTION (or standard input) lists, one a "
	"line: CPU, time in nanoseconds, kind, arguments. # starts a comment."
	"\v"
	"Kinds of lines:\n"
	"  0 1000 idle 2          CPU 0 enters idle state 2\n"
	"  0 1500 exit            and leaves it\n"
	"  0 1600 miss 2 below    the kernel's verdict: above or below\n"
	"  0 1700 switch 42 name  the CPU goes on to a task\n"
	"  0 1700 wakeup 42 name  a task is woken\n"
	"  0 1700 irq 9 name      an interrupt's handler\n"
	"  0 1700 waking 42 3     a task is about to be woken, on CPU 3\n"
	"  0 1700 hrtimer 7 1650  timer 7's handler, when its own clock tells 1650\n"
	"  0 1700 hrtimer_start 7 1650\n"
	"  0 1700 hrtimer_cancel 7\n"
	"  0 1700 ipi_send 3      an IPI to CPU 3\n"
	"  0 1700 ipi_mask 0-3,8  one to several CPUs; ipi_raise is the same on ARM\n"
	"  0 1700 sample_ipi 3 1650 50    of the latency module: CPU, when, how late\n"
	"  0 1700 sample_timer 3 1650 50  the same for a timer\n"
	"  0 1700 local_timer     the timer's interrupt\n"
	"  0 1700 reschedule      an IPI\n"
	"  0 1700 freq 2000000    an event with the fields of idle\n"
	"  0 1700 decoy 2         cpu_idle of another system\n"
	"  0 1700 print pn:text   text in the trace\n"
	"  0 1700 lost 3          events are missing here; ? for an unknown number\n"
	"  0 1700 page            a new page\n"
	"  0 1700 discard 40      a record taken back\n"
	"  0 1700 stamp           an absolute time\n"
	"  0 1700 extend          a time extension\n"
	"  instance NAME CLOCK    what follows is in another buffer\n"
	"The three kinds that speak of a CPU end with \"of 3\" where that is not the CPU of the "
	"buffer: 0 1000 idle 2 of 3.\n";

enum {
	OPT_VERSION = 0x100,
	OPT_BIG_ENDIAN,
	OPT_LONG,
	OPT_USER_LONG,
	OPT_PAGE,
	OPT_COMPRESS,
	OPT_CHUNK,
	OPT_CLOCK,
	OPT_NO_CLOCK,
	OPT_CPUS,
	OPT_STATE_SIZE,
	OPT_EXIT_EXTENDED,
	OPT_COMMON,
	OPT_LARGE,
	OPT_NO_IDLE_FORMAT,
	OPT_NO_STATS,
	OPT_OVERRUNS,
};

static const struct argp_option options[] = {
	{ "output", 'o', "FILE", 0, "the trace.dat (needed)", 0 },
	{ "file-version", OPT_VERSION, "N", 0, "6 or 7 (default)", 0 },
	{ "big-endian", OPT_BIG_ENDIAN, NULL, 0, "as on s390x", 0 },
	{ "long", OPT_LONG, "BYTES", 0, "the kernel's long: 4 or 8 (default)", 0 },
	{ "user-long", OPT_USER_LONG, "BYTES", 0, "the recording program's long", 0 },
	{ "page", OPT_PAGE, "BYTES", 0, "page of the ring buffer (default 4096)", 0 },
	{ "compress", OPT_COMPRESS, "NAME", 0, "zstd or zlib, in version 7", 0 },
	{ "chunk", OPT_CHUNK, "PAGES", 0, "pages compressed together (default 10)", 0 },
	{ "clock", OPT_CLOCK, "NAME", 0, "the trace clock (default mono)", 0 },
	{ "no-clock", OPT_NO_CLOCK, NULL, 0, "the file does not say", 0 },
	{ "cpus", OPT_CPUS, "N", 0, "CPUs of the machine (default 8)", 0 },
	{ "state-size", OPT_STATE_SIZE, "BYTES", 0, "cpu_idle's state: 4 (default) or 8", 0 },
	{ "exit-extended", OPT_EXIT_EXTENDED, NULL, 0, "an exit is -1 in 8 bytes as well", 0 },
	{ "common", OPT_COMMON, "BYTES", 0, "fields of all events: 8 (default) or 12", 0 },
	{ "large", OPT_LARGE, NULL, 0, "every record has a length word", 0 },
	{ "no-idle-format", OPT_NO_IDLE_FORMAT, NULL, 0, "cpu_idle is not described", 0 },
	{ "no-stats", OPT_NO_STATS, NULL, 0, "no counters of the ring buffer", 0 },
	{ "overruns", OPT_OVERRUNS, "N", 0, "counter of each CPU's ring buffer", 0 },
	{ 0 },
};

/** struct arguments - the command line */
struct arguments {
	struct pn_mkdat_options dat;
	const char *output;
	const char *input;
};

static uint32_t number(const char *text, struct argp_state *state)
{
	uint64_t value = 0;

	if (pn_parse_u64(text, 0, UINT32_MAX, &value))
		argp_error(state, "%s: not a number", text);
	return (uint32_t)value;
}

static error_t parse_flag(int key, struct pn_mkdat_options *dat)
{
	switch (key) {
	case OPT_BIG_ENDIAN:
		dat->big_endian = true;
		return 0;
	case OPT_NO_CLOCK:
		dat->clock = NULL;
		return 0;
	case OPT_EXIT_EXTENDED:
		dat->exit_extended = true;
		return 0;
	case OPT_LARGE:
		dat->large = true;
		return 0;
	case OPT_NO_IDLE_FORMAT:
		dat->no_idle_format = true;
		return 0;
	case OPT_NO_STATS:
		dat->no_stats = true;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static uint32_t *number_of(int key, struct pn_mkdat_options *dat)
{
	switch (key) {
	case OPT_LONG:
		return &dat->long_size;
	case OPT_USER_LONG:
		return &dat->user_long_size;
	case OPT_PAGE:
		return &dat->page_size;
	case OPT_CHUNK:
		return &dat->chunk_pages;
	case OPT_CPUS:
		return &dat->nr_cpus;
	case OPT_STATE_SIZE:
		return &dat->state_size;
	case OPT_COMMON:
		return &dat->common_size;
	default:
		return NULL;
	}
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct arguments *args = state->input;

	if (number_of(key, &args->dat)) {
		*number_of(key, &args->dat) = number(arg, state);
		return 0;
	}
	switch (key) {
	case 'o':
		args->output = arg;
		return 0;
	case OPT_VERSION:
		args->dat.version = (int)number(arg, state);
		return 0;
	case OPT_COMPRESS:
		args->dat.compression = arg;
		return 0;
	case OPT_CLOCK:
		args->dat.clock = arg;
		return 0;
	case OPT_OVERRUNS:
		args->dat.overruns = number(arg, state);
		return 0;
	case ARGP_KEY_ARG:
		if (args->input)
			argp_usage(state);
		args->input = arg;
		return 0;
	case ARGP_KEY_END:
		if (!args->output)
			argp_error(state, "--output is needed");
		return 0;
	default:
		return parse_flag(key, &args->dat);
	}
}

/* --- lines ------------------------------------------------------------------------------------- */

/** struct line - one line, taken apart */
struct line {
	struct pn_mkdat *dat;
	uint32_t cpu;
	uint64_t ts;
	const char *word; /* first argument, or "" */
	char *rest;	  /* all arguments */
};

/** struct kind - what a word stands for */
struct kind {
	const char *name;
	enum pn_mkdat_event event;
	int (*add)(const struct line *line, enum pn_mkdat_event event);
};

/* The CPU that "of N" at the end of a line names, else that of the buffer. */
static uint32_t cpu_id(const struct line *line)
{
	const char *of = strstr(line->rest, "of ");

	return of ? (uint32_t)strtoul(of + 3, NULL, 10) : line->cpu;
}

static int add_idle(const struct line *line, enum pn_mkdat_event event)
{
	(void)event;
	pn_mkdat_idle(line->dat, line->cpu, line->ts, cpu_id(line), atoi(line->word));
	return 0;
}

static int add_exit(const struct line *line, enum pn_mkdat_event event)
{
	(void)event;
	pn_mkdat_idle(line->dat, line->cpu, line->ts, cpu_id(line), -1);
	return 0;
}

static int add_miss(const struct line *line, enum pn_mkdat_event event)
{
	struct pn_mkdat_values values = {
		.number = { cpu_id(line), atoi(line->word), strstr(line->rest, "below") != NULL },
	};

	pn_mkdat_record(line->dat, line->cpu, line->ts, event, 0, &values);
	return 0;
}

static int add_pair(const struct line *line, enum pn_mkdat_event event)
{
	struct pn_mkdat_values values = { .number = { atoi(line->word), line->cpu } };

	pn_mkdat_record(line->dat, line->cpu, line->ts, event, 0, &values);
	return 0;
}

static const char *second_word(const struct line *line)
{
	const char *blank = strchr(line->rest, ' ');

	return blank ? blank + 1 : "some";
}

static int add_switch(const struct line *line, enum pn_mkdat_event event)
{
	struct pn_mkdat_values values = {
		.number = { 0, 120, 0, atoi(line->word), 120 },
		.text = second_word(line),
	};

	pn_mkdat_record(line->dat, line->cpu, line->ts, event, 0, &values);
	return 0;
}

static int add_named(const struct line *line, enum pn_mkdat_event event)
{
	struct pn_mkdat_values values = {
		.number = { atoi(line->word), 0, line->cpu },
		.text = second_word(line),
	};

	pn_mkdat_record(line->dat, line->cpu, line->ts, event, 0, &values);
	return 0;
}

/* The numbers of a line, from the first argument on. */
static void read_numbers(const struct line *line, int64_t numbers[3])
{
	char *at = line->rest;

	for (int i = 0; i < 3; i++)
		numbers[i] = strtoll(at, &at, 0);
}

static int add_waking(const struct line *line, enum pn_mkdat_event event)
{
	struct pn_mkdat_values values = { .text = "some" };
	int64_t numbers[3];

	read_numbers(line, numbers);
	values.number[0] = numbers[0];
	values.number[1] = 120;
	values.number[2] = numbers[1];
	pn_mkdat_record(line->dat, line->cpu, line->ts, event, 0, &values);
	return 0;
}

static int add_timer(const struct line *line, enum pn_mkdat_event event)
{
	struct pn_mkdat_values values = { .text = NULL };
	int64_t numbers[3];

	read_numbers(line, numbers);
	values.number[0] = numbers[0];
	values.number[event == PN_MKDAT_HRTIMER_START ? 2 : 1] = numbers[1];
	pn_mkdat_record(line->dat, line->cpu, line->ts, event, 0, &values);
	return 0;
}

static int add_mask(const struct line *line, enum pn_mkdat_event event)
{
	struct pn_mkdat_values values = { .text = NULL };
	struct pn_cpuset set;
	int err = pn_cpulist_parse(line->word, &set);

	if (err)
		return err;
	pn_cpuset_for_each (cpu, &set) {
		if (cpu < 128)
			values.mask[cpu / 64] |= UINT64_C(1) << (cpu % 64);
	}
	pn_cpuset_free(&set);
	pn_mkdat_record(line->dat, line->cpu, line->ts, event, 0, &values);
	return 0;
}

static int add_sample(const struct line *line, enum pn_mkdat_event event)
{
	bool timer = event == PN_MKDAT_SAMPLE_TIMER;
	struct pn_mkdat_values values = { .text = NULL };
	int64_t numbers[3];

	read_numbers(line, numbers);
	values.number[0] = numbers[1];
	values.number[timer ? 2 : 1] = numbers[2];
	values.number[timer ? 4 : 5] = numbers[0];
	values.number[6] = -1;
	values.number[7] = strstr(line->rest, "race") != NULL;
	pn_mkdat_record(line->dat, line->cpu, line->ts, event, 0, &values);
	return 0;
}

static int add_print(const struct line *line, enum pn_mkdat_event event)
{
	(void)event;
	pn_mkdat_print(line->dat, line->cpu, line->ts, line->rest);
	return 0;
}

static int add_lost(const struct line *line, enum pn_mkdat_event event)
{
	bool counted = strcmp(line->word, "?") != 0;

	(void)event;
	pn_datpages_lost(pn_mkdat_pages(line->dat, line->cpu), counted,
			 strtoull(line->word, NULL, 10));
	return 0;
}

static int add_page(const struct line *line, enum pn_mkdat_event event)
{
	(void)event;
	pn_datpages_break(pn_mkdat_pages(line->dat, line->cpu));
	return 0;
}

static int add_discard(const struct line *line, enum pn_mkdat_event event)
{
	(void)event;
	pn_datpages_discard(pn_mkdat_pages(line->dat, line->cpu), line->ts,
			    strtoul(line->word, NULL, 10));
	return 0;
}

static int add_stamp(const struct line *line, enum pn_mkdat_event event)
{
	(void)event;
	pn_datpages_stamp(pn_mkdat_pages(line->dat, line->cpu), line->ts);
	return 0;
}

static int add_extend(const struct line *line, enum pn_mkdat_event event)
{
	(void)event;
	pn_datpages_extend(pn_mkdat_pages(line->dat, line->cpu), line->ts);
	return 0;
}

static const struct kind kinds[] = {
	{ "idle", PN_MKDAT_IDLE, add_idle },
	{ "exit", PN_MKDAT_IDLE, add_exit },
	{ "miss", PN_MKDAT_MISS, add_miss },
	{ "freq", PN_MKDAT_FREQUENCY, add_pair },
	{ "decoy", PN_MKDAT_DECOY, add_pair },
	{ "switch", PN_MKDAT_SWITCH, add_switch },
	{ "wakeup", PN_MKDAT_WAKEUP, add_named },
	{ "irq", PN_MKDAT_IRQ, add_named },
	{ "waking", PN_MKDAT_WAKING, add_waking },
	{ "hrtimer", PN_MKDAT_HRTIMER, add_timer },
	{ "hrtimer_start", PN_MKDAT_HRTIMER_START, add_timer },
	{ "hrtimer_cancel", PN_MKDAT_HRTIMER_CANCEL, add_timer },
	{ "ipi_send", PN_MKDAT_IPI_SEND, add_pair },
	{ "ipi_mask", PN_MKDAT_IPI_MASK, add_mask },
	{ "ipi_raise", PN_MKDAT_IPI_RAISE, add_mask },
	{ "sample_ipi", PN_MKDAT_SAMPLE_IPI, add_sample },
	{ "sample_timer", PN_MKDAT_SAMPLE_TIMER, add_sample },
	{ "local_timer", PN_MKDAT_LOCAL_TIMER, add_named },
	{ "reschedule", PN_MKDAT_RESCHEDULE, add_named },
	{ "print", PN_MKDAT_PRINT, add_print },
	{ "lost", 0, add_lost },
	{ "page", 0, add_page },
	{ "discard", 0, add_discard },
	{ "stamp", 0, add_stamp },
	{ "extend", 0, add_extend },
};

static int add_line(struct pn_mkdat *dat, char *text)
{
	char word[64] = "", name[32];
	struct line line = { .dat = dat, .word = word };
	unsigned long long ts;
	int rest = 0;

	if (sscanf(text, "%u %llu %31s%n", &line.cpu, &ts, name, &rest) < 3)
		return -EINVAL;
	line.ts = ts;
	line.rest = text + rest + strspn(text + rest, " ");
	sscanf(line.rest, "%63s", word);
	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++) {
		if (!strcmp(kinds[i].name, name))
			return kinds[i].add(&line, kinds[i].event);
	}
	return -EINVAL;
}

static int add_instance(struct pn_mkdat *dat, const char *text)
{
	static char clocks[16][32];
	static unsigned int nr;
	char name[64];

	if (nr == 16 || sscanf(text, "instance %63s %31s", name, clocks[nr]) < 1)
		return -EINVAL;
	pn_mkdat_instance(dat, name, *clocks[nr] ? clocks[nr] : NULL);
	nr++;
	return 0;
}

static int read_lines(struct pn_mkdat *dat, FILE *in, const char *name)
{
	unsigned int nr = 0;
	char *text = NULL;
	size_t room = 0;
	int err = 0;

	while (!err && getline(&text, &room, in) > 0) {
		nr++;
		text[strcspn(text, "#\n")] = '\0';
		if (!text[strspn(text, " \t")])
			continue;
		err = strncmp(text, "instance ", 9) ? add_line(dat, text) : add_instance(dat, text);
		if (err)
			pn_error("%s:%u: not a line of a description: %s", name, nr, text);
	}
	free(text);
	return err;
}

int main(int argc, char **argv)
{
	static const struct argp argp = { options, parse, "[DESCRIPTION]", doc, NULL, NULL, NULL };
	struct arguments args = { .dat = pn_mkdat_defaults() };
	struct pn_mkdat *dat;
	FILE *in = stdin;
	int err;

	pn_diag_init("mktrace", PN_NORMAL);
	argp_err_exit_status = 2;
	argp_parse(&argp, argc, argv, 0, NULL, &args);
	if (args.input)
		in = fopen(args.input, "r");
	if (!in) {
		pn_error("%s: %s", args.input, strerror(errno));
		return 1;
	}
	dat = pn_mkdat_new(&args.dat);
	err = read_lines(dat, in, args.input ? args.input : "standard input");
	if (!err) {
		err = pn_mkdat_write(dat, args.output);
		if (err)
			pn_error("%s: %s", args.output, strerror(-err));
	}
	pn_mkdat_free(dat);
	fclose(in);
	return err ? 1 : 0;
}
