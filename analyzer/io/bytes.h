/* SPDX-License-Identifier: GPL-2.0-only */
/* Numbers and strings out of untrusted bytes, in either byte order, never past their end. */
#ifndef PN_IO_BYTES_H
#define PN_IO_BYTES_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/** struct pn_bytes - a stretch of bytes that is read from its front */
struct pn_bytes {
	const uint8_t *at;
	const uint8_t *end;
	bool swap; /* the byte order is not this machine's */
};

/** pn_load16 - two bytes at @from, wherever that is aligned */
static inline uint16_t pn_load16(const uint8_t *from, bool swap)
{
	uint16_t value;

	memcpy(&value, from, sizeof(value));
	return swap ? __builtin_bswap16(value) : value;
}

/** pn_load32 - four bytes */
static inline uint32_t pn_load32(const uint8_t *from, bool swap)
{
	uint32_t value;

	memcpy(&value, from, sizeof(value));
	return swap ? __builtin_bswap32(value) : value;
}

/** pn_load64 - eight bytes */
static inline uint64_t pn_load64(const uint8_t *from, bool swap)
{
	uint64_t value;

	memcpy(&value, from, sizeof(value));
	return swap ? __builtin_bswap64(value) : value;
}

/** pn_bytes_left - how many bytes are left */
static inline size_t pn_bytes_left(const struct pn_bytes *bytes)
{
	return (size_t)(bytes->end - bytes->at);
}

/** pn_bytes_take - passes @size bytes; where they are, or NULL when fewer are left */
static inline const uint8_t *pn_bytes_take(struct pn_bytes *bytes, uint64_t size)
{
	const uint8_t *at = bytes->at;

	if (pn_bytes_left(bytes) < size)
		return NULL;
	bytes->at += size;
	return at;
}

/** pn_bytes_u16 - reads two bytes; false when fewer are left */
static inline bool pn_bytes_u16(struct pn_bytes *bytes, uint16_t *out)
{
	const uint8_t *at = pn_bytes_take(bytes, sizeof(*out));

	if (at)
		*out = pn_load16(at, bytes->swap);
	return at;
}

/** pn_bytes_u32 - reads four bytes; false when fewer are left */
static inline bool pn_bytes_u32(struct pn_bytes *bytes, uint32_t *out)
{
	const uint8_t *at = pn_bytes_take(bytes, sizeof(*out));

	if (at)
		*out = pn_load32(at, bytes->swap);
	return at;
}

/** pn_bytes_u64 - reads eight bytes; false when fewer are left */
static inline bool pn_bytes_u64(struct pn_bytes *bytes, uint64_t *out)
{
	const uint8_t *at = pn_bytes_take(bytes, sizeof(*out));

	if (at)
		*out = pn_load64(at, bytes->swap);
	return at;
}

/** pn_bytes_string - passes a string and its NUL; the string, or NULL when no NUL is left */
static inline const char *pn_bytes_string(struct pn_bytes *bytes)
{
	const uint8_t *at = bytes->at;
	const uint8_t *nul = pn_bytes_left(bytes) ? memchr(at, 0, pn_bytes_left(bytes)) : NULL;

	if (!nul)
		return NULL;
	bytes->at = nul + 1;
	return (const char *)at;
}

#endif
