/* SPDX-License-Identifier: GPL-2.0-only */
/* The forms that a comparison can take. */
#ifndef PN_OUT_COMPARE_H
#define PN_OUT_COMPARE_H

#include <stdio.h>

#include "core/compare.h"

/** struct pn_compare_view - a comparison, and what its sides are called */
struct pn_compare_view {
	const struct pn_comparison *comparison;
	const char *base;	  /* label of the base */
	const char *const *sides; /* labels of the others */
	bool all;		  /* text: metrics that are the same as well */
	bool states_differ;	  /* compared all the same, since that was asked for */
};

/** struct pn_compare_ops - one form */
struct pn_compare_ops {
	const char *name;

	/* 0, -ENOMEM or -EIO; not flushed */
	int (*write)(const struct pn_compare_view *view, FILE *out);
};

extern const struct pn_compare_ops pn_compare_text;
extern const struct pn_compare_ops pn_compare_json;
extern const struct pn_compare_ops pn_compare_csv;

/** pn_compare_find - the form called @name, or NULL */
const struct pn_compare_ops *pn_compare_find(const char *name);

#endif
