/* SPDX-License-Identifier: GPL-2.0-only */
/* Summaries for the tests of reports, made by the analysis itself from a few events. */
#ifndef PN_TESTS_REPORT_FIXTURE_H
#define PN_TESTS_REPORT_FIXTURE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/analysis.h"
#include "out/report.h"

#define US UINT64_C(1000)
#define MS UINT64_C(1000000)
#define S  UINT64_C(1000000000)

/* Five states as an Intel client part has them, and a place for each CPU: two to a core. */
static inline struct pn_machine *fixture_machine(uint32_t nr_cpus)
{
	static const struct pn_idle_state states[] = {
		{ "POLL", "CPUIDLE CORE POLL IDLE", 0, 0, PN_UNKNOWN, false },
		{ "C1", "MWAIT 0x00", 2 * US, 2 * US, PN_UNKNOWN, false },
		{ "C1E", "MWAIT 0x01", 10 * US, 20 * US, PN_UNKNOWN, false },
		{ "C3", "MWAIT 0x10", 70 * US, 100 * US, PN_UNKNOWN, false },
		{ "C6", "MWAIT 0x20", 85 * US, 200 * US, PN_UNKNOWN, false },
	};
	struct pn_machine *machine = pn_machine_new();
	int table = pn_machine_add_table(machine, 5);

	memcpy(machine->tables[table].states, states, sizeof(states));
	machine->origin = PN_FROM_SIDECAR;
	machine->tick_ns = MS;
	strcpy(machine->driver, "intel_idle");
	strcpy(machine->governor, "menu");
	for (uint32_t cpu = 0; cpu < nr_cpus; cpu++) {
		struct pn_cpu_place place = { (int32_t)(cpu / 2), PN_UNKNOWN, 0 };

		pn_machine_set_cpu(machine, cpu, table, &place);
	}
	return machine;
}

static inline void feed(struct pn_analysis *analysis, struct pn_event event)
{
	if (pn_analysis_feed(analysis, &event, 1))
		abort();
}

static inline void enter(struct pn_analysis *analysis, uint32_t cpu, uint64_t ts_ns, int32_t state)
{
	feed(analysis, (struct pn_event){ ts_ns, cpu, PN_EV_IDLE, { .state = state } });
}

/* A stay with both ends; the end is handed back. */
static inline uint64_t stay(struct pn_analysis *analysis, uint32_t cpu, int32_t state,
			    uint64_t from_ns, uint64_t length_ns)
{
	enter(analysis, cpu, from_ns, state);
	enter(analysis, cpu, from_ns + length_ns, PN_STATE_EXIT);
	return from_ns + length_ns;
}

/* What a report of @summary comes to; freed by the caller. */
static inline char *report(const struct pn_report_ops *ops, const struct pn_summary *summary,
			   const struct pn_report_options *options)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	if (!out || ops->write(summary, options, out) || fclose(out))
		abort();
	return text;
}

#endif
