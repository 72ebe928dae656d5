// SPDX-License-Identifier: GPL-2.0-only
/* The sides of a comparison, from whatever holds them. */
#include "sides.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/diag.h"

int pn_inputs_add(struct pn_inputs *inputs, const char *path, struct pn_problem *problem)
{
	if (inputs->nr == PN_SIDES_MAX)
		return pn_problem_set(problem, -E2BIG, "no more than %d sides", PN_SIDES_MAX);
	inputs->paths[inputs->nr++] = path;
	return 0;
}

static int add_below(struct pn_inputs *inputs, const char *path, const char *below,
		     struct pn_problem *problem)
{
	int len = (int)strlen(path), err;
	char *joined;

	while (len > 1 && path[len - 1] == '/')
		len--;
	if (asprintf(&joined, "%.*s/%s", len, path, below) < 0)
		return pn_problem_set(problem, -ENOMEM, "out of memory");
	err = pn_inputs_add(inputs, joined, problem);
	if (err)
		free(joined);
	else
		inputs->owned[inputs->nr - 1] = joined;
	return err;
}

int pn_inputs_expand(struct pn_inputs *inputs, const char *path, struct pn_problem *problem)
{
	struct pn_manifest manifest;
	int err = pn_manifest_read(path, &manifest, problem);

	if (err == -ENOENT)
		return pn_inputs_add(inputs, path, problem);
	for (uint32_t i = 0; !err && i < manifest.nr_governors; i++)
		err = add_below(inputs, path, manifest.governors[i], problem);
	if (!err && !manifest.nr_governors)
		err = pn_inputs_add(inputs, path, problem);
	if (!err && !inputs->manifest.nr_facts)
		inputs->manifest = manifest;
	else
		pn_manifest_free(&manifest);
	return err;
}

void pn_inputs_free(struct pn_inputs *inputs)
{
	for (int i = 0; i < inputs->nr; i++)
		free(inputs->owned[i]);
	pn_manifest_free(&inputs->manifest);
	memset(inputs, 0, sizeof(*inputs));
}

/* A trace is analysed as 'report' would, with the state table beside it. */
static int read_trace(struct pn_request *request, struct pn_results *results,
		      struct pn_problem *problem)
{
	struct pn_summary *summary;
	int err = pn_pipeline_run(request, &summary, problem);

	if (err)
		return err;
	err = pn_results_add(results, "", summary, NULL, problem);
	pn_summary_free(summary);
	return err;
}

int pn_side_read(const char *path, struct pn_request *request, struct pn_results *results,
		 struct pn_problem *problem)
{
	int err = pn_results_read(path, results, problem);

	request->path = path;
	return err == -ENOTSUP ? read_trace(request, results, problem) : err;
}

int pn_sides_same_states(const char *const *inputs, const struct pn_results *sides, int nr,
			 struct pn_problem *problem)
{
	for (int i = 0; i < nr; i++) {
		if (!pn_results_same_states(&sides[0], &sides[i]))
			return pn_problem_set(problem, -EINVAL,
					      "%s: its idle states are not those of %s, or not the "
					      "same throughout; --force compares all the same",
					      inputs[i], inputs[0]);
	}
	return 0;
}

bool pn_sides_warn(const char *const *inputs, const struct pn_results *sides, int nr)
{
	bool any = false;

	for (int i = 0; i < nr; i++) {
		for (uint32_t k = 0; k < sides[i].nr_bad; k++)
			pn_warn("%s; this repeat is left out", sides[i].bad[k].text);
		if (sides[i].nr_untrusted)
			pn_warn("%s: %u of %u reports are not to be trusted in full: see the "
				"quality block of each",
				inputs[i], sides[i].nr_untrusted, sides[i].nr_reports);
		any |= sides[i].nr_bad > 0;
	}
	return any;
}

/* The last part of a path. */
static const char *last_part(const char *path)
{
	const char *end = path + strlen(path), *start;

	while (end > path + 1 && end[-1] == '/')
		end--;
	start = end;
	while (start > path && start[-1] != '/')
		start--;
	/* A slash at the end is part of what is shown: cutting it would take a copy. */
	return *start ? start : path;
}

void pn_sides_name(const char *const *inputs, int nr, const char **labels)
{
	bool distinct = true;

	for (int i = 0; i < nr; i++) {
		labels[i] = last_part(inputs[i]);
		for (int k = 0; k < i; k++)
			distinct &= strcmp(labels[i], labels[k]) != 0;
	}
	for (int i = 0; !distinct && i < nr; i++)
		labels[i] = inputs[i];
}
