// SPDX-License-Identifier: GPL-2.0-only
/* From a list of events to a summary, in one call. */
#include "support/analyse.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void give_up(const char *what, int err)
{
	fprintf(stderr, "%s: %s\n", what, strerror(-err));
	abort();
}

static void find_ends(const struct pn_analyse *analyse, uint64_t *first_ns, uint64_t *last_ns)
{
	*first_ns = analyse->has_ends ? analyse->first_ns : UINT64_MAX;
	*last_ns = analyse->has_ends ? analyse->last_ns : 0;
	if (analyse->has_ends)
		return;
	for (size_t i = 0; i < analyse->events->nr; i++) {
		uint64_t ts_ns = analyse->events->list[i].ts_ns;

		*first_ns = ts_ns < *first_ns ? ts_ns : *first_ns;
		*last_ns = ts_ns > *last_ns ? ts_ns : *last_ns;
	}
}

struct pn_summary *pn_analyse(const struct pn_analyse *analyse)
{
	struct pn_params params = pn_params_default(analyse->machine);
	struct pn_analysis *analysis;
	struct pn_summary *summary;
	uint64_t first_ns, last_ns;
	int err;

	analysis = pn_analysis_new(analyse->params ? analyse->params : &params, analyse->machine,
				   analyse->windows, analyse->nr_windows, &err);
	if (!analysis)
		give_up("pn_analysis_new", err);
	err = pn_analysis_feed(analysis, analyse->events->list, analyse->events->nr);
	if (err)
		give_up("pn_analysis_feed", err);
	find_ends(analyse, &first_ns, &last_ns);
	summary = pn_analysis_finish(analysis, first_ns, last_ns, &err);
	if (!summary)
		give_up("pn_analysis_finish", err);
	pn_analysis_free(analysis);
	return summary;
}

int64_t pn_not_conserved(const struct pn_summary *summary)
{
	for (uint32_t i = 0; i < summary->nr_sections; i++) {
		const struct pn_section *section = &summary->sections[i];

		for (uint32_t c = 0; c < section->nr_cpus; c++) {
			const struct pn_cpu_stats *cpu = &section->cpus[c];

			if (cpu->span_ns != section->end_ns - section->start_ns ||
			    pn_stats_idle_ns(cpu) + cpu->busy_ns + cpu->unknown_ns != cpu->span_ns)
				return cpu->cpu;
		}
	}
	return -1;
}
