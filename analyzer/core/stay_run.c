// SPDX-License-Identifier: GPL-2.0-only
/* Whole stays, one after the other: the way of nearly all of a trace through the analysis. */
#include "core/stay_run.h"

#define unlikely(x) __builtin_expect(!!(x), 0)

/*
 * The row of stays that is open (see chain.h). Nearly every row ends before it is long enough to
 * count, so only where it begins is kept; its stays are still in the batch when they are needed.
 */
struct row {
	uint64_t start_ns;
	uint64_t end_ns;
	size_t first;  /* of its stays in the batch */
	uint64_t open; /* 1: a stay that comes soon enough belongs to it */
	uint64_t
		fresh; /* 1: it began in this batch, and cpu->chain holds another one, which is over */
};

/* What is the same for a whole run, and what a run adds up. */
struct run {
	struct pn_cpu_analysis *cpu;
	const struct pn_event *events;
	const struct pn_rule *rules;
	struct pn_state_stats *states;
	uint64_t edge_ns;
	uint64_t gap_ns;
	uint64_t threshold_ns; /* of chains; PN_NEVER: there are none without a table */
	uint32_t nr_states;
	uint32_t nr_listed; /* states from here on are not in the table */
	uint64_t since_ns;
	uint64_t busy_ns;
	uint64_t unlisted;
	uint64_t misses;
	struct row row;
};

static struct run begin(struct pn_cpu_analysis *cpu, const struct pn_event *events)
{
	const struct pn_chain *chain = &cpu->chain;

	return (struct run){
		.cpu = cpu,
		.events = events,
		.rules = cpu->rules,
		.states = cpu->now->stats.states,
		.edge_ns = cpu->edge_ns,
		.gap_ns = cpu->params->chain_gap_ns,
		.threshold_ns = cpu->table ? cpu->params->threshold_ns : PN_NEVER,
		.nr_states = cpu->nr_states,
		.nr_listed = cpu->table ? cpu->table->nr_states : UINT32_MAX,
		.since_ns = cpu->track.since_ns,
		.row = { chain->start_ns, chain->end_ns, 0, chain->nr_stays && !chain->broken,
			 false },
	};
}

/* Puts the open row, whose last stay is the one before @end, where the rest of the analysis has it. */
static void store_row(struct pn_chain *chain, struct row row, const struct pn_event *events,
		      size_t end)
{
	if (row.fresh)
		pn_chain_clear(chain);
	for (size_t i = row.first; i < end; i++) {
		const struct pn_event *stay = &events[i];

		pn_chain_add(chain, stay->ts_ns, stay->u.stay.end_ns, (uint32_t)stay->u.stay.state);
	}
	chain->broken = !row.open;
}

/* Which stays end a row is as good as random, so it takes no branch. */
static inline void join_row(struct run *run, const struct pn_rule *rule, size_t i)
{
	const struct pn_event *stay = &run->events[i];
	struct row *row = &run->row;
	bool goes_on = row->open & (stay->ts_ns - row->end_ns <= run->gap_ns);

	if (unlikely(!goes_on & (row->end_ns - row->start_ns > run->threshold_ns))) {
		store_row(&run->cpu->chain, *row, run->events, i);
		pn_cpu_end_chain(run->cpu);
	}
	row->start_ns = goes_on ? row->start_ns : stay->ts_ns;
	row->first = goes_on ? row->first : i;
	row->fresh |= !goes_on;
	row->end_ns = stay->u.stay.end_ns;
	/* Nothing follows the deepest state in a row. */
	row->open = !rule->deepest;
}

static inline bool is_plain(const struct run *run, const struct pn_event *stay)
{
	return stay->kind == PN_EV_STAY && (uint32_t)stay->u.stay.state < run->nr_states &&
	       stay->ts_ns >= run->since_ns && stay->u.stay.end_ns >= stay->ts_ns &&
	       stay->u.stay.end_ns < run->edge_ns;
}

static inline int take(struct run *run, size_t i)
{
	const struct pn_event *stay = &run->events[i];
	struct pn_cpu_analysis *cpu = run->cpu;
	uint32_t state = (uint32_t)stay->u.stay.state;
	const struct pn_rule *rule = &run->rules[state];
	struct pn_state_stats *stats = &run->states[state];
	uint64_t length_ns = stay->u.stay.end_ns - stay->ts_ns;
	int err = pn_state_count_stay(stats, rule, length_ns);

	stats->entries++;
	run->unlisted += state >= run->nr_listed;
	run->busy_ns += stay->ts_ns - run->since_ns;
	run->since_ns = stay->u.stay.end_ns;
	pn_state_count_miss(stats, stay->op, length_ns);
	run->misses += !!stay->op;
	cpu->last.flags = PN_LAST_WANTS_CAUSE | (stay->op ? 0 : PN_LAST_WHOLE);
	cpu->last.state = (int32_t)state;
	cpu->last.start_ns = stay->ts_ns;
	join_row(run, rule, i);
	if (unlikely(length_ns >= rule->pn_ns) && !err)
		err = pn_cpu_add_nightmare(cpu, stay->ts_ns, length_ns, (int32_t)state);
	return err;
}

static inline void end(struct run *run, size_t nr)
{
	struct pn_cpu_analysis *cpu = run->cpu;
	struct pn_cpu_stats *stats = &cpu->now->stats;

	if (!nr)
		return;
	if (cpu->table)
		store_row(&cpu->chain, run->row, run->events, nr);
	cpu->early_cause = PN_WAKE_UNKNOWN;
	cpu->track.since_ns = run->since_ns;
	cpu->track.state = PN_STATE_EXIT;
	stats->busy_ns += run->busy_ns;
	stats->idle_events += 2 * nr;
	stats->miss_events += run->misses;
	stats->unlisted += run->unlisted;
}

int pn_stay_run(struct pn_cpu_analysis *cpu, const struct pn_event *events, size_t nr,
		size_t *taken)
{
	struct run run;
	int err = 0;
	size_t i;

	*taken = 0;
	if (cpu->track.mode != PN_TRACK_AWAKE || cpu->watch || cpu->now->stats.bins.width_ns)
		return 0;
	run = begin(cpu, events);
	for (i = 0; i < nr && !err && is_plain(&run, &events[i]); i++)
		err = take(&run, i);
	end(&run, i);
	*taken = i;
	return err;
}
