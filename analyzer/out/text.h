/* SPDX-License-Identifier: GPL-2.0-only */
/* The blocks of the text report; private to it. */
#ifndef PN_OUT_TEXT_H
#define PN_OUT_TEXT_H

#include "out/groups.h"
#include "out/report.h"
#include "out/text_figures.h"
#include "out/text_table.h"

/** Longest name of a state that is shown whole; the kernel's own limit is one less than 16. */
#define PN_TEXT_NAME 16

/** struct pn_text - a section on its way to paper */
struct pn_text {
	FILE *out;
	const struct pn_summary *summary;
	const struct pn_report_options *options;
	const struct pn_section *section;
	uint64_t length_ns;	   /* of the section */
	struct pn_cpu_stats total; /* over its CPUs */
	struct pn_state_stats sum; /* over the states of total */
	struct pn_groups alike;	   /* its CPUs by idle states */
};

/** pn_text_wants_state - whether a state is asked for, and there is something to say of it */
bool pn_text_wants_state(const struct pn_text *text, const struct pn_cpu_stats *stats,
			 const struct pn_state_table *table, uint32_t state);

/** pn_text_state_name - the name of a state, or "state N" */
const char *pn_text_state_name(const struct pn_state_table *table, uint32_t state,
			       char buf[PN_FIGURE_LEN]);

/** pn_text_table_of - the table that holds for all CPUs of the section, or NULL */
const struct pn_state_table *pn_text_table_of(const struct pn_text *text);

/** pn_text_idle_lines - one line a state, in the form that old logs have */
void pn_text_idle_lines(const struct pn_text *text);

/** pn_text_states - the tables of all states, for each group of CPUs that are alike; 0 or -ENOMEM */
int pn_text_states(const struct pn_text *text);

/** pn_text_cpu_states - the same for each CPU; 0 or -ENOMEM */
int pn_text_cpu_states(const struct pn_text *text);

/** pn_text_cpus - a line for each CPU and the total; 0 or -ENOMEM */
int pn_text_cpus(const struct pn_text *text);

/** pn_text_groups - the same for cores, clusters and packages of several CPUs; 0 or -ENOMEM */
int pn_text_groups(const struct pn_text *text);

/** pn_text_units - when whole cores, clusters and packages were idle, if asked; 0 or -ENOMEM */
int pn_text_units(const struct pn_text *text);

/** pn_text_nightmares - powernightmares, the worst of them, and chains; 0 or -ENOMEM */
int pn_text_nightmares(const struct pn_text *text);

/** pn_text_wakes - what ended the stays, where that was recorded; 0 or -ENOMEM */
int pn_text_wakes(const struct pn_text *text);

/** pn_text_latency - wake latencies, where they were measured; 0 or -ENOMEM */
int pn_text_latency(const struct pn_text *text);

/** pn_text_latency_hist - how many of a source's samples lie between powers of two; 0 or -ENOMEM */
int pn_text_latency_hist(const struct pn_text *text, enum pn_latency_source source);

/** pn_text_misses - our verdicts beside the kernel's, where those were recorded; 0 or -ENOMEM */
int pn_text_misses(const struct pn_text *text);

/** pn_text_quality - what is wrong with the data of a section; 0 or -ENOMEM */
int pn_text_quality(const struct pn_text *text);

/** pn_text_file_quality - what is wrong with the trace as a whole, and whether to trust it */
void pn_text_file_quality(const struct pn_summary *summary, FILE *out);

#endif
