/* SPDX-License-Identifier: GPL-2.0-only */
/* Text in a CSV file. */
#ifndef PN_UTIL_CSV_TEXT_H
#define PN_UTIL_CSV_TEXT_H

#include <stdio.h>

/**
 * pn_csv_text - writes a field as RFC 4180 quotes it
 * @text: what holds a comma, a quote or a line's end is put in quotes, and a quote in it twice
 * @out: where to
 */
void pn_csv_text(const char *text, FILE *out);

#endif
