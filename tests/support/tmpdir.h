/* SPDX-License-Identifier: GPL-2.0-only */
/* A folder for the files of one test, gone when the test is. */
#ifndef PN_SUPPORT_TMPDIR_H
#define PN_SUPPORT_TMPDIR_H

#include <stddef.h>

/** struct pn_tmpdir - the folder */
struct pn_tmpdir {
	char path[256];
};

/* Each of these ends the test program when it cannot do its work. */

/** pn_tmpdir_make - makes a folder of its own under $TMPDIR, or /tmp */
void pn_tmpdir_make(struct pn_tmpdir *dir);

/**
 * pn_tmpdir_file - the path of a file in the folder
 * @dir: the folder
 * @name: may contain folders, which are made
 *
 * Returns: the path, freed with free().
 */
char *pn_tmpdir_file(const struct pn_tmpdir *dir, const char *name);

/** pn_tmpdir_write - writes a file of @size bytes into the folder; its path, to be freed */
char *pn_tmpdir_write(const struct pn_tmpdir *dir, const char *name, const void *bytes,
		      size_t size);

/** pn_tmpdir_remove - removes the folder and all in it */
void pn_tmpdir_remove(struct pn_tmpdir *dir);

#endif
