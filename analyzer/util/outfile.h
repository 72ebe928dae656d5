/* SPDX-License-Identifier: GPL-2.0-only */
/* Files that appear under their name only when they are whole. */
#ifndef PN_UTIL_OUTFILE_H
#define PN_UTIL_OUTFILE_H

#include <stdio.h>

/** struct pn_outfile - an output on its way; all zero is none */
struct pn_outfile {
	FILE *stream;	      /* write here */
	struct pn_sink *sink; /* behind the stream, and gone with it; for outfile.c alone */
	char *path;	      /* the name it will have; NULL when it is written in place */
	char *temporary;      /* the name it has until then; NULL while it has none */
};

/**
 * pn_outfile_open - begins a file
 * @path: its name; "-" is standard output, by a stream of its own
 * @out: set up by this call; ended by pn_outfile_commit() or pn_outfile_discard()
 *
 * A file has no name until it is whole, so that a process that is killed leaves nothing behind;
 * where the file system cannot do that, it has a random name in the same folder. What exists and
 * is no plain file (a pipe, /dev/null) is written in place; a symbolic link is followed.
 *
 * Returns: 0 or a negative errno: that of open(2), -EISDIR, -ENOMEM.
 */
int pn_outfile_open(const char *path, struct pn_outfile *out);

/**
 * pn_outfile_commit - ends a file: everything written, then given its name
 * @out: open; empty afterwards, whatever happens
 *
 * Returns: 0 or a negative errno; on error there is no file, and one that was there before remains.
 */
int pn_outfile_commit(struct pn_outfile *out);

/** pn_outfile_discard - leaves no file behind; @out may be all zero */
void pn_outfile_discard(struct pn_outfile *out);

#endif
