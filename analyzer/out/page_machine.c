// SPDX-License-Identifier: GPL-2.0-only
/* What the page rests on: quality of the data, thresholds, machine, definitions. */
#include "out/page_machine.h"

#include <inttypes.h>
#include <string.h>

#include "out/html_text.h"

#define NSEC_PER_USEC 1e3
#define NSEC_PER_MSEC 1e6
#define NSEC_PER_SEC  1e9

static void begin_table(const char *what, const char *const *heads, size_t nr, FILE *out)
{
	fputs("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"", out);
	pn_html_text(what, out);
	fputs("\"><table><thead><tr>", out);
	for (size_t i = 0; i < nr; i++) {
		fputs("<th scope=\"col\">", out);
		pn_html_text(heads[i], out);
		fputs("</th>", out);
	}
	fputs("</tr></thead><tbody>\n", out);
}

static void end_table(FILE *out)
{
	fputs("</tbody></table></div>\n", out);
}

/* --- quality -------------------------------------------------------------------------------- */

static void write_run(const char *label, const char *workload, uint32_t number,
		      const struct pn_run *run, FILE *out)
{
	const struct pn_cpu_stats *total = &run->total;

	fputs("<tr><th scope=\"row\">", out);
	pn_html_text(label, out);
	fputs("</th><td>", out);
	pn_html_text(workload, out);
	fprintf(out,
		"</td><td class=\"n\">%u</td><td class=\"n\">%.3f</td><td class=\"n\">%" PRIu64
		"</td><td class=\"n\">",
		number, (double)(run->end_ns - run->start_ns) / NSEC_PER_SEC, total->idle_events);
	if (total->lost_unknown)
		fputs("unknown", out);
	else
		fprintf(out, "%" PRIu64, total->lost_events);
	fprintf(out, "</td><td class=\"n\">%.3f</td><td class=\"n\">%.3f</td>",
		(double)run->threshold_ns / NSEC_PER_MSEC,
		(double)run->chain_gap_ns / NSEC_PER_USEC);
	fprintf(out, "<td class=\"%s\">%s</td></tr>\n", run->untrusted ? "worse" : "better",
		run->untrusted ? "no: losses, a cut file or steps of the clock" : "yes");
}

/* Each step of a sweep would be a row of its own, and say the same. */
static void write_side(const struct pn_plot_side *side, FILE *out)
{
	for (uint32_t w = 0; w < side->runs->nr; w++) {
		const struct pn_run_list *list = &side->runs->workloads[w];

		if (strstr(list->workload, " phase="))
			continue;
		for (uint32_t i = 0; i < list->nr; i++)
			write_run(side->label, list->workload, i + 1, &list->runs[i], out);
	}
}

void pn_page_quality(const struct pn_page *page, FILE *out)
{
	static const char *const heads[] = { "side",
					     "workload",
					     "repeat",
					     "length (s)",
					     "idle events",
					     "lost events",
					     "powernightmare threshold (ms)",
					     "chain gap (µs)",
					     "to be trusted" };

	fputs("<section id=\"quality\"><h2>Recordings</h2>\n", out);
	begin_table("recordings", heads, sizeof(heads) / sizeof(heads[0]), out);
	for (uint32_t s = 0; s < page->input->nr_sides; s++)
		write_side(&page->input->sides[s], out);
	end_table(out);
	fputs("</section>\n", out);
}

/* --- machine -------------------------------------------------------------------------------- */

static void write_state(const struct pn_idle_state *state, uint32_t number, FILE *out)
{
	fprintf(out, "<tr><td class=\"n\">%u</td><th scope=\"row\">", number);
	pn_html_text(state->name, out);
	fputs("</th><td>", out);
	pn_html_text(state->desc, out);
	fprintf(out, "</td><td class=\"n\">%g</td><td class=\"n\">%g</td>",
		(double)state->exit_latency_ns / NSEC_PER_USEC,
		(double)state->target_residency_ns / NSEC_PER_USEC);
	if (state->power_mw >= 0)
		fprintf(out, "<td class=\"n\">%" PRId64 "</td>", state->power_mw);
	else
		fputs("<td class=\"n\">unknown</td>", out);
	fprintf(out, "<td>%s</td></tr>\n", state->disabled ? "disabled" : "");
}

void pn_page_states(const struct pn_page *page, FILE *out)
{
	static const char *const heads[] = {
		"state",      "name", "description", "exit latency (µs)", "target residency (µs)",
		"power (mW)", ""
	};
	const struct pn_machine *machine = page->input->machine;

	fputs("<section id=\"states\"><h2>Idle states</h2>\n", out);
	if (!machine)
		fputs("<p>Not known, or not the same on all sides.</p>\n", out);
	for (uint32_t t = 0; machine && t < machine->nr_tables; t++) {
		begin_table("idle states", heads, sizeof(heads) / sizeof(heads[0]), out);
		for (uint32_t s = 0; s < machine->tables[t].nr_states; s++)
			write_state(&machine->tables[t].states[s], s, out);
		end_table(out);
	}
	fputs("</section>\n", out);
}

void pn_page_facts(const struct pn_page *page, FILE *out)
{
	static const char *const heads[] = { "what", "is" };

	if (!page->nr_facts)
		return;
	fputs("<section id=\"machine\"><h2>Machine and run</h2>\n", out);
	begin_table("machine and run", heads, 2, out);
	for (uint32_t i = 0; i < page->nr_facts; i++) {
		const struct pn_page_fact *fact = &page->facts[i];

		fputs("<tr><th scope=\"row\">", out);
		pn_html_text(fact->key, out);
		fputs("</th><td>", out);
		pn_html_text(*fact->text ? fact->text : "unknown, or none", out);
		fputs("</td></tr>\n", out);
	}
	end_table(out);
	fputs("</section>\n", out);
}

/* --- definitions ---------------------------------------------------------------------------- */

static const char *const definitions[][2] = {
	{ "stay", "The time from a CPU's entry into an idle state to its next exit." },
	{ "too deep (above)",
	  "A stay shorter than the target residency of its state, where a shallower state that is "
	  "not disabled exists." },
	{ "too shallow (below)",
	  "A stay that, less the exit latency of its state, would have reached the target residency "
	  "of the next deeper state that is not disabled." },
	{ "whose verdict",
	  "Where a recording has the kernel's own verdicts throughout, those count as too deep and "
	  "too shallow; elsewhere the rules above, by the lengths of the stays." },
	{ "idle time behind",
	  "The share of all idle time that was spent in such stays. A high percentage of a state "
	  "that hardly holds any time matters little." },
	{ "powernightmare",
	  "A stay that was too shallow and longer than the threshold, which is one and a half ticks "
	  "where the tick is known. Without a table of states: any stay in a state that is not the "
	  "deepest, longer than the threshold." },
	{ "chain",
	  "Two or more stays of a CPU that follow one another within the gap, all but the last in "
	  "states shallower than the deepest, longer together than the threshold, and for most of "
	  "that time in states from which a deeper one would have paid off over the whole length." },
	{ "residency", "Time in a state, as a share of the time of all CPUs that is known." },
	{ "excess", "Time that could have been spent in a deeper state, as a share of idle time." },
	{ "difference and interval",
	  "The difference of the medians of the repeats, and its 95 % interval by bootstrap." },
	{ "better, worse, changed",
	  "The interval leaves out 0 and the difference is above the noise floor, which is the "
	  "largest difference between two halves of the reference's own repeats. Changed: neither "
	  "way is better." },
	{ "insufficient",
	  "Fewer than three repeats on a side, or too few events behind the figure." },
};

void pn_page_definitions(FILE *out)
{
	fputs("<section id=\"definitions\"><h2>What the words mean</h2>\n<dl>\n", out);
	for (size_t i = 0; i < sizeof(definitions) / sizeof(definitions[0]); i++) {
		pn_html_tag("dt", definitions[i][0], out);
		pn_html_tag("dd", definitions[i][1], out);
	}
	fputs("</dl></section>\n", out);
}
