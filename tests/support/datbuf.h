/* SPDX-License-Identifier: GPL-2.0-only */
/* Bytes that grow, with numbers in either byte order. */
#ifndef PN_SUPPORT_DATBUF_H
#define PN_SUPPORT_DATBUF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** struct pn_datbuf - all zero is empty and little endian */
struct pn_datbuf {
	uint8_t *bytes;
	size_t size;
	size_t room;
	bool big_endian;
};

/* Each of these ends the program when memory is short. */

/** pn_datbuf_bytes - appends @size bytes */
void pn_datbuf_bytes(struct pn_datbuf *buf, const void *bytes, size_t size);

/** pn_datbuf_number - appends the low @size bytes of @value, 1, 2, 4 or 8 */
void pn_datbuf_number(struct pn_datbuf *buf, uint64_t value, size_t size);

/** pn_datbuf_string - appends @text and the zero that ends it */
void pn_datbuf_string(struct pn_datbuf *buf, const char *text);

/** pn_datbuf_pad - appends zeros until the size is at least @size */
void pn_datbuf_pad(struct pn_datbuf *buf, size_t size);

/** pn_datbuf_align - appends zeros until the size is a multiple of @unit, a power of two */
void pn_datbuf_align(struct pn_datbuf *buf, size_t unit);

/** pn_datbuf_set - writes a number over what is there already */
void pn_datbuf_set(struct pn_datbuf *buf, size_t offset, uint64_t value, size_t size);

/** pn_datbuf_free - frees the bytes; the byte order stays */
void pn_datbuf_free(struct pn_datbuf *buf);

#endif
