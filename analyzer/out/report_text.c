// SPDX-License-Identifier: GPL-2.0-only
/* The report for people: under 80 columns, so that it pastes into list mail. */
#include "out/report.h"

#include <errno.h>
#include <inttypes.h>

#include "out/text.h"
#include "util/printable.h"

/* --- header --------------------------------------------------------------------------------- */

static void print_file(const struct pn_trace_info *trace, FILE *out)
{
	char text[256];

	fprintf(out, "Trace:      %s\n",
		trace->file ? pn_printable(trace->file, text, 64) : "standard input");
	fprintf(out, "Format:     %s, %" PRIu64 " events\n", trace->format, trace->events);
	if (trace->instance[0])
		fprintf(out, "Instance:   %s\n", pn_printable(trace->instance, text, 64));
	if (trace->clock[0])
		fprintf(out, "Clock:      %s\n", pn_printable(trace->clock, text, 64));
	else
		fprintf(out, "Clock:      local (assumed: the trace does not name it)\n");
}

static void print_range(const char *title, uint64_t from_ns, uint64_t to_ns, FILE *out)
{
	char from[PN_FIGURE_LEN], to[PN_FIGURE_LEN], length[PN_FIGURE_LEN];

	fprintf(out, "%s%s to %s s (%s)\n", title, pn_text_seconds(from_ns, 6, from),
		pn_text_seconds(to_ns, 6, to), pn_text_duration(to_ns - from_ns, length));
}

static const char *states_from(const struct pn_machine *machine)
{
	static const char *const words[] = {
		[PN_FROM_NOWHERE] = "none",
		[PN_FROM_DEFAULT] = "built in",
		[PN_FROM_OPTION] = "from the file given with -s",
		[PN_FROM_SIDECAR] = "from the sidecar beside the trace",
		[PN_FROM_SYSFS] = "from the sysfs given with --sysroot",
	};

	return machine && machine->nr_tables ? words[machine->origin] : words[PN_FROM_NOWHERE];
}

static void print_machine(const struct pn_machine *machine, FILE *out)
{
	char driver[PN_NAME_LEN], governor[PN_NAME_LEN];

	fprintf(out, "Idle table: %s\n", states_from(machine));
	if (!machine)
		return;
	fprintf(out, "Driver:     %s, governor %s\n",
		machine->driver[0] ? pn_printable(machine->driver, driver, sizeof(driver))
				   : "unknown",
		machine->governor[0] ? pn_printable(machine->governor, governor, sizeof(governor))
				     : "unknown");
}

/* A threshold made of the tick in the file given with -s counts as an option as well. */
static bool from_tick(const struct pn_params *params, const struct pn_machine *machine)
{
	struct pn_params made = pn_params_default(machine);

	return made.threshold_from == params->threshold_from &&
	       made.threshold_ns == params->threshold_ns;
}

static void print_params(const struct pn_params *params, const struct pn_machine *machine,
			 FILE *out)
{
	static const char *const words[] = {
		[PN_FROM_NOWHERE] = "origin unknown",
		[PN_FROM_DEFAULT] = "default: tick unknown, 1.5 periods of 100 Hz",
		[PN_FROM_OPTION] = "given with --pn-threshold",
		[PN_FROM_SIDECAR] = "1.5 ticks, tick from the sidecar",
		[PN_FROM_SYSFS] = "1.5 ticks, tick from sysfs",
	};
	const char *origin = words[params->threshold_from];
	char buf[PN_FIGURE_LEN];

	if (params->threshold_from == PN_FROM_OPTION && from_tick(params, machine))
		origin = "1.5 ticks, tick from the file given with -s";
	fprintf(out, "Threshold:  %s", pn_text_duration(params->threshold_ns, buf));
	fprintf(out, " (%s)\n", origin);
	fprintf(out, "Chain gap:  %s\n", pn_text_duration(params->chain_gap_ns, buf));
}

static void print_header(const struct pn_summary *summary, FILE *out)
{
	const struct pn_trace_info *trace = &summary->trace;

	print_file(trace, out);
	if (trace->has_events)
		print_range("Recorded:   ", trace->first_ns, trace->last_ns, out);
	else
		fprintf(out, "Recorded:   no event\n");
	if (trace->nr_cpus)
		fprintf(out, "CPUs:       %" PRIu32 " in the recorded machine\n", trace->nr_cpus);
	print_machine(summary->machine, out);
	print_params(&summary->params, summary->machine, out);
}

/* --- sections ------------------------------------------------------------------------------- */

static void print_section_head(const struct pn_text *text)
{
	const struct pn_section *section = text->section;
	char label[PN_LABEL_LEN];

	fputc('\n', text->out);
	if (section->window.label[0])
		fprintf(text->out, "=== Phase: %s ===\n\n",
			pn_printable(section->window.label, label, 60));
	print_range("Window:     ", section->start_ns, section->end_ns, text->out);
}

static int print_blocks(const struct pn_text *text)
{
	static int (*const blocks[])(const struct pn_text *) = {
		pn_text_states,	    pn_text_cpus,    pn_text_groups, pn_text_cpu_states,
		pn_text_nightmares, pn_text_wakes,   pn_text_units,  pn_text_latency,
		pn_text_misses,	    pn_text_quality,
	};
	int err = 0;

	print_section_head(text);
	pn_text_idle_lines(text);
	for (size_t i = 0; !err && i < sizeof(blocks) / sizeof(blocks[0]); i++)
		err = blocks[i](text);
	return err;
}

static int print_section(const struct pn_summary *summary, const struct pn_section *section,
			 const struct pn_report_options *options, FILE *out,
			 int (*print)(const struct pn_text *))
{
	struct pn_text text = {
		.out = out,
		.summary = summary,
		.options = options,
		.section = section,
		.length_ns = section->end_ns - section->start_ns,
	};
	int err = pn_section_total(section, &text.total);

	if (!err)
		err = pn_stats_sum_states(&text.total, &text.sum);
	if (!err)
		err = pn_groups_make(summary, section, PN_GROUP_TABLE, &text.alike);
	if (!err)
		err = print(&text);
	pn_groups_free(&text.alike);
	pn_dist_free(&text.sum.stay);
	pn_stats_free(&text.total);
	return err;
}

static int write_sections(const struct pn_summary *summary, const struct pn_report_options *options,
			  FILE *out, int (*print)(const struct pn_text *))
{
	int err = 0;

	print_header(summary, out);
	for (uint32_t i = 0; !err && i < summary->nr_sections; i++)
		err = print_section(summary, &summary->sections[i], options, out, print);
	return err;
}

static int write_all(const struct pn_summary *summary, const struct pn_report_options *options,
		     FILE *out, int (*print)(const struct pn_text *))
{
	int err = write_sections(summary, options, out, print);

	if (err)
		return err;
	pn_text_file_quality(summary, out);
	return ferror(out) ? -EIO : 0;
}

static int write_text(const struct pn_summary *summary, const struct pn_report_options *options,
		      FILE *out)
{
	return write_all(summary, options, out, print_blocks);
}

static int print_latency_alone(const struct pn_text *text)
{
	int err;

	print_section_head(text);
	err = pn_text_latency(text);
	return err ? err : pn_text_quality(text);
}

static int write_latency(const struct pn_summary *summary, const struct pn_report_options *options,
			 FILE *out)
{
	return write_all(summary, options, out, print_latency_alone);
}

const struct pn_report_ops pn_report_text = {
	.name = "text",
	.write = write_text,
};

const struct pn_report_ops pn_report_latency = {
	.name = "latency",
	.write = write_latency,
};
