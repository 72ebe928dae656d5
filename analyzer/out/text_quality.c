// SPDX-License-Identifier: GPL-2.0-only
/* The text report's block on the data itself: printed always, so that its silence means nothing. */
#include <inttypes.h>
#include <string.h>

#include "out/text.h"
#include "util/printable.h"

static void print_loss(FILE *out, const struct pn_cpu_stats *stats)
{
	char length[PN_FIGURE_LEN], share[PN_FIGURE_LEN];

	fprintf(out, "%" PRIu64 " %s, ", stats->losses, stats->losses == 1 ? "hole" : "holes");
	if (stats->lost_unknown && !stats->lost_events)
		fprintf(out, "unknown how many events, ");
	else
		fprintf(out, "%s%" PRIu64 " events, ", stats->lost_unknown ? "at least " : "",
			stats->lost_events);
	fprintf(out, "%s (%s %%)\n", pn_text_duration(stats->lost_ns, length),
		pn_text_pct(stats->lost_ns, stats->span_ns, share));
}

static void print_losses(const struct pn_text *text)
{
	if (!text->total.losses)
		fprintf(text->out, "  lost events:   none\n");
	for (uint32_t i = 0; i < text->section->nr_cpus; i++) {
		const struct pn_cpu_stats *cpu = &text->section->cpus[i];

		if (!cpu->losses)
			continue;
		fprintf(text->out, "  lost events:   CPU %" PRIu32 ": ", cpu->cpu);
		print_loss(text->out, cpu);
	}
}

/* CPUs of which no idle event was recorded: idle, busy, off, or not traced. */
static int print_silent(const struct pn_text *text)
{
	struct pn_cpuset silent = { 0 };
	char list[56];
	int err = 0;

	for (uint32_t i = 0; !err && i < text->section->nr_cpus; i++) {
		if (pn_stats_silent(&text->section->cpus[i]))
			err = pn_cpuset_add(&silent, text->section->cpus[i].cpu);
	}
	if (!err && pn_cpuset_count(&silent)) {
		size_t length = pn_cpuset_format(&silent, list, sizeof(list));

		fprintf(text->out, "  no data:       CPU %s%s\n", list,
			length < sizeof(list) ? "" : "...");
	}
	pn_cpuset_free(&silent);
	return err;
}

int pn_text_quality(const struct pn_text *text)
{
	const struct pn_cpu_stats *total = &text->total;
	const struct pn_state_stats *sum = &text->sum;
	int err;

	fprintf(text->out, "\nQuality of the data\n");
	print_losses(text);
	err = print_silent(text);
	fprintf(text->out,
		"  cut stays:     %" PRIu64 " head, %" PRIu64 " tail, %" PRIu64
		" clipped by the window\n",
		total->head, sum->tail, sum->clipped);
	fprintf(text->out,
		"  void stays:    %" PRIu64 " lost, %" PRIu64 " reentered, %" PRIu64 " negative\n",
		sum->lost, sum->reentered, sum->negative);
	fprintf(text->out, "  odd events:    %" PRIu64 " stray exits, %" PRIu64 " steps back\n",
		total->stray, total->steps_back);
	fprintf(text->out,
		"  odd states:    %" PRIu64 " impossible, %" PRIu64 " not in the table\n",
		total->odd_states, total->unlisted);
	return err;
}

/* Where the file ends is put by readers into words of any length. */
static void print_truncation(const struct pn_trace_info *trace, FILE *out)
{
	char where[sizeof(trace->truncated_at)];
	const char *rest = pn_printable(trace->truncated_at, where, sizeof(where));

	fprintf(out, "  truncated:     %s\n", trace->truncated ? "yes" : "no");
	while (trace->truncated && *rest) {
		int length = (int)strnlen(rest, 60);

		fprintf(out, "                 %.*s\n", length, rest);
		rest += length;
	}
}

void pn_text_file_quality(const struct pn_summary *summary, FILE *out)
{
	const struct pn_trace_info *trace = &summary->trace;

	fprintf(out, "\nQuality of the file\n");
	if (trace->has_stats)
		fprintf(out, "  overruns:      %" PRIu64 "\n", trace->overruns);
	else
		fprintf(out, "  overruns:      unknown (no buffer counters in the trace)\n");
	fprintf(out, "  unreadable:    %" PRIu64 " lines, %" PRIu64 " CPU numbers\n",
		trace->bad_lines, trace->odd_cpus);
	print_truncation(trace, out);
	fprintf(out, "  verdict:       %s\n",
		pn_summary_untrusted(summary) ? "NOT to be trusted without a look at the above"
					      : "nothing lost, cut or out of order");
}
