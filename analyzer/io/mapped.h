/* SPDX-License-Identifier: GPL-2.0-only */
/* An input file, mapped into memory. */
#ifndef PN_IO_MAPPED_H
#define PN_IO_MAPPED_H

#include <stddef.h>
#include <stdint.h>

#include "util/problem.h"

/** struct pn_mapped - the bytes of a file */
struct pn_mapped {
	const char *name; /* as the user named it, not copied; "standard input" for "-" */
	const uint8_t *bytes;
	size_t size;
};

/**
 * pn_mapped_open - maps a file for reading
 * @path: the file, or "-" for standard input; a pipe is first copied to a file without a name
 * @file: set up by this call, undone by pn_mapped_close()
 * @problem: one line that names the file
 *
 * Returns: 0 or a negative errno: that of open(2), -EISDIR, -EINVAL (neither a file nor a pipe),
 * -ENODATA (empty).
 */
int pn_mapped_open(const char *path, struct pn_mapped *file, struct pn_problem *problem);

/** pn_mapped_drop - lets go of the memory behind bytes that will hardly be read again */
void pn_mapped_drop(const struct pn_mapped *file, const uint8_t *from, const uint8_t *to);

/** pn_mapped_close - unmaps; harmless when nothing is mapped */
void pn_mapped_close(struct pn_mapped *file);

#endif
