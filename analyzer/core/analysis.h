/* SPDX-License-Identifier: GPL-2.0-only */
/* Events in, summary out: owns the track and the figures of every CPU. */
#ifndef PN_CORE_ANALYSIS_H
#define PN_CORE_ANALYSIS_H

#include "core/event.h"
#include "core/span.h"
#include "core/summary.h"

struct pn_analysis;
struct pn_cpu_analysis;

/**
 * pn_stay_fn - is shown every stay as it ends, for listings
 * @ctx: what pn_analysis_watch() was given
 * @cpu: the CPU
 * @span: a stay of any kind
 * @verdict: 'a' too deep, 'b' too shallow, 'n' powernightmare (too shallow as well), or '-': neither, or no
 *	state table to tell by
 *
 * Returns: 0, or a negative errno that ends the analysis.
 */
typedef int (*pn_stay_fn)(void *ctx, uint32_t cpu, const struct pn_span *span, char verdict);

/**
 * pn_analysis_new - starts an analysis
 * @params: copied
 * @machine: states of the recorded CPUs, or NULL; has to outlive the analysis
 * @windows: copied; in order and without overlap; each becomes a section of the summary
 * @nr_windows: 0 means one window, the whole trace
 * @err: a negative errno when NULL is returned
 *
 * Returns: the analysis, freed with pn_analysis_free(); NULL with -EINVAL (windows out of order,
 * width of a bin) or -ENOMEM.
 */
struct pn_analysis *pn_analysis_new(const struct pn_params *params,
				    const struct pn_machine *machine,
				    const struct pn_window *windows, uint32_t nr_windows, int *err);

/** pn_analysis_watch - has every stay shown to @fn; not for use with several threads */
void pn_analysis_watch(struct pn_analysis *analysis, pn_stay_fn fn, void *ctx);

/**
 * pn_analysis_cpu - the part that holds one CPU, made when first asked for
 * @analysis: the analysis
 * @cpu: below PN_CPU_LIMIT
 *
 * Not to be called while another thread uses @analysis; the parts themselves are independent.
 *
 * Returns: the part, owned by @analysis, or NULL (memory, or a CPU out of range).
 */
struct pn_cpu_analysis *pn_analysis_cpu(struct pn_analysis *analysis, uint32_t cpu);

/**
 * pn_cpu_analysis_feed - takes events of one CPU, in the order of its buffer
 * @cpu: the part; each may be fed by a thread of its own
 * @events: all of that CPU
 * @nr: how many
 *
 * Returns: 0, -ENOMEM or -E2BIG (bins).
 */
int pn_cpu_analysis_feed(struct pn_cpu_analysis *cpu, const struct pn_event *events, size_t nr);

/** pn_analysis_feed - the same for events of any CPU (a pn_event_fn) */
int pn_analysis_feed(void *analysis, const struct pn_event *events, size_t nr);

/**
 * pn_analysis_finish - ends the trace and draws up the figures
 * @analysis: of no use afterwards but to be freed
 * @first_ns: first event of any type on any CPU
 * @last_ns: last event of any type on any CPU
 * @err: a negative errno when NULL is returned
 *
 * Returns: the summary, freed with pn_summary_free(); its trace and machine are for the caller
 * to fill in.
 */
struct pn_summary *pn_analysis_finish(struct pn_analysis *analysis, uint64_t first_ns,
				      uint64_t last_ns, int *err);

/** pn_analysis_free - frees an analysis; NULL is allowed */
void pn_analysis_free(struct pn_analysis *analysis);

#endif
