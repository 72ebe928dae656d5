// SPDX-License-Identifier: GPL-2.0-only
/* Distributions: exact figures, and percentiles that never leave them. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "core/dist.h"
#include "support/assert_dist.h"
#include "support/assert_near.h"
#include "support/random.h"

static void figures_are_exact(void **state)
{
	struct pn_dist dist = { 0 };

	(void)state;
	assert_near(pn_dist_mean(&dist), 0.0, 0.0);
	pn_dist_add(&dist, 1000003);
	pn_dist_add(&dist, 7);
	pn_dist_add(&dist, UINT64_C(1) << 40);
	assert_int_equal(dist.count, 3);
	assert_int_equal(dist.sum, (UINT64_C(1) << 40) + 1000010);
	assert_int_equal(dist.min, 7);
	assert_int_equal(dist.max, UINT64_C(1) << 40);
	assert_near(pn_dist_mean(&dist), ((double)(UINT64_C(1) << 40) + 1000010) / 3, 1e-3);
	pn_dist_free(&dist);
	assert_int_equal(dist.count, 0);
	assert_int_equal(dist.sum, 0);
}

static void zero_is_a_value(void **state)
{
	struct pn_dist dist = { 0 };

	(void)state;
	pn_dist_add(&dist, 0);
	assert_int_equal(dist.count, 1);
	assert_int_equal(dist.min, 0);
	assert_int_equal(dist.max, 0);
	assert_int_equal(pn_dist_percentile(&dist, 50000), 0);
	pn_dist_add(&dist, 9);
	assert_int_equal(dist.min, 0);
	pn_dist_free(&dist);
}

/* The middle of a bucket may lie outside of what was seen: one value alone shows it. */
static void percentiles_stay_inside(void **state)
{
	uint64_t seed = 3;

	(void)state;
	for (int i = 0; i < 1000; i++) {
		struct pn_dist dist = { 0 };
		uint64_t value = pn_random_length(&seed, 64);

		pn_dist_add(&dist, value);
		assert_int_equal(pn_dist_percentile(&dist, 0), value);
		assert_int_equal(pn_dist_percentile(&dist, 50000), value);
		assert_int_equal(pn_dist_percentile(&dist, 100000), value);
		pn_dist_free(&dist);
	}
}

static void merge_is_the_whole(void **state)
{
	struct pn_dist whole = { 0 }, part[4] = { 0 }, sum = { 0 };
	uint64_t seed = 4;

	(void)state;
	for (int i = 0; i < 5000; i++) {
		uint64_t value = pn_random_length(&seed, 40);

		pn_dist_add(&whole, value);
		/* The last part stays empty. */
		pn_dist_add(&part[pn_random_below(&seed, 3)], value);
	}
	for (int i = 3; i >= 0; i--)
		assert_int_equal(pn_dist_merge(&sum, &part[i]), 0);
	assert_dists_equal(&sum, &whole);
	for (int i = 0; i < 4; i++)
		pn_dist_free(&part[i]);
	pn_dist_free(&sum);
	pn_dist_free(&whole);
}

/* An empty part has a minimum of 0, which is no value. */
static void merge_with_nothing(void **state)
{
	struct pn_dist full = { 0 }, empty = { 0 };

	(void)state;
	pn_dist_add(&full, 5);
	assert_int_equal(pn_dist_merge(&full, &empty), 0);
	assert_int_equal(full.min, 5);
	assert_int_equal(pn_dist_merge(&empty, &full), 0);
	assert_dists_equal(&empty, &full);
	pn_dist_free(&full);
	pn_dist_free(&empty);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(figures_are_exact),	   cmocka_unit_test(zero_is_a_value),
		cmocka_unit_test(percentiles_stay_inside), cmocka_unit_test(merge_is_the_whole),
		cmocka_unit_test(merge_with_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
