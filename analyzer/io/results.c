// SPDX-License-Identifier: GPL-2.0-only
/* Results folders, read for a comparison. */
#include "io/results.h"

#include <errno.h>
#include <fts.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/counters_file.h"
#include "io/json_in.h"
#include "io/summary_json.h"
#include "io/sweep.h"

#define REPORT	 "report.json"
#define WORKLOAD "workload.json"
#define COUNTERS "counters.csv"
#define PHASES	 "phases.json"
#define SWEEP	 "results.json"

/* The folder itself may be a link, as one to the latest results is; those in it are not followed. */
#define FOLDER_OPTIONS (FTS_PHYSICAL | FTS_COMFOLLOW | FTS_NOCHDIR)

/* More than any sweep has. */
#define PHASES_MAX 1000000

#define WORKLOAD_SCHEMA "powernightmare.workload/1"

static int no_memory(struct pn_problem *problem)
{
	return pn_problem_set(problem, -ENOMEM, "out of memory");
}

/* --- what stands beside a report ------------------------------------------------------------ */

/* "folder/name", when there is such a file. */
static bool beside(char path[PATH_MAX], const char *folder, const char *name)
{
	int len = snprintf(path, PATH_MAX, "%s/%s", folder, name);

	return len > 0 && len < PATH_MAX && access(path, R_OK) == 0;
}

static enum pn_direction direction_of(const char *word)
{
	if (strcmp(word, "lower") == 0)
		return PN_LOWER_IS_BETTER;
	return strcmp(word, "higher") == 0 ? PN_HIGHER_IS_BETTER : PN_NO_DIRECTION;
}

/* The score of a phase stands under the score's own name among the figures of the phase. */
static int read_phase_value(const struct pn_json *json, uint64_t number, struct pn_value *value)
{
	struct pn_json phase;
	uint64_t found = 0;
	size_t nr = 0;
	int err = pn_json_array(json, "phases", PHASES_MAX, &nr);

	value->value = NAN;
	if (err || number >= nr)
		return pn_json_optional(err);
	err = pn_json_item(json, "phases", (size_t)number, &phase);
	if (!err)
		err = pn_json_need_u64(&phase, "phase", 0, UINT64_MAX, &found);
	if (err || found != number)
		return err;
	return pn_json_optional(pn_json_real(&phase, value->name, &value->value));
}

/* What a run that was cut short has no value for is left out. */
static int read_score(const struct pn_json *json, const uint64_t *phase, struct pn_values *values)
{
	struct pn_value value = { .value = NAN, .weight_pct = NAN };
	struct pn_json score;
	char direction[16] = "";
	int err = pn_json_inner(json, "score", &score);

	if (err)
		return pn_json_optional(err);
	err = pn_json_need(&score, "name",
			   pn_json_text(&score, "name", value.name, sizeof(value.name)));
	if (!err)
		err = pn_json_optional(
			pn_json_text(&score, "unit", value.unit, sizeof(value.unit)));
	if (!err)
		err = pn_json_optional(
			pn_json_text(&score, "direction", direction, sizeof(direction)));
	if (!err && phase)
		err = read_phase_value(json, *phase, &value);
	else if (!err)
		err = pn_json_optional(pn_json_real(&score, "value", &value.value));
	value.direction = direction_of(direction);
	return err ? err : pn_values_add(values, &value);
}

/* The number in a label like "pingpong phase=3 param=5000ns". */
static bool phase_number(const char *label, uint64_t *number)
{
	const char *text = strstr(label, " phase=");
	char *end;

	if (!text)
		return false;
	text += strlen(" phase=");
	*number = strtoull(text, &end, 10);
	return end != text && (*end == ' ' || !*end);
}

static int add_score(struct pn_values *values, const char *folder, const char *label,
		     struct pn_problem *problem)
{
	char path[PATH_MAX];
	struct pn_json json;
	uint64_t number;
	int err;

	if (!beside(path, folder, WORKLOAD) || (*label && !phase_number(label, &number)))
		return 0;
	err = pn_json_load(path, WORKLOAD_SCHEMA, &json, problem);
	if (err)
		return err;
	err = read_score(&json, *label ? &number : NULL, values);
	pn_json_free(&json);
	return err;
}

/* The average power of every zone that has a counter: energy over the time between two blocks. */
static int add_power(struct pn_values *values, const char *folder, struct pn_problem *problem)
{
	struct pn_counts *counts;
	char path[PATH_MAX];
	int err;

	if (!beside(path, folder, COUNTERS))
		return 0;
	err = pn_counters_read(path, 0, UINT64_MAX, &counts, problem);
	if (err)
		return err;
	for (uint32_t i = 0; !err && i < counts->nr_zones; i++) {
		const struct pn_zone_energy *zone = &counts->zones[i];
		struct pn_value value = {
			.unit = "W",
			.direction = PN_LOWER_IS_BETTER,
			.weight_pct = NAN,
		};

		if (!zone->energy_uj.known || counts->last_ns <= counts->first_ns)
			continue;
		snprintf(value.name, sizeof(value.name), "power.%.56s", zone->name);
		value.value = (double)zone->energy_uj.delta * 1e3 /
			      (double)(counts->last_ns - counts->first_ns);
		err = pn_values_add(values, &value);
	}
	pn_counts_free(counts);
	return err;
}

/* --- a repeat ------------------------------------------------------------------------------- */

static bool same_machine(const struct pn_machine *a, const struct pn_machine *b)
{
	if (a->nr_tables != b->nr_tables)
		return false;
	for (uint32_t i = 0; i < a->nr_tables; i++) {
		if (!pn_tables_equal(&a->tables[i], &b->tables[i]))
			return false;
	}
	return true;
}

static void keep_machine(struct pn_results *results, struct pn_summary *summary)
{
	if (!summary->machine || !summary->machine->nr_tables)
		return;
	if (results->machine) {
		results->mixed |= !same_machine(results->machine, summary->machine);
		return;
	}
	results->machine = summary->machine;
	summary->machine = NULL;
}

static int add_section(struct pn_results *results, const char *workload,
		       const struct pn_summary *summary, const struct pn_section *section,
		       const char *folder, struct pn_problem *problem)
{
	struct pn_values values = { 0 };
	const char *label = section->window.label;
	int err = 0;

	if (folder)
		err = add_score(&values, folder, label, problem);
	if (!err)
		err = pn_values_of_section(&values, section, summary->machine);
	/* The counters are of the whole run, not of a phase. */
	if (!err && folder && !*label)
		err = add_power(&values, folder, problem);
	if (!err && results->watch)
		err = results->watch(results->watch_ctx, workload, summary, section);
	if (!err)
		err = pn_side_add(&results->side, workload, &values);
	pn_values_free(&values);
	return err == -ENOMEM ? no_memory(problem) : err;
}

int pn_results_add(struct pn_results *results, const char *workload, struct pn_summary *summary,
		   const char *folder, struct pn_problem *problem)
{
	int err = 0;

	for (uint32_t i = 0; !err && i < summary->nr_sections; i++) {
		const struct pn_section *section = &summary->sections[i];
		char name[PATH_MAX];

		if (!section->window.label[0]) {
			err = add_section(results, workload, summary, section, folder, problem);
			continue;
		}
		snprintf(name, sizeof(name), "%s%s%s", workload, *workload ? "/" : "",
			 section->window.label);
		err = add_section(results, name, summary, section, folder, problem);
	}
	if (!err)
		keep_machine(results, summary);
	results->nr_reports++;
	results->nr_untrusted += pn_summary_untrusted(summary);
	return err;
}

static int add_report(struct pn_results *results, const char *workload, const char *path,
		      const char *folder, struct pn_problem *problem)
{
	struct pn_summary *summary;
	int err = pn_summary_read(path, &summary, problem);

	if (err)
		return err;
	err = pn_results_add(results, workload, summary, folder, problem);
	pn_summary_free(summary);
	return err;
}

/* --- folders -------------------------------------------------------------------------------- */

/* From the path of a report to the workload that it belongs to. */
static void workload_of(const FTSENT *entry, size_t root, char name[PATH_MAX])
{
	const char *path = entry->fts_path + root;
	size_t len;
	char *slash;

	while (*path == '/')
		path++;
	len = strlen(path) - strlen(REPORT);
	snprintf(name, PATH_MAX, "%.*s", (int)len, path);
	/* What is left ends with the number of the repeat. */
	for (int part = 0; part < 2; part++) {
		slash = strrchr(name, '/');
		*(slash ? slash : name) = '\0';
	}
}

static int by_name(const FTSENT **a, const FTSENT **b)
{
	return strcmp((*a)->fts_name, (*b)->fts_name);
}

/* A repeat that cannot be read: @problem says why, and is empty again when there is room for it. */
static int put_aside(struct pn_results *results, struct pn_problem *problem)
{
	struct pn_problem *bad;

	bad = reallocarray(results->bad, results->nr_bad + 1, sizeof(*bad));
	if (!bad)
		return no_memory(problem);
	bad[results->nr_bad++] = *problem;
	results->bad = bad;
	problem->text[0] = '\0';
	return 0;
}

/* The report in a folder, and that of its phases. */
static int add_repeat(struct pn_results *results, const char *workload, const char *report,
		      const char *folder, struct pn_problem *problem)
{
	char path[PATH_MAX];
	int err = add_report(results, workload, report, folder, problem);

	if (!err && results->phases && beside(path, folder, PHASES))
		err = add_report(results, workload, path, folder, problem);
	return err && err != -ENOMEM ? put_aside(results, problem) : err;
}

static int walk(FTS *fts, size_t root, struct pn_results *results, bool *found,
		struct pn_problem *problem)
{
	char workload[PATH_MAX], folder[PATH_MAX];
	FTSENT *entry;
	int err = 0;

	while (!err && (entry = fts_read(fts))) {
		if (entry->fts_info == FTS_DNR || entry->fts_info == FTS_ERR)
			return pn_problem_set(problem, -entry->fts_errno, "%s: %s", entry->fts_path,
					      strerror(entry->fts_errno));
		if (entry->fts_info != FTS_F || strcmp(entry->fts_name, REPORT) != 0)
			continue;
		workload_of(entry, root, workload);
		snprintf(folder, sizeof(folder), "%.*s",
			 (int)(entry->fts_pathlen - entry->fts_namelen), entry->fts_path);
		err = add_repeat(results, workload, entry->fts_path, folder, problem);
		*found = true;
	}
	return err;
}

static int read_folder(const char *path, struct pn_results *results, struct pn_problem *problem)
{
	char *copy = strdup(path), *roots[] = { copy, NULL };
	FTS *fts = copy ? fts_open(roots, FOLDER_OPTIONS, by_name) : NULL;
	bool found = false;
	int err;

	if (!fts) {
		free(copy);
		return no_memory(problem);
	}
	err = walk(fts, strlen(path), results, &found, problem);
	fts_close(fts);
	free(copy);
	if (!err && !found)
		return pn_problem_set(problem, -ENODATA,
				      "%s: no %s in it: not a folder of run-suite.sh", path,
				      REPORT);
	if (!err && !results->side.nr_workloads)
		return pn_problem_set(problem, -ENODATA, "%.*s, and no other repeat is there",
				      PN_PROBLEM_LEN - 40, results->bad[0].text);
	return err;
}

/* --- single files --------------------------------------------------------------------------- */

enum { NO_JSON, REPORT_JSON, SWEEP_JSON };

/* A report begins as any JSON object does, and the schema is the first thing in it. */
static int kind_of(const char *path, struct pn_problem *problem)
{
	char start[256];
	FILE *file = fopen(path, "re");
	size_t nr, at = 0;

	if (!file)
		return pn_problem_set(problem, -errno, "%s: %s", path, strerror(errno));
	nr = fread(start, 1, sizeof(start), file);
	fclose(file);
	while (at < nr && strchr(" \t\n\r", start[at]))
		at++;
	if (at == nr || start[at] != '{')
		return NO_JSON;
	return memmem(start, nr, PN_SWEEP_SCHEMA, strlen(PN_SWEEP_SCHEMA)) ? SWEEP_JSON
									   : REPORT_JSON;
}

static int add_sweep(struct pn_results *results, const char *path, struct pn_problem *problem)
{
	return pn_sweep_read(path, &results->side, &results->machine, problem);
}

static int read_file(const char *path, struct pn_results *results, struct pn_problem *problem)
{
	int kind = kind_of(path, problem);

	if (kind < 0)
		return kind;
	if (kind == NO_JSON)
		return -ENOTSUP;
	return kind == SWEEP_JSON ? add_sweep(results, path, problem)
				  : add_report(results, "", path, NULL, problem);
}

int pn_results_read(const char *path, struct pn_results *results, struct pn_problem *problem)
{
	char sweep[PATH_MAX];
	struct stat st;

	if (stat(path, &st))
		return pn_problem_set(problem, -errno, "%s: %s", path, strerror(errno));
	if (S_ISDIR(st.st_mode)) {
		if (beside(sweep, path, SWEEP) && kind_of(sweep, problem) == SWEEP_JSON)
			return add_sweep(results, sweep, problem);
		return read_folder(path, results, problem);
	}
	/* A pipe's first bytes can be looked at, but not read again. */
	if (!S_ISREG(st.st_mode))
		return pn_problem_set(problem, -EINVAL, "%s: neither a file nor a folder", path);
	return read_file(path, results, problem);
}

bool pn_results_same_states(const struct pn_results *a, const struct pn_results *b)
{
	if (a->mixed || b->mixed || !a->machine != !b->machine)
		return false;
	return !a->machine || same_machine(a->machine, b->machine);
}

void pn_results_free(struct pn_results *results)
{
	pn_side_free(&results->side);
	pn_machine_free(results->machine);
	free(results->bad);
	memset(results, 0, sizeof(*results));
}
