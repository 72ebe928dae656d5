// SPDX-License-Identifier: GPL-2.0-only
/* Pictures of distributions: how long stays were, how late CPUs answered. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "out/plot_draw.h"

#define NSEC_PER_USEC 1e3
#define NSEC_PER_SEC  1e9

/* --- durations ------------------------------------------------------------------------------ */

/* Columns a doubling: fine enough for a shape, coarse enough for the noise of rare lengths. */
#define A_DOUBLING 4
#define NR_COLUMNS (64 * A_DOUBLING)

static void add_hist(double counts[NR_COLUMNS], const struct pn_hist *hist)
{
	for (uint32_t i = pn_hist_next(hist, 0); i < PN_HIST_BUCKETS;
	     i = pn_hist_next(hist, i + 1)) {
		double middle = ((double)pn_hist_low(i) + (double)pn_hist_high(i)) / 2;
		int column = middle < 1 ? 0 : (int)floor(log2(middle) * A_DOUBLING);

		counts[column < NR_COLUMNS ? column : NR_COLUMNS - 1] +=
			(double)pn_hist_at(hist, i);
	}
}

/* How many stays a second there were of each length; false: none at all. */
static bool add_up(const struct pn_run_list *list, uint32_t state, double counts[NR_COLUMNS])
{
	double length_ns = 0;
	bool any = false;

	memset(counts, 0, NR_COLUMNS * sizeof(counts[0]));
	for (uint32_t i = 0; list && i < list->nr; i++) {
		const struct pn_run *run = &list->runs[i];

		length_ns += (double)(run->end_ns - run->start_ns);
		if (state < run->total.nr_states) {
			any |= run->total.states[state].stay.count != 0;
			add_hist(counts, &run->total.states[state].stay.hist);
		}
	}
	for (uint32_t c = 0; c < NR_COLUMNS; c++)
		counts[c] = length_ns > 0 ? counts[c] * NSEC_PER_SEC / length_ns : 0;
	return any && length_ns > 0;
}

/** struct extent - what the axes have to hold */
struct extent {
	double least_us;
	double most_us;
	double most; /* stays per second */
};

static void reach_for(struct extent *extent, double us)
{
	extent->least_us = fmin(extent->least_us, us);
	extent->most_us = fmax(extent->most_us, us);
}

static void write_columns(struct pn_gnuplot *picture, const char *label,
			  const double counts[NR_COLUMNS], struct extent *extent)
{
	uint32_t first = 0, last = NR_COLUMNS - 1;

	while (first < last && counts[first] <= 0)
		first++;
	while (last > first && counts[last] <= 0)
		last--;
	for (uint32_t c = first; c <= last; c++) {
		double us = exp2((c + 0.5) / A_DOUBLING) / NSEC_PER_USEC;

		fputs(label, picture->data);
		pn_gnuplot_number(picture, us);
		pn_gnuplot_number(picture, counts[c] > 0 ? counts[c] : NAN);
		fputc('\n', picture->data);
		reach_for(extent, us);
		extent->most = fmax(extent->most, counts[c]);
	}
}

/*
 * What decides whether a stay in @state was too short or too long. The words stand on the side of a line where there is
 * more room.
 */
static void add_limits(struct pn_drawing *drawing, struct pn_gnuplot *picture, uint32_t state,
		       struct extent *extent)
{
	const struct pn_state_table *table = pn_draw_table(drawing);
	const int32_t states[] = { (int32_t)state, table && state < table->nr_states
							   ? pn_table_deeper(table, state)
							   : -1 };
	double us[2] = { 0 };
	int row = 0;

	for (int i = 0; table && state < table->nr_states && i < 2; i++) {
		if (states[i] >= 0)
			us[i] = (double)table->states[states[i]].target_residency_ns /
				NSEC_PER_USEC;
		if (us[i] > 0)
			reach_for(extent, us[i]);
	}
	for (int i = 0; i < 2; i++) {
		if (us[i] > 0)
			pn_draw_limit(picture, us[i], row++,
				      us[i] > sqrt(extent->least_us * extent->most_us),
				      "target residency of %s", table->states[states[i]].name);
	}
}

static int draw_duration(struct pn_drawing *drawing, uint32_t state)
{
	char name[PN_GNUPLOT_TEXT], title[2 * PN_GNUPLOT_TEXT], text[PN_GNUPLOT_TEXT];
	struct pn_axes axes = {
		.title = title,
		.x_label = "length of a stay (µs)",
		.y_label = "stays per second, by quarter of a doubling",
		.columns = "series\tlength_us\tstays_per_s",
		.log_x = true,
		.log_y = true,
	};
	struct extent extent = { .least_us = INFINITY };
	double counts[NR_COLUMNS];
	struct pn_gnuplot picture;
	int err;

	snprintf(name, sizeof(name), "state%u-durations", state);
	snprintf(title, sizeof(title), "%s, length of stays",
		 pn_draw_state(drawing, (int32_t)state, text));
	err = pn_draw_begin(drawing, &picture, name, &axes);
	if (err)
		return err;
	for (uint32_t s = 0; s < drawing->input->nr_sides; s++) {
		if (add_up(drawing->lists[s], state, counts))
			write_columns(&picture, drawing->input->sides[s].label, counts, &extent);
	}
	add_limits(drawing, &picture, state, &extent);
	/* Room at the top for the words on the limits. */
	fprintf(picture.gp, "set xrange [%.6g:%.6g]\nset yrange [*:%.6g]\n", extent.least_us / 1.5,
		extent.most_us * 1.5, 10 * extent.most);
	for (uint32_t s = 0; s < drawing->input->nr_sides; s++) {
		const char *label = drawing->input->sides[s].label, *color = pn_gnuplot_color(s);

		if (add_up(drawing->lists[s], state, counts))
			pn_gnuplot_series(&picture, label, "ROW(2):3",
					  "with linespoints lw 2 pt %u ps 0.6 lc rgb '%s' "
					  "title '%s'",
					  5 + 2 * (s % 5), color, label);
		else
			pn_gnuplot_keyentry(&picture,
					    "with lines lw 2 lc rgb '%s' "
					    "title '%s (no stays)'",
					    color, label);
	}
	return pn_draw_end(drawing, &picture, &axes, 0);
}

int pn_draw_durations(struct pn_drawing *drawing)
{
	double counts[NR_COLUMNS];
	int err = 0;

	for (uint32_t state = 0; !err && state < drawing->nr_states; state++) {
		char title[2 * PN_GNUPLOT_TEXT], text[PN_GNUPLOT_TEXT];
		bool any = false;

		for (uint32_t s = 0; s < drawing->input->nr_sides; s++)
			any |= add_up(drawing->lists[s], state, counts);
		snprintf(title, sizeof(title), "%s, length of stays",
			 pn_draw_state(drawing, (int32_t)state, text));
		err = any ? draw_duration(drawing, state)
			  : pn_draw_omit(drawing, title, "no stay from its entry to its exit");
	}
	return err;
}

/* --- latencies ------------------------------------------------------------------------------ */

/* The cells of a source and state of all repeats in one. */
static int sum_cells(const struct pn_run_list *list, uint32_t source, int32_t state,
		     struct pn_latency_cell *sum)
{
	int err = 0;

	for (uint32_t i = 0; !err && list && i < list->nr; i++)
		err = pn_latency_total(&list->runs[i].latency, source, state, sum);
	return err;
}

static void write_step(struct pn_gnuplot *picture, const char *label, double us, uint64_t below,
		       uint64_t count)
{
	fputs(label, picture->data);
	pn_gnuplot_number(picture, us);
	pn_gnuplot_number(picture, 100.0 * (double)below / (double)count);
	fputc('\n', picture->data);
}

/* The share up to the end of each bucket; what is not positive has no place on a log axis. */
static void write_shares(struct pn_gnuplot *picture, const char *label, const struct pn_sdist *dist)
{
	const struct pn_hist *hist = &dist->above;
	uint64_t below = dist->negative;
	bool begun = false;

	for (uint32_t i = pn_hist_next(hist, 0); i < PN_HIST_BUCKETS;
	     i = pn_hist_next(hist, i + 1)) {
		if (i && !begun)
			write_step(picture, label, (double)pn_hist_low(i) / NSEC_PER_USEC, below,
				   dist->count);
		begun |= i != 0;
		below += pn_hist_at(hist, i);
		if (i)
			write_step(picture, label, (double)pn_hist_high(i) / NSEC_PER_USEC, below,
				   dist->count);
	}
}

static int add_latency(struct pn_drawing *drawing, struct pn_gnuplot *picture, uint32_t side,
		       uint32_t source, int32_t state)
{
	const char *label = drawing->input->sides[side].label;
	struct pn_latency_cell sum = { 0 };
	int err = sum_cells(drawing->lists[side], source, state, &sum);

	if (!err && sum.dist.max > 0 && sum.dist.count) {
		write_shares(picture, label, &sum.dist);
		pn_gnuplot_series(picture, label, "ROW(2):3",
				  "with steps lw %u lc rgb '%s' title '%s'", side ? 2 : 4,
				  pn_gnuplot_color(side), label);
	}
	pn_sdist_free(&sum.dist);
	return err;
}

static int draw_latency(struct pn_drawing *drawing, uint32_t source, int32_t state)
{
	char name[PN_GNUPLOT_TEXT], title[2 * PN_GNUPLOT_TEXT], text[PN_GNUPLOT_TEXT];
	const char *word = pn_latency_source_name(source);
	const struct pn_state_table *table = pn_draw_table(drawing);
	struct pn_axes axes = {
		.title = title,
		.x_label = "latency (µs)",
		.y_label = "share of wakeups within it (%)",
		.columns = "series\tlatency_us\tshare_pct",
		.log_x = true,
	};
	struct pn_gnuplot picture;
	int err;

	if (state == PN_LAT_BUSY) {
		snprintf(name, sizeof(name), "busy-%s-latency", word);
		snprintf(title, sizeof(title), "%s latency of busy CPUs", word);
	} else {
		snprintf(name, sizeof(name), "state%d-%s-latency", state, word);
		snprintf(title, sizeof(title), "%s latency from %s", word,
			 pn_draw_state(drawing, state, text));
	}
	err = pn_draw_begin(drawing, &picture, name, &axes);
	if (err)
		return err;
	fputs("set yrange [0:112]\nset ytics 20\n", picture.gp);
	if (table && state >= 0 && (uint32_t)state < table->nr_states &&
	    table->states[state].exit_latency_ns)
		pn_draw_limit(&picture,
			      (double)table->states[state].exit_latency_ns / NSEC_PER_USEC, 0,
			      false, "exit latency");
	for (uint32_t s = 0; !err && s < drawing->input->nr_sides; s++)
		err = add_latency(drawing, &picture, s, source, state);
	return pn_draw_end(drawing, &picture, &axes, err);
}

/* Whether any side has a sample that can be shown. */
static bool has_latency(const struct pn_drawing *drawing, uint32_t source, int32_t state)
{
	for (uint32_t s = 0; s < drawing->input->nr_sides; s++) {
		const struct pn_run_list *list = drawing->lists[s];

		for (uint32_t i = 0; list && i < list->nr; i++) {
			const struct pn_latency_stats *stats = &list->runs[i].latency;

			for (uint32_t c = 0; c < stats->nr; c++) {
				const struct pn_latency_cell *cell = &stats->cells[c];

				if (cell->source == source && cell->state == state &&
				    cell->dist.count && cell->dist.max > 0)
					return true;
			}
		}
	}
	return false;
}

int pn_draw_latencies(struct pn_drawing *drawing)
{
	bool any = false;
	int err = 0;

	for (uint32_t source = 0; source < PN_LAT_NR; source++) {
		for (int32_t state = PN_LAT_BUSY; !err && state < (int32_t)drawing->nr_states;
		     state++) {
			if (!has_latency(drawing, source, state))
				continue;
			any = true;
			err = draw_latency(drawing, source, state);
		}
	}
	return err || any ? err : pn_draw_omit(drawing, "wake latency", "not recorded");
}
