// SPDX-License-Identifier: GPL-2.0-only
/* Full load, or a share of it, on named CPUs: what came out. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "busyload.h"
#include "pace.h"
#include "table.h"

static double busy_pct(const struct pn_busyload_sum *sum)
{
	return sum->elapsed_ns ? 100.0 * (double)sum->cpu_ns / (double)sum->elapsed_ns : NAN;
}

/* Turns of work in a millisecond of CPU time: lower where the CPU is slower. */
static double work_rate(const struct pn_busyload_sum *sum)
{
	return sum->cpu_ns ? (double)sum->turns * (double)PN_NSEC_PER_MSEC / (double)sum->cpu_ns
			   : NAN;
}

static void print_head(void)
{
	printf("%-8s %4s %8s %11s %11s %8s | %9s %9s\n", "duty", "cpu", "busy", "turns/ms",
	       "periods", "short", "late p50", "p99");
}

static void print_row(const char *what, const char *cpu, const struct pn_busyload_sum *sum)
{
	printf("%-8s %4s %7.2f%% ", what, cpu, busy_pct(sum));
	if (sum->cpu_ns)
		printf("%11.0f", work_rate(sum));
	else
		printf("%11s", "-");
	printf(" %11" PRIu64 " %8" PRIu64 " |", sum->periods, sum->short_periods);
	pn_table_percentile(&sum->late_ns, 50000);
	pn_table_percentile(&sum->late_ns, 99000);
	putchar('\n');
}

static int add_up(struct pn_busyload_sum *sum, const struct pn_load_result *result)
{
	sum->elapsed_ns += result->end_ns - result->start_ns;
	sum->cpu_ns += result->cpu_ns;
	sum->turns += result->turns;
	sum->periods += result->periods;
	sum->short_periods += result->short_periods;
	return pn_tally_merge(&sum->late_ns, &result->late_ns);
}

static void add_figures(struct json_object *to, const struct pn_busyload_sum *sum)
{
	pn_outcome_u64(to, "elapsed_ns", sum->elapsed_ns);
	pn_outcome_u64(to, "cpu_time_ns", sum->cpu_ns);
	pn_outcome_double(to, "busy_pct", busy_pct(sum));
	pn_outcome_u64(to, "turns", sum->turns);
	pn_outcome_double(to, "turns_per_ms", work_rate(sum));
	pn_outcome_u64(to, "periods", sum->periods);
	pn_outcome_u64(to, "short_periods", sum->short_periods);
	pn_outcome_dist(to, "wake_lateness_ns", &sum->late_ns);
}

/* One CPU's part of a phase. */
static int collect_cpu(struct pn_session *session, const struct pn_phase *phase,
		       const struct pn_load_result *result, uint32_t i, struct json_object *to)
{
	const struct pn_busyload *bl = session->data;
	struct json_object *json = json_object_new_object();
	struct pn_busyload_sum sum = { 0 };
	int err = add_up(&sum, result);
	char cpu[12];

	pn_cpuset_format(&bl->cpus[i], cpu, sizeof(cpu));
	pn_outcome_u64(json, "cpu", (uint64_t)pn_cpuset_next(&bl->cpus[i], 0));
	add_figures(json, &sum);
	json_object_array_add(to, json);
	if (session->text)
		print_row(phase->label, cpu, &sum);
	pn_dist_free(&sum.late_ns);
	return err;
}

int pn_busyload_collect(struct pn_session *session, struct pn_runner *runner,
			const struct pn_phase *phase, struct json_object *json)
{
	struct json_object *cpus = json_object_new_array();
	struct pn_busyload *bl = session->data;
	struct pn_busyload_sum sum = { 0 };
	bool periodic = phase->param && phase->param < PN_LOAD_FULL;
	int err = 0;

	if (session->text && !phase->index)
		print_head();
	for (uint32_t i = 0; i < bl->nr_cpus && !err; i++) {
		const struct pn_load_result *result = pn_runner_slot(runner, i);

		err = add_up(&sum, result);
		if (!err)
			err = add_up(&bl->total, result);
		if (!err)
			err = collect_cpu(session, phase, result, i, cpus);
	}
	pn_outcome_double(json, "duty_pct", (double)phase->param / 1000);
	pn_outcome_known_u64(json, "periods_asked",
			     bl->nr_cpus * pn_load_periods(&bl->plan, phase->length_ns), periodic);
	add_figures(json, &sum);
	json_object_object_add(json, "cpus", cpus);
	pn_dist_free(&sum.late_ns);
	return err;
}

void pn_busyload_conclude(struct pn_session *session, struct pn_outcome_score *score)
{
	const struct pn_busyload *bl = session->data;

	if (session->text && session->nr_phases * bl->nr_cpus > 1)
		print_row("all", "", &bl->total);
	add_figures(session->outcome.results, &bl->total);
	*score = (struct pn_outcome_score){ "work_rate", "turns/ms", "higher",
					    work_rate(&bl->total) };
}
