// SPDX-License-Identifier: GPL-2.0-only
/* JSON reports read back: as they were written, or refused with one line that says why. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <json-c/json.h>

#include "io/summary_json.h"
#include "support/random.h"
#include "support/samples.h"
#include "support/stats_fields.h"
#include "support/tmpdir.h"

/* Reports changed at random; enough that a bound that is not checked is found. */
#define ROUNDS 100

typedef struct pn_summary *(*sample_fn)(void);

static const sample_fn samples[] = { pn_sample_full, pn_sample_plain, pn_sample_silent };
#define NR_SAMPLES (sizeof(samples) / sizeof(samples[0]))

/* --- read back ------------------------------------------------------------------------------ */

static void assert_units_equal(const struct pn_unit_stats *a, const struct pn_unit_stats *b)
{
	assert_int_equal(a->level, b->level);
	assert_memory_equal(&a->unit, &b->unit, sizeof(a->unit));
	assert_int_equal(a->nr_cpus, b->nr_cpus);
	assert_int_equal(a->span_ns, b->span_ns);
	assert_int_equal(a->unknown_ns, b->unknown_ns);
	assert_int_equal(a->nr_states, b->nr_states);
	assert_int_equal(a->nr_blames, b->nr_blames);
	if (a->nr_states)
		assert_memory_equal(a->states, b->states, a->nr_states * sizeof(*a->states));
	if (a->nr_blames)
		assert_memory_equal(a->blames, b->blames, a->nr_blames * sizeof(*a->blames));
}

static void assert_sdists_equal(const struct pn_sdist *a, const struct pn_sdist *b)
{
	assert_int_equal(a->count, b->count);
	assert_int_equal(a->sum, b->sum);
	assert_int_equal(a->min, b->min);
	assert_int_equal(a->max, b->max);
	assert_int_equal(a->negative, b->negative);
	for (uint32_t i = 0; i < PN_HIST_BUCKETS; i++) {
		assert_int_equal(pn_hist_at(&a->above, i), pn_hist_at(&b->above, i));
		assert_int_equal(pn_hist_at(&a->below, i), pn_hist_at(&b->below, i));
	}
}

static void assert_latencies_equal(const struct pn_section *a, const struct pn_section *b)
{
	assert_int_equal(a->has_latency, b->has_latency);
	assert_int_equal(a->latency.foreign_timers, b->latency.foreign_timers);
	assert_int_equal(a->latency.nr, b->latency.nr);
	for (uint32_t i = 0; i < a->latency.nr; i++) {
		const struct pn_latency_cell *x = &a->latency.cells[i], *y = &b->latency.cells[i];

		assert_int_equal(x->source, y->source);
		assert_int_equal(x->state, y->state);
		assert_int_equal(x->cpu, y->cpu);
		assert_int_equal(x->by_handler, y->by_handler);
		assert_sdists_equal(&x->dist, &y->dist);
	}
}

static void assert_irqs_equal(const struct pn_cpu_stats *a, const struct pn_cpu_stats *b)
{
	assert_int_equal(a->nr_irqs, b->nr_irqs);
	for (uint32_t i = 0; i < a->nr_irqs; i++) {
		assert_int_equal(a->irqs[i].number, b->irqs[i].number);
		assert_string_equal(a->irqs[i].name, b->irqs[i].name);
		assert_int_equal(a->irqs[i].stays, b->irqs[i].stays);
	}
}

static void assert_sections_equal(const struct pn_section *a, const struct pn_section *b)
{
	assert_memory_equal(&a->window, &b->window, sizeof(a->window));
	assert_int_equal(a->start_ns, b->start_ns);
	assert_int_equal(a->end_ns, b->end_ns);
	assert_int_equal(a->nr_cpus, b->nr_cpus);
	for (uint32_t i = 0; i < a->nr_cpus; i++) {
		const char *name = pn_stats_difference(&a->cpus[i], &b->cpus[i]);

		if (name)
			fail_msg("%s of CPU %u differs", name, a->cpus[i].cpu);
		assert_int_equal(a->cpus[i].cpu, b->cpus[i].cpu);
		assert_int_equal(a->cpus[i].nr_states, b->cpus[i].nr_states);
		assert_irqs_equal(&a->cpus[i], &b->cpus[i]);
	}
	assert_latencies_equal(a, b);
	assert_int_equal(a->nr_units, b->nr_units);
	for (uint32_t i = 0; i < a->nr_units; i++)
		assert_units_equal(&a->units[i], &b->units[i]);
	assert_int_equal(a->worst.room, b->worst.room);
	assert_int_equal(a->worst.nr, b->worst.nr);
	for (uint32_t i = 0; i < a->worst.nr; i++)
		assert_memory_equal(&a->worst.list[i], &b->worst.list[i], sizeof(a->worst.list[i]));
}

static void assert_machines_equal(const struct pn_machine *a, const struct pn_machine *b)
{
	assert_int_equal(!a, !b);
	if (!a)
		return;
	assert_int_equal(a->origin, b->origin);
	assert_string_equal(a->driver, b->driver);
	assert_string_equal(a->governor, b->governor);
	assert_string_equal(a->vendor, b->vendor);
	assert_int_equal(a->tick_ns, b->tick_ns);
	assert_int_equal(a->nr_tables, b->nr_tables);
	assert_int_equal(a->nr_cpus, b->nr_cpus);
	for (uint32_t i = 0; i < a->nr_tables; i++) {
		assert_int_equal(a->tables[i].nr_states, b->tables[i].nr_states);
		assert_memory_equal(a->tables[i].states, b->tables[i].states,
				    a->tables[i].nr_states * sizeof(*a->tables[i].states));
	}
	assert_memory_equal(a->table_of, b->table_of, a->nr_cpus * sizeof(*a->table_of));
	assert_memory_equal(a->place, b->place, a->nr_cpus * sizeof(*a->place));
}

static void assert_traces_equal(const struct pn_trace_info *a, const struct pn_trace_info *b)
{
	assert_string_equal(a->file, b->file);
	assert_string_equal(a->format, b->format);
	assert_string_equal(a->clock, b->clock);
	assert_string_equal(a->instance, b->instance);
	assert_int_equal(a->has_events, b->has_events);
	assert_int_equal(a->first_ns, b->first_ns);
	assert_int_equal(a->last_ns, b->last_ns);
	assert_int_equal(a->events, b->events);
	assert_int_equal(a->nr_cpus, b->nr_cpus);
	assert_int_equal(a->truncated, b->truncated);
	assert_string_equal(a->truncated_at, b->truncated_at);
	assert_int_equal(a->has_stats, b->has_stats);
	assert_int_equal(a->overruns, b->overruns);
	assert_int_equal(a->bad_lines, b->bad_lines);
	assert_int_equal(a->odd_cpus, b->odd_cpus);
}

static void assert_params_equal(const struct pn_params *a, const struct pn_params *b)
{
	assert_int_equal(a->threshold_ns, b->threshold_ns);
	assert_int_equal(a->threshold_from, b->threshold_from);
	assert_int_equal(a->chain_gap_ns, b->chain_gap_ns);
	assert_int_equal(a->bin_ns, b->bin_ns);
	assert_int_equal(a->bin_origin_ns, b->bin_origin_ns);
	assert_int_equal(a->worst_nr, b->worst_nr);
}

static void test_round_trip(void **state)
{
	struct pn_tmpdir dir;

	(void)state;
	pn_tmpdir_make(&dir);
	for (size_t i = 0; i < NR_SAMPLES; i++) {
		struct pn_summary *before = samples[i](), *after;
		char *text = pn_report_string(&pn_report_json, before, NULL), *again;
		char *path = pn_tmpdir_write(&dir, "report.json", text, strlen(text));
		struct pn_problem problem = { "" };

		if (pn_summary_read(path, &after, &problem))
			fail_msg("%s", problem.text);
		assert_traces_equal(&before->trace, &after->trace);
		assert_params_equal(&before->params, &after->params);
		assert_machines_equal(before->machine, after->machine);
		assert_int_equal(before->nr_sections, after->nr_sections);
		for (uint32_t s = 0; s < before->nr_sections; s++)
			assert_sections_equal(&before->sections[s], &after->sections[s]);
		again = pn_report_string(&pn_report_json, after, NULL);
		assert_string_equal(text, again);
		free(again);
		free(path);
		free(text);
		pn_summary_free(after);
		pn_summary_free(before);
	}
	pn_tmpdir_remove(&dir);
}

/* --- what must be refused ------------------------------------------------------------------- */

/* A place in the full sample, what is put there, and what the message has to say. */
struct edit {
	const char *path;
	const char *value;
	const char *says;
};

static const struct edit edits[] = {
	{ "/schema", "\"other/1\"", "schema" },
	{ "/sections", "{}", "sections" },
	{ "/sections/0", "7", "sections[0]" },
	{ "/parameters/worst", "4000000000", "worst" },
	{ "/parameters/threshold_ns", "null", "threshold_ns" },
	{ "/parameters/threshold_from", "\"guess\"", "threshold_from" },
	{ "/trace/last_ns", "1", "last_ns" },
	{ "/trace/events", "-5", "events" },
	{ "/trace/events", "1e3", "events" },
	{ "/trace/format", "\"a format whose name is longer than any that there is\"", "format" },
	{ "/machine/tables/0/states", "[]", "states" },
	{ "/machine/tables/0/cpus", "\"0-99999999\"", "cpus" },
	{ "/machine/tables", "null", "tables" },
	{ "/sections/0/end_ns", "1", "end_ns" },
	{ "/sections/0/cpus/1/cpu", "0", "cpus[1].cpu" },
	{ "/sections/0/cpus/1/cpu", "65536", "cpus[1].cpu" },
	{ "/sections/0/cpus/0/table", "1", "table" },
	{ "/sections/0/cpus/0/span_ns", "1", "span_ns" },
	{ "/sections/0/cpus/0/unknown_ns", "18446744073709551615", "span_ns" },
	{ "/sections/0/cpus/0/states/1/state", "2", "states[1].state" },
	{ "/sections/0/cpus/0/states/1/hist", "[]", "hist" },
	{ "/sections/0/cpus/0/states/1/hist", "[[7424, 1]]", "hist" },
	{ "/sections/0/cpus/0/states/1/hist", "[[1, 1], [1, 1]]", "hist" },
	{ "/sections/0/cpus/0/states/1/hist", "[[1, 0]]", "hist" },
	{ "/sections/0/cpus/0/states/1/hist", "[[1]]", "hist" },
	{ "/sections/0/cpus/0/states/1/hist", "[[1, -1]]", "hist" },
	{ "/sections/0/cpus/0/states/1/hist", "[[1, 18446744073709551615]]", "hist" },
	{ "/sections/0/cpus/0/states/1/min_ns", "1", "hist" },
	{ "/sections/0/cpus/0/states/1/pn_ns", "99999999999999", "pn" },
	{ "/sections/0/cpus/0/states/1/below", "99999999999999", "below" },
	{ "/sections/0/cpus/0/bins", "[[1048576, 0, 1, 1, 1, 1, 1, 1]]", "bins" },
	{ "/sections/0/cpus/0/bins", "[[0, 256, 1, 1, 1, 1, 1, 1]]", "bins" },
	{ "/sections/0/cpus/0/bins", "[[0, 0, 1]]", "bins" },
	{ "/sections/0/cpus/0/bins", "null", "bins" },
	{ "/sections/0/nightmares/0/ended_by", "\"luck\"", "ended_by" },
	{ "/sections/0/nightmares/0/cpu", "65536", "cpu" },
	{ "/sections/0/nightmares/0/state", "256", "state" },
	{ "/sections/0/cpus/1/irqs/0/stays", "-1", "stays" },
	{ "/sections/0/cpus/1/irqs", "[{\"number\": 1, \"stays\": 1}, {\"number\": 1}]", "number" },
	{ "/sections/1/latency/cells/0/source", "\"rumour\"", "source" },
	{ "/sections/1/latency/cells/0/target", "\"asleep\"", "target" },
	{ "/sections/1/latency/cells/2/state", "null", "state" },
	{ "/sections/1/latency/cells/2/state", "256", "state" },
	{ "/sections/1/latency/cells/1/target", "\"raced\"", "target" },
	{ "/sections/1/latency/cells/0/count", "0", "count" },
	{ "/sections/1/latency/cells/0/count", "99", "hist" },
	{ "/sections/1/latency/cells/0/negative", "101", "negative" },
	{ "/sections/1/latency/cells/0/max_ns", "18446744073709551615", "max_ns" },
	{ "/sections/1/latency/cells/5/min_ns", "-1", "hist" },
	{ "/sections/1/latency/cells/0/by_handler", "101", "by_handler" },
	{ "/sections/0/units/0/kind", "\"states\"", "kind" },
	{ "/sections/0/units/0/unknown_ns", "99999999999999", "unknown_ns" },
	{ "/sections/0/units/0/states/0/state", "1", "state" },
	{ "/sections/0/units/0/blames", "{}", "blames" },
	{ "/sections/0/units/0/blames/0/cpu", "65536", "cpu" },
	{ "/sections/0/nightmares", "[1, 2, 3, 4, 5, 6]", "nightmares" },
};

static void assert_refused(const struct pn_tmpdir *dir, const char *text, const char *says)
{
	char *path = pn_tmpdir_write(dir, "hostile.json", text, strlen(text));
	struct pn_problem problem = { "" };
	struct pn_summary *summary;

	assert_int_equal(pn_summary_read(path, &summary, &problem), -EINVAL);
	assert_null(summary);
	if (!strstr(problem.text, says) || !strstr(problem.text, "hostile.json"))
		fail_msg("\"%s\" says nothing of %s", problem.text, says);
	free(path);
}

static void test_hostile(void **state)
{
	struct pn_summary *summary = pn_sample_full();
	char *text = pn_report_string(&pn_report_json, summary, NULL);
	struct pn_tmpdir dir;

	(void)state;
	pn_tmpdir_make(&dir);
	for (size_t i = 0; i < sizeof(edits) / sizeof(edits[0]); i++) {
		struct json_object *root = json_tokener_parse(text);
		struct json_object *value = json_tokener_parse(edits[i].value);

		assert_int_equal(json_pointer_set(&root, edits[i].path, value), 0);
		assert_refused(&dir, json_object_to_json_string(root), edits[i].says);
		json_object_put(root);
	}
	pn_tmpdir_remove(&dir);
	free(text);
	pn_summary_free(summary);
}

/* Wherever a report is cut, it is refused and nothing worse happens. */
static void test_cut(void **state)
{
	struct pn_summary *summary = pn_sample_plain();
	char *text = pn_report_string(&pn_report_json, summary, NULL);
	size_t length = strlen(text);
	struct pn_tmpdir dir;

	(void)state;
	pn_tmpdir_make(&dir);
	for (size_t cut = length - 2; cut > 0; cut -= cut > 97 ? 97 : cut) {
		text[cut] = '\0';
		assert_refused(&dir, text, "");
	}
	pn_tmpdir_remove(&dir);
	free(text);
	pn_summary_free(summary);
}

/* --- numbers at random ---------------------------------------------------------------------- */

static const char *const numbers[] = {
	"0",  "1",    "255", "65535", "4294967296", "9223372036854775807", "18446744073709551615",
	"-1", "null", "0.5"
};

/* The text with one of its numbers, from a random place on, put in another's place. */
static char *mutate(const char *text, uint64_t *seed)
{
	const char *digits = text + pn_random_below(seed, strlen(text));
	const char *number = numbers[pn_random_below(seed, sizeof(numbers) / sizeof(numbers[0]))];
	char *changed = NULL;

	digits += strcspn(digits, "0123456789");
	if (asprintf(&changed, "%.*s%s%s", (int)(digits - text), text, number,
		     digits + strspn(digits, "0123456789")) < 0)
		abort();
	return changed;
}

/* Whatever is accepted can be reported in every form. */
static void report_all(const struct pn_summary *summary)
{
	static const char *const tables[] = { "states", "cpus",	 "groups", "nightmares",
					      "hist",	"units", "blame",  "latency" };
	struct pn_report_options options = { .per_cpu = true };

	free(pn_report_string(&pn_report_text, summary, &options));
	free(pn_report_string(&pn_report_json, summary, &options));
	for (size_t i = 0; i < sizeof(tables) / sizeof(tables[0]); i++) {
		options.table = tables[i];
		free(pn_report_string(&pn_report_csv, summary, &options));
	}
}

static void test_mutations(void **state)
{
	struct pn_summary *summary = pn_sample_full();
	char *text = pn_report_string(&pn_report_json, summary, NULL);
	uint64_t seed = 1;
	int nr_refused = 0;
	struct pn_tmpdir dir;

	(void)state;
	pn_tmpdir_make(&dir);
	for (int i = 0; i < ROUNDS; i++) {
		char *changed = mutate(text, &seed);
		char *path = pn_tmpdir_write(&dir, "changed.json", changed, strlen(changed));
		struct pn_problem problem = { "" };
		struct pn_summary *read;
		int err = pn_summary_read(path, &read, &problem);

		if (!err)
			report_all(read);
		else
			assert_int_not_equal(strlen(problem.text), 0);
		nr_refused += err != 0;
		pn_summary_free(read);
		free(path);
		free(changed);
	}
	assert_in_range(nr_refused, 1, ROUNDS - 1);
	pn_tmpdir_remove(&dir);
	free(text);
	pn_summary_free(summary);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_round_trip),
		cmocka_unit_test(test_hostile),
		cmocka_unit_test(test_cut),
		cmocka_unit_test(test_mutations),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
