/* SPDX-License-Identifier: GPL-2.0-only */
/* Summaries for the tests of reports, made by the analysis itself, and what reports say of them. */
#ifndef PN_SUPPORT_SAMPLES_H
#define PN_SUPPORT_SAMPLES_H

#include "core/summary.h"
#include "out/report.h"
#include "support/analyse.h"

/**
 * pn_sample_full - something of everything that a report can speak of
 *
 * Six CPUs of two kinds and two phases: every kind of stay, losses with and without a count, steps
 * of the clock, impossible and unlisted states, powernightmares, chains, causes of wakeups, the
 * kernel's own verdicts, time bins, a CPU without an idle event, a truncated file.
 *
 * Returns: the summary, freed with pn_summary_free(); the program ends when memory is short.
 */
struct pn_summary *pn_sample_full(void);

/** pn_sample_plain - a short trace of two CPUs that nothing is known of but its idle events */
struct pn_summary *pn_sample_plain(void);

/** pn_sample_silent - a trace that ends as it begins, without an idle event */
struct pn_summary *pn_sample_silent(void);

/**
 * pn_report_string - a report as a string
 * @ops: its form
 * @summary: of what
 * @options: what of it; NULL for all
 *
 * Returns: the report, freed with free(); ends the program on any error.
 */
char *pn_report_string(const struct pn_report_ops *ops, const struct pn_summary *summary,
		       const struct pn_report_options *options);

#endif
