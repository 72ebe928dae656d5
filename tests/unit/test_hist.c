// SPDX-License-Identifier: GPL-2.0-only
/* The histogram: its buckets cover every value once, and percentiles keep their bound. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <errno.h>
#include <stdlib.h>

#include "core/hist.h"
#include "support/random.h"

static void buckets_adjoin(void **state)
{
	(void)state;
	assert_int_equal(pn_hist_low(0), 0);
	for (uint32_t i = 0; i + 1 < PN_HIST_BUCKETS; i++) {
		assert_true(pn_hist_low(i) <= pn_hist_high(i));
		assert_true(pn_hist_high(i) + 1 == pn_hist_low(i + 1));
	}
	assert_true(pn_hist_high(PN_HIST_BUCKETS - 1) == UINT64_MAX);
}

static void buckets_are_narrow(void **state)
{
	(void)state;
	for (uint32_t i = 0; i < PN_HIST_BUCKETS; i++) {
		uint64_t width = pn_hist_high(i) - pn_hist_low(i) + 1;

		if (i < 256)
			assert_int_equal(width, 1);
		else
			assert_true(width <= pn_hist_low(i) / 128);
	}
}

static void edges_find_their_bucket(void **state)
{
	(void)state;
	for (uint32_t i = 0; i < PN_HIST_BUCKETS; i++) {
		assert_int_equal(pn_hist_index(pn_hist_low(i)), i);
		assert_int_equal(pn_hist_index(pn_hist_high(i)), i);
	}
}

static void counts_where_it_should(void **state)
{
	struct pn_hist hist = { 0 };
	static const uint64_t values[] = { 0, 1, 255, 256, 257, 1000000, UINT64_MAX };

	(void)state;
	for (size_t i = 0; i < sizeof(values) / sizeof(*values); i++) {
		assert_int_equal(pn_hist_add(&hist, values[i]), 0);
		assert_int_equal(pn_hist_add(&hist, values[i]), 0);
	}
	assert_int_equal(pn_hist_at(&hist, 0), 2);
	assert_int_equal(pn_hist_at(&hist, 255), 2);
	/* 256 and 257 share a bucket. */
	assert_int_equal(pn_hist_at(&hist, 256), 4);
	assert_int_equal(pn_hist_at(&hist, 257), 0);
	assert_int_equal(pn_hist_at(&hist, pn_hist_index(1000000)), 2);
	assert_int_equal(pn_hist_at(&hist, PN_HIST_BUCKETS - 1), 2);
	pn_hist_free(&hist);
	assert_int_equal(pn_hist_at(&hist, 0), 0);
}

static void finds_the_next(void **state)
{
	struct pn_hist hist = { 0 };

	(void)state;
	assert_int_equal(pn_hist_next(&hist, 0), PN_HIST_BUCKETS);
	assert_int_equal(pn_hist_add_at(&hist, 3, 1), 0);
	assert_int_equal(pn_hist_add_at(&hist, 127, 1), 0);
	assert_int_equal(pn_hist_add_at(&hist, PN_HIST_BUCKETS - 1, 7), 0);
	assert_int_equal(pn_hist_next(&hist, 0), 3);
	assert_int_equal(pn_hist_next(&hist, 3), 3);
	assert_int_equal(pn_hist_next(&hist, 4), 127);
	assert_int_equal(pn_hist_next(&hist, 128), PN_HIST_BUCKETS - 1);
	assert_int_equal(pn_hist_next(&hist, PN_HIST_BUCKETS), PN_HIST_BUCKETS);
	pn_hist_free(&hist);
}

static void refuses_a_bucket_too_far(void **state)
{
	struct pn_hist hist = { 0 };

	(void)state;
	assert_int_equal(pn_hist_add_at(&hist, PN_HIST_BUCKETS, 1), -EINVAL);
	assert_int_equal(pn_hist_add_at(&hist, UINT32_MAX, 1), -EINVAL);
	pn_hist_free(&hist);
}

static void merge_is_the_whole(void **state)
{
	struct pn_hist whole = { 0 }, left = { 0 }, right = { 0 };
	uint64_t seed = 1;

	(void)state;
	for (int i = 0; i < 20000; i++) {
		uint64_t value = pn_random_length(&seed, 64);

		assert_int_equal(pn_hist_add(&whole, value), 0);
		assert_int_equal(pn_hist_add(i % 3 ? &left : &right, value), 0);
	}
	assert_int_equal(pn_hist_merge(&left, &right), 0);
	for (uint32_t i = 0; i < PN_HIST_BUCKETS; i++)
		assert_int_equal(pn_hist_at(&left, i), pn_hist_at(&whole, i));
	pn_hist_free(&whole);
	pn_hist_free(&left);
	pn_hist_free(&right);
}

static int by_value(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

static uint64_t distance(uint64_t a, uint64_t b)
{
	return a > b ? a - b : b - a;
}

/* Nearest rank: the smallest value that at least the share of all values do not exceed. */
static uint64_t exact_percentile(const uint64_t *sorted, uint64_t nr, uint32_t pct_milli)
{
	uint64_t rank = (nr * pct_milli + 99999) / 100000;

	return sorted[rank ? rank - 1 : 0];
}

static void percentiles_keep_their_bound(void **state)
{
	static const uint32_t shares[] = { 0,	  1,	 10000, 50000, 75000,
					   90000, 99000, 99900, 99999, 100000 };
	static uint64_t values[30011];
	const uint64_t nr = sizeof(values) / sizeof(*values);
	uint64_t seed = 2;

	(void)state;
	for (uint32_t bits = 6; bits <= 64; bits += 29) {
		struct pn_hist hist = { 0 };

		for (uint64_t i = 0; i < nr; i++) {
			values[i] = pn_random_length(&seed, bits);
			assert_int_equal(pn_hist_add(&hist, values[i]), 0);
		}
		qsort(values, nr, sizeof(*values), by_value);
		for (size_t i = 0; i < sizeof(shares) / sizeof(*shares); i++) {
			uint64_t exact = exact_percentile(values, nr, shares[i]);
			uint64_t got = pn_hist_percentile(&hist, nr, shares[i]);

			assert_true(distance(exact, got) <= exact / 256);
		}
		pn_hist_free(&hist);
	}
}

static void percentiles_of_few(void **state)
{
	struct pn_hist hist = { 0 };

	(void)state;
	assert_int_equal(pn_hist_add(&hist, 10), 0);
	assert_int_equal(pn_hist_percentile(&hist, 1, 0), 10);
	assert_int_equal(pn_hist_percentile(&hist, 1, 99900), 10);
	assert_int_equal(pn_hist_add(&hist, 20), 0);
	assert_int_equal(pn_hist_percentile(&hist, 2, 50000), 10);
	assert_int_equal(pn_hist_percentile(&hist, 2, 50001), 20);
	pn_hist_free(&hist);
}

/* Total times share does not fit 64 bits here. */
static void percentiles_of_very_many(void **state)
{
	struct pn_hist hist = { 0 };
	uint64_t half = UINT64_C(1) << 60;

	(void)state;
	assert_int_equal(pn_hist_add_at(&hist, 5, half), 0);
	assert_int_equal(pn_hist_add_at(&hist, 9, half), 0);
	assert_int_equal(pn_hist_percentile(&hist, 2 * half, 50000), 5);
	assert_int_equal(pn_hist_percentile(&hist, 2 * half, 99900), 9);
	pn_hist_free(&hist);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(buckets_adjoin),
		cmocka_unit_test(buckets_are_narrow),
		cmocka_unit_test(edges_find_their_bucket),
		cmocka_unit_test(counts_where_it_should),
		cmocka_unit_test(finds_the_next),
		cmocka_unit_test(refuses_a_bucket_too_far),
		cmocka_unit_test(merge_is_the_whole),
		cmocka_unit_test(percentiles_keep_their_bound),
		cmocka_unit_test(percentiles_of_few),
		cmocka_unit_test(percentiles_of_very_many),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
