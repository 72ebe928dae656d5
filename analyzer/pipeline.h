/* SPDX-License-Identifier: GPL-2.0-only */
/* Wires a trace to its analysis: the only place that knows both. */
#ifndef PN_PIPELINE_H
#define PN_PIPELINE_H

#include "core/analysis.h"
#include "io/source.h"
#include "util/cpulist.h"

/** struct pn_point - a point in a trace's time, as the user gives it */
struct pn_point {
	bool given;
	bool relative; /* to the trace's first event */
	uint64_t ns;
};

/** struct pn_request - what is asked of a trace; all zero but @path is a good start */
struct pn_request {
	const char *path;	      /* "-": standard input */
	const char *states;	      /* state table; NULL: the sidecar beside the trace, if any */
	const char *sysroot;	      /* or that of the machine in this tree ("": this machine) */
	const char *instance;	      /* buffer instance; NULL: the top one */
	const struct pn_cpuset *cpus; /* NULL: all */
	struct pn_point from;
	struct pn_point to;
	bool phases;  /* a section for each phase */
	bool latency; /* wake latencies, also those that the trace itself tells */
	bool units;   /* figures of cores, clusters and packages as well */
	uint64_t bin_ns;
	uint64_t threshold_ns; /* 0: from the tick */
	uint64_t chain_gap_ns; /* 0: the default */
	uint32_t worst_nr;
	enum pn_verdicts verdicts; /* whose count: by default the kernel's, where they are whole */
	unsigned int jobs;	   /* workers; 0: one for each CPU that this process may use */
	bool quiet;		   /* no progress */
	pn_stay_fn watch;	   /* is shown every stay, in the order of time; or NULL */
	void *watch_ctx;
};

/**
 * pn_pipeline_run - reads and analyses a trace
 * @request: what is asked
 * @summary: the result, freed with pn_summary_free()
 * @problem: what went wrong, one line
 *
 * The result does not depend on the number of workers. A trace without a single idle event is an
 * error, with the reason as far as the trace tells it.
 *
 * Returns: 0 or a negative errno; -ENODATA when there is no idle event.
 */
int pn_pipeline_run(const struct pn_request *request, struct pn_summary **summary,
		    struct pn_problem *problem);

#endif
