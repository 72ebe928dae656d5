// SPDX-License-Identifier: GPL-2.0-only
/* Units of several CPUs: idlestat's hand-made clusters, blame, unknown time. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "core/together.h"
#include "support/event_builder.h"

#define US	  UINT64_C(1000)
#define NR(array) (sizeof(array) / sizeof((array)[0]))

static const struct pn_window whole = { 0, UINT64_MAX, "" };

/* CPUs 1 and 2 share a cluster, as in idlestat's first and second case; so do 0, 3 and 4. */
static struct pn_machine *two_clusters(void)
{
	static const int cluster[] = { 1, 0, 0, 1, 1 };
	struct pn_machine *machine = pn_machine_new();

	for (uint32_t cpu = 0; cpu < NR(cluster); cpu++) {
		struct pn_cpu_place place = { (int)cpu, cluster[cpu], 0 };

		assert_int_equal(pn_machine_set_cpu(machine, cpu, PN_UNKNOWN, &place), 0);
	}
	return machine;
}

static struct pn_unit_stats *run(const struct pn_machine *machine, const struct pn_events *events,
				 const struct pn_window *window, uint64_t first_ns,
				 uint64_t last_ns, uint32_t *nr)
{
	struct pn_together *together = pn_together_new(machine, window, 1);
	struct pn_unit_stats *units;
	int err;

	assert_non_null(together);
	for (size_t i = 0; i < events->nr; i++)
		assert_int_equal(pn_together_feed(together, &events->list[i]), 0);
	units = pn_together_finish(together, 0, first_ns, last_ns, nr, &err);
	assert_int_equal(err, 0);
	pn_together_free(together);
	return units;
}

/* The pattern of CPU 1 and CPU 2 in idlestat's drawing, in steps of 100 us. */
static void idlestat_pattern(struct pn_events *events, uint32_t a, uint32_t b)
{
	static const int of_a[] = { 0, 0, 0, 1, 1, 1, -1, -1, -1 };
	static const int of_b[] = { 0, 1, -1, 0, 1, -1, 0, 1, -1 };

	for (uint64_t step = 0; step < NR(of_a); step++) {
		pn_events_leave(events, a, step * 100 * US);
		pn_events_leave(events, b, step * 100 * US);
		if (of_a[step] >= 0)
			pn_events_enter(events, a, step * 100 * US, of_a[step]);
		if (of_b[step] >= 0)
			pn_events_enter(events, b, step * 100 * US, of_b[step]);
	}
}

/* Expected in the drawing: C0 and C0 from 0 to 200 us, then C0 and C1 from 300 to 500 us. */
static void test_idlestat_cluster(void **state)
{
	struct pn_machine *machine = two_clusters();
	struct pn_events events = { 0 };
	struct pn_unit_stats *units;
	uint32_t nr;

	(void)state;
	idlestat_pattern(&events, 1, 2);
	units = run(machine, &events, &whole, 0, 900 * US, &nr);
	assert_int_equal(nr, 3);
	assert_int_equal(units[0].level, PN_UNIT_CLUSTER);
	assert_int_equal(units[0].unit.cluster, 0);
	assert_int_equal(units[0].nr_cpus, 2);
	assert_int_equal(units[0].span_ns, 900 * US);
	assert_int_equal(units[0].unknown_ns, 0);
	assert_int_equal(units[0].nr_states, 2);
	assert_int_equal(units[0].states[0].times, 3);
	assert_int_equal(units[0].states[0].ns, 300 * US);
	assert_int_equal(units[0].states[1].times, 1);
	assert_int_equal(units[0].states[1].ns, 100 * US);
	/* Nothing was seen of the other cluster's CPUs, nor so of the whole package. */
	assert_int_equal(units[1].unknown_ns, 900 * US);
	assert_int_equal(units[2].level, PN_UNIT_PACKAGE);
	assert_int_equal(units[2].unknown_ns, 900 * US);
	pn_units_free(units, nr);
	pn_events_free(&events);
	pn_machine_free(machine);
}

/* From 100 to 200 us CPU 1 alone is in the shallower state, from 300 to 400 us CPU 2 is. */
static void test_blame(void **state)
{
	struct pn_machine *machine = two_clusters();
	struct pn_events events = { 0 };
	struct pn_unit_stats *units;
	uint32_t nr;

	(void)state;
	idlestat_pattern(&events, 1, 2);
	units = run(machine, &events, &whole, 0, 900 * US, &nr);
	assert_int_equal(units[0].nr_blames, 2);
	assert_int_equal(units[0].blames[0].cpu, 1);
	assert_int_equal(units[0].blames[0].state, 0);
	assert_int_equal(units[0].blames[0].ns, 100 * US);
	assert_int_equal(units[0].blames[1].cpu, 2);
	assert_int_equal(units[0].blames[1].ns, 100 * US);
	pn_units_free(units, nr);
	pn_events_free(&events);
	pn_machine_free(machine);
}

/* A window counts what lies inside it; a loss makes the unit's time unknown until the next event. */
static void test_window_and_loss(void **state)
{
	const struct pn_window window = { 150 * US, 450 * US, "" };
	struct pn_machine *machine = two_clusters();
	struct pn_events events = { 0 };
	struct pn_unit_stats *units;
	uint32_t nr;

	(void)state;
	idlestat_pattern(&events, 1, 2);
	units = run(machine, &events, &window, 0, 900 * US, &nr);
	assert_int_equal(units[0].span_ns, 300 * US);
	assert_int_equal(units[0].states[0].ns, 150 * US);
	assert_int_equal(units[0].states[1].ns, 50 * US);
	pn_units_free(units, nr);
	events.nr = 0;
	pn_events_enter(&events, 1, 10 * US, 1);
	pn_events_enter(&events, 2, 20 * US, 1);
	pn_events_lost(&events, 2, 30 * US, 50 * US, 7);
	pn_events_leave(&events, 2, 60 * US);
	pn_events_enter(&events, 2, 70 * US, 1);
	units = run(machine, &events, &whole, 5 * US, 100 * US, &nr);
	/* 5 to 20: not told of both; 30 to 60: the hole, and up to the event that tells again. */
	assert_int_equal(units[0].unknown_ns, 45 * US);
	assert_int_equal(units[0].states[1].ns, 40 * US);
	assert_int_equal(units[0].nr_blames, 0);
	pn_units_free(units, nr);
	pn_events_free(&events);
	pn_machine_free(machine);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_idlestat_cluster),
		cmocka_unit_test(test_blame),
		cmocka_unit_test(test_window_and_loss),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
