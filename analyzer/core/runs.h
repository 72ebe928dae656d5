/* SPDX-License-Identifier: GPL-2.0-only */
/* What pictures are drawn from: the figures of every repeat, by workload, with all CPUs added up. */
#ifndef PN_CORE_RUNS_H
#define PN_CORE_RUNS_H

#include "core/summary.h"

/** struct pn_run - one repeat of a workload */
struct pn_run {
	struct pn_cpu_stats total; /* all CPUs, with the time bins of all */
	struct pn_worst worst;
	struct pn_latency_stats latency; /* one cell for each source and state; all CPUs */
	uint64_t start_ns;
	uint64_t end_ns;
	uint32_t last_cpu;     /* the highest CPU number */
	uint32_t first_cpu;    /* the lowest */
	bool untrusted;	       /* see pn_summary_untrusted() */
	uint64_t threshold_ns; /* of a powernightmare */
	uint64_t chain_gap_ns;
};

/** struct pn_run_list - the repeats of a workload */
struct pn_run_list {
	char *workload; /* as in struct pn_repeats */
	uint32_t nr;
	struct pn_run *runs;
};

/** struct pn_runs - the workloads of one side; all zero is none */
struct pn_runs {
	uint32_t nr;
	struct pn_run_list *workloads;
};

/**
 * pn_runs_add - appends a section as one repeat
 * @runs: appended to
 * @workload: its name, copied
 * @summary: that the section belongs to
 * @section: not changed
 *
 * Returns: 0 or -ENOMEM; on error @runs is as good as before.
 */
int pn_runs_add(struct pn_runs *runs, const char *workload, const struct pn_summary *summary,
		const struct pn_section *section);

/** pn_runs_find - the repeats of a workload, or NULL */
const struct pn_run_list *pn_runs_find(const struct pn_runs *runs, const char *workload);

/** pn_runs_entries - how often a state was entered in all repeats; @list may be NULL */
uint64_t pn_runs_entries(const struct pn_run_list *list, uint32_t state);

/** pn_runs_free - frees all and empties @runs */
void pn_runs_free(struct pn_runs *runs);

#endif
