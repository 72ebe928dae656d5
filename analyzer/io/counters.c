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

#define ONLINE_PATH "sys/devices/system/cpu/online"

/* 64 bits with a sign and a line end are shorter; what fills it is no such number. */
#define VALUE_LEN 32

/* Files left for everything else in the process. */
#define SPARE_FDS 32

struct pn_counters {
	const struct pn_counters_options *options;
	struct pn_sysfs sysfs;
	struct pn_counter_list list;
	size_t max_fds;
	char *text; /* the block under way */
	size_t len;
	size_t room;
	bool began;	   /* a block was read since the last scan */
	bool stale;	   /* a file has gone from under us */
	char online[1024]; /* which CPUs were online at the last scan */
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

static void read_online(const struct pn_counters *counters, char *text, size_t size)
{
	if (pn_sysfs_text(&counters->sysfs, ONLINE_PATH, text, size))
		*text = '\0';
}

static int scan(struct pn_counters *counters)
{
	pn_counter_list_free(&counters->list);
	counters->stale = false;
	counters->began = false;
	read_online(counters, counters->online, sizeof(counters->online));
	return pn_counter_list_scan(&counters->list, &counters->sysfs, counters->options,
				    counters->max_fds);
}

int pn_counters_open(const struct pn_counters_options *options, struct pn_counters **result,
		     struct pn_problem *problem)
{
	struct pn_counters *counters = calloc(1, sizeof(*counters));
	int err;

	*result = NULL;
	if (!counters)
		return pn_problem_set(problem, -ENOMEM, "out of memory");
	counters->options = options;
	counters->max_fds = raise_fd_limit();
	err = pn_sysfs_open(&counters->sysfs, options->sysroot, problem);
	if (!err) {
		err = scan(counters);
		if (err)
			pn_problem_set(problem, err, "%s/sys: %s", options->sysroot,
				       strerror(-err));
	}
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

/* Leaves the number, with the sign that a temperature may have. */
static bool is_number(char *text)
{
	uint64_t number;

	text[strcspn(text, "\n")] = '\0';
	return pn_parse_u64(text + (*text == '-'), 0, UINT64_MAX, &number) == 0;
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
	return is_number(value) ? add_line(counters, ts_ns, counter->columns, value) : 0;
}

static int scan_again_if_changed(struct pn_counters *counters)
{
	char online[sizeof(counters->online)];

	read_online(counters, online, sizeof(online));
	if (!counters->stale && strcmp(online, counters->online) == 0)
		return 0;
	return scan(counters);
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
	pn_sysfs_close(&counters->sysfs);
	free(counters->text);
	free(counters);
}
