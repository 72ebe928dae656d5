/* SPDX-License-Identifier: GPL-2.0-only */
/* Random numbers that a seed repeats exactly, on every machine. */
#ifndef PN_UTIL_SPLITMIX_H
#define PN_UTIL_SPLITMIX_H

#include <stdint.h>

/** pn_splitmix_next - the next 64 bits: splitmix64 (Steele, Lea and Flood, 2014); any @state will do */
static inline uint64_t pn_splitmix_next(uint64_t *state)
{
	uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

/** pn_splitmix_below - a number from 0 to @limit - 1; @limit is above 0 */
static inline uint64_t pn_splitmix_below(uint64_t *state, uint64_t limit)
{
	return (uint64_t)((unsigned __int128)pn_splitmix_next(state) * limit >> 64);
}

#endif
