// SPDX-License-Identifier: GPL-2.0-only
/* All pictures: family by family, workload by workload. */
#include "out/plot.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "out/plot_draw.h"

/** struct family - pictures of a kind */
struct family {
	const char *heading;
	int (*draw)(struct pn_drawing *drawing);
};

static const struct family families[] = {
	{ "Score and power", pn_draw_scores },
	{ "Difference to the reference", pn_draw_difference },
	{ "Mispredictions by time", pn_draw_mispredictions },
	{ "Powernightmares", pn_draw_nightmares },
	{ "States over time", pn_draw_times },
	{ "Length of stays", pn_draw_durations },
	{ "Wake latency", pn_draw_latencies },
};

static const struct family sweep_family = { "Sweep", pn_draw_sweep };

/* --- what the families share ---------------------------------------------------------------- */

const struct pn_state_table *pn_draw_table(const struct pn_drawing *drawing)
{
	const struct pn_machine *machine = drawing->input->machine;

	return machine && machine->nr_tables == 1 ? &machine->tables[0] : NULL;
}

const char *pn_draw_state(const struct pn_drawing *drawing, int32_t state,
			  char out[PN_GNUPLOT_TEXT])
{
	const struct pn_state_table *table = pn_draw_table(drawing);

	if (table && state >= 0 && (uint32_t)state < table->nr_states)
		snprintf(out, PN_GNUPLOT_TEXT, "state %d (%s)", state, table->states[state].name);
	else
		snprintf(out, PN_GNUPLOT_TEXT, "state %d", state);
	return out;
}

const char *pn_draw_legend(const struct pn_drawing *drawing, uint32_t side, bool all_zero,
			   char out[PN_GNUPLOT_TEXT])
{
	snprintf(out, PN_GNUPLOT_TEXT, "%.*s%s", PN_GNUPLOT_TEXT - 24,
		 drawing->input->sides[side].label, all_zero ? " (measured zero)" : "");
	return out;
}

void pn_draw_limit(struct pn_gnuplot *picture, double x, int row, bool left, const char *fmt, ...)
{
	char words[PN_GNUPLOT_TEXT], text[PN_GNUPLOT_TEXT];
	va_list args;

	va_start(args, fmt);
	vsnprintf(words, sizeof(words), fmt, args);
	va_end(args);
	fprintf(picture->gp,
		"set arrow from first %.9g, graph 0 to first %.9g, graph 1 nohead dt 2 "
		"lc rgb '#606060'\n"
		"set label '%s' at first %.9g, graph %s %s, 0 "
		"tc rgb '#404040' noenhanced\n",
		x, x, pn_gnuplot_text(words, text), x, row ? "0.90" : "0.97",
		left ? "right offset char -0.5" : "offset char 0.5");
}

/* Names of files: what is neither letter nor digit becomes a dash. */
static void file_name(const struct pn_drawing *drawing, const char *name, char out[PN_GNUPLOT_TEXT])
{
	const char *workload = drawing->workload;

	snprintf(out, PN_GNUPLOT_TEXT, "%.*s%s%s", PN_GNUPLOT_TEXT / 2, workload,
		 *workload ? "-" : "", name);
	for (char *at = out; *at; at++) {
		if (!isalnum((unsigned char)*at) && (at == out || !strchr("._", *at)))
			*at = '-';
	}
	/* What begins with a dash is an option to every program that it is given to. */
	if (*out == '-')
		*out = '_';
}

/* Two workloads may have names that differ by what is not kept. */
static void own_name(const struct pn_drawing *drawing, const char *name, char out[PN_GNUPLOT_TEXT])
{
	char plain[PN_GNUPLOT_TEXT];
	unsigned int number = 1;
	bool taken = true;

	file_name(drawing, name, plain);
	memcpy(out, plain, sizeof(plain));
	while (taken) {
		taken = false;
		for (uint32_t i = 0; i < drawing->plot->nr_pictures; i++)
			taken |= strcmp(drawing->plot->pictures[i].name, out) == 0;
		if (taken)
			snprintf(out, PN_GNUPLOT_TEXT, "%.*s-%u", PN_GNUPLOT_TEXT - 16, plain,
				 ++number);
	}
}

static void whole_title(const struct pn_drawing *drawing, const char *title,
			char out[PN_GNUPLOT_TEXT])
{
	snprintf(out, PN_GNUPLOT_TEXT, "%.*s%s%.*s", PN_GNUPLOT_TEXT / 3, drawing->shown,
		 *drawing->shown ? ": " : "", PN_GNUPLOT_TEXT / 2, title);
}

int pn_draw_begin(struct pn_drawing *drawing, struct pn_gnuplot *picture, const char *name,
		  const struct pn_axes *axes)
{
	char file[PN_GNUPLOT_TEXT], title[PN_GNUPLOT_TEXT];
	struct pn_axes whole = *axes;

	own_name(drawing, name, file);
	whole_title(drawing, axes->title, title);
	whole.title = title;
	return pn_gnuplot_begin(picture, drawing->input->dir, file, &whole, drawing->problem);
}

static int no_memory(const struct pn_drawing *drawing)
{
	return pn_problem_set(drawing->problem, -ENOMEM, "out of memory");
}

int pn_draw_end(struct pn_drawing *drawing, struct pn_gnuplot *picture, const struct pn_axes *axes,
		int err)
{
	struct pn_plot *plot = drawing->plot;
	struct pn_picture *list, *made;

	list = realloc(plot->pictures, (plot->nr_pictures + 1) * sizeof(*list));
	if (list)
		plot->pictures = list;
	if (err || !list) {
		pn_gnuplot_discard(picture);
		return err && err != -ENOMEM ? err : no_memory(drawing);
	}
	made = &list[plot->nr_pictures];
	memset(made, 0, sizeof(*made));
	memcpy(made->name, picture->name, sizeof(made->name));
	whole_title(drawing, axes->title, made->title);
	memcpy(made->workload, drawing->shown, sizeof(made->workload));
	made->family = drawing->family;
	if (asprintf(&made->says, "%s. Across: %s. Upwards: %s. The numbers are in %s.tsv.",
		     made->title, axes->x_label, axes->y_label, made->name) < 0) {
		pn_gnuplot_discard(picture);
		return no_memory(drawing);
	}
	plot->nr_pictures++;
	return pn_gnuplot_commit(picture, drawing->problem);
}

int pn_draw_omit(struct pn_drawing *drawing, const char *title, const char *why)
{
	struct pn_plot *plot = drawing->plot;
	struct pn_omission *list;

	list = realloc(plot->omissions, (plot->nr_omissions + 1) * sizeof(*list));
	if (!list)
		return no_memory(drawing);
	plot->omissions = list;
	whole_title(drawing, title, list[plot->nr_omissions].title);
	list[plot->nr_omissions++].why = why;
	return 0;
}

/* --- all of them ---------------------------------------------------------------------------- */

static void look_up(struct pn_drawing *drawing, const char *workload)
{
	const struct pn_plot_input *input = drawing->input;

	drawing->workload = workload;
	drawing->nr_states = 0;
	pn_gnuplot_text(workload, drawing->shown);
	for (uint32_t s = 0; s < input->nr_sides; s++) {
		const struct pn_run_list *list = pn_runs_find(input->sides[s].runs, workload);

		drawing->lists[s] = list;
		drawing->repeats[s] = NULL;
		for (uint32_t i = 0; i < input->sides[s].values->nr_workloads; i++) {
			if (!strcmp(input->sides[s].values->workloads[i].workload, workload))
				drawing->repeats[s] = &input->sides[s].values->workloads[i];
		}
		for (uint32_t i = 0; list && i < list->nr; i++) {
			if (list->runs[i].total.nr_states > drawing->nr_states)
				drawing->nr_states = list->runs[i].total.nr_states;
		}
	}
}

static int draw_family(struct pn_drawing *drawing, const struct family *family)
{
	drawing->family = family->heading;
	return family->draw(drawing);
}

/* Whether a workload that comes before number @index of @side is a step of the same sweep. */
static bool begun(const struct pn_plot_input *input, uint32_t side, uint32_t index,
		  const char *base)
{
	char other[PN_GNUPLOT_TEXT], unit[16];
	double param;

	for (uint32_t s = 0; s <= side; s++) {
		const struct pn_runs *runs = input->sides[s].runs;

		for (uint32_t i = 0; i < (s == side ? index : runs->nr); i++) {
			if (pn_sweep_of(runs->workloads[i].workload, other, &param, unit) &&
			    strcmp(other, base) == 0)
				return true;
		}
	}
	return false;
}

static int draw_workload(struct pn_drawing *drawing, uint32_t side, uint32_t index)
{
	const struct pn_plot_input *input = drawing->input;
	const char *workload = input->sides[side].runs->workloads[index].workload;
	char base[PN_GNUPLOT_TEXT], unit[16];
	double param;
	int err = 0;

	if (pn_sweep_of(workload, base, &param, unit) &&
	    pn_sweep_steps(input, base) >= PN_SWEEP_LEAST) {
		if (begun(input, side, index, base))
			return 0;
		look_up(drawing, base);
		return draw_family(drawing, &sweep_family);
	}
	look_up(drawing, workload);
	for (size_t i = 0; !err && i < sizeof(families) / sizeof(families[0]); i++)
		err = draw_family(drawing, &families[i]);
	return err;
}

/* Whether a side before @side has the workload, which is then drawn already. */
static bool seen(const struct pn_plot_input *input, uint32_t side, const char *workload)
{
	for (uint32_t s = 0; s < side; s++) {
		if (pn_runs_find(input->sides[s].runs, workload))
			return true;
	}
	return false;
}

int pn_plot_write(const struct pn_plot_input *input, struct pn_plot *plot,
		  struct pn_problem *problem)
{
	struct pn_drawing drawing = { .input = input, .plot = plot, .problem = problem };
	int err = 0;

	if (input->nr_sides > PN_PLOT_SIDES)
		return pn_problem_set(problem, -EINVAL, "more than %d sides", PN_PLOT_SIDES);
	for (uint32_t s = 0; !err && s < input->nr_sides; s++) {
		const struct pn_runs *runs = input->sides[s].runs;

		for (uint32_t i = 0; !err && i < runs->nr; i++) {
			if (!seen(input, s, runs->workloads[i].workload))
				err = draw_workload(&drawing, s, i);
		}
	}
	return err;
}

void pn_plot_free(struct pn_plot *plot)
{
	for (uint32_t i = 0; i < plot->nr_pictures; i++)
		free(plot->pictures[i].says);
	free(plot->pictures);
	free(plot->omissions);
	memset(plot, 0, sizeof(*plot));
}
