// SPDX-License-Identifier: GPL-2.0-only
/* Finds the format of a trace and opens it. */
#include "io/source.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const struct pn_source_ops *const formats[] = { &pn_tracedat_ops, &pn_text_ops };

int pn_source_open(const struct pn_mapped *file, const struct pn_source_options *options,
		   struct pn_source **source, struct pn_problem *problem)
{
	for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++) {
		if (formats[i]->claims(file))
			return formats[i]->open(file, options, source, problem);
	}
	return pn_problem_set(
		problem, -ENOTSUP,
		"%s: not a trace: neither trace.dat nor ftrace, trace-cmd or perf text",
		file->name);
}

void pn_source_close(struct pn_source *source)
{
	if (source)
		source->ops->close(source);
}

void pn_read_stats_add(struct pn_read_stats *into, const struct pn_read_stats *from)
{
	if (from->has_events) {
		if (!into->has_events || from->first_ns < into->first_ns)
			into->first_ns = from->first_ns;
		if (!into->has_events || from->last_ns > into->last_ns)
			into->last_ns = from->last_ns;
		into->has_events = true;
	}
	into->events += from->events;
	into->bad_lines += from->bad_lines;
	into->odd_cpus += from->odd_cpus;
	into->foreign |= from->foreign;
	if (from->truncated && !into->truncated) {
		into->truncated = true;
		memcpy(into->truncated_at, from->truncated_at, sizeof(into->truncated_at));
	}
}
