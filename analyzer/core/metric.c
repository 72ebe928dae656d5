// SPDX-License-Identifier: GPL-2.0-only
/* The metrics that a report can be compared by. */
#include "core/metric.h"

#include <math.h>

enum {
	ENTRIES_PER_S,
	RESIDENCY_PCT,
	ABOVE_PCT,
	BELOW_PCT,
	ALL_ABOVE_PCT,
	ALL_BELOW_PCT,
	MISSED_TIME_PCT,
	PN_PER_S,
	PN_TIME_PCT,
	PN_LONGEST_MS,
	CHAINS_PER_S,
	CHAIN_TIME_PCT,
	EXCESS_PCT,
	IDLE_PCT,
	MODEL_MW,
};

const struct pn_metric pn_metrics[] = {
	[ENTRIES_PER_S] = { "entries", "1/s", PN_NO_DIRECTION, true, false },
	[RESIDENCY_PCT] = { "residency", "%", PN_NO_DIRECTION, true, false },
	[ABOVE_PCT] = { "above", "%", PN_LOWER_IS_BETTER, true, true },
	[BELOW_PCT] = { "below", "%", PN_LOWER_IS_BETTER, true, true },
	[ALL_ABOVE_PCT] = { "all-above", "%", PN_LOWER_IS_BETTER, false, true },
	[ALL_BELOW_PCT] = { "all-below", "%", PN_LOWER_IS_BETTER, false, true },
	[MISSED_TIME_PCT] = { "missed-time", "%", PN_LOWER_IS_BETTER, false, true },
	[PN_PER_S] = { "pn", "1/s", PN_LOWER_IS_BETTER, false, false },
	[PN_TIME_PCT] = { "pn-time", "%", PN_LOWER_IS_BETTER, false, false },
	[PN_LONGEST_MS] = { "pn-longest", "ms", PN_LOWER_IS_BETTER, false, false },
	[CHAINS_PER_S] = { "chains", "1/s", PN_LOWER_IS_BETTER, false, true },
	[CHAIN_TIME_PCT] = { "chain-time", "%", PN_LOWER_IS_BETTER, false, true },
	[EXCESS_PCT] = { "excess", "%", PN_LOWER_IS_BETTER, false, true },
	[IDLE_PCT] = { "idle", "%", PN_NO_DIRECTION, false, false },
	[MODEL_MW] = { "model-power", "mW", PN_LOWER_IS_BETTER, false, true },
};

const size_t pn_nr_metrics = sizeof(pn_metrics) / sizeof(pn_metrics[0]);

#define NSEC_PER_SEC 1e9

/* What a section's total comes to over all states. */
struct sums {
	uint64_t completed, above, below, pn, chains;
	uint64_t idle_ns, missed_ns, pn_ns, chain_ns, excess_ns, longest_ns;
};

static struct sums add_up(const struct pn_cpu_stats *total)
{
	struct sums sums = { 0 };

	for (uint32_t s = 0; s < total->nr_states; s++) {
		const struct pn_state_stats *state = &total->states[s];

		sums.completed += state->stay.count;
		sums.above += state->above.count;
		sums.below += state->below.count;
		sums.missed_ns += state->above.ns + state->below.ns;
		sums.pn += state->pn.count;
		sums.pn_ns += state->pn.ns;
		sums.chains += state->chain.count;
		sums.chain_ns += state->chain.ns;
		sums.excess_ns += state->excess_ns;
		sums.idle_ns += pn_state_idle_ns(state);
		if (state->pn_max_ns > sums.longest_ns)
			sums.longest_ns = state->pn_max_ns;
	}
	return sums;
}

static struct pn_metric_value ratio(double part, double whole, double factor, uint64_t events)
{
	struct pn_metric_value value = { false, 0, NAN, events };

	if (whole <= 0)
		return value;
	value.known = true;
	value.value = factor * part / whole;
	return value;
}

static struct pn_metric_value share(uint64_t part, uint64_t whole, uint64_t events)
{
	/* The kernel may judge a stay more than there are, one that began before the trace. */
	if (part > whole)
		part = whole;
	return ratio((double)part, (double)whole, 100.0, events);
}

static struct pn_metric_value rate(uint64_t count, const struct pn_cpu_stats *total,
				   uint64_t events)
{
	/* Per second of the window, not of each CPU's time. */
	double span_ns = total->nr_cpus ? (double)total->span_ns / total->nr_cpus : 0;

	return ratio((double)count, span_ns, NSEC_PER_SEC, events);
}

static struct pn_metric_value weigh(struct pn_metric_value value, uint64_t ns, uint64_t idle_ns)
{
	if (idle_ns)
		value.weight_pct = 100.0 * (double)ns / (double)idle_ns;
	return value;
}

static struct pn_metric_value of_state(size_t metric, const struct pn_cpu_stats *total, uint32_t s,
				       const struct sums *sums)
{
	struct pn_metric_value none = { false, 0, NAN, 0 };
	const struct pn_state_stats *state;

	if (s >= total->nr_states)
		return none;
	state = &total->states[s];
	switch (metric) {
	case ENTRIES_PER_S:
		return rate(state->entries, total, state->entries);
	case RESIDENCY_PCT:
		return share(pn_state_idle_ns(state), total->span_ns - total->unknown_ns,
			     state->entries);
	case ABOVE_PCT:
		return weigh(share(state->above.count, state->stay.count, state->stay.count),
			     state->above.ns, sums->idle_ns);
	default:
		return weigh(share(state->below.count, state->stay.count, state->stay.count),
			     state->below.ns, sums->idle_ns);
	}
}

/*
 * The power that the time in each state comes to, by the table's own numbers, averaged over the
 * known time; known only where every state that was entered has a number.
 */
static struct pn_metric_value model_power(const struct pn_cpu_stats *total,
					  const struct pn_machine *machine)
{
	const struct pn_state_table *table = NULL;
	struct pn_metric_value none = { false, 0, NAN, 0 };
	double energy = 0, idle_ns = 0;

	if (machine && machine->nr_tables == 1)
		table = &machine->tables[0];
	for (uint32_t s = 0; s < total->nr_states; s++) {
		uint64_t ns = pn_state_idle_ns(&total->states[s]);

		if (!ns)
			continue;
		if (!table || s >= table->nr_states || table->states[s].power_mw < 0)
			return none;
		energy += (double)ns * (double)table->states[s].power_mw;
		idle_ns += (double)ns;
	}
	return ratio(energy, idle_ns, 1.0, PN_MIN_EVENTS);
}

struct pn_metric_value pn_metric_get(size_t metric, const struct pn_cpu_stats *total,
				     uint32_t state, const struct pn_machine *machine)
{
	struct pn_metric_value none = { false, 0, NAN, 0 };
	struct sums sums = add_up(total);
	uint64_t known_ns = total->span_ns - total->unknown_ns;

	if (pn_metrics[metric].needs_table && !total->has_table)
		return none;
	if (pn_metrics[metric].per_state)
		return of_state(metric, total, state, &sums);
	switch (metric) {
	case ALL_ABOVE_PCT:
		return weigh(share(sums.above, sums.completed, sums.completed), 0, 0);
	case ALL_BELOW_PCT:
		return weigh(share(sums.below, sums.completed, sums.completed), 0, 0);
	case MISSED_TIME_PCT:
		return share(sums.missed_ns, sums.idle_ns, sums.completed);
	case PN_PER_S:
		return rate(sums.pn, total, sums.completed);
	case PN_TIME_PCT:
		return share(sums.pn_ns, total->span_ns, sums.completed);
	case PN_LONGEST_MS:
		return ratio((double)sums.longest_ns, 1e6, 1.0, sums.completed);
	case CHAINS_PER_S:
		return rate(sums.chains, total, sums.completed);
	case CHAIN_TIME_PCT:
		return share(sums.chain_ns, total->span_ns, sums.completed);
	case EXCESS_PCT:
		return share(sums.excess_ns, sums.idle_ns, sums.completed);
	case IDLE_PCT:
		return share(sums.idle_ns, known_ns, sums.completed);
	default:
		return model_power(total, machine);
	}
}
