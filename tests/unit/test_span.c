// SPDX-License-Identifier: GPL-2.0-only
/* From events to spans: every kind, steps of the clock, losses, and no nanosecond astray. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "core/span.h"
#include "support/random.h"

static void assert_span(const struct pn_span *span, uint64_t start_ns, uint64_t end_ns,
			enum pn_span_kind kind)
{
	assert_int_equal(span->start_ns, start_ns);
	assert_int_equal(span->end_ns, end_ns);
	assert_int_equal(span->kind, kind);
}

static void assert_stay(const struct pn_span *span, uint64_t start_ns, uint64_t end_ns,
			enum pn_span_kind kind, int32_t state)
{
	assert_span(span, start_ns, end_ns, kind);
	assert_int_equal(span->state, state);
}

static void a_stay_between_two_busy_spans(void **state)
{
	struct pn_track track = { 0 };
	struct pn_span span;

	(void)state;
	assert_int_equal(pn_track_idle(&track, 100, 2, &span), PN_ODD_NONE);
	assert_span(&span, 100, 100, PN_SPAN_UNKNOWN);
	assert_int_equal(track.first_ns, 100);
	assert_int_equal(pn_track_idle(&track, 250, PN_STATE_EXIT, &span), PN_ODD_NONE);
	assert_stay(&span, 100, 250, PN_SPAN_COMPLETED, 2);
	assert_int_equal(pn_track_idle(&track, 300, 0, &span), PN_ODD_NONE);
	assert_span(&span, 250, 300, PN_SPAN_BUSY);
	assert_true(pn_track_end(&track, 1000, &span));
	assert_stay(&span, 300, 1000, PN_SPAN_TAIL, 0);
}

static void a_head(void **state)
{
	struct pn_track track = { 0 };
	struct pn_span span;

	(void)state;
	assert_int_equal(pn_track_idle(&track, 40, PN_STATE_EXIT, &span), PN_ODD_HEAD);
	assert_span(&span, 40, 40, PN_SPAN_UNKNOWN);
	assert_int_equal(track.first_ns, 40);
	assert_true(pn_track_end(&track, 90, &span));
	assert_span(&span, 40, 90, PN_SPAN_BUSY);
}

static void no_event_at_all(void **state)
{
	struct pn_track track = { 0 };
	struct pn_span span, spans[2];

	(void)state;
	assert_false(pn_track_end(&track, 90, &span));
	/* A hole before the first idle event tells nothing of the CPU. */
	assert_int_equal(pn_track_lost(&track, 10, 20, spans), 0);
	assert_false(pn_track_end(&track, 90, &span));
	/* And what comes after it is a head still. */
	assert_int_equal(pn_track_idle(&track, 30, PN_STATE_EXIT, &span), PN_ODD_HEAD);
}

static void an_exit_astray(void **state)
{
	struct pn_track track = { 0 };
	struct pn_span span;

	(void)state;
	pn_track_idle(&track, 10, 1, &span);
	pn_track_idle(&track, 20, PN_STATE_EXIT, &span);
	assert_int_equal(pn_track_idle(&track, 50, PN_STATE_EXIT, &span), PN_ODD_STRAY);
	assert_span(&span, 20, 50, PN_SPAN_UNKNOWN);
	pn_track_idle(&track, 60, 1, &span);
	assert_span(&span, 50, 60, PN_SPAN_BUSY);
}

static void two_entries_in_a_row(void **state)
{
	struct pn_track track = { 0 };
	struct pn_span span;

	(void)state;
	pn_track_idle(&track, 10, 1, &span);
	assert_int_equal(pn_track_idle(&track, 30, 3, &span), PN_ODD_NONE);
	assert_stay(&span, 10, 30, PN_SPAN_REENTERED, 1);
	pn_track_idle(&track, 35, PN_STATE_EXIT, &span);
	assert_stay(&span, 30, 35, PN_SPAN_COMPLETED, 3);
}

static void nothing_between_two_events(void **state)
{
	struct pn_track track = { 0 };
	struct pn_span span;

	(void)state;
	pn_track_idle(&track, 10, 1, &span);
	assert_int_equal(pn_track_idle(&track, 10, PN_STATE_EXIT, &span), PN_ODD_NONE);
	assert_stay(&span, 10, 10, PN_SPAN_COMPLETED, 1);
	assert_int_equal(pn_track_idle(&track, 10, 2, &span), PN_ODD_NONE);
	assert_span(&span, 10, 10, PN_SPAN_BUSY);
}

/* Time stamp 0 is a time like any other. */
static void time_zero(void **state)
{
	struct pn_track track = { 0 };
	struct pn_span span;

	(void)state;
	assert_int_equal(pn_track_idle(&track, 0, 1, &span), PN_ODD_NONE);
	assert_int_equal(pn_track_idle(&track, 7, PN_STATE_EXIT, &span), PN_ODD_NONE);
	assert_stay(&span, 0, 7, PN_SPAN_COMPLETED, 1);
}

static void an_exit_before_its_entry(void **state)
{
	struct pn_track track = { 0 };
	struct pn_span span;

	(void)state;
	pn_track_idle(&track, 100, 1, &span);
	assert_int_equal(pn_track_idle(&track, 98, PN_STATE_EXIT, &span), PN_ODD_STEP);
	assert_stay(&span, 100, 100, PN_SPAN_NEGATIVE, 1);
	/* Time goes on from where it had come to. */
	assert_int_equal(pn_track_idle(&track, 120, 1, &span), PN_ODD_NONE);
	assert_span(&span, 100, 120, PN_SPAN_BUSY);
}

static void an_entry_before_the_exit_before_it(void **state)
{
	struct pn_track track = { 0 };
	struct pn_span span;

	(void)state;
	pn_track_idle(&track, 100, PN_STATE_EXIT, &span);
	assert_int_equal(pn_track_idle(&track, 98, 1, &span), PN_ODD_STEP);
	assert_span(&span, 100, 100, PN_SPAN_BUSY);
	assert_true(track.stepped);
	/* Its length is the clock's doing as much as its own. */
	assert_int_equal(pn_track_idle(&track, 150, PN_STATE_EXIT, &span), PN_ODD_NONE);
	assert_stay(&span, 100, 150, PN_SPAN_NEGATIVE, 1);
	pn_track_idle(&track, 160, 1, &span);
	pn_track_idle(&track, 170, PN_STATE_EXIT, &span);
	assert_stay(&span, 160, 170, PN_SPAN_COMPLETED, 1);
}

static void lost_while_idle(void **state)
{
	struct pn_track track = { 0 };
	struct pn_span spans[2], span;

	(void)state;
	pn_track_idle(&track, 100, 1, &span);
	assert_int_equal(pn_track_lost(&track, 150, 400, spans), 1);
	assert_stay(&spans[0], 100, 400, PN_SPAN_LOST, 1);
	/* The exit after it ends nothing that is known, and is no oddity. */
	assert_int_equal(pn_track_idle(&track, 420, PN_STATE_EXIT, &span), PN_ODD_NONE);
	assert_span(&span, 400, 420, PN_SPAN_UNKNOWN);
}

static void lost_while_awake(void **state)
{
	struct pn_track track = { 0 };
	struct pn_span spans[2], span;

	(void)state;
	pn_track_idle(&track, 100, PN_STATE_EXIT, &span);
	assert_int_equal(pn_track_lost(&track, 150, 400, spans), 2);
	assert_span(&spans[0], 100, 150, PN_SPAN_BUSY);
	assert_span(&spans[1], 150, 400, PN_SPAN_UNKNOWN);
	assert_int_equal(pn_track_idle(&track, 420, 2, &span), PN_ODD_NONE);
	assert_span(&span, 400, 420, PN_SPAN_UNKNOWN);
	pn_track_idle(&track, 450, PN_STATE_EXIT, &span);
	assert_stay(&span, 420, 450, PN_SPAN_COMPLETED, 2);
}

static void lost_right_after_an_exit(void **state)
{
	struct pn_track track = { 0 };
	struct pn_span spans[2], span;

	(void)state;
	pn_track_idle(&track, 100, PN_STATE_EXIT, &span);
	assert_int_equal(pn_track_lost(&track, 100, 400, spans), 1);
	assert_span(&spans[0], 100, 400, PN_SPAN_UNKNOWN);
}

static void lost_twice(void **state)
{
	struct pn_track track = { 0 };
	struct pn_span spans[2], span;

	(void)state;
	pn_track_idle(&track, 100, 1, &span);
	pn_track_lost(&track, 150, 400, spans);
	assert_int_equal(pn_track_lost(&track, 410, 500, spans), 1);
	assert_span(&spans[0], 400, 500, PN_SPAN_UNKNOWN);
	assert_true(pn_track_end(&track, 600, &span));
	assert_span(&span, 500, 600, PN_SPAN_UNKNOWN);
}

/* Where a hole lies before what is known already, time stands still. */
static void lost_in_the_past(void **state)
{
	struct pn_track track = { 0 };
	struct pn_span spans[2], span;

	(void)state;
	pn_track_idle(&track, 100, PN_STATE_EXIT, &span);
	assert_int_equal(pn_track_lost(&track, 20, 30, spans), 1);
	assert_span(&spans[0], 100, 100, PN_SPAN_UNKNOWN);
	/* A hole that ends before it begins is empty. */
	pn_track_idle(&track, 200, PN_STATE_EXIT, &span);
	assert_int_equal(pn_track_lost(&track, 900, 300, spans), 2);
	assert_span(&spans[0], 200, 300, PN_SPAN_BUSY);
	assert_span(&spans[1], 300, 300, PN_SPAN_UNKNOWN);
}

static void an_end_in_the_past(void **state)
{
	struct pn_track track = { 0 };
	struct pn_span span;

	(void)state;
	pn_track_idle(&track, 100, 1, &span);
	assert_true(pn_track_end(&track, 50, &span));
	assert_stay(&span, 100, 100, PN_SPAN_TAIL, 1);
}

/* Whatever the events, spans adjoin and cover the time from the first event to the end. */
static void spans_adjoin(void **state)
{
	uint64_t seed = 6;

	(void)state;
	for (int round = 0; round < 500; round++) {
		struct pn_track track = { 0 };
		struct pn_span spans[2];
		uint64_t at_ns = 0, ts_ns = 1000000;

		for (int i = 0; i < 200; i++) {
			int nr = 1;

			ts_ns += pn_random_below(&seed, 2000);
			ts_ns -= pn_random_below(&seed, 500);
			if (pn_random_below(&seed, 10))
				pn_track_idle(&track, ts_ns, (int32_t)pn_random_below(&seed, 4) - 1,
					      &spans[0]);
			else
				nr = pn_track_lost(&track, ts_ns - pn_random_below(&seed, 900),
						   ts_ns, spans);
			for (int s = 0; s < nr; s++) {
				if (at_ns)
					assert_int_equal(spans[s].start_ns, at_ns);
				assert_true(spans[s].end_ns >= spans[s].start_ns);
				at_ns = spans[s].end_ns;
			}
		}
		assert_true(pn_track_end(&track, ts_ns, &spans[0]));
		assert_int_equal(spans[0].start_ns, at_ns);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_stay_between_two_busy_spans),
		cmocka_unit_test(a_head),
		cmocka_unit_test(no_event_at_all),
		cmocka_unit_test(an_exit_astray),
		cmocka_unit_test(two_entries_in_a_row),
		cmocka_unit_test(nothing_between_two_events),
		cmocka_unit_test(time_zero),
		cmocka_unit_test(an_exit_before_its_entry),
		cmocka_unit_test(an_entry_before_the_exit_before_it),
		cmocka_unit_test(lost_while_idle),
		cmocka_unit_test(lost_while_awake),
		cmocka_unit_test(lost_right_after_an_exit),
		cmocka_unit_test(lost_twice),
		cmocka_unit_test(lost_in_the_past),
		cmocka_unit_test(an_end_in_the_past),
		cmocka_unit_test(spans_adjoin),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
