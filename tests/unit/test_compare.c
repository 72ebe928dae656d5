// SPDX-License-Identifier: GPL-2.0-only
/* Comparisons: workloads that two sides share, metrics that only some repeats have, verdicts. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/compare.h"
#include "core/metric.h"
#include "support/analyse.h"
#include "support/assert_near.h"
#include "support/event_builder.h"
#include "support/machine_builder.h"

#define MS UINT64_C(1000000)

static void put(struct pn_values *values, const char *name, enum pn_direction direction,
		double value, uint64_t events)
{
	struct pn_value one = { .direction = direction, .value = value, .weight_pct = NAN };

	snprintf(one.name, sizeof(one.name), "%s", name);
	one.counted = events != 0;
	one.events = events;
	assert_int_equal(pn_values_add(values, &one), 0);
}

static void repeat(struct pn_side *side, const char *workload, double score, double rate,
		   uint64_t events)
{
	struct pn_values values = { 0 };

	put(&values, "score", PN_LOWER_IS_BETTER, score, 0);
	if (!isnan(rate))
		put(&values, "rate", PN_NO_DIRECTION, rate, events);
	assert_int_equal(pn_side_add(side, workload, &values), 0);
	assert_int_equal(values.nr, 0);
}

static const struct pn_row *row(const struct pn_comparison *comparison, uint32_t workload,
				const char *name)
{
	const struct pn_compared *compared = &comparison->workloads[workload];

	for (uint32_t i = 0; i < compared->nr_rows; i++) {
		if (strcmp(compared->rows[i].name, name) == 0)
			return &compared->rows[i];
	}
	fail_msg("no row %s", name);
	return NULL;
}

static void two_sides(void **state)
{
	struct pn_comparison comparison = { 0 };
	struct pn_side base = { 0 }, sides[2] = { { 0 }, { 0 } };

	(void)state;
	for (int i = 0; i < 5; i++) {
		repeat(&base, "pingpong", 10 + 0.1 * i, 500 + i, 2000);
		repeat(&base, "only-here", 1, NAN, 0);
		repeat(&sides[0], "pingpong", 5 + 0.1 * i, 900 + i, 2000);
		repeat(&sides[1], "pingpong", 20 + 0.1 * i, 500 + i, i ? 2000 : 99);
	}
	assert_int_equal(pn_compare(&base, sides, 2, &comparison), 0);
	assert_int_equal(comparison.nr_workloads, 1);
	assert_string_equal(comparison.workloads[0].workload, "pingpong");
	assert_int_equal(row(&comparison, 0, "score")->ab[0].verdict, PN_BETTER);
	assert_int_equal(row(&comparison, 0, "score")->ab[1].verdict, PN_WORSE);
	assert_near(row(&comparison, 0, "score")->ab[0].diff, -5, 1e-9);
	assert_int_equal(row(&comparison, 0, "rate")->ab[0].verdict, PN_CHANGED);
	/* One repeat with too few events behind it is enough not to judge. */
	assert_int_equal(row(&comparison, 0, "rate")->ab[1].verdict, PN_INSUFFICIENT);
	assert_int_equal(comparison.counts[PN_BETTER], 1);
	assert_int_equal(comparison.counts[PN_INSUFFICIENT], 1);
	pn_comparison_free(&comparison);
	pn_side_free(&base);
	pn_side_free(&sides[0]);
	pn_side_free(&sides[1]);
}

static void nothing_shared(void **state)
{
	struct pn_comparison comparison = { 0 };
	struct pn_side base = { 0 }, side = { 0 };

	(void)state;
	repeat(&base, "a", 1, NAN, 0);
	repeat(&side, "b", 1, NAN, 0);
	assert_int_equal(pn_compare(&base, &side, 1, &comparison), -ENOENT);
	pn_comparison_free(&comparison);
	pn_side_free(&base);
	pn_side_free(&side);
}

/* 10 ms on one CPU: a stay of 4 ms in C1, too shallow; one of 0.1 ms in C3, too deep. */
static void metrics_of_a_section(void **state)
{
	struct pn_machine *machine = pn_machine_build(1, PN_COMETLAKE);
	struct pn_events events = { 0 };
	struct pn_values values = { 0 };
	struct pn_params params = pn_params_default(NULL);
	struct pn_analysis *analysis;
	struct pn_summary *summary;
	int err;

	(void)state;
	params.threshold_ns = 1 * MS;
	pn_events_leave(&events, 0, 0);
	pn_events_stay(&events, 0, 1 * MS, 5 * MS, 1);
	pn_events_stay(&events, 0, 6 * MS, 6 * MS + MS / 10, 3);
	analysis = pn_analysis_new(&params, machine, NULL, 0, &err);
	assert_int_equal(pn_analysis_feed(analysis, events.list, events.nr), 0);
	summary = pn_analysis_finish(analysis, 0, 10 * MS, &err);
	assert_non_null(summary);
	assert_int_equal(pn_values_of_section(&values, &summary->sections[0], machine), 0);
	assert_near(pn_values_find(&values, "entries.1")->value, 100, 1e-9);
	assert_near(pn_values_find(&values, "residency.1")->value, 40, 1e-9);
	assert_near(pn_values_find(&values, "below.1")->value, 100, 1e-9);
	assert_near(pn_values_find(&values, "below.1")->weight_pct, 100.0 * 4 / 4.1, 1e-9);
	assert_near(pn_values_find(&values, "above.3")->value, 100, 1e-9);
	assert_near(pn_values_find(&values, "all-below")->value, 50, 1e-9);
	assert_near(pn_values_find(&values, "pn")->value, 100, 1e-9);
	assert_near(pn_values_find(&values, "pn-time")->value, 40, 1e-9);
	assert_near(pn_values_find(&values, "pn-longest")->value, 4, 1e-9);
	/* 4 ms less C1's exit latency and C2's target residency, of 4.1 ms. */
	assert_near(pn_values_find(&values, "excess")->value, 100.0 * (4 - 0.361) / 4.1, 1e-9);
	assert_near(pn_values_find(&values, "idle")->value, 41, 1e-9);
	/* No power in the table, no stay in state 2: not there, rather than 0. */
	assert_null(pn_values_find(&values, "model-power"));
	assert_null(pn_values_find(&values, "above.2"));
	pn_values_free(&values);
	pn_summary_free(summary);
	pn_analysis_free(analysis);
	pn_events_free(&events);
	pn_machine_free(machine);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(two_sides),
		cmocka_unit_test(nothing_shared),
		cmocka_unit_test(metrics_of_a_section),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
