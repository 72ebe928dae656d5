// SPDX-License-Identifier: GPL-2.0-only
/* Reading trace text line by line. */
#include "io/text_cursor.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/idle_state.h"
#include "io/text_event.h"
#include "io/text_hint.h"
#include "io/text_prefix.h"

#define unlikely(x) __builtin_expect(!!(x), 0)

/** Bytes read before their memory is let go of. */
#define DROP_SIZE (4u << 20)

/** struct buffer - what was seen of the buffer of one CPU */
struct buffer {
	uint64_t last_ns;
	uint64_t lost; /* events of the hole before the next event */
	bool seen;     /* last_ns means something */
	bool holed;    /* a hole awaits the next event */

	/* The CPU's entry or stay that was passed last, while it can still be added to. */
	struct pn_event *open;
	uint64_t open_batch; /* the batch that it stands in */
};

struct pn_cursor {
	const struct pn_text_source *text;
	struct pn_text_ask ask;
	bool in_tail;
	bool has_buffer; /* a line of the buffer that is read was seen */
	const char *pos;
	const char *end;	/* of the file's mapped part, or of the tail */
	const uint8_t *dropped; /* memory up to here was let go of */
	uint32_t nr_holes;	/* buffers that are holed */
	uint32_t nr_buffers;
	struct buffer *buffers; /* by CPU */
	uint64_t nr_batches;
	struct pn_text_hint hint;
	struct pn_read_stats stats;
};

/* --- lines --------------------------------------------------------------------------------- */

static struct buffer *add_buffer(struct pn_cursor *cursor, uint32_t cpu)
{
	uint32_t nr = cpu + 1;
	struct buffer *buffers;

	if (cpu >= PN_CPU_LIMIT)
		return NULL;
	buffers = realloc(cursor->buffers, nr * sizeof(*buffers));
	if (!buffers)
		return NULL;
	memset(&buffers[cursor->nr_buffers], 0, (nr - cursor->nr_buffers) * sizeof(*buffers));
	cursor->buffers = buffers;
	cursor->nr_buffers = nr;
	return &buffers[cpu];
}

/* The buffer of a CPU; NULL when memory is short, or the CPU is past PN_CPU_LIMIT. */
static inline struct buffer *buffer_of(struct pn_cursor *cursor, uint32_t cpu)
{
	return cpu < cursor->nr_buffers ? &cursor->buffers[cpu] : add_buffer(cursor, cpu);
}

/* Ends the hole of a buffer; where the buffer begins with it, nothing tells how long it was. */
static void end_hole(struct pn_cursor *cursor, struct buffer *buffer, uint64_t ts_ns,
		     struct pn_event *event)
{
	event->kind = PN_EV_LOST;
	event->op = 0;
	event->ts_ns = ts_ns;
	event->cpu = (uint32_t)(buffer - cursor->buffers);
	event->u.lost.since_ns = buffer->seen ? buffer->last_ns : ts_ns;
	event->u.lost.count = buffer->lost;
	buffer->holed = false;
	cursor->nr_holes--;
}

/* Several lines about one hole add up. */
static int note_hole(struct pn_cursor *cursor, uint32_t cpu, uint64_t count)
{
	struct buffer *buffer = buffer_of(cursor, cpu);

	if (!buffer)
		return cpu < PN_CPU_LIMIT ? -ENOMEM : 0;
	if (!buffer->holed) {
		buffer->holed = true;
		buffer->lost = 0;
		cursor->nr_holes++;
	}
	if (count == PN_LOST_UNKNOWN || buffer->lost == PN_LOST_UNKNOWN)
		buffer->lost = PN_LOST_UNKNOWN;
	else
		buffer->lost += count;
	return 0;
}

static int take_other(struct pn_cursor *cursor, const char *begin)
{
	const char *end = memchr(begin, '\n', (size_t)(cursor->end - begin));
	uint64_t count;
	uint32_t cpu;

	cursor->pos = end + 1;
	if (*begin == '#')
		return 0;
	if (*begin == 'C' && pn_text_hole_read(begin, &cpu, &count))
		return note_hole(cursor, cpu, count);
	cursor->stats.bad_lines += memmem(begin, (size_t)(end - begin), "cpu_idle:", 9) != NULL;
	return 0;
}

/* perf's own record of a hole, which stands in the place of the events that were lost. */
static int take_loss(struct pn_cursor *cursor, const struct pn_text_line *line,
		     struct buffer *buffer, struct pn_event *event)
{
	enum pn_text_verdict verdict =
		pn_text_event_read(line, cursor->end, &cursor->ask, event, &cursor->pos);

	if (verdict != PN_TEXT_DELIVER || !buffer)
		return 0;
	event->u.lost.since_ns = buffer->seen ? buffer->last_ns : event->ts_ns;
	return 1;
}

/* What becomes of a line that yields no event, or several. */
static int take_verdict(struct pn_cursor *cursor, enum pn_text_verdict verdict, const char *begin,
			uint32_t cpu)
{
	cursor->ask.from_cpu = 0;
	if (verdict == PN_TEXT_MORE) {
		cursor->ask.from_cpu = cpu + 1;
		cursor->pos = begin;
		return 1;
	}
	cursor->stats.bad_lines += verdict == PN_TEXT_BAD;
	cursor->stats.odd_cpus += verdict == PN_TEXT_ODD_CPU;
	return verdict == PN_TEXT_DELIVER;
}

/* An event after a hole of its buffer yields the hole, and is read once more. */
static inline int take_event(struct pn_cursor *cursor, const struct pn_text_line *line,
			     struct pn_event *event)
{
	struct buffer *buffer = buffer_of(cursor, line->cpu);
	const char *begin = cursor->pos;
	enum pn_text_verdict verdict;

	if (unlikely(!buffer && line->cpu < PN_CPU_LIMIT))
		return -ENOMEM;
	if (unlikely(cursor->nr_holes && buffer && buffer->holed)) {
		end_hole(cursor, buffer, line->ts_ns, event);
		return 1;
	}
	if (unlikely(line->kind == PN_EV_LOST))
		return take_loss(cursor, line, buffer, event);
	verdict = pn_text_event_read(line, cursor->end, &cursor->ask, event, &cursor->pos);
	if (!cursor->ask.from_cpu)
		pn_read_stats_event(&cursor->stats, line->ts_ns);
	if (buffer) {
		buffer->last_ns = line->ts_ns;
		buffer->seen = true;
	}
	if (unlikely(verdict > PN_TEXT_DELIVER || cursor->ask.from_cpu))
		return take_verdict(cursor, verdict, begin, event->cpu);
	return verdict == PN_TEXT_DELIVER;
}

/*
 * Goes past the column that names the buffer; NULL when it is not the buffer that is read, whose
 * line is passed over then.
 */
static const char *skip_prefix(struct pn_cursor *cursor)
{
	const struct pn_text_source *text = cursor->text;
	const char *begin = cursor->pos;
	const char *end = memchr(begin, '\n', (size_t)(cursor->end - begin));
	struct pn_text_slice name;
	size_t length;

	if (!pn_text_prefix_read(begin, end, text->prefix_size, &name))
		return begin;
	length = (size_t)(name.end - name.begin);
	if (length == strlen(text->instance) && !memcmp(name.begin, text->instance, length)) {
		cursor->has_buffer = true;
		return begin + text->prefix_size;
	}
	cursor->pos = end + 1;
	return NULL;
}

/* Takes one line; how many events came of it, 0 or 1, or a negative errno. */
static inline int take_line(struct pn_cursor *cursor, struct pn_event *event,
			    struct pn_problem *problem)
{
	const char *begin = cursor->pos;
	struct pn_text_line line;
	int got;

	if (unlikely(cursor->text->prefix_size)) {
		begin = skip_prefix(cursor);
		if (!begin)
			return 0;
	}
	switch (pn_text_line_read(begin, cursor->end, &cursor->hint, &line)) {
	case PN_TEXT_EVENT:
		got = take_event(cursor, &line, event);
		break;
	case PN_TEXT_COUNTER:
		return pn_text_refuse_counter(cursor->text, "byte", pn_text_cursor_bytes(cursor),
					      problem);
	default:
		got = take_other(cursor, begin);
		break;
	}
	if (unlikely(got < 0))
		return pn_problem_set(problem, got, "%s: out of memory", cursor->text->file->name);
	return got;
}

/* --- cursor -------------------------------------------------------------------------------- */

struct pn_cursor *pn_text_cursor_new(struct pn_source *source, uint32_t stream, uint32_t kinds,
				     int *err, struct pn_problem *problem)
{
	const struct pn_text_source *text = (const struct pn_text_source *)source;
	struct pn_cursor *cursor = stream ? NULL : calloc(1, sizeof(*cursor));

	if (!cursor) {
		*err = pn_problem_set(problem, stream ? -EINVAL : -ENOMEM, "%s: %s",
				      text->file->name,
				      stream ? "text has one stream" : "out of memory");
		return NULL;
	}
	cursor->text = text;
	cursor->ask.kinds = kinds | PN_WANT(PN_EV_LOST);
	cursor->ask.cpu_lists = text->cpu_lists;
	cursor->pos = (const char *)text->file->bytes;
	cursor->end = cursor->pos + text->tail_at;
	cursor->dropped = text->file->bytes;
	return cursor;
}

const struct pn_read_stats *pn_text_cursor_stats(const struct pn_cursor *cursor)
{
	return &cursor->stats;
}

uint64_t pn_text_cursor_bytes(const struct pn_cursor *cursor)
{
	const struct pn_text_source *text = cursor->text;
	const char *begin = cursor->in_tail ? text->tail : (const char *)text->file->bytes;
	size_t read = (size_t)(cursor->pos - begin) + (cursor->in_tail ? text->tail_at : 0);

	return read < text->file->size ? read : text->file->size;
}

int32_t pn_text_cursor_cpu(const struct pn_cursor *cursor, uint32_t from)
{
	for (uint32_t cpu = from; cpu < cursor->nr_buffers; cpu++) {
		if (cursor->buffers[cpu].seen)
			return (int32_t)cpu;
	}
	return PN_UNKNOWN;
}

void pn_text_cursor_free(struct pn_cursor *cursor)
{
	if (!cursor)
		return;
	free(cursor->buffers);
	free(cursor);
}

/* Keeps the memory that is in use small; texts of markers are read from the file again. */
static inline void drop(struct pn_cursor *cursor)
{
	const uint8_t *pos = (const uint8_t *)cursor->pos;

	if (!unlikely(cursor->pos - (const char *)cursor->dropped >= DROP_SIZE) || cursor->in_tail)
		return;
	pn_mapped_drop(cursor->text->file, cursor->dropped, pos);
	cursor->dropped = pos;
}

/* What was lost at the very end: the hole reaches to the last event of the trace. */
static int end_last_hole(struct pn_cursor *cursor, struct pn_event *event)
{
	struct buffer *buffer = cursor->buffers;

	if (!cursor->nr_holes)
		return 0;
	while (!buffer->holed)
		buffer++;
	end_hole(cursor, buffer, cursor->stats.last_ns, event);
	return 1;
}

/* Takes what comes next; how many events came of it, 0 or 1, or a negative errno. */
static inline int take_next(struct pn_cursor *cursor, struct pn_event *event, bool *ended,
			    struct pn_problem *problem)
{
	int got;

	if (cursor->pos < cursor->end)
		return take_line(cursor, event, problem);
	if (!cursor->in_tail) {
		cursor->in_tail = true;
		cursor->pos = cursor->text->tail;
		cursor->end = cursor->pos + cursor->text->tail_size;
		return 0;
	}
	if (*cursor->text->instance && !cursor->has_buffer)
		return pn_problem_set(problem, -ENOENT, "%s: no buffer instance %s",
				      cursor->text->file->name, cursor->text->instance);
	got = end_last_hole(cursor, event);
	*ended = !got;
	return got;
}

static inline bool ends_stay(const struct pn_event *event, const struct pn_event *entry)
{
	return event->kind == PN_EV_IDLE && entry->kind == PN_EV_IDLE &&
	       event->u.state == PN_STATE_EXIT && event->ts_ns >= entry->ts_ns;
}

static inline bool judges_stay(const struct pn_event *event, const struct pn_event *stay)
{
	return event->kind == PN_EV_MISS && stay->kind == PN_EV_STAY &&
	       event->u.miss.state == stay->u.stay.state;
}

/*
 * Adds an exit to its entry, and a verdict to its stay, where nothing else of that CPU stands in
 * between and both are in one batch. Returns whether it did, so that the event's place is free.
 */
static inline bool fold(struct pn_cursor *cursor, struct pn_event *event)
{
	struct pn_event *open;
	struct buffer *own;

	if (!(cursor->ask.kinds & PN_WANT(PN_EV_STAY)) || event->cpu >= cursor->nr_buffers)
		return false;
	own = &cursor->buffers[event->cpu];
	open = own->open_batch == cursor->nr_batches ? own->open : NULL;
	own->open = NULL;
	if (open && ends_stay(event, open)) {
		open->kind = PN_EV_STAY;
		open->u.stay.state = open->u.state;
		open->u.stay.end_ns = event->ts_ns;
		own->open = open;
		return true;
	}
	if (open && judges_stay(event, open)) {
		open->op = event->u.miss.below ? PN_MISS_BELOW : PN_MISS_ABOVE;
		return true;
	}
	if (event->kind == PN_EV_IDLE && event->u.state >= 0) {
		own->open = event;
		own->open_batch = cursor->nr_batches;
	}
	return false;
}

int pn_text_cursor_next(struct pn_cursor *cursor, struct pn_event *batch, size_t room,
			struct pn_problem *problem)
{
	bool ended = false;
	size_t nr = 0;
	int got;

	cursor->nr_batches++;
	while (nr < room && !ended) {
		got = take_next(cursor, &batch[nr], &ended, problem);
		if (unlikely(got < 0))
			return got;
		if (got && !fold(cursor, &batch[nr]))
			nr++;
		drop(cursor);
	}
	return (int)nr;
}
