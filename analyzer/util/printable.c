// SPDX-License-Identifier: GPL-2.0-only
/* Text from outside, made fit for a terminal and for JSON. */
#include "util/printable.h"

#include <stdint.h>
#include <string.h>

/* Length of a sequence by its first byte, and the smallest code point that may be so long. */
static size_t sequence_length(unsigned char first, uint32_t *least)
{
	*least = 0x20;
	if (first < 0x80)
		return 1;
	*least = 0x80;
	if (first >= 0xc2 && first < 0xe0)
		return 2;
	*least = 0x800;
	if (first >= 0xe0 && first < 0xf0)
		return 3;
	*least = 0x10000;
	return first >= 0xf0 && first < 0xf5 ? 4 : 0;
}

/* Length of the printable character that @text begins with; 0 when there is none. */
static size_t character_length(const char *text)
{
	const unsigned char *byte = (const unsigned char *)text;
	uint32_t least, code;
	size_t length = sequence_length(byte[0], &least);

	if (length < 2)
		return length && byte[0] >= least && byte[0] != 0x7f;
	code = byte[0] & (0x7fu >> length);
	for (size_t i = 1; i < length; i++) {
		if ((byte[i] & 0xc0) != 0x80)
			return 0;
		code = code << 6 | (byte[i] & 0x3fu);
	}
	if (code < least || code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
		return 0;
	/* C1 controls: some terminals obey them. */
	return code < 0xa0 ? 0 : length;
}

const char *pn_printable(const char *text, char *buf, size_t size)
{
	size_t at = 0;

	while (*text) {
		size_t length = character_length(text);

		if (at + (length ? length : 1) >= size)
			break;
		if (length)
			memcpy(&buf[at], text, length);
		else
			buf[at] = '?';
		at += length ? length : 1;
		text += length ? length : 1;
	}
	buf[at] = '\0';
	return buf;
}
