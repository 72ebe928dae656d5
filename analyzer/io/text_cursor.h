/* SPDX-License-Identifier: GPL-2.0-only */
/* Reading trace text line by line; private to the text source. */
#ifndef PN_IO_TEXT_CURSOR_H
#define PN_IO_TEXT_CURSOR_H

#include <stddef.h>
#include <stdint.h>

#include "io/source.h"

/**
 * struct pn_text_source - an open text
 *
 * The lines at the end are copied, since the parser reads on past a line's end and wants a
 * newline there, and a mapped file may end with its page.
 */
struct pn_text_source {
	struct pn_source base;
	const struct pn_mapped *file;
	bool cpu_lists;	      /* see struct pn_text_ask */
	uint32_t prefix_size; /* of the column that names the buffer; 0: none */
	char *instance;	      /* whose lines are read; empty: the top buffer's */
	int32_t stream_cpu;
	uint64_t stream_bytes;
	size_t tail_at;	  /* where in the file the copied lines begin */
	size_t tail_size; /* with the newline that ends them */
	char *tail;
};

/**
 * pn_text_refuse_counter - refuses a trace whose clock does not tell time
 * @text: the source
 * @unit: what @at counts: "line" or "byte"
 * @at: where the time without a decimal point stands
 * @problem: the reason and the way out
 *
 * Returns: -EINVAL.
 */
int pn_text_refuse_counter(const struct pn_text_source *text, const char *unit, uint64_t at,
			   struct pn_problem *problem);

/** pn_text_cursor_new - see struct pn_source_ops, as for those that follow */
struct pn_cursor *pn_text_cursor_new(struct pn_source *source, uint32_t stream, uint32_t kinds,
				     int *err, struct pn_problem *problem);

int pn_text_cursor_next(struct pn_cursor *cursor, struct pn_event *batch, size_t room,
			struct pn_problem *problem);

const struct pn_read_stats *pn_text_cursor_stats(const struct pn_cursor *cursor);

uint64_t pn_text_cursor_bytes(const struct pn_cursor *cursor);

int32_t pn_text_cursor_cpu(const struct pn_cursor *cursor, uint32_t from);

void pn_text_cursor_free(struct pn_cursor *cursor);

#endif
