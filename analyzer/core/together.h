/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Units of several CPUs: when all of them were idle, how deep the unit can have been, and which
 * CPU kept it from going deeper (DEFINITIONS section 4, package blame). Needs the events of all
 * CPUs in the order of time.
 */
#ifndef PN_CORE_TOGETHER_H
#define PN_CORE_TOGETHER_H

#include "core/event.h"
#include "core/params.h"
#include "core/unit.h"

/** struct pn_unit_state - the time in which the shallowest of a unit's CPUs was in one state */
struct pn_unit_state {
	uint64_t times; /* how often it came to be so, and was for more than 0 ns */
	uint64_t ns;
};

/** struct pn_blame - the time in which a CPU alone sat shallower than all others of its unit */
struct pn_blame {
	uint32_t cpu;
	int32_t state;
	uint64_t times;
	uint64_t ns;
};

/** struct pn_unit_stats - one unit in one window */
struct pn_unit_stats {
	uint32_t level; /* enum pn_unit_level */
	struct pn_cpu_place unit;
	uint32_t nr_cpus; /* CPUs of it in the machine */
	uint64_t span_ns;
	uint64_t unknown_ns; /* some CPU's state was not known */
	uint32_t nr_states;
	struct pn_unit_state *states; /* all CPUs idle, by the shallowest state */
	uint32_t nr_blames;
	struct pn_blame *blames; /* by CPU, then by state */
};

struct pn_together;

/**
 * pn_together_new - starts for all units of more than one CPU that a machine tells of
 * @machine: the topology; outlives the result
 * @windows: copied; as for pn_analysis_new()
 * @nr_windows: at least 1
 *
 * Returns: the start, freed with pn_together_free(), or NULL when memory is short.
 */
struct pn_together *pn_together_new(const struct pn_machine *machine,
				    const struct pn_window *windows, uint32_t nr_windows);

/** pn_together_feed - takes an event, in the order of time over all CPUs; 0 or -ENOMEM */
int pn_together_feed(struct pn_together *together, const struct pn_event *event);

/**
 * pn_together_finish - ends the trace and hands a window's units over
 * @together: has been fed all events
 * @window: which window
 * @first_ns: first event of the trace
 * @last_ns: last event of the trace
 * @nr: how many units
 * @err: a negative errno when NULL is returned
 *
 * To be called once for each window, in order.
 *
 * Returns: the units, by level and then by their first CPU; freed with pn_units_free().
 */
struct pn_unit_stats *pn_together_finish(struct pn_together *together, uint32_t window,
					 uint64_t first_ns, uint64_t last_ns, uint32_t *nr,
					 int *err);

/** pn_units_free - frees units and what they hold; NULL is allowed */
void pn_units_free(struct pn_unit_stats *units, uint32_t nr);

/** pn_together_free - frees a start; NULL is allowed */
void pn_together_free(struct pn_together *together);

#endif
