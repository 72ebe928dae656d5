// SPDX-License-Identifier: GPL-2.0-only
/* Figures add up, each of them; and what a summary says of itself. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "core/summary.h"
#include "support/random.h"
#include "support/stats_fields.h"

static void fill_fields(const struct pn_stats_field *field, void *base, uint64_t *seed)
{
	for (; field->name; field++)
		*pn_stats_field_at(base, field) = pn_random_length(seed, 40);
}

static void fill(struct pn_cpu_stats *stats, uint32_t nr_states, uint64_t *seed)
{
	assert_int_equal(pn_stats_grow(stats, nr_states), 0);
	fill_fields(pn_cpu_fields, stats, seed);
	stats->nr_cpus = 1;
	for (uint32_t s = 0; s < nr_states; s++) {
		fill_fields(pn_state_fields, &stats->states[s], seed);
		memset(&stats->states[s].stay, 0, sizeof(stats->states[s].stay));
		for (uint64_t i = pn_random_below(seed, 20); i; i--)
			pn_dist_add(&stats->states[s].stay, pn_random_length(seed, 30));
	}
}

static void assert_sum(const struct pn_stats_field *field, const void *sum, const void *a,
		       const void *b)
{
	for (; field->name; field++) {
		uint64_t x = *pn_stats_field_at(a, field), y = *pn_stats_field_at(b, field);

		if (field->how == PN_ADDS)
			assert_int_equal(*pn_stats_field_at(sum, field), x + y);
		else
			assert_int_equal(*pn_stats_field_at(sum, field), x > y ? x : y);
	}
}

static void every_figure_adds_up(void **state)
{
	struct pn_cpu_stats a = { 0 }, b = { 0 }, sum = { 0 };
	struct pn_state_stats none = { 0 };
	uint64_t seed = 9;

	(void)state;
	fill(&a, 2, &seed);
	fill(&b, 5, &seed);
	assert_int_equal(pn_stats_merge(&sum, &a), 0);
	assert_null(pn_stats_difference(&sum, &a));
	assert_int_equal(pn_stats_merge(&sum, &b), 0);
	assert_int_equal(sum.nr_cpus, 2);
	assert_int_equal(sum.nr_states, 5);
	assert_sum(pn_cpu_fields, &sum, &a, &b);
	for (uint32_t s = 0; s < 5; s++)
		assert_sum(pn_state_fields, &sum.states[s], s < 2 ? &a.states[s] : &none,
			   &b.states[s]);
	pn_stats_free(&a);
	pn_stats_free(&b);
	pn_stats_free(&sum);
	assert_int_equal(sum.nr_states, 0);
}

/* All members but flags, pointers, numbers of things and minima stand in the lists above. */
static void no_figure_is_left_out(void **state)
{
	size_t cpu = 0, per_state = 0;

	(void)state;
	while (pn_cpu_fields[cpu].name)
		cpu++;
	while (pn_state_fields[per_state].name)
		per_state++;
	assert_int_equal(sizeof(struct pn_state_stats),
			 (per_state + 1) * sizeof(uint64_t) + sizeof(struct pn_hist));
	/* Two numbers and four flags, padded, then how many interrupts and states, and where. */
	assert_int_equal(sizeof(struct pn_cpu_stats),
			 cpu * sizeof(uint64_t) + 64 + sizeof(struct pn_bins));
}

static void flags_of_a_sum(void **state)
{
	struct pn_cpu_stats plain = { .nr_cpus = 1 }, flags = { .nr_cpus = 1 }, sum = { 0 };

	(void)state;
	flags.has_table = flags.lost_unknown = flags.switches = flags.wakes = true;
	assert_int_equal(pn_stats_merge(&sum, &flags), 0);
	assert_true(sum.has_table);
	assert_true(sum.lost_unknown && sum.switches && sum.wakes);
	assert_int_equal(pn_stats_merge(&sum, &plain), 0);
	/* One CPU without a table makes the sum of verdicts meaningless. */
	assert_false(sum.has_table);
	assert_true(sum.lost_unknown && sum.switches && sum.wakes);
	assert_int_equal(pn_stats_merge(&sum, &flags), 0);
	assert_false(sum.has_table);
	pn_stats_free(&sum);
}

static void idle_time_has_three_parts(void **state)
{
	struct pn_cpu_stats stats = { 0 };

	(void)state;
	assert_int_equal(pn_stats_grow(&stats, 3), 0);
	pn_dist_add(&stats.states[0].stay, 1000);
	stats.states[1].tail_ns = 200;
	stats.states[2].clipped_ns = 30;
	assert_int_equal(pn_state_idle_ns(&stats.states[0]), 1000);
	assert_int_equal(pn_stats_idle_ns(&stats), 1230);
	/* Growing keeps what there is; it never shrinks. */
	assert_int_equal(pn_stats_grow(&stats, 100), 0);
	assert_int_equal(pn_stats_grow(&stats, 1), 0);
	assert_int_equal(stats.nr_states, 100);
	assert_int_equal(pn_stats_idle_ns(&stats), 1230);
	pn_stats_free(&stats);
}

static struct pn_summary *two_cpus(void)
{
	struct pn_summary *summary = pn_summary_new(1);
	struct pn_section *section = summary->sections;

	section->cpus = calloc(2, sizeof(*section->cpus));
	section->nr_cpus = 2;
	for (uint32_t i = 0; i < 2; i++) {
		section->cpus[i].cpu = i;
		section->cpus[i].nr_cpus = 1;
		section->cpus[i].idle_events = 10 + i;
	}
	return summary;
}

static void totals(void **state)
{
	struct pn_summary *summary = two_cpus();
	struct pn_cpu_stats total = { 0 };

	(void)state;
	assert_int_equal(pn_section_total(summary->sections, &total), 0);
	assert_int_equal(total.nr_cpus, 2);
	assert_int_equal(total.idle_events, 21);
	assert_true(pn_summary_tells(summary));
	pn_stats_free(&total);
	pn_summary_free(summary);
	pn_summary_free(NULL);
}

static void what_is_not_to_be_trusted(void **state)
{
	struct pn_summary *summary = two_cpus();
	struct pn_cpu_stats *cpu = &summary->sections[0].cpus[1];
	uint64_t *reasons[] = { &summary->trace.overruns, &summary->trace.bad_lines,
				&summary->trace.odd_cpus, &cpu->losses,
				&cpu->steps_back,	  &cpu->odd_states };

	(void)state;
	assert_false(pn_summary_untrusted(summary));
	for (size_t i = 0; i < sizeof(reasons) / sizeof(*reasons); i++) {
		*reasons[i] = 1;
		assert_true(pn_summary_untrusted(summary));
		*reasons[i] = 0;
	}
	summary->trace.truncated = true;
	assert_true(pn_summary_untrusted(summary));
	summary->trace.truncated = false;
	/* How a trace begins and ends is nobody's fault. */
	cpu->head = 1;
	assert_false(pn_summary_untrusted(summary));
	pn_summary_free(summary);
}

/* The kernel's verdicts are of stays; of a CPU without any idle event there is none to be judged. */
static void verdicts_on_a_silent_cpu(void **state)
{
	struct pn_cpu_stats stats = { .span_ns = 100, .unknown_ns = 100, .miss_events = 3 };

	(void)state;
	assert_int_equal(pn_stats_grow(&stats, 2), 0);
	stats.states[1].miss_above = 2;
	stats.states[1].miss_below = 1;
	pn_stats_settle(&stats, true);
	assert_int_equal(stats.states[1].above.count, 0);
	assert_int_equal(stats.states[1].below.count, 0);
	assert_int_equal(stats.states[1].miss_above, 2);
	stats.idle_events = 1;
	pn_stats_settle(&stats, true);
	assert_int_equal(stats.states[1].above.count, 2);
	assert_int_equal(stats.states[1].below.count, 1);
	pn_stats_free(&stats);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_figure_adds_up),
		cmocka_unit_test(no_figure_is_left_out),
		cmocka_unit_test(flags_of_a_sum),
		cmocka_unit_test(idle_time_has_three_parts),
		cmocka_unit_test(totals),
		cmocka_unit_test(what_is_not_to_be_trusted),
		cmocka_unit_test(verdicts_on_a_silent_cpu),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
