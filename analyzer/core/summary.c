// SPDX-License-Identifier: GPL-2.0-only
/* Summaries: their life, and what is asked of a whole one. */
#include "core/summary.h"

#include <stdlib.h>

struct pn_summary *pn_summary_new(uint32_t nr_sections)
{
	struct pn_summary *summary = calloc(1, sizeof(*summary));

	if (!summary)
		return NULL;
	summary->sections = calloc(nr_sections ? nr_sections : 1, sizeof(*summary->sections));
	if (!summary->sections) {
		free(summary);
		return NULL;
	}
	summary->nr_sections = nr_sections;
	return summary;
}

static void section_free(struct pn_section *section)
{
	for (uint32_t i = 0; i < section->nr_cpus; i++)
		pn_stats_free(&section->cpus[i]);
	free(section->cpus);
	pn_worst_free(&section->worst);
	pn_units_free(section->units, section->nr_units);
	pn_latency_stats_free(&section->latency);
}

void pn_summary_free(struct pn_summary *summary)
{
	if (!summary)
		return;
	for (uint32_t i = 0; i < summary->nr_sections; i++)
		section_free(&summary->sections[i]);
	free(summary->sections);
	pn_machine_free(summary->machine);
	free(summary->trace.file);
	free(summary);
}

int pn_section_total(const struct pn_section *section, struct pn_cpu_stats *total)
{
	int err = 0;

	for (uint32_t i = 0; !err && i < section->nr_cpus; i++)
		err = pn_stats_merge(total, &section->cpus[i]);
	return err;
}

static bool cpu_untrusted(const struct pn_cpu_stats *cpu)
{
	return cpu->losses || cpu->steps_back || cpu->odd_states;
}

bool pn_summary_untrusted(const struct pn_summary *summary)
{
	const struct pn_trace_info *trace = &summary->trace;

	if (trace->truncated || trace->overruns || trace->bad_lines || trace->odd_cpus)
		return true;
	for (uint32_t i = 0; i < summary->nr_sections; i++) {
		const struct pn_section *section = &summary->sections[i];

		for (uint32_t c = 0; c < section->nr_cpus; c++) {
			if (cpu_untrusted(&section->cpus[c]))
				return true;
		}
	}
	return false;
}

bool pn_summary_tells(const struct pn_summary *summary)
{
	for (uint32_t i = 0; i < summary->nr_sections; i++) {
		for (uint32_t c = 0; c < summary->sections[i].nr_cpus; c++) {
			const struct pn_cpu_stats *cpu = &summary->sections[i].cpus[c];

			if (cpu->idle_events || cpu->span_ns > cpu->unknown_ns)
				return true;
		}
	}
	return false;
}
