/* SPDX-License-Identifier: GPL-2.0-only */
/* A picture for gnuplot: NAME.tsv with the numbers and NAME.gp that draws them. */
#ifndef PN_OUT_GNUPLOT_H
#define PN_OUT_GNUPLOT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "util/outfile.h"
#include "util/problem.h"

#define PN_GNUPLOT_TEXT 160

/** struct pn_axes - what stands around the drawing; texts may hold anything, see pn_gnuplot_text() */
struct pn_axes {
	const char *title;
	const char *x_label; /* with its unit */
	const char *y_label;
	const char *columns; /* heads of the table's columns, separated by tabs */
	bool log_x;
	bool log_y;
	unsigned int height; /* of the picture in SVG units of which it is 720 wide; 0: 450 */
};

/** struct pn_gnuplot - a picture being written */
struct pn_gnuplot {
	struct pn_outfile tsv;
	struct pn_outfile script;
	FILE *data; /* rows: the first column names the series */
	FILE *gp;   /* settings beyond the axes, before the first series */
	const char *dir; /* the caller's, for as long as the picture is being written */
	char name[PN_GNUPLOT_TEXT];
	bool plotting; /* a series was added */
};

/**
 * pn_gnuplot_text - makes a text harmless in quotes, in a table and in a legend
 * @text: UTF-8 or anything; quotes, backquotes, backslashes, controls and what is no UTF-8 become "_"
 * @out: the text, cut where it is too long
 *
 * Returns: @out.
 */
const char *pn_gnuplot_text(const char *text, char out[PN_GNUPLOT_TEXT]);

/**
 * pn_gnuplot_begin - begins both files
 * @picture: set up by this call; ended by pn_gnuplot_commit() or pn_gnuplot_discard()
 * @dir: the folder
 * @name: without an ending; letters, digits and "._-"
 * @axes: what stands around
 * @problem: names the file
 *
 * Returns: 0 or a negative errno, then there is nothing to end.
 */
int pn_gnuplot_begin(struct pn_gnuplot *picture, const char *dir, const char *name,
		     const struct pn_axes *axes, struct pn_problem *problem);

/**
 * pn_gnuplot_tick - a word on an axis, within "set xtics (" and ")"
 * @picture: the picture
 * @place: where on the axis
 * @first: it is the first of its axis
 * @words: any text
 */
void pn_gnuplot_tick(struct pn_gnuplot *picture, double place, bool first, const char *words);

/** pn_gnuplot_color - a colour as "#RRGGBB"; the first seven differ for colour-blind readers too */
const char *pn_gnuplot_color(uint32_t index);

/**
 * pn_gnuplot_series - adds a series, whose rows have @label in the table's first column
 * @picture: the picture
 * @label: as pn_gnuplot_text() left it
 * @using: columns or expressions after "using", with ROW(n) for column n of the series' own rows
 * @style: what follows: "with lines title 'menu'"
 */
void pn_gnuplot_series(struct pn_gnuplot *picture, const char *label, const char *using,
		       const char *style, ...) __attribute__((format(printf, 4, 5)));

/** pn_gnuplot_keyentry - a legend's entry for what has no point: @style as for pn_gnuplot_series() */
void pn_gnuplot_keyentry(struct pn_gnuplot *picture, const char *style, ...)
	__attribute__((format(printf, 2, 3)));

/** pn_gnuplot_number - a cell of the table: a tab, then the number, or NaN where there is none */
void pn_gnuplot_number(struct pn_gnuplot *picture, double value);

/** pn_gnuplot_commit - ends both files; 0 or a negative errno */
int pn_gnuplot_commit(struct pn_gnuplot *picture, struct pn_problem *problem);

/** pn_gnuplot_discard - leaves neither file behind */
void pn_gnuplot_discard(struct pn_gnuplot *picture);

#endif
