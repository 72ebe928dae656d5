/* SPDX-License-Identifier: GPL-2.0-only */
/* Small files of one value each, under a root that need not be this machine's. */
#ifndef PN_IO_SYSFS_H
#define PN_IO_SYSFS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/cpulist.h"
#include "util/problem.h"

#define PN_SYSFS_PATH_LEN 256

/** struct pn_sysfs - a root folder; paths under it begin without a slash */
struct pn_sysfs {
	const char *root; /* "" for this machine's; not copied */
	int fd;
};

/** pn_sysfs_open - opens the root @root; 0 or a negative errno with @problem */
int pn_sysfs_open(struct pn_sysfs *sysfs, const char *root, struct pn_problem *problem);

/** pn_sysfs_close - closes the root */
void pn_sysfs_close(struct pn_sysfs *sysfs);

/**
 * pn_sysfs_text - reads a file of one line
 * @sysfs: the root
 * @path: the file
 * @buf: the line without its end, made printable, cut where @size is too small; untouched on error
 * @size: of @buf, at most 4096
 *
 * Returns: 0 or a negative errno: that of open(2) or read(2).
 */
int pn_sysfs_text(const struct pn_sysfs *sysfs, const char *path, char *buf, size_t size);

/** pn_sysfs_u64 - reads a file of one decimal number: 0, -EINVAL or as pn_sysfs_text() */
int pn_sysfs_u64(const struct pn_sysfs *sysfs, const char *path, uint64_t *out);

/** pn_sysfs_bad - says that @path cannot be used because of @err; hands @err back */
int pn_sysfs_bad(const struct pn_sysfs *sysfs, const char *path, int err,
		 struct pn_problem *problem);

/**
 * pn_sysfs_numbered - collects the N of all folder entries named PREFIX N
 * @sysfs: the root
 * @path: the folder
 * @prefix: what the entries begin with; entries with anything but digits behind it are passed over
 * @numbers: a set, added to
 *
 * Returns: 0 or a negative errno: that of open(2), -ENOMEM.
 */
int pn_sysfs_numbered(const struct pn_sysfs *sysfs, const char *path, const char *prefix,
		      struct pn_cpuset *numbers);

#endif
