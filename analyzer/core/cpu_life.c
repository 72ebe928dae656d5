// SPDX-License-Identifier: GPL-2.0-only
/* The analysis of one CPU: how it begins, and what the end of the trace adds. */
#include <stdlib.h>
#include <string.h>

#include "core/cpu_analysis.h"

void pn_window_cover(const struct pn_window *window, uint64_t first_ns, uint64_t last_ns,
		     uint64_t *start_ns, uint64_t *end_ns)
{
	*start_ns = window->from_ns > first_ns ? window->from_ns : first_ns;
	*end_ns = window->to_ns < last_ns ? window->to_ns : last_ns;
	if (*end_ns < *start_ns)
		*end_ns = *start_ns;
}

static void add_head(struct pn_cpu_analysis *cpu, uint64_t first_ns, uint64_t last_ns)
{
	bool silent = cpu->track.mode == PN_TRACK_NONE;
	uint64_t known_ns = silent ? last_ns : cpu->track.first_ns;

	for (uint32_t i = 0; i < cpu->nr_windows; i++) {
		struct pn_cpu_stats *stats = &cpu->results[i].stats;
		uint64_t start_ns, end_ns, head_ns;

		pn_window_cover(&cpu->windows[i], first_ns, last_ns, &start_ns, &end_ns);
		stats->span_ns = end_ns - start_ns;
		head_ns = known_ns < end_ns ? known_ns : end_ns;
		if (head_ns > start_ns)
			stats->unknown_ns += head_ns - start_ns;
	}
}

/* What no event explains, once all are in. */
static void add_unknown_causes(struct pn_cpu_stats *stats)
{
	for (uint32_t s = 0; s < stats->nr_states; s++) {
		struct pn_state_stats *state = &stats->states[s];
		uint64_t told = 0;

		for (int i = PN_WAKE_UNKNOWN + 1; i < PN_WAKE_NR; i++)
			told += state->wakes[i];
		state->wakes[PN_WAKE_UNKNOWN] = state->stay.count - told;
	}
}

int pn_cpu_analysis_end(struct pn_cpu_analysis *cpu, uint64_t first_ns, uint64_t last_ns)
{
	struct pn_span span;
	int err = 0;

	if (pn_track_end(&cpu->track, last_ns, &span))
		err = pn_cpu_end_span(cpu, &span);
	pn_cpu_end_chain(cpu);
	pn_cpu_settle(cpu);
	add_head(cpu, first_ns, last_ns);
	for (uint32_t i = 0; i < cpu->nr_windows; i++)
		add_unknown_causes(&cpu->results[i].stats);
	return err;
}

static void init_window(struct pn_cpu_analysis *cpu, struct pn_cpu_window *window)
{
	window->stats.cpu = cpu->cpu;
	window->stats.nr_cpus = 1;
	window->stats.has_table = cpu->table != NULL;
	window->stats.bins.width_ns = cpu->params->bin_ns;
	window->stats.bins.origin_ns = cpu->params->bin_origin_ns;
}

struct pn_cpu_analysis *pn_cpu_analysis_new(uint32_t number, const struct pn_params *params,
					    const struct pn_state_table *table,
					    const struct pn_window *windows, uint32_t nr_windows)
{
	struct pn_cpu_analysis *cpu = calloc(1, sizeof(*cpu));

	if (!cpu)
		return NULL;
	cpu->results = calloc(nr_windows, sizeof(*cpu->results));
	cpu->cpu = number;
	cpu->params = params;
	cpu->table = table;
	cpu->windows = windows;
	cpu->nr_windows = nr_windows;
	if (!cpu->results)
		goto out;
	for (uint32_t i = 0; i < nr_windows; i++)
		init_window(cpu, &cpu->results[i]);
	init_window(cpu, &cpu->outside);
	cpu->outside.stats.bins.width_ns = 0;
	cpu->now = &cpu->outside;
	if (pn_cpu_advance(cpu, 0) || pn_cpu_grow_states(cpu, table ? table->nr_states : 1))
		goto out;
	return cpu;
out:
	pn_cpu_analysis_free(cpu);
	return NULL;
}

static void free_window(struct pn_cpu_window *window)
{
	pn_stats_free(&window->stats);
	for (uint32_t s = 0; s < window->nr_worst; s++)
		pn_worst_free(&window->worst[s]);
	free(window->worst);
}

void pn_cpu_analysis_free(struct pn_cpu_analysis *cpu)
{
	if (!cpu)
		return;
	for (uint32_t i = 0; cpu->results && i < cpu->nr_windows; i++)
		free_window(&cpu->results[i]);
	free(cpu->results);
	free_window(&cpu->outside);
	pn_chain_free(&cpu->chain);
	free(cpu->rules);
	free(cpu->sums);
	free(cpu);
}
