// SPDX-License-Identifier: GPL-2.0-only
/* Wake latency: what a target was in when the cause happened, and signed distributions. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "core/idmap.h"
#include "core/latency.h"
#include "support/assert_near.h"
#include "support/event_builder.h"

static const struct pn_window whole = { 0, UINT64_MAX, "" };

static struct pn_latency_stats run(const struct pn_events *events, bool timers)
{
	struct pn_latency *latency = pn_latency_new(&whole, 1, timers);
	struct pn_latency_stats stats;

	assert_non_null(latency);
	for (size_t i = 0; i < events->nr; i++)
		assert_int_equal(pn_latency_feed(latency, &events->list[i]), 0);
	stats = pn_latency_take(latency, 0);
	pn_latency_free(latency);
	return stats;
}

static void sample(struct pn_events *events, uint32_t cpu, uint64_t ts_ns, uint64_t cause_ns,
		   int32_t latency_ns, bool timer, bool race)
{
	struct pn_event event = { .ts_ns = ts_ns, .cpu = cpu, .kind = PN_EV_SAMPLE };

	event.u.sample.cause_ns = cause_ns;
	event.u.sample.latency_ns = latency_ns;
	event.u.sample.timer = timer;
	event.u.sample.race = race;
	pn_events_add(events, event);
}

static void simple(struct pn_events *events, enum pn_event_kind kind, uint32_t cpu, uint64_t ts_ns,
		   uint32_t pid)
{
	struct pn_event event = { .ts_ns = ts_ns, .cpu = cpu, .kind = (uint16_t)kind };

	if (kind == PN_EV_WAKING)
		event.u.waking.pid = pid;
	pn_events_add(events, event);
}

static void timer(struct pn_events *events, enum pn_timer_op op, uint32_t cpu, uint64_t ts_ns,
		  uint64_t id, uint64_t base_ns)
{
	struct pn_event event = { .ts_ns = ts_ns, .cpu = cpu, .kind = PN_EV_TIMER, .op = op };

	event.u.timer.timer = id;
	event.u.timer.base_ns = base_ns;
	pn_events_add(events, event);
}

static void assert_cell(const struct pn_latency_stats *stats, uint32_t index,
			enum pn_latency_source source, int32_t state, uint64_t count, int64_t sum)
{
	assert_true(index < stats->nr);
	assert_int_equal(stats->cells[index].source, source);
	assert_int_equal(stats->cells[index].state, state);
	assert_int_equal(stats->cells[index].dist.count, count);
	assert_int_equal(stats->cells[index].dist.sum, sum);
}

/* The sample's event comes late: what counts is the state at its cause, not at its event. */
static void module_samples(void **state)
{
	struct pn_events events = { 0 };
	struct pn_latency_stats stats;

	(void)state;
	sample(&events, 1, 90, 80, 5, false, false); /* before anything is known of CPU 1 */
	pn_events_enter(&events, 1, 100, 3);
	pn_events_leave(&events, 1, 230);
	pn_events_enter(&events, 1, 300, 2);
	sample(&events, 1, 310, 150, 70, false, false); /* sent in state 3 */
	sample(&events, 1, 320, 250, 9, false, false);	/* sent while awake */
	sample(&events, 1, 330, 305, -4, true, false);	/* an early callback in state 2 */
	sample(&events, 1, 340, 306, 999, true, true);	/* raced */
	stats = run(&events, true);
	assert_int_equal(stats.nr, 5);
	assert_cell(&stats, 0, PN_LAT_IPI_MODULE, PN_LAT_UNTOLD, 1, 5);
	assert_cell(&stats, 1, PN_LAT_IPI_MODULE, PN_LAT_BUSY, 1, 9);
	assert_cell(&stats, 2, PN_LAT_IPI_MODULE, 3, 1, 70);
	assert_cell(&stats, 3, PN_LAT_TIMER_MODULE, PN_LAT_RACED, 1, 999);
	assert_cell(&stats, 4, PN_LAT_TIMER_MODULE, 2, 1, -4);
	pn_latency_stats_free(&stats);
	/* On another clock a cause cannot be found in the trace. */
	stats = run(&events, false);
	assert_cell(&stats, 0, PN_LAT_IPI_MODULE, PN_LAT_UNTOLD, 3, 84);
	pn_latency_stats_free(&stats);
	pn_events_free(&events);
}

static void sent_ipis(void **state)
{
	struct pn_events events = { 0 };
	struct pn_latency_stats stats;

	(void)state;
	pn_events_enter(&events, 2, 100, 1);
	simple(&events, PN_EV_SEND, 2, 150, 0);
	simple(&events, PN_EV_SEND, 2, 160, 0); /* a second one does not wake it again */
	pn_events_leave(&events, 2, 190);	/* 40 later */
	pn_events_wake(&events, 2, 195, PN_WAKE_IPI, 0);
	simple(&events, PN_EV_SEND, 2, 200, 0); /* awake: the baseline, to the handler */
	pn_events_wake(&events, 2, 203, PN_WAKE_IPI, 0);
	simple(&events, PN_EV_SEND, 2, 210, 0); /* and this one meets it on its way in */
	pn_events_enter(&events, 2, 212, 2);
	pn_events_leave(&events, 2, 240);
	pn_events_enter(&events, 2, 250, 2);
	simple(&events, PN_EV_SEND, 2, 260, 0);
	pn_events_wake(&events, 2, 275, PN_WAKE_IPI, 0); /* the handler runs before the exit */
	pn_events_leave(&events, 2, 290);
	stats = run(&events, true);
	assert_int_equal(stats.nr, 4);
	assert_cell(&stats, 0, PN_LAT_IPI, PN_LAT_RACED, 1, 30);
	assert_cell(&stats, 1, PN_LAT_IPI, PN_LAT_BUSY, 1, 3);
	assert_cell(&stats, 2, PN_LAT_IPI, 1, 1, 40);
	assert_int_equal(stats.cells[2].by_handler, 0);
	assert_cell(&stats, 3, PN_LAT_IPI, 2, 1, 15);
	assert_int_equal(stats.cells[3].by_handler, 1);
	pn_latency_stats_free(&stats);
	pn_events_free(&events);
}

/* Where no handler is recorded, a busy target's answer is not seen, and must not hide the next one. */
static void sent_ipis_without_handlers(void **state)
{
	struct pn_events events = { 0 };
	struct pn_latency_stats stats;

	(void)state;
	pn_events_enter(&events, 2, 50, 1);
	pn_events_leave(&events, 2, 60);
	simple(&events, PN_EV_SEND, 2, 70, 0);
	pn_events_enter(&events, 2, 100, 1);
	simple(&events, PN_EV_SEND, 2, 150, 0);
	pn_events_leave(&events, 2, 190);
	stats = run(&events, true);
	assert_int_equal(stats.nr, 1);
	assert_cell(&stats, 0, PN_LAT_IPI, 1, 1, 40);
	pn_latency_stats_free(&stats);
	pn_events_free(&events);
}

/* An interrupt begins to wake the target; what comes between that and the exit has raced. */
static void causes_on_the_way_out(void **state)
{
	struct pn_events events = { 0 };
	struct pn_latency_stats stats;

	(void)state;
	pn_events_enter(&events, 0, 100, 2);
	pn_events_wake(&events, 0, 150, PN_WAKE_IRQ, 9);
	simple(&events, PN_EV_SEND, 0, 155, 0);	   /* raced: 5 to the exit */
	simple(&events, PN_EV_WAKING, 0, 157, 77); /* by that interrupt: state 2 */
	pn_events_leave(&events, 0, 160);
	pn_events_switch(&events, 0, 165, 77);
	sample(&events, 0, 170, 149, 3, false, false); /* before it: state 2 */
	sample(&events, 0, 171, 152, 4, false, false); /* after it: raced */
	/* State 0 may poll: an interrupt inside it ends nothing. */
	pn_events_enter(&events, 0, 200, 0);
	pn_events_wake(&events, 0, 210, PN_WAKE_TIMER, 0);
	pn_events_leave(&events, 0, 300);
	sample(&events, 0, 310, 250, 6, false, false);
	stats = run(&events, true);
	assert_int_equal(stats.nr, 5);
	assert_cell(&stats, 0, PN_LAT_IPI_MODULE, PN_LAT_RACED, 1, 4);
	assert_cell(&stats, 1, PN_LAT_IPI_MODULE, 0, 1, 6);
	assert_cell(&stats, 2, PN_LAT_IPI_MODULE, 2, 1, 3);
	assert_cell(&stats, 3, PN_LAT_IPI, PN_LAT_RACED, 1, 5);
	assert_cell(&stats, 4, PN_LAT_TASK, 2, 1, 8);
	pn_latency_stats_free(&stats);
	pn_events_free(&events);
}

/* A target that goes idle between the cause and its answer has raced; later entries say nothing. */
static void causes_on_the_way_in(void **state)
{
	struct pn_events events = { 0 };
	struct pn_latency_stats stats;

	(void)state;
	pn_events_enter(&events, 0, 10, 1);
	pn_events_leave(&events, 0, 20);
	timer(&events, PN_TIMER_START, 0, 30, 7, 99);
	simple(&events, PN_EV_WAKING, 0, 95, 77);
	pn_events_enter(&events, 0, 100, 1);
	timer(&events, PN_TIMER_FIRE, 0, 110, 7, 108);
	pn_events_leave(&events, 0, 112);
	pn_events_switch(&events, 0, 120, 77);
	sample(&events, 0, 130, 98, 4, false, false); /* to 102 */
	sample(&events, 0, 131, 90, 9, false, false); /* to 99: before the entry */
	stats = run(&events, true);
	assert_int_equal(stats.nr, 4);
	assert_cell(&stats, 0, PN_LAT_IPI_MODULE, PN_LAT_RACED, 1, 4);
	assert_cell(&stats, 1, PN_LAT_IPI_MODULE, PN_LAT_BUSY, 1, 9);
	assert_cell(&stats, 2, PN_LAT_TIMER, PN_LAT_RACED, 1, 11);
	assert_cell(&stats, 3, PN_LAT_TASK, PN_LAT_RACED, 1, 25);
	pn_latency_stats_free(&stats);
	pn_events_free(&events);
}

/* On the clock boot of a machine that has slept, the module's causes lie far off. */
static void causes_on_another_clock(void **state)
{
	const uint64_t slept_ns = UINT64_C(3600000000000);
	struct pn_events events = { 0 };
	struct pn_latency_stats stats;

	(void)state;
	pn_events_enter(&events, 0, 100, 2);
	pn_events_leave(&events, 0, 150 + slept_ns);
	sample(&events, 0, 160 + slept_ns, 120, 3, false, false);
	stats = run(&events, true);
	assert_int_equal(stats.nr, 1);
	assert_cell(&stats, 0, PN_LAT_IPI_MODULE, PN_LAT_UNTOLD, 1, 3);
	pn_latency_stats_free(&stats);
	pn_events_free(&events);
}

static void timers(void **state)
{
	struct pn_events events = { 0 };
	struct pn_latency_stats stats;

	(void)state;
	timer(&events, PN_TIMER_START, 0, 10, 0xffff8881, 500);
	timer(&events, PN_TIMER_START, 0, 11, 0xffff8882, 600);
	timer(&events, PN_TIMER_START, 0, 12, 0xffff8883, 700);
	pn_events_enter(&events, 0, 100, 4);
	timer(&events, PN_TIMER_CANCEL, 1, 120, 0xffff8882, 0);
	pn_events_leave(&events, 0, 540);
	timer(&events, PN_TIMER_FIRE, 0, 550, 0xffff8881, 545);
	timer(&events, PN_TIMER_FIRE, 0, 650, 0xffff8882, 645); /* was cancelled */
	/* Its clock reads something else altogether. */
	timer(&events, PN_TIMER_FIRE, 0, 800, 0xffff8883, UINT64_C(1) << 60);
	stats = run(&events, true);
	assert_int_equal(stats.nr, 1);
	assert_cell(&stats, 0, PN_LAT_TIMER, 4, 1, 50);
	assert_int_equal(stats.foreign_timers, 1);
	pn_latency_stats_free(&stats);
	stats = run(&events, false);
	assert_int_equal(stats.nr, 0);
	assert_int_equal(stats.foreign_timers, 2);
	pn_latency_stats_free(&stats);
	pn_events_free(&events);
}

/* A task woken for CPU 0 that runs on CPU 1 found CPU 1's state. */
static void tasks(void **state)
{
	struct pn_events events = { 0 };
	struct pn_latency_stats stats;

	(void)state;
	pn_events_enter(&events, 0, 90, 1);
	pn_events_enter(&events, 1, 100, 3);
	simple(&events, PN_EV_WAKING, 0, 200, 77);
	pn_events_leave(&events, 1, 240);
	pn_events_switch(&events, 1, 250, 77);
	pn_events_switch(&events, 1, 260, 78); /* nobody was seen waking it */
	stats = run(&events, true);
	assert_int_equal(stats.nr, 1);
	assert_cell(&stats, 0, PN_LAT_TASK, 3, 1, 50);
	pn_latency_stats_free(&stats);
	pn_events_free(&events);
}

static void after_a_loss_nothing_is_known(void **state)
{
	struct pn_events events = { 0 };
	struct pn_latency_stats stats;

	(void)state;
	pn_events_enter(&events, 0, 100, 1);
	pn_events_lost(&events, 0, 120, 200, 3);
	sample(&events, 0, 220, 210, 7, false, false);
	sample(&events, 0, 221, 110, 8, false, false);
	stats = run(&events, true);
	assert_int_equal(stats.nr, 2);
	assert_cell(&stats, 0, PN_LAT_IPI_MODULE, PN_LAT_UNTOLD, 1, 7);
	assert_cell(&stats, 1, PN_LAT_IPI_MODULE, 1, 1, 8);
	pn_latency_stats_free(&stats);
	pn_events_free(&events);
}

/* -5 -4 ... 4, then far off: 1000. Median of eleven is 0, MAD is 3, so the limit is 15.6. */
static void signed_distribution(void **state)
{
	struct pn_sdist dist = { 0 }, twice = { 0 };
	struct pn_outliers outliers;

	(void)state;
	for (int64_t value = -5; value <= 4; value++)
		assert_int_equal(pn_sdist_add(&dist, value), 0);
	assert_int_equal(pn_sdist_add(&dist, 1000), 0);
	assert_int_equal(dist.count, 11);
	assert_int_equal(dist.negative, 5);
	assert_int_equal(dist.sum, 995);
	assert_int_equal(dist.min, -5);
	assert_int_equal(pn_sdist_percentile(&dist, 0), -5);
	assert_int_equal(pn_sdist_percentile(&dist, 10000), -4);
	assert_int_equal(pn_sdist_percentile(&dist, 50000), 0);
	assert_int_equal(pn_sdist_percentile(&dist, 60000), 1);
	assert_int_equal(pn_sdist_percentile(&dist, 100000), 1000);
	assert_int_equal(pn_sdist_outliers(&dist, &outliers), 0);
	assert_int_equal(outliers.count, 1);
	/* The far value is taken out as its bucket's middle, 1001 of 1000 to 1003. */
	assert_true(outliers.mean_without > -0.61 && outliers.mean_without < -0.49);
	assert_int_equal(pn_sdist_merge(&twice, &dist), 0);
	assert_int_equal(pn_sdist_merge(&twice, &dist), 0);
	assert_int_equal(twice.count, 22);
	assert_int_equal(twice.sum, 1990);
	assert_int_equal(pn_sdist_percentile(&twice, 50000), 0);
	pn_sdist_free(&dist);
	pn_sdist_free(&twice);
}

static void map_of_identities(void **state)
{
	struct pn_idmap map = { 0 };
	uint64_t ns;

	(void)state;
	assert_false(pn_idmap_take(&map, 1, &ns));
	for (uint64_t i = 0; i < 10000; i++)
		assert_int_equal(pn_idmap_put(&map, i * 64, i), 0);
	assert_int_equal(pn_idmap_put(&map, 64, 5), 0);
	for (uint64_t i = 0; i < 10000; i += 2)
		assert_true(pn_idmap_take(&map, i * 64, &ns) && ns == i);
	for (uint64_t i = 0; i < 10000; i += 2)
		assert_false(pn_idmap_take(&map, i * 64, &ns));
	assert_true(pn_idmap_take(&map, 64, &ns) && ns == 5);
	/* What comes and goes takes no room for ever. */
	for (uint64_t i = 0; i < 100000; i++) {
		assert_int_equal(pn_idmap_put(&map, UINT64_MAX - i, i), 0);
		assert_true(pn_idmap_take(&map, UINT64_MAX - i, &ns));
	}
	assert_true(map.room <= 65536);
	pn_idmap_free(&map);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(module_samples),
		cmocka_unit_test(sent_ipis),
		cmocka_unit_test(sent_ipis_without_handlers),
		cmocka_unit_test(causes_on_the_way_out),
		cmocka_unit_test(causes_on_the_way_in),
		cmocka_unit_test(causes_on_another_clock),
		cmocka_unit_test(timers),
		cmocka_unit_test(tasks),
		cmocka_unit_test(after_a_loss_nothing_is_known),
		cmocka_unit_test(signed_distribution),
		cmocka_unit_test(map_of_identities),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
