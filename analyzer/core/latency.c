// SPDX-License-Identifier: GPL-2.0-only
/* Wake latency: finds for each cause what its target was doing, and when it answered. */
#include "core/latency.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/idmap.h"

/* How many of a CPU's last changes are remembered; a sample tells of a cause that lies back. */
#define HISTORY 64

/* A timer whose clock differs from the trace's by more than this runs on another clock. */
#define SAME_CLOCK_NS UINT64_C(10000000)

/* The module tells of a sample at once; one this old has its times from a clock that did not stop in suspend. */
#define SAMPLE_AGE_NS UINT64_C(1000000000)

/** struct change - from when on a CPU was in what */
struct change {
	uint64_t ts_ns;
	int32_t state; /* idle state or PN_LAT_* */
	bool leaving;  /* in that state still, but something that ends the stay runs */
};

/** struct target - a CPU, as something that is woken */
struct target {
	uint64_t nr_changes;
	struct change history[HISTORY];
	bool handlers; /* its IPI handlers are recorded */
	bool sent;     /* an IPI is on its way */
	uint64_t sent_ns;
	int32_t sent_state; /* what the CPU was in then */
};

struct pn_latency {
	bool timers;
	uint32_t nr_windows;
	struct pn_window *windows;
	struct pn_latency_stats *results;
	uint32_t nr_targets;
	struct target **targets;
	struct pn_idmap pending_timers; /* by address: expiry */
	struct pn_idmap waking;		/* by task: time of the wakeup */
};

struct pn_latency *pn_latency_new(const struct pn_window *windows, uint32_t nr_windows, bool timers)
{
	struct pn_latency *latency = calloc(1, sizeof(*latency));

	if (!latency)
		return NULL;
	latency->windows = calloc(nr_windows, sizeof(*windows));
	latency->results = calloc(nr_windows, sizeof(*latency->results));
	if (!latency->windows || !latency->results) {
		pn_latency_free(latency);
		return NULL;
	}
	memcpy(latency->windows, windows, nr_windows * sizeof(*windows));
	latency->nr_windows = nr_windows;
	latency->timers = timers;
	return latency;
}

/* --- what a CPU was in ---------------------------------------------------------------------- */

static struct target *target_of(struct pn_latency *latency, uint32_t cpu)
{
	struct target **targets;

	if (cpu >= PN_CPU_LIMIT)
		return NULL;
	if (cpu >= latency->nr_targets) {
		targets = realloc(latency->targets, (cpu + 1) * sizeof(*targets));
		if (!targets)
			return NULL;
		memset(&targets[latency->nr_targets], 0,
		       (cpu + 1 - latency->nr_targets) * sizeof(*targets));
		latency->targets = targets;
		latency->nr_targets = cpu + 1;
	}
	if (!latency->targets[cpu])
		latency->targets[cpu] = calloc(1, sizeof(**targets));
	return latency->targets[cpu];
}

static void note_change(struct target *target, uint64_t ts_ns, int32_t state, bool leaving)
{
	target->history[target->nr_changes++ % HISTORY] = (struct change){ ts_ns, state, leaving };
}

/* What a cause finds that comes now. */
static int32_t state_now(const struct target *target)
{
	const struct change *last = &target->history[(target->nr_changes - 1) % HISTORY];

	if (!target->nr_changes)
		return PN_LAT_UNTOLD;
	return last->leaving ? PN_LAT_RACED : last->state;
}

/*
 * What a cause found that may lie back a little. A CPU that went idle between it and the answer has raced; what came after
 * the answer says nothing. A task is more often than not woken by the very interrupt that ends the stay: no race.
 */
static int32_t state_at(const struct target *target, uint64_t cause_ns, uint64_t answer_ns,
			bool task)
{
	uint64_t nr = target->nr_changes;
	bool entered = false;

	for (uint64_t back = 1; back <= nr && back <= HISTORY; back++) {
		const struct change *change = &target->history[(nr - back) % HISTORY];

		if (change->ts_ns <= cause_ns)
			return entered || (change->leaving && !task) ? PN_LAT_RACED : change->state;
		entered |= change->state >= 0 && !change->leaving && change->ts_ns <= answer_ns;
	}
	return PN_LAT_UNTOLD;
}

/*
 * Something runs that ends the stay, so whatever comes between it and the exit finds a CPU on its way out. State 0 is
 * left alone: where it polls, an interrupt need not end it.
 */
static void note_way_out(struct target *target, uint64_t ts_ns)
{
	if (state_now(target) > 0)
		note_change(target, ts_ns, state_now(target), true);
}

/* --- samples -------------------------------------------------------------------------------- */

static struct pn_latency_stats *window_at(struct pn_latency *latency, uint64_t ts_ns)
{
	uint32_t low = 0, high = latency->nr_windows;

	while (low < high) {
		uint32_t mid = (low + high) / 2;

		if (latency->windows[mid].to_ns <= ts_ns)
			low = mid + 1;
		else
			high = mid;
	}
	if (low == latency->nr_windows || latency->windows[low].from_ns > ts_ns)
		return NULL;
	return &latency->results[low];
}

static struct pn_latency_cell *cell_of(struct pn_latency_stats *stats,
				       enum pn_latency_source source, int32_t state, uint32_t cpu)
{
	struct pn_latency_cell *cells;

	for (uint32_t i = 0; i < stats->nr; i++) {
		if (stats->cells[i].cpu == cpu && stats->cells[i].state == state &&
		    stats->cells[i].source == source)
			return &stats->cells[i];
	}
	cells = realloc(stats->cells, (stats->nr + 1) * sizeof(*cells));
	if (!cells)
		return NULL;
	stats->cells = cells;
	memset(&cells[stats->nr], 0, sizeof(*cells));
	cells[stats->nr].source = source;
	cells[stats->nr].state = state;
	cells[stats->nr].cpu = cpu;
	return &cells[stats->nr++];
}

/** struct sample - one answer */
struct sample {
	enum pn_latency_source source;
	uint32_t cpu;
	int32_t state;
	uint64_t cause_ns;
	int64_t latency_ns;
	bool by_handler;
};

static int add_sample(struct pn_latency *latency, struct sample sample)
{
	struct pn_latency_stats *stats = window_at(latency, sample.cause_ns);
	struct pn_latency_cell *cell;

	if (!stats)
		return 0;
	cell = cell_of(stats, sample.source, sample.state, sample.cpu);
	if (!cell)
		return -ENOMEM;
	cell->by_handler += sample.by_handler;
	return pn_sdist_add(&cell->dist, sample.latency_ns);
}

/* --- the module's samples ------------------------------------------------------------------- */

static int take_module_sample(struct pn_latency *latency, struct target *target,
			      const struct pn_event *event)
{
	uint64_t cause_ns = event->u.sample.cause_ns;
	uint64_t answer_ns = cause_ns + (uint64_t)(int64_t)event->u.sample.latency_ns;
	struct sample sample = {
		.source = event->u.sample.timer ? PN_LAT_TIMER_MODULE : PN_LAT_IPI_MODULE,
		.cpu = event->cpu,
		.state = event->u.sample.race ? PN_LAT_RACED : PN_LAT_UNTOLD,
		.cause_ns = cause_ns,
		.latency_ns = event->u.sample.latency_ns,
		.by_handler = true,
	};

	if (latency->timers && !event->u.sample.race && event->ts_ns >= answer_ns &&
	    event->ts_ns - answer_ns <= SAMPLE_AGE_NS)
		sample.state = state_at(target, cause_ns, answer_ns, false);
	return add_sample(latency, sample);
}

/* --- IPIs ----------------------------------------------------------------------------------- */

static void take_send(struct target *target, const struct pn_event *event)
{
	/* The first of several is the one that wakes. */
	if (target->sent)
		return;
	target->sent = true;
	target->sent_ns = event->ts_ns;
	target->sent_state = state_now(target);
}

static int end_send(struct pn_latency *latency, struct target *target, const struct pn_event *event,
		    bool by_handler)
{
	struct sample sample = {
		.source = PN_LAT_IPI,
		.cpu = event->cpu,
		.state = target->sent_state,
		.cause_ns = target->sent_ns,
		.latency_ns = (int64_t)(event->ts_ns - target->sent_ns),
		.by_handler = by_handler,
	};

	if (!target->sent)
		return 0;
	target->sent = false;
	return add_sample(latency, sample);
}

static int take_wake(struct pn_latency *latency, struct target *target,
		     const struct pn_event *event)
{
	int err = 0;

	if (event->u.wake.cause == PN_WAKE_IPI) {
		target->handlers = true;
		err = end_send(latency, target, event, true);
	}
	note_way_out(target, event->ts_ns);
	return err;
}

/*
 * An idle edge of the target: it answers with an exit; one that enters first has raced. Without handlers in the trace it
 * may as well have answered long before.
 */
static int take_edge(struct pn_latency *latency, struct target *target,
		     const struct pn_event *event)
{
	int32_t state = event->u.state;
	int err = 0;

	if (state == PN_STATE_EXIT && target->sent_state != PN_LAT_BUSY)
		err = end_send(latency, target, event, false);
	if (state != PN_STATE_EXIT && target->sent) {
		target->sent = target->handlers;
		target->sent_state = PN_LAT_RACED;
	}
	if (state == PN_STATE_EXIT)
		state = PN_LAT_BUSY;
	else if (state < 0)
		state = PN_LAT_UNTOLD;
	note_change(target, event->ts_ns, state, false);
	return err;
}

/* --- timers --------------------------------------------------------------------------------- */

static int take_fire(struct pn_latency *latency, struct target *target,
		     const struct pn_event *event)
{
	uint64_t expires_ns, now_ns = event->u.timer.base_ns;
	struct sample sample = { .source = PN_LAT_TIMER, .cpu = event->cpu, .by_handler = true };

	if (!pn_idmap_take(&latency->pending_timers, event->u.timer.timer, &expires_ns))
		return 0;
	/* Its own clock was read just before the event: only then do both tell the same time. */
	if (!latency->timers || event->ts_ns < now_ns || event->ts_ns - now_ns > SAME_CLOCK_NS) {
		struct pn_latency_stats *stats = window_at(latency, event->ts_ns);

		if (stats)
			stats->foreign_timers++;
		return 0;
	}
	sample.cause_ns = expires_ns;
	sample.state = state_at(target, expires_ns, event->ts_ns, false);
	sample.latency_ns = (int64_t)(event->ts_ns - expires_ns);
	return add_sample(latency, sample);
}

static int take_timer(struct pn_latency *latency, struct target *target,
		      const struct pn_event *event)
{
	uint64_t dropped;
	int err;

	switch (event->op) {
	case PN_TIMER_START:
		return pn_idmap_put(&latency->pending_timers, event->u.timer.timer,
				    event->u.timer.base_ns);
	case PN_TIMER_CANCEL:
		pn_idmap_take(&latency->pending_timers, event->u.timer.timer, &dropped);
		return 0;
	default:
		err = take_fire(latency, target, event);
		note_way_out(target, event->ts_ns);
		return err;
	}
}

/* --- tasks ---------------------------------------------------------------------------------- */

/* The wakeup names where the task ran last; what counts is where it is switched in. */
static int take_switch(struct pn_latency *latency, struct target *target,
		       const struct pn_event *event)
{
	struct sample sample = { .source = PN_LAT_TASK, .cpu = event->cpu, .by_handler = true };

	if (!pn_idmap_take(&latency->waking, event->u.next.pid, &sample.cause_ns))
		return 0;
	sample.state = state_at(target, sample.cause_ns, event->ts_ns, true);
	sample.latency_ns = (int64_t)(event->ts_ns - sample.cause_ns);
	return add_sample(latency, sample);
}

/* --- all ------------------------------------------------------------------------------------ */

int pn_latency_feed(struct pn_latency *latency, const struct pn_event *event)
{
	struct target *target = target_of(latency, event->cpu);

	if (!target)
		return event->cpu < PN_CPU_LIMIT ? -ENOMEM : 0;
	switch (event->kind) {
	case PN_EV_IDLE:
		return take_edge(latency, target, event);
	case PN_EV_LOST:
		target->sent = false;
		note_change(target, event->u.lost.since_ns, PN_LAT_UNTOLD, false);
		return 0;
	case PN_EV_WAKE:
		return take_wake(latency, target, event);
	case PN_EV_SAMPLE:
		return take_module_sample(latency, target, event);
	case PN_EV_SEND:
		take_send(target, event);
		return 0;
	case PN_EV_TIMER:
		return take_timer(latency, target, event);
	case PN_EV_WAKING:
		return pn_idmap_put(&latency->waking, event->u.waking.pid, event->ts_ns);
	case PN_EV_SWITCH:
		return take_switch(latency, target, event);
	default:
		return 0;
	}
}

static int by_source(const void *a, const void *b)
{
	const struct pn_latency_cell *x = a, *y = b;

	if (x->source != y->source)
		return x->source < y->source ? -1 : 1;
	if (x->state != y->state)
		return x->state < y->state ? -1 : 1;
	return (x->cpu > y->cpu) - (x->cpu < y->cpu);
}

struct pn_latency_stats pn_latency_take(struct pn_latency *latency, uint32_t window)
{
	struct pn_latency_stats stats = latency->results[window];

	if (stats.nr)
		qsort(stats.cells, stats.nr, sizeof(*stats.cells), by_source);
	memset(&latency->results[window], 0, sizeof(latency->results[window]));
	return stats;
}

void pn_latency_free(struct pn_latency *latency)
{
	if (!latency)
		return;
	for (uint32_t i = 0; latency->results && i < latency->nr_windows; i++)
		pn_latency_stats_free(&latency->results[i]);
	free(latency->results);
	free(latency->windows);
	for (uint32_t i = 0; i < latency->nr_targets; i++)
		free(latency->targets[i]);
	free(latency->targets);
	pn_idmap_free(&latency->pending_timers);
	pn_idmap_free(&latency->waking);
	free(latency);
}
