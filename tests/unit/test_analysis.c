// SPDX-License-Identifier: GPL-2.0-only
/* The whole analysis on traces small enough to be worked out by hand. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <errno.h>
#include <string.h>

#include "support/analyse.h"
#include "support/machine_builder.h"

#define US UINT64_C(1000)
#define MS UINT64_C(1000000)

static const struct pn_cpu_stats *cpu_of(const struct pn_summary *summary, uint32_t section,
					 uint32_t cpu)
{
	for (uint32_t i = 0; i < summary->sections[section].nr_cpus; i++) {
		if (summary->sections[section].cpus[i].cpu == cpu)
			return &summary->sections[section].cpus[i];
	}
	fail_msg("no CPU %u", cpu);
	return NULL;
}

static const struct pn_state_stats *state_of(const struct pn_summary *summary, uint32_t section,
					     uint32_t cpu, uint32_t s)
{
	const struct pn_cpu_stats *stats = cpu_of(summary, section, cpu);

	assert_true(s < stats->nr_states);
	return &stats->states[s];
}

/* --- stays and conservation ------------------------------------------------------------------ */

static void every_kind_of_stay(void **state)
{
	struct pn_events ev = { 0 };
	struct pn_summary *summary;
	const struct pn_cpu_stats *cpu;

	(void)state;
	pn_events_leave(&ev, 0, 100);	     /* head: 0 to 100 unknown */
	pn_events_stay(&ev, 0, 150, 250, 1); /* busy 50, then 100 */
	pn_events_enter(&ev, 0, 260, 1);     /* busy 10 */
	pn_events_stay(&ev, 0, 300, 350, 2); /* reentered 40, then 50 */
	pn_events_enter(&ev, 0, 360, 0);     /* busy 10 */
	pn_events_lost(&ev, 0, 400, 500, 7); /* lost 140 */
	pn_events_leave(&ev, 0, 520);	     /* unknown 20 */
	pn_events_leave(&ev, 0, 530);	     /* stray: unknown 10 */
	pn_events_stay(&ev, 0, 600, 590, 3); /* busy 70, negative 0 */
	pn_events_enter(&ev, 0, 700, 1);     /* busy 100 */
	pn_events_leave(&ev, 1, 0);
	pn_events_mark(&ev, 0, 1000, "the end"); /* tail 300 */
	summary = pn_analyse(&(struct pn_analyse){ .events = &ev });
	cpu = cpu_of(summary, 0, 0);
	assert_int_equal(cpu->span_ns, 1000);
	assert_int_equal(cpu->idle_events, 12);
	assert_int_equal(cpu->head, 1);
	assert_int_equal(cpu->stray, 1);
	assert_int_equal(cpu->steps_back, 1);
	assert_int_equal(cpu->losses, 1);
	assert_int_equal(cpu->lost_events, 7);
	assert_int_equal(cpu->lost_ns, 100);
	assert_false(cpu->lost_unknown);
	assert_int_equal(cpu->busy_ns, 50 + 10 + 10 + 70 + 100);
	assert_int_equal(cpu->unknown_ns, 100 + 40 + 140 + 20 + 10);
	assert_int_equal(cpu->states[0].entries, 1);
	assert_int_equal(cpu->states[0].lost, 1);
	assert_int_equal(cpu->states[1].entries, 3);
	assert_int_equal(cpu->states[1].stay.count, 1);
	assert_int_equal(cpu->states[1].stay.sum, 100);
	assert_int_equal(cpu->states[1].reentered, 1);
	assert_int_equal(cpu->states[1].tail, 1);
	assert_int_equal(cpu->states[1].tail_ns, 300);
	assert_int_equal(cpu->states[2].stay.sum, 50);
	assert_int_equal(cpu->states[3].negative, 1);
	assert_int_equal(cpu->states[3].stay.count, 0);
	assert_int_equal(pn_not_conserved(summary), -1);
	pn_summary_free(summary);
	pn_events_free(&ev);
}

static void a_cpu_without_idle_events_is_unknown(void **state)
{
	struct pn_events ev = { 0 };
	struct pn_summary *summary;
	const struct pn_cpu_stats *cpu;

	(void)state;
	pn_events_stay(&ev, 0, 100, 200, 1);
	pn_events_switch(&ev, 3, 150, 42);
	pn_events_lost(&ev, 4, 110, 120, PN_LOST_UNKNOWN);
	summary = pn_analyse(&(struct pn_analyse){ .events = &ev });
	assert_int_equal(summary->sections[0].nr_cpus, 3);
	cpu = cpu_of(summary, 0, 3);
	assert_int_equal(cpu->span_ns, 100);
	assert_int_equal(cpu->unknown_ns, 100);
	assert_int_equal(cpu->busy_ns, 0);
	assert_true(cpu->switches);
	cpu = cpu_of(summary, 0, 4);
	assert_int_equal(cpu->unknown_ns, 100);
	assert_int_equal(cpu->losses, 1);
	assert_true(cpu->lost_unknown);
	assert_int_equal(cpu->lost_events, 0);
	pn_summary_free(summary);
	pn_events_free(&ev);
}

static void no_events_at_all(void **state)
{
	struct pn_events ev = { 0 };
	struct pn_summary *summary = pn_analyse(&(struct pn_analyse){
		.events = &ev, .has_ends = true, .first_ns = 5, .last_ns = 9 });

	(void)state;
	assert_int_equal(summary->nr_sections, 1);
	assert_int_equal(summary->sections[0].nr_cpus, 0);
	assert_int_equal(summary->sections[0].start_ns, 5);
	assert_int_equal(summary->sections[0].end_ns, 9);
	assert_false(pn_summary_tells(summary));
	pn_summary_free(summary);
}

/* An exit and the next entry at one time are two events and no time awake. */
static void no_time_awake(void **state)
{
	struct pn_events ev = { 0 };
	struct pn_summary *summary;

	(void)state;
	pn_events_stay(&ev, 0, 100, 200, 1);
	pn_events_stay(&ev, 0, 200, 200, 1);
	pn_events_stay(&ev, 0, 200, 300, 1);
	summary = pn_analyse(&(struct pn_analyse){ .events = &ev });
	assert_int_equal(state_of(summary, 0, 0, 1)->stay.count, 3);
	assert_int_equal(state_of(summary, 0, 0, 1)->stay.sum, 200);
	assert_int_equal(state_of(summary, 0, 0, 1)->stay.min, 0);
	assert_int_equal(cpu_of(summary, 0, 0)->busy_ns, 0);
	assert_int_equal(cpu_of(summary, 0, 0)->steps_back, 0);
	pn_summary_free(summary);
	pn_events_free(&ev);
}

/* As in the public trace of an exit that stands before its entry: the entry steps back. */
static void a_tail_that_began_with_a_step(void **state)
{
	struct pn_events ev = { 0 };
	struct pn_summary *summary;

	(void)state;
	pn_events_stay(&ev, 6, 624, 811, 0);
	pn_events_enter(&ev, 6, 809, 1);
	pn_events_mark(&ev, 6, 1000, "");
	summary = pn_analyse(&(struct pn_analyse){ .events = &ev });
	assert_int_equal(state_of(summary, 0, 6, 1)->negative, 1);
	assert_int_equal(state_of(summary, 0, 6, 1)->tail, 1);
	assert_int_equal(state_of(summary, 0, 6, 1)->tail_ns, 189);
	assert_int_equal(cpu_of(summary, 0, 6)->steps_back, 1);
	assert_int_equal(pn_not_conserved(summary), -1);
	pn_summary_free(summary);
	pn_events_free(&ev);
}

static void states_past_belief(void **state)
{
	struct pn_events ev = { 0 };
	struct pn_summary *summary;
	const struct pn_cpu_stats *cpu;

	(void)state;
	pn_events_stay(&ev, 0, 100, 200, PN_STATE_LIMIT - 1);
	pn_events_stay(&ev, 0, 300, 400, PN_STATE_LIMIT);
	pn_events_stay(&ev, 0, 500, 600, -2);
	pn_events_enter(&ev, 0, 700, 1);
	pn_events_stay(&ev, 0, 800, 900, INT32_MAX);
	summary = pn_analyse(&(struct pn_analyse){ .events = &ev });
	cpu = cpu_of(summary, 0, 0);
	assert_int_equal(cpu->nr_states, PN_STATE_LIMIT);
	assert_int_equal(cpu->states[PN_STATE_LIMIT - 1].stay.sum, 100);
	assert_int_equal(cpu->odd_states, 3);
	/* 300 to 400, 500 to 600, the stay in state 1 that one of them ended, and 800 to 900. */
	assert_int_equal(cpu->unknown_ns, 400);
	assert_int_equal(cpu->states[1].lost, 1);
	assert_int_equal(pn_not_conserved(summary), -1);
	assert_true(pn_summary_untrusted(summary));
	pn_summary_free(summary);
	pn_events_free(&ev);
}

/* A hole is known before the first idle event, and what comes after it lies before it. */
static void a_step_back_over_a_hole(void **state)
{
	static const struct pn_window halves[] = { { 0, 100, "" }, { 100, UINT64_MAX, "" } };
	struct pn_events ev = { 0 };
	struct pn_summary *summary;

	(void)state;
	pn_events_lost(&ev, 0, 10, 150, 1);
	pn_events_stay(&ev, 0, 50, 180, 1);
	summary = pn_analyse(
		&(struct pn_analyse){ .events = &ev, .windows = halves, .nr_windows = 2 });
	assert_int_equal(pn_not_conserved(summary), -1);
	pn_summary_free(summary);
	pn_events_free(&ev);
}

/* --- windows --------------------------------------------------------------------------------- */

static void a_window_clips(void **state)
{
	static const struct pn_window window = { 200, 500, "middle" };
	struct pn_machine *machine = pn_machine_build(1, "A:0:0 B:0:0");
	struct pn_params params = pn_params_default(NULL);
	struct pn_events ev = { 0 };
	struct pn_summary *summary;
	const struct pn_state_stats *a;

	(void)state;
	params.threshold_ns = 1;
	pn_events_stay(&ev, 0, 100, 250, 0);
	pn_events_stay(&ev, 0, 300, 400, 0);
	pn_events_stay(&ev, 0, 450, 600, 0);
	summary = pn_analyse(&(struct pn_analyse){ .events = &ev,
						   .params = &params,
						   .machine = machine,
						   .windows = &window,
						   .nr_windows = 1 });
	assert_string_equal(summary->sections[0].window.label, "middle");
	assert_int_equal(summary->sections[0].start_ns, 200);
	assert_int_equal(summary->sections[0].end_ns, 500);
	a = state_of(summary, 0, 0, 0);
	assert_int_equal(a->entries, 2);
	assert_int_equal(a->stay.count, 1);
	assert_int_equal(a->stay.sum, 100);
	assert_int_equal(a->clipped, 2);
	assert_int_equal(a->clipped_ns, 50 + 50);
	/* Only the whole one is a verdict. */
	assert_int_equal(a->below.count, 1);
	assert_int_equal(a->pn.count, 1);
	assert_int_equal(cpu_of(summary, 0, 0)->busy_ns, 50 + 50);
	assert_int_equal(pn_not_conserved(summary), -1);
	pn_summary_free(summary);
	pn_machine_free(machine);
	pn_events_free(&ev);
}

/* Edges belong to the window that they begin; a stay that just touches one is whole. */
static void edges(void **state)
{
	static const struct pn_window halves[] = { { 0, 200, "" }, { 200, UINT64_MAX, "" } };
	struct pn_events ev = { 0 };
	struct pn_summary *summary;

	(void)state;
	pn_events_stay(&ev, 0, 100, 200, 1);
	pn_events_stay(&ev, 0, 200, 300, 1);
	summary = pn_analyse(
		&(struct pn_analyse){ .events = &ev, .windows = halves, .nr_windows = 2 });
	for (uint32_t w = 0; w < 2; w++) {
		assert_int_equal(state_of(summary, w, 0, 1)->entries, 1);
		assert_int_equal(state_of(summary, w, 0, 1)->stay.count, 1);
		assert_int_equal(state_of(summary, w, 0, 1)->clipped, 0);
	}
	assert_int_equal(pn_not_conserved(summary), -1);
	pn_summary_free(summary);
	pn_events_free(&ev);
}

static void one_stay_over_several_windows(void **state)
{
	static const struct pn_window windows[] = { { 0, 100, "" },
						    { 150, 150, "" },
						    { 200, 300, "" },
						    { 400, 500, "" },
						    { 900, 950, "" } };
	static const uint64_t idle[] = { 50, 0, 100, 50, 0 };
	struct pn_events ev = { 0 };
	struct pn_summary *summary;

	(void)state;
	pn_events_leave(&ev, 0, 0);
	pn_events_stay(&ev, 0, 50, 450, 1);
	pn_events_leave(&ev, 1, 600);
	summary = pn_analyse(
		&(struct pn_analyse){ .events = &ev, .windows = windows, .nr_windows = 5 });
	for (uint32_t w = 0; w < 5; w++) {
		assert_int_equal(pn_stats_idle_ns(cpu_of(summary, w, 0)), idle[w]);
		assert_int_equal(summary->sections[w].nr_cpus, 2);
	}
	assert_int_equal(state_of(summary, 0, 0, 1)->entries, 1);
	assert_int_equal(state_of(summary, 2, 0, 1)->entries, 0);
	assert_int_equal(cpu_of(summary, 4, 0)->span_ns, 0);
	assert_int_equal(pn_not_conserved(summary), -1);
	pn_summary_free(summary);
	pn_events_free(&ev);
}

/* A CPU whose first idle event comes when the window is open already. */
static void a_late_first_event(void **state)
{
	static const struct pn_window windows[] = { { 0, 100, "" }, { 100, 300, "" } };
	struct pn_events ev = { 0 };
	struct pn_summary *summary;

	(void)state;
	pn_events_leave(&ev, 1, 20);
	pn_events_stay(&ev, 0, 150, 250, 1);
	summary = pn_analyse(
		&(struct pn_analyse){ .events = &ev, .windows = windows, .nr_windows = 2 });
	assert_int_equal(cpu_of(summary, 0, 0)->unknown_ns, 80);
	assert_int_equal(cpu_of(summary, 1, 0)->unknown_ns, 50);
	assert_int_equal(state_of(summary, 1, 0, 1)->stay.sum, 100);
	assert_int_equal(pn_not_conserved(summary), -1);
	pn_summary_free(summary);
	pn_events_free(&ev);
}

/* The kernel's verdict comes a little after the exit, here in the next window. */
static void a_verdict_behind_the_edge(void **state)
{
	static const struct pn_window windows[] = { { 0, 100, "" }, { 100, 300, "" } };
	struct pn_events ev = { 0 };
	struct pn_summary *summary;

	(void)state;
	pn_events_stay(&ev, 0, 10, 99, 1);
	pn_events_miss(&ev, 0, 101, 1, 1);
	pn_events_stay(&ev, 0, 200, 300, 1);
	summary = pn_analyse(
		&(struct pn_analyse){ .events = &ev, .windows = windows, .nr_windows = 2 });
	assert_int_equal(cpu_of(summary, 0, 0)->busy_ns, 1);
	assert_int_equal(cpu_of(summary, 1, 0)->busy_ns, 100);
	assert_int_equal(state_of(summary, 0, 0, 1)->miss_below, 1);
	assert_int_equal(pn_not_conserved(summary), -1);
	pn_summary_free(summary);
	pn_events_free(&ev);
}

static void bad_windows_are_refused(void **state)
{
	static const struct pn_window backwards[] = { { 10, 5, "" } };
	static const struct pn_window overlap[] = { { 0, 10, "" }, { 9, 20, "" } };
	static const struct pn_window order[] = { { 10, 20, "" }, { 0, 5, "" } };
	struct pn_params params = pn_params_default(NULL);
	int err = 0;

	(void)state;
	assert_null(pn_analysis_new(&params, NULL, backwards, 1, &err));
	assert_int_equal(err, -EINVAL);
	assert_null(pn_analysis_new(&params, NULL, overlap, 2, &err));
	assert_int_equal(err, -EINVAL);
	assert_null(pn_analysis_new(&params, NULL, order, 2, &err));
	assert_int_equal(err, -EINVAL);
}

/* --- mispredictions and powernightmares -------------------------------------------------------- */

static struct pn_summary *judge(struct pn_events *ev, const struct pn_machine *machine,
				uint64_t threshold_ns)
{
	struct pn_params params = pn_params_default(machine);

	params.threshold_ns = threshold_ns;
	return pn_analyse(
		&(struct pn_analyse){ .events = ev, .params = &params, .machine = machine });
}

static void verdicts_and_excess(void **state)
{
	struct pn_machine *machine = pn_machine_build(1, PN_COMETLAKE);
	struct pn_events ev = { 0 };
	struct pn_summary *summary;
	const struct pn_cpu_stats *cpu;

	(void)state;
	pn_events_stay(&ev, 0, 0, 359 * US, 2);			 /* above */
	pn_events_stay(&ev, 0, 1 * MS, 1 * MS + 361 * US, 1);	 /* below, excess 0 */
	pn_events_stay(&ev, 0, 2 * MS, 2 * MS + 400 * US, 1);	 /* below, excess 39 us */
	pn_events_stay(&ev, 0, 10 * MS, 10 * MS + 3222 * US, 2); /* below, excess 0 */
	pn_events_stay(&ev, 0, 20 * MS, 40 * MS, 2);		 /* powernightmare */
	pn_events_stay(&ev, 0, 50 * MS, 90 * MS, 3);		 /* deepest */
	summary = judge(&ev, machine, 4 * MS);
	cpu = cpu_of(summary, 0, 0);
	assert_true(cpu->has_table);
	assert_int_equal(cpu->states[1].below.count, 2);
	assert_int_equal(cpu->states[1].below.ns, 761 * US);
	assert_int_equal(cpu->states[1].above.count, 0);
	assert_int_equal(cpu->states[1].excess_ns, 39 * US);
	assert_int_equal(cpu->states[1].pn.count, 0);
	assert_int_equal(cpu->states[2].above.count, 1);
	assert_int_equal(cpu->states[2].above.ns, 359 * US);
	assert_int_equal(cpu->states[2].below.count, 2);
	assert_int_equal(cpu->states[2].pn.count, 1);
	assert_int_equal(cpu->states[2].pn.ns, 20 * MS);
	assert_int_equal(cpu->states[2].pn_max_ns, 20 * MS);
	assert_int_equal(cpu->states[2].excess_ns, 20 * MS - 3222 * US);
	assert_int_equal(cpu->states[3].below.count, 0);
	assert_int_equal(cpu->states[3].pn.count, 0);
	pn_summary_free(summary);
	pn_machine_free(machine);
	pn_events_free(&ev);
}

static void a_state_that_the_table_lacks(void **state)
{
	struct pn_machine *machine = pn_machine_build(1, PN_COMETLAKE);
	struct pn_events ev = { 0 };
	struct pn_summary *summary;

	(void)state;
	pn_events_stay(&ev, 0, 0, 90 * MS, 4);
	summary = judge(&ev, machine, 4 * MS);
	assert_int_equal(cpu_of(summary, 0, 0)->unlisted, 1);
	assert_int_equal(state_of(summary, 0, 0, 4)->stay.count, 1);
	assert_int_equal(state_of(summary, 0, 0, 4)->below.count, 0);
	assert_int_equal(state_of(summary, 0, 0, 4)->pn.count, 0);
	pn_summary_free(summary);
	pn_machine_free(machine);
	pn_events_free(&ev);
}

static void without_a_table_the_deepest_holds_none(void **state)
{
	struct pn_events ev = { 0 };
	struct pn_summary *summary;

	(void)state;
	pn_events_stay(&ev, 0, 0, 20 * MS, 1);
	pn_events_stay(&ev, 0, 21 * MS, 51 * MS, 2);
	pn_events_stay(&ev, 1, 0, 40 * MS, 2);
	/* The deepest state of the trace, seen on another CPU and never left. */
	pn_events_enter(&ev, 2, 50 * MS, 3);
	summary = judge(&ev, NULL, 15 * MS);
	assert_false(cpu_of(summary, 0, 0)->has_table);
	assert_int_equal(state_of(summary, 0, 0, 1)->pn.count, 1);
	assert_int_equal(state_of(summary, 0, 0, 2)->pn.count, 1);
	assert_int_equal(state_of(summary, 0, 1, 2)->pn.ns, 40 * MS);
	assert_int_equal(summary->sections[0].worst.nr, 3);
	pn_summary_free(summary);
	ev.nr--;
	summary = judge(&ev, NULL, 15 * MS);
	assert_int_equal(state_of(summary, 0, 0, 1)->pn.count, 1);
	assert_int_equal(state_of(summary, 0, 0, 2)->pn.count, 0);
	assert_int_equal(state_of(summary, 0, 0, 2)->pn_max_ns, 0);
	assert_int_equal(state_of(summary, 0, 1, 2)->pn.ns, 0);
	assert_int_equal(summary->sections[0].worst.nr, 1);
	assert_int_equal(summary->sections[0].worst.list[0].state, 1);
	pn_summary_free(summary);
	pn_events_free(&ev);
}

/* The trace shows state 3, though the window does not. */
static void the_deepest_of_the_whole_trace(void **state)
{
	static const struct pn_window window = { 100 * MS, 200 * MS, "" };
	struct pn_events ev = { 0 };
	struct pn_summary *summary;

	(void)state;
	pn_events_stay(&ev, 0, 0, 1 * MS, 3);
	pn_events_stay(&ev, 0, 110 * MS, 140 * MS, 2);
	pn_events_leave(&ev, 0, 300 * MS);
	summary = pn_analyse(
		&(struct pn_analyse){ .events = &ev, .windows = &window, .nr_windows = 1 });
	assert_int_equal(state_of(summary, 0, 0, 2)->pn.count, 1);
	pn_summary_free(summary);
	pn_events_free(&ev);
}

/* CPUs with a table keep their verdicts; only those without fall under the rule. */
static void some_cpus_without_a_table(void **state)
{
	struct pn_machine *machine = pn_machine_build(1, PN_COMETLAKE);
	struct pn_events ev = { 0 };
	struct pn_summary *summary;
	struct pn_cpu_stats total = { 0 };

	(void)state;
	pn_events_stay(&ev, 0, 0, 20 * MS, 2);
	pn_events_stay(&ev, 1, 0, 20 * MS, 2);
	pn_events_stay(&ev, 1, 30 * MS, 50 * MS, 0);
	summary = judge(&ev, machine, 15 * MS);
	assert_int_equal(state_of(summary, 0, 0, 2)->pn.count, 1);
	assert_int_equal(state_of(summary, 0, 1, 2)->pn.count, 0);
	assert_int_equal(state_of(summary, 0, 1, 0)->pn.count, 1);
	assert_int_equal(pn_section_total(summary->sections, &total), 0);
	assert_false(total.has_table);
	pn_stats_free(&total);
	pn_summary_free(summary);
	pn_machine_free(machine);
	pn_events_free(&ev);
}

static void what_ended_the_worst(void **state)
{
	struct pn_machine *machine = pn_machine_build(2, PN_COMETLAKE);
	struct pn_events ev = { 0 };
	struct pn_summary *summary;
	const struct pn_worst *worst;

	(void)state;
	for (uint64_t i = 0; i < 12; i++) {
		pn_events_stay(&ev, i % 2, i * 100 * MS, i * 100 * MS + (20 + i) * MS, 1);
		pn_events_wake(&ev, i % 2, i * 100 * MS + (20 + i) * MS + 1, PN_WAKE_IRQ, 30 + i);
		pn_events_switch(&ev, i % 2, i * 100 * MS + (20 + i) * MS + 2, 1000 + i);
	}
	summary = judge(&ev, machine, 4 * MS);
	worst = &summary->sections[0].worst;
	assert_int_equal(worst->nr, PN_WORST_NR);
	for (uint32_t i = 0; i < worst->nr; i++) {
		const struct pn_nightmare *n = &worst->list[i];

		assert_int_equal(n->length_ns, (31 - i) * MS);
		assert_int_equal(n->cpu, (11 - i) % 2);
		assert_int_equal(n->start_ns, (11 - i) * 100 * MS);
		assert_int_equal(n->state, 1);
		assert_int_equal(n->ended_by, PN_WAKE_IRQ);
		assert_int_equal(n->number, 41 - i);
		assert_int_equal(n->next_pid, 1011 - i);
	}
	pn_summary_free(summary);
	pn_machine_free(machine);
	pn_events_free(&ev);
}

/* --- chains ------------------------------------------------------------------------------------ */

/* Each stay 1 ms in state 1, 10 us awake; 6 of them make 6.05 ms. */
static void add_ticks(struct pn_events *ev, uint64_t from_ns, uint64_t nr)
{
	for (uint64_t i = 0; i < nr; i++)
		pn_events_stay(ev, 0, from_ns + i * 1010 * US, from_ns + i * 1010 * US + 1000 * US,
			       1);
}

static void chains_of_ticks(void **state)
{
	struct pn_machine *machine = pn_machine_build(1, PN_COMETLAKE);
	struct pn_events ev = { 0 };
	struct pn_summary *summary;
	const struct pn_state_stats *s;

	(void)state;
	add_ticks(&ev, 0, 6);
	add_ticks(&ev, 20 * MS, 3); /* too short */
	add_ticks(&ev, 40 * MS, 8); /* 8.07 ms, up to the end */
	summary = judge(&ev, machine, 4 * MS);
	s = state_of(summary, 0, 0, 1);
	assert_int_equal(s->pn.count, 0);
	assert_int_equal(s->chain.count, 2);
	assert_int_equal(s->chain.ns, 6050 * US + 8070 * US);
	assert_int_equal(s->chain_max_ns, 8070 * US);
	pn_summary_free(summary);
	/* Without a table chains are not available. */
	summary = judge(&ev, NULL, 4 * MS);
	assert_int_equal(state_of(summary, 0, 0, 1)->chain.count, 0);
	pn_summary_free(summary);
	pn_machine_free(machine);
	pn_events_free(&ev);
}

/* What stands between the two halves of a chain, and whether it is still one. */
struct between {
	const char *what;
	void (*add)(struct pn_events *ev, uint64_t ts_ns);
	uint64_t pause_ns;
	uint64_t chains;
};

static void add_nothing(struct pn_events *ev, uint64_t ts_ns)
{
	(void)ev;
	(void)ts_ns;
}

static void add_switch(struct pn_events *ev, uint64_t ts_ns)
{
	pn_events_switch(ev, 0, ts_ns, 7);
}

static void add_loss(struct pn_events *ev, uint64_t ts_ns)
{
	pn_events_lost(ev, 0, ts_ns, ts_ns, 1);
}

static void add_stray(struct pn_events *ev, uint64_t ts_ns)
{
	pn_events_leave(ev, 0, ts_ns);
}

static void add_reentered(struct pn_events *ev, uint64_t ts_ns)
{
	pn_events_enter(ev, 0, ts_ns, 1);
}

static void add_deepest(struct pn_events *ev, uint64_t ts_ns)
{
	pn_events_stay(ev, 0, ts_ns, ts_ns + 1, 3);
}

static void add_unlisted(struct pn_events *ev, uint64_t ts_ns)
{
	pn_events_stay(ev, 0, ts_ns, ts_ns + 1, 9);
}

static void add_shallow(struct pn_events *ev, uint64_t ts_ns)
{
	pn_events_stay(ev, 0, ts_ns, ts_ns + 1, 2);
}

static void add_wake(struct pn_events *ev, uint64_t ts_ns)
{
	pn_events_wake(ev, 0, ts_ns, PN_WAKE_TIMER, 0);
	pn_events_miss(ev, 0, ts_ns, 1, 1);
	pn_events_mark(ev, 0, ts_ns, "text");
}

static void what_ends_a_chain(void **state)
{
	static const struct between cases[] = {
		{ "nothing", add_nothing, 50 * US, 1 },	    { "limit", add_nothing, 100 * US, 1 },
		{ "pause", add_nothing, 100 * US + 1, 0 },  { "switch", add_switch, 50 * US, 0 },
		{ "loss", add_loss, 50 * US, 0 },	    { "stray exit", add_stray, 50 * US, 0 },
		{ "reentered", add_reentered, 50 * US, 0 }, { "deepest", add_deepest, 50 * US, 0 },
		{ "unlisted", add_unlisted, 50 * US, 0 },   { "shallow", add_shallow, 50 * US, 1 },
		{ "wake", add_wake, 50 * US, 1 },
	};
	struct pn_machine *machine = pn_machine_build(1, PN_COMETLAKE);

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct pn_events ev = { 0 };
		struct pn_summary *summary;

		add_ticks(&ev, 0, 3); /* 3.02 ms, and again */
		cases[i].add(&ev, 3020 * US + 10 * US);
		add_ticks(&ev, 3020 * US + cases[i].pause_ns, 3);
		summary = judge(&ev, machine, 4 * MS);
		if (state_of(summary, 0, 0, 1)->chain.count != cases[i].chains)
			fail_msg("%s", cases[i].what);
		assert_int_equal(pn_not_conserved(summary), -1);
		pn_summary_free(summary);
		pn_events_free(&ev);
	}
	pn_machine_free(machine);
}

/* The last stay of a chain may be a deep one, and counts to its length. */
static void a_chain_ends_deep(void **state)
{
	struct pn_machine *machine = pn_machine_build(1, PN_COMETLAKE);
	struct pn_events ev = { 0 };
	struct pn_summary *summary;

	(void)state;
	add_ticks(&ev, 0, 3);
	pn_events_stay(&ev, 0, 3030 * US, 5030 * US, 3);
	add_ticks(&ev, 5040 * US, 1);
	summary = judge(&ev, machine, 4 * MS);
	assert_int_equal(state_of(summary, 0, 0, 1)->chain.count, 1);
	assert_int_equal(state_of(summary, 0, 0, 1)->chain.ns, 5030 * US);
	pn_summary_free(summary);
	pn_machine_free(machine);
	pn_events_free(&ev);
}

static void an_edge_ends_a_chain(void **state)
{
	static const struct pn_window halves[] = { { 0, 5500 * US, "" },
						   { 5500 * US, UINT64_MAX, "" } };
	struct pn_machine *machine = pn_machine_build(1, PN_COMETLAKE);
	struct pn_params params = pn_params_default(NULL);
	struct pn_events ev = { 0 };
	struct pn_summary *summary;

	(void)state;
	params.threshold_ns = 4 * MS;
	add_ticks(&ev, 0, 12);
	summary = pn_analyse(&(struct pn_analyse){ .events = &ev,
						   .params = &params,
						   .machine = machine,
						   .windows = halves,
						   .nr_windows = 2 });
	/* Five whole stays before the edge, one over it, six after it. */
	assert_int_equal(state_of(summary, 0, 0, 1)->chain.ns, 5040 * US);
	assert_int_equal(state_of(summary, 1, 0, 1)->chain.ns, 6050 * US);
	pn_summary_free(summary);
	pn_machine_free(machine);
	pn_events_free(&ev);
}

/* --- what ended a stay, and the kernel's verdict ------------------------------------------------ */

static void causes(void **state)
{
	struct pn_events ev = { 0 };
	struct pn_summary *summary;
	const struct pn_state_stats *s;

	(void)state;
	pn_events_stay(&ev, 0, 0, 10, 1);
	pn_events_wake(&ev, 0, 11, PN_WAKE_TIMER, 0);
	pn_events_wake(&ev, 0, 12, PN_WAKE_IRQ, 5); /* the first one counts */
	pn_events_enter(&ev, 0, 20, 1);
	pn_events_wake(&ev, 0, 29, PN_WAKE_IPI, 0); /* inside the stay */
	pn_events_leave(&ev, 0, 30);
	pn_events_wake(&ev, 0, 31, PN_WAKE_TASK, 0);
	pn_events_stay(&ev, 0, 40, 50, 1); /* nothing follows it */
	pn_events_enter(&ev, 0, 60, 1);
	pn_events_wake(&ev, 0, 61, PN_WAKE_TASK, 0); /* of a stay that is never completed */
	pn_events_lost(&ev, 0, 62, 63, 1);
	pn_events_leave(&ev, 0, 64);
	pn_events_wake(&ev, 0, 65, PN_WAKE_TASK, 0);
	pn_events_stay(&ev, 0, 70, 80, 1);
	pn_events_lost(&ev, 0, 81, 82, 1); /* the cause may be in the hole */
	pn_events_wake(&ev, 0, 83, PN_WAKE_TASK, 0);
	pn_events_stay(&ev, 0, 90, 95, 1);
	pn_events_leave(&ev, 0, 97); /* of another stay */
	pn_events_wake(&ev, 0, 98, PN_WAKE_TASK, 0);
	summary = pn_analyse(&(struct pn_analyse){ .events = &ev });
	s = state_of(summary, 0, 0, 1);
	assert_int_equal(s->stay.count, 5);
	assert_int_equal(s->wakes[PN_WAKE_TIMER], 1);
	assert_int_equal(s->wakes[PN_WAKE_IRQ], 0);
	assert_int_equal(s->wakes[PN_WAKE_IPI], 1);
	assert_int_equal(s->wakes[PN_WAKE_TASK], 0);
	assert_int_equal(s->wakes[PN_WAKE_UNKNOWN], 3);
	assert_true(cpu_of(summary, 0, 0)->wakes);
	pn_summary_free(summary);
	pn_events_free(&ev);
}

static void the_kernels_verdict(void **state)
{
	struct pn_events ev = { 0 };
	struct pn_summary *summary;
	const struct pn_cpu_stats *cpu;

	(void)state;
	pn_events_stay(&ev, 0, 0, 10, 1);
	pn_events_miss(&ev, 0, 11, 1, 1);
	pn_events_stay(&ev, 0, 20, 30, 2);
	pn_events_miss(&ev, 0, 31, 2, 0);
	pn_events_miss(&ev, 0, 31, 7, 0);
	pn_events_miss(&ev, 0, 32, -1, 0);
	pn_events_miss(&ev, 0, 32, PN_STATE_LIMIT, 0);
	summary = pn_analyse(&(struct pn_analyse){ .events = &ev });
	cpu = cpu_of(summary, 0, 0);
	assert_int_equal(cpu->miss_events, 3);
	assert_int_equal(cpu->states[1].miss_below, 1);
	assert_int_equal(cpu->states[1].miss_above, 0);
	assert_int_equal(cpu->states[2].miss_above, 1);
	assert_int_equal(cpu->states[7].miss_above, 1);
	pn_summary_free(summary);
	pn_events_free(&ev);
}

/* --- bins, listings, limits --------------------------------------------------------------------- */

static void bins_over_time(void **state)
{
	struct pn_machine *machine = pn_machine_build(1, PN_COMETLAKE);
	struct pn_params params = pn_params_default(NULL);
	struct pn_events ev = { 0 };
	struct pn_summary *summary;
	const struct pn_bins *bins;

	(void)state;
	params.threshold_ns = 4 * MS;
	params.bin_ns = 10 * MS;
	params.bin_origin_ns = 100 * MS;
	pn_events_stay(&ev, 0, 100 * MS, 101 * MS, 1); /* below */
	pn_events_stay(&ev, 0, 105 * MS, 125 * MS, 1); /* powernightmare, over three bins */
	pn_events_stay(&ev, 0, 128 * MS, 129 * MS, 3); /* above */
	pn_events_enter(&ev, 0, 138 * MS, 2);	       /* tail, over two bins */
	pn_events_mark(&ev, 0, 145 * MS, "");
	summary = pn_analyse(
		&(struct pn_analyse){ .events = &ev, .params = &params, .machine = machine });
	bins = &cpu_of(summary, 0, 0)->bins;
	assert_true(bins->nr_bins >= 5);
#define BIN(i, s) (&bins->bins[(i)*bins->nr_states + (s)])
	assert_int_equal(BIN(0, 1)->entries, 2);
	assert_int_equal(BIN(0, 1)->completed, 1);
	assert_int_equal(BIN(0, 1)->idle_ns, 6 * MS);
	assert_int_equal(BIN(1, 1)->idle_ns, 10 * MS);
	assert_int_equal(BIN(1, 1)->completed, 0);
	assert_int_equal(BIN(2, 1)->idle_ns, 5 * MS);
	assert_int_equal(BIN(2, 1)->below, 1);
	assert_int_equal(BIN(2, 1)->pn, 1);
	assert_int_equal(BIN(2, 3)->above, 1);
	assert_int_equal(BIN(2, 3)->below, 0);
	assert_int_equal(BIN(3, 2)->entries, 1);
	assert_int_equal(BIN(3, 2)->idle_ns, 2 * MS);
	assert_int_equal(BIN(4, 2)->idle_ns, 5 * MS);
#undef BIN
	pn_summary_free(summary);
	pn_machine_free(machine);
	pn_events_free(&ev);
}

static void too_many_bins(void **state)
{
	struct pn_params params = pn_params_default(NULL);
	struct pn_events ev = { 0 };
	struct pn_analysis *analysis;
	int err;

	(void)state;
	params.bin_ns = 1;
	pn_events_stay(&ev, 0, 0, PN_BINS_MAX + UINT64_C(10), 1);
	analysis = pn_analysis_new(&params, NULL, NULL, 0, &err);
	assert_int_equal(pn_analysis_feed(analysis, ev.list, ev.nr), -E2BIG);
	pn_analysis_free(analysis);
	pn_events_free(&ev);
}

static void cpus_out_of_range(void **state)
{
	struct pn_params params = pn_params_default(NULL);
	struct pn_analysis *analysis;
	int err;

	(void)state;
	analysis = pn_analysis_new(&params, NULL, NULL, 0, &err);
	assert_null(pn_analysis_cpu(analysis, PN_CPU_LIMIT));
	assert_null(pn_analysis_cpu(analysis, UINT32_MAX));
	assert_non_null(pn_analysis_cpu(analysis, PN_CPU_LIMIT - 1));
	assert_ptr_equal(pn_analysis_cpu(analysis, 3), pn_analysis_cpu(analysis, 3));
	pn_analysis_free(analysis);
	pn_analysis_free(NULL);
}

struct listing {
	char verdicts[32];
	uint32_t nr;
	int err;
};

static int list_stay(void *ctx, uint32_t cpu, const struct pn_span *span, char verdict)
{
	struct listing *listing = ctx;

	assert_int_equal(cpu, 2);
	assert_true(span->kind < PN_SPAN_BUSY);
	listing->verdicts[listing->nr++] = verdict;
	return listing->nr == 4 ? listing->err : 0;
}

static void every_stay_is_shown(void **state)
{
	struct pn_machine *machine = pn_machine_build(3, PN_COMETLAKE);
	struct pn_params params = pn_params_default(NULL);
	struct listing listing = { .err = 0 };
	struct pn_events ev = { 0 };
	struct pn_analysis *analysis;
	struct pn_summary *summary;
	int err;

	(void)state;
	pn_events_stay(&ev, 2, 0, 100 * US, 2);
	pn_events_stay(&ev, 2, 1 * MS, 2 * MS, 1);
	pn_events_stay(&ev, 2, 3 * MS, 30 * MS, 1);
	pn_events_stay(&ev, 2, 31 * MS, 31 * MS + 500, 0);
	pn_events_enter(&ev, 2, 32 * MS, 1);
	pn_events_enter(&ev, 2, 33 * MS, 1);
	for (int fails = 0; fails < 2; fails++) {
		listing = (struct listing){ .err = fails ? -EPIPE : 0 };
		analysis = pn_analysis_new(&params, machine, NULL, 0, &err);
		pn_analysis_watch(analysis, list_stay, &listing);
		assert_int_equal(pn_analysis_feed(analysis, ev.list, ev.nr), listing.err);
		if (!fails) {
			summary = pn_analysis_finish(analysis, 0, 40 * MS, &err);
			assert_non_null(summary);
			pn_summary_free(summary);
			assert_string_equal(listing.verdicts, "abn---");
		} else {
			assert_string_equal(listing.verdicts, "abn-");
		}
		pn_analysis_free(analysis);
	}
	pn_machine_free(machine);
	pn_events_free(&ev);
}

/* A trace that begins within a stay has the kernel's verdict on it: that counts, to the event. */
static void verdicts_count_to_the_event(void **state)
{
	struct pn_machine *machine = pn_machine_build(1, PN_COMETLAKE);
	struct pn_params params = pn_params_default(NULL);
	struct pn_events events = { 0 };
	struct pn_analysis *analysis;
	struct pn_summary *summary;
	const struct pn_state_stats *c3;
	int err;

	(void)state;
	params.verdicts = PN_VERDICTS_KERNEL;
	pn_events_leave(&events, 0, 1000);
	pn_events_miss(&events, 0, 1001, 3, 0);
	pn_events_stay(&events, 0, 2000, 3000, 3);
	pn_events_miss(&events, 0, 3001, 3, 0);
	analysis = pn_analysis_new(&params, machine, NULL, 0, &err);
	assert_int_equal(pn_analysis_feed(analysis, events.list, events.nr), 0);
	summary = pn_analysis_finish(analysis, 0, 4000, &err);
	assert_non_null(summary);
	c3 = &summary->sections[0].cpus[0].states[3];
	assert_int_equal(summary->params.verdicts, PN_VERDICTS_KERNEL);
	assert_int_equal(c3->stay.count, 1);
	assert_int_equal(c3->above.count, 2);
	assert_int_equal(c3->above.ns, 1000);
	assert_int_equal(c3->rule_above, 1);
	pn_summary_free(summary);
	pn_analysis_free(analysis);
	pn_events_free(&events);
	pn_machine_free(machine);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(verdicts_count_to_the_event),
		cmocka_unit_test(every_kind_of_stay),
		cmocka_unit_test(a_cpu_without_idle_events_is_unknown),
		cmocka_unit_test(no_events_at_all),
		cmocka_unit_test(no_time_awake),
		cmocka_unit_test(a_tail_that_began_with_a_step),
		cmocka_unit_test(states_past_belief),
		cmocka_unit_test(a_step_back_over_a_hole),
		cmocka_unit_test(a_window_clips),
		cmocka_unit_test(edges),
		cmocka_unit_test(one_stay_over_several_windows),
		cmocka_unit_test(a_late_first_event),
		cmocka_unit_test(a_verdict_behind_the_edge),
		cmocka_unit_test(bad_windows_are_refused),
		cmocka_unit_test(verdicts_and_excess),
		cmocka_unit_test(a_state_that_the_table_lacks),
		cmocka_unit_test(without_a_table_the_deepest_holds_none),
		cmocka_unit_test(the_deepest_of_the_whole_trace),
		cmocka_unit_test(some_cpus_without_a_table),
		cmocka_unit_test(what_ended_the_worst),
		cmocka_unit_test(chains_of_ticks),
		cmocka_unit_test(what_ends_a_chain),
		cmocka_unit_test(a_chain_ends_deep),
		cmocka_unit_test(an_edge_ends_a_chain),
		cmocka_unit_test(causes),
		cmocka_unit_test(the_kernels_verdict),
		cmocka_unit_test(bins_over_time),
		cmocka_unit_test(too_many_bins),
		cmocka_unit_test(cpus_out_of_range),
		cmocka_unit_test(every_stay_is_shown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
