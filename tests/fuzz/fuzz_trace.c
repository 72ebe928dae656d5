// SPDX-License-Identifier: GPL-2.0-only
/* A trace from anywhere, taken through the whole of the analyzer. */
#include "fuzz_trace.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "io/summary_json.h"
#include "out/report.h"
#include "pipeline.h"
#include "support/analyse.h"
#include "util/diag.h"

/* Over damaged formats libtraceevent 1.7.1 loses a few bytes of its own. */
const char *__lsan_default_suppressions(void);

const char *__lsan_default_suppressions(void)
{
	return "leak:libtraceevent";
}

static const char states[] =
	"{\"schema\":\"powernightmare.states/1\",\"tick_ns\":4000000,\"tables\":[{\"cpus\":\"0-6\","
	"\"states\":[{\"name\":\"POLL\",\"exit_latency_ns\":0,\"target_residency_ns\":0},"
	"{\"name\":\"C1\",\"exit_latency_ns\":2000,\"target_residency_ns\":2000},"
	"{\"name\":\"C6\",\"exit_latency_ns\":90000,\"target_residency_ns\":300000}]}],"
	"\"topology\":[{\"cpu\":0,\"core\":0,\"package\":0},{\"cpu\":1,\"core\":0,\"package\":0},"
	"{\"cpu\":2,\"core\":1,\"package\":0},{\"cpu\":3,\"core\":1,\"package\":0}]}";

/** struct written - a report in memory */
struct written {
	char *text;
	size_t size;
};

static void write_report(const struct pn_summary *summary, const struct pn_report_ops *form,
			 const char *table, struct written *written)
{
	struct pn_report_options options = { .table = table, .per_cpu = true };
	FILE *out = open_memstream(&written->text, &written->size);

	PN_FUZZ_CHECK(out);
	PN_FUZZ_CHECK(!form->write(summary, &options, out));
	PN_FUZZ_CHECK(!fclose(out));
}

static void check_same(const struct written *a, const struct written *b)
{
	if (a->size != b->size || memcmp(a->text, b->text, a->size) != 0)
		fprintf(stderr, "--- one:\n%s\n--- other:\n%s\n", a->text, b->text);
	PN_FUZZ_CHECK(a->size == b->size && memcmp(a->text, b->text, a->size) == 0);
}

/* What was written reads back, and is written again as it was. */
static void check_round_trip(const struct written *json)
{
	struct pn_problem problem = { "" };
	struct pn_summary *summary;
	struct pn_fuzz_file file;
	struct written again;
	int err;

	pn_fuzz_file_open(&file, json->text, json->size);
	err = pn_summary_read(file.path, &summary, &problem);
	if (err)
		fprintf(stderr, "%s\n%s\n", problem.text, json->text);
	PN_FUZZ_CHECK(!err);
	write_report(summary, &pn_report_json, NULL, &again);
	check_same(json, &again);
	free(again.text);
	pn_summary_free(summary);
	pn_fuzz_file_close(&file);
}

static void write_all(const struct pn_summary *summary)
{
	/* The bins are a table of all times from the first to the last, which may take a minute. */
	static const char *const tables[] = { "states", "cpus", "nightmares", "quality" };
	struct written written;

	write_report(summary, &pn_report_text, NULL, &written);
	free(written.text);
	for (size_t i = 0; i < sizeof(tables) / sizeof(*tables); i++) {
		write_report(summary, &pn_report_csv, tables[i], &written);
		free(written.text);
	}
}

static int ignore_stay(void *ctx, uint32_t cpu, const struct pn_span *span, char verdict)
{
	(void)ctx;
	(void)cpu;
	(void)verdict;
	PN_FUZZ_CHECK(span->kind != PN_SPAN_COMPLETED || span->end_ns >= span->start_ns);
	return 0;
}

/* Runs a request; *json is its report, with text NULL where there is none. */
static int run(const struct pn_request *request, unsigned int ask, struct written *json)
{
	struct pn_problem problem = { "" };
	struct pn_summary *summary;
	int err = pn_pipeline_run(request, &summary, &problem);

	*json = (struct written){ NULL, 0 };
	PN_FUZZ_CHECK(!err == !*problem.text);
	PN_FUZZ_CHECK(!err == !!summary);
	if (err)
		return err;
	PN_FUZZ_CHECK(pn_not_conserved(summary) < 0);
	if (!(ask & PN_FUZZ_QUICK)) {
		write_all(summary);
		write_report(summary, &pn_report_json, NULL, json);
		check_round_trip(json);
	}
	pn_summary_free(summary);
	return 0;
}

static void run_merged_too(struct pn_request *request, unsigned int ask, int err,
			   const struct written *json)
{
	struct written merged;

	request->watch = ignore_stay;
	PN_FUZZ_CHECK(run(request, ask, &merged) == err);
	if (json->text)
		check_same(json, &merged);
	free(merged.text);
}

static void fill(struct pn_request *request, unsigned int ask)
{
	request->phases = ask & PN_FUZZ_PHASES;
	request->latency = ask & PN_FUZZ_LATENCY;
	request->units = ask & PN_FUZZ_UNITS && ask & PN_FUZZ_MACHINE;
	request->verdicts = ask & PN_FUZZ_KERNEL ? PN_VERDICTS_KERNEL : PN_VERDICTS_AUTO;
	if (ask & PN_FUZZ_BINS)
		request->bin_ns = 50000000;
	if (ask & PN_FUZZ_WINDOW) {
		request->from = (struct pn_point){ true, true, 1500 };
		request->to = (struct pn_point){ true, true, 1000000000 };
	}
}

/* FNV-1a: any change of the input may change all of what is asked. */
unsigned int pn_fuzz_ask(const uint8_t *data, size_t size)
{
	uint32_t hash = UINT32_C(2166136261);

	for (size_t i = 0; i < size; i++)
		hash = (hash ^ data[i]) * UINT32_C(16777619);
	return (hash >> 8 & 0xff) | (hash % 8 ? PN_FUZZ_QUICK : 0);
}

void pn_fuzz_trace(const void *bytes, size_t size, unsigned int ask)
{
	struct pn_request request = { .jobs = 1, .worst_nr = 5, .quiet = true };
	struct pn_fuzz_file file, machine;
	struct written json;
	int err;

	pn_diag_init("fuzz", PN_QUIET);
	pn_fuzz_file_open(&file, bytes, size);
	pn_fuzz_file_open(&machine, states, strlen(states));
	request.path = file.path;
	if (ask & PN_FUZZ_MACHINE)
		request.states = machine.path;
	fill(&request, ask);
	err = run(&request, ask, &json);
	if (ask & PN_FUZZ_MERGED)
		run_merged_too(&request, ask, err, &json);
	free(json.text);
	pn_fuzz_file_close(&machine);
	pn_fuzz_file_close(&file);
}
