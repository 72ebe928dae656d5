// SPDX-License-Identifier: GPL-2.0-only
/* Staggered threads that sleep briefly many times, then long once: what came out. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "sleepers.h"
#include "table.h"

static void print_head(void)
{
	printf("%-12s %9s %10s | %-29s | %s\n", "", "", "", "short sleeps end late by",
	       "long ones");
	printf("%-12s %9s %10s | %9s %9s %9s | %9s\n", "sleep", "cycles", "wakeups", "p50", "p99",
	       "max", "p99");
}

static void print_row(const char *what, const struct pn_sleepers_sum *sum)
{
	printf("%-12s %9" PRIu64 " %10" PRIu64 " |", what, sum->cycles,
	       sum->short_ns.count + sum->long_ns.count);
	pn_table_percentile(&sum->short_ns, 50000);
	pn_table_percentile(&sum->short_ns, 99000);
	pn_table_percentile(&sum->short_ns, 100000);
	printf(" |");
	pn_table_percentile(&sum->long_ns, 99000);
	putchar('\n');
}

static int add_up(struct pn_sleepers_sum *sum, const struct pn_nap_result *result)
{
	int err = pn_tally_merge(&sum->short_ns, &result->short_ns);

	sum->cycles += result->cycles;
	return err ? err : pn_tally_merge(&sum->long_ns, &result->long_ns);
}

static void add_figures(struct json_object *to, const struct pn_sleepers *sl,
			const struct pn_sleepers_sum *sum, uint64_t cycles_asked)
{
	pn_outcome_u64(to, "cycles_asked", cycles_asked);
	pn_outcome_u64(to, "cycles", sum->cycles);
	pn_outcome_u64(to, "wakeups_asked", cycles_asked * (sl->plan.sleeps + 1));
	pn_outcome_u64(to, "wakeups", sum->short_ns.count + sum->long_ns.count);
	pn_outcome_dist(to, "short_lateness_ns", &sum->short_ns);
	pn_outcome_dist(to, "long_lateness_ns", &sum->long_ns);
}

int pn_sleepers_collect(struct pn_session *session, struct pn_runner *runner,
			const struct pn_phase *phase, struct json_object *json)
{
	struct pn_sleepers *sl = session->data;
	struct pn_sleepers_sum sum = { 0 };
	uint64_t cycles_asked;
	int err = 0;

	if (phase->idle)
		return 0;
	for (uint32_t i = 0; i < sl->plan.nr_workers && !err; i++) {
		const struct pn_nap_result *result = pn_runner_slot(runner, i);

		err = add_up(&sum, result);
		if (!err)
			err = add_up(&sl->total, result);
	}
	cycles_asked = pn_nap_cycles_asked(&sl->plan, phase);
	sl->cycles_asked += cycles_asked;
	pn_outcome_u64(json, "sleep_ns", phase->param);
	add_figures(json, sl, &sum, cycles_asked);
	if (session->text) {
		if (!sl->nr_shown++)
			print_head();
		print_row(phase->label, &sum);
	}
	pn_dist_free(&sum.short_ns);
	pn_dist_free(&sum.long_ns);
	return err;
}

void pn_sleepers_conclude(struct pn_session *session, struct pn_outcome_score *score)
{
	const struct pn_sleepers *sl = session->data;
	const struct pn_sleepers_sum *total = &sl->total;
	uint64_t wakeups = total->short_ns.count + total->long_ns.count;

	add_figures(session->outcome.results, sl, total, sl->cycles_asked);
	if (session->text && session->nr_phases > 1)
		print_row("all", total);
	*score = (struct pn_outcome_score){ "wake_lateness", "us", "lower", NAN };
	if (wakeups)
		score->value =
			(double)(total->short_ns.sum + total->long_ns.sum) / (double)wakeups / 1000;
}
