// SPDX-License-Identifier: GPL-2.0-only
/* Trace text as a source: one stream that holds all CPUs in the order of the file. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/idle_state.h"
#include "io/source.h"
#include "io/text_cursor.h"
#include "io/text_probe.h"
#include "io/text_scan.h"

/** A last line longer than this is no trace's; others only cost the search for their end. */
#define TAIL_MAX (1u << 20)

static bool text_claims(const struct pn_mapped *file)
{
	struct pn_text_probe probe;

	return !pn_text_probe(file, &probe) && probe.is_trace;
}

int pn_text_refuse_counter(const struct pn_text_source *text, const char *unit, uint64_t at,
			   struct pn_problem *problem)
{
	return pn_problem_set(
		problem, -EINVAL,
		"%s: %s %llu: a time without a decimal point: the trace's clock counts "
		"something other than time (counter, uptime, x86-tsc), so it tells no "
		"durations; record with another clock, as with trace-cmd record -C mono",
		text->file->name, unit, (unsigned long long)at);
}

static int copy_tail(struct pn_text_source *text, struct pn_problem *problem)
{
	const char *bytes = (const char *)text->file->bytes;
	size_t size = text->file->size;
	const char *newline;

	if (size > PN_SCAN_PAD) {
		newline = memrchr(bytes, '\n', size - PN_SCAN_PAD);
		text->tail_at = newline ? (size_t)(newline - bytes) + 1 : 0;
	}
	size -= text->tail_at;
	if (size > TAIL_MAX)
		return pn_problem_set(problem, -EINVAL, "%s: byte %zu: a line too long for a trace",
				      text->file->name, text->tail_at);
	text->tail = calloc(1, size + 1 + PN_SCAN_PAD);
	if (!text->tail)
		return pn_problem_set(problem, -ENOMEM, "%s: out of memory", text->file->name);
	memcpy(text->tail, bytes + text->tail_at, size);
	text->tail[size] = '\n';
	text->tail_size = size + 1;
	return 0;
}

static void text_close(struct pn_source *source)
{
	struct pn_text_source *text = (struct pn_text_source *)source;

	free(text->tail);
	free(text->instance);
	free(text);
}

static void describe(struct pn_text_source *text, const struct pn_text_probe *probe)
{
	struct pn_source *base = &text->base;

	base->ops = &pn_text_ops;
	base->idle_known = true;
	base->nr_streams = 1;
	base->stream_cpu = &text->stream_cpu;
	base->stream_bytes = &text->stream_bytes;
	base->info.nr_cpus = probe->nr_cpus;
	snprintf(base->info.format, sizeof(base->info.format), "%s", probe->format);
	text->cpu_lists = probe->cpu_lists;
	text->stream_cpu = PN_UNKNOWN;
	text->stream_bytes = text->file->size;
}

/* Lines of several buffers mean nothing together: one of them is read, as of a trace.dat. */
static int choose_buffer(struct pn_text_source *text, const struct pn_text_probe *probe,
			 const char *instance, struct pn_problem *problem)
{
	if (*instance && !probe->prefix_size)
		return pn_problem_set(problem, -ENOENT,
				      "%s: no buffer instance %s: the text names none",
				      text->file->name, instance);
	if (!*instance && probe->prefix_size && !probe->has_top)
		return pn_problem_set(
			problem, -ENOENT,
			"%s: several buffers, none of them the top one; choose one, as "
			"with --instance '%s'",
			text->file->name, probe->first_name);
	text->prefix_size = probe->prefix_size;
	text->instance = strdup(instance);
	if (!text->instance)
		return pn_problem_set(problem, -ENOMEM, "%s: out of memory", text->file->name);
	snprintf(text->base.info.instance, sizeof(text->base.info.instance), "%s", instance);
	return 0;
}

static int text_open(const struct pn_mapped *file, const struct pn_source_options *options,
		     struct pn_source **source, struct pn_problem *problem)
{
	const char *instance = options && options->instance ? options->instance : "";
	struct pn_text_source *text = calloc(1, sizeof(*text));
	struct pn_text_probe probe;
	int err = text ? pn_text_probe(file, &probe) : -ENOMEM;

	if (err) {
		free(text);
		return pn_problem_set(problem, err, "%s: out of memory", file->name);
	}
	text->file = file;
	describe(text, &probe);
	err = probe.is_counter ? pn_text_refuse_counter(text, "line", probe.line_nr, problem)
			       : choose_buffer(text, &probe, instance, problem);
	if (!err)
		err = copy_tail(text, problem);
	if (err)
		text_close(&text->base);
	else
		*source = &text->base;
	return err;
}

const struct pn_source_ops pn_text_ops = {
	.name = "text",
	.claims = text_claims,
	.open = text_open,
	.close = text_close,
	.cursor_new = pn_text_cursor_new,
	.cursor_next = pn_text_cursor_next,
	.cursor_stats = pn_text_cursor_stats,
	.cursor_bytes = pn_text_cursor_bytes,
	.cursor_cpu = pn_text_cursor_cpu,
	.cursor_free = pn_text_cursor_free,
};
