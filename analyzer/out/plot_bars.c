// SPDX-License-Identifier: GPL-2.0-only
/* Pictures of bars and of repeats: time in mispredicted stays, scores, power. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "out/plot_draw.h"

/* --- mispredictions ------------------------------------------------------------------------- */

/** struct missed - a state's mispredicted stays, all repeats */
struct missed {
	uint64_t above_ns;
	uint64_t below_ns;
};

/* Returns all idle time of the side, 0 where there is none or no table of states to judge by. */
static uint64_t add_missed(const struct pn_run_list *list, uint32_t state, struct missed *missed)
{
	uint64_t idle_ns = 0;

	memset(missed, 0, sizeof(*missed));
	for (uint32_t i = 0; list && i < list->nr; i++) {
		const struct pn_cpu_stats *total = &list->runs[i].total;

		if (!total->has_table)
			continue;
		idle_ns += pn_stats_idle_ns(total);
		if (state < total->nr_states) {
			missed->above_ns += total->states[state].above.ns;
			missed->below_ns += total->states[state].below.ns;
		}
	}
	return idle_ns;
}

/* Returns the sums over the states. */
static struct missed write_bars(struct pn_drawing *drawing, struct pn_gnuplot *picture,
				uint32_t side)
{
	struct missed sum = { 0 };
	double width = 0.8 / drawing->input->nr_sides;

	for (uint32_t state = 0; state < drawing->nr_states; state++) {
		struct missed missed;
		uint64_t idle_ns = add_missed(drawing->lists[side], state, &missed);

		if (!idle_ns)
			break;
		sum.above_ns += missed.above_ns;
		sum.below_ns += missed.below_ns;
		fputs(drawing->input->sides[side].label, picture->data);
		pn_gnuplot_number(picture, state);
		pn_gnuplot_number(picture, state - 0.4 + side * width);
		pn_gnuplot_number(picture, state - 0.4 + (side + 0.95) * width);
		pn_gnuplot_number(picture, 100.0 * (double)missed.above_ns / (double)idle_ns);
		pn_gnuplot_number(picture, 100.0 * (double)missed.below_ns / (double)idle_ns);
		fputc('\n', picture->data);
	}
	return sum;
}

static void add_bars(struct pn_drawing *drawing, struct pn_gnuplot *picture, uint32_t side)
{
	const char *label = drawing->input->sides[side].label;
	const char *color = pn_gnuplot_color(side);
	struct missed sum = write_bars(drawing, picture, side);

	pn_gnuplot_series(picture, label, "ROW(3):5:3:4:(0):5",
			  "with boxxyerror fs solid 1 border lc rgb '%s' fc rgb '%s' "
			  "title '%s: too deep%s'",
			  color, color, label, sum.above_ns ? "" : " (measured zero)");
	pn_gnuplot_series(picture, label, "ROW(3):5:3:4:5:(column(5)+column(6))",
			  "with boxxyerror fs transparent solid 0.3 border lc rgb '%s' "
			  "fc rgb '%s' title '%s: too shallow%s'",
			  color, color, label, sum.below_ns ? "" : " (measured zero)");
	pn_gnuplot_series(picture, label,
			  "((ROW(3)+column(4))/2):(column(5)+column(6)):"
			  "(sprintf('%.2g', column(5)+column(6)))",
			  "with labels offset 0,0.6 noenhanced notitle");
}

static void name_states(struct pn_drawing *drawing, struct pn_gnuplot *picture)
{
	const struct pn_state_table *table = pn_draw_table(drawing);
	char words[PN_GNUPLOT_TEXT];

	fputs("set xtics (", picture->gp);
	for (uint32_t state = 0; state < drawing->nr_states; state++) {
		const char *name =
			table && state < table->nr_states ? table->states[state].name : "";

		snprintf(words, sizeof(words), "%u %s", state, name);
		pn_gnuplot_tick(picture, state, !state, words);
	}
	fprintf(picture->gp,
		")\nset xrange [-0.6:%u.6]\nset yrange [0:*]\nset offsets 0, 0, graph 0.08, 0\n",
		drawing->nr_states ? drawing->nr_states - 1 : 0);
}

static const char *why_no_bars(const struct pn_drawing *drawing)
{
	bool judged = false;
	struct missed missed;

	for (uint32_t s = 0; s < drawing->input->nr_sides; s++) {
		for (uint32_t state = 0; state < drawing->nr_states; state++) {
			judged |= add_missed(drawing->lists[s], state, &missed) != 0;
			if (missed.above_ns || missed.below_ns)
				return NULL;
		}
	}
	return judged ? "measured zero: no stay was too deep or too shallow"
		      : "no table of idle states";
}

int pn_draw_mispredictions(struct pn_drawing *drawing)
{
	struct pn_axes axes = {
		.title = "idle time in stays that were too deep or too shallow",
		.x_label = "idle state; the figure on a bar is its height",
		.y_label = "share of all idle time (%)",
		.columns = "series\tstate\tleft\tright\ttoo_deep_pct\ttoo_shallow_pct",
	};
	const char *why = why_no_bars(drawing);
	struct pn_gnuplot picture;
	struct missed missed;
	int err;

	if (why)
		return pn_draw_omit(drawing, axes.title, why);
	err = pn_draw_begin(drawing, &picture, "mispredictions", &axes);
	if (err)
		return err;
	name_states(drawing, &picture);
	for (uint32_t s = 0; s < drawing->input->nr_sides; s++) {
		if (add_missed(drawing->lists[s], 0, &missed))
			add_bars(drawing, &picture, s);
	}
	return pn_draw_end(drawing, &picture, &axes, 0);
}

/* --- scores and power ----------------------------------------------------------------------- */

static void write_repeats(struct pn_drawing *drawing, struct pn_gnuplot *picture, uint32_t side,
			  const char *name)
{
	const struct pn_repeats *repeats = drawing->repeats[side];

	for (uint32_t i = 0; repeats && i < repeats->nr; i++) {
		const struct pn_value *value = pn_values_find(&repeats->repeats[i], name);

		if (!value)
			continue;
		fputs(drawing->input->sides[side].label, picture->data);
		pn_gnuplot_number(picture, i + 1);
		pn_gnuplot_number(picture, side + 0.3 * ((i + 0.5) / repeats->nr - 0.5));
		pn_gnuplot_number(picture, value->value);
		fputc('\n', picture->data);
	}
}

/* The median of a side; false: it has no such value. */
static bool median_of(const struct pn_repeats *repeats, const char *name, double *median)
{
	double *values = repeats ? calloc(repeats->nr + 1, sizeof(*values)) : NULL;
	size_t nr = 0;

	for (uint32_t i = 0; values && i < repeats->nr; i++) {
		const struct pn_value *value = pn_values_find(&repeats->repeats[i], name);

		if (value)
			values[nr++] = value->value;
	}
	if (nr)
		*median = pn_median(values, nr);
	free(values);
	return nr != 0;
}

static void add_repeats(struct pn_drawing *drawing, struct pn_gnuplot *picture, const char *name)
{
	const struct pn_plot_input *input = drawing->input;
	double median;

	fputs("set yrange [0:*]\nset xtics (", picture->gp);
	for (uint32_t s = 0; s < input->nr_sides; s++)
		pn_gnuplot_tick(picture, s, !s, input->sides[s].label);
	fprintf(picture->gp,
		")\nset xrange [-0.6:%u.6]\nunset key\nset offsets 0, 0, graph 0.1, 0\n",
		input->nr_sides - 1);
	for (uint32_t s = 0; s < input->nr_sides; s++) {
		if (median_of(drawing->repeats[s], name, &median))
			fprintf(picture->gp,
				"set arrow from first %g, first %.9g to first %g, first %.9g "
				"nohead lw 3 lc rgb '%s'\n",
				s - 0.3, median, s + 0.3, median, pn_gnuplot_color(s));
	}
	for (uint32_t s = 0; s < input->nr_sides; s++) {
		if (!median_of(drawing->repeats[s], name, &median))
			continue;
		write_repeats(drawing, picture, s, name);
		pn_gnuplot_series(picture, input->sides[s].label, "ROW(3):4",
				  "with points pt 7 ps 1 lc rgb '%s' notitle", pn_gnuplot_color(s));
	}
}

static int draw_value(struct pn_drawing *drawing, const struct pn_value *value)
{
	char title[2 * PN_GNUPLOT_TEXT], y_label[PN_GNUPLOT_TEXT];
	const char *direction = value->direction == PN_NO_DIRECTION
					? "neither way is better"
					: pn_direction_name(value->direction);
	struct pn_axes axes = {
		.title = title,
		.x_label = "a dot for each repeat, the line is their median",
		.y_label = y_label,
		.columns = "series\trepeat\tplace\tvalue",
	};
	struct pn_gnuplot picture;
	int err;

	snprintf(title, sizeof(title), "%s, %s", value->name, direction);
	snprintf(y_label, sizeof(y_label), "%s (%s)", value->name, value->unit);
	err = pn_draw_begin(drawing, &picture, value->name, &axes);
	if (err)
		return err;
	add_repeats(drawing, &picture, value->name);
	return pn_draw_end(drawing, &picture, &axes, 0);
}

/* Whether a value of repeat @repeat of @side came up before, so that it is drawn already. */
static bool drawn(const struct pn_drawing *drawing, uint32_t side, uint32_t repeat,
		  const char *name)
{
	for (uint32_t s = 0; s <= side; s++) {
		const struct pn_repeats *repeats = drawing->repeats[s];

		for (uint32_t i = 0; repeats && i < (s == side ? repeat : repeats->nr); i++) {
			if (pn_values_find(&repeats->repeats[i], name))
				return true;
		}
	}
	return false;
}

static bool is_power(const struct pn_value *value)
{
	return strncmp(value->name, "power.", 6) == 0 || strcmp(value->name, "model-power") == 0;
}

static int draw_repeat(struct pn_drawing *drawing, uint32_t side, uint32_t repeat, bool *score,
		       bool *power)
{
	const struct pn_values *values = &drawing->repeats[side]->repeats[repeat];
	int err = 0;

	for (uint32_t v = 0; !err && v < values->nr; v++) {
		const struct pn_value *value = &values->list[v];

		/* What the report itself gives is counted; what stands beside it is not. */
		if (value->counted && !is_power(value))
			continue;
		*(is_power(value) ? power : score) = true;
		if (!drawn(drawing, side, repeat, value->name))
			err = draw_value(drawing, value);
	}
	return err;
}

int pn_draw_scores(struct pn_drawing *drawing)
{
	bool score = false, power = false;
	int err = 0;

	for (uint32_t s = 0; s < drawing->input->nr_sides; s++) {
		for (uint32_t i = 0; !err && drawing->repeats[s] && i < drawing->repeats[s]->nr;
		     i++)
			err = draw_repeat(drawing, s, i, &score, &power);
	}
	if (!err && !score)
		err = pn_draw_omit(drawing, "score", "no workload.json with a score");
	if (!err && !power)
		err = pn_draw_omit(drawing, "power",
				   "no energy counter was recorded, and the states say no power");
	return err;
}
