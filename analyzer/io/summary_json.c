// SPDX-License-Identifier: GPL-2.0-only
/* Reports in JSON, read back. */
#include "io/summary_json.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/names.h"
#include "io/json_in.h"
#include "io/section_json.h"
#include "io/states.h"

#define SCHEMA "powernightmare.report/1"

/** More phases than any run has; each takes room for its worst powernightmares. */
#define MAX_SECTIONS 100000

static int read_file(const struct pn_json *json, struct pn_trace_info *trace)
{
	const char *file;
	int err = pn_json_long_text(json, "file", &file);

	if (err)
		return pn_json_optional(err);
	trace->file = strdup(file);
	return trace->file ? 0 : -ENOMEM;
}

/* The ends of the trace are both there or both not. */
static int read_ends(const struct pn_json *json, struct pn_trace_info *trace)
{
	int err = pn_json_u64(json, "first_ns", 0, UINT64_MAX, &trace->first_ns);

	if (err)
		return pn_json_optional(err);
	trace->has_events = true;
	return pn_json_need_u64(json, "last_ns", trace->first_ns, UINT64_MAX, &trace->last_ns);
}

static int read_trace(const struct pn_json *root, struct pn_trace_info *trace)
{
	struct pn_json json;
	uint64_t cpus = 0;
	int err = pn_json_need(root, "trace", pn_json_inner(root, "trace", &json));

	if (!err)
		err = read_file(&json, trace);
	if (!err)
		err = pn_json_optional(
			pn_json_text(&json, "format", trace->format, sizeof(trace->format)));
	if (!err)
		err = pn_json_optional(
			pn_json_text(&json, "clock", trace->clock, sizeof(trace->clock)));
	if (!err)
		err = pn_json_optional(
			pn_json_text(&json, "instance", trace->instance, sizeof(trace->instance)));
	if (!err)
		err = read_ends(&json, trace);
	if (!err)
		err = pn_json_optional(pn_json_u64(&json, "events", 0, UINT64_MAX, &trace->events));
	if (!err)
		err = pn_json_optional(pn_json_u64(&json, "cpus", 0, UINT32_MAX, &cpus));
	trace->nr_cpus = (uint32_t)cpus;
	return err;
}

static int read_quality(const struct pn_json *root, struct pn_trace_info *trace)
{
	struct pn_json json;
	int err = pn_json_need(root, "quality", pn_json_inner(root, "quality", &json));

	if (!err)
		err = pn_json_need(&json, "truncated",
				   pn_json_bool(&json, "truncated", &trace->truncated));
	if (!err)
		err = pn_json_optional(pn_json_text(&json, "truncated_at", trace->truncated_at,
						    sizeof(trace->truncated_at)));
	if (err)
		return err;
	err = pn_json_u64(&json, "overruns", 0, UINT64_MAX, &trace->overruns);
	trace->has_stats = !err;
	err = pn_json_optional(err);
	if (!err)
		err = pn_json_optional(
			pn_json_u64(&json, "bad_lines", 0, UINT64_MAX, &trace->bad_lines));
	if (!err)
		err = pn_json_optional(
			pn_json_u64(&json, "odd_cpus", 0, UINT64_MAX, &trace->odd_cpus));
	return err;
}

static int read_origin(const struct pn_json *json, const char *key, enum pn_origin *out)
{
	char word[16];
	int origin, err;

	err = pn_json_need(json, key, pn_json_text(json, key, word, sizeof(word)));
	if (err)
		return err;
	origin = pn_origin_find(word);
	if (origin < 0)
		return pn_json_bad(json, key, "is no origin");
	*out = (enum pn_origin)origin;
	return 0;
}

static int read_bin(const struct pn_json *json, struct pn_params *params)
{
	int err = pn_json_u64(json, "bin_ns", 1, UINT64_MAX, &params->bin_ns);

	if (err)
		return pn_json_optional(err);
	return pn_json_need_u64(json, "bin_origin_ns", 0, UINT64_MAX, &params->bin_origin_ns);
}

static int read_verdicts(const struct pn_json *json, struct pn_params *params)
{
	char word[16];
	int err =
		pn_json_need(json, "verdicts", pn_json_text(json, "verdicts", word, sizeof(word)));
	int verdicts = err ? err : pn_verdicts_find(word);

	if (err)
		return err;
	if (verdicts <= PN_VERDICTS_AUTO)
		return pn_json_bad(json, "verdicts", "is not \"length\" or \"kernel\"");
	params->verdicts = (enum pn_verdicts)verdicts;
	return 0;
}

static int read_params(const struct pn_json *root, struct pn_params *params)
{
	struct pn_json json;
	uint64_t worst = 0;
	int err = pn_json_need(root, "parameters", pn_json_inner(root, "parameters", &json));

	if (!err)
		err = pn_json_need_u64(&json, "threshold_ns", 0, UINT64_MAX, &params->threshold_ns);
	if (!err)
		err = read_origin(&json, "threshold_from", &params->threshold_from);
	if (!err)
		err = pn_json_need_u64(&json, "chain_gap_ns", 0, UINT64_MAX, &params->chain_gap_ns);
	if (!err)
		err = read_bin(&json, params);
	if (!err)
		err = pn_json_need_u64(&json, "worst", 0, PN_WORST_MAX, &worst);
	if (!err)
		err = read_verdicts(&json, params);
	params->worst_nr = (uint32_t)worst;
	return err;
}

static int read_machine(const struct pn_json *root, struct pn_machine **machine)
{
	struct pn_json json;
	int err = pn_json_inner(root, "machine", &json);

	if (err)
		return pn_json_optional(err);
	*machine = pn_machine_new();
	if (!*machine)
		return -ENOMEM;
	err = read_origin(&json, "origin", &(*machine)->origin);
	return err ? err : pn_states_read_object(&json, *machine);
}

static int read_sections(const struct pn_json *root, struct pn_summary *summary)
{
	struct pn_json json;
	int err = 0;

	for (uint32_t i = 0; !err && i < summary->nr_sections; i++) {
		err = pn_json_item(root, "sections", i, &json);
		if (!err)
			err = pn_section_read(&json, &summary->params, &summary->sections[i]);
	}
	return err;
}

static int read_summary(const struct pn_json *root, struct pn_summary **summary)
{
	size_t nr_sections;
	int err = pn_json_need(root, "sections",
			       pn_json_array(root, "sections", MAX_SECTIONS, &nr_sections));

	if (err)
		return err;
	*summary = pn_summary_new((uint32_t)nr_sections);
	if (!*summary)
		return -ENOMEM;
	err = read_trace(root, &(*summary)->trace);
	if (!err)
		err = read_quality(root, &(*summary)->trace);
	if (!err)
		err = read_params(root, &(*summary)->params);
	if (!err)
		err = read_machine(root, &(*summary)->machine);
	return err ? err : read_sections(root, *summary);
}

int pn_summary_read(const char *path, struct pn_summary **summary, struct pn_problem *problem)
{
	struct pn_json root;
	int err = pn_json_load(path, SCHEMA, &root, problem);

	*summary = NULL;
	if (err)
		return err;
	err = read_summary(&root, summary);
	if (err == -ENOMEM)
		pn_problem_set(problem, err, "%s: out of memory", root.file);
	pn_json_free(&root);
	if (err) {
		pn_summary_free(*summary);
		*summary = NULL;
	}
	return err;
}
