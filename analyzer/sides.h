/* SPDX-License-Identifier: GPL-2.0-only */
/* What compare and plot take as sides: results folders, reports, traces; and what they are called. */
#ifndef PN_SIDES_H
#define PN_SIDES_H

#include "io/manifest.h"
#include "io/results.h"
#include "pipeline.h"

#define PN_SIDES_MAX 64

/** struct pn_inputs - what the command line names, folders of several governors taken apart */
struct pn_inputs {
	int nr;
	const char *paths[PN_SIDES_MAX];
	char *owned[PN_SIDES_MAX];   /* those of @paths that are not on the command line */
	struct pn_manifest manifest; /* the first that a folder had */
};

/**
 * pn_inputs_add - takes an input as it is
 * @inputs: all zero at first; freed with pn_inputs_free(), also after an error
 * @path: has to outlive @inputs
 * @problem: one line
 *
 * Returns: 0, -E2BIG or -ENOMEM.
 */
int pn_inputs_add(struct pn_inputs *inputs, const char *path, struct pn_problem *problem);

/**
 * pn_inputs_expand - takes a results folder as the folders of its governors, anything else as it is
 * @inputs: as for pn_inputs_add()
 * @path: has to outlive @inputs
 * @problem: one line that names the file
 *
 * Returns: 0, -E2BIG, -ENOMEM or the errno of a manifest that cannot be read.
 */
int pn_inputs_expand(struct pn_inputs *inputs, const char *path, struct pn_problem *problem);

/** pn_inputs_free - frees what @inputs holds */
void pn_inputs_free(struct pn_inputs *inputs);

/**
 * pn_side_read - reads a results folder, a report or a trace
 * @path: of it
 * @request: how to analyse it where it is a trace; its path is set by this call
 * @results: as for pn_results_read()
 * @problem: one line that names the file
 *
 * Returns: 0 or a negative errno.
 */
int pn_side_read(const char *path, struct pn_request *request, struct pn_results *results,
		 struct pn_problem *problem);

/**
 * pn_sides_same_states - looks for a side whose idle states are not those of the first
 * @inputs: the sides' paths
 * @sides: the sides
 * @nr: how many
 * @problem: says which, and that --force helps
 *
 * Returns: 0 or -EINVAL.
 */
int pn_sides_same_states(const char *const *inputs, const struct pn_results *sides, int nr,
			 struct pn_problem *problem);

/**
 * pn_sides_warn - warns of every repeat that was left out because it cannot be read, and of sides
 *                 with reports whose data is not to be trusted
 * @inputs: the sides' paths
 * @sides: the sides
 * @nr: how many
 *
 * Returns: whether a repeat was left out.
 */
bool pn_sides_warn(const char *const *inputs, const struct pn_results *sides, int nr);

/**
 * pn_sides_name - calls sides by the last part of their paths, or by all of it where two are alike
 * @inputs: the paths
 * @nr: how many
 * @labels: parts of @inputs
 */
void pn_sides_name(const char *const *inputs, int nr, const char **labels);

#endif
