// SPDX-License-Identifier: GPL-2.0-only
/* Medians, intervals, noise floor and verdicts: by hand, and by simulation. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "core/abtest.h"
#include "support/assert_near.h"

#define NR(array) (sizeof(array) / sizeof((array)[0]))

static void compare(const double *base, size_t nr_base, const double *other, size_t nr_other,
		    enum pn_direction direction, bool enough, struct pn_ab *ab)
{
	double a[64], b[64];

	memcpy(a, base, nr_base * sizeof(*a));
	memcpy(b, other, nr_other * sizeof(*b));
	assert_int_equal(pn_ab_compare(a, nr_base, b, nr_other, direction, enough, ab), 0);
}

static void medians(void **state)
{
	double odd[] = { 9, 1, 5 }, even[] = { 4, 1, 3, 2 }, ties[] = { 2, 2, 2, 2, 7 },
	       one[] = { 3 };

	(void)state;
	assert_near(pn_median(odd, 3), 5, 0);
	assert_near(pn_median(even, 4), 2.5, 0);
	assert_near(pn_median(ties, 5), 2, 0);
	assert_near(pn_median(one, 1), 3, 0);
}

static void verdicts(void **state)
{
	static const double base[] = { 10.0, 10.1, 9.9, 10.2, 9.8 };
	static const double lower[] = { 8.0, 8.1, 7.9, 8.2, 7.8 };
	static const double alike[] = { 10.1, 10.0, 9.9, 10.2, 9.9 };
	struct pn_ab ab;

	(void)state;
	compare(base, 5, lower, 5, PN_LOWER_IS_BETTER, true, &ab);
	assert_int_equal(ab.verdict, PN_BETTER);
	assert_near(ab.base, 10.0, 1e-12);
	assert_near(ab.new_value, 8.0, 1e-12);
	assert_near(ab.diff, -2.0, 1e-12);
	assert_near(ab.diff_pct, -20.0, 1e-9);
	assert_true(ab.low >= -2.4 && ab.high <= -1.6 && ab.low <= -2.0 && ab.high >= -2.0);
	/* The worst split of the base: 9.8 and 9.9 against 10.0, 10.1 and 10.2. */
	assert_near(ab.noise, 0.25, 1e-9);
	compare(base, 5, lower, 5, PN_HIGHER_IS_BETTER, true, &ab);
	assert_int_equal(ab.verdict, PN_WORSE);
	compare(base, 5, lower, 5, PN_NO_DIRECTION, true, &ab);
	assert_int_equal(ab.verdict, PN_CHANGED);
	compare(base, 5, lower, 5, PN_LOWER_IS_BETTER, false, &ab);
	assert_int_equal(ab.verdict, PN_INSUFFICIENT);
	compare(base, 5, alike, 5, PN_LOWER_IS_BETTER, true, &ab);
	assert_int_equal(ab.verdict, PN_SAME);
	compare(base, 5, base, 5, PN_LOWER_IS_BETTER, true, &ab);
	assert_int_equal(ab.verdict, PN_SAME);
	assert_near(ab.diff, 0, 0);
}

static void too_few(void **state)
{
	static const double base[] = { 10, 11 }, other[] = { 1, 2, 3 };
	struct pn_ab ab;

	(void)state;
	compare(base, 2, other, 3, PN_LOWER_IS_BETTER, true, &ab);
	assert_int_equal(ab.verdict, PN_INSUFFICIENT);
	assert_near(ab.base, 10.5, 0);
	assert_near(ab.new_value, 2, 0);
	assert_near(ab.low, ab.high, 0);
	compare(base, 0, other, 3, PN_LOWER_IS_BETTER, true, &ab);
	assert_int_equal(ab.verdict, PN_INSUFFICIENT);
	assert_int_equal(ab.nr_base, 0);
}

/* From nothing to something there is a difference, but no percentage. */
static void from_zero(void **state)
{
	static const double zero[] = { 0, 0, 0, 0, 0 }, some[] = { 3, 4, 3, 5, 4 };
	struct pn_ab ab;

	(void)state;
	compare(zero, 5, some, 5, PN_LOWER_IS_BETTER, true, &ab);
	assert_int_equal(ab.verdict, PN_WORSE);
	assert_true(isnan(ab.diff_pct));
	compare(zero, 5, zero, 5, PN_LOWER_IS_BETTER, true, &ab);
	assert_int_equal(ab.verdict, PN_SAME);
	assert_near(ab.diff_pct, 0, 0);
}

/* A difference that is as large as what the base shows against itself is none. */
static void noise_hides(void **state)
{
	static const double wild[] = { 1, 2, 10, 20, 30, 1, 2, 3 }, other[] = { 6, 6, 6, 6, 6 };
	struct pn_ab ab;

	(void)state;
	compare(wild, 8, other, 5, PN_LOWER_IS_BETTER, true, &ab);
	assert_true(ab.noise > fabs(ab.diff));
	assert_int_equal(ab.verdict, PN_SAME);
}

/* --- by simulation ---------------------------------------------------------------------------- */

static double uniform(uint64_t *seed)
{
	*seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (double)(*seed >> 11) * 0x1p-53;
}

/* Skewed to the right, as times are: log-normal, by Box and Muller. */
static double skewed(uint64_t *seed)
{
	double u = uniform(seed), v = uniform(seed);

	return exp(0.3 * sqrt(-2.0 * log(u > 0 ? u : 1e-300)) * cos(6.283185307179586 * v));
}

/* How often the interval holds the true difference of medians, in percent of the rounds. */
static double coverage(size_t nr, int rounds)
{
	uint64_t seed = 20180826;
	int held = 0;

	for (int round = 0; round < rounds; round++) {
		double a[16], b[16];
		struct pn_ab ab;

		for (size_t i = 0; i < nr; i++) {
			a[i] = skewed(&seed);
			b[i] = skewed(&seed) + 0.5;
		}
		assert_int_equal(pn_ab_compare(a, nr, b, nr, PN_NO_DIRECTION, true, &ab), 0);
		held += ab.low <= 0.5 && ab.high >= 0.5;
	}
	return 100.0 * held / rounds;
}

static void interval_holds_the_truth(void **state)
{
	double five = coverage(5, 300), ten = coverage(10, 300);

	(void)state;
	print_message("coverage of the 95 %% interval: %.1f %% at n = 5, %.1f %% at n = 10\n", five,
		      ten);
	assert_true(five >= 90 && five <= 98);
	assert_true(ten >= 90 && ten <= 98);
}

/* One distribution against itself: at most 5 % of the verdicts are anything but "same". */
static void few_false_alarms(void **state)
{
	uint64_t seed = 1;
	int alarms = 0, rounds = 400;

	(void)state;
	for (int round = 0; round < rounds; round++) {
		double a[5], b[5];
		struct pn_ab ab;

		for (size_t i = 0; i < 5; i++) {
			a[i] = skewed(&seed);
			b[i] = skewed(&seed);
		}
		assert_int_equal(pn_ab_compare(a, 5, b, 5, PN_NO_DIRECTION, true, &ab), 0);
		alarms += ab.verdict != PN_SAME;
	}
	print_message("false alarms at n = 5: %.2f %%\n", 100.0 * alarms / rounds);
	assert_true(alarms * 100 <= 5 * rounds);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(medians),	    cmocka_unit_test(verdicts),
		cmocka_unit_test(too_few),	    cmocka_unit_test(from_zero),
		cmocka_unit_test(noise_hides),	    cmocka_unit_test(interval_holds_the_truth),
		cmocka_unit_test(few_false_alarms),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
