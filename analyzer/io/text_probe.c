// SPDX-License-Identifier: GPL-2.0-only
/* Whether a file is trace text, and which tool's: told by what it holds, never by its name. */
#include "io/text_probe.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/text_line.h"
#include "io/text_prefix.h"
#include "io/text_scan.h"

static const char ftrace[] = "ftrace text";
static const char trace_cmd[] = "trace-cmd report text";
static const char perf[] = "perf script text";

/* "#P:8" among the kernel's comments */
static void read_cpus_online(const char *p, const char *end, struct pn_text_probe *probe)
{
	p = memmem(p, (size_t)(end - p), "#P:", 3);
	if (p && !pn_scan_number32(p + 3, &probe->nr_cpus))
		probe->nr_cpus = 0;
}

/* @on_top: nothing but trace-cmd's version stands above the line */
static void read_header(const char *p, const char *end, bool on_top, struct pn_text_probe *probe)
{
	bool comment = *p == '#';
	const char *number;
	uint32_t nr_cpus;

	if (comment) {
		read_cpus_online(p, end, probe);
		p = pn_scan_blanks(p + 1);
	}
	if (comment && pn_scan_begins(p, "tracer:")) {
		probe->is_trace = true;
		probe->format = ftrace;
	}
	number = pn_scan_skip(p, "cpus=");
	if (!number || !pn_scan_number32(number, &nr_cpus))
		return;
	probe->nr_cpus = nr_cpus;
	if (comment || !on_top)
		return;
	probe->is_trace = true;
	probe->format = trace_cmd;
}

/* trace-cmd puts the fields of an event in a column; the kernel parts them by one blank. */
static bool has_columns(const struct pn_text_line *line)
{
	return line->name_len && line->body > line->name + line->name_len + 2;
}

static void read_event(const struct pn_text_line *line, enum pn_text_shape shape, uint64_t nr,
		       struct pn_text_probe *probe)
{
	probe->is_trace = true;
	probe->line_nr = nr;
	probe->is_counter = shape == PN_TEXT_COUNTER;
	if (memchr(line->name, ':', line->name_len))
		probe->format = perf;
	else if (!probe->format)
		probe->format = has_columns(line) ? trace_cmd : ftrace;
	/* Both print by way of libtraceevent. */
	probe->cpu_lists = probe->format != ftrace;
}

static void read_prefix(const char *begin, const char *end, struct pn_text_probe *probe)
{
	struct pn_text_slice name = { begin, begin };

	if (probe->prefix_size && !pn_text_prefix_read(begin, end, probe->prefix_size, &name))
		return;
	probe->has_top |= name.begin == name.end;
	if (!*probe->first_name)
		snprintf(probe->first_name, sizeof(probe->first_name), "%.*s",
			 (int)(name.end - name.begin), name.begin);
}

/* Goes through the lines up to the first event of the top buffer. */
static void read_lines(const char *p, const char *end, struct pn_text_probe *probe)
{
	struct pn_text_line line;
	enum pn_text_shape shape;
	bool on_top = true;
	const char *next;

	for (uint64_t nr = 1; p < end && !probe->has_top; nr++, p = next) {
		next = (const char *)memchr(p, '\n', (size_t)(end - p)) + 1;
		shape = pn_text_line_anew(p, end, &line);
		if (shape == PN_TEXT_OTHER) {
			read_header(p, next, on_top, probe);
			on_top = on_top && pn_scan_begins(p, "version = ");
			continue;
		}
		if (!probe->line_nr) {
			probe->prefix_size = pn_text_prefix_size(p, &line);
			read_event(&line, shape, nr, probe);
		}
		read_prefix(p, next - 1, probe);
	}
}

int pn_text_probe(const struct pn_mapped *file, struct pn_text_probe *probe)
{
	size_t size = file->size < PN_TEXT_PROBE_SIZE ? file->size : PN_TEXT_PROBE_SIZE;
	char *text;

	memset(probe, 0, sizeof(*probe));
	if (memchr(file->bytes, '\0', size))
		return 0;
	text = calloc(1, size + 1 + PN_SCAN_PAD);
	if (!text)
		return -ENOMEM;
	memcpy(text, file->bytes, size);
	text[size] = '\n';
	read_lines(text, text + size + 1, probe);
	free(text);
	return 0;
}
