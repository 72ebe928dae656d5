// SPDX-License-Identifier: GPL-2.0-only
/* The sides of a comparison, from whatever holds them. */
#include "sides.h"

#include <errno.h>
#include <string.h>

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
