// SPDX-License-Identifier: GPL-2.0-only
/* The picture of a comparison: what changed against the reference, with intervals. */
#include <errno.h>
#include <math.h>
#include <string.h>

#include "out/plot_draw.h"

/* Beyond a factor of this everything is "far off", and the rest needs the room. */
#define RATIO_MAX 1000.0

static const struct pn_compared *find_compared(const struct pn_drawing *drawing)
{
	const struct pn_comparison *comparison = drawing->input->comparison;

	for (uint32_t i = 0; comparison && i < comparison->nr_workloads; i++) {
		if (strcmp(comparison->workloads[i].workload, drawing->workload) == 0)
			return &comparison->workloads[i];
	}
	return NULL;
}

/* Whether the difference is one that can be shown as a share of the base. */
static bool usable(const struct pn_ab *ab)
{
	return ab->verdict != PN_INSUFFICIENT && ab->base > 0 && isfinite(ab->diff);
}

static bool row_usable(const struct pn_row *row, uint32_t nr_sides)
{
	for (uint32_t s = 0; s < nr_sides; s++) {
		if (usable(&row->ab[s]))
			return true;
	}
	return false;
}

static uint32_t count_rows(const struct pn_compared *compared, uint32_t nr_sides)
{
	uint32_t nr = 0;

	for (uint32_t r = 0; compared && r < compared->nr_rows; r++)
		nr += row_usable(&compared->rows[r], nr_sides);
	return nr;
}

static double ratio(double base, double diff)
{
	double value = 1 + diff / base;

	if (value < 1 / RATIO_MAX)
		return 1 / RATIO_MAX;
	return value > RATIO_MAX ? RATIO_MAX : value;
}

/** struct reach - how far the axis has to go */
struct reach {
	double low;
	double high;
};

static void write_row(struct pn_drawing *drawing, struct pn_gnuplot *picture,
		      const struct pn_row *row, uint32_t side, uint32_t place, struct reach *reach)
{
	uint32_t nr_sides = drawing->input->comparison->nr_sides;
	const struct pn_ab *ab = &row->ab[side];
	char name[PN_GNUPLOT_TEXT];
	double low = ratio(ab->base, ab->low), high = ratio(ab->base, ab->high);

	fprintf(picture->data, "%s\t%s", drawing->input->sides[side + 1].label,
		pn_gnuplot_text(row->name, name));
	pn_gnuplot_number(picture, place + 0.6 * ((side + 0.5) / nr_sides - 0.5));
	pn_gnuplot_number(picture, ratio(ab->base, ab->diff));
	pn_gnuplot_number(picture, low);
	pn_gnuplot_number(picture, high);
	fprintf(picture->data, "\t%s\n", pn_verdict_name(ab->verdict));
	reach->low = fmin(reach->low, low);
	reach->high = fmax(reach->high, high);
}

static const char *arrow_of(enum pn_direction direction)
{
	return direction == PN_LOWER_IS_BETTER	  ? "\u2193 "
	       : direction == PN_HIGHER_IS_BETTER ? "\u2191 "
						  : "";
}

/* The metrics down the left side, each with an arrow that says which way is better. */
static void name_rows(struct pn_gnuplot *picture, const struct pn_compared *compared,
		      uint32_t nr_sides)
{
	uint32_t place = 0;

	fputs("set ytics (", picture->gp);
	for (uint32_t r = 0; r < compared->nr_rows; r++) {
		char words[PN_GNUPLOT_TEXT];

		if (!row_usable(&compared->rows[r], nr_sides))
			continue;
		snprintf(words, sizeof(words), "%s%s", arrow_of(compared->rows[r].direction),
			 compared->rows[r].name);
		pn_gnuplot_tick(picture, place, !place, words);
		place++;
	}
	fputs(")\n", picture->gp);
}

/** struct tick - a ratio, called what it is to people: a doubling is +100 % */
struct tick {
	double ratio;
	const char *words;
};

/* Those first that are needed most. */
static const struct tick ticks[] = {
	{ 1, "0" },	    { 0.1, "-90 %" }, { 10, "+900 %" },	 { 0.01, "-99 %" },
	{ 100, "x 100" },   { 0.5, "-50 %" }, { 2, "+100 %" },	 { 0.001, "-99.9 %" },
	{ 1000, "x 1000" }, { 0.8, "-20 %" }, { 1.25, "+25 %" }, { 0.9, "-10 %" },
	{ 1.1, "+10 %" },
};

#define NR_TICKS (sizeof(ticks) / sizeof(ticks[0]))

/* Ticks closer than this share of the axis would write over one another. */
#define LEAST_APART 0.13

static bool fits(const struct reach *reach, const double *taken, size_t nr, double at)
{
	double length = log(reach->high / reach->low);

	if (at < reach->low || at > reach->high)
		return false;
	for (size_t i = 0; i < nr; i++) {
		if (fabs(log(at / taken[i])) < LEAST_APART * length)
			return false;
	}
	return true;
}

static void name_ratios(struct pn_gnuplot *picture, struct reach *reach)
{
	double taken[NR_TICKS];
	size_t nr = 0;

	/* On a long axis nothing nearer than these has room beside the 0. */
	if (reach->high / reach->low > 100) {
		reach->low = fmin(reach->low, 0.1);
		reach->high = fmax(reach->high, 10);
	}
	fputs("set xtics (", picture->gp);
	for (size_t i = 0; i < NR_TICKS; i++) {
		if (!fits(reach, taken, nr, ticks[i].ratio))
			continue;
		pn_gnuplot_tick(picture, ticks[i].ratio, !nr, ticks[i].words);
		taken[nr++] = ticks[i].ratio;
	}
	fputs(")\n", picture->gp);
	fprintf(picture->gp, "set xrange [%.6g:%.6g]\n", reach->low / 1.1, reach->high * 1.1);
}

static void add_sides(struct pn_drawing *drawing, struct pn_gnuplot *picture,
		      const struct pn_compared *compared, struct reach *reach)
{
	uint32_t nr_sides = drawing->input->comparison->nr_sides;

	for (uint32_t s = 0; s < nr_sides; s++) {
		uint32_t place = 0;

		for (uint32_t r = 0; r < compared->nr_rows; r++) {
			const struct pn_row *row = &compared->rows[r];

			if (!row_usable(row, nr_sides))
				continue;
			if (usable(&row->ab[s]))
				write_row(drawing, picture, row, s, place, reach);
			place++;
		}
	}
}

static void add_series(struct pn_drawing *drawing, struct pn_gnuplot *picture)
{
	for (uint32_t s = 0; s < drawing->input->comparison->nr_sides; s++) {
		const char *label = drawing->input->sides[s + 1].label;

		pn_gnuplot_series(picture, label, "ROW(4):3:5:6",
				  "with xerrorbars lw 2 pt %u ps 0.8 lc rgb '%s' title '%s'",
				  5 + 2 * ((s + 1) % 5), pn_gnuplot_color(s + 1), label);
	}
}

int pn_draw_difference(struct pn_drawing *drawing)
{
	const struct pn_compared *compared = find_compared(drawing);
	struct reach reach = { .low = 1 / 1.2, .high = 1.2 };
	char title[2 * PN_GNUPLOT_TEXT];
	struct pn_axes axes = {
		.title = title,
		.x_label = "difference, 95 % interval (arrow: better)",
		.y_label = "metric",
		.columns = "series\tmetric\tplace\tratio\tlow\thigh\tverdict",
		.log_x = true,
	};
	struct pn_gnuplot picture;
	uint32_t nr_sides, nr;
	int err;

	snprintf(title, sizeof(title), "difference to %s", drawing->input->sides[0].label);
	if (!compared)
		return pn_draw_omit(drawing, title, "nothing to compare with");
	nr_sides = drawing->input->comparison->nr_sides;
	nr = count_rows(compared, nr_sides);
	if (!nr)
		return pn_draw_omit(drawing, title, "too few repeats or events for a verdict");
	axes.height = 170 + 22 * nr * (nr_sides > 2 ? 2 : 1);
	err = pn_draw_begin(drawing, &picture, "difference", &axes);
	if (err)
		return err;
	add_sides(drawing, &picture, compared, &reach);
	name_rows(&picture, compared, nr_sides);
	name_ratios(&picture, &reach);
	fprintf(picture.gp, "set yrange [%.1f:-0.7]\n", nr - 0.3);
	fputs("set arrow from first 1, graph 0 to first 1, graph 1 nohead lc rgb '#404040'\n",
	      picture.gp);
	add_series(drawing, &picture);
	return pn_draw_end(drawing, &picture, &axes, 0);
}
