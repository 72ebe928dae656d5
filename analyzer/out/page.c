// SPDX-License-Identifier: GPL-2.0-only
/* The page: verdicts first, then pictures by workload, then what they rest on. */
#include "out/page.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "out/html_text.h"
#include "out/page_machine.h"
#include "out/plot_draw.h"

static const char style[] =
	":root{color-scheme:light dark;--ink:#1a1a1a;--dim:#555;--paper:#fff;--line:#ccc;"
	"--better:#006b4a;--worse:#a83200}\n"
	"@media(prefers-color-scheme:dark){:root{--ink:#e8e8e8;--dim:#aaa;--paper:#16181c;"
	"--line:#444;--better:#5fd0a8;--worse:#ff9a6a}}\n"
	"*{box-sizing:border-box}\n"
	"body{margin:0 auto;padding:1rem;max-width:80rem;background:var(--paper);color:var(--ink);"
	"font:1rem/1.5 system-ui,sans-serif;overflow-wrap:break-word}\n"
	"h1{font-size:1.6rem}h2{font-size:1.3rem;border-bottom:1px solid var(--line);"
	"margin-top:2.5rem}h3{font-size:1.1rem}\n"
	"a{color:inherit}\n"
	".scroll{overflow-x:auto}\n"
	"table{border-collapse:collapse;font-size:.9rem}\n"
	"caption{text-align:left;color:var(--dim)}\n"
	"th,td{padding:.25rem .6rem;border-bottom:1px solid var(--line);text-align:left;"
	"vertical-align:top}\n"
	"td.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}\n"
	".better{color:var(--better);font-weight:600}.worse{color:var(--worse);font-weight:600}\n"
	".pictures{display:grid;gap:1rem;grid-template-columns:repeat(auto-fill,"
	"minmax(min(100%,36rem),1fr))}\n"
	"figure{margin:0;min-width:0}\n"
	"figure .scroll{background:#fff;border:1px solid var(--line);border-radius:.4rem}\n"
	"figure img{display:block;width:100%;min-width:34rem;height:auto}\n"
	"figcaption{font-size:.9rem;color:var(--dim)}\n"
	"dt{font-weight:600}dd{margin:0 0 .5rem 1rem}\n"
	"pre{overflow-x:auto;font-size:.8rem}\n"
	"@media print{body{max-width:none;padding:0}figure,tr{break-inside:avoid}"
	"figure img{min-width:0}.scroll{overflow:visible}"
	".pictures{grid-template-columns:1fr 1fr}}\n";

/* --- verdicts ------------------------------------------------------------------------------- */

static void number_cell(double value, FILE *out)
{
	if (isfinite(value))
		fprintf(out, "<td class=\"n\">%.4g</td>", value);
	else
		fputs("<td class=\"n\">–</td>", out);
}

static void write_row(const struct pn_page *page, const struct pn_row *row, uint32_t side,
		      FILE *out)
{
	const struct pn_ab *ab = &row->ab[side];
	const char *verdict = pn_verdict_name(ab->verdict);

	fputs("<tr><th scope=\"row\">", out);
	pn_html_text(row->name, out);
	fprintf(out, "</th><td class=\"%s\">%s</td><td>", verdict, verdict);
	pn_html_text(row->unit, out);
	fputs("</td><td>", out);
	pn_html_text(page->view->sides[side], out);
	fputs("</td>", out);
	number_cell(ab->base, out);
	number_cell(ab->new_value, out);
	if (isfinite(ab->diff_pct))
		fprintf(out, "<td class=\"n\">%+.1f %%</td>", ab->diff_pct);
	else
		fputs("<td class=\"n\">–</td>", out);
	fprintf(out, "<td class=\"n\">%.4g to %.4g</td>", ab->low, ab->high);
	number_cell(row->base_weight_pct, out);
	number_cell(row->weight_pct[side], out);
	fputs("</tr>\n", out);
}

static bool tells(enum pn_verdict verdict)
{
	return verdict == PN_BETTER || verdict == PN_WORSE || verdict == PN_CHANGED;
}

static void write_verdicts(const struct pn_page *page, const struct pn_compared *compared,
			   FILE *out)
{
	uint32_t nr_sides = page->view->comparison->nr_sides, nr = 0;

	fputs("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"what differs\">"
	      "<table><thead><tr><th scope=\"col\">metric</th><th scope=\"col\">verdict</th>"
	      "<th scope=\"col\">unit</th>"
	      "<th scope=\"col\">side</th><th scope=\"col\">",
	      out);
	pn_html_text(page->view->base, out);
	fputs("</th><th scope=\"col\">this side</th><th scope=\"col\">difference</th>"
	      "<th scope=\"col\">95 % interval of it</th>"
	      "<th scope=\"col\">idle time behind, % (reference)</th>"
	      "<th scope=\"col\">(this side)</th></tr></thead><tbody>\n",
	      out);
	for (uint32_t r = 0; r < compared->nr_rows; r++) {
		for (uint32_t s = 0; s < nr_sides; s++) {
			if (!tells(compared->rows[r].ab[s].verdict))
				continue;
			write_row(page, &compared->rows[r], s, out);
			nr++;
		}
	}
	if (!nr)
		fputs("<tr><td colspan=\"10\">No metric differs beyond the noise, or there are too "
		      "few repeats to tell.</td></tr>\n",
		      out);
	fputs("</tbody></table></div>\n", out);
}

static uint32_t count(const struct pn_compared *compared, uint32_t nr_sides,
		      enum pn_verdict verdict)
{
	uint32_t nr = 0;

	for (uint32_t r = 0; r < compared->nr_rows; r++) {
		for (uint32_t s = 0; s < nr_sides; s++)
			nr += compared->rows[r].ab[s].verdict == verdict;
	}
	return nr;
}

/* A sweep has many steps: one line each, the table behind it. */
static void write_step(const struct pn_page *page, const struct pn_compared *compared, FILE *out)
{
	uint32_t nr_sides = page->view->comparison->nr_sides;

	fputs("<details><summary>", out);
	pn_html_text(compared->workload, out);
	fprintf(out, ": better %u, worse %u</summary>\n", count(compared, nr_sides, PN_BETTER),
		count(compared, nr_sides, PN_WORSE));
	write_verdicts(page, compared, out);
	fputs("</details>\n", out);
}

static void write_workload(const struct pn_page *page, const struct pn_compared *compared,
			   FILE *out)
{
	char base[PN_GNUPLOT_TEXT], unit[16];
	double param;

	if (pn_sweep_of(compared->workload, base, &param, unit)) {
		write_step(page, compared, out);
		return;
	}
	pn_html_tag("h3", *compared->workload ? compared->workload : "whole recording", out);
	write_verdicts(page, compared, out);
}

/* The whole of it, as it goes into mail. */
static int write_text(const struct pn_page *page, FILE *out)
{
	struct pn_compare_view view = *page->view;
	char *text = NULL;
	size_t size;
	FILE *memory = open_memstream(&text, &size);
	int err;

	if (!memory)
		return -ENOMEM;
	view.all = true;
	err = pn_compare_text.write(&view, memory);
	if (fclose(memory))
		err = -ENOMEM;
	if (!err) {
		fputs("<details><summary>Every metric, as text</summary>\n<pre tabindex=\"0\">",
		      out);
		pn_html_text(text, out);
		fputs("</pre></details>\n", out);
	}
	free(text);
	return err;
}

static int write_summary(const struct pn_page *page, FILE *out)
{
	const struct pn_comparison *comparison = page->view ? page->view->comparison : NULL;

	fputs("<section id=\"verdicts\"><h2>Verdicts</h2>\n", out);
	if (!comparison) {
		fputs("<p>There is nothing to compare: one side, or no workload in common.</p>"
		      "</section>\n",
		      out);
		return 0;
	}
	fputs("<p>Reference: <strong>", out);
	pn_html_text(page->view->base, out);
	fputs("</strong>.", out);
	for (int v = 0; v < PN_VERDICT_NR; v++)
		fprintf(out, " %s: %u.", pn_verdict_name(v), comparison->counts[v]);
	fputs("</p>\n", out);
	if (page->view->states_differ)
		fputs("<p><strong>The idle states of the sides differ.</strong> What is said of a "
		      "state by its number may be of different states.</p>\n",
		      out);
	for (uint32_t i = 0; i < comparison->nr_workloads; i++)
		write_workload(page, &comparison->workloads[i], out);
	if (write_text(page, out))
		return -ENOMEM;
	fputs("</section>\n", out);
	return 0;
}

/* --- pictures ------------------------------------------------------------------------------- */

static int write_picture(const struct pn_page *page, const struct pn_picture *picture, FILE *out,
			 struct pn_problem *problem)
{
	char path[PATH_MAX];
	FILE *svg;
	int err;

	snprintf(path, sizeof(path), "%s/%s.svg", page->input->dir, picture->name);
	svg = fopen(path, "re");
	if (!svg)
		return pn_problem_set(problem, -errno, "%s: %s", path, strerror(errno));
	fputs("<figure><div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"", out);
	pn_html_text(picture->title, out);
	fputs("\"><img alt=\"", out);
	pn_html_text(picture->says, out);
	fputs("\" src=\"data:image/svg+xml;base64,", out);
	err = pn_html_base64(svg, out);
	fputs("\"></div><figcaption>", out);
	pn_html_text(picture->title, out);
	fputs("</figcaption></figure>\n", out);
	fclose(svg);
	return err ? pn_problem_set(problem, err, "%s: cannot be read", path) : 0;
}

/* A heading for each workload, below it one for each kind of picture. */
static int write_pictures(const struct pn_page *page, FILE *out, struct pn_problem *problem)
{
	const struct pn_plot *plot = page->plot;
	const struct pn_picture *last = NULL;
	int err = 0;

	for (uint32_t i = 0; !err && i < plot->nr_pictures; i++) {
		const struct pn_picture *picture = &plot->pictures[i];
		bool other = !last || strcmp(last->workload, picture->workload) != 0;

		if (last && (other || last->family != picture->family))
			fputs("</div>\n", out);
		if (other)
			fprintf(out, "%s<section>", last ? "</section>\n" : "");
		if (other)
			pn_html_tag("h2", *picture->workload ? picture->workload : "Pictures", out);
		if (other || last->family != picture->family) {
			pn_html_tag("h3", picture->family, out);
			fputs("<div class=\"pictures\">\n", out);
		}
		err = write_picture(page, picture, out, problem);
		last = picture;
	}
	if (last)
		fputs("</div></section>\n", out);
	return err;
}

static void write_omissions(const struct pn_plot *plot, FILE *out)
{
	if (!plot->nr_omissions)
		return;
	fputs("<section id=\"left-out\"><h2>Left out</h2>\n<ul>\n", out);
	for (uint32_t i = 0; i < plot->nr_omissions; i++) {
		fputs("<li>", out);
		pn_html_text(plot->omissions[i].title, out);
		fputs(": ", out);
		pn_html_text(plot->omissions[i].why, out);
		fputs("</li>\n", out);
	}
	fputs("</ul></section>\n", out);
}

int pn_page_write(const struct pn_page *page, FILE *out, struct pn_problem *problem)
{
	int err;

	fputs("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
	      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n",
	      out);
	pn_html_tag("title", page->title, out);
	fprintf(out, "<style>\n%s</style></head>\n<body>\n<header>", style);
	pn_html_tag("h1", page->title, out);
	fputs("</header>\n<main>\n", out);
	err = write_summary(page, out);
	if (err)
		return pn_problem_set(problem, err, "out of memory");
	if (page->rendered)
		err = write_pictures(page, out, problem);
	else
		fputs("<section><h2>Pictures</h2><p>They were not drawn: that takes gnuplot.</p>"
		      "</section>\n",
		      out);
	if (err)
		return err;
	write_omissions(page->plot, out);
	pn_page_quality(page, out);
	pn_page_states(page, out);
	pn_page_facts(page, out);
	pn_page_definitions(out);
	fputs("</main></body></html>\n", out);
	return 0;
}
