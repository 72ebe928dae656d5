/* SPDX-License-Identifier: GPL-2.0-only */
/* What the families of pictures share; private to them. */
#ifndef PN_OUT_PLOT_DRAW_H
#define PN_OUT_PLOT_DRAW_H

#include "out/plot.h"

#define PN_PLOT_SIDES 64

/** struct pn_drawing - the pictures of a workload on their way */
struct pn_drawing {
	const struct pn_plot_input *input;
	struct pn_plot *plot;
	struct pn_problem *problem;
	const char *family;				/* heading of the family that is drawn */
	const char *workload;				/* as in struct pn_repeats */
	char shown[PN_GNUPLOT_TEXT];			/* the same for titles */
	uint32_t nr_states;				/* the most of any run */
	const struct pn_run_list *lists[PN_PLOT_SIDES]; /* by side; NULL: does not have it */
	const struct pn_repeats *repeats[PN_PLOT_SIDES];
};

/**
 * pn_draw_begin - begins a picture of the workload
 * @drawing: the workload
 * @picture: set up by this call
 * @name: the part of its name after the workload's
 * @axes: with a title that lacks the workload
 *
 * Returns: 0 or a negative errno.
 */
int pn_draw_begin(struct pn_drawing *drawing, struct pn_gnuplot *picture, const char *name,
		  const struct pn_axes *axes);

/**
 * pn_draw_end - ends it and puts it into the list
 * @drawing: the workload
 * @picture: the picture
 * @axes: as for pn_draw_begin()
 * @err: what went wrong in between: nothing is left of the picture then
 *
 * Returns: 0 or a negative errno.
 */
int pn_draw_end(struct pn_drawing *drawing, struct pn_gnuplot *picture, const struct pn_axes *axes,
		int err);

/** pn_draw_omit - says that a picture of the workload is left out, and why; 0 or -ENOMEM */
int pn_draw_omit(struct pn_drawing *drawing, const char *title, const char *why);

/** pn_draw_state - "state 2 (C6)" into @out; the name is left out where none is known */
const char *pn_draw_state(const struct pn_drawing *drawing, int32_t state,
			  char out[PN_GNUPLOT_TEXT]);

/** pn_draw_table - the state table that holds for all CPUs, or NULL */
const struct pn_state_table *pn_draw_table(const struct pn_drawing *drawing);

/** pn_draw_legend - the side's label, with what is to be known of a series that is 0 throughout */
const char *pn_draw_legend(const struct pn_drawing *drawing, uint32_t side, bool all_zero,
			   char out[PN_GNUPLOT_TEXT]);

/** pn_draw_limit - a dashed upright line at @x with words at its top, on its @left or right, in one of two rows */
void pn_draw_limit(struct pn_gnuplot *picture, double x, int row, bool left, const char *fmt, ...)
	__attribute__((format(printf, 5, 6)));

/** pn_draw_times - each state over time: entries, residency, too deep, too shallow */
int pn_draw_times(struct pn_drawing *drawing);

/** pn_draw_durations - how long the stays in each state were */
int pn_draw_durations(struct pn_drawing *drawing);

/** pn_draw_latencies - the share of wakeups within a time, for each state */
int pn_draw_latencies(struct pn_drawing *drawing);

/** pn_draw_mispredictions - idle time in stays that were too deep or too shallow */
int pn_draw_mispredictions(struct pn_drawing *drawing);

/** pn_draw_nightmares - where and when CPUs were stuck */
int pn_draw_nightmares(struct pn_drawing *drawing);

/** pn_draw_scores - the workload's own result and the power, repeat by repeat */
int pn_draw_scores(struct pn_drawing *drawing);

/** pn_draw_difference - what changed against the reference, with intervals */
int pn_draw_difference(struct pn_drawing *drawing);

/**
 * pn_sweep_of - whether a workload is a step of a sweep
 * @workload: as in "pingpong/pingpong phase=3 param=5000ns"
 * @base: the sweep that it belongs to, "pingpong"
 * @param: the number that is swept: 5000
 * @unit: its unit: "ns"; may be empty
 */
bool pn_sweep_of(const char *workload, char base[PN_GNUPLOT_TEXT], double *param, char unit[16]);

/** pn_sweep_steps - how many workloads of the input belong to the sweep @base */
uint32_t pn_sweep_steps(const struct pn_plot_input *input, const char *base);

/** Fewest steps that are drawn as a sweep; what has fewer is drawn as workloads. */
#define PN_SWEEP_LEAST 3

/** pn_draw_sweep - score and mispredictions against what the drawing's workload swept */
int pn_draw_sweep(struct pn_drawing *drawing);

#endif
