// SPDX-License-Identifier: GPL-2.0-only
/* The pages of a ring buffer, as the kernel hands them out. */
#include "support/datpages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	TYPE_LARGE = 0, /* the length is in the word that follows */
	TYPE_MAX = 28,	/* up to here the type is the length in words */
	TYPE_PADDING = 29,
	TYPE_EXTEND = 30,
	TYPE_STAMP = 31,
};

#define DELTA_BITS 27
#define DELTA_MASK ((UINT64_C(1) << DELTA_BITS) - 1)
/** Bits of a time that records can hold; the rest stands in the page's header alone. */
#define STAMP_BITS 59
#define STAMP_MASK ((UINT64_C(1) << STAMP_BITS) - 1)

#define COMMIT_MISSED (UINT64_C(1) << 31)
#define COMMIT_STORED (UINT64_C(1) << 30)

void pn_datpages_start(struct pn_datpages *pages, uint32_t page_size, uint32_t long_size,
		       bool big_endian)
{
	*pages = (struct pn_datpages){ .page_size = page_size, .long_size = long_size };
	pages->pages.big_endian = big_endian;
	pages->data.big_endian = big_endian;
}

static size_t capacity(const struct pn_datpages *pages)
{
	return pages->page_size - 8 - pages->long_size;
}

/* A word of the type and the time since the last record; which bits depends on the byte order. */
static void put_head(struct pn_datpages *pages, uint32_t type, uint64_t delta)
{
	uint64_t word =
		pages->data.big_endian ? (uint64_t)type << DELTA_BITS | delta : delta << 5 | type;

	pn_datbuf_number(&pages->data, word, 4);
}

/* --- pages ------------------------------------------------------------------------------------- */

static void close_page(struct pn_datpages *pages)
{
	struct pn_datbuf *out = &pages->pages;
	uint64_t commit = pages->data.size;
	size_t start = out->size;

	if (!pages->is_open)
		return;
	if (pages->missed && pages->missed_counted)
		pn_datbuf_number(&pages->data, pages->missed_nr, pages->long_size);
	if (pages->missed)
		commit |= COMMIT_MISSED | (pages->missed_counted ? COMMIT_STORED : 0);
	pn_datbuf_number(out, pages->page_ts, 8);
	pn_datbuf_number(out, commit, pages->long_size);
	pn_datbuf_bytes(out, pages->data.bytes, pages->data.size);
	pn_datbuf_pad(out, start + pages->page_size);
	pn_datbuf_free(&pages->data);
	pages->is_open = false;
	pages->missed = false;
}

/* When a record does not fit, the kernel fills the rest up and counts it as used. */
static void fill_page(struct pn_datpages *pages)
{
	size_t left = capacity(pages) - pages->data.size;

	/* A count of missed events stands behind what is used, so it needs that room. */
	if (pages->missed && pages->missed_counted)
		return;
	if (left >= 8) {
		put_head(pages, TYPE_PADDING, 1);
		pn_datbuf_number(&pages->data, left - 4, 4);
	} else if (left >= 4) {
		put_head(pages, TYPE_PADDING, 0);
	}
	pn_datbuf_pad(&pages->data, capacity(pages));
}

static size_t room(const struct pn_datpages *pages)
{
	size_t reserved = pages->missed && pages->missed_counted ? pages->long_size : 0;

	return capacity(pages) - pages->data.size - reserved;
}

/* Makes sure of a page with room for @size bytes; a new page begins at @ts. */
static void need(struct pn_datpages *pages, uint64_t ts, size_t size)
{
	if (pages->is_open && room(pages) < size) {
		fill_page(pages);
		close_page(pages);
	}
	if (pages->is_open)
		return;
	pages->is_open = true;
	pages->page_ts = ts;
	pages->last_ts = ts;
	if (room(pages) < size) {
		fprintf(stderr, "a record of %zu bytes fits no page\n", size);
		abort();
	}
}

/* --- records ----------------------------------------------------------------------------------- */

/* Puts what the kernel puts between two records that are too far apart for one to tell. */
static void bridge(struct pn_datpages *pages, uint64_t ts, size_t size)
{
	/* The bits that only a page's header holds: another page, then. */
	if (pages->is_open && (ts & ~STAMP_MASK) != (pages->last_ts & ~STAMP_MASK))
		close_page(pages);
	need(pages, ts, size + 8);
	if (ts < pages->last_ts)
		pn_datpages_stamp(pages, ts);
	else if (ts - pages->last_ts > DELTA_MASK)
		pn_datpages_extend(pages, ts);
}

static void put_record(struct pn_datpages *pages, uint64_t ts, const void *payload, size_t size)
{
	size_t words = (size + 3) / 4, start;

	if (pages->large || words > TYPE_MAX || !words) {
		put_head(pages, TYPE_LARGE, ts - pages->last_ts);
		pn_datbuf_number(&pages->data, 4 * words + 4, 4);
	} else {
		put_head(pages, (uint32_t)words, ts - pages->last_ts);
	}
	start = pages->data.size;
	pn_datbuf_bytes(&pages->data, payload, size);
	pn_datbuf_pad(&pages->data, start + 4 * words);
	pages->last_ts = ts;
}

void pn_datpages_record(struct pn_datpages *pages, uint64_t ts, const void *payload, size_t size)
{
	bridge(pages, ts, size + 12);
	put_record(pages, ts, payload, size);
}

void pn_datpages_discard(struct pn_datpages *pages, uint64_t ts, size_t size)
{
	size = (size + 3) & ~(size_t)3;
	bridge(pages, ts + 1, size + 8);
	/* Without a delta it would mean that the rest of the page is empty. */
	put_head(pages, TYPE_PADDING, ts > pages->last_ts ? ts - pages->last_ts : 1);
	pages->last_ts = ts > pages->last_ts ? ts : pages->last_ts + 1;
	pn_datbuf_number(&pages->data, size + 4, 4);
	/* What is left of it must not be taken for a record. */
	for (size_t i = 0; i < size; i++)
		pn_datbuf_number(&pages->data, 0xa5, 1);
}

void pn_datpages_stamp(struct pn_datpages *pages, uint64_t ts)
{
	need(pages, ts, 8);
	put_head(pages, TYPE_STAMP, ts & DELTA_MASK);
	pn_datbuf_number(&pages->data, (ts & STAMP_MASK) >> DELTA_BITS, 4);
	pages->last_ts = ts;
}

void pn_datpages_extend(struct pn_datpages *pages, uint64_t ts)
{
	uint64_t delta;

	need(pages, ts, 8);
	delta = ts > pages->last_ts ? ts - pages->last_ts : 0;
	put_head(pages, TYPE_EXTEND, delta & DELTA_MASK);
	pn_datbuf_number(&pages->data, delta >> DELTA_BITS, 4);
	pages->last_ts += delta;
}

void pn_datpages_break(struct pn_datpages *pages)
{
	close_page(pages);
}

void pn_datpages_lost(struct pn_datpages *pages, bool counted, uint64_t nr)
{
	close_page(pages);
	pages->missed = true;
	pages->missed_counted = counted;
	pages->missed_nr = nr;
}

void pn_datpages_free(struct pn_datpages *pages)
{
	pn_datbuf_free(&pages->pages);
	pn_datbuf_free(&pages->data);
	pages->is_open = false;
}

/* --- what the kernel says of them -------------------------------------------------------------- */

void pn_datpages_header_page(struct pn_datbuf *buf, uint32_t page_size, uint32_t long_size)
{
	char text[512];
	int length = snprintf(text, sizeof(text),
			      "\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;\n"
			      "\tfield: local_t commit;\toffset:8;\tsize:%u;\tsigned:1;\n"
			      "\tfield: int overwrite;\toffset:8;\tsize:1;\tsigned:1;\n"
			      "\tfield: char data;\toffset:%u;\tsize:%u;\tsigned:1;\n",
			      long_size, 8 + long_size, page_size - 8 - long_size);

	pn_datbuf_bytes(buf, text, (size_t)length);
}

void pn_datpages_header_event(struct pn_datbuf *buf)
{
	static const char text[] = "# compressed entry header\n"
				   "\ttype_len    :    5 bits\n"
				   "\ttime_delta  :   27 bits\n"
				   "\tarray       :   32 bits\n"
				   "\n"
				   "\tpadding     : type == 29\n"
				   "\ttime_extend : type == 30\n"
				   "\ttime_stamp : type == 31\n"
				   "\tdata max type_len  == 28\n";

	pn_datbuf_bytes(buf, text, sizeof(text) - 1);
}
