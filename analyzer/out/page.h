/* SPDX-License-Identifier: GPL-2.0-only */
/* A page that holds all of a comparison: verdicts, pictures, machine, definitions, in one file. */
#ifndef PN_OUT_PAGE_H
#define PN_OUT_PAGE_H

#include "out/compare.h"
#include "out/plot.h"

/** struct pn_page_fact - a line about the machine */
struct pn_page_fact {
	const char *key;
	const char *text; /* empty: not known */
};

/** struct pn_page - what goes into it */
struct pn_page {
	const char *title;
	const struct pn_plot_input *input;
	const struct pn_plot *plot;
	const struct pn_compare_view *view; /* NULL: there is nothing to compare */
	bool rendered;			    /* the pictures are in the input's folder as SVG */
	uint32_t nr_facts;
	const struct pn_page_fact *facts;
};

/**
 * pn_page_write - writes the page as HTML that needs nothing but itself
 * @page: what goes into it; its texts may hold anything
 * @out: where to
 * @problem: one line that names a picture that cannot be read
 *
 * Returns: 0 or a negative errno.
 */
int pn_page_write(const struct pn_page *page, FILE *out, struct pn_problem *problem);

#endif
