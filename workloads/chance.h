/* SPDX-License-Identifier: GPL-2.0-only */
/* A row of random numbers for each worker and phase of a run. */
#ifndef PN_CHANCE_H
#define PN_CHANCE_H

#include <stdint.h>

#include "util/splitmix.h"

/** pn_chance_seed - the state of worker @worker's numbers in phase @phase of a run with @seed */
static inline uint64_t pn_chance_seed(uint64_t seed, uint32_t worker, uint32_t phase)
{
	return pn_splitmix_next(&seed) ^ ((uint64_t)worker << 32 | phase);
}

#endif
