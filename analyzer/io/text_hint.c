// SPDX-License-Identifier: GPL-2.0-only
/* Reading a line of trace text by what the lines before it looked like. */
#include "io/text_hint.h"

#include <stdbool.h>
#include <stddef.h>

#include "core/event.h"
#include "io/text_scan.h"

/** Longest beginning that is compared: past a line's end nothing beyond the pad is readable. */
#define HINT_MAX (PN_SCAN_PAD - 16)

/** Columns of the task's name. */
#define COMM_WIDTH 16

/** Shortest beginning: the columns that tell COMM from PID, and a bracket. */
#define HINT_MIN (COMM_WIDTH + 2)

_Static_assert(PN_TEXT_NAMES == 8, "slot_of() tells by three bits");
_Static_assert(PN_EV_IDLE == 0 && PN_EV_MISS == 1, "places in struct pn_text_hint");

#define NS_PER_S 1000000000ull

/*
 * What stands between the CPU and the time: blanks, and flags that change from line to line. They
 * begin with no digit, else they would be the time.
 */
static void take_gap(const char *p, ptrdiff_t size, struct pn_text_hint *hint)
{
	uint64_t word = pn_scan_load(p);
	uint64_t flags = size > 0 ? PN_SCAN_EACH(0x80) >> (64 - 8 * size) : 0;
	uint64_t blanks = pn_scan_blank_flags(word) & flags;

	hint->gap_flags = flags;
	hint->gap_blanks = blanks;
	hint->gap_mask = (blanks >> 7) * 0xff;
	hint->gap_text = word & hint->gap_mask;
	hint->gap_shift = flags & ~blanks ? pn_scan_first(flags & ~blanks) * 8 : 0;
}

static inline bool has_gap(const char *p, const struct pn_text_hint *hint)
{
	uint64_t word = pn_scan_load(p);

	if (!hint->gap_flags)
		return true;
	return (word & hint->gap_mask) == hint->gap_text &&
	       (pn_scan_blank_flags(word) & hint->gap_flags) == hint->gap_blanks &&
	       (uint8_t)((word >> hint->gap_shift) - '0') > 9;
}

/*
 * Remembers where things stand in a line that was just read, unless that would not help, or the
 * beginning of a line does not settle how it is read: a CPU with no PID before it gives way to a
 * later one that has one, and the columns are looked at first.
 */
static void take_hint(const char *begin, const struct pn_text_line *line, struct pn_text_hint *hint)
{
	ptrdiff_t cpu_at = line->cpu_text - begin;
	ptrdiff_t point_at = line->point ? line->point - begin : 0;
	ptrdiff_t gap = point_at - 8 - (cpu_at + 4);

	hint->cpu_at = 0;
	if (!line->has_pid || cpu_at < HINT_MIN || cpu_at > HINT_MAX || gap < -7 || gap > 8 ||
	    line->cpu_text[3] != ']')
		return;
	take_gap(line->cpu_text + 4, gap, hint);
	hint->seconds_mask = gap < 0 ? UINT64_MAX << (-8 * gap) : UINT64_MAX;
	hint->seconds = pn_scan_load(line->point - 8) & hint->seconds_mask;
	if (!pn_scan_has(hint->seconds, ' '))
		return;
	hint->begin = begin;
	hint->in_columns = begin[COMM_WIDTH] == '-';
	hint->seconds_ns = line->ts_ns - line->ts_ns % NS_PER_S;
	hint->point_at = (uint32_t)point_at;
	hint->cpu_at = (uint32_t)cpu_at;
}

static __attribute__((noinline)) enum pn_text_shape read_line_anew(const char *begin,
								   const char *limit,
								   struct pn_text_hint *hint,
								   struct pn_text_line *line)
{
	enum pn_text_shape shape = pn_text_line_anew(begin, limit, line);

	if (shape == PN_TEXT_EVENT)
		take_hint(begin, line, hint);
	return shape;
}

/* Whether two texts begin alike, up to @size, which is 8 or more. */
static inline bool alike(const char *a, const char *b, size_t size)
{
	uint64_t differ = pn_scan_load(a + size - 8) ^ pn_scan_load(b + size - 8);

	for (size_t i = 0; i + 8 < size; i += 8)
		differ |= pn_scan_load(a + i) ^ pn_scan_load(b + i);
	return !differ;
}

/* Whether a line has another task before its CPU, but the CPU in the same column. */
static inline bool same_columns(const char *begin, const struct pn_text_hint *hint)
{
	uint64_t pid;
	const char *p = begin + COMM_WIDTH + 1;

	if (!hint->in_columns || begin[COMM_WIDTH] != '-' ||
	    pn_scan_has(pn_scan_load(begin), '\n') || pn_scan_has(pn_scan_load(begin + 8), '\n') ||
	    *begin == '#')
		return false;
	p += pn_scan_digits(p, &pid);
	return p > begin + COMM_WIDTH + 1 && pn_scan_blanks(p) == begin + hint->cpu_at - 1 &&
	       begin[hint->cpu_at - 1] == '[';
}

static inline bool begins_alike(const char *begin, const struct pn_text_hint *hint)
{
	return alike(begin, hint->begin, hint->cpu_at) || same_columns(begin, hint);
}

/* Reads "CPU]" where it has three digits, as up to CPU 999; else NULL. */
static inline const char *read_short_cpu(const char *p, uint32_t *cpu)
{
	unsigned int a = (unsigned char)p[0] - '0';
	unsigned int b = (unsigned char)p[1] - '0';
	unsigned int c = (unsigned char)p[2] - '0';

	*cpu = a * 100 + b * 10 + c;
	return a <= 9 && b <= 9 && c <= 9 && p[3] == ']' ? p + 4 : NULL;
}

/* Reads up to the colon after the time; NULL when the line is not like the earlier one. */
static inline const char *read_time_by_hint(const char *begin, const struct pn_text_hint *hint,
					    struct pn_text_line *line)
{
	const char *p = begin + hint->cpu_at;
	const char *point = begin + hint->point_at;
	uint64_t fraction_ns;

	if (!hint->cpu_at || !begins_alike(begin, hint))
		return NULL;
	p = read_short_cpu(p, &line->cpu);
	if (!p || !has_gap(p, hint))
		return NULL;
	if ((pn_scan_load(point - 8) & hint->seconds_mask) != hint->seconds || *point != '.')
		return NULL;
	p = pn_scan_fraction(point + 1, &fraction_ns);
	line->ts_ns = hint->seconds_ns + fraction_ns;
	return p && *p == ':' ? p + 1 : NULL;
}

/* Where a name is remembered: by eight bytes in the middle of it, since many begin alike. */
static inline struct pn_text_name *slot_of(const char *p, struct pn_text_hint *hint)
{
	return &hint->names[pn_scan_load(p + 5) * UINT64_C(0x9e3779b97f4a7c15) >> 61];
}

static __attribute__((noinline)) void read_name_anew(const char *p, struct pn_text_hint *hint,
						     struct pn_text_line *line)
{
	struct pn_text_name *name;

	pn_text_name_anew(p, line);
	/* A blank parts the name from the fields, so the name ends there in every line. */
	if (!line->name_len || line->body[-1] != ' ' || line->body - p < 8 ||
	    line->body - p > HINT_MAX)
		return;
	name = line->kind == PN_EV_IDLE || line->kind == PN_EV_MISS ? &hint->idle[line->kind]
								    : slot_of(p, hint);
	name->text = p;
	name->size = (uint32_t)(line->body - p);
	name->name_at = (uint32_t)(line->name - p);
	name->name_len = line->name_len;
	name->kind = line->kind;
	name->cause = line->cause;
}

static inline bool read_name_by_hint(const char *p, const struct pn_text_name *name,
				     struct pn_text_line *line)
{
	if (!name->size || !alike(p, name->text, name->size) || (unsigned char)p[name->size] <= ' ')
		return false;
	line->name = p + name->name_at;
	line->name_len = name->name_len;
	line->kind = name->kind;
	line->cause = name->cause;
	line->body = p + name->size;
	return true;
}

/*
 * Idle events and the verdicts on them have places of their own: which one it is then hangs on a
 * branch, and the processor need not wait for the line to know where the fields are.
 */
enum pn_text_shape pn_text_line_read(const char *begin, const char *limit,
				     struct pn_text_hint *hint, struct pn_text_line *line)
{
	const char *p = read_time_by_hint(begin, hint, line);

	if (!p)
		return read_line_anew(begin, limit, hint, line);
	if (!read_name_by_hint(p, &hint->idle[PN_EV_IDLE], line) &&
	    !read_name_by_hint(p, &hint->idle[PN_EV_MISS], line) &&
	    !read_name_by_hint(p, slot_of(p, hint), line))
		read_name_anew(p, hint, line);
	return PN_TEXT_EVENT;
}
