// SPDX-License-Identifier: GPL-2.0-only
/* Recorded text traces against the figures that an independent script computed of them. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <inttypes.h>
#include <stdio.h>

#include "core/analysis.h"
#include "text_fixture.h"

/** struct answer - the lines of a .tsv that are still to be met, and the figures to meet them */
struct answer {
	const struct pn_section *section;
	uint64_t states; /* lines that were met */
	uint64_t cpus;
	uint64_t events;
};

static const struct pn_cpu_stats *stats_of(const struct pn_section *section, uint32_t cpu)
{
	for (uint32_t i = 0; i < section->nr_cpus; i++) {
		if (section->cpus[i].cpu == cpu)
			return &section->cpus[i];
	}
	fail_msg("CPU %u is missing", cpu);
	return NULL;
}

static uint64_t sum_of(const struct pn_cpu_stats *cpu, size_t offset)
{
	uint64_t sum = 0;

	for (uint32_t s = 0; s < cpu->nr_states; s++)
		sum += *(const uint64_t *)((const char *)&cpu->states[s] + offset);
	return sum;
}

#define SUM(cpu, field) sum_of(cpu, offsetof(struct pn_state_stats, field))

static void check_state(struct answer *answer, const char *line)
{
	uint64_t entries, closed, residency_ns;
	const struct pn_cpu_stats *stats;
	uint32_t cpu, state;

	assert_int_equal(sscanf(line, "%" SCNu32 " %" SCNu32 " %" SCNu64 " %" SCNu64 " %" SCNu64,
				&cpu, &state, &entries, &closed, &residency_ns),
			 5);
	stats = stats_of(answer->section, cpu);
	assert_true(state < stats->nr_states);
	assert_int_equal(stats->states[state].entries, entries);
	assert_int_equal(stats->states[state].stay.count, closed);
	assert_int_equal(stats->states[state].stay.sum, residency_ns);
	answer->states++;
}

static void check_cpu(struct answer *answer, const char *line)
{
	uint64_t exits, without_entry, while_open, open_at_end;
	const struct pn_cpu_stats *stats;
	uint32_t cpu;

	assert_int_equal(sscanf(line, "#A %" SCNu32 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64,
				&cpu, &exits, &without_entry, &while_open, &open_at_end),
			 5);
	stats = stats_of(answer->section, cpu);
	assert_int_equal(stats->idle_events - SUM(stats, entries), exits);
	assert_int_equal(stats->head + stats->stray, without_entry);
	assert_int_equal(SUM(stats, reentered), while_open);
	assert_int_equal(SUM(stats, tail), open_at_end);
	answer->cpus++;
}

static void check_trace(struct answer *answer, const char *line, const struct text_case *c)
{
	uint64_t events, first_ns, last_ns, steps, seen_first = UINT64_MAX, seen_last = 0;
	uint64_t seen = 0, seen_steps = 0;

	assert_int_equal(sscanf(line,
				"#T events=%" SCNu64 " first_ns=%" SCNu64 " last_ns=%" SCNu64
				" backwards_per_cpu=%" SCNu64,
				&events, &first_ns, &last_ns, &steps),
			 4);
	for (size_t i = 0; i < c->events.nr; i++) {
		const struct pn_event *event = &c->events.list[i];

		if (event->kind != PN_EV_IDLE)
			continue;
		seen++;
		seen_first = event->ts_ns < seen_first ? event->ts_ns : seen_first;
		seen_last = event->ts_ns > seen_last ? event->ts_ns : seen_last;
	}
	for (uint32_t i = 0; i < answer->section->nr_cpus; i++)
		seen_steps += answer->section->cpus[i].steps_back;
	assert_int_equal(seen, events);
	assert_int_equal(seen_first, first_ns);
	assert_int_equal(seen_last, last_ns);
	assert_int_equal(seen_steps, steps);
	answer->events++;
}

static void check_answer(struct answer *answer, const char *path, const struct text_case *c)
{
	char line[256];
	FILE *file = fopen(path, "r");

	assert_non_null(file);
	while (fgets(line, sizeof(line), file)) {
		if (strncmp(line, "#A", 2) == 0)
			check_cpu(answer, line);
		else if (strncmp(line, "#T", 2) == 0)
			check_trace(answer, line, c);
		else if (*line != '#')
			check_state(answer, line);
	}
	fclose(file);
}

/* Every entry that was counted is one that the answer has a line for. */
static void check_nothing_else(const struct answer *answer)
{
	uint64_t states = 0, cpus = 0;

	for (uint32_t i = 0; i < answer->section->nr_cpus; i++) {
		const struct pn_cpu_stats *cpu = &answer->section->cpus[i];

		cpus += cpu->idle_events != 0;
		for (uint32_t s = 0; s < cpu->nr_states; s++)
			states += cpu->states[s].entries != 0;
		assert_int_equal(pn_stats_idle_ns(cpu) + cpu->busy_ns + cpu->unknown_ns,
				 cpu->span_ns);
	}
	assert_int_equal(answer->states, states);
	assert_int_equal(answer->cpus, cpus);
	assert_int_equal(answer->events, 1);
}

static struct pn_summary *analyse(const struct text_case *c)
{
	struct pn_params params = pn_params_default(NULL);
	struct pn_analysis *analysis;
	struct pn_summary *summary;
	int err;

	analysis = pn_analysis_new(&params, NULL, NULL, 0, &err);
	assert_non_null(analysis);
	assert_int_equal(pn_analysis_feed(analysis, c->events.list, c->events.nr), 0);
	summary = pn_analysis_finish(analysis, c->stats.first_ns, c->stats.last_ns, &err);
	assert_non_null(summary);
	pn_analysis_free(analysis);
	return summary;
}

static void load_file(struct text_case *c, const char *name)
{
	char path[512];

	memset(c, 0, sizeof(*c));
	snprintf(path, sizeof(path), "%s/public/%s.txt", PN_TEST_DATA, name);
	assert_int_equal(pn_mapped_open(path, &c->file, &c->problem), 0);
	assert_true(pn_text_ops.claims(&c->file));
	assert_int_equal(text_open(c), 0);
	assert_int_equal(text_read(c, ALL_KINDS, PN_BATCH_NR), 0);
	assert_int_equal(c->stats.bad_lines, 0);
	assert_int_equal(c->stats.odd_cpus, 0);
}

static void gives_the_known_figures(void **state)
{
	const char *name = *state;
	struct pn_summary *summary;
	struct text_case c;
	struct answer answer = { 0 };
	char path[512];

	load_file(&c, name);
	summary = analyse(&c);
	answer.section = &summary->sections[0];
	snprintf(path, sizeof(path), "%s/public/%s.tsv", PN_TEST_DATA, name);
	check_answer(&answer, path, &c);
	check_nothing_else(&answer);
	pn_summary_free(summary);
	text_close(&c);
}

static void an_exit_before_its_entry_makes_one_negative_stay(void **state)
{
	const struct pn_cpu_stats *cpu;
	struct pn_summary *summary;
	struct text_case c;

	(void)state;
	load_file(&c, "unsorted");
	summary = analyse(&c);
	cpu = stats_of(&summary->sections[0], 6);
	assert_int_equal(SUM(cpu, tail), 1);
	assert_int_equal(SUM(cpu, negative), 1);
	assert_int_equal(cpu->steps_back, 1);
	pn_summary_free(summary);
	text_close(&c);
}

/** struct told - what else a file tells: events of any type, CPUs, tool */
struct told {
	const char *name;
	uint64_t events;
	uint32_t nr_cpus;
	const char *format;
};

static void tells_events_cpus_and_tool(void **state)
{
	static const struct told files[] = {
		{ "unsorted", 15, 8, "trace-cmd report text" },
		{ "no-trailing-newline", 10, 0, "ftrace text" },
		{ "report-2cpu", 98, 5, "trace-cmd report text" },
		{ "atrace-tgid", 2506, 8, "ftrace text" },
		{ "idlestat-synth-test01", 36, 5, "ftrace text" },
	};
	struct text_case c;

	(void)state;
	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		load_file(&c, files[i].name);
		assert_int_equal(c.stats.events, files[i].events);
		assert_int_equal(c.source->info.nr_cpus, files[i].nr_cpus);
		assert_string_equal(c.source->info.format, files[i].format);
		assert_string_equal(c.source->info.clock, "");
		text_close(&c);
	}
}

#define KNOWN(name)                                                               \
	{                                                                         \
		"figures of " name, gives_the_known_figures, NULL, NULL, (char[]) \
		{                                                                 \
			name                                                      \
		}                                                                 \
	}

int main(void)
{
	const struct CMUnitTest tests[] = {
		KNOWN("unsorted"),
		KNOWN("no-trailing-newline"),
		KNOWN("report-2cpu"),
		KNOWN("atrace-tgid"),
		KNOWN("idlestat-synth-test01"),
		KNOWN("idlestat-synth-test02"),
		KNOWN("idlestat-synth-test03"),
		cmocka_unit_test(an_exit_before_its_entry_makes_one_negative_stay),
		cmocka_unit_test(tells_events_cpus_and_tool),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
