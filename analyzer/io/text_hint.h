/* SPDX-License-Identifier: GPL-2.0-only */
/* Reading a line of trace text by what the lines before it looked like. */
#ifndef PN_IO_TEXT_HINT_H
#define PN_IO_TEXT_HINT_H

#include <stdbool.h>
#include <stdint.h>

#include "io/text_line.h"

/** struct pn_text_name - what followed the time in an earlier line, up to the event's fields */
struct pn_text_name {
	const char *text; /* still readable */
	uint32_t size;	  /* 0: no such line yet */
	uint32_t name_at; /* offset in text */
	uint32_t name_len;
	int32_t kind;
	uint32_t cause;
};

/** How many names are remembered; traces seldom have more events in number. */
#define PN_TEXT_NAMES 8

/**
 * struct pn_text_hint - where things stood in earlier lines; all zero: nothing is known yet
 *
 * Lines that follow one another mostly have the same task before the CPU ("<idle>-0"), the same
 * columns, the same second and one of few events. Whatever is byte for byte as it was need not
 * be taken apart anew; it makes no difference but to speed.
 */
struct pn_text_hint {
	const char *begin;   /* of an earlier line, still readable */
	uint32_t cpu_at;     /* offset of its CPU, three digits; 0: nothing is known */
	uint32_t point_at;   /* offset of the decimal point of its time */
	bool in_columns;     /* the dash before the PID is where the tools put it */
	uint64_t gap_flags;  /* top bits of the bytes from the CPU to the eight before the point */
	uint64_t gap_blanks; /* those of them that are blanks */
	uint64_t gap_mask;   /* all bits of the blanks */
	uint64_t gap_text;   /* which blanks they are */
	uint32_t gap_shift;  /* where the flags begin, in bits */
	uint64_t seconds;    /* the eight bytes before the point, as far as they follow the CPU */
	uint64_t seconds_mask;
	uint64_t seconds_ns;	     /* what they stand for */
	struct pn_text_name idle[2]; /* of PN_EV_IDLE and of PN_EV_MISS */
	struct pn_text_name names[PN_TEXT_NAMES];
};

/**
 * pn_text_line_read - takes a line apart, as pn_text_line_anew()
 * @begin: its first byte
 * @limit: end of the text
 * @hint: kept from line to line
 * @line: set as by pn_text_line_anew(), but for cpu_text and point
 *
 * Returns: the shape of the line.
 */
enum pn_text_shape pn_text_line_read(const char *begin, const char *limit,
				     struct pn_text_hint *hint, struct pn_text_line *line);

#endif
