/* SPDX-License-Identifier: GPL-2.0-only */
/* Whether a file is trace text, and which tool's: told by what it holds, never by its name. */
#ifndef PN_IO_TEXT_PROBE_H
#define PN_IO_TEXT_PROBE_H

#include <stdbool.h>
#include <stdint.h>

#include "io/mapped.h"

/** How much of a file is looked at. */
#define PN_TEXT_PROBE_SIZE 65536

/** struct pn_text_probe - what the beginning of a file tells */
struct pn_text_probe {
	bool is_trace;	      /* an event or a tool's header was found */
	bool cpu_lists;	      /* masks of CPUs are printed as lists */
	bool is_counter;      /* the first event's time is a count */
	uint32_t prefix_size; /* of the column that names the buffer; 0: none */
	bool has_top;	      /* a line of the top buffer was seen; always so without a column */
	char first_name[64];  /* of a buffer that is not the top one */
	uint64_t line_nr;     /* of the first event, from 1; 0: none */
	uint32_t nr_cpus;     /* as a header says; 0: none does */
	const char *format;
};

/**
 * pn_text_probe - looks at the beginning of a file
 * @file: the file
 * @probe: what was found; all zero for what is no text
 *
 * A file is trace text when it holds no zero byte and an event, or else one of the headers that
 * stand over a trace without events: "# tracer:", or trace-cmd's "cpus=" on top.
 *
 * Returns: 0 or -ENOMEM.
 */
int pn_text_probe(const struct pn_mapped *file, struct pn_text_probe *probe);

#endif
