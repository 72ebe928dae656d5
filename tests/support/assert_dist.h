/* SPDX-License-Identifier: GPL-2.0-only */
/* Distributions in cmocka. */
#ifndef PN_SUPPORT_ASSERT_DIST_H
#define PN_SUPPORT_ASSERT_DIST_H

#include "core/dist.h"

/** assert_dists_equal - fails unless every figure and every bucket is the same */
static inline void assert_dists_equal(const struct pn_dist *a, const struct pn_dist *b)
{
	assert_int_equal(a->count, b->count);
	assert_int_equal(a->sum, b->sum);
	assert_int_equal(a->min, b->min);
	assert_int_equal(a->max, b->max);
	for (uint32_t i = 0; i < PN_HIST_BUCKETS; i++)
		assert_int_equal(pn_hist_at(&a->hist, i), pn_hist_at(&b->hist, i));
}

#endif
