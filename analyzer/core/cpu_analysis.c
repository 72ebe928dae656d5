// SPDX-License-Identifier: GPL-2.0-only
/* The analysis of one CPU: from its events to its figures, one window after the other. */
#include "core/cpu_analysis.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/stay_run.h"

#define likely(x)   __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)

/* --- room for states and windows ----------------------------------------------------------- */

static int grow_window(struct pn_cpu_window *window, uint32_t nr_states)
{
	struct pn_worst *worst;

	if (window->nr_worst < nr_states) {
		worst = realloc(window->worst, nr_states * sizeof(*worst));
		if (!worst)
			return -ENOMEM;
		memset(&worst[window->nr_worst], 0,
		       (nr_states - window->nr_worst) * sizeof(*worst));
		window->worst = worst;
		window->nr_worst = nr_states;
	}
	return pn_stats_grow(&window->stats, nr_states);
}

int pn_cpu_grow_states(struct pn_cpu_analysis *cpu, uint32_t nr_states)
{
	struct pn_rule *rules = realloc(cpu->rules, nr_states * sizeof(*rules));
	struct pn_stay_sums *sums = realloc(cpu->sums, nr_states * sizeof(*sums));
	int err;

	if (rules)
		cpu->rules = rules;
	if (sums)
		cpu->sums = sums;
	if (!rules || !sums)
		return -ENOMEM;
	err = pn_chain_grow(&cpu->chain, nr_states);
	if (!err)
		err = grow_window(cpu->now, nr_states);
	if (err)
		return err;
	for (uint32_t s = cpu->nr_states; s < nr_states; s++) {
		rules[s] = pn_rule_make(cpu->table, s, cpu->params->threshold_ns);
		pn_stay_sums_clear(&sums[s]);
	}
	cpu->nr_states = nr_states;
	return 0;
}

/* --- chains -------------------------------------------------------------------------------- */

void pn_cpu_end_chain(struct pn_cpu_analysis *cpu)
{
	struct pn_chain_verdict verdict;
	struct pn_state_stats *stats;

	if (!cpu->chain.nr_stays)
		return;
	/* Nearly all of them; those take no judging. */
	if (likely(cpu->chain.end_ns - cpu->chain.start_ns <= cpu->params->threshold_ns)) {
		pn_chain_clear(&cpu->chain);
		return;
	}
	verdict = pn_chain_finish(&cpu->chain, cpu->rules, cpu->params->threshold_ns);
	if (!verdict.nightmare)
		return;
	stats = &cpu->now->stats.states[verdict.state];
	pn_tally_add(&stats->chain, verdict.length_ns);
	if (verdict.length_ns > stats->chain_max_ns)
		stats->chain_max_ns = verdict.length_ns;
}

static void add_to_chain(struct pn_cpu_analysis *cpu, const struct pn_span *span)
{
	struct pn_chain *chain = &cpu->chain;

	if (!pn_chain_goes_on(chain, span->start_ns, cpu->params->chain_gap_ns))
		pn_cpu_end_chain(cpu);
	pn_chain_add(chain, span->start_ns, span->end_ns, (uint32_t)span->state);
	/* Nothing follows the deepest state in a row. */
	chain->broken = cpu->rules[span->state].deepest;
}

/* --- stays --------------------------------------------------------------------------------- */

static int add_nightmare(struct pn_cpu_analysis *cpu, const struct pn_span *span)
{
	struct pn_worst *worst = &cpu->now->worst[span->state];
	struct pn_state_stats *stats = &cpu->now->stats.states[span->state];
	struct pn_nightmare nightmare = {
		.start_ns = span->start_ns,
		.length_ns = span->end_ns - span->start_ns,
		.cpu = cpu->cpu,
		.state = span->state,
	};

	pn_tally_add(&stats->pn, nightmare.length_ns);
	if (nightmare.length_ns > stats->pn_max_ns)
		stats->pn_max_ns = nightmare.length_ns;
	cpu->last.flags |= PN_LAST_NIGHTMARE | PN_LAST_WANTS_NEXT;
	worst->room = cpu->params->worst_nr;
	return pn_worst_add(worst, &nightmare);
}

/* What comes now is not the doing of the stay that ended last. */
static inline void forget_last(struct pn_cpu_analysis *cpu)
{
	cpu->last.flags = 0;
}

static void set_cause(struct pn_cpu_analysis *cpu, uint32_t cause, uint32_t number,
		      const char *name, uint32_t length)
{
	struct pn_last_stay *last = &cpu->last;
	struct pn_nightmare *nightmare;

	cpu->now->stats.states[last->state].wakes[cause]++;
	last->flags &= ~(uint32_t)PN_LAST_WANTS_CAUSE;
	if (cause == PN_WAKE_IRQ)
		cpu->failed |= pn_stats_add_irq(&cpu->now->stats, number, name, length);
	if (!(last->flags & PN_LAST_NIGHTMARE))
		return;
	nightmare = pn_worst_find(&cpu->now->worst[last->state], cpu->cpu, last->start_ns);
	if (nightmare) {
		nightmare->ended_by = cause;
		nightmare->number = number;
	}
}

static int bin_stay(struct pn_cpu_analysis *cpu, const struct pn_span *span)
{
	const struct pn_rule *rule = &cpu->rules[span->state];
	struct pn_bins *bins = &cpu->now->stats.bins;
	uint64_t length_ns = span->end_ns - span->start_ns;
	uint32_t state = (uint32_t)span->state;
	struct pn_bin *bin;
	int err = pn_bins_add_idle(bins, span->start_ns, span->end_ns, state);

	if (!err)
		err = pn_bins_at(bins, span->end_ns, state, &bin);
	if (err)
		return err;
	bin->completed++;
	bin->above += length_ns < rule->above_ns;
	bin->below += length_ns >= rule->below_ns && length_ns >= rule->above_ns;
	bin->pn += length_ns >= rule->pn_ns;
	return 0;
}

static int add_completed(struct pn_cpu_analysis *cpu, const struct pn_span *span)
{
	const struct pn_rule *rule = &cpu->rules[span->state];
	struct pn_state_stats *stats = &cpu->now->stats.states[span->state];
	uint64_t length_ns = span->end_ns - span->start_ns;
	int err = pn_hist_add(&stats->stay.hist, length_ns);

	pn_stay_sums_add(&cpu->sums[span->state], rule, length_ns, PN_MISS_NONE);
	cpu->last = (struct pn_last_stay){ PN_LAST_WANTS_CAUSE | PN_LAST_WHOLE, span->state,
					   span->start_ns };
	if (unlikely(length_ns >= rule->pn_ns) && !err)
		err = add_nightmare(cpu, span);
	if (cpu->early_cause)
		set_cause(cpu, cpu->early_cause, cpu->early_number, cpu->early_name,
			  cpu->early_length);
	if (cpu->table)
		add_to_chain(cpu, span);
	if (unlikely(cpu->now->stats.bins.width_ns) && !err)
		err = bin_stay(cpu, span);
	return err;
}

static void count_void_stay(struct pn_state_stats *state, enum pn_span_kind kind)
{
	state->lost += kind == PN_SPAN_LOST;
	state->reentered += kind == PN_SPAN_REENTERED;
	state->negative += kind == PN_SPAN_NEGATIVE;
}

/* The part of a stay that a window holds, or that the end of the trace leaves of it. */
static int add_cut_stay(struct pn_cpu_analysis *cpu, const struct pn_span *span, bool last)
{
	struct pn_state_stats *state = &cpu->now->stats.states[span->state];
	uint64_t length_ns = span->end_ns - span->start_ns;

	if (span->kind == PN_SPAN_COMPLETED) {
		state->clipped++;
		state->clipped_ns += length_ns;
	} else {
		state->tail_ns += length_ns;
		state->tail += last;
		state->clipped += !last;
		state->negative += last && cpu->track.stepped;
	}
	if (!cpu->now->stats.bins.width_ns)
		return 0;
	return pn_bins_add_idle(&cpu->now->stats.bins, span->start_ns, span->end_ns,
				(uint32_t)span->state);
}

/* A piece of a span that no window's edge touches, or the part of it that a window holds. */
static int add_piece(struct pn_cpu_analysis *cpu, const struct pn_span *span, bool last)
{
	struct pn_cpu_stats *stats = &cpu->now->stats;
	uint64_t length_ns = span->end_ns - span->start_ns;

	switch (span->kind) {
	case PN_SPAN_BUSY:
		stats->busy_ns += length_ns;
		return 0;
	case PN_SPAN_COMPLETED:
	case PN_SPAN_TAIL:
		return add_cut_stay(cpu, span, last);
	default:
		stats->unknown_ns += length_ns;
		pn_cpu_end_chain(cpu);
		forget_last(cpu);
		if (last && span->kind != PN_SPAN_UNKNOWN)
			count_void_stay(&stats->states[span->state], span->kind);
		return 0;
	}
}

/* --- windows ------------------------------------------------------------------------------- */

void pn_cpu_settle(struct pn_cpu_analysis *cpu)
{
	struct pn_cpu_stats *stats = &cpu->now->stats;

	for (uint32_t s = 0; s < cpu->nr_states; s++)
		pn_stay_sums_settle(&cpu->sums[s], &cpu->rules[s], &stats->states[s], stats);
}

/* Goes to the window that holds @ts_ns, or to the space before the next one. */
int pn_cpu_advance(struct pn_cpu_analysis *cpu, uint64_t ts_ns)
{
	pn_cpu_end_chain(cpu);
	forget_last(cpu);
	pn_cpu_settle(cpu);
	while (cpu->window < cpu->nr_windows && cpu->windows[cpu->window].to_ns <= ts_ns)
		cpu->window++;
	cpu->now = &cpu->outside;
	cpu->edge_ns = UINT64_MAX;
	if (cpu->window < cpu->nr_windows) {
		const struct pn_window *window = &cpu->windows[cpu->window];

		cpu->edge_ns = window->from_ns;
		if (ts_ns >= window->from_ns) {
			cpu->edge_ns = window->to_ns;
			cpu->now = &cpu->results[cpu->window];
		}
	}
	return grow_window(cpu->now, cpu->nr_states);
}

static int add_clipped(struct pn_cpu_analysis *cpu, const struct pn_span *span)
{
	struct pn_span piece = *span;
	int err = 0;

	/* A CPU's first idle event ends an empty span, wherever it lies. */
	if (span->start_ns >= cpu->edge_ns)
		err = pn_cpu_advance(cpu, span->start_ns);
	while (!err && span->end_ns > cpu->edge_ns) {
		piece.end_ns = cpu->edge_ns;
		err = add_piece(cpu, &piece, false);
		piece.start_ns = cpu->edge_ns;
		if (!err)
			err = pn_cpu_advance(cpu, cpu->edge_ns);
	}
	piece.end_ns = span->end_ns;
	return err ? err : add_piece(cpu, &piece, true);
}

static char verdict_of(const struct pn_cpu_analysis *cpu, const struct pn_span *span)
{
	const struct pn_rule *rule = &cpu->rules[span->state];
	uint64_t length_ns = span->end_ns - span->start_ns;

	/* Without a table, which state is the deepest shows only at the end. */
	if (span->kind != PN_SPAN_COMPLETED || !cpu->table)
		return '-';
	if (length_ns < rule->above_ns)
		return 'a';
	if (length_ns >= rule->pn_ns)
		return 'n';
	return length_ns >= rule->below_ns ? 'b' : '-';
}

static int end_span(struct pn_cpu_analysis *cpu, const struct pn_span *span)
{
	int err;

	if (unlikely(cpu->watch != NULL) && span->kind < PN_SPAN_BUSY &&
	    cpu->now != &cpu->outside) {
		err = cpu->watch(cpu->watch_ctx, cpu->cpu, span, verdict_of(cpu, span));
		if (err)
			return err;
	}
	if (unlikely(span->end_ns > cpu->edge_ns))
		return add_clipped(cpu, span);
	if (likely(span->kind == PN_SPAN_COMPLETED))
		return add_completed(cpu, span);
	return add_piece(cpu, span, true);
}

/* --- events -------------------------------------------------------------------------------- */

static int enter_state(struct pn_cpu_analysis *cpu, uint64_t ts_ns, uint32_t state)
{
	struct pn_cpu_stats *stats = &cpu->now->stats;
	struct pn_bin *bin;
	int err;

	stats->states[state].entries++;
	forget_last(cpu);
	cpu->early_cause = PN_WAKE_UNKNOWN;
	if (unlikely(cpu->table && state >= cpu->table->nr_states))
		stats->unlisted++;
	if (likely(!stats->bins.width_ns))
		return 0;
	err = pn_bins_at(&stats->bins, ts_ns, state, &bin);
	if (!err)
		bin->entries++;
	return err;
}

static void count_odd(struct pn_cpu_stats *stats, uint32_t odd)
{
	stats->head += !!(odd & PN_ODD_HEAD);
	stats->stray += !!(odd & PN_ODD_STRAY);
	stats->steps_back += !!(odd & PN_ODD_STEP);
}

/* An entry into a state that cannot be: the CPU does something, what is not known. */
static int take_odd_state(struct pn_cpu_analysis *cpu, uint64_t ts_ns)
{
	struct pn_span spans[2];
	int nr = pn_track_lost(&cpu->track, ts_ns, ts_ns, spans);
	int err = 0;

	for (int i = 0; !err && i < nr; i++)
		err = end_span(cpu, &spans[i]);
	if (!err && ts_ns >= cpu->edge_ns)
		err = pn_cpu_advance(cpu, ts_ns);
	cpu->now->stats.odd_states++;
	return err;
}

static int take_idle(struct pn_cpu_analysis *cpu, uint64_t ts_ns, int32_t state)
{
	struct pn_span span;
	uint32_t odd;
	int err = 0;

	if (unlikely((uint32_t)state >= cpu->nr_states && state != PN_STATE_EXIT)) {
		if ((uint32_t)state >= PN_STATE_LIMIT)
			return take_odd_state(cpu, ts_ns);
		err = pn_cpu_grow_states(cpu, (uint32_t)state + 1);
		if (err)
			return err;
	}
	odd = pn_track_idle(&cpu->track, ts_ns, state, &span);
	err = end_span(cpu, &span);
	if (unlikely(ts_ns >= cpu->edge_ns) && !err)
		err = pn_cpu_advance(cpu, ts_ns);
	if (unlikely(odd))
		count_odd(&cpu->now->stats, odd);
	cpu->now->stats.idle_events++;
	if (err || state == PN_STATE_EXIT)
		return err;
	return enter_state(cpu, ts_ns, (uint32_t)state);
}

static void count_miss(struct pn_cpu_stats *stats, int32_t state, enum pn_miss miss,
		       uint64_t length_ns)
{
	struct pn_state_stats *figures = &stats->states[state];

	stats->miss_events++;
	figures->miss_above += miss == PN_MISS_ABOVE;
	figures->miss_below += miss == PN_MISS_BELOW;
	*(miss == PN_MISS_ABOVE ? &figures->miss_above_ns : &figures->miss_below_ns) += length_ns;
}

/* The verdict is on a stay that ended before, so it counts in the window that holds the exit. */
static int take_miss(struct pn_cpu_analysis *cpu, int32_t state, enum pn_miss miss)
{
	uint64_t length_ns = 0;
	int err;

	if (state < 0 || state >= PN_STATE_LIMIT)
		return 0;
	if ((uint32_t)state >= cpu->nr_states) {
		err = pn_cpu_grow_states(cpu, (uint32_t)state + 1);
		if (err)
			return err;
	}
	/* Of the stay that has just ended, unless the trace lacks that. */
	if ((cpu->last.flags & PN_LAST_WHOLE) && cpu->last.state == state)
		length_ns = cpu->track.since_ns - cpu->last.start_ns;
	cpu->last.flags &= ~(uint32_t)PN_LAST_WHOLE;
	count_miss(&cpu->now->stats, state, miss, length_ns);
	return 0;
}

static int take_lost(struct pn_cpu_analysis *cpu, const struct pn_event *event)
{
	struct pn_cpu_stats *stats;
	struct pn_span spans[2];
	int nr = pn_track_lost(&cpu->track, event->u.lost.since_ns, event->ts_ns, spans);
	int err = 0;

	for (int i = 0; !err && i < nr; i++)
		err = end_span(cpu, &spans[i]);
	if (!err && event->ts_ns >= cpu->edge_ns)
		err = pn_cpu_advance(cpu, event->ts_ns);
	pn_cpu_end_chain(cpu);
	forget_last(cpu);
	stats = &cpu->now->stats;
	stats->losses++;
	if (event->u.lost.count == PN_LOST_UNKNOWN)
		stats->lost_unknown = true;
	else
		stats->lost_events += event->u.lost.count;
	if (event->ts_ns > event->u.lost.since_ns)
		stats->lost_ns += event->ts_ns - event->u.lost.since_ns;
	return err;
}

static void take_next(struct pn_cpu_analysis *cpu, const struct pn_event *event)
{
	struct pn_last_stay *last = &cpu->last;
	struct pn_nightmare *nightmare;

	cpu->now->stats.switches = true;
	cpu->chain.broken = true;
	/* Nothing else was seen, and a task runs: it was made to run by a store, or by what the
	 * trace does not record. */
	if (last->flags & PN_LAST_WANTS_CAUSE)
		set_cause(cpu, PN_WAKE_TASK, 0, NULL, 0);
	if (!(last->flags & PN_LAST_WANTS_NEXT))
		return;
	last->flags &= ~(uint32_t)PN_LAST_WANTS_NEXT;
	nightmare = pn_worst_find(&cpu->now->worst[last->state], cpu->cpu, last->start_ns);
	if (!nightmare)
		return;
	nightmare->next_pid = event->u.next.pid;
	if (event->u.next.length)
		pn_copy_name(nightmare->next_comm, sizeof(nightmare->next_comm), event->u.next.comm,
			     event->u.next.length);
}

static void take_wake(struct pn_cpu_analysis *cpu, uint32_t cause, uint32_t number,
		      const char *name, uint32_t length)
{
	cpu->now->stats.wakes = true;
	if (cpu->track.mode == PN_TRACK_IDLE && !cpu->early_cause) {
		cpu->early_cause = cause;
		cpu->early_number = number;
		/* The name goes away with its batch. */
		cpu->early_length =
			length < sizeof(cpu->early_name) ? length : sizeof(cpu->early_name) - 1;
		memcpy(cpu->early_name, length ? name : "", cpu->early_length);
	} else if (cpu->last.flags & PN_LAST_WANTS_CAUSE) {
		set_cause(cpu, cause, number, name, length);
	}
}

static int take_other(struct pn_cpu_analysis *cpu, const struct pn_event *event)
{
	switch (event->kind) {
	case PN_EV_MISS:
		return take_miss(cpu, event->u.miss.state,
				 event->u.miss.below ? PN_MISS_BELOW : PN_MISS_ABOVE);
	case PN_EV_LOST:
		return take_lost(cpu, event);
	case PN_EV_SWITCH:
		take_next(cpu, event);
		return 0;
	case PN_EV_WAKE:
		take_wake(cpu, event->u.wake.cause, event->u.wake.number, event->u.wake.name,
			  event->u.wake.length);
		return cpu->failed;
	case PN_EV_TIMER:
		if (event->op == PN_TIMER_FIRE)
			take_wake(cpu, PN_WAKE_TIMER, 0, NULL, 0);
		return 0;
	default:
		return 0;
	}
}

/* A stay that is not plain, as the events that it stands for. */
static int take_odd_stay(struct pn_cpu_analysis *cpu, const struct pn_event *stay)
{
	int err = take_idle(cpu, stay->ts_ns, stay->u.stay.state);

	if (!err)
		err = take_idle(cpu, stay->u.stay.end_ns, PN_STATE_EXIT);
	if (!err && stay->op)
		err = take_miss(cpu, stay->u.stay.state, stay->op);
	return err;
}

static int take_event(struct pn_cpu_analysis *cpu, const struct pn_event *event)
{
	switch (event->kind) {
	case PN_EV_STAY:
		return take_odd_stay(cpu, event);
	case PN_EV_IDLE:
		return take_idle(cpu, event->ts_ns, event->u.state);
	default:
		return take_other(cpu, event);
	}
}

int pn_cpu_analysis_feed(struct pn_cpu_analysis *cpu, const struct pn_event *events, size_t nr)
{
	size_t taken;
	int err = 0;

	for (size_t i = 0; !err && i < nr; i += taken) {
		taken = 0;
		if (events[i].kind == PN_EV_STAY)
			taken = pn_stay_run(cpu, &events[i], nr - i);
		if (!taken) {
			err = take_event(cpu, &events[i]);
			taken = 1;
		}
	}
	return err;
}

int pn_cpu_end_span(struct pn_cpu_analysis *cpu, const struct pn_span *span)
{
	return end_span(cpu, span);
}
