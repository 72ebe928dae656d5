// SPDX-License-Identifier: GPL-2.0-only
/* Whole stays, one after the other: the way of nearly all of a trace through the analysis. */
#include "core/stay_run.h"

#define unlikely(x) __builtin_expect(!!(x), 0)

/* What is the same for a whole run, and what a run adds up; all that a stay needs is in registers. */
struct run {
	const struct pn_rule *rules;
	struct pn_stay_sums *sums;
	struct pn_state_stats *states;
	uint32_t nr_states; /* known, and in the table if there is one */
	uint64_t edge_ns;
	uint64_t threshold_ns;	/* of chains; PN_NEVER: there are none without a table */
	uint64_t room_after_ns; /* what room_ns is after a stay in any state but the deepest */
	uint64_t since_ns;	/* the last stay's end */
	uint64_t busy_ns;
	/*
	 * The row of stays that is open (see chain.h). Nearly every row ends before it is long
	 * enough to count, so only where it begins is kept; its stays are still in the batch when
	 * they are needed.
	 */
	uint64_t row_ns;		  /* its start */
	uint64_t room_ns;		  /* a stay belongs to it if it begins sooner than that */
	const struct pn_event *row_first; /* NULL: it is cpu->chain, and goes on in this batch */
};

static struct run begin(const struct pn_cpu_analysis *cpu)
{
	const struct pn_chain *chain = &cpu->chain;
	const struct pn_state_table *table = cpu->table;
	uint64_t gap_ns = cpu->params->chain_gap_ns;
	uint64_t room_ns = gap_ns < PN_NEVER ? gap_ns + 1 : PN_NEVER;
	struct run run = {
		.rules = cpu->rules,
		.sums = cpu->sums,
		.states = cpu->now->stats.states,
		.nr_states = cpu->nr_states,
		.edge_ns = cpu->edge_ns,
		.threshold_ns = table ? cpu->params->threshold_ns : PN_NEVER,
		.room_after_ns = room_ns,
		.since_ns = cpu->track.since_ns,
		.row_ns = chain->nr_stays ? chain->start_ns : cpu->track.since_ns,
		.room_ns = chain->nr_stays && !chain->broken ? room_ns : 0,
	};

	if (table && table->nr_states < run.nr_states)
		run.nr_states = table->nr_states;
	return run;
}

/* Takes a stay, if it is plain. No branch is as good as random, and nothing is called. */
static inline bool take(struct run *run, const struct pn_event *stay)
{
	uint64_t start_ns = stay->ts_ns, end_ns = stay->u.stay.end_ns;
	uint64_t length_ns = end_ns - start_ns, busy_ns = start_ns - run->since_ns;
	uint32_t state = (uint32_t)stay->u.stay.state;
	bool goes_on = busy_ns < run->room_ns;
	const struct pn_rule *rule;
	uint64_t *bucket;

	if (unlikely(stay->kind != PN_EV_STAY) || unlikely(state >= run->nr_states) ||
	    unlikely(start_ns < run->since_ns) || unlikely(end_ns < start_ns) ||
	    unlikely(end_ns >= run->edge_ns))
		return false;
	rule = &run->rules[state];
	bucket = pn_hist_find(&run->states[state].stay.hist, length_ns);
	if (unlikely(!bucket || length_ns >= rule->pn_ns ||
		     (!goes_on & (run->since_ns - run->row_ns > run->threshold_ns))))
		return false;
	++*bucket;
	run->states[state].entries++;
	pn_stay_sums_add(&run->sums[state], rule, length_ns, stay->op);
	run->busy_ns += busy_ns;
	run->since_ns = end_ns;
	run->row_ns = goes_on ? run->row_ns : start_ns;
	run->row_first = goes_on ? run->row_first : stay;
	/* Nothing follows the deepest state in a row. */
	run->room_ns = rule->deepest ? 0 : run->room_after_ns;
	return true;
}

/* Puts the open row, whose last stay stands before @end, where the rest of the analysis has it. */
static void store_row(struct pn_cpu_analysis *cpu, const struct pn_event *first,
		      const struct pn_event *begun, const struct pn_event *end)
{
	struct pn_chain *chain = &cpu->chain;

	if (begun)
		pn_chain_clear(chain);
	for (const struct pn_event *stay = begun ? begun : first; stay < end; stay++)
		pn_chain_add(chain, stay->ts_ns, stay->u.stay.end_ns, (uint32_t)stay->u.stay.state);
	chain->broken = cpu->rules[end[-1].u.stay.state].deepest;
}

static void end_run(struct pn_cpu_analysis *cpu, const struct run *run,
		    const struct pn_event *first, const struct pn_event *end)
{
	struct pn_cpu_stats *stats = &cpu->now->stats;
	const struct pn_event *last = end - 1;

	if (cpu->table)
		store_row(cpu, first, run->row_first, end);
	cpu->early_cause = PN_WAKE_UNKNOWN;
	cpu->track.since_ns = run->since_ns;
	cpu->track.state = PN_STATE_EXIT;
	cpu->last.flags = PN_LAST_WANTS_CAUSE | (last->op ? 0 : PN_LAST_WHOLE);
	cpu->last.state = last->u.stay.state;
	cpu->last.start_ns = last->ts_ns;
	stats->busy_ns += run->busy_ns;
	stats->idle_events += 2 * (uint64_t)(end - first);
}

size_t pn_stay_run(struct pn_cpu_analysis *cpu, const struct pn_event *events, size_t nr)
{
	const struct pn_event *at = events, *end = events + nr;
	struct run run;

	if (cpu->track.mode != PN_TRACK_AWAKE || cpu->watch || cpu->now->stats.bins.width_ns)
		return 0;
	/* A row is measured from its start to where the CPU woke. */
	if (cpu->chain.nr_stays && cpu->chain.end_ns != cpu->track.since_ns)
		return 0;
	run = begin(cpu);
	while (at < end && take(&run, at))
		at++;
	if (at > events)
		end_run(cpu, &run, events, at);
	return (size_t)(at - events);
}
