/* SPDX-License-Identifier: GPL-2.0-only */
/* The quickest way through a page: whole stays, one after the other. */
#ifndef PN_IO_PAGE_STAYS_H
#define PN_IO_PAGE_STAYS_H

#include "io/pages.h"

/**
 * pn_page_stays_can - whether a buffer can be walked this way
 * @walk: the buffer
 *
 * Its consumer has to ask for PN_EV_STAY, the file and this machine have to be little-endian, the
 * clock has to count nanoseconds, and the events have to be laid out as nearly all kernels do.
 */
bool pn_page_stays_can(const struct pn_page_walk *walk);

/**
 * pn_page_stays - passes the stays that stand next in the page
 * @walk: where pn_page_stays_can(), past the page's first event
 * @batch: where to
 * @nr: how many events it holds
 * @room: how many it can hold
 *
 * Ends in front of the first record that is not part of an entry, the exit from it and perhaps the
 * kernel's verdict on it, one straight after the other, all of this CPU.
 *
 * Returns: how many events @batch holds then.
 */
size_t pn_page_stays(struct pn_page_walk *walk, struct pn_event *batch, size_t nr, size_t room);

#endif
