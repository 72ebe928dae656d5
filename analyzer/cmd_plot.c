// SPDX-License-Identifier: GPL-2.0-only
/* analyzer plot: pictures of what was recorded, and a page that holds them. */
#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cmd.h"
#include "cmd_args.h"
#include "out/page.h"
#include "render.h"
#include "sides.h"
#include "util/diag.h"

#define DEFAULT_DIR    "plots"
#define DEFAULT_BIN_NS UINT64_C(1000000000)

enum {
	KEY_RENDER = 0x400,
	KEY_HTML,
	KEY_LABEL,
	KEY_FORCE,
	KEY_BIN,
};

struct settings {
	const char *args[PN_SIDES_MAX];
	int nr_args;
	const char *labels[PN_SIDES_MAX];
	int nr_labels;
	const char *dir;
	const char *html;
	uint64_t bin_ns;
	bool render;
	bool force;
	bool quiet;
};

/** struct work - everything between the command line and the pictures */
struct work {
	const struct settings *settings;
	struct pn_inputs inputs;
	const char *labels[PN_SIDES_MAX];
	struct pn_results results[PN_SIDES_MAX];
	struct pn_runs runs[PN_SIDES_MAX];
	struct pn_plot_side sides[PN_SIDES_MAX];
	struct pn_comparison comparison;
	bool states_differ;
	bool incomplete; /* a repeat could not be read */
	struct pn_plot plot;
};

static const struct argp_option options[] = {
	{ "dir", 'd', "DIR", 0, "where tables, scripts and pictures go (" DEFAULT_DIR ")", 1 },
	{ "render", KEY_RENDER, NULL, 0, "run gnuplot: each picture as SVG and as PNG", 1 },
	{ "html", KEY_HTML, "FILE", 0,
	  "write a page with verdicts, machine and definitions; with --render the pictures too",
	  1 },
	{ "label", KEY_LABEL, "NAME", 0, "what an input is called; once for each", 1 },
	{ "bin", KEY_BIN, "TIME", 0, "traces: the width of a step in time (1s)", 2 },
	{ "force", KEY_FORCE, NULL, 0, "draw although the idle states differ", 2 },
	{ "quiet", 'q', NULL, 0, "no warnings, and no word of what is left out", 9 },
	{ NULL, 'h', NULL, OPTION_HIDDEN, NULL, -1 },
	{ 0 },
};

static const char doc[] =
	"Draws each INPUT in a colour of its own, against the first as the reference.\v"
	"INPUT is a results folder of run-suite.sh (one line for each of its governors), the\n"
	"folder of one governor in it, a report in JSON (with --bin for pictures over time),\n"
	"or a trace. Each picture is a table, NAME.tsv, and a script for gnuplot, NAME.gp.\n"
	"What would be empty is left out, and named.\n\n"
	"Examples:\n"
	"  analyzer plot --render results/\n"
	"  analyzer plot --render --html report.html -d plots results/menu results/teo\n"
	"  gnuplot -e \"terminal='pngcairo'; output='x.png'\" pingpong-difference.gp\n\n"
	"Exit status: 0 done; 1 could not, a repeat could not be read, or gnuplot is missing;\n"
	"2 wrong usage.";

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct settings *settings = state->input;

	switch (key) {
	case 'd':
		settings->dir = arg;
		return 0;
	case KEY_RENDER:
		settings->render = true;
		return 0;
	case KEY_HTML:
		settings->html = arg;
		return 0;
	case KEY_LABEL:
		if (settings->nr_labels == PN_SIDES_MAX)
			pn_args_usage(state, "--label: too many of them");
		settings->labels[settings->nr_labels++] = arg;
		return 0;
	case KEY_BIN:
		settings->bin_ns = pn_args_duration(state, "--bin", arg);
		if (!settings->bin_ns)
			pn_args_usage(state, "--bin: has to be above zero");
		return 0;
	case KEY_FORCE:
		settings->force = true;
		return 0;
	case 'q':
		settings->quiet = true;
		pn_diag_verbosity(PN_QUIET);
		return 0;
	case ARGP_KEY_ARG:
		if (settings->nr_args == PN_SIDES_MAX)
			pn_args_usage(state, "no more than %d inputs", PN_SIDES_MAX);
		settings->args[settings->nr_args++] = arg;
		return 0;
	case ARGP_KEY_END:
		if (!settings->nr_args)
			pn_args_usage(state, "what is to be drawn?");
		return 0;
	default:
		return pn_args_help(key, state) ? 0 : ARGP_ERR_UNKNOWN;
	}
}

/* --- inputs --------------------------------------------------------------------------------- */

static int no_memory(struct pn_problem *problem)
{
	return pn_problem_set(problem, -ENOMEM, "out of memory");
}

/* The folder of one governor lies in the folder that has the manifest. */
static int manifest_above(struct work *work, struct pn_problem *problem)
{
	char path[PATH_MAX];
	int err;

	if (work->inputs.manifest.nr_facts || strlen(work->settings->args[0]) >= sizeof(path))
		return 0;
	strcpy(path, work->settings->args[0]);
	err = pn_manifest_read(dirname(path), &work->inputs.manifest, problem);
	return err == -ENOENT ? 0 : err;
}

static int take_inputs(struct work *work, struct pn_problem *problem)
{
	const struct settings *settings = work->settings;
	int err = 0;

	for (int i = 0; !err && i < settings->nr_args; i++)
		err = pn_inputs_expand(&work->inputs, settings->args[i], problem);
	if (!err)
		err = manifest_above(work, problem);
	if (err)
		return err;
	if (!settings->nr_labels)
		pn_sides_name(work->inputs.paths, work->inputs.nr, work->labels);
	else if (settings->nr_labels != work->inputs.nr)
		return pn_problem_set(problem, -EINVAL, "--label: one for each of the %d inputs",
				      work->inputs.nr);
	else
		memcpy(work->labels, settings->labels, sizeof(work->labels));
	return 0;
}

static int watch(void *ctx, const char *workload, const struct pn_summary *summary,
		 const struct pn_section *section)
{
	return pn_runs_add(ctx, workload, summary, section);
}

/* Labels tell the series of a table apart, so that no two may be alike. */
static void set_label(struct work *work, int index)
{
	char plain[PN_GNUPLOT_TEXT], *label = work->sides[index].label;
	bool taken = true;

	pn_gnuplot_text(work->labels[index], plain);
	/* Whatever ends a folder's name on the command line says nothing. */
	for (size_t len = strlen(plain); len > 1 && plain[len - 1] == '/'; len--)
		plain[len - 1] = '\0';
	memcpy(label, plain, sizeof(plain));
	for (int number = 2; taken; number++) {
		taken = false;
		for (int i = 0; i < index; i++)
			taken |= strcmp(work->sides[i].label, label) == 0;
		if (taken)
			snprintf(label, PN_GNUPLOT_TEXT, "%.*s (%d)", PN_GNUPLOT_TEXT - 16, plain,
				 number);
	}
	work->labels[index] = label;
}

static int read_inputs(struct work *work, struct pn_problem *problem)
{
	struct pn_request request = { .bin_ns = work->settings->bin_ns,
				      .worst_nr = 1000,
				      .latency = true,
				      .quiet = work->settings->quiet };
	int err = 0;

	for (int i = 0; !err && i < work->inputs.nr; i++) {
		work->results[i].phases = true;
		work->results[i].watch = watch;
		work->results[i].watch_ctx = &work->runs[i];
		err = pn_side_read(work->inputs.paths[i], &request, &work->results[i], problem);
		set_label(work, i);
		work->sides[i].runs = &work->runs[i];
		work->sides[i].values = &work->results[i].side;
	}
	if (err)
		return err;
	work->incomplete = pn_sides_warn(work->inputs.paths, work->results, work->inputs.nr);
	err = pn_sides_same_states(work->inputs.paths, work->results, work->inputs.nr, problem);
	work->states_differ = err != 0;
	return work->settings->force ? 0 : err;
}

static int compare(struct work *work, struct pn_problem *problem)
{
	struct pn_side others[PN_SIDES_MAX];
	int err;

	if (work->inputs.nr < 2)
		return 0;
	for (int i = 1; i < work->inputs.nr; i++)
		others[i - 1] = work->results[i].side;
	err = pn_compare(&work->results[0].side, others, (uint32_t)work->inputs.nr - 1,
			 &work->comparison);
	/* Without a workload in common each can be drawn for itself. */
	return err && err != -ENOENT ? no_memory(problem) : 0;
}

/* --- output --------------------------------------------------------------------------------- */

static int make_folder(const char *dir, struct pn_problem *problem)
{
	if (!mkdir(dir, 0777) || errno == EEXIST)
		return 0;
	return pn_problem_set(problem, -errno, "%s: cannot be made: %s", dir, strerror(errno));
}

static int write_page(struct work *work, const struct pn_plot_input *input,
		      struct pn_problem *problem)
{
	const struct pn_compare_view view = {
		.comparison = &work->comparison,
		.base = work->labels[0],
		.sides = &work->labels[1],
		.states_differ = work->states_differ,
	};
	struct pn_page page = {
		.title = "cpuidle report",
		.input = input,
		.plot = &work->plot,
		.view = work->comparison.nr_workloads ? &view : NULL,
		.rendered = work->settings->render,
		.nr_facts = work->inputs.manifest.nr_facts,
	};
	struct pn_page_fact *facts = calloc(page.nr_facts + 1, sizeof(*facts));
	struct pn_outfile out;
	int err;

	if (!facts)
		return no_memory(problem);
	for (uint32_t i = 0; i < page.nr_facts; i++)
		facts[i] = (struct pn_page_fact){ work->inputs.manifest.facts[i].key,
						  work->inputs.manifest.facts[i].text };
	page.facts = facts;
	err = pn_args_open(work->settings->html, &out, problem);
	if (!err) {
		err = pn_page_write(&page, out.stream, problem);
		if (err)
			pn_outfile_discard(&out);
		else
			err = pn_args_commit(work->settings->html, &out, problem);
	}
	free(facts);
	return err;
}

static void tell(const struct work *work)
{
	const struct pn_plot *plot = &work->plot;

	for (uint32_t i = 0; i < plot->nr_omissions; i++)
		pn_warn("left out: %s: %s", plot->omissions[i].title, plot->omissions[i].why);
	if (!work->settings->quiet)
		printf("%u pictures in %s%s%s\n", plot->nr_pictures, work->settings->dir,
		       work->settings->html ? ", page in " : "",
		       work->settings->html ? work->settings->html : "");
}

static int draw(struct work *work, struct pn_problem *problem)
{
	const struct settings *settings = work->settings;
	struct pn_plot_input input = {
		.dir = settings->dir,
		.nr_sides = (uint32_t)work->inputs.nr,
		.sides = work->sides,
		.machine = work->states_differ ? NULL : work->results[0].machine,
		.comparison = work->comparison.nr_workloads ? &work->comparison : NULL,
	};
	int err = make_folder(settings->dir, problem);

	if (!err)
		err = pn_plot_write(&input, &work->plot, problem);
	if (!err && settings->render)
		err = pn_render(settings->dir, &work->plot, problem);
	if (!err && settings->html)
		err = write_page(work, &input, problem);
	if (!err)
		tell(work);
	return err;
}

static void free_work(struct work *work)
{
	for (int i = 0; i < work->inputs.nr; i++) {
		pn_results_free(&work->results[i]);
		pn_runs_free(&work->runs[i]);
	}
	pn_comparison_free(&work->comparison);
	pn_plot_free(&work->plot);
	pn_inputs_free(&work->inputs);
	free(work);
}

/**
 * pn_cmd_plot - the command 'plot'
 * @argc: of @argv
 * @argv: the command and its arguments
 *
 * Returns: an exit status.
 */
int pn_cmd_plot(int argc, char **argv)
{
	static const struct argp argp = {
		.options = options, .parser = parse, .args_doc = "INPUT...", .doc = doc
	};
	struct settings settings = { .dir = DEFAULT_DIR, .bin_ns = DEFAULT_BIN_NS };
	struct pn_problem problem = { "" };
	struct work *work = calloc(1, sizeof(*work));
	int err;

	if (!work || argp_parse(&argp, argc, argv, 0, NULL, &settings)) {
		free(work);
		return work ? PN_EXIT_USAGE : PN_EXIT_FAIL;
	}
	work->settings = &settings;
	err = take_inputs(work, &problem);
	if (!err)
		err = read_inputs(work, &problem);
	if (!err)
		err = compare(work, &problem);
	if (!err)
		err = draw(work, &problem);
	if (err)
		pn_error("%s", problem.text);
	err = err || work->incomplete;
	free_work(work);
	return err ? PN_EXIT_FAIL : PN_EXIT_OK;
}
