// SPDX-License-Identifier: GPL-2.0-only
/* Bytes that grow, with numbers in either byte order. */
#include "support/datbuf.h"

#include <stdlib.h>
#include <string.h>

static void make_room(struct pn_datbuf *buf, size_t more)
{
	size_t room = buf->room ? buf->room : 256;

	while (room < buf->size + more)
		room *= 2;
	if (room == buf->room)
		return;
	buf->bytes = realloc(buf->bytes, room);
	if (!buf->bytes)
		abort();
	buf->room = room;
}

void pn_datbuf_bytes(struct pn_datbuf *buf, const void *bytes, size_t size)
{
	if (!size)
		return;
	make_room(buf, size);
	memcpy(buf->bytes + buf->size, bytes, size);
	buf->size += size;
}

void pn_datbuf_set(struct pn_datbuf *buf, size_t offset, uint64_t value, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		size_t at = buf->big_endian ? size - 1 - i : i;

		buf->bytes[offset + at] = (uint8_t)(value >> (8 * i));
	}
}

void pn_datbuf_number(struct pn_datbuf *buf, uint64_t value, size_t size)
{
	make_room(buf, size);
	buf->size += size;
	pn_datbuf_set(buf, buf->size - size, value, size);
}

void pn_datbuf_string(struct pn_datbuf *buf, const char *text)
{
	pn_datbuf_bytes(buf, text, strlen(text) + 1);
}

void pn_datbuf_pad(struct pn_datbuf *buf, size_t size)
{
	if (buf->size >= size)
		return;
	make_room(buf, size - buf->size);
	memset(buf->bytes + buf->size, 0, size - buf->size);
	buf->size = size;
}

void pn_datbuf_align(struct pn_datbuf *buf, size_t unit)
{
	pn_datbuf_pad(buf, (buf->size + unit - 1) & ~(unit - 1));
}

void pn_datbuf_free(struct pn_datbuf *buf)
{
	free(buf->bytes);
	*buf = (struct pn_datbuf){ .big_endian = buf->big_endian };
}
