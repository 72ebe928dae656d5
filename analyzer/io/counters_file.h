/* SPDX-License-Identifier: GPL-2.0-only */
/* What the kernel counted between two points in time, from a file of 'analyzer sample'. */
#ifndef PN_IO_COUNTERS_FILE_H
#define PN_IO_COUNTERS_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "util/problem.h"

#define PN_ZONE_LEN 96

/** enum pn_idle_counter - what the kernel counts of an idle state */
enum pn_idle_counter {
	PN_COUNTED_USAGE,    /* entries */
	PN_COUNTED_TIME_US,  /* time in the state, whole stays only: added at their end */
	PN_COUNTED_ABOVE,    /* stays that were too short for the state */
	PN_COUNTED_BELOW,    /* stays that a deeper state would have suited */
	PN_COUNTED_REJECTED, /* entries that the driver refused */
	PN_COUNTED_NR,
};

/**
 * struct pn_counted - by how much a counter grew
 *
 * It is known when the first and the last block have it, and it never fell in between (it falls
 * when the driver registers anew).
 */
struct pn_counted {
	uint64_t delta;
	bool known;
};

/** struct pn_state_counts - one idle state of one CPU */
struct pn_state_counts {
	struct pn_counted counts[PN_COUNTED_NR];
};

/** struct pn_cpu_counts - one CPU; @states is indexed by the state's number */
struct pn_cpu_counts {
	uint32_t nr_states; /* 0: there is nothing of this CPU */
	struct pn_state_counts *states;
};

/** struct pn_zone_energy - one powercap zone; wraps of its counter are made up for */
struct pn_zone_energy {
	char name[PN_ZONE_LEN];
	struct pn_counted energy_uj;
};

/** struct pn_counts - the deltas between the first and the last block of a window */
struct pn_counts {
	uint64_t nr_blocks; /* in the window; with fewer than 2 nothing is known */
	uint64_t first_ns;  /* when the first block's reading began; CLOCK_MONOTONIC */
	uint64_t last_ns;
	uint64_t read_ns; /* the longest that reading a block took */
	bool cut;	  /* the file ends within a block, which is left out */
	uint32_t nr_cpus;
	struct pn_cpu_counts *cpus;
	uint32_t nr_zones;
	struct pn_zone_energy *zones;
};

/**
 * pn_counters_read - reads the blocks of a window
 * @path: the file, or "-" for standard input
 * @from_ns: blocks before are left out
 * @to_ns: blocks after are left out; UINT64_MAX for all
 * @counts: freed with pn_counts_free()
 * @problem: one line that names the file and the line
 *
 * Rows of other sources, or with other metrics, are passed over.
 *
 * Returns: 0 or a negative errno: that of open(2), -ENODATA (empty), -EINVAL (not such a file),
 * -ENOMEM. A file without a whole block in the window is no error: @nr_blocks is 0.
 */
int pn_counters_read(const char *path, uint64_t from_ns, uint64_t to_ns, struct pn_counts **counts,
		     struct pn_problem *problem);

/** pn_counts_free - frees all; NULL is allowed */
void pn_counts_free(struct pn_counts *counts);

#endif
