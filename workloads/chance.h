/* SPDX-License-Identifier: GPL-2.0-only */
/* Random numbers that a seed repeats exactly, on every machine. */
#ifndef PN_CHANCE_H
#define PN_CHANCE_H

#include <stdint.h>

/** struct pn_chance - a generator */
struct pn_chance {
	uint64_t state;
};

/** pn_chance_next - the next 64 bits: the splitmix64 generator (Steele, Lea and Flood, 2014) */
static inline uint64_t pn_chance_next(struct pn_chance *chance)
{
	uint64_t z = chance->state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

/** pn_chance_below - a number from 0 to @limit - 1; @limit is at least 1 */
static inline uint64_t pn_chance_below(struct pn_chance *chance, uint64_t limit)
{
	return (uint64_t)((unsigned __int128)pn_chance_next(chance) * limit >> 64);
}

/** pn_chance_seed - a generator for worker @worker in phase @phase of a run with seed @seed */
static inline struct pn_chance pn_chance_seed(uint64_t seed, uint32_t worker, uint32_t phase)
{
	struct pn_chance chance = { seed };

	chance.state = pn_chance_next(&chance) ^ ((uint64_t)worker << 32 | phase);
	return chance;
}

#endif
