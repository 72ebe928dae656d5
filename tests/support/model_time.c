// SPDX-License-Identifier: GPL-2.0-only
/* The plain model: from events to pieces of a CPU's time, and what is counted where it happens. */
#include "support/model_private.h"

/* Where an event that happens at now_ns is counted; NULL when that is not in the window. */
static struct pn_cpu_stats *counted(struct pn_model_cpu *m)
{
	bool inside = m->now_ns >= m->window->from_ns && m->now_ns < m->window->to_ns;

	return inside ? m->stats : NULL;
}

/* --- time in pieces ---------------------------------------------------------------------------- */

static void end_piece(struct pn_model_cpu *m, uint64_t end_ns, enum pn_span_kind kind, size_t event)
{
	struct pn_model_piece piece = m->open;

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
	m->open = (struct pn_model_piece){ .start_ns = end_ns };
}

static void go_blind(struct pn_model_cpu *m, uint64_t known_ns, size_t event)
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

static void move_to(struct pn_model_cpu *m, uint64_t ts_ns)
{
	if (ts_ns > m->now_ns)
		m->now_ns = ts_ns;
}

/* --- events ------------------------------------------------------------------------------------ */

static void count_entry(struct pn_model_cpu *m, const struct pn_event *event)
{
	struct pn_cpu_stats *stats = counted(m);
	struct pn_bin *bin;

	if (!stats)
		return;
	pn_model_state(m, event->u.state)->entries++;
	if (m->table && (uint32_t)event->u.state >= m->table->nr_states)
		stats->unlisted++;
	if (!stats->bins.width_ns)
		return;
	pn_model_check(pn_bins_at(&stats->bins, event->ts_ns, (uint32_t)event->u.state, &bin));
	bin->entries++;
}

static enum pn_span_kind kind_of_idle(const struct pn_model_cpu *m, bool exit, bool stepped)
{
	if (m->open.stepped || (exit && stepped))
		return PN_SPAN_NEGATIVE;
	return exit ? PN_SPAN_COMPLETED : PN_SPAN_REENTERED;
}

static void take_idle(struct pn_model_cpu *m, const struct pn_event *event, size_t index)
{
	bool exit = event->u.state == PN_STATE_EXIT;
	bool stepped = event->ts_ns < m->now_ns;
	bool head = exit && m->mode == PN_TRACK_NONE;
	bool stray = exit && m->mode == PN_TRACK_AWAKE;

	move_to(m, event->ts_ns);
	if (m->mode == PN_TRACK_NONE) {
		m->first_idle_ns = m->now_ns;
		m->open = (struct pn_model_piece){ .start_ns = m->now_ns };
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

static void take_odd_state(struct pn_model_cpu *m, const struct pn_event *event, size_t index)
{
	move_to(m, event->ts_ns);
	go_blind(m, event->ts_ns, index);
	if (counted(m))
		m->stats->odd_states++;
}

static void take_lost(struct pn_model_cpu *m, const struct pn_event *event, size_t index)
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

static void take_miss(struct pn_model_cpu *m, const struct pn_event *event)
{
	if (!counted(m) || event->u.miss.state < 0 || event->u.miss.state >= PN_STATE_LIMIT)
		return;
	m->stats->miss_events++;
	if (event->u.miss.below)
		pn_model_state(m, event->u.miss.state)->miss_below++;
	else
		pn_model_state(m, event->u.miss.state)->miss_above++;
}

void pn_model_take(struct pn_model_cpu *m, const struct pn_event *event, size_t index)
{
	switch (event->kind) {
	case PN_EV_IDLE:
		if (pn_model_is_odd_state(event))
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

void pn_model_end(struct pn_model_cpu *m)
{
	static const enum pn_span_kind kinds[] = {
		[PN_TRACK_AWAKE] = PN_SPAN_BUSY,
		[PN_TRACK_IDLE] = PN_SPAN_TAIL,
		[PN_TRACK_BLIND] = PN_SPAN_UNKNOWN,
	};

	if (m->mode != PN_TRACK_NONE)
		end_piece(m, m->last_ns, kinds[m->mode], m->input->events->nr);
}
