/* SPDX-License-Identifier: GPL-2.0-only */
/* Feeds an analysis from a source: every CPU by itself, or all of them merged by time. */
#ifndef PN_FEED_H
#define PN_FEED_H

#include "core/analysis.h"
#include "core/latency.h"
#include "core/together.h"
#include "io/source.h"
#include "read_progress.h"
#include "util/cpulist.h"

/** struct pn_feed - what is read into what */
struct pn_feed {
	struct pn_source *source;
	struct pn_analysis *analysis;
	struct pn_together *together; /* units of CPUs, for pn_feed_merged() alone; or NULL */
	struct pn_latency *latency;   /* wake latencies, likewise; or NULL */
	const struct pn_cpuset *cpus; /* NULL: all */
	bool in_order;		      /* the analysis shows stays in the order of their ends */
	unsigned int jobs;	      /* at least 1 */
	struct pn_read_progress *progress;
	struct pn_read_stats stats; /* out: what was read, all CPUs */
};

/**
 * pn_feed_parallel - reads every stream by itself, with one worker a core
 * @feed: its source has one stream for each CPU
 * @problem: what went wrong
 *
 * Returns: 0, -EXDEV when an event speaks of another CPU than that whose buffer it stood in (then
 * the streams have to be merged, with a fresh analysis), or another negative errno.
 */
int pn_feed_parallel(struct pn_feed *feed, struct pn_problem *problem);

/** pn_feed_merged - reads all streams in the order of time; 0 or a negative errno */
int pn_feed_merged(struct pn_feed *feed, struct pn_problem *problem);

#endif
