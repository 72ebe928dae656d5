/* SPDX-License-Identifier: GPL-2.0-only */
/* The forms that a report can take. */
#ifndef PN_OUT_REPORT_H
#define PN_OUT_REPORT_H

#include <stdio.h>

#include "core/summary.h"

/** struct pn_report_options - what to show of a summary */
struct pn_report_options {
	const char *table;  /* csv: which table; NULL: states */
	bool per_cpu;	    /* text: a table for each CPU as well */
	bool hist;	    /* text: how wake latencies are spread */
	uint32_t nr_states; /* states to show; 0: all */
	const int32_t *states;
};

/** struct pn_report_ops - one form */
struct pn_report_ops {
	const char *name; /* as given to --format */

	/* writes the whole report; 0, -EINVAL (no such table), -ENOMEM or -EIO; not flushed */
	int (*write)(const struct pn_summary *summary, const struct pn_report_options *options,
		     FILE *out);
};

extern const struct pn_report_ops pn_report_text;
extern const struct pn_report_ops pn_report_json;
extern const struct pn_report_ops pn_report_csv;

/** The wake latencies alone and the data's quality, as text; none of the forms by name. */
extern const struct pn_report_ops pn_report_latency;

/** pn_report_selects - whether @options ask for a state */
bool pn_report_selects(const struct pn_report_options *options, int32_t state);


/** pn_report_table - the name of a table that the CSV report can be, from 0 on; NULL: that many there are not */
const char *pn_report_table(size_t index);

/** pn_report_find - the form called @name, or NULL */
const struct pn_report_ops *pn_report_find(const char *name);

#endif
