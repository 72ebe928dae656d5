/* SPDX-License-Identifier: GPL-2.0-only */
/* All pictures of what was recorded: which there are, what is left out, and why. */
#ifndef PN_OUT_PLOT_H
#define PN_OUT_PLOT_H

#include "core/compare.h"
#include "core/runs.h"
#include "out/gnuplot.h"

/** struct pn_plot_side - a governor, a kernel: one colour in every picture */
struct pn_plot_side {
	char label[PN_GNUPLOT_TEXT]; /* as pn_gnuplot_text() leaves it; differs from the others' */
	const struct pn_runs *runs;
	const struct pn_side *values;
};

/** struct pn_plot_input - what is drawn, and where to */
struct pn_plot_input {
	const char *dir;
	uint32_t nr_sides; /* the first is the reference */
	const struct pn_plot_side *sides;
	const struct pn_machine *machine;	/* of all sides; NULL: not known, or they differ */
	const struct pn_comparison *comparison; /* NULL: there is nothing to compare */
};

/** struct pn_picture - a picture that was written */
struct pn_picture {
	char name[PN_GNUPLOT_TEXT]; /* of its files, without an ending */
	char title[PN_GNUPLOT_TEXT];
	char workload[PN_GNUPLOT_TEXT]; /* that it is of */
	const char *family;		/* heading for pictures of its kind */
	char *says; /* what is to be seen, in a sentence; for those who cannot */
};

/** struct pn_omission - a picture that was not, since there is nothing in it */
struct pn_omission {
	char title[PN_GNUPLOT_TEXT];
	const char *why;
};

/** struct pn_plot - what came of drawing; all zero before */
struct pn_plot {
	uint32_t nr_pictures;
	struct pn_picture *pictures;
	uint32_t nr_omissions;
	struct pn_omission *omissions;
};

/**
 * pn_plot_write - writes the table and the script of every picture
 * @input: what to draw
 * @plot: what there is and what is left out; freed with pn_plot_free()
 * @problem: one line
 *
 * The same input gives the same files: there is no date, host or path in them.
 *
 * Returns: 0 or a negative errno.
 */
int pn_plot_write(const struct pn_plot_input *input, struct pn_plot *plot,
		  struct pn_problem *problem);

/** pn_plot_free - frees what @plot holds */
void pn_plot_free(struct pn_plot *plot);

#endif
