/* SPDX-License-Identifier: GPL-2.0-only */
/* The analysis of one CPU; private to the analysis. */
#ifndef PN_CORE_CPU_ANALYSIS_H
#define PN_CORE_CPU_ANALYSIS_H

#include "core/analysis.h"
#include "core/chain.h"
#include "core/stay_sums.h"

/** struct pn_cpu_window - what one CPU did in one window */
struct pn_cpu_window {
	struct pn_cpu_stats stats;
	uint32_t nr_worst;	/* length of worst */
	struct pn_worst *worst; /* the longest powernightmares of each state */
};

/* What the stay that ended last is, and waits for. */
enum pn_last_flags {
	PN_LAST_WANTS_CAUSE = 1, /* completed, and nothing seen yet that can have ended it */
	PN_LAST_WANTS_NEXT = 2,	 /* a powernightmare whose next task is not known yet */
	PN_LAST_NIGHTMARE = 4,
	PN_LAST_WHOLE = 8, /* completed inside the window; its verdict may follow */
};

/** struct pn_last_stay - the stay that ended last, while it waits for what follows it */
struct pn_last_stay {
	uint32_t flags; /* enum pn_last_flags or-ed together */
	int32_t state;
	uint64_t start_ns;
};

/** struct pn_cpu_analysis - one CPU on its way through the trace */
struct pn_cpu_analysis {
	uint32_t cpu;
	uint32_t nr_states; /* length of rules and sums, and of what the current window holds */
	const struct pn_params *params;
	const struct pn_state_table *table; /* NULL: none */
	struct pn_rule *rules;
	struct pn_stay_sums *sums; /* of the current window; settled when it ends */
	struct pn_track track;
	struct pn_chain chain;
	struct pn_last_stay last;
	uint32_t early_cause; /* seen inside the open stay: enum pn_wake */
	uint32_t early_number;
	uint32_t early_length;
	char early_name[PN_NAME_LEN];
	int failed; /* -ENOMEM where a cause could not be counted */
	const struct pn_window *windows;
	uint32_t nr_windows;
	uint32_t window;	       /* the current window, or the next one */
	uint64_t edge_ns;	       /* here the current window ends, or the next one begins */
	struct pn_cpu_window *now;     /* the current window, or &outside */
	struct pn_cpu_window outside;  /* what lies in no window; thrown away */
	struct pn_cpu_window *results; /* one a window */
	pn_stay_fn watch;
	void *watch_ctx;
};

/**
 * pn_cpu_analysis_new - starts the analysis of a CPU
 * @cpu: its number
 * @params: thresholds; has to outlive the part
 * @table: states, or NULL; has to outlive the part
 * @windows: at least one; has to outlive the part
 * @nr_windows: how many
 *
 * Returns: the part, freed with pn_cpu_analysis_free(), or NULL when memory is short.
 */
struct pn_cpu_analysis *pn_cpu_analysis_new(uint32_t cpu, const struct pn_params *params,
					    const struct pn_state_table *table,
					    const struct pn_window *windows, uint32_t nr_windows);

/**
 * pn_cpu_analysis_end - ends the trace for a CPU and completes its figures
 * @cpu: the part
 * @first_ns: first event of the trace
 * @last_ns: last event of the trace
 *
 * Returns: 0, -ENOMEM or -E2BIG.
 */
int pn_cpu_analysis_end(struct pn_cpu_analysis *cpu, uint64_t first_ns, uint64_t last_ns);

/** pn_cpu_analysis_free - frees a part; NULL is allowed */
void pn_cpu_analysis_free(struct pn_cpu_analysis *cpu);

/** pn_cpu_grow_states - makes room for states up to @nr_states, above cpu->nr_states; 0 or -ENOMEM */
int pn_cpu_grow_states(struct pn_cpu_analysis *cpu, uint32_t nr_states);

/** pn_cpu_settle - moves what stays came to into the figures of the current window */
void pn_cpu_settle(struct pn_cpu_analysis *cpu);

/** pn_cpu_advance - goes to the window that holds @ts_ns, or to the space before the next one; 0 or -ENOMEM */
int pn_cpu_advance(struct pn_cpu_analysis *cpu, uint64_t ts_ns);

/** pn_cpu_end_chain - ends the row of stays that is open, and counts it if it is a powernightmare */
void pn_cpu_end_chain(struct pn_cpu_analysis *cpu);

/** pn_cpu_end_span - counts a span, in every window that it touches; 0, -ENOMEM or -E2BIG */
int pn_cpu_end_span(struct pn_cpu_analysis *cpu, const struct pn_span *span);

/** pn_window_cover - the part of a window that a trace covers; empty: both ends are equal */
void pn_window_cover(const struct pn_window *window, uint64_t first_ns, uint64_t last_ns,
		     uint64_t *start_ns, uint64_t *end_ns);

#endif
