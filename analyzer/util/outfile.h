/* SPDX-License-Identifier: GPL-2.0-only */
/* Output that appears whole under its name, or not at all. */
#ifndef PN_UTIL_OUTFILE_H
#define PN_UTIL_OUTFILE_H

#include <stdio.h>

#include "util/problem.h"

/** struct pn_outfile - an output on its way; all zero is a closed one */
struct pn_outfile {
	FILE *stream;	   /* write here; NULL when closed */
	const char *shown; /* as the user named it, not copied; "standard output" */
	char *path;	   /* the name it will have; NULL: it is written to straight away */
	char *temp;	   /* the name it has until then; NULL: it has none */
};

/**
 * pn_outfile_open - begins an output file
 * @out: set up by this call, ended by pn_outfile_commit() or pn_outfile_abort()
 * @path: the file, which outlives @out; NULL or "-" for standard output
 * @problem: one line that names the file
 *
 * A new file has no name until it is committed, so that nothing is left behind by a process that
 * is killed; where the file system cannot do that, it has a random name beside the final one.
 * What is there already is replaced in one step, a link by following it; a device or a pipe is
 * opened and written to.
 *
 * Returns: 0 or a negative errno: that of open(2), -EISDIR, -ENOMEM.
 */
int pn_outfile_open(struct pn_outfile *out, const char *path, struct pn_problem *problem);

/**
 * pn_outfile_commit - ends an output that is complete
 * @out: closed by this call, whatever comes out
 * @problem: one line that names the file
 *
 * Returns: 0, or the negative errno of the first write that failed or of naming the file, and
 * then the name stands for what it stood for before.
 */
int pn_outfile_commit(struct pn_outfile *out, struct pn_problem *problem);

/** pn_outfile_abort - throws away an output that is not complete; harmless on a closed one */
void pn_outfile_abort(struct pn_outfile *out);

#endif
