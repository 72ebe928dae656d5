// SPDX-License-Identifier: GPL-2.0-only
/* The kernel's own counters, sampled into CSV. */
#include "io/counters.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "io/counter_list.h"
#include "util/duration.h"
#include "util/now.h"

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

/* 64 bits with a sign and a line end are shorter; what fills it is no such number. */
#define VALUE_LEN 32

/* What the columns of a temperature begin with. */
#define THERMAL ",thermal,"

/* Files left for everything else in the process. */
#define SPARE_FDS 32

/* What changes when CPUs or idle states come and go. */
static const char *const watched[] = {
	"sys/devices/system/cpu/online",
	"sys/devices/system/cpu/cpuidle/current_driver",
};

/* A watched file, and what it said at the last scan. */
struct watch {
	int fd; /* -1: it is not there */
	char text[256];
};

struct pn_counters {
	const struct pn_counters_options *options;
	struct pn_sysfs sysfs;
	struct pn_counter_list list;
	struct watch watches[ARRAY_SIZE(watched)];
	size_t max_fds;
	char *text; /* the block under way */
	size_t len;
	size_t room;
	bool began;	/* a block was read since the last scan */
	bool unsettled; /* the last scan found other files than the one before */
	bool stale;	/* a file has gone from under us */
};

/* Many files are held open on a large machine: as many as this process may have. */
static size_t raise_fd_limit(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit))
		return 0;
	limit.rlim_cur = limit.rlim_max;
	if (setrlimit(RLIMIT_NOFILE, &limit) && getrlimit(RLIMIT_NOFILE, &limit))
		return 0;
	return limit.rlim_cur > SPARE_FDS ? limit.rlim_cur - SPARE_FDS : 0;
}

/*
 * Files stay open from block to block, these and the counters: the kernel frees closed files
 * through RCU, whose grace periods would wake CPUs that sleep.
 */
static void open_watches(struct pn_counters *counters)
{
	for (size_t i = 0; i < ARRAY_SIZE(watched); i++)
		counters->watches[i].fd =
			openat(counters->sysfs.fd, watched[i], O_RDONLY | O_CLOEXEC);
}

static void close_watches(struct pn_counters *counters)
{
	for (size_t i = 0; i < ARRAY_SIZE(watched); i++)
		if (counters->watches[i].fd >= 0)
			close(counters->watches[i].fd);
}

/* Whether any watched file says something else than last time. */
static bool look_at_watches(struct pn_counters *counters)
{
	bool changed = false;

	for (size_t i = 0; i < ARRAY_SIZE(watched); i++) {
		struct watch *watch = &counters->watches[i];
		char text[sizeof(watch->text)] = "";

		if (watch->fd < 0 || pread(watch->fd, text, sizeof(text) - 1, 0) < 0)
			text[0] = '\0';
		changed |= strcmp(text, watch->text) != 0;
		strcpy(watch->text, text);
	}
	return changed;
}

static int scan(struct pn_counters *counters)
{
	size_t nr_before = counters->list.nr;
	int err;

	pn_counter_list_free(&counters->list);
	counters->stale = false;
	counters->began = false;
	err = pn_counter_list_scan(&counters->list, &counters->sysfs, counters->options,
				   counters->max_fds);
	counters->unsettled = counters->list.nr != nr_before;
	return err;
}

/*
 * A driver names itself before its states are there, CPU after CPU: what was found anew is looked
 * for again until it stays the same.
 */
static int scan_again_if_changed(struct pn_counters *counters)
{
	bool changed = look_at_watches(counters);

	return changed || counters->stale || counters->unsettled ? scan(counters) : 0;
}

/* A CPU that was asked for and is not there is a slip of whoever asked. */
static int check_cpus(const struct pn_counters *counters, struct pn_problem *problem)
{
	const struct pn_cpuset *asked = counters->options->cpus;
	struct pn_cpuset there = { 0 };
	char list[128];
	int err;

	if (!asked)
		return 0;
	err = pn_sysfs_numbered(&counters->sysfs, "sys/devices/system/cpu", "cpu", &there);
	if (err && err != -ENOENT)
		return pn_sysfs_bad(&counters->sysfs, "sys/devices/system/cpu", err, problem);
	err = 0;
	pn_cpuset_format(&there, list, sizeof(list));
	pn_cpuset_for_each (cpu, asked) {
		if (!err && !pn_cpuset_has(&there, (uint32_t)cpu))
			err = pn_problem_set(problem, -ENODEV, "--cpus: no CPU %u (there are: %s)",
					     (uint32_t)cpu, *list ? list : "none");
	}
	pn_cpuset_free(&there);
	return err;
}

static int begin(struct pn_counters *counters, struct pn_problem *problem)
{
	const char *root = counters->options->sysroot;
	int err = pn_sysfs_open(&counters->sysfs, root, problem);

	if (!err)
		err = check_cpus(counters, problem);
	if (err)
		return err;
	open_watches(counters);
	look_at_watches(counters);
	err = scan(counters);
	counters->unsettled = false;
	return err ? pn_problem_set(problem, err, "%s/sys: %s", root, strerror(-err)) : 0;
}

int pn_counters_open(const struct pn_counters_options *options, struct pn_counters **result,
		     struct pn_problem *problem)
{
	struct pn_counters *counters = calloc(1, sizeof(*counters));
	int err;

	*result = NULL;
	if (!counters)
		return pn_problem_set(problem, -ENOMEM, "out of memory");
	for (size_t i = 0; i < ARRAY_SIZE(watched); i++)
		counters->watches[i].fd = -1;
	counters->options = options;
	counters->max_fds = raise_fd_limit();
	err = begin(counters, problem);
	if (err)
		pn_counters_close(counters);
	else
		*result = counters;
	return err;
}

size_t pn_counters_nr(const struct pn_counters *counters)
{
	return counters->list.nr;
}

const char *pn_counters_refused(const struct pn_counters *counters, size_t *nr)
{
	*nr = counters->list.nr_refused;
	return *nr ? counters->list.refused : NULL;
}

/* --- a block -------------------------------------------------------------------------------- */

static int make_room(struct pn_counters *counters, size_t len)
{
	size_t room = counters->room ? counters->room : 4096;
	char *text;

	while (room - counters->len < len)
		room *= 2;
	if (room == counters->room)
		return 0;
	text = realloc(counters->text, room);
	if (!text)
		return -ENOMEM;
	counters->text = text;
	counters->room = room;
	return 0;
}

static int add_line(struct pn_counters *counters, uint64_t ts_ns, const char *columns,
		    const char *value)
{
	size_t room = 20 + strlen(columns) + strlen(value) + 2;
	int err = make_room(counters, room);

	if (err)
		return err;
	counters->len += (size_t)snprintf(counters->text + counters->len, room, "%" PRIu64 "%s%s\n",
					  ts_ns, columns, value);
	return 0;
}

static ssize_t read_once(const struct pn_counters *counters, const struct pn_counter *counter,
			 char *buf, size_t size)
{
	int fd = counter->fd;
	ssize_t len;

	if (fd < 0)
		fd = openat(counters->sysfs.fd, counter->path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	len = pread(fd, buf, size, 0);
	if (len < 0)
		len = -errno;
	if (fd != counter->fd)
		close(fd);
	return len;
}

/* Leaves the number; a temperature alone may have a sign. */
static bool is_number(char *text, const struct pn_counter *counter)
{
	bool is_signed = strncmp(counter->columns, THERMAL, strlen(THERMAL)) == 0;
	uint64_t number;

	text[strcspn(text, "\n")] = '\0';
	return pn_parse_u64(text + (is_signed && *text == '-'), 0, UINT64_MAX, &number) == 0;
}

static int add_counter(struct pn_counters *counters, uint64_t ts_ns,
		       const struct pn_counter *counter)
{
	char value[VALUE_LEN];
	ssize_t len = read_once(counters, counter, value, sizeof(value) - 1);

	/* what a removed device or CPU leaves behind */
	if (len == -ENODEV || len == -ENOENT)
		counters->stale = true;
	if (len < 0)
		return 0;
	value[len] = '\0';
	return is_number(value, counter) ? add_line(counters, ts_ns, counter->columns, value) : 0;
}

int pn_counters_block(struct pn_counters *counters, const char **text, size_t *len)
{
	int err = counters->began ? scan_again_if_changed(counters) : 0;
	uint64_t ts_ns = pn_now_ns();
	char took[VALUE_LEN];

	counters->len = 0;
	for (size_t i = 0; !err && i < counters->list.nr; i++) {
		const struct pn_counter *counter = &counters->list.counters[i];

		if (!counter->constant || !counters->began)
			err = add_counter(counters, ts_ns, counter);
	}
	snprintf(took, sizeof(took), "%" PRIu64, pn_now_ns() - ts_ns);
	if (!err)
		err = add_line(counters, ts_ns, ",sampler,,,read_ns,", took);
	counters->began = true;
	*text = counters->text;
	*len = counters->len;
	return err;
}

void pn_counters_close(struct pn_counters *counters)
{
	if (!counters)
		return;
	pn_counter_list_free(&counters->list);
	close_watches(counters);
	pn_sysfs_close(&counters->sysfs);
	free(counters->text);
	free(counters);
}
