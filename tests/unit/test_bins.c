// SPDX-License-Identifier: GPL-2.0-only
/* Figures over time: what falls into which bin, limits, and merging. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <errno.h>

#include "core/bins.h"
#include "core/params.h"
#include "support/random.h"

static uint64_t idle_at(const struct pn_bins *bins, uint32_t bin, uint32_t state)
{
	return bins->bins[bin * bins->nr_states + state].idle_ns;
}

static void a_point_falls_into_its_bin(void **state)
{
	struct pn_bins bins = { .width_ns = 100, .origin_ns = 1000 };
	struct pn_bin *bin;

	(void)state;
	assert_int_equal(pn_bins_at(&bins, 1099, 2, &bin), 0);
	assert_ptr_equal(bin, &bins.bins[2]);
	assert_int_equal(pn_bins_at(&bins, 1100, 0, &bin), 0);
	assert_ptr_equal(bin, &bins.bins[bins.nr_states]);
	/* What is earlier than the first bin goes into it. */
	assert_int_equal(pn_bins_at(&bins, 5, 0, &bin), 0);
	assert_ptr_equal(bin, &bins.bins[0]);
	pn_bins_free(&bins);
	assert_int_equal(bins.nr_bins, 0);
}

static void growing_keeps_what_there_is(void **state)
{
	struct pn_bins bins = { .width_ns = 10 };
	struct pn_bin *bin;

	(void)state;
	for (uint32_t i = 0; i < 200; i++) {
		assert_int_equal(pn_bins_at(&bins, i * 10, i % 7, &bin), 0);
		bin->entries = i + 1;
	}
	for (uint32_t i = 0; i < 200; i++) {
		assert_int_equal(pn_bins_at(&bins, i * 10 + 9, i % 7, &bin), 0);
		assert_int_equal(bin->entries, i + 1);
		assert_int_equal(pn_bins_at(&bins, i * 10 + 9, (i + 1) % 7, &bin), 0);
		assert_int_equal(bin->entries, 0);
	}
	pn_bins_free(&bins);
}

static void time_is_spread(void **state)
{
	struct pn_bins bins = { .width_ns = 100, .origin_ns = 1000 };

	(void)state;
	assert_int_equal(pn_bins_add_idle(&bins, 1050, 1350, 1), 0);
	assert_int_equal(idle_at(&bins, 0, 1), 50);
	assert_int_equal(idle_at(&bins, 1, 1), 100);
	assert_int_equal(idle_at(&bins, 2, 1), 100);
	assert_int_equal(idle_at(&bins, 3, 1), 50);
	/* Nothing is spread over nothing, and an edge belongs to the bin that it begins. */
	assert_int_equal(pn_bins_add_idle(&bins, 1100, 1100, 1), 0);
	assert_int_equal(pn_bins_add_idle(&bins, 1400, 1500, 1), 0);
	assert_int_equal(idle_at(&bins, 3, 1), 50);
	assert_int_equal(idle_at(&bins, 4, 1), 100);
	/* Before the first bin: all into it. */
	assert_int_equal(pn_bins_add_idle(&bins, 0, 1010, 0), 0);
	assert_int_equal(idle_at(&bins, 0, 0), 1010);
	pn_bins_free(&bins);
}

static void too_many_bins(void **state)
{
	struct pn_bins bins = { .width_ns = 1 };
	struct pn_bin *bin;

	(void)state;
	assert_int_equal(pn_bins_at(&bins, PN_BINS_MAX, 0, &bin), -E2BIG);
	assert_int_equal(pn_bins_at(&bins, UINT64_MAX, 0, &bin), -E2BIG);
	assert_int_equal(pn_bins_add_idle(&bins, 0, UINT64_MAX, 0), -E2BIG);
	assert_int_equal(pn_bins_at(&bins, PN_BINS_MAX - 1, 0, &bin), 0);
	assert_int_equal(bins.nr_bins, PN_BINS_MAX);
	pn_bins_free(&bins);
}

/* Widths and times at the end of 64 bits: no hang, and no time that was not there. */
static void at_the_end_of_time(void **state)
{
	struct pn_bins bins = { .width_ns = INT64_MAX, .origin_ns = 100 };

	(void)state;
	assert_int_equal(pn_bins_add_idle(&bins, 0, UINT64_MAX, 0), 0);
	assert_int_equal(idle_at(&bins, 0, 0), UINT64_C(100) + INT64_MAX);
	assert_int_equal(idle_at(&bins, 1, 0), UINT64_MAX - INT64_MAX - 100);
	pn_bins_free(&bins);
	bins = (struct pn_bins){ .width_ns = UINT64_MAX, .origin_ns = UINT64_MAX - 5 };
	assert_int_equal(pn_bins_add_idle(&bins, UINT64_MAX - 10, UINT64_MAX, 0), 0);
	assert_int_equal(idle_at(&bins, 0, 0), 10);
	pn_bins_free(&bins);
}

static void fill(struct pn_bins *bins, struct pn_bins *also, uint64_t *seed)
{
	uint64_t from_ns = pn_random_below(seed, 5000);
	uint64_t to_ns = from_ns + pn_random_below(seed, 500);
	uint32_t s = (uint32_t)pn_random_below(seed, 5);
	struct pn_bins *both[] = { bins, also };

	for (int i = 0; i < 2; i++) {
		struct pn_bin *bin;

		assert_int_equal(pn_bins_add_idle(both[i], from_ns, to_ns, s), 0);
		assert_int_equal(pn_bins_at(both[i], from_ns, s, &bin), 0);
		bin->entries++;
		assert_int_equal(pn_bins_at(both[i], to_ns, s, &bin), 0);
		bin->completed++;
		bin->above += from_ns & 1;
		bin->below += to_ns & 1;
		bin->pn += to_ns % 3;
	}
}

static void merge_is_the_whole(void **state)
{
	struct pn_bins whole = { .width_ns = 37, .origin_ns = 1000 };
	struct pn_bins parts[2] = { whole, whole }, sum = { 0 };
	uint64_t seed = 8;

	(void)state;
	for (int i = 0; i < 400; i++)
		fill(&whole, &parts[pn_random_below(&seed, 2)], &seed);
	assert_int_equal(pn_bins_merge(&sum, &parts[0]), 0);
	assert_int_equal(pn_bins_merge(&sum, &parts[1]), 0);
	assert_int_equal(sum.width_ns, 37);
	assert_int_equal(sum.origin_ns, 1000);
	for (uint32_t i = 0; i < whole.nr_bins; i++) {
		for (uint32_t s = 0; s < whole.nr_states; s++) {
			struct pn_bin *a, *b;

			assert_int_equal(pn_bins_at(&sum, 1000 + i * 37, s, &a), 0);
			assert_int_equal(pn_bins_at(&whole, 1000 + i * 37, s, &b), 0);
			assert_memory_equal(a, b, sizeof(*a));
		}
	}
	pn_bins_free(&parts[0]);
	pn_bins_free(&parts[1]);
	pn_bins_free(&sum);
	pn_bins_free(&whole);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_point_falls_into_its_bin),
		cmocka_unit_test(growing_keeps_what_there_is),
		cmocka_unit_test(time_is_spread),
		cmocka_unit_test(too_many_bins),
		cmocka_unit_test(at_the_end_of_time),
		cmocka_unit_test(merge_is_the_whole),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
