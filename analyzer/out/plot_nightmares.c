// SPDX-License-Identifier: GPL-2.0-only
/* The picture of powernightmares: which CPU was stuck when, and how long. */
#include <errno.h>
#include <math.h>
#include <string.h>

#include "out/plot_draw.h"

#define NSEC_PER_MSEC 1e6
#define NSEC_PER_SEC  1e9

/** struct extent - what the axes have to hold */
struct extent {
	uint32_t first_cpu;
	uint32_t last_cpu;
	double least_ns; /* shortest and longest that is drawn */
	double most_ns;
	uint32_t nr_repeats;
	uint64_t listed;
};

static struct extent measure(const struct pn_drawing *drawing)
{
	struct extent extent = { .first_cpu = UINT32_MAX, .least_ns = INFINITY };

	for (uint32_t s = 0; s < drawing->input->nr_sides; s++) {
		const struct pn_run_list *list = drawing->lists[s];

		for (uint32_t i = 0; list && i < list->nr; i++) {
			const struct pn_run *run = &list->runs[i];

			if (run->first_cpu < extent.first_cpu)
				extent.first_cpu = run->first_cpu;
			if (run->last_cpu > extent.last_cpu)
				extent.last_cpu = run->last_cpu;
			if (i >= extent.nr_repeats)
				extent.nr_repeats = i + 1;
			for (uint32_t n = 0; n < run->worst.nr; n++) {
				double ns = (double)run->worst.list[n].length_ns;

				extent.least_ns = fmin(extent.least_ns, ns);
				extent.most_ns = fmax(extent.most_ns, ns);
			}
			extent.listed += run->worst.nr;
		}
	}
	return extent;
}

/* The length of repeat @repeat on the side where it was longest. */
static double slot_ns(const struct pn_drawing *drawing, uint32_t repeat)
{
	double most = 0;

	for (uint32_t s = 0; s < drawing->input->nr_sides; s++) {
		const struct pn_run_list *list = drawing->lists[s];

		if (list && repeat < list->nr)
			most = fmax(most, (double)(list->runs[repeat].end_ns -
						   list->runs[repeat].start_ns));
	}
	return most;
}

/* From 0 for the shortest that is drawn to 1 for the longest, by orders of magnitude. */
static double relative(const struct extent *extent, double ns)
{
	if (extent->most_ns <= extent->least_ns || ns <= 0)
		return 0.5;
	return log(ns / extent->least_ns) / log(extent->most_ns / extent->least_ns);
}

static void write_run(struct pn_drawing *drawing, struct pn_gnuplot *picture, uint32_t side,
		      uint32_t repeat, double offset_ns, const struct extent *extent)
{
	const struct pn_run *run = &drawing->lists[side]->runs[repeat];
	double lane = 0.8 * ((side + 0.5) / drawing->input->nr_sides - 0.5);

	for (uint32_t n = 0; n < run->worst.nr; n++) {
		const struct pn_nightmare *nightmare = &run->worst.list[n];
		double from_ns = (double)nightmare->start_ns - (double)run->start_ns;

		fputs(drawing->input->sides[side].label, picture->data);
		pn_gnuplot_number(picture, repeat + 1);
		pn_gnuplot_number(picture, nightmare->cpu);
		pn_gnuplot_number(picture, nightmare->state);
		pn_gnuplot_number(picture, (offset_ns + from_ns) / NSEC_PER_SEC);
		pn_gnuplot_number(picture, (double)nightmare->length_ns / NSEC_PER_SEC);
		pn_gnuplot_number(picture, nightmare->cpu + lane);
		pn_gnuplot_number(picture,
				  0.4 + 1.2 * relative(extent, (double)nightmare->length_ns));
		fputc('\n', picture->data);
	}
}

static uint64_t count(const struct pn_run_list *list)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i < list->nr; i++) {
		for (uint32_t state = 0; state < list->runs[i].total.nr_states; state++)
			sum += list->runs[i].total.states[state].pn.count;
	}
	return sum;
}

static void add_side(struct pn_drawing *drawing, struct pn_gnuplot *picture, uint32_t side,
		     const struct extent *extent)
{
	const struct pn_run_list *list = drawing->lists[side];
	const char *label = drawing->input->sides[side].label, *color = pn_gnuplot_color(side);
	char legend[PN_GNUPLOT_TEXT];
	uint64_t listed = 0;
	double offset_ns = 0;

	for (uint32_t i = 0; i < list->nr; i++) {
		write_run(drawing, picture, side, i, offset_ns, extent);
		offset_ns += slot_ns(drawing, i);
		listed += list->runs[i].worst.nr;
	}
	if (!listed) {
		pn_gnuplot_keyentry(picture, "with points pt 7 lc rgb '%s' title '%s'", color,
				    pn_draw_legend(drawing, side, count(list) == 0, legend));
		return;
	}
	pn_gnuplot_series(picture, label, "ROW(5):7:6:(0)",
			  "with vectors nohead lw 4 lc rgb '%s' notitle", color);
	pn_gnuplot_series(
		picture, label, "ROW(5):7:8",
		"with points pt 7 ps variable lc rgb '%s' title '%s: the longest %llu of %llu'",
		color, label, (unsigned long long)listed, (unsigned long long)count(list));
}

/* Lines between the repeats, and a tick for every CPU as long as they are few. */
static void add_frame(struct pn_drawing *drawing, struct pn_gnuplot *picture,
		      const struct extent *extent)
{
	double at_ns = 0;

	for (uint32_t i = 0; i < extent->nr_repeats; i++) {
		if (i)
			fprintf(picture->gp,
				"set arrow from first %.9g, graph 0 to first %.9g, graph 1 nohead "
				"dt 2 lc rgb '#606060'\n",
				at_ns / NSEC_PER_SEC, at_ns / NSEC_PER_SEC);
		at_ns += slot_ns(drawing, i);
	}
	fprintf(picture->gp, "set xrange [0:%.9g]\nset yrange [%.1f:%.1f]\n", at_ns / NSEC_PER_SEC,
		extent->first_cpu - 0.5, extent->last_cpu + 0.5);
	if (extent->last_cpu - extent->first_cpu < 24)
		fputs("set ytics 1\n", picture->gp);
}

int pn_draw_nightmares(struct pn_drawing *drawing)
{
	struct extent extent = measure(drawing);
	char x_label[PN_GNUPLOT_TEXT];
	struct pn_axes axes = {
		.title = "powernightmares, where and how long",
		.x_label = x_label,
		.y_label = "CPU",
		.columns = "series\trepeat\tcpu\tstate\tstart_s\tlength_s\tlane\tsize",
	};
	struct pn_gnuplot picture;
	uint32_t lanes;
	int err;

	if (!extent.listed) {
		bool any = false;

		for (uint32_t s = 0; s < drawing->input->nr_sides; s++)
			any |= drawing->lists[s] && count(drawing->lists[s]);
		return pn_draw_omit(drawing, axes.title,
				    any ? "the report lists none of them; see its --worst"
					: "measured zero: there was none");
	}
	snprintf(x_label, sizeof(x_label),
		 "time (s)%s; dots from %.3g ms (small) to %.3g ms (large)",
		 extent.nr_repeats > 1 ? ", one repeat after another" : "",
		 extent.least_ns / NSEC_PER_MSEC, extent.most_ns / NSEC_PER_MSEC);
	lanes = (extent.last_cpu - extent.first_cpu + 1) * drawing->input->nr_sides;
	axes.height = lanes < 25 ? 450 : lanes < 140 ? 150 + 12 * lanes : 1830;
	err = pn_draw_begin(drawing, &picture, "nightmares", &axes);
	if (err)
		return err;
	add_frame(drawing, &picture, &extent);
	for (uint32_t s = 0; s < drawing->input->nr_sides; s++) {
		if (drawing->lists[s] && drawing->lists[s]->nr)
			add_side(drawing, &picture, s, &extent);
	}
	return pn_draw_end(drawing, &picture, &axes, 0);
}
