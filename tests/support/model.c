// SPDX-License-Identifier: GPL-2.0-only
/* The analysis a second time, written for plainness. */
#include "support/model.h"

#include <stdlib.h>
#include <string.h>

#include "support/kernel_verdict.h"

/** struct piece - a stretch of a CPU's time */
struct piece {
	uint64_t start_ns;
	uint64_t end_ns;
	enum pn_span_kind kind;
	int32_t state;
	bool stepped;	 /* began with a step back of the clock */
	uint32_t breaks; /* what came up to its end that no chain outlives */
	size_t first;	 /* index of the event that began it, of a stay */
	size_t last;	 /* index of the event that ended it */
};

/** struct model - one CPU, and one window of it */
struct model {
	const struct pn_analyse *input;
	const struct pn_params *params;
	const struct pn_state_table *table;
	const struct pn_window *window;
	uint32_t cpu;
	uint64_t first_ns;
	uint64_t last_ns;
	uint64_t now_ns; /* time never runs back */
	enum pn_track_mode mode;
	struct piece open;
	uint32_t breaks;
	uint64_t first_idle_ns;
	struct piece *pieces;
	size_t nr_pieces;
	struct pn_cpu_stats *stats;
};

static void check(int err)
{
	if (err)
		abort();
}

/* Where an event that happens at now_ns is counted; NULL when that is not in the window. */
static struct pn_cpu_stats *counted(struct model *m)
{
	bool inside = m->now_ns >= m->window->from_ns && m->now_ns < m->window->to_ns;

	return inside ? m->stats : NULL;
}

static struct pn_state_stats *state_of(struct model *m, int32_t state)
{
	check(pn_stats_grow(m->stats, (uint32_t)state + 1));
	return &m->stats->states[state];
}

/* --- time in pieces ---------------------------------------------------------------------------- */

static void end_piece(struct model *m, uint64_t end_ns, enum pn_span_kind kind, size_t event)
{
	struct piece piece = m->open;

	piece.end_ns = end_ns;
	piece.kind = kind;
	piece.last = event;
	if (kind != PN_SPAN_BUSY && kind != PN_SPAN_COMPLETED)
		m->breaks++;
	piece.breaks = m->breaks;
	m->pieces = realloc(m->pieces, (m->nr_pieces + 1) * sizeof(piece));
	if (!m->pieces)
		abort();
	m->pieces[m->nr_pieces++] = piece;
	m->open = (struct piece){ .start_ns = end_ns };
}

static void go_blind(struct model *m, uint64_t known_ns, size_t event)
{
	if (m->mode == PN_TRACK_NONE)
		return;
	if (m->mode == PN_TRACK_AWAKE) {
		if (known_ns > m->now_ns)
			known_ns = m->now_ns;
		if (known_ns > m->open.start_ns)
			end_piece(m, known_ns, PN_SPAN_BUSY, event);
	}
	end_piece(m, m->now_ns, m->mode == PN_TRACK_IDLE ? PN_SPAN_LOST : PN_SPAN_UNKNOWN, event);
	m->mode = PN_TRACK_BLIND;
}

static void move_to(struct model *m, uint64_t ts_ns)
{
	if (ts_ns > m->now_ns)
		m->now_ns = ts_ns;
}

/* --- events ------------------------------------------------------------------------------------ */

static void count_entry(struct model *m, const struct pn_event *event)
{
	struct pn_cpu_stats *stats = counted(m);
	struct pn_bin *bin;

	if (!stats)
		return;
	state_of(m, event->u.state)->entries++;
	if (m->table && (uint32_t)event->u.state >= m->table->nr_states)
		stats->unlisted++;
	if (!stats->bins.width_ns)
		return;
	check(pn_bins_at(&stats->bins, event->ts_ns, (uint32_t)event->u.state, &bin));
	bin->entries++;
}

static enum pn_span_kind kind_of_idle(const struct model *m, bool exit, bool stepped)
{
	if (m->open.stepped || (exit && stepped))
		return PN_SPAN_NEGATIVE;
	return exit ? PN_SPAN_COMPLETED : PN_SPAN_REENTERED;
}

static void take_idle(struct model *m, const struct pn_event *event, size_t index)
{
	bool exit = event->u.state == PN_STATE_EXIT;
	bool stepped = event->ts_ns < m->now_ns;
	bool head = exit && m->mode == PN_TRACK_NONE;
	bool stray = exit && m->mode == PN_TRACK_AWAKE;

	move_to(m, event->ts_ns);
	if (m->mode == PN_TRACK_NONE) {
		m->first_idle_ns = m->now_ns;
		m->open = (struct piece){ .start_ns = m->now_ns };
	} else if (m->mode == PN_TRACK_IDLE) {
		end_piece(m, m->now_ns, kind_of_idle(m, exit, stepped), index);
	} else if (m->mode == PN_TRACK_AWAKE && !exit) {
		end_piece(m, m->now_ns, PN_SPAN_BUSY, index);
	} else {
		end_piece(m, m->now_ns, PN_SPAN_UNKNOWN, index);
	}
	m->open.state = event->u.state;
	m->open.first = index;
	m->open.stepped = stepped && !exit;
	m->mode = exit ? PN_TRACK_AWAKE : PN_TRACK_IDLE;
	if (counted(m)) {
		m->stats->idle_events++;
		m->stats->head += head;
		m->stats->stray += stray;
		m->stats->steps_back += stepped;
	}
	if (!exit)
		count_entry(m, event);
}

static void take_odd_state(struct model *m, const struct pn_event *event, size_t index)
{
	move_to(m, event->ts_ns);
	go_blind(m, event->ts_ns, index);
	if (counted(m))
		m->stats->odd_states++;
}

static void take_lost(struct model *m, const struct pn_event *event, size_t index)
{
	struct pn_cpu_stats *stats;

	move_to(m, event->ts_ns);
	go_blind(m, event->u.lost.since_ns, index);
	m->breaks++;
	stats = counted(m);
	if (!stats)
		return;
	stats->losses++;
	if (event->u.lost.count == PN_LOST_UNKNOWN)
		stats->lost_unknown = true;
	else
		stats->lost_events += event->u.lost.count;
	if (event->ts_ns > event->u.lost.since_ns)
		stats->lost_ns += event->ts_ns - event->u.lost.since_ns;
}

static void take_miss(struct model *m, const struct pn_event *event)
{
	if (!counted(m) || event->u.miss.state < 0 || event->u.miss.state >= PN_STATE_LIMIT)
		return;
	m->stats->miss_events++;
	if (event->u.miss.below)
		state_of(m, event->u.miss.state)->miss_below++;
	else
		state_of(m, event->u.miss.state)->miss_above++;
}

static bool is_odd_state(const struct pn_event *event)
{
	return event->u.state < PN_STATE_EXIT || event->u.state >= PN_STATE_LIMIT;
}

static void take(struct model *m, const struct pn_event *event, size_t index)
{
	switch (event->kind) {
	case PN_EV_IDLE:
		if (is_odd_state(event))
			take_odd_state(m, event, index);
		else
			take_idle(m, event, index);
		break;
	case PN_EV_LOST:
		take_lost(m, event, index);
		break;
	case PN_EV_MISS:
		take_miss(m, event);
		break;
	case PN_EV_SWITCH:
		m->breaks++;
		m->stats->switches |= counted(m) != NULL;
		break;
	case PN_EV_WAKE:
		m->stats->wakes |= counted(m) != NULL;
		break;
	default:
		break;
	}
}

/* --- pieces in the window ---------------------------------------------------------------------- */

static uint64_t overlap(uint64_t a_from, uint64_t a_to, uint64_t b_from, uint64_t b_to)
{
	uint64_t from = a_from > b_from ? a_from : b_from;
	uint64_t to = a_to < b_to ? a_to : b_to;

	return to > from ? to - from : 0;
}

/* The first event of a kind on this CPU after another, up to what ends its reach. */
static const struct pn_event *find(const struct model *m, size_t from, size_t to,
				   enum pn_event_kind kind)
{
	const struct pn_events *events = m->input->events;

	for (size_t i = from + 1; i < to; i++) {
		if (events->list[i].cpu == m->cpu && events->list[i].kind == kind)
			return &events->list[i];
	}
	return NULL;
}

/* Where the next idle event or hole of the CPU is. */
static size_t reach(const struct model *m, size_t from)
{
	const struct pn_events *events = m->input->events;
	size_t i = from + 1;

	while (i < events->nr &&
	       (events->list[i].cpu != m->cpu ||
		(events->list[i].kind != PN_EV_IDLE && events->list[i].kind != PN_EV_LOST)))
		i++;
	return i;
}

/* A wake inside the stay or after it; or else the task that runs next was made to by a store. */
static const struct pn_event *cause_of(const struct model *m, const struct piece *piece)
{
	static const struct pn_event task = { .kind = PN_EV_WAKE, .u.wake.cause = PN_WAKE_TASK };
	const struct pn_event *cause = find(m, piece->first, piece->last, PN_EV_WAKE), *next;

	if (cause || piece->end_ns >= m->window->to_ns)
		return cause;
	cause = find(m, piece->last, reach(m, piece->last), PN_EV_WAKE);
	next = find(m, piece->last, reach(m, piece->last), PN_EV_SWITCH);
	return next && (!cause || next < cause) ? &task : cause;
}

static void add_nightmare(const struct model *m, const struct piece *piece, struct pn_worst *worst)
{
	const struct pn_event *cause = cause_of(m, piece), *next = NULL;
	struct pn_nightmare nightmare = {
		.start_ns = piece->start_ns,
		.length_ns = piece->end_ns - piece->start_ns,
		.cpu = m->cpu,
		.state = piece->state,
		.ended_by = cause ? cause->u.wake.cause : PN_WAKE_UNKNOWN,
		.number = cause ? cause->u.wake.number : 0,
	};

	if (piece->end_ns < m->window->to_ns)
		next = find(m, piece->last, reach(m, piece->last), PN_EV_SWITCH);
	nightmare.next_pid = next ? next->u.next.pid : 0;
	check(pn_worst_add(worst, &nightmare));
}

/* The deepest state that any CPU without a table enters anywhere in the trace. */
static int32_t deepest_seen(const struct model *m)
{
	const struct pn_events *events = m->input->events;
	int32_t deepest = PN_UNKNOWN;

	for (size_t i = 0; i < events->nr; i++) {
		const struct pn_event *event = &events->list[i];

		if (event->kind == PN_EV_IDLE && !is_odd_state(event) && event->u.state > deepest &&
		    !pn_machine_table(m->input->machine, event->cpu))
			deepest = event->u.state;
	}
	return deepest;
}

static char verdict_of(const struct model *m, const struct piece *piece)
{
	if (!m->table || (uint32_t)piece->state >= m->table->nr_states)
		return '-';
	return pn_kernel_verdict(m->table, (uint32_t)piece->state, piece->end_ns - piece->start_ns);
}

static bool is_nightmare(const struct model *m, const struct piece *piece)
{
	if (piece->end_ns - piece->start_ns <= m->params->threshold_ns)
		return false;
	return m->table ? verdict_of(m, piece) == 'b' : piece->state != deepest_seen(m);
}

static uint64_t excess_of(const struct model *m, const struct piece *piece)
{
	uint64_t length_ns = piece->end_ns - piece->start_ns, needed_ns;
	int32_t deeper;

	if (!m->table || (uint32_t)piece->state >= m->table->nr_states)
		return 0;
	deeper = pn_table_deeper(m->table, (uint32_t)piece->state);
	if (deeper < 0)
		return 0;
	needed_ns = m->table->states[piece->state].exit_latency_ns +
		    m->table->states[deeper].target_residency_ns;
	return length_ns > needed_ns ? length_ns - needed_ns : 0;
}

static void add_to_bin(struct model *m, const struct piece *piece, char verdict, bool nightmare)
{
	struct pn_bin *bin;

	if (!m->stats->bins.width_ns)
		return;
	check(pn_bins_at(&m->stats->bins, piece->end_ns, (uint32_t)piece->state, &bin));
	bin->completed++;
	bin->above += verdict == 'a';
	bin->below += verdict == 'b';
	bin->pn += nightmare;
}

/* The first of the kernel's verdicts that follows a stay speaks of it, if it names its state. */
static void add_miss_time(const struct model *m, const struct piece *piece,
			  struct pn_state_stats *s, uint64_t length_ns)
{
	const struct pn_event *miss;

	if (piece->end_ns >= m->window->to_ns)
		return;
	miss = find(m, piece->last, reach(m, piece->last), PN_EV_MISS);
	while (miss && (miss->u.miss.state < 0 || miss->u.miss.state >= PN_STATE_LIMIT))
		miss = find(m, (size_t)(miss - m->input->events->list), reach(m, piece->last),
			    PN_EV_MISS);
	if (!miss || miss->u.miss.state != piece->state)
		return;
	if (miss->u.miss.below)
		s->miss_below_ns += length_ns;
	else
		s->miss_above_ns += length_ns;
}

/* In a trace that has them, the kernel's verdicts are the ones that count. */
static bool kernel_judges(const struct pn_events *events)
{
	for (size_t i = 0; i < events->nr; i++) {
		const struct pn_event *event = &events->list[i];

		if (event->kind == PN_EV_MISS && event->u.miss.state >= 0 &&
		    event->u.miss.state < PN_STATE_LIMIT)
			return true;
	}
	return false;
}

static void add_whole(struct model *m, const struct piece *piece, struct pn_worst *worst)
{
	struct pn_state_stats *s = state_of(m, piece->state);
	uint64_t length_ns = piece->end_ns - piece->start_ns;
	const struct pn_event *cause = cause_of(m, piece);
	bool nightmare = is_nightmare(m, piece);
	char verdict = verdict_of(m, piece);

	add_miss_time(m, piece, s, length_ns);
	check(pn_dist_add(&s->stay, length_ns));
	s->wakes[cause ? cause->u.wake.cause : PN_WAKE_UNKNOWN]++;
	s->excess_ns += excess_of(m, piece);
	if (verdict != '-')
		pn_tally_add(verdict == 'a' ? &s->above : &s->below, length_ns);
	add_to_bin(m, piece, verdict, nightmare);
	if (!nightmare)
		return;
	pn_tally_add(&s->pn, length_ns);
	s->pn_max_ns = length_ns > s->pn_max_ns ? length_ns : s->pn_max_ns;
	add_nightmare(m, piece, worst);
}

static bool is_whole(const struct model *m, const struct piece *piece)
{
	return piece->start_ns >= m->window->from_ns && piece->start_ns < m->window->to_ns &&
	       piece->end_ns <= m->window->to_ns;
}

/* Tails, and what a window cuts off a stay. */
static void add_cut(struct model *m, const struct piece *piece, uint64_t inside_ns)
{
	struct pn_state_stats *s;
	bool ends_here = piece->end_ns >= m->window->from_ns && piece->end_ns <= m->window->to_ns;

	/* A tail without length, at an edge, belongs to the window that the edge begins. */
	if (piece->start_ns >= m->window->to_ns)
		return;
	if (!inside_ns && !(ends_here && piece->start_ns >= m->window->from_ns))
		return;
	s = state_of(m, piece->state);
	if (piece->kind == PN_SPAN_COMPLETED) {
		s->clipped++;
		s->clipped_ns += inside_ns;
		return;
	}
	s->tail_ns += inside_ns;
	s->tail += ends_here;
	s->clipped += !ends_here;
	s->negative += ends_here && piece->stepped;
}

static void add_void(struct model *m, const struct piece *piece)
{
	struct pn_state_stats *s;
	uint64_t at_ns = piece->end_ns;
	bool here = at_ns > m->window->from_ns && at_ns <= m->window->to_ns;

	/* Without length it is where its entry is. */
	if (at_ns == piece->start_ns)
		here = at_ns >= m->window->from_ns && at_ns < m->window->to_ns;
	if (!here || piece->kind == PN_SPAN_UNKNOWN)
		return;
	s = state_of(m, piece->state);
	s->lost += piece->kind == PN_SPAN_LOST;
	s->reentered += piece->kind == PN_SPAN_REENTERED;
	s->negative += piece->kind == PN_SPAN_NEGATIVE;
}

static void add_idle_bins(struct model *m, const struct piece *piece)
{
	uint64_t from_ns = piece->start_ns, to_ns = piece->end_ns;

	if (from_ns < m->window->from_ns)
		from_ns = m->window->from_ns;
	if (to_ns > m->window->to_ns)
		to_ns = m->window->to_ns;
	for (uint64_t t = from_ns; m->stats->bins.width_ns && t < to_ns; t++) {
		struct pn_bin *bin;

		check(pn_bins_at(&m->stats->bins, t, (uint32_t)piece->state, &bin));
		bin->idle_ns++;
	}
}

static void add_piece(struct model *m, const struct piece *piece, struct pn_worst *worst)
{
	uint64_t inside_ns =
		overlap(piece->start_ns, piece->end_ns, m->window->from_ns, m->window->to_ns);

	switch (piece->kind) {
	case PN_SPAN_BUSY:
		m->stats->busy_ns += inside_ns;
		break;
	case PN_SPAN_COMPLETED:
	case PN_SPAN_TAIL:
		add_idle_bins(m, piece);
		if (piece->kind == PN_SPAN_COMPLETED && is_whole(m, piece))
			add_whole(m, piece, worst);
		else
			add_cut(m, piece, inside_ns);
		break;
	default:
		m->stats->unknown_ns += inside_ns;
		add_void(m, piece);
		break;
	}
}

/* --- chains ------------------------------------------------------------------------------------ */

static bool is_deepest(const struct model *m, const struct piece *piece)
{
	return (uint32_t)piece->state >= m->table->nr_states ||
	       pn_table_deeper(m->table, (uint32_t)piece->state) < 0;
}

/* Whether some enabled state that is deeper would have fitted into @length_ns. */
static bool deeper_fits(const struct model *m, int32_t state, uint64_t length_ns)
{
	for (uint32_t i = (uint32_t)state + 1; i < m->table->nr_states; i++) {
		const struct pn_idle_state *s = &m->table->states[i];

		if (!s->disabled && s->target_residency_ns + s->exit_latency_ns <= length_ns)
			return true;
	}
	return false;
}

static void judge_chain(struct model *m, struct piece *const *stays, size_t nr)
{
	uint64_t length_ns = stays[nr - 1]->end_ns - stays[0]->start_ns;
	uint64_t time_ns[PN_STATE_LIMIT] = { 0 }, shallow_ns = 0;
	struct pn_state_stats *s;
	int32_t most = 0;

	if (nr < 2 || length_ns <= m->params->threshold_ns)
		return;
	for (size_t i = 0; i < nr; i++) {
		uint64_t stay_ns = stays[i]->end_ns - stays[i]->start_ns;

		time_ns[stays[i]->state] += stay_ns;
		if (deeper_fits(m, stays[i]->state, length_ns))
			shallow_ns += stay_ns;
	}
	for (int32_t i = 1; i < PN_STATE_LIMIT; i++)
		most = time_ns[i] > time_ns[most] ? i : most;
	if (2 * shallow_ns <= length_ns)
		return;
	s = state_of(m, most);
	pn_tally_add(&s->chain, length_ns);
	s->chain_max_ns = length_ns > s->chain_max_ns ? length_ns : s->chain_max_ns;
}

static bool goes_on(const struct model *m, const struct piece *a, const struct piece *b)
{
	return a->breaks == b->breaks && b->start_ns - a->end_ns <= m->params->chain_gap_ns &&
	       !is_deepest(m, a);
}

static void add_chains(struct model *m)
{
	struct piece **stays = calloc(m->nr_pieces + 1, sizeof(struct piece *));
	size_t nr = 0, first = 0;

	if (!stays)
		abort();
	for (size_t i = 0; i < m->nr_pieces; i++) {
		if (m->pieces[i].kind == PN_SPAN_COMPLETED && is_whole(m, &m->pieces[i]))
			stays[nr++] = &m->pieces[i];
	}
	for (size_t i = 1; i <= nr; i++) {
		if (i < nr && goes_on(m, stays[i - 1], stays[i]))
			continue;
		judge_chain(m, &stays[first], i - first);
		first = i;
	}
	free(stays);
}

/* --- all of it --------------------------------------------------------------------------------- */

static void add_head(struct model *m)
{
	uint64_t from_ns = m->first_ns > m->window->from_ns ? m->first_ns : m->window->from_ns;
	uint64_t to_ns = m->last_ns < m->window->to_ns ? m->last_ns : m->window->to_ns;
	uint64_t known_ns = m->mode == PN_TRACK_NONE ? UINT64_MAX : m->first_idle_ns;

	if (from_ns > to_ns)
		to_ns = from_ns;
	m->stats->span_ns = to_ns - from_ns;
	m->stats->unknown_ns += overlap(from_ns, to_ns, 0, known_ns);
}

static void add_end(struct model *m)
{
	static const enum pn_span_kind kinds[] = {
		[PN_TRACK_AWAKE] = PN_SPAN_BUSY,
		[PN_TRACK_IDLE] = PN_SPAN_TAIL,
		[PN_TRACK_BLIND] = PN_SPAN_UNKNOWN,
	};

	if (m->mode != PN_TRACK_NONE)
		end_piece(m, m->last_ns, kinds[m->mode], m->input->events->nr);
}

void pn_model(const struct pn_analyse *input, uint32_t cpu, const struct pn_window *window,
	      uint64_t first_ns, uint64_t last_ns, struct pn_cpu_stats *stats,
	      struct pn_worst *worst)
{
	struct model m = {
		.input = input,
		.params = input->params,
		.table = pn_machine_table(input->machine, cpu),
		.window = window,
		.cpu = cpu,
		.first_ns = first_ns,
		.last_ns = last_ns,
		.stats = stats,
	};

	stats->cpu = cpu;
	stats->nr_cpus = 1;
	stats->has_table = m.table != NULL;
	stats->bins.width_ns = input->params->bin_ns;
	stats->bins.origin_ns = input->params->bin_origin_ns;
	for (size_t i = 0; i < input->events->nr; i++) {
		if (input->events->list[i].cpu == cpu)
			take(&m, &input->events->list[i], i);
	}
	add_end(&m);
	add_head(&m);
	for (size_t i = 0; i < m.nr_pieces; i++)
		add_piece(&m, &m.pieces[i], worst);
	if (m.table)
		add_chains(&m);
	pn_stats_settle(stats, input->params->verdicts == PN_VERDICTS_KERNEL &&
				       kernel_judges(input->events));
	free(m.pieces);
}
