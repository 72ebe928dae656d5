// SPDX-License-Identifier: GPL-2.0-only
/* Walks the pages of one CPU's ring buffer. */
#include "io/pages.h"

#include "io/page_stays.h"

#define likely(x)   __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)

/* Kinds of records, in the five bits that else give the length in words. */
enum {
	RECORD_LARGE = 0, /* the length stands in the word that follows */
	RECORD_DATA_MAX = 28,
	RECORD_PADDING = 29,
	RECORD_EXTEND = 30, /* 59 bits of delta */
	RECORD_STAMP = 31,  /* 59 bits of time */
};

#define DELTA_BITS 27
#define DELTA_MASK ((1u << DELTA_BITS) - 1)
/* What a time stamp record cannot hold comes from the time that the walk has reached. */
#define STAMP_HIGH (UINT64_C(0xf8) << 56)

/* Of the page header's commit field. */
#define COMMIT_SIZE   ((1u << 27) - 1)
#define COMMIT_MISSED (1u << 31)
#define COMMIT_STORED (1u << 30) /* the number of missed events stands behind the data */

static uint64_t load_long(const uint8_t *from, uint8_t size, bool swap)
{
	return size == 8 ? pn_load64(from, swap) : pn_load32(from, swap);
}

static uint64_t missed_count(const struct pn_page_walk *walk, uint64_t commit, uint64_t size,
			     const uint8_t *stored)
{
	uint64_t count = 0;

	if (!(commit & COMMIT_MISSED))
		return 0;
	if ((commit & COMMIT_STORED) && size >= walk->commit_size)
		count = load_long(stored, walk->commit_size, walk->formats->swap);
	return count ? count : PN_LOST_UNKNOWN;
}

bool pn_page_begin(struct pn_page_walk *walk, const uint8_t *page, uint64_t size)
{
	uint64_t header = 8u + walk->commit_size;
	bool swap = walk->formats->swap, whole = true;
	uint64_t commit, length, lost;

	walk->at = walk->end = page;
	if (size < header)
		return false;
	commit = load_long(page + 8, walk->commit_size, swap);
	length = commit & COMMIT_SIZE;
	if (length > size - header) {
		length = size - header;
		whole = false;
	}
	lost = missed_count(walk, commit, size - header - length, page + header + length);
	/* A hole before an empty page is told with the next page that holds something. */
	if (lost == PN_LOST_UNKNOWN || walk->lost == PN_LOST_UNKNOWN)
		walk->lost = PN_LOST_UNKNOWN;
	else
		walk->lost += lost;
	if (!length)
		return whole;
	walk->at = page + header;
	walk->end = walk->at + length;
	walk->fresh = true;
	walk->before = walk->last;
	walk->ts = pn_load64(page, swap);
	return whole;
}

/* From the buffer's clock to nanoseconds. */
static inline uint64_t report_ts(const struct pn_page_walk *walk, uint64_t ts)
{
	const struct pn_page_clock *clock = &walk->clock;

	if (unlikely(clock->mult))
		ts = (uint64_t)(((unsigned __int128)ts * clock->mult) >> clock->shift);
	return ts + (uint64_t)clock->offset_ns;
}

/* The first event of a page: it tells the time of a hole, and of a step of the clock. */
static size_t begin_events(struct pn_page_walk *walk, uint64_t ts, struct pn_event *batch)
{
	bool first = !walk->stats->has_events;
	uint64_t now_ns = report_ts(walk, ts);
	size_t nr = 0;

	walk->fresh = false;
	if (walk->lost) {
		batch->ts_ns = now_ns;
		batch->cpu = walk->cpu;
		batch->kind = PN_EV_LOST;
		batch->u.lost.since_ns = first ? now_ns : report_ts(walk, walk->before);
		batch->u.lost.count = walk->lost;
		walk->lost = 0;
		walk->wants_wake = false;
		walk->wants_next = false;
		nr = 1;
	}
	pn_read_stats_time(walk->stats, now_ns);
	return nr;
}

static int32_t state_of(uint64_t value, uint16_t size)
{
	/* Kernels that keep the state in 64 bits write an exit as 2^32-1 or as -1. */
	if (size == 8 && value > UINT32_MAX && value != UINT64_MAX)
		return INT32_MIN;
	return (int32_t)(uint32_t)value;
}

/* What stands elsewhere in a record: its offset in the lower, its length in the upper 16 bits. */
static const uint8_t *elsewhere(const uint8_t *payload, uint32_t size, struct pn_field field,
				bool swap, uint32_t *length)
{
	uint32_t loc = (uint32_t)pn_field_get(payload, field, swap);
	uint32_t offset = loc & 0xffff;

	*length = loc >> 16;
	if (field.size != 4 || offset > size || *length > size - offset)
		*length = 0;
	return payload + (*length ? offset : 0);
}

static bool mask_bit(const struct pn_page_walk *walk, uint32_t bit)
{
	const struct pn_formats *formats = walk->formats;
	uint32_t bits = formats->long_size * 8u;
	uint64_t word = load_long(walk->mask.at + bit / bits * formats->long_size,
				  formats->long_size, formats->swap);

	return word >> (bit % bits) & 1;
}

/* One event for each CPU of a mask, as far as there is room. */
static size_t expand_mask(struct pn_page_walk *walk, struct pn_event *batch, size_t room)
{
	struct pn_page_mask *mask = &walk->mask;
	size_t nr = 0;

	for (; mask->bit < mask->nr_bits && nr < room; mask->bit++) {
		if (!mask_bit(walk, mask->bit))
			continue;
		batch[nr].ts_ns = mask->ts_ns;
		batch[nr].cpu = mask->bit;
		batch[nr++].kind = PN_EV_SEND;
	}
	if (mask->bit >= mask->nr_bits)
		mask->nr_bits = mask->bit = 0;
	return nr;
}

static size_t decode_send(struct pn_page_walk *walk, const struct pn_format *format,
			  const uint8_t *payload, uint32_t size, struct pn_event *event)
{
	bool swap = walk->formats->swap;
	uint32_t length;

	if (!format->mask) {
		event->cpu = (uint32_t)pn_field_get(payload, format->field[0], swap);
		return event->cpu < PN_CPU_LIMIT;
	}
	walk->mask.at = elsewhere(payload, size, format->field[0], swap, &length);
	length -= length % walk->formats->long_size;
	walk->mask.nr_bits = length * 8 < PN_CPU_LIMIT ? length * 8 : PN_CPU_LIMIT;
	walk->mask.bit = 0;
	walk->mask.ts_ns = event->ts_ns;
	return 0;
}

static size_t decode_wake(struct pn_page_walk *walk, const struct pn_format *format,
			  const uint8_t *payload, uint32_t size, struct pn_event *event)
{
	bool swap = walk->formats->swap;
	uint32_t length = 0;

	event->u.wake.cause = format->cause;
	event->u.wake.number = (uint32_t)pn_field_get(payload, format->field[0], swap);
	event->u.wake.name =
		(const char *)elsewhere(payload, size, format->field[1], swap, &length);
	event->u.wake.length = (uint16_t)length;
	return 1;
}

static size_t decode_timer(const struct pn_page_walk *walk, const struct pn_format *format,
			   const uint8_t *payload, struct pn_event *event)
{
	bool swap = walk->formats->swap;

	event->op = format->op;
	event->u.timer.timer = pn_field_get(payload, format->field[0], swap);
	event->u.timer.base_ns = pn_field_get(payload, format->field[1], swap);
	if (format->op != PN_TIMER_CANCEL)
		event->u.timer.base_ns += (uint64_t)walk->clock.offset_ns;
	return 1;
}

static size_t decode_sample(const struct pn_page_walk *walk, const struct pn_format *format,
			    const uint8_t *payload, struct pn_event *event)
{
	bool swap = walk->formats->swap;
	int64_t latency_ns = (int64_t)pn_field_get(payload, format->field[1], swap);

	if (latency_ns > INT32_MAX)
		latency_ns = INT32_MAX;
	if (latency_ns < INT32_MIN)
		latency_ns = INT32_MIN;
	event->cpu = (uint32_t)pn_field_get(payload, format->field[2], swap);
	event->u.sample.cause_ns =
		pn_field_get(payload, format->field[0], swap) + (uint64_t)walk->clock.offset_ns;
	event->u.sample.latency_ns = (int32_t)latency_ns;
	event->u.sample.timer = format->cause == PN_WAKE_TIMER;
	event->u.sample.race = pn_field_get(payload, format->field[3], swap) != 0;
	return event->cpu < PN_CPU_LIMIT;
}

/* Whether a wake or a switch is the first after an idle event, or all of them are wanted. */
static bool due(const struct pn_page_walk *walk, bool *first)
{
	bool is_due = *first || (walk->kinds & PN_WANT_ALL);

	*first = false;
	return is_due;
}

/* An idle event whose fields are both 32 bits wide is decoded in place; all else comes here. */
static size_t decode(struct pn_page_walk *walk, const struct pn_format *format, uint64_t ts,
		     const uint8_t *payload, uint32_t size, struct pn_event *event)
{
	bool swap = walk->formats->swap;

	if (!(walk->kinds & PN_WANT(format->kind)) || size < format->min_size)
		return 0;
	event->ts_ns = report_ts(walk, ts);
	event->cpu = walk->cpu;
	event->kind = format->kind;
	event->op = 0;
	switch (format->kind) {
	case PN_EV_IDLE:
		event->u.state = state_of(pn_field_get(payload, format->field[0], swap),
					  format->field[0].size);
		event->cpu = (uint32_t)pn_field_get(payload, format->field[1], swap);
		break;
	case PN_EV_MISS:
		event->u.miss.state = state_of(pn_field_get(payload, format->field[0], swap),
					       format->field[0].size);
		event->cpu = (uint32_t)pn_field_get(payload, format->field[1], swap);
		event->u.miss.below = pn_field_get(payload, format->field[2], swap) != 0;
		break;
	case PN_EV_SWITCH:
		event->u.next.pid = (uint32_t)pn_field_get(payload, format->field[0], swap);
		event->u.next.comm = (const char *)payload + format->field[1].offset;
		event->u.next.length = format->field[1].size;
		return event->u.next.pid && due(walk, &walk->wants_next);
	case PN_EV_WAKE:
		return due(walk, &walk->wants_wake)
			       ? decode_wake(walk, format, payload, size, event)
			       : 0;
	case PN_EV_TIMER:
		if (format->op == PN_TIMER_FIRE ? !due(walk, &walk->wants_wake)
						: !(walk->kinds & PN_WANT_ALL))
			return 0;
		return decode_timer(walk, format, payload, event);
	case PN_EV_WAKING:
		event->u.waking.pid = (uint32_t)pn_field_get(payload, format->field[0], swap);
		return 1;
	case PN_EV_SEND:
		return decode_send(walk, format, payload, size, event);
	case PN_EV_SAMPLE:
		return decode_sample(walk, format, payload, event);
	default:
		event->u.mark.text = (const char *)payload + format->field[0].offset;
		event->u.mark.length = size - format->field[0].offset;
		break;
	}
	return 1;
}

/* Whose event it is; one of a CPU that cannot be is left out. */
static bool check_cpu(struct pn_page_walk *walk, uint32_t cpu)
{
	if (likely(cpu == walk->cpu))
		return true;
	if (cpu >= PN_CPU_LIMIT) {
		walk->stats->odd_cpus++;
		return false;
	}
	walk->stats->foreign = true;
	return true;
}

/* The first of each after an entry or an exit is wanted: inside the stay, or just after it. */
static void note_idle(struct pn_page_walk *walk)
{
	walk->wants_wake = true;
	walk->wants_next = true;
}

/*
 * A record that is no short event: *payload and *size become those of a long event, or *size
 * becomes 0 and *payload what follows the record. Returns false when it leaves the page.
 */
static bool odd_record(struct pn_page_walk *walk, uint32_t type, uint32_t delta, uint64_t *ts,
		       const uint8_t **payload, uint32_t *size)
{
	bool swap = walk->formats->swap;
	const uint8_t *at = *payload;
	uint32_t word;

	*size = 0;
	/* The last word of a page may be all that its padding has. */
	if (walk->end - at < 4) {
		*payload = walk->end;
		return type == RECORD_PADDING;
	}
	word = pn_load32(at, swap);
	switch (type) {
	case RECORD_LARGE:
		/* The word counts itself, and what it counts is padded to whole words. */
		if (word <= 4 || word > (uint32_t)(walk->end - at))
			return false;
		*ts += delta;
		*payload = at + 4;
		*size = ((word + 3) & ~3u) - 4;
		return *size <= (uint32_t)(walk->end - *payload);
	case RECORD_PADDING:
		*ts += delta;
		/* One without a delta fills the rest of its page; else the word tells its length. */
		*payload = delta ? at + ((word + 3) & ~3u) : walk->end;
		return word <= (uint32_t)(walk->end - at) || !delta;
	case RECORD_EXTEND:
		*ts += ((uint64_t)word << DELTA_BITS) + delta;
		*payload = at + 4;
		return true;
	default:
		/* Time may step either way here: the events on both sides count. */
		if (walk->stats->has_events)
			pn_read_stats_time(walk->stats, report_ts(walk, walk->last));
		walk->stamped = true;
		*ts = (((uint64_t)word << DELTA_BITS) + delta) | (*ts & STAMP_HIGH);
		*payload = at + 4;
		return true;
	}
}

/* What a record in the buffer is, before its event is looked at. */
struct record {
	uint32_t type;
	uint32_t delta;
	const uint8_t *payload;
	uint32_t size; /* of payload; 0: no event */
};

/* Reads the next record's first word; false when it leaves its page. */
static bool read_head(const struct pn_page_walk *walk, struct record *record)
{
	const struct pn_formats *formats = walk->formats;
	uint32_t head;

	if (walk->end - walk->at < 4)
		return false;
	head = pn_load32(walk->at, formats->swap);
	record->type = formats->big_endian ? head >> DELTA_BITS : head & 31;
	record->delta = formats->big_endian ? head & DELTA_MASK : head >> 5;
	record->payload = walk->at + 4;
	return true;
}

/* Passes a record of any kind; false when it leaves its page. */
static bool pass_record(struct pn_page_walk *walk, struct record *record)
{
	const struct pn_formats *formats = walk->formats;
	const uint8_t *end = walk->end;

	if (!read_head(walk, record))
		return false;
	if (record->type - 1 < RECORD_DATA_MAX) {
		record->size = record->type * 4;
		walk->ts += record->delta;
	} else if (!odd_record(walk, record->type, record->delta, &walk->ts, &record->payload,
			       &record->size)) {
		return false;
	}
	if (record->size > (uint64_t)(end - record->payload))
		return false;
	walk->at = record->payload + record->size;
	return !record->size || record->size >= formats->type_offset + 2u;
}

/* Decodes the event of a record, which may be of no use: how many events that gives. */
static size_t take_event(struct pn_page_walk *walk, const struct record *record,
			 struct pn_event *batch, size_t nr, size_t room)
{
	const struct pn_formats *formats = walk->formats;
	uint16_t id = pn_load16(record->payload + formats->type_offset, formats->swap);
	const struct pn_format *format = &formats->list[formats->slot[id]];
	size_t first = nr;

	walk->stats->events++;
	walk->last = walk->ts;
	if (walk->fresh)
		nr += begin_events(walk, walk->ts, &batch[nr]);
	else if (walk->stamped)
		pn_read_stats_time(walk->stats, report_ts(walk, walk->ts));
	walk->stamped = false;
	if (!formats->slot[id])
		return nr - first;
	if (decode(walk, format, walk->ts, record->payload, record->size, &batch[nr])) {
		if (format->kind == PN_EV_IDLE)
			note_idle(walk);
		/* What is said to another CPU is no event of that CPU's. */
		nr += format->kind > PN_EV_MISS || check_cpu(walk, batch[nr].cpu);
	}
	if (walk->mask.nr_bits)
		nr += expand_mask(walk, &batch[nr], room - nr);
	return nr - first;
}

/* Kinds that are wanted now: of wakes and switches the first after each idle event, unless all are. */
static uint32_t wanted_now(const struct pn_page_walk *walk)
{
	uint32_t wanted = walk->kinds;

	if (!walk->wants_wake && !(wanted & PN_WANT_ALL))
		wanted &= ~(PN_WANT(PN_EV_WAKE) | PN_WANT(PN_EV_TIMER));
	if (!walk->wants_next && !(wanted & PN_WANT_ALL))
		wanted &= ~PN_WANT(PN_EV_SWITCH);
	return wanted;
}

/*
 * The way of nearly every record: idle events of this CPU, and events that are of no use now.
 * Everything is kept in registers; the first record that is anything else is left to take_event().
 * With @one_stay it ends behind an exit.
 */
static inline __attribute__((always_inline)) size_t
walk_plain(struct pn_page_walk *walk, struct pn_event *batch, size_t nr, size_t room, bool one_stay,
	   const bool swap, const bool big_endian)
{
	const struct pn_formats *formats = walk->formats;
	const struct pn_plain plain = formats->plain;
	const uint32_t kinds = walk->kinds, cpu = walk->cpu;
	const uint64_t offset_ns = (uint64_t)walk->clock.offset_ns;
	const uint8_t *at = walk->at, *end = walk->end;
	uint32_t wanted = wanted_now(walk);
	uint64_t ts = walk->ts, events = 0;
	bool idle_seen = false, done = false;

	while (end - at >= 4 && nr < room && !done) {
		uint32_t head = pn_load32(at, swap);
		uint32_t type = big_endian ? head >> DELTA_BITS : head & 31;
		uint32_t delta = big_endian ? head & DELTA_MASK : head >> 5;
		const uint8_t *payload = at + 4, *next;
		uint16_t id;

		__builtin_prefetch(at + PN_READ_AHEAD);
		if (unlikely(type - 1 >= RECORD_DATA_MAX))
			break;
		/* Where the next record is need not wait for this one's size, if that is as usual. */
		next = likely(type == plain.idle_words) ? payload + plain.idle_words * 4
							: payload + type * 4;
		if (unlikely(next > end || type * 4 < plain.least))
			break;
		id = pn_load16(payload + plain.type_at, swap);
		if (likely(id == plain.idle_id)) {
			struct pn_event *event = &batch[nr];
			int32_t state;

			if (unlikely(type < plain.idle_words ||
				     pn_load32(payload + plain.cpu_at, swap) != cpu))
				break;
			state = (int32_t)pn_load32(payload + plain.state_at, swap);
			event->ts_ns = ts + delta + offset_ns;
			event->cpu = cpu;
			event->kind = PN_EV_IDLE;
			event->op = 0;
			event->u.state = state;
			done = one_stay && state == PN_STATE_EXIT;
			wanted = kinds;
			idle_seen = true;
			nr++;
		} else if (wanted & (1u << formats->list[formats->slot[id]].kind)) {
			break;
		}
		ts += delta;
		at = next;
		events++;
	}
	walk->at = at;
	walk->ts = ts;
	if (events)
		walk->last = ts;
	walk->wants_wake |= idle_seen;
	walk->wants_next |= idle_seen;
	walk->stats->events += events;
	return nr;
}

static size_t walk_plainly(struct pn_page_walk *walk, struct pn_event *batch, size_t nr,
			   size_t room, bool one_stay)
{
	const bool host_big = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;

	if (walk->formats->swap)
		return walk_plain(walk, batch, nr, room, one_stay, true, !host_big);
	return walk_plain(walk, batch, nr, room, one_stay, false, host_big);
}

static bool is_exit(const struct pn_event *event)
{
	return event->kind == PN_EV_IDLE && event->u.state == PN_STATE_EXIT;
}

/*
 * Begins a page the quick way, or goes on behind an absolute time: no hole is to be told, and the
 * first record is an event. Such an event tells the time.
 */
static bool begin_plainly(struct pn_page_walk *walk)
{
	struct record record;

	if (!walk->fresh && !walk->stamped)
		return true;
	if (walk->lost || !read_head(walk, &record) || record.type - 1 >= RECORD_DATA_MAX ||
	    record.type * 4 < walk->formats->plain.least ||
	    walk->end - record.payload < record.type * 4)
		return false;
	pn_read_stats_time(walk->stats, report_ts(walk, walk->ts + record.delta));
	walk->fresh = false;
	walk->stamped = false;
	return true;
}

/* Goes on for as long as nothing needs more than the two quick ways. */
static size_t walk_quickly(struct pn_page_walk *walk, struct pn_event *batch, size_t nr,
			   size_t room)
{
	bool stays = pn_page_stays_can(walk);
	size_t before;

	/* Some clocks have to be converted. */
	if (walk->clock.mult || walk->mask.nr_bits || !(walk->kinds & PN_WANT(PN_EV_IDLE)) ||
	    !begin_plainly(walk))
		return nr;
	do {
		if (stays)
			nr = pn_page_stays(walk, batch, nr, room);
		before = nr;
		nr = walk_plainly(walk, batch, nr, room, stays);
	} while (stays && nr > before && is_exit(&batch[nr - 1]));
	return nr;
}

size_t pn_page_walk(struct pn_page_walk *walk, struct pn_event *batch, size_t room, bool *damaged)
{
	size_t nr = walk->mask.nr_bits ? expand_mask(walk, batch, room) : 0;
	struct record record = { 0 };

	/* Two places are kept free: the first event of a page may follow a loss. */
	while (room - nr >= 2 && !walk->mask.nr_bits) {
		nr = walk_quickly(walk, batch, nr, room - 1);
		if (walk->at >= walk->end || room - nr < 2)
			break;
		if (!pass_record(walk, &record)) {
			/* What the rest of the page held is lost; the next page tells how long. */
			*damaged = true;
			walk->lost = PN_LOST_UNKNOWN;
			walk->at = walk->end;
			break;
		}
		if (record.size)
			nr += take_event(walk, &record, batch, nr, room);
	}
	if (walk->stats->has_events)
		pn_read_stats_time(walk->stats, report_ts(walk, walk->last));
	return nr;
}
