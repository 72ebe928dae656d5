/* SPDX-License-Identifier: GPL-2.0-only */
/* The figures of a CPU, of a group of CPUs, or of everything: plain data that adds up. */
#ifndef PN_CORE_STATS_H
#define PN_CORE_STATS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/bins.h"
#include "core/dist.h"
#include "core/event.h"
#include "core/idle_state.h"

/** struct pn_tally - how many stays, and how long they were together */
struct pn_tally {
	uint64_t count;
	uint64_t ns;
};

/** pn_tally_add - counts one stay */
static inline void pn_tally_add(struct pn_tally *tally, uint64_t ns)
{
	tally->count++;
	tally->ns += ns;
}

/**
 * struct pn_state_stats - the figures of one idle state
 *
 * Mispredictions mean something only where the CPU has a state table (struct pn_cpu_stats).
 */
struct pn_state_stats {
	uint64_t entries;
	struct pn_dist stay; /* completed stays; count and sum are exact */
	uint64_t tail;	     /* stays by kind: see enum pn_span_kind */
	uint64_t lost;
	uint64_t reentered;
	uint64_t negative;
	uint64_t clipped;
	uint64_t tail_ns;
	uint64_t clipped_ns; /* the part of clipped stays that lies inside the window */
	/*
	 * Too deep and too shallow: by the kernel's own verdict (cpu_idle_miss) in a trace that has
	 * it, or else by the lengths of the stays and the table of states. Until the trace has
	 * ended, the latter.
	 */
	struct pn_tally above;
	struct pn_tally below;
	uint64_t miss_above; /* the kernel's verdicts that were recorded */
	uint64_t miss_below;
	uint64_t miss_above_ns; /* completed stays that they speak of; 0 once the trace has ended */
	uint64_t miss_below_ns;
	uint64_t rule_above; /* by lengths and table, whatever above is; set at the trace's end */
	uint64_t rule_below;
	uint64_t excess_ns; /* could have been spent deeper */
	struct pn_tally pn; /* powernightmares */
	uint64_t pn_max_ns;
	struct pn_tally chain; /* powernightmare chains that this state holds most of */
	uint64_t chain_max_ns;
	uint64_t wakes[PN_WAKE_NR]; /* completed stays by what ended them */
};

/** struct pn_irq_stats - a device's interrupt, as something that ends stays */
struct pn_irq_stats {
	uint32_t number;
	char name[PN_NAME_LEN]; /* as the trace has it; empty: not told */
	uint64_t stays;		/* completed stays that it ended */
};

/**
 * struct pn_cpu_stats - the figures of one CPU in one window, or a sum of several
 *
 * completed idle + tail_ns + clipped_ns + busy_ns + unknown_ns = span_ns, to the nanosecond.
 */
struct pn_cpu_stats {
	uint32_t cpu;
	uint32_t nr_cpus; /* CPUs that are summed up here */
	bool has_table;	  /* above, below, excess and chains are available */
	uint64_t idle_events;
	uint64_t miss_events;
	uint64_t head;	      /* exits before any entry */
	uint64_t stray;	      /* exits while the CPU was awake: an entry is missing */
	uint64_t steps_back;  /* events that lie before their predecessor on the CPU */
	uint64_t losses;      /* holes in the buffer */
	uint64_t lost_events; /* what the holes swallowed, where the trace tells */
	bool lost_unknown;    /* a hole did not tell */
	uint64_t lost_ns;     /* length of the holes */
	uint64_t odd_states;  /* entries into a state past PN_STATE_LIMIT, not counted elsewhere */
	uint64_t unlisted;    /* entries into a state that the CPU's table lacks */
	bool switches;	      /* sched_switch was recorded */
	bool wakes;	      /* some event of an interrupt, an IPI or a timer was recorded */
	uint64_t span_ns;
	uint64_t busy_ns;
	uint64_t unknown_ns;
	uint32_t nr_irqs;
	struct pn_irq_stats *irqs; /* by number */
	uint32_t nr_states;
	struct pn_state_stats *states;
	struct pn_bins bins;
};

/**
 * pn_stats_add_irq - counts a stay that an interrupt ended
 * @stats: the CPU's figures
 * @number: of the interrupt
 * @name: its name, not ended; may be NULL
 * @length: of @name
 *
 * Returns: 0 or -ENOMEM.
 */
int pn_stats_add_irq(struct pn_cpu_stats *stats, uint32_t number, const char *name,
		     uint32_t length);

/** pn_copy_name - copies text that has no end of its own, up to its NUL or what fits, and ends it */
void pn_copy_name(char *to, size_t room, const char *from, size_t length);

/** pn_stats_grow - makes room for states up to @nr_states; 0 or -ENOMEM */
int pn_stats_grow(struct pn_cpu_stats *stats, uint32_t nr_states);

/** pn_state_merge - adds all of @from to @into; 0 or -ENOMEM (then @into is partly merged) */
int pn_state_merge(struct pn_state_stats *into, const struct pn_state_stats *from);

/**
 * pn_stats_merge - adds all of @from to @into
 * @into: grows as needed; all zero is a good start
 * @from: untouched
 *
 * The sum has a table only when every part has one.
 *
 * Returns: 0 or -ENOMEM (then @into is partly merged).
 */
int pn_stats_merge(struct pn_cpu_stats *into, const struct pn_cpu_stats *from);

/**
 * pn_stats_sum_states - adds up the states of a CPU, or of a sum of CPUs
 * @stats: untouched
 * @sum: set up by this call, freed with pn_dist_free() of its stay
 *
 * Returns: 0 or -ENOMEM; on error there is nothing to free.
 */
int pn_stats_sum_states(const struct pn_cpu_stats *stats, struct pn_state_stats *sum);

/**
 * pn_stats_settle - decides what above and below are, once the trace has ended
 * @stats: of one CPU in one window
 * @by_kernel: the trace has the kernel's own verdicts
 */
void pn_stats_settle(struct pn_cpu_stats *stats, bool by_kernel);

/** pn_stats_free - frees what @stats holds and zeroes it */
void pn_stats_free(struct pn_cpu_stats *stats);

/** pn_stats_tell_causes - whether anything was recorded that can tell what ended a stay */
static inline bool pn_stats_tell_causes(const struct pn_cpu_stats *stats)
{
	return stats->wakes || stats->switches;
}

/** pn_stats_silent - whether no idle event tells what the CPUs did at any time of their span */
static inline bool pn_stats_silent(const struct pn_cpu_stats *stats)
{
	return !stats->idle_events && stats->unknown_ns == stats->span_ns;
}

/** pn_stats_idle_ns - all time in a known idle state: completed, tail and clipped */
uint64_t pn_stats_idle_ns(const struct pn_cpu_stats *stats);

/** pn_state_idle_ns - the same for one state */
static inline uint64_t pn_state_idle_ns(const struct pn_state_stats *state)
{
	return state->stay.sum + state->tail_ns + state->clipped_ns;
}

#endif
