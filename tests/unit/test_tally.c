// SPDX-License-Identifier: GPL-2.0-only
/* A worker's distribution: handed over it says the same as one filled directly. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "chance.h"
#include "support/assert_dist.h"
#include "tally.h"

static void merged_it_is_the_distribution(void **state)
{
	struct pn_tally *tally = calloc(1, sizeof(*tally));
	struct pn_dist merged = { 0 }, direct = { 0 };
	uint64_t chance = pn_chance_seed(7, 0, 0);

	(void)state;
	assert_non_null(tally);
	for (int round = 0; round < 3; round++) {
		pn_tally_reset(tally);
		for (int i = 0; i < 1000; i++) {
			uint64_t value =
				pn_splitmix_next(&chance) >> pn_splitmix_below(&chance, 64);

			pn_tally_add(tally, value);
			assert_int_equal(pn_dist_add(&direct, value), 0);
		}
		assert_int_equal(pn_tally_merge(&merged, tally), 0);
	}
	assert_dists_equal(&merged, &direct);
	pn_dist_free(&merged);
	pn_dist_free(&direct);
	free(tally);
}

static void an_empty_one_changes_nothing(void **state)
{
	struct pn_tally *tally = calloc(1, sizeof(*tally));
	struct pn_dist dist = { 0 };

	(void)state;
	assert_non_null(tally);
	assert_int_equal(pn_tally_merge(&dist, tally), 0);
	assert_int_equal(dist.count, 0);
	assert_int_equal(pn_dist_add(&dist, 5), 0);
	assert_int_equal(pn_tally_merge(&dist, tally), 0);
	assert_int_equal(dist.count, 1);
	assert_int_equal(dist.min, 5);
	pn_dist_free(&dist);
	free(tally);
}

static void reset_leaves_nothing_behind(void **state)
{
	struct pn_tally *tally = calloc(1, sizeof(*tally)), *empty = calloc(1, sizeof(*empty));

	(void)state;
	assert_non_null(tally);
	assert_non_null(empty);
	pn_tally_add(tally, 0);
	pn_tally_add(tally, UINT64_MAX);
	pn_tally_add(tally, 12345);
	assert_int_equal(tally->min, 0);
	assert_true(tally->max == UINT64_MAX);
	pn_tally_reset(tally);
	assert_memory_equal(tally, empty, sizeof(*tally));
	free(tally);
	free(empty);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(merged_it_is_the_distribution),
		cmocka_unit_test(an_empty_one_changes_nothing),
		cmocka_unit_test(reset_leaves_nothing_behind),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
