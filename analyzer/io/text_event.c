// SPDX-License-Identifier: GPL-2.0-only
/* From a line of trace text to an event: the fields of those events that the analysis wants. */
#include "io/text_event.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "io/source.h"
#include "io/text_scan.h"

/** struct slice - text from begin to before end */
struct slice {
	const char *begin;
	const char *end;
};

/* Where the value of a field begins, or NULL. */
static const char *find_field(struct slice body, const char *key)
{
	size_t len = strlen(key);
	const char *p = body.begin;

	while ((p = memmem(p, (size_t)(body.end - p), key, len))) {
		if (p == body.begin || p[-1] == ' ')
			return p + len;
		p++;
	}
	return NULL;
}

/* --- idle events --------------------------------------------------------------------------- */

/* Reads a state; what the kernel prints of -1 depends on the size of the field. */
static inline const char *read_state(const char *p, int32_t *state)
{
	bool minus = *p == '-';
	uint64_t value;

	p = pn_scan_number(p + minus, &value);
	if (!p || (value > UINT32_MAX && value != UINT64_MAX) || (minus && value > INT32_MAX))
		return NULL;
	*state = minus ? -(int32_t)value : (int32_t)(uint32_t)value;
	return p;
}

static bool read_state_and_cpu(struct slice body, int32_t *state, uint32_t *cpu)
{
	const char *p = find_field(body, "state=");
	const char *q = find_field(body, "cpu_id=");

	return p && q && read_state(p, state) && pn_scan_number32(q, cpu);
}

/*
 * Reads a CPU number, which is mostly one digit; told by a branch, since where the next line
 * begins hangs on it, and the processor need not wait for what it guesses right.
 */
static inline const char *read_cpu(const char *p, uint32_t *cpu)
{
	unsigned int digit = (unsigned char)p[0] - '0';

	if (digit > 9 || (p[1] >= '0' && p[1] <= '9'))
		return pn_scan_number32(p, cpu);
	*cpu = digit;
	return p + 1;
}

/* "state=STATE cpu_id=CPU", as every known kernel prints it, for states of one digit and exits */
static inline const char *read_usual_idle(const char *p, int32_t *state, uint32_t *cpu)
{
	unsigned int digit;

	if (!pn_scan_begins(p, "state="))
		return NULL;
	p += 6;
	digit = (unsigned char)*p - '0';
	*state = (int32_t)digit;
	if (pn_scan_begins(p, "4294967295")) {
		*state = PN_STATE_EXIT;
		p += 9;
	}
	if (digit > 9 || !pn_scan_begins(p + 1, " cpu_id="))
		return NULL;
	p = read_cpu(p + 9, cpu);
	return p && (unsigned char)*p <= ' ' ? p : NULL;
}

/* Goes to the newline that ends the line; @p is where the reading got to. */
static inline const char *end_of_line(const char *p, const char *limit)
{
	return *p == '\n' ? p : memchr(p, '\n', (size_t)(limit - p));
}

static inline enum pn_text_verdict check_cpu(const struct pn_event *event)
{
	return event->cpu < PN_CPU_LIMIT ? PN_TEXT_DELIVER : PN_TEXT_ODD_CPU;
}

static inline enum pn_text_verdict read_idle(const char *body, const char *limit,
					     struct pn_event *event, const char **next)
{
	const char *p = read_usual_idle(body, &event->u.state, &event->cpu);
	const char *end = end_of_line(p ? p : body, limit);

	*next = end + 1;
	if (!p && !read_state_and_cpu((struct slice){ body, end }, &event->u.state, &event->cpu))
		return PN_TEXT_BAD;
	return check_cpu(event);
}

/* "type=below" in the kernel's words, "below=1" where trace-cmd shows the raw fields */
static bool read_below(struct slice body, uint32_t *below)
{
	const char *p = find_field(body, "type=");

	if (p && (pn_scan_begins(p, "below") || pn_scan_begins(p, "above"))) {
		*below = *p == 'b';
		return true;
	}
	p = find_field(body, "below=");
	if (!p || !pn_scan_number32(p, below))
		return false;
	*below = !!*below;
	return true;
}

/* "cpu_id=CPU state=STATE type=TYPE", as the kernel prints it for states of one digit */
static inline const char *read_usual_miss(const char *p, struct pn_event *event)
{
	unsigned int digit;

	p = pn_scan_skip(p, "cpu_id=");
	p = p ? read_cpu(p, &event->cpu) : NULL;
	if (!p)
		return NULL;
	digit = (unsigned char)p[7] - '0';
	event->u.miss.state = (int32_t)digit;
	event->u.miss.below = p[14] == 'b';
	if (digit > 9 || !pn_scan_begins(p, " state=") || !pn_scan_begins(p + 8, " type="))
		return NULL;
	return pn_scan_begins(p + 14, "below") || pn_scan_begins(p + 14, "above") ? p + 19 : NULL;
}

static inline enum pn_text_verdict read_miss(const char *body, const char *limit,
					     struct pn_event *event, const char **next)
{
	const char *p = read_usual_miss(body, event);
	const char *end = end_of_line(p ? p : body, limit);
	struct slice fields = { body, end };

	*next = end + 1;
	if (!p && (!read_state_and_cpu(fields, &event->u.miss.state, &event->cpu) ||
		   !read_below(fields, &event->u.miss.below)))
		return PN_TEXT_BAD;
	return check_cpu(event);
}

/* --- what surrounds them ------------------------------------------------------------------- */

/* "... ==> next_comm=COMM next_pid=PID next_prio=PRIO", or "... ==> COMM:PID [PRIO]" */
static enum pn_text_verdict read_switch(struct slice body, struct pn_event *event)
{
	const char *p = body.end;

	while (p > body.begin && *p != '=' && *p != '[')
		p--;
	if (*p == '[') {
		while (p > body.begin && p[-1] != ':')
			p--;
	} else {
		while (p > body.begin && !pn_scan_begins(p, " next_pid="))
			p--;
		p += p > body.begin ? sizeof(" next_pid=") - 1 : 0;
	}
	if (p == body.begin || !pn_scan_number32(p, &event->u.next.pid))
		return PN_TEXT_SKIP;
	return event->u.next.pid ? PN_TEXT_DELIVER : PN_TEXT_SKIP;
}

static enum pn_text_verdict read_wake(struct slice body, uint32_t cause, struct pn_event *event)
{
	const char *number = pn_scan_skip(body.begin, "irq=");

	if (!number)
		number = pn_scan_skip(body.begin, "vector=");
	event->u.wake.cause = cause;
	if (!number || !pn_scan_number32(number, &event->u.wake.number))
		event->u.wake.number = 0;
	return PN_TEXT_DELIVER;
}

/*
 * Events of the ring buffer's print type show who wrote them, "FUNCTION: TEXT" or an address in
 * its place, and where trace-cmd shows the raw fields "ip=FUNCTION buf=TEXT"; the text is what
 * was written. A word of the text itself may end with a colon, so only what can be a function
 * that writes markers goes.
 */
static enum pn_text_verdict read_mark(struct slice body, bool printed, struct pn_event *event)
{
	const char *p = body.begin;

	if (printed && pn_scan_begins(p, "ip=")) {
		const char *buf = find_field(body, "buf=");

		p = buf ? buf : p;
	} else if (printed) {
		const char *end = pn_scan_word(p);
		bool writer = memmem(p, (size_t)(end - p), "mark_write", 10) != NULL ||
			      pn_scan_begins(p, "0x") || pn_scan_begins(p, "ffff");

		if (writer && end < body.end && end[-1] == ':')
			p = end + 1;
	}
	if (body.end > p && body.end[-1] == '\r')
		body.end--;
	event->u.mark.text = p;
	event->u.mark.length = (uint32_t)(body.end - p);
	return PN_TEXT_DELIVER;
}

/* perf's "PERF_RECORD_LOST lost 25", which has the shape of an event without a name */
static enum pn_text_verdict read_lost(struct slice body, struct pn_event *event)
{
	const char *p = pn_scan_skip(body.begin, "PERF_RECORD_LOST");

	p = p ? pn_scan_skip(pn_scan_word(p), " lost ") : NULL;
	if (!p || !pn_scan_number(p, &event->u.lost.count))
		return PN_TEXT_SKIP;
	return PN_TEXT_DELIVER;
}

static __attribute__((noinline)) enum pn_text_verdict
read_other(const struct pn_text_line *line, const char *end, struct pn_event *event)
{
	struct slice body = { line->body, end };

	event->cpu = line->cpu;
	switch (line->kind) {
	case PN_EV_LOST:
		return read_lost(body, event);
	case PN_EV_SWITCH:
		return read_switch(body, event);
	case PN_EV_WAKE:
		return read_wake(body, line->cause, event);
	default:
		return read_mark(body, line->name[0] != 't', event);
	}
}

enum pn_text_verdict pn_text_event_read(const struct pn_text_line *line, const char *limit,
					uint32_t kinds, struct pn_event *event, const char **next)
{
	enum pn_text_verdict verdict;
	const char *end;

	event->ts_ns = line->ts_ns;
	event->kind = (uint32_t)line->kind;
	if (line->kind == PN_EV_IDLE) {
		verdict = read_idle(line->body, limit, event, next);
	} else if (line->kind == PN_EV_MISS) {
		verdict = read_miss(line->body, limit, event, next);
	} else {
		end = memchr(line->body, '\n', (size_t)(limit - line->body));
		*next = end + 1;
		if (line->kind < 0 || !(kinds & PN_WANT(line->kind)))
			return PN_TEXT_SKIP;
		return read_other(line, end, event);
	}
	if (verdict == PN_TEXT_DELIVER && !(kinds & PN_WANT(line->kind)))
		return PN_TEXT_SKIP;
	return verdict;
}
