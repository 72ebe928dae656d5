// SPDX-License-Identifier: GPL-2.0-only
/* A picture for gnuplot: a table and a script. */
#include "out/gnuplot.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

/* The palette of Okabe and Ito (2008), the yellow last since it is faint on white. */
static const char *const palette[] = { "#0072B2", "#D55E00", "#009E73", "#CC79A7",
				       "#56B4E9", "#E69F00", "#000000", "#F0E442" };

const char *pn_gnuplot_color(uint32_t index)
{
	return palette[index % (sizeof(palette) / sizeof(palette[0]))];
}

/* Bytes of the UTF-8 character that @text begins with; 0: none. */
static size_t utf8_length(const unsigned char *text)
{
	size_t length = *text < 0x80   ? 1
			: *text < 0xc2 ? 0
			: *text < 0xe0 ? 2
			: *text < 0xf0 ? 3
				       : 4;

	if (*text > 0xf4)
		return 0;
	for (size_t i = 1; i < length; i++) {
		if ((text[i] & 0xc0) != 0x80)
			return 0;
	}
	return length;
}

const char *pn_gnuplot_text(const char *text, char out[PN_GNUPLOT_TEXT])
{
	size_t used = 0;

	while (*text) {
		size_t length = utf8_length((const unsigned char *)text);
		bool harmless = length && (unsigned char)*text >= ' ' && *text != 0x7f &&
				!strchr("'\"`\\", *text);

		if (used + (length ? length : 1) >= PN_GNUPLOT_TEXT)
			break;
		if (harmless)
			memcpy(out + used, text, length);
		else
			out[used] = '_';
		used += harmless ? length : 1;
		text += length ? length : 1;
	}
	out[used] = '\0';
	return out;
}

/* Sizes are for reading on paper: a PNG has twice the dots of the SVG, and as large a text. */
static void write_terminal(const struct pn_gnuplot *picture, unsigned int height)
{
	fprintf(picture->gp,
		"# Draws %s.tsv, from its folder: gnuplot %s.gp\n"
		"# Elsewhere, or else: gnuplot -e \"terminal='pngcairo'; output='x.png'\" %s.gp\n"
		"if (!exists('terminal')) terminal = 'svg'\n"
		"if (!exists('output')) output = '%s.'.terminal[1:3]\n"
		"options = terminal eq 'svg' ? 'size 720,%u font \"sans-serif,14\" "
		"background \"white\" noenhanced' : \\\n"
		"\tterminal eq 'pngcairo' ? 'size 1440,%u font \"sans-serif,14\" "
		"fontscale 1.6 linewidth 2 pointscale 1.6 noenhanced' : ''\n"
		"set terminal @terminal @options\n"
		"set output output\n",
		picture->name, picture->name, picture->name, picture->name, height, 2 * height);
}

static void write_axes(const struct pn_gnuplot *picture, const struct pn_axes *axes)
{
	char text[PN_GNUPLOT_TEXT];
	FILE *gp = picture->gp;

	fputs("set encoding utf8\n"
	      "set datafile separator \"\\t\"\n"
	      "set datafile columnheaders\n"
	      "set border 3\n"
	      "set rmargin 5\n"
	      "set tics nomirror\n"
	      "set grid lt 1 lw 0.5 lc rgb '#C8C8C8'\n"
	      "set key outside top center horizontal noenhanced\n",
	      gp);
	fprintf(gp, "set title '%s' noenhanced\n", pn_gnuplot_text(axes->title, text));
	fprintf(gp, "set xlabel '%s' noenhanced\n", pn_gnuplot_text(axes->x_label, text));
	fprintf(gp, "set ylabel '%s' noenhanced\n", pn_gnuplot_text(axes->y_label, text));
	if (axes->log_x)
		fputs("set logscale x\n", gp);
	if (axes->log_y)
		fputs("set logscale y\n", gp);
}

static int cannot(const struct pn_gnuplot *picture, const char *ending, int err,
		  struct pn_problem *problem)
{
	return pn_problem_set(problem, err, "%s/%s.%s: cannot be written: %s", picture->dir,
			      picture->name, ending, strerror(-err));
}

static int open_file(const struct pn_gnuplot *picture, const char *ending, struct pn_outfile *file,
		     struct pn_problem *problem)
{
	char path[PATH_MAX];
	int len = snprintf(path, sizeof(path), "%s/%s.%s", picture->dir, picture->name, ending);
	int err;

	err = len < (int)sizeof(path) ? pn_outfile_open(path, file) : -ENAMETOOLONG;
	return err ? cannot(picture, ending, err, problem) : 0;
}

int pn_gnuplot_begin(struct pn_gnuplot *picture, const char *dir, const char *name,
		     const struct pn_axes *axes, struct pn_problem *problem)
{
	int err;

	memset(picture, 0, sizeof(*picture));
	picture->dir = dir;
	snprintf(picture->name, sizeof(picture->name), "%s", name);
	err = open_file(picture, "tsv", &picture->tsv, problem);
	if (err)
		return err;
	err = open_file(picture, "gp", &picture->script, problem);
	if (err) {
		pn_outfile_discard(&picture->tsv);
		return err;
	}
	picture->data = picture->tsv.stream;
	picture->gp = picture->script.stream;
	write_terminal(picture, axes->height ? axes->height : 450);
	write_axes(picture, axes);
	fprintf(picture->data, "%s\n", axes->columns);
	return 0;
}

void pn_gnuplot_tick(struct pn_gnuplot *picture, double place, bool first, const char *words)
{
	char text[PN_GNUPLOT_TEXT];

	fprintf(picture->gp, "%s'", first ? "" : ", ");
	/* The words are a format, into which gnuplot puts the place. */
	for (const char *at = pn_gnuplot_text(words, text); *at; at++)
		fprintf(picture->gp, "%s%c", *at == '%' ? "%" : "", *at);
	fprintf(picture->gp, "' %.9g", place);
}

/* ROW(3) becomes column 3 where the row is of the series, and nothing elsewhere. */
static void write_using(const struct pn_gnuplot *picture, const char *label, const char *using)
{
	const char *at;

	while ((at = strstr(using, "ROW("))) {
		int digits = (int)strspn(at + 4, "0123456789");

		fprintf(picture->gp, "%.*s(strcol(1) eq '%s' ? column(%.*s) : NaN)",
			(int)(at - using), using, label, digits, at + 4);
		using = at + 4 + digits + 1;
	}
	fputs(using, picture->gp);
}

void pn_gnuplot_series(struct pn_gnuplot *picture, const char *label, const char *using,
		       const char *style, ...)
{
	va_list args;

	fprintf(picture->gp, "%s'%s.tsv' using ", picture->plotting ? ", \\\n\t" : "plot ",
		picture->name);
	write_using(picture, label, using);
	fputs(" \\\n\t\t", picture->gp);
	va_start(args, style);
	vfprintf(picture->gp, style, args);
	va_end(args);
	picture->plotting = true;
}

void pn_gnuplot_keyentry(struct pn_gnuplot *picture, const char *style, ...)
{
	va_list args;

	fprintf(picture->gp, "%skeyentry ", picture->plotting ? ", \\\n\t" : "plot ");
	va_start(args, style);
	vfprintf(picture->gp, style, args);
	va_end(args);
	picture->plotting = true;
}

void pn_gnuplot_number(struct pn_gnuplot *picture, double value)
{
	if (isfinite(value))
		fprintf(picture->data, "\t%.9g", value);
	else
		fputs("\tNaN", picture->data);
}

int pn_gnuplot_commit(struct pn_gnuplot *picture, struct pn_problem *problem)
{
	int err;

	fputc('\n', picture->gp);
	err = pn_outfile_commit(&picture->tsv);
	if (err) {
		pn_outfile_discard(&picture->script);
		return cannot(picture, "tsv", err, problem);
	}
	err = pn_outfile_commit(&picture->script);
	return err ? cannot(picture, "gp", err, problem) : 0;
}

void pn_gnuplot_discard(struct pn_gnuplot *picture)
{
	pn_outfile_discard(&picture->tsv);
	pn_outfile_discard(&picture->script);
}
