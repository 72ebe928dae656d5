// SPDX-License-Identifier: GPL-2.0-only
/* Which of a machine's counters there are to sample. */
#include "io/counter_list.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/idle_state.h"

/* A zone's name and its id, in brackets behind it, fit into PN_ZONE_LEN of counters_file.h. */
#define ZONE_NAME_LEN 64
#define ZONE_ID_MAX   28

#define CPU_DIR	      "sys/devices/system/cpu"
#define POWERCAP_DIR  "sys/class/powercap"
#define THERMAL_DIR   "sys/class/thermal"
#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

/* A file's name and what it is called in the table, unit included. */
struct metric {
	const char *file;
	const char *name;
};

/* What one scan carries along. */
struct scan {
	struct pn_counter_list *list;
	const struct pn_sysfs *sysfs;
	const struct pn_counters_options *options;
};

/* --- the list ------------------------------------------------------------------------------- */

static int append(struct pn_counter_list *list, const char *path, char *columns, int fd)
{
	size_t room = list->room ? list->room * 2 : 64;
	struct pn_counter *counters;
	char *copy = strdup(path);

	if (!copy)
		return -ENOMEM;
	if (list->nr == list->room) {
		counters = realloc(list->counters, room * sizeof(*counters));
		if (!counters) {
			free(copy);
			return -ENOMEM;
		}
		list->counters = counters;
		list->room = room;
	}
	list->counters[list->nr++] =
		(struct pn_counter){ .path = copy, .columns = columns, .fd = fd };
	return 0;
}

static void note_refused(struct pn_counter_list *list, const char *path)
{
	if (!list->nr_refused++)
		snprintf(list->refused, sizeof(list->refused), "%s", path);
}

/* Keeps a file open while there is room, or else gives it up to be opened for each reading. */
static int keep_some_open(struct pn_counter_list *list, int fd)
{
	if (list->fds_left) {
		list->fds_left--;
		return fd;
	}
	close(fd);
	return -1;
}

/* Adds the file @path if it is there; @columns is the list's, or freed, from here on. */
static int add_file(const struct scan *scan, const char *path, char *columns)
{
	int fd, err;

	if (!columns)
		return -ENOMEM;
	fd = openat(scan->sysfs->fd, path, O_RDONLY | O_CLOEXEC);
	if (fd < 0) {
		if (errno == EACCES || errno == EPERM)
			note_refused(scan->list, path);
		free(columns);
		return 0;
	}
	fd = keep_some_open(scan->list, fd);
	err = append(scan->list, path, columns, fd);
	if (err) {
		if (fd >= 0)
			close(fd);
		free(columns);
	}
	return err;
}

static char *__attribute__((format(printf, 1, 2))) format(const char *fmt, ...)
{
	va_list args;
	char *text;

	va_start(args, fmt);
	if (vasprintf(&text, fmt, args) < 0)
		text = NULL;
	va_end(args);
	return text;
}

/* --- CPUs ----------------------------------------------------------------------------------- */

static int scan_state(const struct scan *scan, uint32_t cpu, uint32_t state)
{
	static const struct metric metrics[] = {
		{ "usage", "usage" }, { "time", "time_us" },	  { "above", "above" },
		{ "below", "below" }, { "rejected", "rejected" },
	};
	char path[PN_SYSFS_PATH_LEN];
	int err = 0;

	for (size_t i = 0; !err && i < ARRAY_SIZE(metrics); i++) {
		snprintf(path, sizeof(path), CPU_DIR "/cpu%u/cpuidle/state%u/%s", cpu, state,
			 metrics[i].file);
		err = add_file(scan, path,
			       format(",cpuidle,%u,%u,%s,", cpu, state, metrics[i].name));
	}
	return err;
}

static int scan_states(const struct scan *scan, uint32_t cpu)
{
	char path[PN_SYSFS_PATH_LEN];
	struct pn_cpuset states = { 0 };
	int err;

	snprintf(path, sizeof(path), CPU_DIR "/cpu%u/cpuidle", cpu);
	err = pn_sysfs_numbered(scan->sysfs, path, "state", &states);
	pn_cpuset_for_each (state, &states) {
		if (!err)
			err = scan_state(scan, cpu, (uint32_t)state);
	}
	pn_cpuset_free(&states);
	return err == -ENOENT ? 0 : err;
}

static int scan_frequency(const struct scan *scan, uint32_t cpu)
{
	char path[PN_SYSFS_PATH_LEN];

	snprintf(path, sizeof(path), CPU_DIR "/cpu%u/cpufreq/scaling_cur_freq", cpu);
	return add_file(scan, path, format(",cpufreq,%u,,scaling_cur_freq_khz,", cpu));
}

static int scan_cpus(const struct scan *scan, int (*scan_cpu)(const struct scan *, uint32_t))
{
	const struct pn_cpuset *wanted = scan->options->cpus;
	struct pn_cpuset cpus = { 0 };
	int err;

	err = pn_sysfs_numbered(scan->sysfs, CPU_DIR, "cpu", &cpus);
	pn_cpuset_for_each (cpu, &cpus) {
		if (!err && (!wanted || pn_cpuset_has(wanted, (uint32_t)cpu)))
			err = scan_cpu(scan, (uint32_t)cpu);
	}
	pn_cpuset_free(&cpus);
	return err == -ENOENT ? 0 : err;
}

static int scan_cpuidle(const struct scan *scan)
{
	return scan_cpus(scan, scan_states);
}

static int scan_cpufreq(const struct scan *scan)
{
	return scan_cpus(scan, scan_frequency);
}

/* --- zones ---------------------------------------------------------------------------------- */

/*
 * A zone as a CSV field. Names alone repeat (each package has a zone "core", and its energy can be
 * read in two ways), so the kernel's own id stands behind them.
 */
static char *zone_field(const struct scan *scan, const char *name_path, const char *id)
{
	char name[ZONE_NAME_LEN], field[2 * sizeof(name)];
	size_t len = 0;

	if (pn_sysfs_text(scan->sysfs, name_path, name, sizeof(name)))
		strcpy(name, "?");
	for (const char *p = name; *p; p++) {
		if (*p == '"')
			field[len++] = '"';
		field[len++] = *p;
	}
	field[len] = '\0';
	if (strpbrk(name, ",\""))
		return format("\"%s (%s)\"", field, id);
	return format("%s (%s)", field, id);
}

static int scan_powercap_zone(const struct scan *scan, const char *id)
{
	char path[2 * PN_SYSFS_PATH_LEN], *zone;
	size_t before = scan->list->nr;
	int err;

	snprintf(path, sizeof(path), POWERCAP_DIR "/%s/name", id);
	zone = zone_field(scan, path, id);
	if (!zone)
		return -ENOMEM;
	snprintf(path, sizeof(path), POWERCAP_DIR "/%s/max_energy_range_uj", id);
	err = add_file(scan, path, format(",powercap,,%s,max_energy_range_uj,", zone));
	if (!err && scan->list->nr > before)
		scan->list->counters[before].constant = true;
	snprintf(path, sizeof(path), POWERCAP_DIR "/%s/energy_uj", id);
	if (!err)
		err = add_file(scan, path, format(",powercap,,%s,energy_uj,", zone));
	free(zone);
	return err;
}

/*
 * Zones are named TYPE:N and, within those, TYPE:N:M; a TYPE alone has no energy. What no kernel
 * calls a zone, or is too long to be read again with its name, is none.
 */
static int is_zone(const struct dirent *entry)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				    "0123456789-_.:";
	size_t len = strlen(entry->d_name);

	return strchr(entry->d_name, ':') && strspn(entry->d_name, plain) == len &&
	       len <= ZONE_ID_MAX;
}

static int scan_powercap(const struct scan *scan)
{
	struct dirent **zones;
	int nr = scandirat(scan->sysfs->fd, POWERCAP_DIR, &zones, is_zone, alphasort);
	int err = 0;

	if (nr < 0)
		return errno == ENOENT ? 0 : -errno;
	for (int i = 0; i < nr; i++) {
		if (!err)
			err = scan_powercap_zone(scan, zones[i]->d_name);
		free(zones[i]);
	}
	free(zones);
	return err;
}

static int scan_thermal_zone(const struct scan *scan, uint32_t number)
{
	char path[PN_SYSFS_PATH_LEN], id[32], *zone;
	int err;

	snprintf(id, sizeof(id), "thermal_zone%u", number);
	snprintf(path, sizeof(path), THERMAL_DIR "/%s/type", id);
	zone = zone_field(scan, path, id);
	if (!zone)
		return -ENOMEM;
	snprintf(path, sizeof(path), THERMAL_DIR "/%s/temp", id);
	err = add_file(scan, path, format(",thermal,,%s,temp_mc,", zone));
	free(zone);
	return err;
}

static int scan_thermal(const struct scan *scan)
{
	struct pn_cpuset zones = { 0 };
	int err;

	err = pn_sysfs_numbered(scan->sysfs, THERMAL_DIR, "thermal_zone", &zones);
	pn_cpuset_for_each (zone, &zones) {
		if (!err)
			err = scan_thermal_zone(scan, (uint32_t)zone);
	}
	pn_cpuset_free(&zones);
	return err == -ENOENT ? 0 : err;
}

int pn_counter_list_scan(struct pn_counter_list *list, const struct pn_sysfs *sysfs,
			 const struct pn_counters_options *options, size_t max_fds)
{
	static const struct {
		enum pn_counter_source source;
		int (*scan)(const struct scan *scan);
	} sources[] = {
		/* first, so that they are as close as can be to the time of their block */
		{ PN_COUNT_CPUIDLE, scan_cpuidle },
		{ PN_COUNT_POWERCAP, scan_powercap },
		{ PN_COUNT_CPUFREQ, scan_cpufreq },
		{ PN_COUNT_THERMAL, scan_thermal },
	};
	const struct scan scan = { .list = list, .sysfs = sysfs, .options = options };
	int err = 0;

	list->fds_left = max_fds;
	for (size_t i = 0; !err && i < ARRAY_SIZE(sources); i++)
		if (options->sources & sources[i].source)
			err = sources[i].scan(&scan);
	return err;
}

void pn_counter_list_free(struct pn_counter_list *list)
{
	for (size_t i = 0; i < list->nr; i++) {
		if (list->counters[i].fd >= 0)
			close(list->counters[i].fd);
		free(list->counters[i].path);
		free(list->counters[i].columns);
	}
	free(list->counters);
	*list = (struct pn_counter_list){ 0 };
}
