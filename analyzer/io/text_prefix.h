/* SPDX-License-Identifier: GPL-2.0-only */
/* The column that trace-cmd report puts before each line when it shows several buffers. */
#ifndef PN_IO_TEXT_PREFIX_H
#define PN_IO_TEXT_PREFIX_H

#include <stdbool.h>
#include <stdint.h>

#include "io/text_fields.h"
#include "io/text_line.h"

/**
 * pn_text_prefix_size - how wide the column before a line is
 * @begin: the line
 * @line: what pn_text_line_anew() made of it
 *
 * A buffer instance, a file or a guest is named in front, "    side: ", in a column as wide as the
 * longest name asks for; the top buffer has blanks there. The task's name follows in columns of
 * its own, which tells how wide the first one is.
 *
 * Returns: its width in bytes; 0: there is none.
 */
uint32_t pn_text_prefix_size(const char *begin, const struct pn_text_line *line);

/**
 * pn_text_prefix_read - reads the column before a line
 * @begin: the line
 * @end: its newline
 * @size: width of the column, not 0
 * @name: of the buffer; empty: the top one
 *
 * Returns: whether the line has such a column; headers have none.
 */
bool pn_text_prefix_read(const char *begin, const char *end, uint32_t size,
			 struct pn_text_slice *name);

#endif
