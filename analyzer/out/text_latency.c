// SPDX-License-Identifier: GPL-2.0-only
/* Wake latency in the text report: a table for each source, by the state of the target. */
#include <inttypes.h>
#include <string.h>

#include "out/text.h"
#include "util/duration.h"

/* What each source measures, in words. */
static const char *const titles[PN_LAT_NR] = {
	[PN_LAT_IPI_MODULE] = "IPI, send to handler, measured by the latency module",
	[PN_LAT_TIMER_MODULE] = "Timer, expiry to callback, measured by the latency module",
	[PN_LAT_IPI] = "IPI, send event to the target's handler or idle exit",
	[PN_LAT_TIMER] = "Timer, expiry to its handler",
	[PN_LAT_TASK] = "Task, wakeup to switch-in",
};

/* A signed duration. */
static const char *signed_ns(int64_t ns, char buf[PN_FIGURE_LEN])
{
	if (ns >= 0)
		return pn_text_duration((uint64_t)ns, buf);
	buf[0] = '-';
	pn_format_ns(-(uint64_t)ns, buf + 1, PN_FIGURE_LEN - 1);
	return buf;
}

static const char *state_name(const struct pn_text *text, int32_t state, char buf[PN_FIGURE_LEN])
{
	switch (state) {
	case PN_LAT_BUSY:
		return "busy";
	case PN_LAT_RACED:
		return "raced";
	case PN_LAT_UNTOLD:
		return "unknown";
	default:
		return pn_text_state_name(pn_text_table_of(text), (uint32_t)state, buf);
	}
}

static void add_ns(struct pn_table *table, int64_t ns)
{
	char a[PN_FIGURE_LEN];

	pn_table_cell(table, "%s", signed_ns(ns, a));
}

static void add_target(struct pn_table *table, const struct pn_text *text, int32_t state)
{
	char a[PN_FIGURE_LEN];

	pn_table_cell(table, "%.12s", state_name(text, state, a));
}

/* The usual case, and how much of it is the idle state's doing. */
static void add_row(struct pn_table *table, const struct pn_text *text,
		    const struct pn_latency_cell *cell, const struct pn_sdist *busy)
{
	static const uint32_t percentiles[] = { 50000, 90000, 99000 };
	const struct pn_sdist *dist = &cell->dist;

	add_target(table, text, cell->state);
	pn_table_cell(table, "%" PRIu64, dist->count);
	add_ns(table, dist->min);
	for (size_t i = 0; i < sizeof(percentiles) / sizeof(percentiles[0]); i++)
		add_ns(table, pn_sdist_percentile(dist, percentiles[i]));
	if (cell->state >= 0 && busy->count)
		add_ns(table, pn_sdist_percentile(dist, 50000) - pn_sdist_percentile(busy, 50000));
	else
		pn_table_cell(table, "-");
}

/* The tail, what it does to the mean, and what ended the samples. */
static int add_tail(struct pn_table *table, const struct pn_text *text,
		    const struct pn_latency_cell *cell)
{
	const struct pn_sdist *dist = &cell->dist;
	struct pn_outliers outliers;
	int err = pn_sdist_outliers(dist, &outliers);

	if (err)
		return err;
	add_target(table, text, cell->state);
	add_ns(table, pn_sdist_percentile(dist, 99900));
	add_ns(table, dist->max);
	add_ns(table, (int64_t)pn_sdist_mean(dist));
	pn_table_cell(table, "%" PRIu64, outliers.count);
	if (outliers.count < dist->count)
		add_ns(table, (int64_t)outliers.mean_without);
	else
		pn_table_cell(table, "-");
	pn_table_cell(table, "%" PRIu64, cell->by_handler);
	pn_table_cell(table, "%" PRIu64, dist->count - cell->by_handler);
	return 0;
}

/* The states that a source has samples of, from the baseline to the deepest, then the odd ones. */
static int source_states(const struct pn_latency_stats *stats, enum pn_latency_source source,
			 int32_t *states, int room)
{
	static const int32_t odd[] = { PN_LAT_RACED, PN_LAT_UNTOLD };
	int nr = 0;

	for (uint32_t i = 0; i < stats->nr && nr < room - 2; i++) {
		const struct pn_latency_cell *cell = &stats->cells[i];

		if (cell->source == source && cell->state >= PN_LAT_BUSY &&
		    (!nr || states[nr - 1] != cell->state))
			states[nr++] = cell->state;
	}
	for (size_t o = 0; o < sizeof(odd) / sizeof(odd[0]); o++) {
		for (uint32_t i = 0; i < stats->nr; i++) {
			if (stats->cells[i].source != source || stats->cells[i].state != odd[o])
				continue;
			states[nr++] = odd[o];
			break;
		}
	}
	return nr;
}

static int print_source(const struct pn_text *text, enum pn_latency_source source)
{
	static const char *const columns[] = { "<target", "samples", "min",	  "p50",
					       "p90",	  "p99",     "over busy", NULL };
	static const char *const tails[] = { "<target",	 "p99.9",   "max",  "mean", "outliers",
					     "mean w/o", "handler", "exit", NULL };
	const struct pn_latency_stats *stats = &text->section->latency;
	int32_t states[PN_STATE_LIMIT + 3];
	int nr = source_states(stats, source, states, PN_STATE_LIMIT + 3), err;
	struct pn_latency_cell busy = { 0 };
	struct pn_table table, second;

	if (!nr)
		return 0;
	pn_table_init(&table, columns);
	pn_table_init(&second, tails);
	err = pn_latency_total(stats, source, PN_LAT_BUSY, &busy);
	for (int i = 0; !err && i < nr; i++) {
		struct pn_latency_cell total = { 0 };

		err = pn_latency_total(stats, source, states[i], &total);
		if (!err)
			add_row(&table, text, &total, &busy.dist);
		if (!err)
			err = add_tail(&second, text, &total);
		pn_sdist_free(&total.dist);
	}
	pn_sdist_free(&busy.dist);
	fprintf(text->out, "\n%s\n", titles[source]);
	err |= pn_table_print(&table, text->out);
	return err | pn_table_print(&second, text->out);
}

/* The same for each CPU, where that was asked for. */
static int print_cpus(const struct pn_text *text, enum pn_latency_source source)
{
	static const char *const columns[] = { "CPU", "<target", "samples", "min", "p50",
					       "p90", "p99",	 "max",	    NULL };
	static const uint32_t percentiles[] = { 50000, 90000, 99000 };
	const struct pn_latency_stats *stats = &text->section->latency;
	struct pn_table table;

	pn_table_init(&table, columns);
	for (uint32_t i = 0; i < stats->nr; i++) {
		const struct pn_latency_cell *cell = &stats->cells[i];

		if (cell->source != source)
			continue;
		pn_table_cell(&table, "%" PRIu32, cell->cpu);
		add_target(&table, text, cell->state);
		pn_table_cell(&table, "%" PRIu64, cell->dist.count);
		add_ns(&table, cell->dist.min);
		for (size_t p = 0; p < sizeof(percentiles) / sizeof(percentiles[0]); p++)
			add_ns(&table, pn_sdist_percentile(&cell->dist, percentiles[p]));
		add_ns(&table, cell->dist.max);
	}
	return table.nr_rows ? pn_table_print(&table, text->out) : table.err;
}

int pn_text_latency(const struct pn_text *text)
{
	const struct pn_section *section = text->section;
	const struct pn_machine *machine = text->summary->machine;
	int err = 0;

	if (!section->has_latency)
		return 0;
	fprintf(text->out, "\nWake latency, by what the target was in when the cause happened\n");
	if (!section->latency.nr)
		fprintf(text->out,
			"Not recorded: no sample of the latency module, no IPI, timer or "
			"wakeup event\n");
	for (int source = 0; source < PN_LAT_NR; source++) {
		err |= print_source(text, source);
		if (text->options->per_cpu)
			err |= print_cpus(text, source);
		if (text->options->hist)
			err |= pn_text_latency_hist(text, source);
	}
	if (section->latency.foreign_timers)
		fprintf(text->out,
			"%" PRIu64
			" timers are left out: they run on another clock than the trace's\n"
			"(record with trace-cmd record -C mono).\n",
			section->latency.foreign_timers);
	if (machine && machine->vendor[0] && strcmp(machine->vendor, "GenuineIntel") == 0)
		fprintf(text->out,
			"An Intel CPU may begin to wake before a timer that it knows of expires: timer\n"
			"latency is then not the exit latency of the idle state.\n");
	return err;
}
