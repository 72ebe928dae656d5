// SPDX-License-Identifier: GPL-2.0-only
/* Pairs of threads or processes that pass a token to and fro: what came out. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "pingpong.h"
#include "table.h"

/* More rows than this say nothing that the total does not. */
#define PAIRS_SHOWN 16

static double us_per_loop(const struct pn_pingpong_sum *sum)
{
	return sum->loops ? (double)sum->elapsed_ns / (double)sum->loops / 1000 : NAN;
}

/* All pairs' loops a second: each takes as long as a loop, @nr_pairs of them side by side. */
static double loops_per_second(const struct pn_pingpong_sum *sum, uint64_t nr_pairs)
{
	return (double)nr_pairs * 1e6 / us_per_loop(sum);
}

static void add_figures(struct json_object *to, const struct pn_pingpong_sum *sum,
			uint64_t nr_pairs)
{
	pn_outcome_u64(to, "loops", sum->loops);
	pn_outcome_double(to, "us_per_loop", us_per_loop(sum));
	pn_outcome_double(to, "loops_per_second", loops_per_second(sum, nr_pairs));
	pn_outcome_dist(to, "loop_ns", &sum->loop_ns);
}

static void add_cpus(struct json_object *to, const struct pn_cpuset cpus[2])
{
	bool pinned = pn_cpuset_count(&cpus[0]) == 1 && pn_cpuset_count(&cpus[1]) == 1;
	struct json_object *array = NULL;

	if (pinned) {
		array = json_object_new_array();
		for (int i = 0; i < 2; i++)
			json_object_array_add(array,
					      json_object_new_int64(pn_cpuset_next(&cpus[i], 0)));
	}
	json_object_object_add(to, "cpus", array);
}

static void print_row(const char *what, const struct pn_pingpong_sum *sum, uint64_t nr_pairs)
{
	printf("%-14s %12" PRIu64 " %10.0f %9.3f", what, sum->loops,
	       sum->loops ? loops_per_second(sum, nr_pairs) : 0.0,
	       sum->loops ? us_per_loop(sum) : 0.0);
	pn_table_percentile(&sum->loop_ns, 50000);
	pn_table_percentile(&sum->loop_ns, 99000);
	pn_table_percentile(&sum->loop_ns, 100000);
	putchar('\n');
}

static void print_head(const char *first)
{
	printf("%-14s %12s %10s %9s %9s %9s %9s\n", first, "loops", "loops/s", "us/loop", "p50",
	       "p99", "max");
}

static void print_pair(const struct pn_session *session, uint64_t pair,
		       const struct pn_pingpong_sum *sum)
{
	const struct pn_pingpong *pp = session->data;
	const struct pn_cpuset *cpus = &pp->cpus[2 * pair];
	char what[64], a[12], b[12];

	snprintf(what, sizeof(what), "pair %" PRIu64, pair);
	if (pn_cpuset_count(&cpus[0]) == 1) {
		pn_cpuset_format(&cpus[0], a, sizeof(a));
		pn_cpuset_format(&cpus[1], b, sizeof(b));
		snprintf(what, sizeof(what), "pair %" PRIu64 " (%s,%s)", pair, a, b);
	}
	print_row(what, sum, 1);
}

static int add_up(struct pn_pingpong_sum *into, const struct pn_pair_result *result)
{
	into->loops += result->loops;
	into->elapsed_ns += result->end_ns - result->start_ns;
	return pn_tally_merge(&into->loop_ns, &result->loop_ns);
}

/* A pair's part of a phase. */
static int collect_pair(struct pn_session *session, const struct pn_pair_result *result,
			uint64_t pair, struct json_object *to)
{
	struct json_object *json = json_object_new_object();
	struct pn_pingpong *pp = session->data;
	struct pn_pingpong_sum sum = { 0 };
	int err;

	err = add_up(&sum, result);
	if (!err)
		err = add_up(&pp->totals[pair], result);
	pn_outcome_u64(json, "pair", pair);
	add_cpus(json, &pp->cpus[2 * pair]);
	pn_outcome_u64(json, "start_ns", result->start_ns);
	pn_outcome_u64(json, "end_ns", result->end_ns);
	add_figures(json, &sum, 1);
	json_object_array_add(to, json);
	pn_dist_free(&sum.loop_ns);
	return err;
}

int pn_pingpong_collect(struct pn_session *session, struct pn_runner *runner,
			const struct pn_phase *phase, struct json_object *json)
{
	struct json_object *pairs = json_object_new_array();
	struct pn_pingpong *pp = session->data;
	uint64_t nr_pairs = pp->opts->nr_pairs, loops = pp->opts->loops;
	struct pn_pingpong_sum sum = { 0 };
	int err = 0;

	for (uint64_t p = 0; p < nr_pairs && !err; p++) {
		const struct pn_pair_result *result = pn_runner_slot(runner, (uint32_t)(2 * p));

		err = collect_pair(session, result, p, pairs);
		if (!err)
			err = add_up(&sum, result);
	}
	pn_outcome_u64(json, "work_ns", phase->param);
	pn_outcome_known_u64(json, "loops_asked", loops * nr_pairs, loops);
	add_figures(json, &sum, nr_pairs);
	json_object_object_add(json, "pairs", pairs);
	if (sum.loops) {
		pp->sum_us_per_loop += us_per_loop(&sum);
		pp->nr_measured++;
	}
	if (session->text && session->nr_phases > 1) {
		if (!phase->index)
			print_head("work");
		print_row(phase->label, &sum, nr_pairs);
	}
	pn_dist_free(&sum.loop_ns);
	return err;
}

void pn_pingpong_conclude(struct pn_session *session, struct pn_outcome_score *score)
{
	struct pn_pingpong *pp = session->data;
	uint64_t nr_pairs = pp->opts->nr_pairs;
	struct pn_pingpong_sum all = { 0 };

	if (session->text)
		print_head("");
	for (uint64_t p = 0; p < nr_pairs; p++) {
		if (session->text && p < PAIRS_SHOWN)
			print_pair(session, p, &pp->totals[p]);
		all.loops += pp->totals[p].loops;
		all.elapsed_ns += pp->totals[p].elapsed_ns;
		pn_dist_merge(&all.loop_ns, &pp->totals[p].loop_ns);
	}
	if (session->text && nr_pairs > PAIRS_SHOWN)
		printf("(and %" PRIu64 " more pairs)\n", nr_pairs - PAIRS_SHOWN);
	if (session->text && nr_pairs > 1)
		print_row("all pairs", &all, nr_pairs);
	add_figures(session->outcome.results, &all, nr_pairs);
	pn_dist_free(&all.loop_ns);
	/* Each step weighs the same, however many loops it had. */
	*score = (struct pn_outcome_score){ "us_per_loop", "us", "lower", NAN };
	if (pp->nr_measured)
		score->value = pp->sum_us_per_loop / pp->nr_measured;
}
