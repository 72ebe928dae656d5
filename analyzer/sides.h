/* SPDX-License-Identifier: GPL-2.0-only */
/* What compare and plot take as sides: results folders, reports, traces; and what they are called. */
#ifndef PN_SIDES_H
#define PN_SIDES_H

#include "io/results.h"
#include "pipeline.h"

#define PN_SIDES_MAX 64

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
 * pn_sides_name - calls sides by the last part of their paths, or by all of it where two are alike
 * @inputs: the paths
 * @nr: how many
 * @labels: parts of @inputs
 */
void pn_sides_name(const char *const *inputs, int nr, const char **labels);

#endif
