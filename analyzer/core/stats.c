// SPDX-License-Identifier: GPL-2.0-only
/* Figures that add up. */
#include "core/stats.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

void pn_copy_name(char *to, size_t room, const char *from, size_t length)
{
	length = strnlen(from, length);
	if (length >= room)
		length = room - 1;
	memcpy(to, from, length);
	to[length] = '\0';
}

/* The entry of an interrupt, made in the order of the numbers. */
static struct pn_irq_stats *irq_of(struct pn_cpu_stats *stats, uint32_t number)
{
	struct pn_irq_stats *irqs;
	uint32_t i = 0;

	while (i < stats->nr_irqs && stats->irqs[i].number < number)
		i++;
	if (i < stats->nr_irqs && stats->irqs[i].number == number)
		return &stats->irqs[i];
	irqs = realloc(stats->irqs, (stats->nr_irqs + 1) * sizeof(*irqs));
	if (!irqs)
		return NULL;
	stats->irqs = irqs;
	memmove(&irqs[i + 1], &irqs[i], (stats->nr_irqs - i) * sizeof(*irqs));
	stats->nr_irqs++;
	irqs[i] = (struct pn_irq_stats){ .number = number };
	return &irqs[i];
}

int pn_stats_add_irq(struct pn_cpu_stats *stats, uint32_t number, const char *name, uint32_t length)
{
	struct pn_irq_stats *irq = irq_of(stats, number);

	if (!irq)
		return -ENOMEM;
	irq->stays++;
	if (!irq->name[0] && length)
		pn_copy_name(irq->name, sizeof(irq->name), name, length);
	return 0;
}

static int irqs_merge(struct pn_cpu_stats *into, const struct pn_cpu_stats *from)
{
	for (uint32_t i = 0; i < from->nr_irqs; i++) {
		struct pn_irq_stats *irq = irq_of(into, from->irqs[i].number);

		if (!irq)
			return -ENOMEM;
		irq->stays += from->irqs[i].stays;
		if (!irq->name[0])
			memcpy(irq->name, from->irqs[i].name, sizeof(irq->name));
	}
	return 0;
}

int pn_stats_grow(struct pn_cpu_stats *stats, uint32_t nr_states)
{
	struct pn_state_stats *states;

	if (nr_states <= stats->nr_states)
		return 0;
	states = realloc(stats->states, nr_states * sizeof(*states));
	if (!states)
		return -ENOMEM;
	memset(&states[stats->nr_states], 0, (nr_states - stats->nr_states) * sizeof(*states));
	stats->states = states;
	stats->nr_states = nr_states;
	return 0;
}

static void tally_merge(struct pn_tally *into, const struct pn_tally *from)
{
	into->count += from->count;
	into->ns += from->ns;
}

static void raise_to(uint64_t *max, uint64_t value)
{
	if (value > *max)
		*max = value;
}

int pn_state_merge(struct pn_state_stats *into, const struct pn_state_stats *from)
{
	into->entries += from->entries;
	into->tail += from->tail;
	into->lost += from->lost;
	into->reentered += from->reentered;
	into->negative += from->negative;
	into->clipped += from->clipped;
	into->tail_ns += from->tail_ns;
	into->clipped_ns += from->clipped_ns;
	tally_merge(&into->above, &from->above);
	tally_merge(&into->below, &from->below);
	into->miss_above += from->miss_above;
	into->miss_below += from->miss_below;
	into->miss_above_ns += from->miss_above_ns;
	into->miss_below_ns += from->miss_below_ns;
	into->rule_above += from->rule_above;
	into->rule_below += from->rule_below;
	into->excess_ns += from->excess_ns;
	tally_merge(&into->pn, &from->pn);
	raise_to(&into->pn_max_ns, from->pn_max_ns);
	tally_merge(&into->chain, &from->chain);
	raise_to(&into->chain_max_ns, from->chain_max_ns);
	for (int i = 0; i < PN_WAKE_NR; i++)
		into->wakes[i] += from->wakes[i];
	return pn_dist_merge(&into->stay, &from->stay);
}

int pn_stats_merge(struct pn_cpu_stats *into, const struct pn_cpu_stats *from)
{
	int err;

	into->has_table = from->has_table && (into->has_table || !into->nr_cpus);
	into->nr_cpus += from->nr_cpus;
	into->idle_events += from->idle_events;
	into->miss_events += from->miss_events;
	into->head += from->head;
	into->stray += from->stray;
	into->steps_back += from->steps_back;
	into->losses += from->losses;
	into->lost_events += from->lost_events;
	into->lost_unknown |= from->lost_unknown;
	into->lost_ns += from->lost_ns;
	into->odd_states += from->odd_states;
	into->unlisted += from->unlisted;
	into->switches |= from->switches;
	into->wakes |= from->wakes;
	into->span_ns += from->span_ns;
	into->busy_ns += from->busy_ns;
	into->unknown_ns += from->unknown_ns;
	err = irqs_merge(into, from);
	if (!err)
		err = pn_stats_grow(into, from->nr_states);
	for (uint32_t s = 0; !err && s < from->nr_states; s++)
		err = pn_state_merge(&into->states[s], &from->states[s]);
	return err ? err : pn_bins_merge(&into->bins, &from->bins);
}

void pn_stats_settle(struct pn_cpu_stats *stats, bool by_kernel)
{
	/* A verdict on a CPU of which nothing else is known speaks of no stay that is counted. */
	bool silent = pn_stats_silent(stats);

	for (uint32_t s = 0; s < stats->nr_states; s++) {
		struct pn_state_stats *state = &stats->states[s];

		state->rule_above = state->above.count;
		state->rule_below = state->below.count;
		if (by_kernel && !silent) {
			state->above = (struct pn_tally){ state->miss_above, state->miss_above_ns };
			state->below = (struct pn_tally){ state->miss_below, state->miss_below_ns };
		}
		state->miss_above_ns = 0;
		state->miss_below_ns = 0;
	}
}

void pn_stats_free(struct pn_cpu_stats *stats)
{
	for (uint32_t s = 0; s < stats->nr_states; s++)
		pn_dist_free(&stats->states[s].stay);
	free(stats->states);
	free(stats->irqs);
	pn_bins_free(&stats->bins);
	memset(stats, 0, sizeof(*stats));
}

int pn_stats_sum_states(const struct pn_cpu_stats *stats, struct pn_state_stats *sum)
{
	int err = 0;

	memset(sum, 0, sizeof(*sum));
	for (uint32_t s = 0; !err && s < stats->nr_states; s++)
		err = pn_state_merge(sum, &stats->states[s]);
	if (err)
		pn_dist_free(&sum->stay);
	return err;
}

uint64_t pn_stats_idle_ns(const struct pn_cpu_stats *stats)
{
	uint64_t sum = 0;

	for (uint32_t s = 0; s < stats->nr_states; s++)
		sum += pn_state_idle_ns(&stats->states[s]);
	return sum;
}
