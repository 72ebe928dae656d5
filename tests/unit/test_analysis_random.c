// SPDX-License-Identifier: GPL-2.0-only
/*
 * Properties of the analysis over random traces: it agrees with the plain model in every figure,
 * time is conserved, and parts make the whole. Times are small numbers, so that events meet edges.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "support/analyse.h"
#include "support/machine_builder.h"
#include "support/model.h"
#include "support/random.h"
#include "support/stats_fields.h"

#define ROUNDS 1500
#define END_NS 3000

/** struct trace - a random trace and what it is analysed with */
struct trace {
	struct pn_events events;
	struct pn_machine *machine;
	struct pn_params params;
	struct pn_window windows[6];
	uint32_t nr_windows;
	uint64_t first_ns;
	uint64_t last_ns;
};

static const uint32_t cpus[] = { 0, 1, 5 };

static struct pn_machine *random_machine(uint64_t *seed)
{
	struct pn_machine *machine;

	if (!pn_random_below(seed, 3))
		return NULL;
	/* CPU 5 has no table where there are fewer than six. */
	machine = pn_machine_build(pn_random_below(seed, 2) ? 6 : 2, "A:0:0 B:0:0 C:0:0 D:0:0");
	for (uint32_t i = 0; i < 4; i++) {
		struct pn_idle_state *s = &machine->tables[0].states[i];

		s->exit_latency_ns = pn_random_below(seed, 4 + i);
		s->target_residency_ns = i * pn_random_below(seed, 12);
		s->disabled = !pn_random_below(seed, 6);
	}
	return machine;
}

static void random_windows(struct trace *trace, uint64_t *seed)
{
	uint64_t at_ns = 0;

	trace->nr_windows = (uint32_t)pn_random_below(seed, 6);
	for (uint32_t i = 0; i < trace->nr_windows; i++) {
		struct pn_window *window = &trace->windows[i];

		if (pn_random_below(seed, 2))
			at_ns += pn_random_below(seed, END_NS / 3);
		window->from_ns = at_ns;
		if (pn_random_below(seed, 6))
			at_ns += pn_random_below(seed, END_NS / 3);
		window->to_ns = at_ns;
	}
	if (!trace->nr_windows) {
		trace->windows[0] = (struct pn_window){ 0, UINT64_MAX, "" };
		trace->nr_windows = 1;
	}
}

static void random_idle(struct pn_events *events, uint32_t cpu, uint64_t ts_ns, int32_t *state,
			uint64_t *seed)
{
	int32_t left = *state;

	/* Mostly entry and exit by turns, now and then whatever comes. */
	if (!pn_random_below(seed, 12))
		*state = (int32_t)pn_random_below(seed, 6) - 1;
	else if (!pn_random_below(seed, 40))
		*state = PN_STATE_LIMIT;
	else
		*state = *state < 0 ? (int32_t)pn_random_below(seed, 5) : PN_STATE_EXIT;
	pn_events_enter(events, cpu, ts_ns, *state);
	if (*state == PN_STATE_EXIT && left >= 0 && !pn_random_below(seed, 3))
		pn_events_miss(events, cpu, ts_ns, left, (uint32_t)pn_random_below(seed, 2));
}

static void random_other(struct pn_events *events, uint32_t cpu, uint64_t ts_ns, uint64_t *seed)
{
	uint64_t before_ns = pn_random_below(seed, 30);

	switch (pn_random_below(seed, 5)) {
	case 0:
		pn_events_lost(events, cpu, ts_ns > before_ns ? ts_ns - before_ns : ts_ns + 3,
			       ts_ns, pn_random_below(seed, 3) ? before_ns : PN_LOST_UNKNOWN);
		break;
	case 1:
		pn_events_miss(events, cpu, ts_ns, (int32_t)pn_random_below(seed, 5),
			       (uint32_t)pn_random_below(seed, 2));
		break;
	case 2:
		pn_events_switch(events, cpu, ts_ns, (uint32_t)pn_random_below(seed, 99) + 1);
		break;
	case 3:
		pn_events_wake(events, cpu, ts_ns, 1 + (uint32_t)pn_random_below(seed, 4),
			       (uint32_t)pn_random_below(seed, 9));
		break;
	default:
		pn_events_mark(events, cpu, ts_ns, "pn:phase");
		break;
	}
}

static void random_events(struct trace *trace, uint64_t *seed)
{
	uint64_t ts_ns = pn_random_below(seed, 200);
	uint64_t others = 2 + pn_random_below(seed, 20);
	uint64_t busiest = pn_random_below(seed, 3);
	int32_t states[3] = { -1, -1, -1 };

	trace->first_ns = ts_ns;
	trace->last_ns = ts_ns;
	while (ts_ns < END_NS) {
		uint64_t i = pn_random_below(seed, 2) ? busiest : pn_random_below(seed, 3);

		ts_ns += pn_random_below(seed, 4) ? pn_random_below(seed, 8)
						  : pn_random_below(seed, 120);
		if (!pn_random_below(seed, 25) && ts_ns > 50)
			ts_ns -= pn_random_below(seed, 50);
		if (pn_random_below(seed, others))
			random_idle(&trace->events, cpus[i], ts_ns, &states[i], seed);
		else
			random_other(&trace->events, cpus[i], ts_ns, seed);
		trace->first_ns = ts_ns < trace->first_ns ? ts_ns : trace->first_ns;
		trace->last_ns = ts_ns > trace->last_ns ? ts_ns : trace->last_ns;
	}
}

static void trace_make(struct trace *trace, uint64_t *seed)
{
	memset(trace, 0, sizeof(*trace));
	trace->machine = random_machine(seed);
	trace->params = pn_params_default(NULL);
	trace->params.threshold_ns = 5 + pn_random_below(seed, 40);
	trace->params.chain_gap_ns = pn_random_below(seed, 20);
	trace->params.worst_nr = (uint32_t)pn_random_below(seed, 6);
	trace->params.verdicts = pn_random_below(seed, 2) ? PN_VERDICTS_KERNEL : PN_VERDICTS_LENGTH;
	if (pn_random_below(seed, 2)) {
		trace->params.bin_ns = 50 + pn_random_below(seed, 400);
		trace->params.bin_origin_ns = pn_random_below(seed, 400);
	}
	random_windows(trace, seed);
	random_events(trace, seed);
}

static void trace_free(struct trace *trace)
{
	pn_machine_free(trace->machine);
	pn_events_free(&trace->events);
}

static struct pn_analyse input_of(const struct trace *trace)
{
	return (struct pn_analyse){
		.events = &trace->events,
		.params = &trace->params,
		.machine = trace->machine,
		.windows = trace->windows,
		.nr_windows = trace->nr_windows,
		.has_ends = true,
		.first_ns = trace->first_ns,
		.last_ns = trace->last_ns,
	};
}

/* --- properties -------------------------------------------------------------------------------- */

static void assert_worst_equal(const struct pn_worst *got, const struct pn_worst *want, int round)
{
	if (got->nr != want->nr)
		fail_msg("round %d: %u of %u worst", round, got->nr, want->nr);
	if (want->nr)
		assert_memory_equal(got->list, want->list, want->nr * sizeof(*want->list));
}

static void as_the_model(void **state)
{
	uint64_t seed = 10;

	(void)state;
	for (int round = 0; round < ROUNDS; round++) {
		struct pn_summary *summary;
		struct pn_analyse input;
		struct trace trace;

		trace_make(&trace, &seed);
		input = input_of(&trace);
		summary = pn_analyse(&input);
		for (uint32_t w = 0; w < summary->nr_sections; w++) {
			const struct pn_section *section = &summary->sections[w];
			struct pn_worst worst = { .room = trace.params.worst_nr };

			for (uint32_t c = 0; c < section->nr_cpus; c++) {
				struct pn_cpu_stats want = { 0 };
				const char *difference;

				pn_model(&input, section->cpus[c].cpu, &trace.windows[w],
					 trace.first_ns, trace.last_ns, &want, &worst);
				difference = pn_stats_difference(&section->cpus[c], &want);
				if (difference)
					fail_msg("round %d, window %u, CPU %u: %s", round, w,
						 section->cpus[c].cpu, difference);
				pn_stats_free(&want);
			}
			assert_worst_equal(&section->worst, &worst, round);
			pn_worst_free(&worst);
		}
		pn_summary_free(summary);
		trace_free(&trace);
	}
}

/* The kinds of stays of one state; a tail that began with a step back is negative as well. */
static void assert_stays_add_up(const struct pn_state_stats *s)
{
	uint64_t kinds = s->stay.count + s->tail + s->lost + s->reentered + s->negative;
	uint64_t causes = 0;

	assert_in_range(kinds, s->entries, s->entries + s->tail);
	for (int i = 0; i < PN_WAKE_NR; i++)
		causes += s->wakes[i];
	assert_int_equal(causes, s->stay.count);
	assert_true(s->rule_above + s->rule_below <= s->stay.count);
	assert_true(s->pn.count <= s->stay.count);
}

static void time_and_stays_are_conserved(void **state)
{
	uint64_t seed = 11;

	(void)state;
	for (int round = 0; round < ROUNDS; round++) {
		struct pn_summary *summary;
		struct pn_analyse input;
		struct trace trace;

		trace_make(&trace, &seed);
		input = input_of(&trace);
		summary = pn_analyse(&input);
		assert_int_equal(pn_not_conserved(summary), -1);
		pn_summary_free(summary);
		input.nr_windows = 0;
		summary = pn_analyse(&input);
		assert_int_equal(pn_not_conserved(summary), -1);
		for (uint32_t c = 0; c < summary->sections[0].nr_cpus; c++) {
			const struct pn_cpu_stats *cpu = &summary->sections[0].cpus[c];

			for (uint32_t s = 0; s < cpu->nr_states; s++)
				assert_stays_add_up(&cpu->states[s]);
		}
		pn_summary_free(summary);
		trace_free(&trace);
	}
}

/* What two halves hold less of than the whole: the stays that the edge between them cuts. */
static void assert_halves(const struct pn_cpu_stats *whole, const struct pn_cpu_stats *sum)
{
	uint64_t cut = 0;

	for (const struct pn_stats_field *f = pn_cpu_fields; f->name; f++)
		assert_int_equal(*pn_stats_field_at(whole, f), *pn_stats_field_at(sum, f));
	for (uint32_t i = 0; i < whole->nr_states; i++) {
		const struct pn_state_stats *w = &whole->states[i], *h = &sum->states[i];

		assert_int_equal(w->entries, h->entries);
		assert_int_equal(pn_state_idle_ns(w), pn_state_idle_ns(h));
		assert_int_equal(w->tail, h->tail);
		assert_int_equal(w->tail_ns, h->tail_ns);
		assert_int_equal(w->lost, h->lost);
		assert_int_equal(w->reentered, h->reentered);
		assert_int_equal(w->negative, h->negative);
		assert_int_equal(w->miss_above, h->miss_above);
		assert_int_equal(w->miss_below, h->miss_below);
		assert_int_equal(w->clipped, 0);
		assert_in_range(w->stay.count - h->stay.count, 0, 1);
		cut += w->stay.count - h->stay.count;
		assert_in_range(h->clipped, 2 * (w->stay.count - h->stay.count),
				2 * (w->stay.count - h->stay.count) + 1);
		assert_true(w->pn.count - h->pn.count <= 1);
	}
	assert_true(cut <= 1);
}

static void halves_make_the_whole(void **state)
{
	uint64_t seed = 12;

	(void)state;
	for (int round = 0; round < ROUNDS; round++) {
		uint64_t middle_ns = pn_random_below(&seed, END_NS + 100);
		struct pn_window halves[2] = { { 0, middle_ns, "" },
					       { middle_ns, UINT64_MAX, "" } };
		struct pn_summary *whole, *parts;
		struct pn_analyse input;
		struct trace trace;

		trace_make(&trace, &seed);
		input = input_of(&trace);
		input.nr_windows = 0;
		whole = pn_analyse(&input);
		input.windows = halves;
		input.nr_windows = 2;
		parts = pn_analyse(&input);
		for (uint32_t c = 0; c < whole->sections[0].nr_cpus; c++) {
			struct pn_cpu_stats sum = { 0 };

			for (int i = 0; i < 2; i++)
				assert_int_equal(pn_stats_merge(&sum, &parts->sections[i].cpus[c]),
						 0);
			assert_halves(&whole->sections[0].cpus[c], &sum);
			pn_stats_free(&sum);
		}
		pn_summary_free(whole);
		pn_summary_free(parts);
		trace_free(&trace);
	}
}

/* Feeds the CPUs one after the other, each in batches, the last CPU first. */
static struct pn_summary *analyse_by_cpu(const struct trace *trace, uint64_t *seed)
{
	struct pn_analysis *analysis;
	struct pn_summary *summary;
	int err;

	analysis = pn_analysis_new(&trace->params, trace->machine, trace->windows,
				   trace->nr_windows, &err);
	assert_non_null(analysis);
	for (int i = 2; i >= 0; i--) {
		struct pn_events own = { 0 };
		size_t at = 0, nr;

		for (size_t e = 0; e < trace->events.nr; e++) {
			if (trace->events.list[e].cpu == cpus[i])
				pn_events_add(&own, trace->events.list[e]);
		}
		for (; at < own.nr; at += nr) {
			nr = 1 + pn_random_below(seed, 40);
			nr = nr > own.nr - at ? own.nr - at : nr;
			assert_int_equal(pn_cpu_analysis_feed(pn_analysis_cpu(analysis, cpus[i]),
							      &own.list[at], nr),
					 0);
		}
		pn_events_free(&own);
	}
	summary = pn_analysis_finish(analysis, trace->first_ns, trace->last_ns, &err);
	assert_non_null(summary);
	pn_analysis_free(analysis);
	return summary;
}

static void the_order_of_cpus_does_not_matter(void **state)
{
	uint64_t seed = 13;

	(void)state;
	for (int round = 0; round < ROUNDS; round++) {
		struct pn_summary *a, *b;
		struct pn_analyse input;
		struct trace trace;

		trace_make(&trace, &seed);
		input = input_of(&trace);
		a = pn_analyse(&input);
		b = analyse_by_cpu(&trace, &seed);
		for (uint32_t w = 0; w < a->nr_sections; w++) {
			assert_int_equal(a->sections[w].nr_cpus, b->sections[w].nr_cpus);
			for (uint32_t c = 0; c < a->sections[w].nr_cpus; c++)
				assert_null(pn_stats_difference(&a->sections[w].cpus[c],
								&b->sections[w].cpus[c]));
			assert_worst_equal(&a->sections[w].worst, &b->sections[w].worst, round);
		}
		pn_summary_free(a);
		pn_summary_free(b);
		trace_free(&trace);
	}
}

/** struct last - what came last of a CPU, and where it stands: one more than its index */
struct last {
	size_t entry;
	size_t stay; /* whole, and without a verdict */
};

/* What a reader may do: entry, exit and verdict that follow one another on a CPU come as one. */
static void fold_stays(const struct pn_events *events, struct pn_events *folded, uint64_t *seed)
{
	struct last lasts[6] = { 0 };

	for (size_t i = 0; i < events->nr; i++) {
		const struct pn_event *event = &events->list[i];
		struct last *last = &lasts[event->cpu], before = *last;
		struct pn_event *entry = before.entry ? &folded->list[before.entry - 1] : NULL;
		struct pn_event *stay = before.stay ? &folded->list[before.stay - 1] : NULL;

		*last = (struct last){ 0 };
		if (event->kind == PN_EV_MISS && stay &&
		    event->u.miss.state == stay->u.stay.state) {
			stay->op = event->u.miss.below ? PN_MISS_BELOW : PN_MISS_ABOVE;
		} else if (event->kind == PN_EV_IDLE && event->u.state == PN_STATE_EXIT && entry &&
			   event->ts_ns >= entry->ts_ns && pn_random_below(seed, 8)) {
			entry->kind = PN_EV_STAY;
			entry->u.stay.state = entry->u.state;
			entry->u.stay.end_ns = event->ts_ns;
			last->stay = before.entry;
		} else {
			pn_events_add(folded, *event);
			if (event->kind == PN_EV_IDLE && event->u.state >= 0)
				last->entry = folded->nr;
		}
	}
}

static void stays_may_come_whole(void **state)
{
	uint64_t seed = 14;

	(void)state;
	for (int round = 0; round < ROUNDS; round++) {
		struct pn_events folded = { 0 };
		struct pn_summary *a, *b;
		struct pn_analyse input;
		struct trace trace;

		trace_make(&trace, &seed);
		fold_stays(&trace.events, &folded, &seed);
		assert_true(folded.nr < trace.events.nr);
		input = input_of(&trace);
		a = pn_analyse(&input);
		input.events = &folded;
		b = pn_analyse(&input);
		for (uint32_t w = 0; w < a->nr_sections; w++) {
			for (uint32_t c = 0; c < a->sections[w].nr_cpus; c++) {
				const char *difference = pn_stats_difference(
					&a->sections[w].cpus[c], &b->sections[w].cpus[c]);

				if (difference)
					fail_msg("round %d, window %u, CPU %u: %s", round, w,
						 a->sections[w].cpus[c].cpu, difference);
			}
		}
		pn_summary_free(a);
		pn_summary_free(b);
		pn_events_free(&folded);
		trace_free(&trace);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(as_the_model),
		cmocka_unit_test(time_and_stays_are_conserved),
		cmocka_unit_test(halves_make_the_whole),
		cmocka_unit_test(the_order_of_cpus_does_not_matter),
		cmocka_unit_test(stays_may_come_whole),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
