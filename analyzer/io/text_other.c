// SPDX-License-Identifier: GPL-2.0-only
/* Events of trace text that surround the idle events: what ended a stay, what ran then, markers. */
#include "io/text_other.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "io/text_fields.h"
#include "io/text_scan.h"

/** Longest name of a task. */
#define COMM_MAX 15

/* --- switches and wakeups ------------------------------------------------------------------ */

/* Goes back from @p to the last place where @key stands, at most @most bytes before it. */
static const char *find_before(const char *begin, const char *p, const char *key, size_t most)
{
	const char *low = (size_t)(p - begin) > most ? p - most : begin;

	for (; p >= low; p--) {
		if (*p == *key && pn_scan_begins(p, key))
			return p;
	}
	return NULL;
}

/*
 * "... ==> next_comm=COMM next_pid=PID next_prio=PRIO", or as trace-cmd's plugin has it
 * "... ==> COMM:PID [PRIO]". Names hold anything, so what follows them is looked for first.
 */
static bool read_switch(struct pn_text_slice body, struct pn_event *event)
{
	const char *arrow = " next_comm=", *colon = " next_pid=";
	const char *p = find_before(body.begin, body.end, colon, (size_t)(body.end - body.begin));
	const char *comm;

	if (!p) {
		arrow = "==> ";
		colon = ":";
		p = find_before(body.begin, body.end, " [", (size_t)(body.end - body.begin));
		p = p ? find_before(body.begin, p, colon, (size_t)(p - body.begin)) : NULL;
	}
	if (!p || !pn_scan_number32(p + strlen(colon), &event->u.next.pid))
		return false;
	comm = find_before(body.begin, p, arrow, COMM_MAX + strlen(arrow));
	event->u.next.comm = comm ? comm + strlen(arrow) : NULL;
	event->u.next.length = comm ? (uint32_t)(p - event->u.next.comm) : 0;
	return event->u.next.pid != 0;
}

/* "comm=COMM pid=PID prio=PRIO target_cpu=CPU"; again names hold anything */
static bool read_waking(struct pn_text_slice body, struct pn_event *event)
{
	const char *p = find_before(body.begin, body.end, " pid=", (size_t)(body.end - body.begin));

	return p && pn_scan_number32(p + 5, &event->u.waking.pid);
}

/* --- interrupts and timers ----------------------------------------------------------------- */

/* "irq=24 name=virtio0-req.0", "vector=236", or nothing that is a number */
static bool read_wake(struct pn_text_slice body, uint32_t cause, struct pn_event *event)
{
	const char *name = pn_text_field(body, "name=");
	size_t length = name ? (size_t)(body.end - name) : 0;

	event->u.wake.cause = (uint16_t)cause;
	event->u.wake.number = 0;
	if (!pn_text_number32(body, "irq=", &event->u.wake.number))
		pn_text_number32(body, "vector=", &event->u.wake.number);
	event->u.wake.name = name;
	event->u.wake.length = (uint16_t)(length < UINT16_MAX ? length : UINT16_MAX);
	return true;
}

/* A timer that fires is known by the time that it carries, so it needs no name of its own. */
static bool read_timer(struct pn_text_slice body, struct pn_event *event)
{
	if (!pn_text_address(body, "hrtimer=", &event->u.timer.timer))
		return false;
	event->u.timer.base_ns = 0;
	event->op = PN_TIMER_CANCEL;
	if (pn_text_number(body, "expires=", &event->u.timer.base_ns))
		event->op = PN_TIMER_START;
	else if (pn_text_number(body, "now=", &event->u.timer.base_ns))
		event->op = PN_TIMER_FIRE;
	return true;
}

/* --- the latency module's samples ---------------------------------------------------------- */

static bool read_signed(struct pn_text_slice body, const char *key, int32_t *value)
{
	const char *p = pn_text_field(body, key);
	bool minus = p && *p == '-';
	uint64_t size;

	if (!p || !pn_scan_number(p + minus, &size))
		return false;
	if (size > INT32_MAX)
		*value = minus ? INT32_MIN : INT32_MAX;
	else
		*value = minus ? -(int32_t)size : (int32_t)size;
	return true;
}

static bool read_sample(struct pn_text_slice body, uint32_t cause, struct pn_event *event)
{
	bool timer = cause == PN_WAKE_TIMER;
	uint32_t race;

	if (!pn_text_number32(body, timer ? "cpu=" : "dest=", &event->cpu) ||
	    !pn_text_number(body, timer ? "expires_ns=" : "sent_ns=", &event->u.sample.cause_ns) ||
	    !read_signed(body, timer ? "diff_ns=" : "latency_ns=", &event->u.sample.latency_ns) ||
	    !pn_text_number32(body, "race=", &race))
		return false;
	event->u.sample.timer = timer;
	event->u.sample.race = race != 0;
	return event->cpu < PN_CPU_LIMIT;
}

/* --- IPIs that are sent -------------------------------------------------------------------- */

/* "cpu=3", "target_mask=00000000,00000004", or "cpumask=" with either a mask or a list */
static enum pn_text_verdict read_send(struct pn_text_slice body, const struct pn_text_ask *ask,
				      struct pn_event *event)
{
	const char *mask = pn_text_field(body, "target_mask=");
	const char *list = mask ? NULL : pn_text_field(body, "cpumask=");
	bool more = false;

	if (list && !ask->cpu_lists) {
		mask = list;
		list = NULL;
	}
	if (mask && !pn_text_mask_next(mask, ask->from_cpu, &event->cpu, &more))
		return PN_TEXT_SKIP;
	if (list && !pn_text_list_next(list, ask->from_cpu, &event->cpu, &more))
		return PN_TEXT_SKIP;
	if (!mask && !list && !pn_text_number32(body, "cpu=", &event->cpu))
		return PN_TEXT_SKIP;
	if (event->cpu >= PN_CPU_LIMIT)
		return PN_TEXT_SKIP;
	return more ? PN_TEXT_MORE : PN_TEXT_DELIVER;
}

/* --- markers and losses -------------------------------------------------------------------- */

/*
 * Events of the ring buffer's print type show who wrote them, "FUNCTION: TEXT" or an address in
 * its place, and where trace-cmd shows the raw fields "ip=FUNCTION buf=TEXT"; the text is what
 * was written. A word of the text itself may end with a colon, so only what can be the function
 * that writes markers goes. The kernel's own text has the function as the name of the event.
 */
static bool read_mark(struct pn_text_slice body, bool printed, struct pn_event *event)
{
	const char *p = body.begin;
	const char *end = pn_scan_word(p);

	if (printed && pn_scan_begins(p, "ip=")) {
		p = pn_text_field(body, "buf=");
		p = p ? p : body.begin;
	} else if (printed && end < body.end && end[-1] == ':' &&
		   (memmem(p, (size_t)(end - p), "mark_write", 10) || pn_scan_begins(p, "0x") ||
		    pn_scan_begins(p, "ffff"))) {
		p = end + 1;
	}
	event->u.mark.text = p;
	event->u.mark.length = (uint32_t)(body.end - p);
	return true;
}

/* perf's "PERF_RECORD_LOST lost 25", which has the shape of an event without a name */
static bool read_lost(struct pn_text_slice body, struct pn_event *event)
{
	const char *p = pn_scan_skip(body.begin, "PERF_RECORD_LOST");

	p = p ? pn_scan_skip(pn_scan_word(p), " lost ") : NULL;
	return p && pn_scan_number(p, &event->u.lost.count);
}

/* --- all ----------------------------------------------------------------------------------- */

enum pn_text_verdict pn_text_other_read(const struct pn_text_line *line, const char *end,
					const struct pn_text_ask *ask, struct pn_event *event)
{
	struct pn_text_slice body = { line->body, end };
	bool found;

	event->cpu = line->cpu;
	switch (line->kind) {
	case PN_EV_SEND:
		return read_send(body, ask, event);
	case PN_EV_LOST:
		found = read_lost(body, event);
		break;
	case PN_EV_SWITCH:
		found = read_switch(body, event);
		break;
	case PN_EV_WAKE:
		found = read_wake(body, line->cause, event);
		break;
	case PN_EV_MARK:
		found = read_mark(body, !pn_scan_begins(line->name, "tracing_mark_write"), event);
		break;
	case PN_EV_SAMPLE:
		found = read_sample(body, line->cause, event);
		break;
	case PN_EV_TIMER:
		found = read_timer(body, event);
		break;
	case PN_EV_WAKING:
		found = read_waking(body, event);
		break;
	default:
		found = false;
		break;
	}
	return found ? PN_TEXT_DELIVER : PN_TEXT_SKIP;
}
