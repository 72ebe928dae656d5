// SPDX-License-Identifier: GPL-2.0-only
/* Which CPUs a workload may run on, and CPUs that stand in a given relation to one another. */
#include "place.h"

#include <errno.h>
#include <limits.h>
#include <sched.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

/* Longer than any CPU list of PN_CPULIST_MAX CPUs that a kernel with 8192 of them can write. */
#define SYSFS_CHARS 65536
#define LIST_CHARS  64

/* Where a CPU sits. */
struct seat {
	uint32_t cpu;
	uint32_t core; /* the lowest CPU of its core */
	long package;
};

static int __attribute__((format(printf, 3, 4)))
read_sysfs(const struct pn_place *place, char *text, const char *fmt, ...)
{
	char path[PATH_MAX], tail[128];
	va_list args;
	size_t len;
	FILE *file;

	va_start(args, fmt);
	vsnprintf(tail, sizeof(tail), fmt, args);
	va_end(args);
	if (snprintf(path, sizeof(path), "%s/sys/devices/system/cpu/%s", place->sysroot, tail) >=
	    (int)sizeof(path))
		return -ENAMETOOLONG;
	file = fopen(path, "re");
	if (!file)
		return -errno;
	len = fread(text, 1, SYSFS_CHARS - 1, file);
	text[len] = '\0';
	fclose(file);
	return len ? 0 : -ENODATA;
}

static int read_list(const struct pn_place *place, struct pn_cpuset *set, const char *name)
{
	char *text = malloc(SYSFS_CHARS);
	int err;

	if (!text)
		return -ENOMEM;
	err = read_sysfs(place, text, "%s", name);
	if (!err)
		err = pn_cpulist_parse(text, set);
	free(text);
	return err == -ENOMEM ? err : 0;
}

static int read_affinity(struct pn_cpuset *set)
{
	size_t size = CPU_ALLOC_SIZE(PN_CPULIST_MAX);
	cpu_set_t *mask = CPU_ALLOC(PN_CPULIST_MAX);
	int err = 0;

	if (!mask)
		return -ENOMEM;
	CPU_ZERO_S(size, mask);
	if (sched_getaffinity(0, size, mask))
		err = -errno;
	for (uint32_t cpu = 0; !err && cpu < PN_CPULIST_MAX; cpu++)
		if (CPU_ISSET_S(cpu, size, mask))
			err = pn_cpuset_add(set, cpu);
	CPU_FREE(mask);
	return err;
}

int pn_place_open(struct pn_place *place, const char *sysroot)
{
	int err;

	*place = (struct pn_place){ .sysroot = sysroot };
	err = read_list(place, &place->possible, "possible");
	if (!err)
		err = read_list(place, &place->online, "online");
	if (!err)
		err = read_affinity(&place->allowed);
	if (err)
		pn_place_close(place);
	return err;
}

void pn_place_close(struct pn_place *place)
{
	pn_cpuset_free(&place->possible);
	pn_cpuset_free(&place->online);
	pn_cpuset_free(&place->allowed);
}

/* Whether a list that sysfs may not have given speaks against the CPU. */
static bool left_out(const struct pn_cpuset *set, uint32_t cpu)
{
	return pn_cpuset_next(set, 0) >= 0 && !pn_cpuset_has(set, cpu);
}

int pn_place_check(const struct pn_place *place, uint32_t cpu, char *why, size_t size)
{
	char list[LIST_CHARS];

	if (left_out(&place->possible, cpu)) {
		pn_cpuset_format(&place->possible, list, sizeof(list));
		snprintf(why, size, "there is no CPU %u here (there are %s)", cpu, list);
		return -ENODEV;
	}
	if (left_out(&place->online, cpu)) {
		pn_cpuset_format(&place->online, list, sizeof(list));
		snprintf(why, size, "CPU %u is offline (online: %s)", cpu, list);
		return -ENXIO;
	}
	if (!pn_cpuset_has(&place->allowed, cpu)) {
		pn_cpuset_format(&place->allowed, list, sizeof(list));
		snprintf(why, size, "CPU %u is forbidden by taskset or a cpuset (allowed: %s)", cpu,
			 list);
		return -EPERM;
	}
	return 0;
}

/* A machine that tells no topology has one CPU a core and one package. */
static int read_seat(const struct pn_place *place, uint32_t cpu, struct seat *seat)
{
	static const char *const lists[] = { "core_cpus_list", "thread_siblings_list" };
	struct pn_cpuset core = { 0 };
	char *text = malloc(SYSFS_CHARS);

	*seat = (struct seat){ .cpu = cpu, .core = cpu };
	if (!text)
		return -ENOMEM;
	for (size_t i = 0; i < 2 && !pn_cpuset_count(&core); i++)
		if (!read_sysfs(place, text, "cpu%u/topology/%s", cpu, lists[i]))
			pn_cpulist_parse(text, &core);
	if (pn_cpuset_count(&core))
		seat->core = (uint32_t)pn_cpuset_next(&core, 0);
	if (!read_sysfs(place, text, "cpu%u/topology/physical_package_id", cpu))
		seat->package = strtol(text, NULL, 10);
	pn_cpuset_free(&core);
	free(text);
	return 0;
}

/* The seats of all CPUs of @among; the caller frees the array. */
static int read_seats(const struct pn_place *place, const struct pn_cpuset *among,
		      struct seat **seats, size_t *nr)
{
	int err = 0;

	*nr = 0;
	*seats = calloc(pn_cpuset_count(among) + 1, sizeof(**seats));
	if (!*seats)
		return -ENOMEM;
	pn_cpuset_for_each (cpu, among) {
		err = read_seat(place, (uint32_t)cpu, &(*seats)[*nr]);
		if (err)
			break;
		(*nr)++;
	}
	return err;
}

static bool related(const struct seat *a, const struct seat *b, enum pn_place_relation relation)
{
	switch (relation) {
	case PN_PLACE_SAME_CPU:
		return a->cpu == b->cpu;
	case PN_PLACE_SMT:
		return a->cpu != b->cpu && a->core == b->core;
	case PN_PLACE_SAME_PACKAGE:
		return a->core != b->core && a->package == b->package;
	case PN_PLACE_OTHER_PACKAGE:
		return a->package != b->package;
	case PN_PLACE_FREE:
		break;
	}
	return false;
}

/* The first pair in the relation with the fewest CPUs in use; false when there is none at all. */
static bool choose(const struct seat *seats, size_t nr, enum pn_place_relation relation,
		   const struct pn_cpuset *used, uint32_t cpus[2])
{
	int least = INT_MAX;

	for (size_t a = 0; a < nr && least; a++) {
		for (size_t b = 0; b < nr && least; b++) {
			int in_use = pn_cpuset_has(used, seats[a].cpu) +
				     pn_cpuset_has(used, seats[b].cpu);

			if (in_use >= least || !related(&seats[a], &seats[b], relation))
				continue;
			least = in_use;
			cpus[0] = seats[a].cpu;
			cpus[1] = seats[b].cpu;
		}
	}
	return least < INT_MAX;
}

int pn_place_pair(const struct pn_place *place, const struct pn_cpuset *among,
		  enum pn_place_relation relation, struct pn_cpuset *used, uint32_t cpus[2])
{
	struct seat *seats = NULL;
	size_t nr;
	int err;

	err = read_seats(place, among, &seats, &nr);
	if (!err && !choose(seats, nr, relation, used, cpus))
		err = -ENOENT;
	if (!err)
		err = pn_cpuset_add(used, cpus[0]);
	if (!err)
		err = pn_cpuset_add(used, cpus[1]);
	free(seats);
	return err;
}

int pn_place_pin(const struct pn_cpuset *set)
{
	size_t size = CPU_ALLOC_SIZE(PN_CPULIST_MAX);
	cpu_set_t *mask = CPU_ALLOC(PN_CPULIST_MAX);
	int err;

	if (!mask)
		return -ENOMEM;
	CPU_ZERO_S(size, mask);
	pn_cpuset_for_each (cpu, set)
		CPU_SET_S((size_t)cpu, size, mask);
	err = sched_setaffinity(0, size, mask) ? -errno : 0;
	CPU_FREE(mask);
	return err;
}
