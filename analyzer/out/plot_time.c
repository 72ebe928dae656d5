// SPDX-License-Identifier: GPL-2.0-only
/* Pictures of each state over time, one line a side. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "out/plot_draw.h"

#define NSEC_PER_SEC 1e9

/** struct curve - a figure of a bin */
struct curve {
	const char *name;
	const char *title;
	const char *y_label;
	bool needs_table;
	double (*of)(const struct pn_bin *bin, double covered_ns, uint32_t nr_cpus);
};

static double entries_of(const struct pn_bin *bin, double covered_ns, uint32_t nr_cpus)
{
	(void)nr_cpus;
	return (double)bin->entries * NSEC_PER_SEC / covered_ns;
}

static double residency_of(const struct pn_bin *bin, double covered_ns, uint32_t nr_cpus)
{
	return 100.0 * (double)bin->idle_ns / (covered_ns * nr_cpus);
}

static double share_of(uint64_t part, uint64_t whole)
{
	return whole ? 100.0 * (double)part / (double)whole : NAN;
}

static double above_of(const struct pn_bin *bin, double covered_ns, uint32_t nr_cpus)
{
	(void)covered_ns;
	(void)nr_cpus;
	return share_of(bin->above, bin->completed);
}

static double below_of(const struct pn_bin *bin, double covered_ns, uint32_t nr_cpus)
{
	(void)covered_ns;
	(void)nr_cpus;
	return share_of(bin->below, bin->completed);
}

static const struct curve curves[] = {
	{ "entries", "entries", "entries per second, all CPUs", false, entries_of },
	{ "residency", "residency", "residency (% of the time of all CPUs)", false, residency_of },
	{ "above", "too deep", "too deep (% of the stays in the state)", true, above_of },
	{ "below", "too shallow", "too shallow (% of the stays in the state)", true, below_of },
};

/** struct point - the repeats of a side in one bin */
struct point {
	uint32_t nr;
	double sum;
	double low;
	double high;
};

static void add_value(struct point *point, double value)
{
	if (isnan(value))
		return;
	point->low = point->nr ? fmin(point->low, value) : value;
	point->high = point->nr ? fmax(point->high, value) : value;
	point->sum += value;
	point->nr++;
}

/* How much of a bin the recording covers; what is cut to less than half is not shown. */
static double covered_ns(const struct pn_run *run, uint32_t bin)
{
	const struct pn_bins *bins = &run->total.bins;
	uint64_t from_ns = bins->origin_ns + bin * bins->width_ns;
	uint64_t to_ns = from_ns + bins->width_ns;

	if (from_ns < run->start_ns)
		from_ns = run->start_ns;
	if (to_ns > run->end_ns)
		to_ns = run->end_ns;
	return to_ns > from_ns && to_ns - from_ns >= bins->width_ns / 2 ? (double)(to_ns - from_ns)
									: 0;
}

/* A bin past the last is one in which nothing happened, as long as it was recorded. */
static double value_at(const struct pn_run *run, const struct curve *curve, uint32_t bin,
		       uint32_t state)
{
	static const struct pn_bin empty;
	const struct pn_bins *bins = &run->total.bins;
	double covered = covered_ns(run, bin);

	if (covered <= 0 || !run->total.nr_cpus)
		return NAN;
	if (bin >= bins->nr_bins || state >= bins->nr_states)
		return curve->of(&empty, covered, run->total.nr_cpus);
	return curve->of(&bins->bins[(size_t)bin * bins->nr_states + state], covered,
			 run->total.nr_cpus);
}

static struct point point_at(const struct pn_run_list *list, const struct curve *curve,
			     uint32_t bin, uint32_t state)
{
	struct point point = { 0 };

	for (uint32_t i = 0; i < list->nr; i++) {
		if (list->runs[i].total.bins.width_ns)
			add_value(&point, value_at(&list->runs[i], curve, bin, state));
	}
	return point;
}

/* How many bins the longest repeat spans. */
static uint32_t nr_bins(const struct pn_run_list *list)
{
	uint64_t most = 0;

	for (uint32_t i = 0; list && i < list->nr; i++) {
		const struct pn_run *run = &list->runs[i];
		const struct pn_bins *bins = &run->total.bins;

		if (!bins->width_ns || run->end_ns <= bins->origin_ns)
			continue;
		if ((run->end_ns - bins->origin_ns) / bins->width_ns + 1 > most)
			most = (run->end_ns - bins->origin_ns) / bins->width_ns + 1;
	}
	return most > PN_BINS_MAX ? PN_BINS_MAX : (uint32_t)most;
}

/** struct seen - what a side's rows are like */
struct seen {
	bool points; /* there is one at all */
	bool all_zero;
	bool band; /* of several repeats */
};

/* Writes a side's rows. */
static void write_rows(struct pn_drawing *drawing, struct pn_gnuplot *picture, uint32_t side,
		       const struct curve *curve, uint32_t state, struct seen *seen)
{
	const struct pn_run_list *list = drawing->lists[side];
	double width_ns = 0;

	*seen = (struct seen){ .all_zero = true };
	for (uint32_t i = 0; i < list->nr; i++)
		width_ns = fmax(width_ns, (double)list->runs[i].total.bins.width_ns);
	for (uint32_t b = 0; b < nr_bins(list); b++) {
		struct point point = point_at(list, curve, b, state);

		fputs(drawing->input->sides[side].label, picture->data);
		pn_gnuplot_number(picture, ((double)b + 0.5) * width_ns / NSEC_PER_SEC);
		pn_gnuplot_number(picture, point.nr ? point.sum / point.nr : NAN);
		pn_gnuplot_number(picture, point.nr ? point.low : NAN);
		pn_gnuplot_number(picture, point.nr ? point.high : NAN);
		fputc('\n', picture->data);
		seen->points |= point.nr != 0;
		seen->all_zero &= point.high <= 0;
		seen->band |= point.nr > 1;
	}
}

static void add_side(struct pn_drawing *drawing, struct pn_gnuplot *picture, uint32_t side,
		     const struct seen *seen)
{
	const char *label = drawing->input->sides[side].label;
	const char *color = pn_gnuplot_color(side);
	char legend[PN_GNUPLOT_TEXT];

	if (!seen->points) {
		pn_gnuplot_keyentry(picture, "with lines lw 2 lc rgb '%s' title '%s (no stays)'",
				    color, label);
		return;
	}
	if (seen->band)
		pn_gnuplot_series(
			picture, label, "ROW(2):4:5",
			"with filledcurves fs transparent solid 0.15 noborder lc rgb '%s' "
			"notitle",
			color);
	pn_gnuplot_series(picture, label, "ROW(2):3",
			  "with linespoints lw 2 pt %u ps 0.5 lc rgb '%s' title '%s'",
			  5 + 2 * (side % 5), color,
			  pn_draw_legend(drawing, side, seen->all_zero, legend));
}

static int draw_curve(struct pn_drawing *drawing, const struct curve *curve, uint32_t state)
{
	char name[PN_GNUPLOT_TEXT], title[2 * PN_GNUPLOT_TEXT], text[PN_GNUPLOT_TEXT];
	struct pn_axes axes = {
		.title = title,
		.x_label = "time (s); line: mean of the repeats, shaded: their range",
		.y_label = curve->y_label,
		.columns = "series\ttime_s\tmean\tlow\thigh",
	};
	struct seen seen[PN_PLOT_SIDES] = { 0 };
	struct pn_gnuplot picture;
	bool flat = true;
	int err;

	snprintf(name, sizeof(name), "state%u-%s", state, curve->name);
	snprintf(title, sizeof(title), "%s, %s over time",
		 pn_draw_state(drawing, (int32_t)state, text), curve->title);
	err = pn_draw_begin(drawing, &picture, name, &axes);
	if (err)
		return err;
	for (uint32_t s = 0; s < drawing->input->nr_sides; s++) {
		if (nr_bins(drawing->lists[s]))
			write_rows(drawing, &picture, s, curve, state, &seen[s]);
		flat &= !seen[s].points || seen[s].all_zero;
	}
	fprintf(picture.gp, "set yrange [0:%s]\nset xrange [0:*]\n", flat ? "1" : "*");
	for (uint32_t s = 0; s < drawing->input->nr_sides; s++) {
		if (nr_bins(drawing->lists[s]))
			add_side(drawing, &picture, s, &seen[s]);
	}
	return pn_draw_end(drawing, &picture, &axes, 0);
}

static bool any_table(const struct pn_drawing *drawing)
{
	for (uint32_t s = 0; s < drawing->input->nr_sides; s++) {
		const struct pn_run_list *list = drawing->lists[s];

		for (uint32_t i = 0; list && i < list->nr; i++) {
			if (list->runs[i].total.has_table)
				return true;
		}
	}
	return false;
}

static int draw_state(struct pn_drawing *drawing, uint32_t state, bool table)
{
	uint64_t entries = 0;
	char text[PN_GNUPLOT_TEXT];
	int err = 0;

	for (uint32_t s = 0; s < drawing->input->nr_sides; s++)
		entries += pn_runs_entries(drawing->lists[s], state);
	if (!entries)
		return pn_draw_omit(drawing, pn_draw_state(drawing, (int32_t)state, text),
				    "never entered");
	for (size_t i = 0; !err && i < sizeof(curves) / sizeof(curves[0]); i++) {
		if (table || !curves[i].needs_table)
			err = draw_curve(drawing, &curves[i], state);
	}
	return err;
}

int pn_draw_times(struct pn_drawing *drawing)
{
	bool table = any_table(drawing);
	uint32_t most = 0;
	int err = 0;

	for (uint32_t s = 0; s < drawing->input->nr_sides; s++) {
		if (nr_bins(drawing->lists[s]) > most)
			most = nr_bins(drawing->lists[s]);
	}
	if (most < 2)
		return pn_draw_omit(drawing, "states over time",
				    "fewer than two time bins; report with --bin");
	if (!table)
		err = pn_draw_omit(drawing, "too deep and too shallow over time",
				   "no table of idle states");
	for (uint32_t state = 0; !err && state < drawing->nr_states; state++)
		err = draw_state(drawing, state, table);
	return err;
}
