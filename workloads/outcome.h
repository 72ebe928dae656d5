/* SPDX-License-Identifier: GPL-2.0-only */
/* What a workload was asked for and did, as JSON ("powernightmare.workload/1"). */
#ifndef PN_OUTCOME_H
#define PN_OUTCOME_H

#include <json-c/json.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "core/dist.h"
#include "runner.h"
#include "util/cpulist.h"

/** struct pn_outcome - the JSON document of one run; its parts belong to the root */
struct pn_outcome {
	struct json_object *root;
	struct json_object *parameters;
	struct json_object *results;
	struct json_object *phases;
};

/** struct pn_outcome_score - a run's main figure, which runs are compared by */
struct pn_outcome_score {
	const char *name;
	const char *unit;
	const char *direction; /* "lower" or "higher" is better, or "none" */
	double value;	       /* NaN: there is none */
};

/** pn_outcome_open - begins a document for @workload; 0 or -ENOMEM */
int pn_outcome_open(struct pn_outcome *outcome, const char *workload);

/** pn_outcome_close - frees the document */
void pn_outcome_close(struct pn_outcome *outcome);

/** pn_outcome_u64 - adds a whole number */
void pn_outcome_u64(struct json_object *to, const char *key, uint64_t value);

/** pn_outcome_known_u64 - adds a whole number, or null when it is not @known */
void pn_outcome_known_u64(struct json_object *to, const char *key, uint64_t value, bool known);

/** pn_outcome_double - adds a number; one that is not finite becomes null */
void pn_outcome_double(struct json_object *to, const char *key, double value);

/** pn_outcome_string - adds a text; NULL becomes null */
void pn_outcome_string(struct json_object *to, const char *key, const char *value);

/** pn_outcome_cpus - adds an array of CPU numbers; an empty set becomes null */
void pn_outcome_cpus(struct json_object *to, const char *key, const struct pn_cpuset *cpus);

/** pn_outcome_dist - adds a distribution of times: count, mean, min, percentiles and max */
void pn_outcome_dist(struct json_object *to, const char *key, const struct pn_dist *dist);

/** pn_outcome_phase - adds a phase that has been run, and gives its object for more */
struct json_object *pn_outcome_phase(struct pn_outcome *outcome, const struct pn_phase *phase);

/** pn_outcome_finish - adds the score and how the run ended (@signal, or 0) */
void pn_outcome_finish(struct pn_outcome *outcome, const struct pn_outcome_score *score,
		       int signal);

/** pn_outcome_write - writes the finished document to @stream, whose errors are the caller's */
void pn_outcome_write(const struct pn_outcome *outcome, FILE *stream);

#endif
