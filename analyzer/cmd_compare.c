// SPDX-License-Identifier: GPL-2.0-only
/* analyzer compare: is one governor, or kernel, better than another? */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cmd.h"
#include "cmd_args.h"
#include "out/compare.h"
#include "sides.h"
#include "util/diag.h"
#include "util/duration.h"

#define GATES_MAX 32

enum {
	KEY_FORCE = 0x400,
	KEY_GATE,
	KEY_ALL,
	KEY_LABEL,
};

/** struct gate - METRIC=PCT */
struct gate {
	char metric[PN_VALUE_NAME];
	double pct;
};

struct settings {
	const char *args[PN_SIDES_MAX]; /* the base first */
	int nr_args;
	const char *labels[PN_SIDES_MAX];
	int nr_labels;
	const struct pn_compare_ops *form;
	const char *output;
	struct gate gates[GATES_MAX];
	int nr_gates;
	bool force;
	bool all;
};

static const struct argp_option options[] = {
	{ "format", 'f', "FORM", 0, "text (default), json or csv", 1 },
	{ "output", 'o', "FILE", 0, "write to FILE, whole or not at all", 1 },
	{ "all", KEY_ALL, NULL, 0, "text: the metrics that are the same in full as well", 1 },
	{ "label", KEY_LABEL, "NAME", 0, "what a side is called; once for each, the base first",
	  1 },
	{ "force", KEY_FORCE, NULL, 0, "compare although the idle states differ", 2 },
	{ "max-regress", KEY_GATE, "METRIC=PCT", 0,
	  "exit 3 when METRIC is worse by more than PCT percent in any workload", 2 },
	{ "quiet", 'q', NULL, 0, "no warnings", 9 },
	{ NULL, 'h', NULL, OPTION_HIDDEN, NULL, -1 },
	{ 0 },
};

static const char doc[] =
	"Says what is better and what is worse on NEW than on BASE, workload by workload.\v"
	"Each side is a results folder of run-suite.sh (or the folder of one governor in it),\n"
	"a report in JSON, a trace, or a folder of latency-sweep.sh. Only folders hold repeats\n"
	"(a sweep's are its rounds); a verdict takes three.\n"
	"RESULTS alone is a results folder of several governors: the first is the base.\n\n"
	"Examples:\n"
	"  analyzer compare results/\n"
	"  analyzer compare results/menu results/teo\n"
	"  analyzer compare --label 6.1 --label patched base/ new/\n"
	"  analyzer compare --max-regress below.1=5 base/ new/ || echo regressed\n"
	"  analyzer compare -f csv base/ new1/ new2/ > compare.csv\n\n"
	"Exit status: 0 done; 1 could not, a repeat could not be read, or the idle states\n"
	"differ; 2 wrong usage; 3 a --max-regress was exceeded.";

static void add_gate(const struct argp_state *state, struct settings *settings, const char *text)
{
	const char *equals = strrchr(text, '=');
	struct gate *gate = &settings->gates[settings->nr_gates];
	const char *end;

	if (settings->nr_gates == GATES_MAX)
		pn_args_usage(state, "--max-regress: no more than %d of them", GATES_MAX);
	if (!equals || equals == text || (size_t)(equals - text) >= sizeof(gate->metric) ||
	    pn_parse_decimal(equals + 1, &end, &gate->pct) || (*end && strcmp(end, "%") != 0))
		pn_args_usage(state, "--max-regress: '%s' is not METRIC=PCT", text);
	memcpy(gate->metric, text, (size_t)(equals - text));
	gate->metric[equals - text] = '\0';
	settings->nr_gates++;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct settings *settings = state->input;

	switch (key) {
	case 'f':
		settings->form = pn_compare_find(arg);
		if (!settings->form)
			pn_args_usage(state, "--format: '%s' is not text, json or csv", arg);
		return 0;
	case 'o':
		settings->output = arg;
		return 0;
	case 'q':
		pn_diag_verbosity(PN_QUIET);
		return 0;
	case KEY_ALL:
		settings->all = true;
		return 0;
	case KEY_FORCE:
		settings->force = true;
		return 0;
	case KEY_LABEL:
		if (settings->nr_labels == PN_SIDES_MAX)
			pn_args_usage(state, "--label: too many of them");
		settings->labels[settings->nr_labels++] = arg;
		return 0;
	case KEY_GATE:
		add_gate(state, settings, arg);
		return 0;
	case ARGP_KEY_ARG:
		if (settings->nr_args == PN_SIDES_MAX)
			pn_args_usage(state, "no more than %d sides", PN_SIDES_MAX);
		settings->args[settings->nr_args++] = arg;
		return 0;
	case ARGP_KEY_END:
		if (!settings->nr_args)
			pn_args_usage(state, "a base and something to compare with it are needed");
		return 0;
	default:
		return pn_args_help(key, state) ? 0 : ARGP_ERR_UNKNOWN;
	}
}

/* One folder alone stands for its governors; of several, each is a side, however many it holds. */
static int take_inputs(struct settings *settings, struct pn_inputs *inputs,
		       struct pn_problem *problem)
{
	int err = 0;

	if (settings->nr_args == 1)
		err = pn_inputs_expand(inputs, settings->args[0], problem);
	for (int i = 0; !err && i < settings->nr_args && settings->nr_args > 1; i++)
		err = pn_inputs_add(inputs, settings->args[i], problem);
	if (err)
		return err;
	if (inputs->nr < 2)
		return pn_problem_set(problem, -EINVAL,
				      "%s: nothing to compare it with: name a second side, or a "
				      "results folder of several governors",
				      settings->args[0]);
	if (!settings->nr_labels)
		pn_sides_name(inputs->paths, inputs->nr, settings->labels);
	else if (settings->nr_labels != inputs->nr)
		return pn_problem_set(problem, -EINVAL, "--label: one for each of the %d sides",
				      inputs->nr);
	return 0;
}

static int read_sides(const struct pn_inputs *inputs, struct pn_results *sides,
		      struct pn_problem *problem)
{
	struct pn_request request = { 0 };
	int err = 0;

	for (int i = 0; !err && i < inputs->nr; i++)
		err = pn_side_read(inputs->paths[i], &request, &sides[i], problem);
	return err;
}

static int check_states(const struct settings *settings, const struct pn_inputs *inputs,
			const struct pn_results *sides, bool *differ, struct pn_problem *problem)
{
	int err = pn_sides_same_states(inputs->paths, sides, inputs->nr, problem);

	*differ = err != 0;
	return settings->force ? 0 : err;
}

/* A gate is judged by the verdict, so that noise does not trip it, and then by its limit. */
static int judge_row(const struct gate *gate, const struct pn_compared *compared, const char *side,
		     const struct pn_ab *ab)
{
	if (ab->verdict == PN_INSUFFICIENT) {
		pn_warn("%s on %s, %s: cannot be judged: too few repeats or events", gate->metric,
			side, compared->workload);
		return PN_EXIT_FAIL;
	}
	if (ab->verdict != PN_WORSE || (!isnan(ab->diff_pct) && fabs(ab->diff_pct) <= gate->pct))
		return PN_EXIT_OK;
	pn_warn("%s on %s, %s: worse by %.1f %%, %.1f %% are allowed", gate->metric, side,
		compared->workload, fabs(ab->diff_pct), gate->pct);
	return PN_EXIT_GATE;
}

static int judge_gate(const struct gate *gate, const struct pn_compare_view *view)
{
	const struct pn_comparison *comparison = view->comparison;
	int status = PN_EXIT_OK, got;
	bool found = false;

	for (uint32_t i = 0; i < comparison->nr_workloads; i++) {
		const struct pn_compared *compared = &comparison->workloads[i];

		for (uint32_t r = 0; r < compared->nr_rows; r++) {
			if (strcmp(compared->rows[r].name, gate->metric) != 0)
				continue;
			found = true;
			for (uint32_t s = 0; s < comparison->nr_sides; s++) {
				got = judge_row(gate, compared, view->sides[s],
						&compared->rows[r].ab[s]);
				if (got > status)
					status = got;
			}
		}
	}
	if (found)
		return status;
	pn_warn("--max-regress: no metric is called '%s'; --all shows those that are there",
		gate->metric);
	return PN_EXIT_FAIL;
}

static int judge(const struct settings *settings, const struct pn_compare_view *view)
{
	int status = PN_EXIT_OK, got;

	for (int i = 0; i < settings->nr_gates; i++) {
		got = judge_gate(&settings->gates[i], view);
		if (got > status)
			status = got;
	}
	return status;
}

static int write_comparison(const struct settings *settings, const struct pn_compare_view *view,
			    struct pn_problem *problem)
{
	struct pn_outfile out;
	int err = pn_args_open(settings->output, &out, problem);

	if (err)
		return err;
	err = settings->form->write(view, out.stream);
	if (err == -ENOMEM) {
		pn_outfile_discard(&out);
		return pn_problem_set(problem, err, "out of memory");
	}
	return pn_args_commit(settings->output, &out, problem);
}

static int compare(const struct settings *settings, const struct pn_inputs *inputs,
		   struct pn_results *sides, int *status, struct pn_problem *problem)
{
	const char *const *labels = settings->labels;
	struct pn_side plain[PN_SIDES_MAX];
	struct pn_comparison comparison = { 0 };
	struct pn_compare_view view = {
		.comparison = &comparison,
		.base = labels[0],
		.sides = &labels[1],
		.all = settings->all,
	};
	int err = check_states(settings, inputs, sides, &view.states_differ, problem);

	if (err)
		return err;
	for (int i = 0; i < inputs->nr; i++)
		plain[i] = sides[i].side;
	err = pn_compare(&plain[0], &plain[1], (uint32_t)inputs->nr - 1, &comparison);
	if (err == -ENOENT)
		pn_problem_set(problem, err, "%s: has no workload in common with the others",
			       inputs->paths[0]);
	else if (err)
		pn_problem_set(problem, err, "out of memory");
	if (!err)
		err = write_comparison(settings, &view, problem);
	if (!err)
		*status = judge(settings, &view);
	pn_comparison_free(&comparison);
	return err;
}

/* A repeat that could not be read makes no gate pass. */
static int run(struct settings *settings, int *status, struct pn_problem *problem)
{
	struct pn_results sides[PN_SIDES_MAX] = { 0 };
	struct pn_inputs inputs = { 0 };
	int err = take_inputs(settings, &inputs, problem);

	if (!err)
		err = read_sides(&inputs, sides, problem);
	if (!err)
		err = compare(settings, &inputs, sides, status, problem);
	if (!err && pn_sides_warn(inputs.paths, sides, inputs.nr) && *status == PN_EXIT_OK)
		*status = PN_EXIT_FAIL;
	for (int i = 0; i < inputs.nr; i++)
		pn_results_free(&sides[i]);
	pn_inputs_free(&inputs);
	return err;
}

/**
 * pn_cmd_compare - the command 'compare'
 * @argc: of @argv
 * @argv: the command and its arguments
 *
 * Returns: an exit status.
 */
int pn_cmd_compare(int argc, char **argv)
{
	static const struct argp argp = {
		.options = options, .parser = parse, .args_doc = "BASE NEW...\nRESULTS", .doc = doc
	};
	struct settings settings = { .form = &pn_compare_text, .output = "-" };
	struct pn_problem problem = { "" };
	int status = PN_EXIT_FAIL, err;

	if (argp_parse(&argp, argc, argv, 0, NULL, &settings))
		return PN_EXIT_USAGE;
	err = run(&settings, &status, &problem);
	if (err)
		pn_error("%s", problem.text);
	return err ? PN_EXIT_FAIL : status;
}
