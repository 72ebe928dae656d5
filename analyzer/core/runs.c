// SPDX-License-Identifier: GPL-2.0-only
/* The figures of every repeat, by workload. */
#include "core/runs.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static void free_run(struct pn_run *run)
{
	pn_stats_free(&run->total);
	pn_worst_free(&run->worst);
	pn_latency_stats_free(&run->latency);
}

/* Cells are in order, so the first of a source and state stands for all CPUs. */
static int add_latencies(struct pn_latency_stats *into, const struct pn_latency_stats *from)
{
	int err = 0;

	into->cells = calloc(from->nr ? from->nr : 1, sizeof(*into->cells));
	if (!into->cells)
		return -ENOMEM;
	for (uint32_t i = 0; !err && i < from->nr; i++) {
		const struct pn_latency_cell *cell = &from->cells[i];

		if (i && cell[-1].source == cell->source && cell[-1].state == cell->state)
			continue;
		err = pn_latency_total(from, cell->source, cell->state, &into->cells[into->nr++]);
	}
	return err;
}

static int fill_run(struct pn_run *run, const struct pn_summary *summary,
		    const struct pn_section *section)
{
	int err = pn_section_total(section, &run->total);

	if (!err)
		err = pn_worst_merge(&run->worst, &section->worst);
	if (!err)
		err = add_latencies(&run->latency, &section->latency);
	run->start_ns = section->start_ns;
	run->end_ns = section->end_ns;
	if (section->nr_cpus) {
		run->first_cpu = section->cpus[0].cpu;
		run->last_cpu = section->cpus[section->nr_cpus - 1].cpu;
	}
	run->untrusted = pn_summary_untrusted(summary);
	run->threshold_ns = summary->params.threshold_ns;
	run->chain_gap_ns = summary->params.chain_gap_ns;
	return err;
}

static struct pn_run_list *find(const struct pn_runs *runs, const char *workload)
{
	for (uint32_t i = 0; i < runs->nr; i++) {
		if (strcmp(runs->workloads[i].workload, workload) == 0)
			return &runs->workloads[i];
	}
	return NULL;
}

static struct pn_run_list *find_or_add(struct pn_runs *runs, const char *workload)
{
	struct pn_run_list *list = find(runs, workload), *lists;

	if (list)
		return list;
	lists = realloc(runs->workloads, (runs->nr + 1) * sizeof(*lists));
	if (!lists)
		return NULL;
	runs->workloads = lists;
	list = &lists[runs->nr];
	memset(list, 0, sizeof(*list));
	list->workload = strdup(workload);
	if (!list->workload)
		return NULL;
	runs->nr++;
	return list;
}

int pn_runs_add(struct pn_runs *runs, const char *workload, const struct pn_summary *summary,
		const struct pn_section *section)
{
	struct pn_run_list *list = find_or_add(runs, workload);
	struct pn_run *grown;
	int err;

	if (!list)
		return -ENOMEM;
	grown = realloc(list->runs, (list->nr + 1) * sizeof(*grown));
	if (!grown)
		return -ENOMEM;
	list->runs = grown;
	memset(&grown[list->nr], 0, sizeof(*grown));
	err = fill_run(&grown[list->nr], summary, section);
	if (err)
		free_run(&grown[list->nr]);
	else
		list->nr++;
	return err;
}

const struct pn_run_list *pn_runs_find(const struct pn_runs *runs, const char *workload)
{
	return find(runs, workload);
}

uint64_t pn_runs_entries(const struct pn_run_list *list, uint32_t state)
{
	uint64_t entries = 0;

	for (uint32_t i = 0; list && i < list->nr; i++) {
		if (state < list->runs[i].total.nr_states)
			entries += list->runs[i].total.states[state].entries;
	}
	return entries;
}

void pn_runs_free(struct pn_runs *runs)
{
	for (uint32_t i = 0; i < runs->nr; i++) {
		struct pn_run_list *list = &runs->workloads[i];

		for (uint32_t k = 0; k < list->nr; k++)
			free_run(&list->runs[k]);
		free(list->runs);
		free(list->workload);
	}
	free(runs->workloads);
	memset(runs, 0, sizeof(*runs));
}
