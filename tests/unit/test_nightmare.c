// SPDX-License-Identifier: GPL-2.0-only
/* The longest powernightmares: the list is the same in whatever order they come. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <string.h>

#include "core/nightmare.h"
#include "support/random.h"

static void add(struct pn_worst *worst, uint64_t length_ns, uint64_t start_ns, uint32_t cpu)
{
	struct pn_nightmare nightmare = {
		.start_ns = start_ns,
		.length_ns = length_ns,
		.cpu = cpu,
	};

	assert_int_equal(pn_worst_add(worst, &nightmare), 0);
}

static void no_room_keeps_none(void **state)
{
	struct pn_worst worst = { 0 };

	(void)state;
	add(&worst, 100, 1, 0);
	assert_int_equal(worst.nr, 0);
	assert_null(worst.list);
	assert_null(pn_worst_find(&worst, 0, 1));
	pn_worst_free(&worst);
}

static void longest_first(void **state)
{
	static const uint64_t lengths[] = { 5, 9, 1, 7, 3, 8 };
	static const uint64_t kept[] = { 9, 8, 7 };
	struct pn_worst worst = { .room = 3 };

	(void)state;
	for (uint64_t i = 0; i < 6; i++)
		add(&worst, lengths[i], i, 0);
	assert_int_equal(worst.nr, 3);
	for (uint32_t i = 0; i < 3; i++)
		assert_int_equal(worst.list[i].length_ns, kept[i]);
	pn_worst_free(&worst);
	assert_int_equal(worst.room, 0);
}

static void equals_by_start_then_cpu(void **state)
{
	struct pn_worst worst = { .room = 3 };

	(void)state;
	add(&worst, 5, 20, 1);
	add(&worst, 5, 10, 3);
	add(&worst, 5, 30, 0);
	add(&worst, 5, 10, 2);
	assert_int_equal(worst.list[0].cpu, 2);
	assert_int_equal(worst.list[1].cpu, 3);
	assert_int_equal(worst.list[2].start_ns, 20);
	pn_worst_free(&worst);
}

static void finds_by_cpu_and_start(void **state)
{
	struct pn_worst worst = { .room = 4 };

	(void)state;
	add(&worst, 5, 10, 0);
	add(&worst, 6, 10, 1);
	assert_int_equal(pn_worst_find(&worst, 0, 10)->length_ns, 5);
	assert_int_equal(pn_worst_find(&worst, 1, 10)->length_ns, 6);
	assert_null(pn_worst_find(&worst, 1, 11));
	assert_null(pn_worst_find(&worst, 2, 10));
	pn_worst_free(&worst);
}

static void merge_takes_the_larger_room(void **state)
{
	struct pn_worst few = { .room = 1 }, many = { .room = 3 }, none = { 0 };

	(void)state;
	add(&few, 50, 1, 0);
	add(&many, 10, 2, 1);
	add(&many, 20, 3, 1);
	assert_int_equal(pn_worst_merge(&few, &many), 0);
	assert_int_equal(few.room, 3);
	assert_int_equal(few.nr, 3);
	assert_int_equal(few.list[0].length_ns, 50);
	assert_int_equal(few.list[2].length_ns, 10);
	assert_int_equal(pn_worst_merge(&few, &none), 0);
	assert_int_equal(few.nr, 3);
	assert_int_equal(pn_worst_merge(&none, &few), 0);
	assert_int_equal(none.nr, 3);
	pn_worst_free(&few);
	pn_worst_free(&many);
	pn_worst_free(&none);
}

static void any_order_gives_the_same_list(void **state)
{
	uint64_t seed = 7;

	(void)state;
	for (int round = 0; round < 300; round++) {
		struct pn_worst whole = { .room = 10 },
				part[3] = { { .room = 10 }, { .room = 10 }, { .room = 10 } };
		struct pn_worst sum = { 0 };

		for (uint32_t i = 0; i < 60; i++) {
			uint64_t length_ns = pn_random_below(&seed, 20);

			add(&whole, length_ns, i / 3, i % 3);
			add(&part[pn_random_below(&seed, 3)], length_ns, i / 3, i % 3);
		}
		for (int i = 2; i >= 0; i--)
			assert_int_equal(pn_worst_merge(&sum, &part[i]), 0);
		assert_int_equal(sum.nr, whole.nr);
		assert_memory_equal(sum.list, whole.list, whole.nr * sizeof(*whole.list));
		for (int i = 0; i < 3; i++)
			pn_worst_free(&part[i]);
		pn_worst_free(&sum);
		pn_worst_free(&whole);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_room_keeps_none),
		cmocka_unit_test(longest_first),
		cmocka_unit_test(equals_by_start_then_cpu),
		cmocka_unit_test(finds_by_cpu_and_start),
		cmocka_unit_test(merge_takes_the_larger_room),
		cmocka_unit_test(any_order_gives_the_same_list),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
