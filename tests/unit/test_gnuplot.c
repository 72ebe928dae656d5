// SPDX-License-Identifier: GPL-2.0-only
/* Texts that go into gnuplot's scripts, and workloads that are steps of a sweep. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "out/plot_draw.h"
#include "support/assert_near.h"

static void assert_text(const char *text, const char *expected)
{
	char out[PN_GNUPLOT_TEXT];

	assert_string_equal(pn_gnuplot_text(text, out), expected);
}

static void text_is_harmless(void **state)
{
	(void)state;
	assert_text("menu 6.1 (patched)", "menu 6.1 (patched)");
	assert_text("it's `rm -rf` \"x\" \\n", "it_s _rm -rf_ _x_ _n");
	assert_text("a\tb\nc\x7f", "a_b_c_");
	assert_text("µs ↓", "µs ↓");
	assert_text("\xff"
		    "a\xc3",
		    "_a_");
	assert_text("", "");
}

static void text_is_cut_between_characters(void **state)
{
	char in[2 * PN_GNUPLOT_TEXT + 1] = "", out[PN_GNUPLOT_TEXT];

	(void)state;
	for (size_t i = 0; i < PN_GNUPLOT_TEXT; i++)
		memcpy(in + 2 * i, "µ", 3);
	pn_gnuplot_text(in, out);
	assert_int_equal(strlen(out), (PN_GNUPLOT_TEXT - 1) / 2 * 2);
}

static void steps_of_sweeps(void **state)
{
	char base[PN_GNUPLOT_TEXT], unit[16];
	double param;

	(void)state;
	assert_true(pn_sweep_of("pingpong/pingpong phase=3 param=5000ns", base, &param, unit));
	assert_string_equal(base, "pingpong");
	assert_string_equal(unit, "ns");
	assert_near(param, 5000, 1e-9);
	assert_true(pn_sweep_of("busyload phase=0 param=30%", base, &param, unit));
	assert_string_equal(base, "busyload");
	assert_string_equal(unit, "%");
}

static void no_steps_of_sweeps(void **state)
{
	static const char *const none[] = { "",
					    "pingpong",
					    "a phase=1",
					    "a phase=1 param=idle",
					    "a param=3",
					    "a phase=1 param=inf",
					    "a phase=1 param=1aaaaaaaaaaaaaaaaaaaa" };
	char base[PN_GNUPLOT_TEXT], unit[16];
	double param;

	(void)state;
	for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++)
		assert_false(pn_sweep_of(none[i], base, &param, unit));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(text_is_harmless),
		cmocka_unit_test(text_is_cut_between_characters),
		cmocka_unit_test(steps_of_sweeps),
		cmocka_unit_test(no_steps_of_sweeps),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
