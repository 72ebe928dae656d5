/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reading text eight bytes at a time. Nothing here knows where the text ends: the caller sees to
 * it that a newline follows, and PN_SCAN_PAD readable bytes after it.
 */
#ifndef PN_IO_TEXT_SCAN_H
#define PN_IO_TEXT_SCAN_H

#include <endian.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/** Bytes past the last newline that have to be readable. */
#define PN_SCAN_PAD 64

#define PN_SCAN_EACH(byte) (0x0101010101010101ull * (uint8_t)(byte))

/** pn_scan_load - eight bytes, the first of them in the lowest bits */
static inline uint64_t pn_scan_load(const char *p)
{
	uint64_t word;

	memcpy(&word, p, sizeof(word));
	return le64toh(word);
}

/** pn_scan_first - which of eight bytes is the first with its top bit set; @flags is not zero */
static inline unsigned int pn_scan_first(uint64_t flags)
{
	return (unsigned int)__builtin_ctzll(flags) / 8;
}

/** pn_scan_has - whether one of the eight bytes of @word is @byte */
static inline bool pn_scan_has(uint64_t word, char byte)
{
	uint64_t other = word ^ PN_SCAN_EACH(byte);

	return ((other - PN_SCAN_EACH(1)) & ~other & PN_SCAN_EACH(0x80)) != 0;
}

/** pn_scan_blanks - goes past spaces and tabs */
static inline const char *pn_scan_blanks(const char *p)
{
	uint64_t other;

	for (;;) {
		other = pn_scan_load(p) ^ PN_SCAN_EACH(' ');
		if (!other) {
			p += 8;
			continue;
		}
		p += pn_scan_first(other);
		if (*p != '\t')
			return p;
		p++;
	}
}

/** pn_scan_blank_flags - the top bit of each of eight bytes that is blank or ends a line */
static inline uint64_t pn_scan_blank_flags(uint64_t word)
{
	uint64_t printable = (word & PN_SCAN_EACH(0x7f)) + PN_SCAN_EACH(0x80 - '!');

	return ~(printable | word) & PN_SCAN_EACH(0x80);
}

/** pn_scan_word - goes to the next byte that is blank or ends the line */
static inline const char *pn_scan_word(const char *p)
{
	uint64_t word, flags;

	for (;; p += 8) {
		word = pn_scan_load(p);
		flags = (word - PN_SCAN_EACH('!')) & ~word & PN_SCAN_EACH(0x80);
		if (flags)
			return p + pn_scan_first(flags);
	}
}

/**
 * pn_scan_digits - the digits among the next eight bytes
 * @p: where they begin
 * @value: the number that they make up; 0 when there is none
 *
 * Returns: how many digits there are, 0 to 8.
 */
static inline unsigned int pn_scan_digits(const char *p, uint64_t *value)
{
	uint64_t word = pn_scan_load(p) ^ PN_SCAN_EACH('0');
	uint64_t flags = (word | (word + PN_SCAN_EACH(0x80 - 10))) & PN_SCAN_EACH(0x80);
	unsigned int nr = flags ? pn_scan_first(flags) : 8;

	*value = 0;
	if (!nr)
		return 0;
	/* as if zeros stood before them; then pairs, fours and the eight are put together */
	word <<= 64 - 8 * nr;
	word = word * 10 + (word >> 8);
	*value = ((word & 0x000000ff000000ffull) * (100 + (1000000ull << 32)) +
		  (word >> 16 & 0x000000ff000000ffull) * (1 + (10000ull << 32))) >>
		 32;
	return nr;
}

/**
 * pn_scan_long_number - goes on reading a decimal number after its first eight digits
 * @p: what follows them
 * @value: the number up to there, and then all of it
 *
 * Returns: where it ends, or NULL when it is past 64 bits.
 */
const char *pn_scan_long_number(const char *p, uint64_t *value);

/**
 * pn_scan_number - reads a decimal number
 * @p: where it begins
 * @value: the number
 *
 * Returns: where it ends, or NULL when there is no digit or the number is past 64 bits.
 */
static inline const char *pn_scan_number(const char *p, uint64_t *value)
{
	unsigned int nr = pn_scan_digits(p, value);

	if (__builtin_expect(nr == 8, 0))
		return pn_scan_long_number(p + 8, value);
	return nr ? p + nr : NULL;
}

/** pn_scan_number32 - the same for a number that fits 32 bits */
static inline const char *pn_scan_number32(const char *p, uint32_t *value)
{
	uint64_t wide;

	p = pn_scan_number(p, &wide);
	if (!p || wide > UINT32_MAX)
		return NULL;
	*value = (uint32_t)wide;
	return p;
}

/** pn_scan_begins - whether the text at @p begins with @key, which is shorter than PN_SCAN_PAD */
static inline bool pn_scan_begins(const char *p, const char *key)
{
	return memcmp(p, key, strlen(key)) == 0;
}

/** pn_scan_skip - where the text at @p goes on after @key, or NULL when it begins otherwise */
static inline const char *pn_scan_skip(const char *p, const char *key)
{
	return pn_scan_begins(p, key) ? p + strlen(key) : NULL;
}

/**
 * pn_scan_fraction - reads what follows the decimal point of a time in seconds
 * @p: the first digit
 * @ns: nanoseconds
 *
 * Returns: where it ends, or NULL when it is neither six digits nor nine.
 */
static inline const char *pn_scan_fraction(const char *p, uint64_t *ns)
{
	unsigned int nr = pn_scan_digits(p, ns);
	unsigned int last = (unsigned char)p[8] - '0';

	if (nr == 8 && last <= 9) {
		*ns = *ns * 10 + last;
		return p + 9;
	}
	*ns *= 1000;
	return nr == 6 ? p + 6 : NULL;
}

#endif
