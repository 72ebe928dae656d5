/* SPDX-License-Identifier: GPL-2.0-only */
/* The manifest of a results folder: what was run, on what. */
#ifndef PN_IO_MANIFEST_H
#define PN_IO_MANIFEST_H

#include <stdint.h>

#include "util/problem.h"

/** struct pn_fact - something that the manifest says */
struct pn_fact {
	char *key;
	char *text; /* lists are joined by ", "; empty: it is not known */
};

/** struct pn_manifest - all of it, in its own order; all zero is none */
struct pn_manifest {
	uint32_t nr_facts;
	struct pn_fact *facts;
	uint32_t nr_governors;
	char **governors; /* as they were run; each has a folder of its own */
};

/**
 * pn_manifest_read - reads manifest.json of a results folder (schema powernightmare.manifest/1)
 * @folder: the folder
 * @manifest: freed with pn_manifest_free()
 * @problem: one line that names the file
 *
 * Returns: 0, -ENOENT (there is none; nothing is said) or another negative errno.
 */
int pn_manifest_read(const char *folder, struct pn_manifest *manifest, struct pn_problem *problem);

/** pn_manifest_free - frees all and empties @manifest */
void pn_manifest_free(struct pn_manifest *manifest);

#endif
