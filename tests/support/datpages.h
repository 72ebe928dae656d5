/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The pages of a ring buffer, as the kernel hands them out: a time stamp, how much is used, then
 * records, each with the time since the one before. The kernel describes them in header_page and
 * header_event below tracefs' events.
 */
#ifndef PN_SUPPORT_DATPAGES_H
#define PN_SUPPORT_DATPAGES_H

#include "support/datbuf.h"

/** struct pn_datpages - one CPU's pages; all zero but for the first members is empty */
struct pn_datpages {
	uint32_t page_size;
	uint32_t long_size;	/* of the commit word: 4 or 8 */
	bool large;		/* every record has a length word, as on some processors */
	struct pn_datbuf pages; /* those that are full */
	struct pn_datbuf data;	/* of the page that is open, without its header */
	bool is_open;
	uint64_t page_ts;
	uint64_t last_ts;
	bool missed; /* events were lost before the open page */
	bool missed_counted;
	uint64_t missed_nr;
};

/** pn_datpages_start - sets up an empty row of pages */
void pn_datpages_start(struct pn_datpages *pages, uint32_t page_size, uint32_t long_size,
		       bool big_endian);

/**
 * pn_datpages_record - appends a record
 * @pages: the pages
 * @ts: its time; when it lies far after the record before, or before it, the kernel's own
 *      records of time are put in between
 * @payload: its bytes
 * @size: how many; ends the program when they fit no page
 */
void pn_datpages_record(struct pn_datpages *pages, uint64_t ts, const void *payload, size_t size);

/** pn_datpages_discard - appends a record of @size bytes that the kernel took back */
void pn_datpages_discard(struct pn_datpages *pages, uint64_t ts, size_t size);

/** pn_datpages_stamp - appends an absolute time stamp */
void pn_datpages_stamp(struct pn_datpages *pages, uint64_t ts);

/** pn_datpages_extend - appends a time extension up to @ts, however near */
void pn_datpages_extend(struct pn_datpages *pages, uint64_t ts);

/** pn_datpages_break - ends the open page; the next record begins another */
void pn_datpages_break(struct pn_datpages *pages);

/** pn_datpages_lost - ends the open page and marks that events are missing before the next */
void pn_datpages_lost(struct pn_datpages *pages, bool counted, uint64_t nr);

/** pn_datpages_free - frees all that is held */
void pn_datpages_free(struct pn_datpages *pages);

/** pn_datpages_header_page - appends the text of header_page for such pages */
void pn_datpages_header_page(struct pn_datbuf *buf, uint32_t page_size, uint32_t long_size);

/** pn_datpages_header_event - appends the text of header_event */
void pn_datpages_header_event(struct pn_datbuf *buf);

#endif
