/* SPDX-License-Identifier: GPL-2.0-only */
/* What an analysis comes to: the contract between the core and all that prints or compares. */
#ifndef PN_CORE_SUMMARY_H
#define PN_CORE_SUMMARY_H

#include <stdbool.h>
#include <stdint.h>

#include "core/latency.h"
#include "core/nightmare.h"
#include "core/params.h"
#include "core/stats.h"
#include "core/together.h"

/** struct pn_section - the figures of one window */
struct pn_section {
	struct pn_window window; /* as asked for */
	uint64_t start_ns;	 /* the part of it that the trace covers */
	uint64_t end_ns;
	uint32_t nr_cpus;
	struct pn_cpu_stats *cpus; /* ordered by CPU number */
	struct pn_worst worst;	   /* over all its CPUs */
	uint32_t nr_units;	   /* cores, clusters and packages, where they were asked for */
	struct pn_unit_stats *units;
	bool has_latency; /* it was asked for, or the latency module was at work */
	struct pn_latency_stats latency;
};

/** struct pn_trace_info - what the reader found out about the trace as a whole */
struct pn_trace_info {
	char *file;	   /* as named by the user, without its folders */
	char format[32];   /* "trace.dat v7 zstd", "ftrace text", ... */
	char clock[32];	   /* empty: the trace does not say (then local is assumed) */
	char instance[64]; /* buffer instance; empty: the top one */
	bool has_events;   /* first_ns and last_ns mean something */
	uint64_t first_ns; /* first and last event of any CPU, any type */
	uint64_t last_ns;
	uint64_t events;	/* of any type that were passed */
	uint32_t nr_cpus;	/* CPUs of the recorded machine, as far as the trace tells */
	bool truncated;		/* the file ends before its contents do */
	char truncated_at[128]; /* where, for people */
	bool has_stats;		/* the trace carries the ring buffers' own counters */
	uint64_t overruns;	/* their sum: overrun + commit overrun + dropped */
	uint64_t bad_lines;	/* text: lines that name an idle event but cannot be read */
	uint64_t odd_cpus;	/* events of a CPU past PN_CPU_LIMIT, left out */
};

/** struct pn_summary - everything a report says */
struct pn_summary {
	struct pn_trace_info trace;
	struct pn_params params;
	struct pn_machine *machine; /* owned; NULL: nothing is known of it */
	uint32_t nr_sections;
	struct pn_section *sections;
};

/** pn_summary_new - an empty summary with room for @nr_sections; NULL when memory is short */
struct pn_summary *pn_summary_new(uint32_t nr_sections);

/** pn_summary_free - frees a summary and all it holds; NULL is allowed */
void pn_summary_free(struct pn_summary *summary);

/**
 * pn_section_total - adds up the CPUs of a section
 * @section: the section
 * @total: all zero before; freed with pn_stats_free()
 *
 * Returns: 0 or -ENOMEM.
 */
int pn_section_total(const struct pn_section *section, struct pn_cpu_stats *total);

/** pn_summary_untrusted - whether events were lost, the file was cut, or time stepped back */
bool pn_summary_untrusted(const struct pn_summary *summary);

/**
 * pn_summary_tells - whether it says anything of idle states: by an idle event, or, where a window lies within a stay, by
 * the entry before it
 */
bool pn_summary_tells(const struct pn_summary *summary);

#endif
