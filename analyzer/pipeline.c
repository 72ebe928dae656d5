// SPDX-License-Identifier: GPL-2.0-only
/* Wires a trace to its analysis. */
#include "pipeline.h"

#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "feed.h"
#include "io/states.h"
#include "phases.h"

#define SIDECAR "states.json"

/* --- the state table ------------------------------------------------------------------------ */

/* states.json in the folder of the trace, if there is one. */
static int find_sidecar(const char *path, struct pn_machine **machine, struct pn_problem *problem)
{
	const char *slash = strrchr(path, '/');
	size_t dir = slash ? (size_t)(slash + 1 - path) : 0;
	char *sidecar;
	int err = 0;

	if (strcmp(path, "-") == 0)
		return 0;
	sidecar = malloc(dir + sizeof(SIDECAR));
	if (!sidecar)
		return -ENOMEM;
	memcpy(sidecar, path, dir);
	memcpy(sidecar + dir, SIDECAR, sizeof(SIDECAR));
	if (access(sidecar, F_OK) == 0)
		err = pn_states_read(sidecar, PN_FROM_SIDECAR, machine, problem);
	free(sidecar);
	return err;
}

static int find_machine(const struct pn_request *request, struct pn_machine **machine,
			struct pn_problem *problem)
{
	if (request->states)
		return pn_states_read(request->states, PN_FROM_OPTION, machine, problem);
	if (request->sysroot)
		return pn_states_sysfs(request->sysroot, machine, problem);
	return find_sidecar(request->path, machine, problem);
}

/* --- windows -------------------------------------------------------------------------------- */

/* The first event of any type; needed only where a point in time is relative to it. */
static int first_event(struct pn_source *source, uint64_t *first_ns, struct pn_problem *problem)
{
	struct pn_read_stats all = { 0 };
	struct pn_event batch[2];
	int err = 0;

	for (uint32_t i = 0; !err && i < source->nr_streams; i++) {
		struct pn_cursor *cursor = source->ops->cursor_new(source, i, ~0u, &err, problem);

		if (!cursor)
			return err;
		err = source->ops->cursor_next(cursor, batch, 2, problem);
		err = err < 0 ? err : 0;
		pn_read_stats_add(&all, source->ops->cursor_stats(cursor));
		source->ops->cursor_free(cursor);
	}
	*first_ns = all.has_events ? all.first_ns : 0;
	return err;
}

static uint64_t resolve(const struct pn_point *point, uint64_t first_ns, uint64_t otherwise)
{
	if (!point->given)
		return otherwise;
	return point->relative ? first_ns + point->ns : point->ns;
}

/* Cuts the windows to --from and --to; those that lie outside are left out. */
static uint32_t clip_windows(struct pn_window *windows, uint32_t nr, uint64_t from_ns,
			     uint64_t to_ns)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < nr; i++) {
		struct pn_window window = windows[i];

		if (window.from_ns < from_ns)
			window.from_ns = from_ns;
		if (window.to_ns > to_ns)
			window.to_ns = to_ns;
		if (window.from_ns < window.to_ns)
			windows[kept++] = window;
	}
	return kept;
}

static int one_window(struct pn_window **windows, uint32_t *nr)
{
	*windows = calloc(1, sizeof(**windows));
	if (!*windows)
		return -ENOMEM;
	(*windows)->to_ns = UINT64_MAX;
	*nr = 1;
	return 0;
}

static int find_windows(const struct pn_request *request, struct pn_source *source,
			uint64_t first_ns, struct pn_window **windows, uint32_t *nr,
			struct pn_problem *problem)
{
	uint64_t from_ns = resolve(&request->from, first_ns, 0);
	uint64_t to_ns = resolve(&request->to, first_ns, UINT64_MAX);
	int err;

	if (from_ns >= to_ns)
		return pn_problem_set(problem, -EINVAL, "%s: --from does not lie before --to",
				      request->path);
	if (!request->phases)
		err = one_window(windows, nr);
	else
		err = pn_phases_find(source, windows, nr, problem);
	if (err)
		return err;
	if (!*nr)
		return pn_problem_set(problem, -ENODATA,
				      "%s: has no phases: no marker that starts with \"pn: \"",
				      request->path);
	*nr = clip_windows(*windows, *nr, from_ns, to_ns);
	if (*nr)
		return 0;
	return pn_problem_set(problem, -EINVAL, "%s: no phase between --from and --to",
			      request->path);
}

/* --- parameters ----------------------------------------------------------------------------- */

static struct pn_params make_params(const struct pn_request *request,
				    const struct pn_machine *machine, uint64_t first_ns)
{
	struct pn_params params = pn_params_default(machine);

	if (request->threshold_ns) {
		params.threshold_ns = request->threshold_ns;
		params.threshold_from = PN_FROM_OPTION;
	}
	if (request->chain_gap_ns)
		params.chain_gap_ns = request->chain_gap_ns;
	params.worst_nr = request->worst_nr;
	params.verdicts = request->verdicts;
	params.bin_ns = request->bin_ns;
	params.bin_origin_ns = first_ns;
	return params;
}

static unsigned int worker_count(unsigned int asked)
{
	cpu_set_t allowed;

	if (asked)
		return asked;
	if (sched_getaffinity(0, sizeof(allowed), &allowed))
		return 1;
	return (unsigned int)CPU_COUNT(&allowed);
}

/* --- reading -------------------------------------------------------------------------------- */

static bool by_stream(const struct pn_source *source)
{
	for (uint32_t i = 0; i < source->nr_streams; i++) {
		if (source->stream_cpu[i] < 0)
			return false;
	}
	return true;
}

/* State of one run; everything is freed in one place. */
struct run {
	const struct pn_request *request;
	struct pn_mapped file;
	struct pn_source *source;
	struct pn_machine *machine;
	struct pn_params params;
	uint32_t nr_windows;
	struct pn_window *windows;
	struct pn_analysis *analysis;
	struct pn_together *together;
	struct pn_latency *latency;
	struct pn_read_stats stats;
};

/* The clocks that timers run on; what the module tells stands on the first of them. */
static bool timer_clock(const char *clock)
{
	return strcmp(clock, "mono") == 0 || strcmp(clock, "boot") == 0;
}

static bool wants_latency(const struct run *run)
{
	return run->request->latency || run->source->samples_known;
}

static int new_analysis(struct run *run)
{
	int err;

	if (run->request->units) {
		pn_together_free(run->together);
		run->together = pn_together_new(run->machine, run->windows, run->nr_windows);
		if (!run->together)
			return -ENOMEM;
	}

	if (wants_latency(run)) {
		pn_latency_free(run->latency);
		run->latency = pn_latency_new(run->windows, run->nr_windows,
					      timer_clock(run->source->info.clock));
		if (!run->latency)
			return -ENOMEM;
	}
	pn_analysis_free(run->analysis);
	run->analysis =
		pn_analysis_new(&run->params, run->machine, run->windows, run->nr_windows, &err);
	if (run->analysis && run->request->watch)
		pn_analysis_watch(run->analysis, run->request->watch, run->request->watch_ctx);
	return err;
}

static int feed(struct run *run, bool merged, struct pn_problem *problem)
{
	struct pn_read_progress progress;
	struct pn_feed feed = {
		.source = run->source,
		.cpus = run->request->cpus,
		.in_order = run->request->watch != NULL,
		.jobs = worker_count(run->request->jobs),
		.progress = &progress,
	};
	uint64_t total = 0;
	int err = new_analysis(run);

	if (err)
		return err;
	feed.analysis = run->analysis;
	feed.together = run->together;
	feed.latency = run->latency;
	for (uint32_t i = 0; i < run->source->nr_streams; i++)
		total += run->source->stream_bytes[i];
	pn_read_progress_begin(&progress, total, run->request->quiet);
	err = merged ? pn_feed_merged(&feed, problem) : pn_feed_parallel(&feed, problem);
	pn_read_progress_end(&progress);
	run->stats = feed.stats;
	return err;
}

static int read_all(struct run *run, struct pn_problem *problem)
{
	bool merged = run->request->watch || run->request->units || wants_latency(run) ||
		      !by_stream(run->source);
	int err = feed(run, merged, problem);

	/* Some event speaks of another CPU: only the order of time tells what belongs together. */
	if (err == -EXDEV)
		err = feed(run, true, problem);
	if (err == -E2BIG)
		return pn_problem_set(problem, err, "%s: --bin is too short for this trace",
				      run->request->path);
	return err;
}

static int prepare(struct run *run, struct pn_problem *problem)
{
	const struct pn_request *request = run->request;
	struct pn_source_options options = { .instance = request->instance };
	uint64_t first_ns = 0;
	int err = pn_mapped_open(request->path, &run->file, problem);

	if (!err)
		err = pn_source_open(&run->file, &options, &run->source, problem);
	if (!err)
		err = find_machine(request, &run->machine, problem);
	if (!err && request->units && !run->machine)
		err = pn_problem_set(problem, -EINVAL,
				     "%s: --units needs the topology: give it with -s FILE",
				     request->path);
	if (!err && (request->bin_ns || request->from.relative || request->to.relative))
		err = first_event(run->source, &first_ns, problem);
	if (!err)
		err = find_windows(request, run->source, first_ns, &run->windows, &run->nr_windows,
				   problem);
	run->params = make_params(request, run->machine, first_ns);
	return err;
}

static int fill_trace(struct run *run, struct pn_trace_info *trace)
{
	const char *slash = strrchr(run->file.name, '/');

	*trace = run->source->info;
	trace->file = strdup(slash ? slash + 1 : run->file.name);
	trace->has_events = run->stats.has_events;
	trace->first_ns = run->stats.first_ns;
	trace->last_ns = run->stats.last_ns;
	trace->events = run->stats.events;
	trace->bad_lines = run->stats.bad_lines;
	trace->odd_cpus = run->stats.odd_cpus;
	if (run->stats.truncated && !trace->truncated) {
		trace->truncated = true;
		memcpy(trace->truncated_at, run->stats.truncated_at, sizeof(trace->truncated_at));
	}
	return trace->file ? 0 : -ENOMEM;
}

/* Three different reasons why a trace can be without idle events. */
static int no_idle(const struct run *run, const struct pn_summary *summary,
		   struct pn_problem *problem)
{
	const char *path = run->request->path;

	if (pn_summary_tells(summary))
		return 0;
	if (!run->source->idle_known)
		return pn_problem_set(problem, -ENODATA,
				      "%s: does not know the event power:cpu_idle; record with "
				      "trace-cmd record -e power:cpu_idle",
				      path);
	if (run->stats.events && (run->request->cpus || run->request->from.given ||
				  run->request->to.given || run->request->phases))
		return pn_problem_set(problem, -ENODATA,
				      "%s: no idle event in the CPUs and the time asked for", path);
	return pn_problem_set(
		problem, -ENODATA,
		"%s: no idle event was recorded (%llu other events were); record with "
		"trace-cmd record -e power:cpu_idle",
		path, (unsigned long long)run->stats.events);
}

static int fill_merged(struct run *run, struct pn_summary *summary)
{
	int err = 0;

	for (uint32_t i = 0; run->together && !err && i < summary->nr_sections; i++) {
		struct pn_section *section = &summary->sections[i];

		section->units = pn_together_finish(run->together, i, run->stats.first_ns,
						    run->stats.last_ns, &section->nr_units, &err);
	}
	for (uint32_t i = 0; run->latency && i < summary->nr_sections; i++) {
		summary->sections[i].has_latency = true;
		summary->sections[i].latency = pn_latency_take(run->latency, i);
	}
	return err;
}

static int finish(struct run *run, struct pn_summary **summary, struct pn_problem *problem)
{
	int err;

	*summary = pn_analysis_finish(run->analysis, run->stats.first_ns, run->stats.last_ns, &err);
	if (!*summary)
		return err;
	(*summary)->machine = run->machine;
	run->machine = NULL;
	err = fill_trace(run, &(*summary)->trace);
	if (!err)
		err = fill_merged(run, *summary);
	if (!err)
		err = no_idle(run, *summary, problem);
	if (!err)
		return 0;
	pn_summary_free(*summary);
	*summary = NULL;
	return err;
}

int pn_pipeline_run(const struct pn_request *request, struct pn_summary **summary,
		    struct pn_problem *problem)
{
	struct run run = { .request = request };
	int err;

	*summary = NULL;
	problem->text[0] = '\0';
	err = prepare(&run, problem);
	if (!err)
		err = read_all(&run, problem);
	if (!err)
		err = finish(&run, summary, problem);
	if (err && !problem->text[0])
		pn_problem_set(problem, err, "%s: %s", request->path, strerror(-err));
	pn_analysis_free(run.analysis);
	pn_together_free(run.together);
	pn_latency_free(run.latency);
	free(run.windows);
	pn_machine_free(run.machine);
	pn_source_close(run.source);
	pn_mapped_close(&run.file);
	return err;
}
