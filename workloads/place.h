/* SPDX-License-Identifier: GPL-2.0-only */
/* Which CPUs a workload may run on, and CPUs that stand in a given relation to one another. */
#ifndef PN_PLACE_H
#define PN_PLACE_H

#include <stddef.h>
#include <stdint.h>

#include "util/cpulist.h"

/** enum pn_place_relation - how the two CPUs of a pair lie to one another */
enum pn_place_relation {
	PN_PLACE_FREE,		/* not pinned: the scheduler's choice */
	PN_PLACE_SAME_CPU,	/* one CPU for both */
	PN_PLACE_SMT,		/* two CPUs of one core */
	PN_PLACE_SAME_PACKAGE,	/* two cores of one package */
	PN_PLACE_OTHER_PACKAGE, /* cores of two packages */
};

/** struct pn_place - what this machine and this process's surroundings allow */
struct pn_place {
	struct pn_cpuset possible; /* CPUs that the kernel knows; empty where sysfs does not say */
	struct pn_cpuset online;   /* empty where sysfs does not say */
	struct pn_cpuset allowed;  /* what the affinity (taskset, cpuset) leaves to this process */
	const char *sysroot;
};

/**
 * pn_place_open - reads the CPUs from sysfs and this process's affinity
 * @place: set up by this call, freed with pn_place_close()
 * @sysroot: put before "/sys/..."; "" for this machine; kept, not copied
 *
 * Returns: 0 or a negative errno. A sysfs that is not there is no error.
 */
int pn_place_open(struct pn_place *place, const char *sysroot);

/** pn_place_close - frees what pn_place_open() set up */
void pn_place_close(struct pn_place *place);

/**
 * pn_place_check - whether a thread may be pinned to @cpu; says why not
 * @place: the machine
 * @cpu: number of the CPU
 * @why: one line without an end of line, for when it may not
 * @size: size of @why
 *
 * Returns: 0, -ENODEV (no such CPU), -ENXIO (offline) or -EPERM (not among the allowed ones).
 */
int pn_place_check(const struct pn_place *place, uint32_t cpu, char *why, size_t size);

/**
 * pn_place_pair - finds two CPUs in a relation, away from those in use where that is possible
 * @place: the machine
 * @among: CPUs to choose from
 * @relation: anything but PN_PLACE_FREE
 * @used: CPUs that other pairs have; the two found are added
 * @cpus: the two
 *
 * Returns: 0, -ENOENT (no two such CPUs) or -ENOMEM.
 */
int pn_place_pair(const struct pn_place *place, const struct pn_cpuset *among,
		  enum pn_place_relation relation, struct pn_cpuset *used, uint32_t cpus[2]);

/**
 * pn_place_pin - lets the calling thread run on the CPUs of @set alone
 * @set: not empty
 *
 * Returns: 0 or a negative errno; -EINVAL when none of the CPUs is online and allowed.
 */
int pn_place_pin(const struct pn_cpuset *set);

#endif
