// SPDX-License-Identifier: GPL-2.0-only
/* From a line of trace text to an event: the fields of those events that the analysis wants. */
#include "io/text_event.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "io/source.h"
#include "io/text_fields.h"
#include "io/text_other.h"
#include "io/text_scan.h"

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

static bool read_state_and_cpu(struct pn_text_slice body, int32_t *state, uint32_t *cpu)
{
	const char *p = pn_text_field(body, "state=");
	const char *q = pn_text_field(body, "cpu_id=");

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
	if (!p &&
	    !read_state_and_cpu((struct pn_text_slice){ body, end }, &event->u.state, &event->cpu))
		return PN_TEXT_BAD;
	return check_cpu(event);
}

/* "type=below" in the kernel's words, "below=1" where trace-cmd shows the raw fields */
static bool read_below(struct pn_text_slice body, uint32_t *below)
{
	const char *p = pn_text_field(body, "type=");

	if (p && (pn_scan_begins(p, "below") || pn_scan_begins(p, "above"))) {
		*below = *p == 'b';
		return true;
	}
	p = pn_text_field(body, "below=");
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
	struct pn_text_slice fields = { body, end };

	*next = end + 1;
	if (!p && (!read_state_and_cpu(fields, &event->u.miss.state, &event->cpu) ||
		   !read_below(fields, &event->u.miss.below)))
		return PN_TEXT_BAD;
	return check_cpu(event);
}

/* --- all events ---------------------------------------------------------------------------- */

enum pn_text_verdict pn_text_event_read(const struct pn_text_line *line, const char *limit,
					const struct pn_text_ask *ask, struct pn_event *event,
					const char **next)
{
	enum pn_text_verdict verdict;
	const char *end;

	event->ts_ns = line->ts_ns;
	event->kind = (uint16_t)line->kind;
	event->op = 0;
	if (line->kind == PN_EV_IDLE) {
		verdict = read_idle(line->body, limit, event, next);
	} else if (line->kind == PN_EV_MISS) {
		verdict = read_miss(line->body, limit, event, next);
	} else {
		end = memchr(line->body, '\n', (size_t)(limit - line->body));
		*next = end + 1;
		if (line->kind < 0 || !(ask->kinds & PN_WANT(line->kind)))
			return PN_TEXT_SKIP;
		if (end > line->body && end[-1] == '\r')
			end--;
		return pn_text_other_read(line, end, ask, event);
	}
	if (verdict == PN_TEXT_DELIVER && !(ask->kinds & PN_WANT(line->kind)))
		return PN_TEXT_SKIP;
	return verdict;
}
