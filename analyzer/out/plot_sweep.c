// SPDX-License-Identifier: GPL-2.0-only
/* Pictures of sweeps: score and mispredictions against what was swept. */
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "out/plot_draw.h"

bool pn_sweep_of(const char *workload, char base[PN_GNUPLOT_TEXT], double *param, char unit[16])
{
	const char *phase = strstr(workload, " phase="), *text, *name;
	char *end;
	size_t length;

	text = phase ? strstr(phase, " param=") : NULL;
	if (!text)
		return false;
	text += strlen(" param=");
	*param = strtod(text, &end);
	if (end == text || !isfinite(*param) || strlen(end) >= 16)
		return false;
	pn_gnuplot_text(end, base);
	snprintf(unit, 16, "%s", base);
	/* "pingpong/pingpong phase=3": the folder, where there is one, is what it is called. */
	name = memrchr(workload, '/', (size_t)(phase - workload));
	length = (size_t)((name ? name : phase) - workload);
	snprintf(base, PN_GNUPLOT_TEXT, "%.*s", length < PN_GNUPLOT_TEXT ? (int)length : 100,
		 workload);
	return true;
}

static const struct pn_repeats *step_of(const struct pn_side *side, uint32_t index,
					const char *base, double *param, char unit[16])
{
	char other[PN_GNUPLOT_TEXT];
	const struct pn_repeats *step = &side->workloads[index];

	return pn_sweep_of(step->workload, other, param, unit) && strcmp(other, base) == 0 ? step
											   : NULL;
}

uint32_t pn_sweep_steps(const struct pn_plot_input *input, const char *base)
{
	uint32_t most = 0;
	char unit[16];
	double param;

	for (uint32_t s = 0; s < input->nr_sides; s++) {
		uint32_t nr = 0;

		for (uint32_t i = 0; i < input->sides[s].values->nr_workloads; i++)
			nr += step_of(input->sides[s].values, i, base, &param, unit) != NULL;
		most = nr > most ? nr : most;
	}
	return most;
}

/** struct step - a point of a line */
struct step {
	double param;
	double median;
	double low;
	double high;
};

static int by_param(const void *a, const void *b)
{
	const struct step *left = a, *right = b;

	return (left->param > right->param) - (left->param < right->param);
}

/* The repeats of a step as a point; false: none of them has the value. */
static bool take_step(const struct pn_repeats *repeats, const char *name, double *room,
		      struct step *step)
{
	size_t nr = 0;

	for (uint32_t i = 0; i < repeats->nr; i++) {
		const struct pn_value *value = pn_values_find(&repeats->repeats[i], name);

		if (value)
			room[nr++] = value->value;
	}
	if (!nr)
		return false;
	step->median = pn_median(room, nr);
	step->low = room[0];
	step->high = room[nr - 1];
	return true;
}

/* A side's line, ordered by what is swept; freed by the caller, NULL when memory is short. */
static struct step *take_line(const struct pn_side *side, const char *base, const char *name,
			      uint32_t *nr)
{
	struct step *line = calloc(side->nr_workloads + 1, sizeof(*line));
	char unit[16];

	*nr = 0;
	for (uint32_t i = 0; line && i < side->nr_workloads; i++) {
		const struct pn_repeats *step = step_of(side, i, base, &line[*nr].param, unit);
		double *room = step ? calloc(step->nr + 1, sizeof(*room)) : NULL;

		if (room && take_step(step, name, room, &line[*nr]))
			++*nr;
		free(room);
	}
	if (line)
		qsort(line, *nr, sizeof(*line), by_param);
	return line;
}

static void write_line(struct pn_drawing *drawing, struct pn_gnuplot *picture, uint32_t side,
		       const struct step *line, uint32_t nr)
{
	const char *label = drawing->input->sides[side].label, *color = pn_gnuplot_color(side);
	char legend[PN_GNUPLOT_TEXT];
	bool all_zero = true;

	for (uint32_t i = 0; i < nr; i++) {
		fputs(label, picture->data);
		pn_gnuplot_number(picture, line[i].param);
		pn_gnuplot_number(picture, line[i].median);
		pn_gnuplot_number(picture, line[i].low);
		pn_gnuplot_number(picture, line[i].high);
		fputc('\n', picture->data);
		all_zero &= line[i].low >= 0 && line[i].high <= 0;
	}
	pn_gnuplot_series(
		picture, label, "ROW(2):4:5",
		"with filledcurves fs transparent solid 0.15 noborder lc rgb '%s' notitle", color);
	pn_gnuplot_series(picture, label, "ROW(2):3",
			  "with linespoints lw 2 pt %u ps 0.5 lc rgb '%s' title '%s'",
			  5 + 2 * (side % 5), color,
			  pn_draw_legend(drawing, side, all_zero, legend));
}

static int add_lines(struct pn_drawing *drawing, struct pn_gnuplot *picture, const char *name)
{
	for (uint32_t s = 0; s < drawing->input->nr_sides; s++) {
		uint32_t nr;
		struct step *line =
			take_line(drawing->input->sides[s].values, drawing->workload, name, &nr);

		if (!line)
			return -ENOMEM;
		if (nr)
			write_line(drawing, picture, s, line, nr);
		free(line);
	}
	return 0;
}

static int draw_value(struct pn_drawing *drawing, const struct pn_value *value, const char *unit,
		      bool positive)
{
	char name[PN_GNUPLOT_TEXT], title[PN_GNUPLOT_TEXT], x_label[PN_GNUPLOT_TEXT];
	char y_label[PN_GNUPLOT_TEXT];
	struct pn_axes axes = {
		.title = title,
		.x_label = x_label,
		.y_label = y_label,
		.columns = "series\tparam\tmedian\tlow\thigh",
		.log_x = positive,
	};
	struct pn_gnuplot picture;
	int err;

	snprintf(name, sizeof(name), "sweep-%s", value->name);
	snprintf(title, sizeof(title), "%s over the sweep, %s", value->name,
		 pn_direction_name(value->direction));
	snprintf(x_label, sizeof(x_label), "swept parameter%s%s%s; median of the repeats and range",
		 *unit ? " (" : "", unit, *unit ? ")" : "");
	snprintf(y_label, sizeof(y_label), "%s (%s)", value->name, value->unit);
	err = pn_draw_begin(drawing, &picture, name, &axes);
	if (err)
		return err;
	fputs("set yrange [0:*]\n", picture.gp);
	err = add_lines(drawing, &picture, value->name);
	return pn_draw_end(drawing, &picture, &axes, err);
}

static bool wanted(const struct pn_value *value)
{
	static const char *const names[] = { "all-above", "all-below", "missed-time", "pn" };

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (strcmp(value->name, names[i]) == 0)
			return true;
	}
	return !value->counted;
}

/** struct scan - what the steps of a sweep have */
struct scan {
	struct pn_values values; /* one of each name that is wanted */
	char unit[16];
	double least; /* steps */
	double most;
};

static int scan_step(const struct pn_repeats *step, struct scan *scan)
{
	int err = 0;

	for (uint32_t r = 0; r < step->nr; r++) {
		const struct pn_values *values = &step->repeats[r];

		for (uint32_t v = 0; !err && v < values->nr; v++) {
			if (wanted(&values->list[v]) &&
			    !pn_values_find(&scan->values, values->list[v].name))
				err = pn_values_add(&scan->values, &values->list[v]);
		}
	}
	return err;
}

static int scan_sides(struct pn_drawing *drawing, struct scan *scan)
{
	int err = 0;

	scan->least = INFINITY;
	scan->most = -INFINITY;
	for (uint32_t s = 0; s < drawing->input->nr_sides; s++) {
		const struct pn_side *side = drawing->input->sides[s].values;

		for (uint32_t i = 0; !err && i < side->nr_workloads; i++) {
			const struct pn_repeats *step;
			double param;

			step = step_of(side, i, drawing->workload, &param, scan->unit);
			if (!step)
				continue;
			scan->least = fmin(scan->least, param);
			scan->most = fmax(scan->most, param);
			err = scan_step(step, scan);
		}
	}
	return err;
}

int pn_draw_sweep(struct pn_drawing *drawing)
{
	struct scan scan = { 0 };
	int err = scan_sides(drawing, &scan);
	/* Over a range of two orders of magnitude the small values need the room. */
	bool log_x = scan.least > 0 && scan.most >= 100 * scan.least;

	for (uint32_t i = 0; !err && i < scan.values.nr; i++)
		err = draw_value(drawing, &scan.values.list[i], scan.unit, log_x);
	if (!err && !scan.values.nr)
		err = pn_draw_omit(drawing, "sweep", "neither a score nor mispredictions");
	pn_values_free(&scan.values);
	return err;
}
