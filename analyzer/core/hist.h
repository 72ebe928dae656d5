/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Log-linear histogram of 64-bit values: exact below 256, then 128 buckets an octave, so that a
 * bucket is at most 1/128 of its lower edge wide. Octaves are allocated when first touched.
 */
#ifndef PN_CORE_HIST_H
#define PN_CORE_HIST_H

#include <stddef.h>
#include <stdint.h>

#define PN_HIST_SUB_BITS 7
#define PN_HIST_SUB	 (1u << PN_HIST_SUB_BITS)
/** Blocks of PN_HIST_SUB buckets; the last one holds values of 2^63 and more, so all fit. */
#define PN_HIST_BLOCKS	(64 - PN_HIST_SUB_BITS + 1)
#define PN_HIST_BUCKETS (PN_HIST_BLOCKS * PN_HIST_SUB)

/** struct pn_hist - all zero is an empty histogram */
struct pn_hist {
	uint64_t *block[PN_HIST_BLOCKS];
};

/** pn_hist_index - the bucket of @value, 0 to PN_HIST_BUCKETS - 1 */
static inline uint32_t pn_hist_index(uint64_t value)
{
	uint32_t shift = 56 - (uint32_t)__builtin_clzll(value | 255);

	return (shift << PN_HIST_SUB_BITS) + (uint32_t)(value >> shift);
}

/** pn_hist_low - the smallest value that falls into bucket @index */
static inline uint64_t pn_hist_low(uint32_t index)
{
	uint32_t shift = index < 2 * PN_HIST_SUB ? 0 : (index >> PN_HIST_SUB_BITS) - 1;

	return (uint64_t)(index - (shift << PN_HIST_SUB_BITS)) << shift;
}

/** pn_hist_high - the largest value that falls into bucket @index */
static inline uint64_t pn_hist_high(uint32_t index)
{
	uint32_t shift = index < 2 * PN_HIST_SUB ? 0 : (index >> PN_HIST_SUB_BITS) - 1;

	return pn_hist_low(index) + ((UINT64_C(1) << shift) - 1);
}

/**
 * pn_hist_add_at - adds to one bucket, allocating its block
 * @hist: the histogram
 * @index: below PN_HIST_BUCKETS
 * @count: how much to add
 *
 * Returns: 0, -EINVAL or -ENOMEM.
 */
int pn_hist_add_at(struct pn_hist *hist, uint32_t index, uint64_t count);

/** pn_hist_find - the count of @value's bucket, or NULL while its octave was never touched */
static inline uint64_t *pn_hist_find(const struct pn_hist *hist, uint64_t value)
{
	uint32_t index = pn_hist_index(value);
	uint64_t *block = hist->block[index >> PN_HIST_SUB_BITS];

	return block ? &block[index & (PN_HIST_SUB - 1)] : NULL;
}

/** pn_hist_add - counts @value once; 0 or -ENOMEM */
static inline int pn_hist_add(struct pn_hist *hist, uint64_t value)
{
	uint64_t *bucket = pn_hist_find(hist, value);

	if (__builtin_expect(!bucket, 0))
		return pn_hist_add_at(hist, pn_hist_index(value), 1);
	++*bucket;
	return 0;
}

/** pn_hist_at - the count of bucket @index, which is below PN_HIST_BUCKETS */
static inline uint64_t pn_hist_at(const struct pn_hist *hist, uint32_t index)
{
	const uint64_t *block = hist->block[index >> PN_HIST_SUB_BITS];

	return block ? block[index & (PN_HIST_SUB - 1)] : 0;
}

/**
 * pn_hist_next - the first bucket from @index on that is not empty
 *
 * Returns: its index, or PN_HIST_BUCKETS when there is none.
 */
uint32_t pn_hist_next(const struct pn_hist *hist, uint32_t index);

/** pn_hist_merge - adds all of @from to @into; 0 or -ENOMEM (then @into is partly merged) */
int pn_hist_merge(struct pn_hist *into, const struct pn_hist *from);

/**
 * pn_hist_percentile - the value that a share of the counts does not exceed
 * @hist: the histogram
 * @total: the sum of its counts, above 0
 * @pct_milli: the share in thousandths of a percent, 0 to 100000 (p99.9 is 99900)
 *
 * Nearest rank: the bucket that holds count number ceil(share * @total), and of it the middle,
 * so that the error is at most 1/256 of the value.
 *
 * Returns: the value.
 */
uint64_t pn_hist_percentile(const struct pn_hist *hist, uint64_t total, uint32_t pct_milli);

/** pn_hist_free - frees the blocks and empties the histogram */
void pn_hist_free(struct pn_hist *hist);

#endif
