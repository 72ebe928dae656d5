/* SPDX-License-Identifier: GPL-2.0-only */
/* Results folders as run-suite.sh leaves them, read for a comparison. */
#ifndef PN_IO_RESULTS_H
#define PN_IO_RESULTS_H

#include "core/compare.h"
#include "util/problem.h"

/**
 * pn_results_watch_fn - is shown every section while all of it is still there
 * @ctx: the results' watch_ctx
 * @workload: the workload that the section counts for
 * @summary: not to be changed
 * @section: of @summary
 *
 * Returns: 0 or -ENOMEM.
 */
typedef int (*pn_results_watch_fn)(void *ctx, const char *workload,
				   const struct pn_summary *summary,
				   const struct pn_section *section);

/** struct pn_results - one side of a comparison, and the machine that it was recorded on */
struct pn_results {
	struct pn_side side;
	struct pn_machine *machine; /* of its first report with a state table; NULL: none */
	bool mixed;		    /* its reports do not all have the same state table */
	uint32_t nr_bad;	    /* repeats that could not be read and are not in @side */
	struct pn_problem *bad;	    /* of each, what is wrong with it */
	uint32_t nr_reports;	    /* that were read */
	uint32_t nr_untrusted;	    /* of them: pn_summary_untrusted() */
	bool phases;		    /* set before reading: read phases.json as well */
	pn_results_watch_fn watch;  /* set before reading, or NULL */
	void *watch_ctx;
};

/**
 * pn_results_read - reads a results folder, or a single report
 * @path: a folder that holds report.json files, each in a folder of its own for one repeat; beside
 *        each workload.json, counters.csv and phases.json (the same trace reported by phases),
 *        where there are any. Or a folder of latency-sweep.sh, or its results.json: every round is
 *        a repeat. Or a report in JSON
 * @results: all zero before but for phases and watch; freed with pn_results_free(), also after an error
 * @problem: one line that names the file
 *
 * A repeat's workload is the path from @path to its folder without the last part: "pingpong" of
 * pingpong/03. Links are not followed. In a folder, a damaged repeat is left out and put down in
 * results->bad: one of many must not cost the others.
 *
 * Returns: 0 or a negative errno: that of open(2), -ENODATA (no report in it that can be read),
 * -EINVAL (a damaged report), -ENOTSUP (a file, but no report: a trace, perhaps), -ENOMEM.
 */
int pn_results_read(const char *path, struct pn_results *results, struct pn_problem *problem);

/**
 * pn_results_add - adds a summary as one repeat
 * @results: where to
 * @workload: its workload; of a summary with several sections, each is one of its own
 * @summary: not changed but for its machine, which may be taken over
 * @folder: where workload.json and counters.csv may be; NULL: nowhere. A phase has the score that
 *          workload.json gives for it
 * @problem: one line that names the file
 *
 * Returns: 0 or a negative errno.
 */
int pn_results_add(struct pn_results *results, const char *workload, struct pn_summary *summary,
		   const char *folder, struct pn_problem *problem);

/** pn_results_same_states - whether two sides were recorded with the same idle states */
bool pn_results_same_states(const struct pn_results *a, const struct pn_results *b);

/** pn_results_free - frees what @results holds */
void pn_results_free(struct pn_results *results);

#endif
