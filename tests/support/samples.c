// SPDX-License-Identifier: GPL-2.0-only
/* Summaries for the tests of reports. */
#include "support/samples.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/machine_builder.h"

#define US UINT64_C(1000)
#define MS UINT64_C(1000000)
#define S  UINT64_C(1000000000)

static struct pn_summary *named(struct pn_summary *summary, const char *file, const char *format)
{
	summary->trace.file = strdup(file);
	if (!summary->trace.file)
		abort();
	snprintf(summary->trace.format, sizeof(summary->trace.format), "%s", format);
	return summary;
}

/* --- everything ----------------------------------------------------------------------------- */

/* Two clusters: CPUs 0 to 3 with four states, of which one is off, and 4 and 5 with three. */
static struct pn_machine *two_kinds(void)
{
	struct pn_machine *machine = pn_machine_build(4, "POLL:0:0 C1:2:2 C1E:10:20:off C6:85:200");
	int32_t small =
		pn_machine_build_table(machine, "WFI:1:1 cpu-sleep:100:400 cluster-off:500:2500");

	for (uint32_t cpu = 0; cpu < 6; cpu++) {
		struct pn_cpu_place place = {
			.core = (int32_t)(cpu / 2),
			.cluster = cpu < 4 ? 0 : 1,
			.package = 0,
		};

		if (pn_machine_set_cpu(machine, cpu, cpu < 4 ? 0 : small, &place))
			abort();
	}
	machine->origin = PN_FROM_SIDECAR;
	machine->tick_ns = MS;
	strcpy(machine->driver, "intel_idle");
	strcpy(machine->governor, "menu");
	strcpy(machine->vendor, "GenuineIntel");
	return machine;
}

/* A device's interrupt, and the task that runs then, with their names. */
static void add_irq(struct pn_events *events, uint32_t cpu, uint64_t ts_ns, uint32_t number,
		    const char *name)
{
	pn_events_add(events, (struct pn_event){ .ts_ns = ts_ns,
						 .cpu = cpu,
						 .kind = PN_EV_WAKE,
						 .u.wake = { .cause = PN_WAKE_IRQ,
							     .number = number,
							     .name = name,
							     .length = (uint16_t)strlen(name) } });
}

static void add_task(struct pn_events *events, uint32_t cpu, uint64_t ts_ns, uint32_t pid,
		     const char *comm)
{
	pn_events_add(events, (struct pn_event){ .ts_ns = ts_ns,
						 .cpu = cpu,
						 .kind = PN_EV_SWITCH,
						 .u.next = { .pid = pid,
							     .comm = comm,
							     .length = (uint32_t)strlen(comm) } });
}

/* CPU 0: stays of many lengths in every state, each with a cause, and the kernel's verdicts. */
static void add_busy_cpu(struct pn_events *events)
{
	static const int32_t states[] = { 0, 1, 3, 1, 3 };
	uint64_t ts_ns = 10 * S;

	for (uint32_t i = 0; i < 2000; i++) {
		uint64_t length_ns = (i * UINT64_C(7919)) % 1200 * US + i;

		pn_events_stay(events, 0, ts_ns, ts_ns + length_ns, states[i % 5]);
		ts_ns += length_ns;
		pn_events_wake(events, 0, ts_ns + 1, (enum pn_wake)(i % PN_WAKE_NR), 30 + i % 3);
		if (i % 4 == 0)
			pn_events_switch(events, 0, ts_ns + 2, 1000 + i);
		if (i % 5 == 1 && length_ns >= 202 * US)
			pn_events_miss(events, 0, ts_ns + 3, 1, 1);
		ts_ns += 400 * US;
	}
}

/* CPU 1: powernightmares, and a chain of stays that the tick alone ends. */
static void add_nightmares(struct pn_events *events)
{
	uint64_t ts_ns = 10 * S + 500 * MS;

	for (uint32_t i = 0; i < 12; i++) {
		uint64_t length_ns = (2 + i * 7 % 12) * MS;

		pn_events_stay(events, 1, ts_ns, ts_ns + length_ns, i % 3 ? 1 : 0);
		ts_ns += length_ns;
		if (i % 2)
			add_irq(events, 1, ts_ns + 1, 120, "nvme0q1");
		else
			pn_events_wake(events, 1, ts_ns + 1, PN_WAKE_TIMER, 0);
		add_task(events, 1, ts_ns + 2, 4711, "kworker/1:2");
		ts_ns += 20 * MS;
	}
	for (uint32_t i = 0; i < 40; i++) {
		pn_events_stay(events, 1, ts_ns, ts_ns + 990 * US, 1);
		ts_ns += MS;
	}
	/* Still idle when the trace ends. */
	pn_events_enter(events, 1, 13 * S, 3);
}

/* CPU 2: what a broken trace looks like. */
static void add_oddities(struct pn_events *events)
{
	pn_events_leave(events, 2, 10 * S + 100 * MS);
	pn_events_leave(events, 2, 10 * S + 200 * MS);
	pn_events_enter(events, 2, 10 * S + 300 * MS, 3);
	pn_events_enter(events, 2, 10 * S + 400 * MS, 3);
	pn_events_leave(events, 2, 10 * S + 350 * MS);
	pn_events_enter(events, 2, 10 * S + 500 * MS, 3);
	pn_events_lost(events, 2, 10 * S + 600 * MS, 10 * S + 900 * MS, 77);
	pn_events_stay(events, 2, 11 * S, 11 * S + 5 * MS, 5);
	pn_events_lost(events, 2, 12 * S, 12 * S + 100 * MS, PN_LOST_UNKNOWN);
	pn_events_enter(events, 2, 12 * S + 200 * MS, 999);
	pn_events_leave(events, 2, 12 * S + 300 * MS);
}

/* CPU 4: one stay over the edge between two phases; CPU 5: losses of unknown size. */
static void add_small_cpus(struct pn_events *events)
{
	pn_events_stay(events, 4, 10 * S + 600 * MS, 12 * S + 900 * MS, 2);
	pn_events_stay(events, 4, 13 * S, 13 * S + 300 * US, 1);
	pn_events_lost(events, 5, 10 * S + MS, 10 * S + 2 * MS, PN_LOST_UNKNOWN);
	pn_events_stay(events, 5, 11 * S, 11 * S + 50 * MS, 0);
}

static int by_time(const void *a, const void *b)
{
	const struct pn_event *x = a, *y = b;

	if (x->ts_ns != y->ts_ns)
		return x->ts_ns < y->ts_ns ? -1 : 1;
	return x->cpu < y->cpu ? -1 : x->cpu > y->cpu;
}

/* Needs the events in the order of time, which they are brought into here. */
static void add_units(struct pn_summary *summary, struct pn_events *events,
		      const struct pn_window *windows, uint32_t nr_windows)
{
	struct pn_together *together = pn_together_new(summary->machine, windows, nr_windows);
	int err = together ? 0 : -ENOMEM;

	qsort(events->list, events->nr, sizeof(*events->list), by_time);
	for (size_t i = 0; !err && i < events->nr; i++)
		err = pn_together_feed(together, &events->list[i]);
	for (uint32_t i = 0; !err && i < nr_windows; i++) {
		struct pn_section *section = &summary->sections[i];

		section->units =
			pn_together_finish(together, i, 10 * S, 14 * S, &section->nr_units, &err);
	}
	if (err)
		abort();
	pn_together_free(together);
}

/* Latencies as the module and the trace tell them: the baseline, two states, an early timer. */
static void add_latencies(struct pn_section *section)
{
	static const struct {
		enum pn_latency_source source;
		int32_t state;
		uint32_t cpu;
		int64_t first_ns;
	} cells[] = {
		{ PN_LAT_IPI_MODULE, PN_LAT_RACED, 1, 900 },
		{ PN_LAT_IPI_MODULE, PN_LAT_BUSY, 1, 1500 },
		{ PN_LAT_IPI_MODULE, 1, 1, 4000 },
		{ PN_LAT_IPI_MODULE, 3, 0, 88000 },
		{ PN_LAT_IPI_MODULE, 3, 1, 90000 },
		{ PN_LAT_TIMER_MODULE, 3, 1, -2000 },
		{ PN_LAT_TASK, PN_LAT_UNTOLD, 4, 0 },
	};
	struct pn_latency_stats *stats = &section->latency;

	stats->nr = sizeof(cells) / sizeof(cells[0]);
	stats->cells = calloc(stats->nr, sizeof(*stats->cells));
	if (!stats->cells)
		abort();
	section->has_latency = true;
	stats->foreign_timers = 3;
	for (uint32_t i = 0; i < stats->nr; i++) {
		struct pn_latency_cell *cell = &stats->cells[i];

		cell->source = cells[i].source;
		cell->state = cells[i].state;
		cell->cpu = cells[i].cpu;
		cell->by_handler = i;
		for (int64_t n = 0; n < 100; n++) {
			if (pn_sdist_add(&cell->dist, cells[i].first_ns + n * n))
				abort();
		}
	}
}

struct pn_summary *pn_sample_full(void)
{
	static const struct pn_window windows[] = {
		{ 10 * S, 12 * S, "warm-up" },
		{ 12 * S, 14 * S, "sleepers 5 ms" },
	};
	struct pn_machine *machine = two_kinds();
	struct pn_params params = pn_params_default(machine);
	struct pn_events events = { 0 };
	struct pn_summary *summary;

	params.bin_ns = 500 * MS;
	params.bin_origin_ns = 10 * S;
	params.worst_nr = 5;
	add_busy_cpu(&events);
	add_nightmares(&events);
	add_oddities(&events);
	/* CPU 3 was traced, but nothing tells what it did. */
	pn_events_mark(&events, 3, 11 * S, "pn: nothing");
	add_small_cpus(&events);
	summary = pn_analyse(&(struct pn_analyse){
		.events = &events,
		.params = &params,
		.machine = machine,
		.windows = windows,
		.nr_windows = 2,
		.has_ends = true,
		.first_ns = 10 * S,
		.last_ns = 14 * S,
	});
	summary->machine = machine;
	add_units(summary, &events, windows, 2);
	add_latencies(&summary->sections[1]);
	pn_events_free(&events);
	strcpy(summary->trace.clock, "mono");
	strcpy(summary->trace.instance, "idle");
	strcpy(summary->trace.truncated_at, "at byte 1048576 of CPU 2");
	summary->trace.has_events = true;
	summary->trace.first_ns = 10 * S;
	summary->trace.last_ns = 14 * S;
	summary->trace.events = 12345;
	summary->trace.nr_cpus = 6;
	summary->trace.truncated = true;
	summary->trace.has_stats = true;
	summary->trace.overruns = 78;
	summary->trace.odd_cpus = 1;
	return named(summary, "trace.dat", "trace.dat v7 zstd");
}

/* --- next to nothing ------------------------------------------------------------------------ */

struct pn_summary *pn_sample_plain(void)
{
	struct pn_events events = { 0 };
	struct pn_summary *summary;

	pn_events_stay(&events, 0, S, S + 2 * MS, 1);
	pn_events_stay(&events, 0, S + 3 * MS, S + 4 * MS, 2);
	pn_events_stay(&events, 1, S + MS, S + 41 * MS, 1);
	pn_events_stay(&events, 1, S + 50 * MS, S + 100 * MS, 2);
	summary = pn_analyse(&(struct pn_analyse){ .events = &events });
	pn_events_free(&events);
	summary->trace.has_events = true;
	summary->trace.first_ns = S;
	summary->trace.last_ns = S + 100 * MS;
	summary->trace.events = 8;
	return named(summary, "idle.txt", "ftrace text");
}

struct pn_summary *pn_sample_silent(void)
{
	struct pn_events events = { 0 };
	struct pn_summary *summary;

	pn_events_mark(&events, 0, 5 * S, "pn: begin");
	summary = pn_analyse(&(struct pn_analyse){ .events = &events });
	pn_events_free(&events);
	return named(summary, "empty.dat", "trace.dat v6");
}

/* --- reports -------------------------------------------------------------------------------- */

char *pn_report_string(const struct pn_report_ops *ops, const struct pn_summary *summary,
		       const struct pn_report_options *options)
{
	static const struct pn_report_options all;
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	if (!out || ops->write(summary, options ? options : &all, out) || fclose(out))
		abort();
	return text;
}
