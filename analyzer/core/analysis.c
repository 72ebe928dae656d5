// SPDX-License-Identifier: GPL-2.0-only
/* The analysis as a whole: hands events to their CPUs, and draws the sections up. */
#include "core/analysis.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/cpu_analysis.h"

struct pn_analysis {
	struct pn_params params;
	const struct pn_machine *machine;
	uint32_t nr_windows;
	struct pn_window *windows;
	uint32_t nr_cpus; /* length of cpus, most of which may be NULL */
	struct pn_cpu_analysis **cpus;
	pn_stay_fn watch;
	void *watch_ctx;
};

static bool windows_valid(const struct pn_window *windows, uint32_t nr)
{
	for (uint32_t i = 0; i < nr; i++) {
		if (windows[i].from_ns > windows[i].to_ns)
			return false;
		if (i && windows[i].from_ns < windows[i - 1].to_ns)
			return false;
	}
	return true;
}

struct pn_analysis *pn_analysis_new(const struct pn_params *params,
				    const struct pn_machine *machine,
				    const struct pn_window *windows, uint32_t nr_windows, int *err)
{
	static const struct pn_window whole = { 0, UINT64_MAX, "" };
	struct pn_analysis *analysis;

	if (!nr_windows) {
		windows = &whole;
		nr_windows = 1;
	}
	*err = -EINVAL;
	if (!windows_valid(windows, nr_windows))
		return NULL;
	*err = -ENOMEM;
	analysis = calloc(1, sizeof(*analysis));
	if (!analysis)
		return NULL;
	analysis->windows = calloc(nr_windows, sizeof(*windows));
	if (!analysis->windows) {
		free(analysis);
		return NULL;
	}
	memcpy(analysis->windows, windows, nr_windows * sizeof(*windows));
	analysis->nr_windows = nr_windows;
	analysis->params = *params;
	analysis->machine = machine;
	*err = 0;
	return analysis;
}

void pn_analysis_watch(struct pn_analysis *analysis, pn_stay_fn fn, void *ctx)
{
	analysis->watch = fn;
	analysis->watch_ctx = ctx;
}

static int grow_cpus(struct pn_analysis *analysis, uint32_t nr_cpus)
{
	struct pn_cpu_analysis **cpus = realloc(analysis->cpus, nr_cpus * sizeof(*cpus));

	if (!cpus)
		return -ENOMEM;
	memset(&cpus[analysis->nr_cpus], 0, (nr_cpus - analysis->nr_cpus) * sizeof(*cpus));
	analysis->cpus = cpus;
	analysis->nr_cpus = nr_cpus;
	return 0;
}

struct pn_cpu_analysis *pn_analysis_cpu(struct pn_analysis *analysis, uint32_t cpu)
{
	struct pn_cpu_analysis **slot;

	if (cpu >= PN_CPU_LIMIT)
		return NULL;
	if (cpu >= analysis->nr_cpus && grow_cpus(analysis, cpu + 1))
		return NULL;
	slot = &analysis->cpus[cpu];
	if (!*slot) {
		*slot = pn_cpu_analysis_new(cpu, &analysis->params,
					    pn_machine_table(analysis->machine, cpu),
					    analysis->windows, analysis->nr_windows);
		if (*slot) {
			(*slot)->watch = analysis->watch;
			(*slot)->watch_ctx = analysis->watch_ctx;
		}
	}
	return *slot;
}

int pn_analysis_feed(void *ctx, const struct pn_event *events, size_t nr)
{
	struct pn_analysis *analysis = ctx;
	struct pn_cpu_analysis *cpu;
	size_t run;
	int err = 0;

	for (size_t i = 0; !err && i < nr; i += run) {
		uint32_t number = events[i].cpu;

		cpu = number < analysis->nr_cpus ? analysis->cpus[number] : NULL;
		if (!cpu)
			cpu = pn_analysis_cpu(analysis, number);
		for (run = 1; i + run < nr && events[i + run].cpu == number; run++)
			;
		err = cpu ? pn_cpu_analysis_feed(cpu, &events[i], run) : -ENOMEM;
	}
	return err;
}

/* --- without a table, the deepest state that the trace shows holds no powernightmare -------- */

static void deepest_of(const struct pn_cpu_stats *stats, int32_t *deepest)
{
	for (uint32_t s = 0; s < stats->nr_states; s++) {
		if (stats->states[s].entries && (int32_t)s > *deepest)
			*deepest = (int32_t)s;
	}
}

/* What lies outside of all windows counts too, so that a window does not change the verdict. */
static int32_t deepest_seen(const struct pn_analysis *analysis)
{
	int32_t deepest = PN_UNKNOWN;

	for (uint32_t i = 0; i < analysis->nr_cpus; i++) {
		const struct pn_cpu_analysis *cpu = analysis->cpus[i];

		if (!cpu || cpu->table)
			continue;
		deepest_of(&cpu->outside.stats, &deepest);
		for (uint32_t w = 0; w < cpu->nr_windows; w++)
			deepest_of(&cpu->results[w].stats, &deepest);
	}
	return deepest;
}

static void clear_deepest(struct pn_cpu_analysis *cpu, uint32_t deepest)
{
	for (uint32_t w = 0; w < cpu->nr_windows; w++) {
		struct pn_cpu_window *window = &cpu->results[w];

		if (deepest < window->stats.nr_states) {
			window->stats.states[deepest].pn = (struct pn_tally){ 0, 0 };
			window->stats.states[deepest].pn_max_ns = 0;
		}
		if (deepest < window->nr_worst)
			pn_worst_free(&window->worst[deepest]);
		for (uint32_t i = 0; i < window->stats.bins.nr_bins; i++) {
			if (deepest < window->stats.bins.nr_states)
				window->stats.bins.bins[i * window->stats.bins.nr_states + deepest]
					.pn = 0;
		}
	}
}

/* --- the summary ---------------------------------------------------------------------------- */

static int move_window(struct pn_section *section, struct pn_cpu_window *window)
{
	int err = 0;

	for (uint32_t s = 0; !err && s < window->nr_worst; s++)
		err = pn_worst_merge(&section->worst, &window->worst[s]);
	section->cpus[section->nr_cpus++] = window->stats;
	memset(&window->stats, 0, sizeof(window->stats));
	return err;
}

static int fill_section(struct pn_analysis *analysis, uint32_t index, struct pn_section *section,
			uint32_t nr_cpus)
{
	int err = 0;

	section->window = analysis->windows[index];
	section->worst.room = analysis->params.worst_nr;
	section->cpus = calloc(nr_cpus ? nr_cpus : 1, sizeof(*section->cpus));
	if (!section->cpus)
		return -ENOMEM;
	for (uint32_t i = 0; !err && i < analysis->nr_cpus; i++) {
		if (analysis->cpus[i])
			err = move_window(section, &analysis->cpus[i]->results[index]);
	}
	return err;
}

/* --- the kernel's own verdicts, where the trace has them ------------------------------------- */

/* How many verdicts there are of each kind, and how far they are apart. */
struct agreement {
	uint64_t kernel;
	uint64_t length;
	uint64_t apart;
	bool has_table;
};

static uint64_t distance(uint64_t a, uint64_t b)
{
	return a > b ? a - b : b - a;
}

static void add_agreement(struct agreement *agreement, const struct pn_cpu_stats *stats)
{
	agreement->kernel += stats->miss_events;
	agreement->has_table |= stats->has_table;
	for (uint32_t s = 0; s < stats->nr_states; s++) {
		const struct pn_state_stats *state = &stats->states[s];

		agreement->length += state->above.count + state->below.count;
		agreement->apart += distance(state->above.count, state->miss_above) +
				    distance(state->below.count, state->miss_below);
	}
}

/* A window cuts stays, which then are neither too deep nor too shallow, whatever the kernel said. */
static bool has_edges(const struct pn_analysis *analysis)
{
	return analysis->nr_windows > 1 || analysis->windows[0].from_ns > 0 ||
	       analysis->windows[0].to_ns < UINT64_MAX;
}

static bool kernel_counts(const struct pn_analysis *analysis)
{
	struct agreement agreement = { 0 };

	for (uint32_t i = 0; i < analysis->nr_cpus; i++) {
		const struct pn_cpu_analysis *cpu = analysis->cpus[i];

		if (!cpu)
			continue;
		add_agreement(&agreement, &cpu->outside.stats);
		for (uint32_t w = 0; w < cpu->nr_windows; w++)
			add_agreement(&agreement, &cpu->results[w].stats);
	}
	if (!agreement.kernel || analysis->params.verdicts == PN_VERDICTS_LENGTH)
		return false;
	if (analysis->params.verdicts == PN_VERDICTS_AUTO && has_edges(analysis))
		return false;
	return analysis->params.verdicts == PN_VERDICTS_KERNEL || !agreement.has_table ||
	       agreement.apart * PN_VERDICTS_APART <= agreement.length;
}

static void settle(struct pn_analysis *analysis)
{
	bool by_kernel = kernel_counts(analysis);

	for (uint32_t i = 0; i < analysis->nr_cpus; i++) {
		for (uint32_t w = 0; analysis->cpus[i] && w < analysis->nr_windows; w++)
			pn_stats_settle(&analysis->cpus[i]->results[w].stats, by_kernel);
	}
	analysis->params.verdicts = by_kernel ? PN_VERDICTS_KERNEL : PN_VERDICTS_LENGTH;
}

static int end_cpus(struct pn_analysis *analysis, uint64_t first_ns, uint64_t last_ns,
		    uint32_t *nr_cpus)
{
	int32_t deepest;
	int err = 0;

	*nr_cpus = 0;
	for (uint32_t i = 0; !err && i < analysis->nr_cpus; i++) {
		if (!analysis->cpus[i])
			continue;
		++*nr_cpus;
		err = pn_cpu_analysis_end(analysis->cpus[i], first_ns, last_ns);
	}
	if (err)
		return err;
	settle(analysis);
	deepest = deepest_seen(analysis);
	for (uint32_t i = 0; deepest >= 0 && i < analysis->nr_cpus; i++) {
		if (analysis->cpus[i] && !analysis->cpus[i]->table)
			clear_deepest(analysis->cpus[i], (uint32_t)deepest);
	}
	return 0;
}

struct pn_summary *pn_analysis_finish(struct pn_analysis *analysis, uint64_t first_ns,
				      uint64_t last_ns, int *err)
{
	struct pn_summary *summary;
	uint32_t nr_cpus;

	*err = end_cpus(analysis, first_ns, last_ns, &nr_cpus);
	if (*err)
		return NULL;
	*err = -ENOMEM;
	summary = pn_summary_new(analysis->nr_windows);
	if (!summary)
		return NULL;
	summary->params = analysis->params;
	*err = 0;
	for (uint32_t i = 0; !*err && i < analysis->nr_windows; i++) {
		struct pn_section *section = &summary->sections[i];

		*err = fill_section(analysis, i, section, nr_cpus);
		pn_window_cover(&section->window, first_ns, last_ns, &section->start_ns,
				&section->end_ns);
	}
	if (!*err)
		return summary;
	pn_summary_free(summary);
	return NULL;
}

void pn_analysis_free(struct pn_analysis *analysis)
{
	if (!analysis)
		return;
	for (uint32_t i = 0; i < analysis->nr_cpus; i++)
		pn_cpu_analysis_free(analysis->cpus[i]);
	free(analysis->cpus);
	free(analysis->windows);
	free(analysis);
}
