/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Walks the pages of one CPU's ring buffer in place. This is where the speed of the analyzer is
 * made: no copy, no allocation, no call for each event.
 *
 * The layout is the kernel's, include/linux/ring_buffer.h and kernel/trace/ring_buffer.c; the
 * file's own header_page and header_event describe it.
 */
#ifndef PN_IO_PAGES_H
#define PN_IO_PAGES_H

#include <stdbool.h>
#include <stdint.h>

#include "core/event.h"
#include "io/formats.h"
#include "io/source.h"

/*
 * So many bytes ahead of a record the processor is asked for what will be read: it does not look
 * ahead over the end of a page by itself. 1 KiB to 8 KiB were measured, this was best by a little.
 */
#define PN_READ_AHEAD 4096

/** struct pn_page_clock - from the buffer's clock to the nanoseconds that are reported */
struct pn_page_clock {
	uint32_t mult; /* 0: the clock counts nanoseconds */
	uint32_t shift;
	int64_t offset_ns; /* added at the end */
};

/** struct pn_page_mask - the rest of a mask of CPUs, each of which becomes an event */
struct pn_page_mask {
	const uint8_t *at;
	uint32_t nr_bits; /* 0: there is none */
	uint32_t bit;	  /* the next one */
	uint64_t ts_ns;
};

/** struct pn_page_walk - one CPU's buffer, and how far it has been walked */
struct pn_page_walk {
	/* set by the caller, then constant */
	const struct pn_formats *formats;
	struct pn_page_clock clock;
	uint32_t cpu;	/* whose buffer it is */
	uint32_t kinds; /* mask of PN_WANT() */
	uint32_t page_size;
	uint8_t commit_size; /* of the page header's second field: the kernel's long */
	struct pn_read_stats *stats;

	/* the current page; @at = @end: a new one is needed */
	const uint8_t *at;
	const uint8_t *end;
	uint64_t ts;	 /* of the last record, in the buffer's clock */
	uint64_t last;	 /* of the last event */
	uint64_t before; /* of the last event of the page before */
	uint64_t lost;	 /* events lost before this page; 0: none */
	bool fresh;	 /* no event of this page was seen yet */
	bool stamped;	 /* no event was seen since time was set anew */

	struct pn_page_mask mask;

	/* of the current stay, so that a stay is followed by at most one of each */
	bool wants_wake;
	bool wants_next;
};

/**
 * pn_page_begin - goes to the next page
 * @walk: at the end of a page, or new
 * @page: the page's bytes
 * @size: how many there are: the page size, or less at the end of a file that was cut
 *
 * Returns: true, or false when the page's header tells more data than there is, or there is not
 * even a header; what there is is walked all the same.
 */
bool pn_page_begin(struct pn_page_walk *walk, const uint8_t *page, uint64_t size);

/**
 * pn_page_walk - decodes events of the current page
 * @walk: with a page
 * @batch: where to
 * @room: at least 2
 * @damaged: set when a record leaves its page: the rest of the page is skipped
 *
 * Returns: how many events were decoded; the page is done when walk->at == walk->end and no mask
 * is left (walk->mask.nr_bits is 0).
 */
size_t pn_page_walk(struct pn_page_walk *walk, struct pn_event *batch, size_t room, bool *damaged);

#endif
