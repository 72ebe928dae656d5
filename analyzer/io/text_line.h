/* SPDX-License-Identifier: GPL-2.0-only */
/* The anatomy of a line of trace text, the same for all tools that print such lines. */
#ifndef PN_IO_TEXT_LINE_H
#define PN_IO_TEXT_LINE_H

#include <stdbool.h>
#include <stdint.h>

/** enum pn_text_shape - what a line is */
enum pn_text_shape {
	PN_TEXT_OTHER, /* no event: a comment, a header, part of a call chain */
	PN_TEXT_EVENT,
	PN_TEXT_COUNTER, /* an event whose time has no decimal point: a count, not a time */
};

/** struct pn_text_line - an event as every tool prints it; the pointers are into the text */
struct pn_text_line {
	uint64_t ts_ns;
	uint32_t cpu;	      /* whose buffer the event stood in */
	int32_t kind;	      /* enum pn_event_kind, or -1: of no interest */
	uint32_t cause;	      /* enum pn_wake, for PN_EV_WAKE */
	uint32_t name_len;    /* without the colon; 0 where no name followed by a colon stands */
	bool has_pid;	      /* a PID stands before the CPU */
	const char *cpu_text; /* where the CPU stands */
	const char *point;    /* the decimal point of the time, or NULL */
	const char *name;     /* "cpu_idle", or "power:cpu_idle" */
	const char *body;     /* what follows the name, or the time where there is no name */
};

/**
 * pn_text_line_anew - takes a line apart
 * @begin: its first byte; the line ends with a newline that PN_SCAN_PAD readable bytes follow
 * @limit: end of the text, for the search of the newline
 * @line: set for PN_TEXT_EVENT and PN_TEXT_COUNTER; then ts_ns is the count
 *
 * A line reads COMM-PID [CPU] FLAGS TIME: NAME: BODY, where a TGID in round brackets may stand
 * before the CPU, a difference "(+12)" or a period before the name, and FLAGS may be missing; or,
 * in latency format, COMM-PID CPU FLAGS TIME: NAME: BODY, CPU and FLAGS run together. A time has
 * six digits after the point, or nine; the kernel's latency format has "12us" instead.
 *
 * COMM and BODY may hold anything, even the likeness of such a line, so where to look matters.
 * The tools put COMM right-aligned in 16 columns, which leaves no doubt: column 17 is tried
 * first (column 9 in latency format, which cuts COMM to 8). Where the columns were lost, the
 * first "[CPU]" counts that a PID precedes and a time follows, since COMM holds at most 15 bytes
 * but BODY any number; after that the first that a time follows, with no PID.
 *
 * Returns: the shape of the line.
 */
enum pn_text_shape pn_text_line_anew(const char *begin, const char *limit,
				     struct pn_text_line *line);

/**
 * pn_text_name_anew - takes apart what follows the time of a line
 * @p: what follows "TIME:"
 * @line: name, name_len, kind, cause and body are set
 */
void pn_text_name_anew(const char *p, struct pn_text_line *line);

/**
 * pn_text_hole_read - reads a line that says that events of a CPU were lost
 * @begin: as for pn_text_line_read()
 * @cpu: the CPU
 * @count: how many events, or PN_LOST_UNKNOWN
 *
 * The kernel prints "CPU:1 [LOST 12 EVENTS]", trace-cmd "CPU:1 [12 EVENTS DROPPED]", both
 * without the number when it is not known; such a line stands before the first event after the
 * hole.
 *
 * Returns: whether it is such a line.
 */
bool pn_text_hole_read(const char *begin, uint32_t *cpu, uint64_t *count);

#endif
