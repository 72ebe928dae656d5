/* SPDX-License-Identifier: GPL-2.0-only */
/* Whether the text of a format file has the form that kernels give it. */
#ifndef PN_IO_FORMAT_TEXT_H
#define PN_IO_FORMAT_TEXT_H

#include <stddef.h>

/**
 * pn_format_fields - the part of a format file that describes an event's fields
 * @text: "name: ", "ID: ", "format:", lines of fields, "print fmt: "
 * @size: its length
 *
 * libtraceevent reads past what there is when brackets do not match (seen with 1.7.1), so that a
 * damaged file could end the program; what it is given was looked at here.
 *
 * Returns: the length of what stands before "print fmt:", or 0 when it is not of that form.
 */
size_t pn_format_fields(const char *text, size_t size);

#endif
