/* SPDX-License-Identifier: GPL-2.0-only */
/* Numbers that look random and are the same in every run: a failure can be had again. */
#ifndef PN_SUPPORT_RANDOM_H
#define PN_SUPPORT_RANDOM_H

#include <stdint.h>

#include "util/splitmix.h"

/** pn_random - the next of a row of 64-bit numbers; @seed is any number at first */
static inline uint64_t pn_random(uint64_t *seed)
{
	return pn_splitmix_next(seed);
}

/** pn_random_below - a number from 0 to @limit - 1; @limit is above 0 */
static inline uint64_t pn_random_below(uint64_t *seed, uint64_t limit)
{
	return pn_random(seed) % limit;
}

/** pn_random_length - a length whose magnitude is random too, from 0 to 2^@bits - 1 */
static inline uint64_t pn_random_length(uint64_t *seed, uint32_t bits)
{
	uint64_t shift = 64 - pn_random_below(seed, bits + 1);

	return shift == 64 ? 0 : pn_random(seed) >> shift;
}

#endif
