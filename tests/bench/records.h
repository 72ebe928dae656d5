/* SPDX-License-Identifier: GPL-2.0-only */
/* The barest walk over the records of a ring-buffer page: what every reader has to do at least. */
#ifndef PN_BENCH_RECORDS_H
#define PN_BENCH_RECORDS_H

#include <stdint.h>
#include <string.h>

/** struct record - where a walk stands; little-endian, 64-bit pages alone */
struct record {
	uint8_t *at; /* the next record */
	uint8_t *end;
	uint64_t ts;
	uint8_t *payload; /* of the event just passed */
};

static inline uint32_t record_load(const uint8_t *from)
{
	uint32_t value;

	memcpy(&value, from, sizeof(value));
	return value;
}

/** record_page - begins a page */
static inline void record_page(struct record *record, uint8_t *page)
{
	memcpy(&record->ts, page, 8);
	record->at = page + 16;
	record->end = record->at + (record_load(page + 8) & ((1u << 27) - 1));
}

/** enum record_kind - what a record is */
enum record_kind {
	RECORD_NONE,  /* the page is over */
	RECORD_OTHER, /* time or padding */
	RECORD_EVENT,
};

/** record_step - passes one record; its kind */
static inline enum record_kind record_step(struct record *record)
{
	uint32_t head, type, delta, word;

	if (record->at >= record->end)
		return RECORD_NONE;
	head = record_load(record->at);
	type = head & 31;
	delta = head >> 5;
	if (type - 1 < 28) {
		record->ts += delta;
		record->payload = record->at + 4;
		record->at += 4 + type * 4;
		return RECORD_EVENT;
	}
	word = record_load(record->at + 4);
	if (type == 31)
		record->ts = ((uint64_t)word << 27) + delta;
	else if (type == 30)
		record->ts += ((uint64_t)word << 27) + delta;
	else
		record->ts += delta;
	if (type == 0) {
		record->payload = record->at + 8;
		record->at += 4 + ((word + 3) & ~3u);
		return RECORD_EVENT;
	}
	record->at = type == 29 ? (delta ? record->at + 4 + word : record->end) : record->at + 8;
	return RECORD_OTHER;
}

/** record_next - passes records up to and with an event; 0 at the end of the page */
static inline int record_next(struct record *record)
{
	enum record_kind kind = record_step(record);

	while (kind == RECORD_OTHER)
		kind = record_step(record);
	return kind == RECORD_EVENT;
}

#endif
