// SPDX-License-Identifier: GPL-2.0-only
/* The analysis a second time, written for plainness. */
#include "support/model_private.h"

#include <string.h>

#include "support/kernel_verdict.h"

/* --- pieces in the window ---------------------------------------------------------------------- */

static uint64_t overlap(uint64_t a_from, uint64_t a_to, uint64_t b_from, uint64_t b_to)
{
	uint64_t from = a_from > b_from ? a_from : b_from;
	uint64_t to = a_to < b_to ? a_to : b_to;

	return to > from ? to - from : 0;
}

/* The first event of a kind on this CPU after another, up to what ends its reach. */
static const struct pn_event *find(const struct pn_model_cpu *m, size_t from, size_t to,
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
static size_t reach(const struct pn_model_cpu *m, size_t from)
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
static const struct pn_event *cause_of(const struct pn_model_cpu *m,
				       const struct pn_model_piece *piece)
{
	static const struct pn_event task = { .kind = PN_EV_WAKE, .u.wake.cause = PN_WAKE_TASK };
	const struct pn_event *cause = find(m, piece->first, piece->last, PN_EV_WAKE), *next;

	if (cause || piece->end_ns >= m->window->to_ns)
		return cause;
	cause = find(m, piece->last, reach(m, piece->last), PN_EV_WAKE);
	next = find(m, piece->last, reach(m, piece->last), PN_EV_SWITCH);
	return next && (!cause || next < cause) ? &task : cause;
}

static void add_nightmare(const struct pn_model_cpu *m, const struct pn_model_piece *piece,
			  struct pn_worst *worst)
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
	pn_model_check(pn_worst_add(worst, &nightmare));
}

/* The deepest state that any CPU without a table enters anywhere in the trace. */
static int32_t deepest_seen(const struct pn_model_cpu *m)
{
	const struct pn_events *events = m->input->events;
	int32_t deepest = PN_UNKNOWN;

	for (size_t i = 0; i < events->nr; i++) {
		const struct pn_event *event = &events->list[i];

		if (event->kind == PN_EV_IDLE && !pn_model_is_odd_state(event) &&
		    event->u.state > deepest && !pn_machine_table(m->input->machine, event->cpu))
			deepest = event->u.state;
	}
	return deepest;
}

static char verdict_of(const struct pn_model_cpu *m, const struct pn_model_piece *piece)
{
	if (!m->table || (uint32_t)piece->state >= m->table->nr_states)
		return '-';
	return pn_kernel_verdict(m->table, (uint32_t)piece->state, piece->end_ns - piece->start_ns);
}

static bool is_nightmare(const struct pn_model_cpu *m, const struct pn_model_piece *piece)
{
	if (piece->end_ns - piece->start_ns <= m->params->threshold_ns)
		return false;
	return m->table ? verdict_of(m, piece) == 'b' : piece->state != deepest_seen(m);
}

static uint64_t excess_of(const struct pn_model_cpu *m, const struct pn_model_piece *piece)
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

static void add_to_bin(struct pn_model_cpu *m, const struct pn_model_piece *piece, char verdict,
		       bool nightmare)
{
	struct pn_bin *bin;

	if (!m->stats->bins.width_ns)
		return;
	pn_model_check(pn_bins_at(&m->stats->bins, piece->end_ns, (uint32_t)piece->state, &bin));
	bin->completed++;
	bin->above += verdict == 'a';
	bin->below += verdict == 'b';
	bin->pn += nightmare;
}

/* The first of the kernel's verdicts that follows a stay speaks of it, if it names its state. */
static void add_miss_time(const struct pn_model_cpu *m, const struct pn_model_piece *piece,
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

static void add_whole(struct pn_model_cpu *m, const struct pn_model_piece *piece,
		      struct pn_worst *worst)
{
	struct pn_state_stats *s = pn_model_state(m, piece->state);
	uint64_t length_ns = piece->end_ns - piece->start_ns;
	const struct pn_event *cause = cause_of(m, piece);
	bool nightmare = is_nightmare(m, piece);
	char verdict = verdict_of(m, piece);

	add_miss_time(m, piece, s, length_ns);
	pn_model_check(pn_dist_add(&s->stay, length_ns));
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

static bool is_whole(const struct pn_model_cpu *m, const struct pn_model_piece *piece)
{
	return piece->start_ns >= m->window->from_ns && piece->start_ns < m->window->to_ns &&
	       piece->end_ns <= m->window->to_ns;
}

/* Tails, and what a window cuts off a stay. */
static void add_cut(struct pn_model_cpu *m, const struct pn_model_piece *piece, uint64_t inside_ns)
{
	struct pn_state_stats *s;
	bool ends_here = piece->end_ns >= m->window->from_ns && piece->end_ns <= m->window->to_ns;

	/* A tail without length, at an edge, belongs to the window that the edge begins. */
	if (piece->start_ns >= m->window->to_ns)
		return;
	if (!inside_ns && !(ends_here && piece->start_ns >= m->window->from_ns))
		return;
	s = pn_model_state(m, piece->state);
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

static void add_void(struct pn_model_cpu *m, const struct pn_model_piece *piece)
{
	struct pn_state_stats *s;
	uint64_t at_ns = piece->end_ns;
	bool here = at_ns > m->window->from_ns && at_ns <= m->window->to_ns;

	/* Without length it is where its entry is. */
	if (at_ns == piece->start_ns)
		here = at_ns >= m->window->from_ns && at_ns < m->window->to_ns;
	if (!here || piece->kind == PN_SPAN_UNKNOWN)
		return;
	s = pn_model_state(m, piece->state);
	s->lost += piece->kind == PN_SPAN_LOST;
	s->reentered += piece->kind == PN_SPAN_REENTERED;
	s->negative += piece->kind == PN_SPAN_NEGATIVE;
}

static void add_idle_bins(struct pn_model_cpu *m, const struct pn_model_piece *piece)
{
	uint64_t from_ns = piece->start_ns, to_ns = piece->end_ns;

	if (from_ns < m->window->from_ns)
		from_ns = m->window->from_ns;
	if (to_ns > m->window->to_ns)
		to_ns = m->window->to_ns;
	for (uint64_t t = from_ns; m->stats->bins.width_ns && t < to_ns; t++) {
		struct pn_bin *bin;

		pn_model_check(pn_bins_at(&m->stats->bins, t, (uint32_t)piece->state, &bin));
		bin->idle_ns++;
	}
}

static void add_piece(struct pn_model_cpu *m, const struct pn_model_piece *piece,
		      struct pn_worst *worst)
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

static bool is_deepest(const struct pn_model_cpu *m, const struct pn_model_piece *piece)
{
	return (uint32_t)piece->state >= m->table->nr_states ||
	       pn_table_deeper(m->table, (uint32_t)piece->state) < 0;
}

/* Whether some enabled state that is deeper would have fitted into @length_ns. */
static bool deeper_fits(const struct pn_model_cpu *m, int32_t state, uint64_t length_ns)
{
	for (uint32_t i = (uint32_t)state + 1; i < m->table->nr_states; i++) {
		const struct pn_idle_state *s = &m->table->states[i];

		if (!s->disabled && s->target_residency_ns + s->exit_latency_ns <= length_ns)
			return true;
	}
	return false;
}

static void judge_chain(struct pn_model_cpu *m, struct pn_model_piece *const *stays, size_t nr)
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
	s = pn_model_state(m, most);
	pn_tally_add(&s->chain, length_ns);
	s->chain_max_ns = length_ns > s->chain_max_ns ? length_ns : s->chain_max_ns;
}

static bool goes_on(const struct pn_model_cpu *m, const struct pn_model_piece *a,
		    const struct pn_model_piece *b)
{
	return a->breaks == b->breaks && b->start_ns - a->end_ns <= m->params->chain_gap_ns &&
	       !is_deepest(m, a);
}

static void add_chains(struct pn_model_cpu *m)
{
	struct pn_model_piece **stays = calloc(m->nr_pieces + 1, sizeof(struct pn_model_piece *));
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

static void add_head(struct pn_model_cpu *m)
{
	uint64_t from_ns = m->first_ns > m->window->from_ns ? m->first_ns : m->window->from_ns;
	uint64_t to_ns = m->last_ns < m->window->to_ns ? m->last_ns : m->window->to_ns;
	uint64_t known_ns = m->mode == PN_TRACK_NONE ? UINT64_MAX : m->first_idle_ns;

	if (from_ns > to_ns)
		to_ns = from_ns;
	m->stats->span_ns = to_ns - from_ns;
	m->stats->unknown_ns += overlap(from_ns, to_ns, 0, known_ns);
}

void pn_model(const struct pn_analyse *input, uint32_t cpu, const struct pn_window *window,
	      uint64_t first_ns, uint64_t last_ns, struct pn_cpu_stats *stats,
	      struct pn_worst *worst)
{
	struct pn_model_cpu m = {
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
			pn_model_take(&m, &input->events->list[i], i);
	}
	pn_model_end(&m);
	add_head(&m);
	for (size_t i = 0; i < m.nr_pieces; i++)
		add_piece(&m, &m.pieces[i], worst);
	if (m.table)
		add_chains(&m);
	pn_stats_settle(stats, input->params->verdicts == PN_VERDICTS_KERNEL &&
				       kernel_judges(input->events));
	free(m.pieces);
}
