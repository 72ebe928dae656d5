/* SPDX-License-Identifier: GPL-2.0-only */
/* The parts of the page that verdicts and pictures rest on; private to it. */
#ifndef PN_OUT_PAGE_MACHINE_H
#define PN_OUT_PAGE_MACHINE_H

#include "out/page.h"

/** pn_page_quality - how far the recordings are to be trusted, and the thresholds used */
void pn_page_quality(const struct pn_page *page, FILE *out);

/** pn_page_states - the table of idle states */
void pn_page_states(const struct pn_page *page, FILE *out);

/** pn_page_facts - what the manifest says of the machine and the run */
void pn_page_facts(const struct pn_page *page, FILE *out);

/** pn_page_definitions - what the words on the page mean */
void pn_page_definitions(FILE *out);

#endif
