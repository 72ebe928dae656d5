/* SPDX-License-Identifier: GPL-2.0-only */
/* Text from outside, made fit for a terminal and for JSON. */
#ifndef PN_UTIL_PRINTABLE_H
#define PN_UTIL_PRINTABLE_H

#include <stddef.h>

/**
 * pn_printable - copies text, with a '?' for each byte that is not part of printable UTF-8
 * @text: any bytes, ended by a zero
 * @buf: the copy, always ended, and never ended within a character
 * @size: size of @buf, at least 1
 *
 * Names and labels come from files of strangers: a control character would reach the reader's
 * terminal, and a broken sequence (a cut name will do) would make the JSON invalid.
 *
 * Returns: @buf.
 */
const char *pn_printable(const char *text, char *buf, size_t size);

#endif
