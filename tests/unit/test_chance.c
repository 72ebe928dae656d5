// SPDX-License-Identifier: GPL-2.0-only
/* Random numbers: the published sequence, the same for the same seed, within their limits. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "chance.h"

/* The first outputs of splitmix64 for the seed 1234567, as its authors' reference gives them. */
static void the_published_sequence(void **state)
{
	uint64_t chance = 1234567;

	(void)state;
	assert_true(pn_splitmix_next(&chance) == UINT64_C(6457827717110365317));
	assert_true(pn_splitmix_next(&chance) == UINT64_C(3203168211198807973));
	assert_true(pn_splitmix_next(&chance) == UINT64_C(9817491932198370423));
}

static void a_seed_repeats_itself(void **state)
{
	uint64_t a = pn_chance_seed(1, 2, 3), b = pn_chance_seed(1, 2, 3);

	(void)state;
	for (int i = 0; i < 10; i++)
		assert_true(pn_splitmix_next(&a) == pn_splitmix_next(&b));
}

static void seeds_workers_and_phases_differ(void **state)
{
	uint64_t base = pn_chance_seed(1, 2, 3), seed = pn_chance_seed(2, 2, 3);
	uint64_t worker = pn_chance_seed(1, 3, 3), phase = pn_chance_seed(1, 2, 4);
	uint64_t value = pn_splitmix_next(&base);

	(void)state;
	assert_true(pn_splitmix_next(&seed) != value);
	assert_true(pn_splitmix_next(&worker) != value);
	assert_true(pn_splitmix_next(&phase) != value);
}

static void below_a_limit_every_value_comes(void **state)
{
	uint64_t chance = pn_chance_seed(1, 0, 0);
	uint32_t seen[7] = { 0 };

	(void)state;
	for (int i = 0; i < 7000; i++) {
		uint64_t value = pn_splitmix_below(&chance, 7);

		assert_true(value < 7);
		seen[value]++;
	}
	/* A thousand each, give or take five standard deviations. */
	for (int i = 0; i < 7; i++)
		assert_in_range(seen[i], 853, 1147);
	assert_int_equal(pn_splitmix_below(&chance, 1), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_published_sequence),
		cmocka_unit_test(a_seed_repeats_itself),
		cmocka_unit_test(seeds_workers_and_phases_differ),
		cmocka_unit_test(below_a_limit_every_value_comes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
