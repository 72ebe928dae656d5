// SPDX-License-Identifier: GPL-2.0-only
/* What a workload was asked for and did, as JSON. */
#include "outcome.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>

#define SCHEMA "powernightmare.workload/1"

int pn_outcome_open(struct pn_outcome *outcome, const char *workload)
{
	struct json_object *tool = json_object_new_object();

	outcome->root = json_object_new_object();
	outcome->parameters = json_object_new_object();
	outcome->results = json_object_new_object();
	outcome->phases = json_object_new_array();
	if (!tool || !outcome->root || !outcome->parameters || !outcome->results ||
	    !outcome->phases)
		return -ENOMEM;
	pn_outcome_string(tool, "name", workload);
	pn_outcome_string(tool, "version", PN_VERSION);
	pn_outcome_string(outcome->root, "schema", SCHEMA);
	json_object_object_add(outcome->root, "tool", tool);
	pn_outcome_string(outcome->root, "workload", workload);
	json_object_object_add(outcome->root, "parameters", outcome->parameters);
	/* Known at the end only, but read first: the key keeps its place. */
	json_object_object_add(outcome->root, "interrupted", NULL);
	json_object_object_add(outcome->root, "score", NULL);
	json_object_object_add(outcome->root, "results", outcome->results);
	json_object_object_add(outcome->root, "phases", outcome->phases);
	return 0;
}

void pn_outcome_close(struct pn_outcome *outcome)
{
	json_object_put(outcome->root);
	*outcome = (struct pn_outcome){ 0 };
}

void pn_outcome_u64(struct json_object *to, const char *key, uint64_t value)
{
	json_object_object_add(to, key, json_object_new_uint64(value));
}

void pn_outcome_known_u64(struct json_object *to, const char *key, uint64_t value, bool known)
{
	json_object_object_add(to, key, known ? json_object_new_uint64(value) : NULL);
}

void pn_outcome_double(struct json_object *to, const char *key, double value)
{
	struct json_object *number = NULL;
	char text[32];

	if (isfinite(value)) {
		/* The measurement has fewer digits than a double has. */
		snprintf(text, sizeof(text), "%.9g", value);
		number = json_object_new_double_s(value, text);
	}
	json_object_object_add(to, key, number);
}

void pn_outcome_string(struct json_object *to, const char *key, const char *value)
{
	json_object_object_add(to, key, value ? json_object_new_string(value) : NULL);
}

void pn_outcome_cpus(struct json_object *to, const char *key, const struct pn_cpuset *cpus)
{
	struct json_object *array = NULL;

	if (pn_cpuset_count(cpus)) {
		array = json_object_new_array();
		pn_cpuset_for_each (cpu, cpus)
			json_object_array_add(array, json_object_new_int64(cpu));
	}
	json_object_object_add(to, key, array);
}

void pn_outcome_dist(struct json_object *to, const char *key, const struct pn_dist *dist)
{
	static const struct {
		const char *key;
		uint32_t pct_milli;
	} percentiles[] = {
		{ "p50_ns", 50000 },
		{ "p90_ns", 90000 },
		{ "p99_ns", 99000 },
		{ "p99_9_ns", 99900 },
	};
	struct json_object *object = json_object_new_object();
	uint64_t count = dist->count;

	pn_outcome_u64(object, "count", count);
	pn_outcome_known_u64(object, "mean_ns", count ? (dist->sum + count / 2) / count : 0, count);
	pn_outcome_known_u64(object, "min_ns", dist->min, count);
	for (size_t i = 0; i < sizeof(percentiles) / sizeof(percentiles[0]); i++)
		pn_outcome_known_u64(object, percentiles[i].key,
				     count ? pn_dist_percentile(dist, percentiles[i].pct_milli) : 0,
				     count);
	pn_outcome_known_u64(object, "max_ns", dist->max, count);
	json_object_object_add(to, key, object);
}

struct json_object *pn_outcome_phase(struct pn_outcome *outcome, const struct pn_phase *phase)
{
	struct json_object *object = json_object_new_object();

	pn_outcome_u64(object, "phase", phase->index);
	pn_outcome_string(object, "param", phase->label);
	pn_outcome_u64(object, "start_ns", phase->start_ns);
	pn_outcome_u64(object, "end_ns", phase->end_ns);
	json_object_array_add(outcome->phases, object);
	return object;
}

void pn_outcome_finish(struct pn_outcome *outcome, const struct pn_outcome_score *score, int signal)
{
	struct json_object *object = NULL;

	if (isfinite(score->value)) {
		object = json_object_new_object();
		pn_outcome_string(object, "name", score->name);
		pn_outcome_string(object, "unit", score->unit);
		pn_outcome_string(object, "direction", score->direction);
		pn_outcome_double(object, "value", score->value);
	}
	json_object_object_add(outcome->root, "interrupted", json_object_new_boolean(signal != 0));
	json_object_object_add(outcome->root, "score", object);
}

void pn_outcome_write(const struct pn_outcome *outcome, FILE *stream)
{
	const int flags =
		JSON_C_TO_STRING_PRETTY | JSON_C_TO_STRING_SPACED | JSON_C_TO_STRING_NOSLASHESCAPE;

	fprintf(stream, "%s\n", json_object_to_json_string_ext(outcome->root, flags));
}
