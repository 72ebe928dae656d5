// SPDX-License-Identifier: GPL-2.0-only
/* Units of several CPUs: all idle, how deep, and who was in the way. */
#include "core/together.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/cpu_analysis.h"

/* What a CPU does, where it is no idle state. */
#define AWAKE	 (-1)
#define NOT_TOLD (-2)

/* A unit as it stands, and its figures in every window. */
struct unit {
	uint32_t level;
	struct pn_cpu_place key;
	uint32_t nr_cpus;
	uint32_t nr_idle;
	uint32_t nr_untold;
	uint32_t nr_in[PN_STATE_LIMIT];	 /* CPUs in each state */
	uint64_t sum_in[PN_STATE_LIMIT]; /* and the sum of their numbers: who it is, if it is one */
	uint64_t since_ns;
	uint32_t window; /* the first that ends after since_ns */
	struct pn_unit_stats *windows;
};

struct pn_together {
	uint32_t nr_windows;
	struct pn_window *windows;
	uint32_t nr_units;
	struct unit *units;
	uint32_t nr_cpus;
	int32_t *doing;			/* state of each CPU, AWAKE or NOT_TOLD */
	int32_t (*unit_of)[PN_UNIT_NR]; /* index into units, or PN_UNKNOWN */
};

/* --- setting up ----------------------------------------------------------------------------- */

static int32_t find_unit(const struct pn_together *together, uint32_t level,
			 const struct pn_cpu_place *key)
{
	for (uint32_t i = 0; i < together->nr_units; i++) {
		if (together->units[i].level == level && pn_unit_same(&together->units[i].key, key))
			return (int32_t)i;
	}
	return PN_UNKNOWN;
}

static int32_t add_unit(struct pn_together *together, uint32_t level,
			const struct pn_cpu_place *key)
{
	struct unit *units, *unit;

	units = realloc(together->units, (together->nr_units + 1) * sizeof(*units));
	if (!units)
		return -ENOMEM;
	together->units = units;
	unit = &units[together->nr_units];
	memset(unit, 0, sizeof(*unit));
	unit->windows = calloc(together->nr_windows, sizeof(*unit->windows));
	if (!unit->windows)
		return -ENOMEM;
	unit->level = level;
	unit->key = *key;
	return (int32_t)together->nr_units++;
}

static int place_cpu(struct pn_together *together, const struct pn_machine *machine, uint32_t cpu)
{
	for (uint32_t level = 0; level < PN_UNIT_NR; level++) {
		struct pn_cpu_place key;
		int32_t index;

		together->unit_of[cpu][level] = PN_UNKNOWN;
		if (!pn_unit_of(machine, cpu, level, &key))
			continue;
		index = find_unit(together, level, &key);
		if (index == PN_UNKNOWN)
			index = add_unit(together, level, &key);
		if (index < 0)
			return index;
		together->unit_of[cpu][level] = index;
		together->units[index].nr_cpus++;
		together->units[index].nr_untold++;
	}
	together->doing[cpu] = NOT_TOLD;
	return 0;
}

struct pn_together *pn_together_new(const struct pn_machine *machine,
				    const struct pn_window *windows, uint32_t nr_windows)
{
	struct pn_together *together = calloc(1, sizeof(*together));
	uint32_t nr_cpus = machine ? machine->nr_cpus : 0;
	int err = 0;

	if (!together)
		return NULL;
	together->windows = calloc(nr_windows, sizeof(*windows));
	together->doing = calloc(nr_cpus ? nr_cpus : 1, sizeof(*together->doing));
	together->unit_of = calloc(nr_cpus ? nr_cpus : 1, sizeof(*together->unit_of));
	if (!together->windows || !together->doing || !together->unit_of)
		goto out;
	memcpy(together->windows, windows, nr_windows * sizeof(*windows));
	together->nr_windows = nr_windows;
	together->nr_cpus = nr_cpus;
	for (uint32_t cpu = 0; !err && cpu < nr_cpus; cpu++)
		err = place_cpu(together, machine, cpu);
	if (!err)
		return together;
out:
	pn_together_free(together);
	return NULL;
}

/* --- counting ------------------------------------------------------------------------------- */

static int grow_states(struct pn_unit_stats *stats, uint32_t nr_states)
{
	struct pn_unit_state *states;

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

static int add_blame(struct pn_unit_stats *stats, uint32_t cpu, int32_t state, uint64_t ns)
{
	struct pn_blame *blames;
	uint32_t i = 0;

	while (i < stats->nr_blames &&
	       (stats->blames[i].cpu < cpu ||
		(stats->blames[i].cpu == cpu && stats->blames[i].state < state)))
		i++;
	if (i == stats->nr_blames || stats->blames[i].cpu != cpu ||
	    stats->blames[i].state != state) {
		blames = realloc(stats->blames, (stats->nr_blames + 1) * sizeof(*blames));
		if (!blames)
			return -ENOMEM;
		stats->blames = blames;
		memmove(&blames[i + 1], &blames[i], (stats->nr_blames - i) * sizeof(*blames));
		blames[i] = (struct pn_blame){ .cpu = cpu, .state = state };
		stats->nr_blames++;
	}
	stats->blames[i].times++;
	stats->blames[i].ns += ns;
	return 0;
}

static int32_t shallowest(const struct unit *unit)
{
	int32_t state = 0;

	while (!unit->nr_in[state])
		state++;
	return state;
}

/* Counts @ns of the unit as it stands. */
static int count_time(const struct unit *unit, struct pn_unit_stats *stats, uint64_t ns)
{
	int32_t state;
	int err;

	if (unit->nr_untold) {
		stats->unknown_ns += ns;
		return 0;
	}
	if (unit->nr_idle < unit->nr_cpus)
		return 0;
	state = shallowest(unit);
	err = grow_states(stats, (uint32_t)state + 1);
	if (err)
		return err;
	stats->states[state].times++;
	stats->states[state].ns += ns;
	if (unit->nr_cpus < 2 || unit->nr_in[state] != 1)
		return 0;
	return add_blame(stats, (uint32_t)unit->sum_in[state], state, ns);
}

/* Counts the time up to @now_ns in every window that it touches. */
static int count_until(const struct pn_together *together, struct unit *unit, uint64_t now_ns)
{
	uint64_t since_ns = unit->since_ns;
	int err = 0;

	if (now_ns <= since_ns)
		return 0;
	unit->since_ns = now_ns;
	while (unit->window < together->nr_windows &&
	       together->windows[unit->window].to_ns <= since_ns)
		unit->window++;
	for (uint32_t i = unit->window; !err && i < together->nr_windows; i++) {
		uint64_t from_ns, to_ns;

		if (together->windows[i].from_ns >= now_ns)
			break;
		pn_window_cover(&together->windows[i], since_ns, now_ns, &from_ns, &to_ns);
		if (to_ns > from_ns)
			err = count_time(unit, &unit->windows[i], to_ns - from_ns);
	}
	return err;
}

static void leave(struct unit *unit, uint32_t cpu, int32_t state)
{
	unit->nr_untold -= state == NOT_TOLD;
	if (state < 0)
		return;
	unit->nr_idle--;
	unit->nr_in[state]--;
	unit->sum_in[state] -= cpu;
}

static void enter(struct unit *unit, uint32_t cpu, int32_t state)
{
	unit->nr_untold += state == NOT_TOLD;
	if (state < 0)
		return;
	unit->nr_idle++;
	unit->nr_in[state]++;
	unit->sum_in[state] += cpu;
}

int pn_together_feed(struct pn_together *together, const struct pn_event *event)
{
	uint32_t cpu = event->cpu;
	int32_t state;
	int err = 0;

	if (cpu >= together->nr_cpus)
		return 0;
	if (event->kind == PN_EV_LOST)
		state = NOT_TOLD;
	else if (event->kind != PN_EV_IDLE)
		return 0;
	else if (event->u.state == PN_STATE_EXIT)
		state = AWAKE;
	else
		state = event->u.state >= 0 && event->u.state < PN_STATE_LIMIT ? event->u.state
									       : NOT_TOLD;
	for (uint32_t level = 0; !err && level < PN_UNIT_NR; level++) {
		int32_t index = together->unit_of[cpu][level];
		struct unit *unit;

		if (index < 0)
			continue;
		unit = &together->units[index];
		/* What was lost is not known from its beginning on. */
		err = count_until(together, unit,
				  event->kind == PN_EV_LOST ? event->u.lost.since_ns
							    : event->ts_ns);
		leave(unit, cpu, together->doing[cpu]);
		if (event->kind == PN_EV_LOST && !err) {
			enter(unit, cpu, NOT_TOLD);
			err = count_until(together, unit, event->ts_ns);
		} else {
			enter(unit, cpu, state);
		}
	}
	together->doing[cpu] = state;
	return err;
}

/* --- ending --------------------------------------------------------------------------------- */

/* A unit's time starts with the trace, not with time itself. */
static void trim_start(const struct unit *unit, const struct pn_window *window,
		       struct pn_unit_stats *stats, uint64_t first_ns, uint64_t last_ns)
{
	uint64_t start_ns, end_ns;

	pn_window_cover(window, first_ns, last_ns, &start_ns, &end_ns);
	stats->span_ns = end_ns - start_ns;
	if (first_ns > window->from_ns && window->to_ns > first_ns)
		stats->unknown_ns -= first_ns - window->from_ns;
	else if (window->to_ns <= first_ns)
		stats->unknown_ns = 0;
	stats->level = unit->level;
	stats->unit = unit->key;
	stats->nr_cpus = unit->nr_cpus;
}

static int by_level(const void *a, const void *b)
{
	const struct pn_unit_stats *x = a, *y = b;
	const int32_t *p = &x->unit.core, *q = &y->unit.core;

	if (x->level != y->level)
		return x->level < y->level ? -1 : 1;
	if (x->unit.package != y->unit.package)
		return x->unit.package < y->unit.package ? -1 : 1;
	if (x->unit.cluster != y->unit.cluster)
		return x->unit.cluster < y->unit.cluster ? -1 : 1;
	return (*p > *q) - (*p < *q);
}

struct pn_unit_stats *pn_together_finish(struct pn_together *together, uint32_t window,
					 uint64_t first_ns, uint64_t last_ns, uint32_t *nr,
					 int *err)
{
	struct pn_unit_stats *list;

	*nr = 0;
	*err = -ENOMEM;
	list = calloc(together->nr_units ? together->nr_units : 1, sizeof(*list));
	if (!list)
		return NULL;
	*err = 0;
	for (uint32_t i = 0; i < together->nr_units; i++) {
		struct unit *unit = &together->units[i];
		struct pn_unit_stats *stats = &unit->windows[window];

		if (!*err)
			*err = count_until(together, unit, last_ns);
		if (unit->nr_cpus < 2)
			continue;
		trim_start(unit, &together->windows[window], stats, first_ns, last_ns);
		list[(*nr)++] = *stats;
		memset(stats, 0, sizeof(*stats));
	}
	if (*err) {
		pn_units_free(list, *nr);
		return NULL;
	}
	qsort(list, *nr, sizeof(*list), by_level);
	return list;
}

void pn_units_free(struct pn_unit_stats *units, uint32_t nr)
{
	for (uint32_t i = 0; units && i < nr; i++) {
		free(units[i].states);
		free(units[i].blames);
	}
	free(units);
}

void pn_together_free(struct pn_together *together)
{
	if (!together)
		return;
	for (uint32_t i = 0; i < together->nr_units; i++) {
		struct unit *unit = &together->units[i];

		for (uint32_t w = 0; w < together->nr_windows; w++) {
			free(unit->windows[w].states);
			free(unit->windows[w].blames);
		}
		free(unit->windows);
	}
	free(together->units);
	free(together->windows);
	free(together->doing);
	free(together->unit_of);
	free(together);
}
