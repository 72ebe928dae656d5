// SPDX-License-Identifier: GPL-2.0-only
/* The anatomy of a line of trace text, the same for all tools that print such lines. */
#include "io/text_line.h"

#include <stddef.h>
#include <string.h>

#include "core/event.h"
#include "io/event_names.h"
#include "io/text_scan.h"

/** Columns that COMM takes up, and those of its cut form in latency format. */
#define COMM_WIDTH	 16
#define COMM_WIDTH_SHORT 8

/** Most bytes of a TGID with its brackets. */
#define TGID_WIDTH 12

#define NS_PER_S  1000000000ull
#define NS_PER_US 1000ull

/* --- time ---------------------------------------------------------------------------------- */

/* "12us" and, unless it is a blank, one mark for the time to the next event. */
static const char *read_latency_time(const char *p, uint64_t *ts_ns)
{
	if (p[1] != 's' || __builtin_mul_overflow(*ts_ns, NS_PER_US, ts_ns))
		return NULL;
	p += 2;
	return *p == ':' || *p == '\n' ? p : p + 1;
}

/* Reads "TIME:"; NULL when there is none. */
static const char *read_time(const char *p, struct pn_text_line *line, enum pn_text_shape *shape)
{
	uint64_t *ts_ns = &line->ts_ns;
	uint64_t fraction_ns;

	*shape = PN_TEXT_EVENT;
	line->point = NULL;
	p = pn_scan_number(p, ts_ns);
	if (!p)
		return NULL;
	if (*p == '.') {
		line->point = p;
		p = pn_scan_fraction(p + 1, &fraction_ns);
		if (!p || __builtin_mul_overflow(*ts_ns, NS_PER_S, ts_ns) ||
		    __builtin_add_overflow(*ts_ns, fraction_ns, ts_ns))
			return NULL;
	} else if (*p == 'u') {
		p = read_latency_time(p, ts_ns);
	} else {
		*shape = PN_TEXT_COUNTER;
	}
	return p && *p == ':' ? p + 1 : NULL;
}

/* --- what follows the CPU ------------------------------------------------------------------ */

/* A difference to the event before, "(+12)", or a period, "1", as options of the tools add them. */
static const char *skip_extras(const char *p)
{
	const char *end;
	uint64_t period;

	if (*p > '9')
		return p;
	end = pn_scan_word(p);
	if (p[0] == '(' && p[1] == '+')
		return pn_scan_blanks(end);
	if (pn_scan_number(p, &period) == end)
		return pn_scan_blanks(end);
	return p;
}

void pn_text_name_anew(const char *p, struct pn_text_line *line)
{
	enum pn_wake cause = PN_WAKE_UNKNOWN;
	const char *end;

	p = skip_extras(pn_scan_blanks(p));
	end = pn_scan_word(p);
	line->name = p;
	line->name_len = 0;
	line->body = p;
	line->kind = pn_scan_begins(p, "PERF_RECORD_LOST") ? (int32_t)PN_EV_LOST : -1;
	if (end > p && end[-1] == ':') {
		line->name_len = (uint32_t)(end - p - 1);
		line->body = pn_scan_blanks(end);
		line->kind = pn_event_kind_of(NULL, p, line->name_len, &cause);
		/* A timer that fires is a wake-up, and an event of the timer's life too. */
		if (end - p >= 21 && pn_scan_begins(end - 21, "hrtimer_expire_entry:"))
			line->kind = PN_EV_TIMER;
	}
	line->cause = cause;
}

/* Reads "TIME: NAME: BODY". */
static enum pn_text_shape read_rest(const char *p, struct pn_text_line *line)
{
	enum pn_text_shape shape;

	p = read_time(p, line, &shape);
	if (!p)
		return PN_TEXT_OTHER;
	pn_text_name_anew(p, line);
	return shape;
}

/* Reads "CPU] FLAGS TIME: NAME: BODY". */
static enum pn_text_shape read_from_cpu(const char *p, struct pn_text_line *line)
{
	line->cpu_text = p;
	line->has_pid = true;
	p = pn_scan_number32(p, &line->cpu);
	if (!p || *p != ']')
		return PN_TEXT_OTHER;
	p = pn_scan_blanks(p + 1);
	if (*p < '0' || *p > '9')
		p = pn_scan_blanks(pn_scan_word(p));
	return read_rest(p, line);
}

/* --- lines in columns ---------------------------------------------------------------------- */

/* Goes past "PID", "PID/TID", "-1" and the blanks that follow. */
static const char *skip_pid(const char *p)
{
	uint64_t pid;

	p = pn_scan_number(p + (*p == '-'), &pid);
	if (p && *p == '/')
		p = pn_scan_number(p + 1, &pid);
	return p ? pn_scan_blanks(p) : NULL;
}

/* "(  959)" or "(-----)" */
static const char *skip_tgid(const char *p)
{
	do
		p++;
	while (*p == ' ' || *p == '-' || (*p >= '0' && *p <= '9'));
	return *p == ')' ? pn_scan_blanks(p + 1) : p;
}

static enum pn_text_shape read_columns(const char *begin, struct pn_text_line *line)
{
	const char *p = begin + COMM_WIDTH;

	if (*p != '-' && *p != ' ')
		return PN_TEXT_OTHER;
	p = skip_pid(pn_scan_blanks(p + 1));
	if (p && *p == '(')
		p = skip_tgid(p);
	return p && *p == '[' ? read_from_cpu(p + 1, line) : PN_TEXT_OTHER;
}

static enum pn_text_shape read_latency_columns(const char *begin, struct pn_text_line *line)
{
	const char *p = begin + COMM_WIDTH_SHORT;

	if (*p != '-')
		return PN_TEXT_OTHER;
	p = skip_pid(p + 1);
	line->cpu_text = p;
	line->has_pid = true;
	if (p)
		p = pn_scan_number32(p, &line->cpu);
	if (!p || *p <= ' ')
		return PN_TEXT_OTHER;
	return read_rest(pn_scan_blanks(pn_scan_word(p)), line);
}

/* --- lines whose columns were lost --------------------------------------------------------- */

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* Whether a PID, with or without a TGID after it, ends before @p. */
static bool follows_pid(const char *begin, const char *p)
{
	const char *end;

	while (p > begin && is_blank(p[-1]))
		p--;
	if (p > begin && p[-1] == ')') {
		for (int i = 0; p > begin && *p != '(' && i < TGID_WIDTH; i++)
			p--;
		while (p > begin && is_blank(p[-1]))
			p--;
	}
	for (end = p; p > begin && p[-1] >= '0' && p[-1] <= '9'; p--)
		;
	return p < end && (p == begin || is_blank(p[-1]) || p[-1] == '-' || p[-1] == '/');
}

static enum pn_text_shape search(const char *begin, const char *limit, struct pn_text_line *line)
{
	const char *end = memchr(begin, '\n', (size_t)(limit - begin));
	const char *p = begin;
	struct pn_text_line other;
	bool found = false;
	enum pn_text_shape shape;

	while (end && (p = memchr(p, '[', (size_t)(end - p)))) {
		p++;
		if (p - 1 > begin && !is_blank(p[-2]))
			continue;
		shape = read_from_cpu(p, &other);
		if (shape == PN_TEXT_OTHER)
			continue;
		other.has_pid = follows_pid(begin, p - 1);
		if (other.has_pid) {
			*line = other;
			return shape;
		}
		if (!found && shape == PN_TEXT_EVENT)
			*line = other;
		found |= shape == PN_TEXT_EVENT;
	}
	return found ? PN_TEXT_EVENT : PN_TEXT_OTHER;
}

enum pn_text_shape pn_text_line_anew(const char *begin, const char *limit,
				     struct pn_text_line *line)
{
	bool short_comm = !pn_scan_has(pn_scan_load(begin), '\n');
	bool long_comm = short_comm && !pn_scan_has(pn_scan_load(begin + 8), '\n');
	enum pn_text_shape shape = PN_TEXT_OTHER;

	if (*begin == '#')
		return PN_TEXT_OTHER;
	if (long_comm)
		shape = read_columns(begin, line);
	if (shape == PN_TEXT_OTHER && short_comm)
		shape = read_latency_columns(begin, line);
	return shape == PN_TEXT_OTHER ? search(begin, limit, line) : shape;
}

/* --- holes --------------------------------------------------------------------------------- */

bool pn_text_hole_read(const char *begin, uint32_t *cpu, uint64_t *count)
{
	const char *p = pn_scan_skip(begin, "CPU");
	const char *number;
	bool lost;

	if (p && *p == ':')
		p++;
	p = p ? pn_scan_number32(pn_scan_blanks(p), cpu) : NULL;
	p = p ? pn_scan_skip(pn_scan_blanks(p), "[") : NULL;
	if (!p)
		return false;
	lost = pn_scan_begins(p, "LOST ");
	p += lost ? 5 : 0;
	number = pn_scan_number(p, count);
	if (number)
		p = pn_scan_blanks(number);
	else
		*count = PN_LOST_UNKNOWN;
	return pn_scan_begins(p, lost ? "EVENTS]" : "EVENTS DROPPED]");
}
