/* SPDX-License-Identifier: GPL-2.0-only */
/* Which of a machine's counters there are to sample, each a file of one number. */
#ifndef PN_IO_COUNTER_LIST_H
#define PN_IO_COUNTER_LIST_H

#include <stdbool.h>
#include <stddef.h>

#include "io/counters.h"
#include "io/sysfs.h"

/** struct pn_counter - one file */
struct pn_counter {
	char *path;    /* under the root */
	char *columns; /* ",cpuidle,0,3,usage,": all but the time and the value */
	int fd;	       /* -1: opened anew for each reading */
	bool constant; /* stays the same, so that the first block alone has it */
};

/** struct pn_counter_list - all files, in the order in which they are read; all zero is empty */
struct pn_counter_list {
	struct pn_counter *counters;
	size_t nr;
	size_t room;
	size_t nr_refused;		 /* files that are there and may not be opened */
	char refused[PN_SYSFS_PATH_LEN]; /* the first of them */
	size_t fds_left;		 /* how many more may be held open */
};

/**
 * pn_counter_list_scan - finds the counters of a machine and opens them
 * @list: all zero; freed with pn_counter_list_free(), also after an error
 * @sysfs: the machine
 * @options: which of them
 * @max_fds: how many files may be held open; those past it are opened for each reading
 *
 * What a machine does not have has no entry, which is no error.
 *
 * Returns: 0, -ENOMEM or what reading a folder that exists gave.
 */
int pn_counter_list_scan(struct pn_counter_list *list, const struct pn_sysfs *sysfs,
			 const struct pn_counters_options *options, size_t max_fds);

/** pn_counter_list_free - closes and frees all, and empties the list */
void pn_counter_list_free(struct pn_counter_list *list);

#endif
