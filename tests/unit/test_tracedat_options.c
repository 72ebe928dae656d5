// SPDX-License-Identifier: GPL-2.0-only
/* Options of a trace.dat: offsets of the clock that no recording has. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <string.h>

#include "io/tracedat_file.h"

enum { OPTION_DATE = 1, OPTION_OFFSET = 7, OPTION_TSC2NSEC = 14 };

static void give(struct pn_dat_file *dat, uint16_t id, const void *data, size_t size)
{
	const uint8_t *at = data;
	struct pn_problem problem = { "" };

	assert_int_equal(
		pn_dat_option(dat, id, (struct pn_bytes){ at, at + size, false }, &problem), 0);
}

static void give_text(struct pn_dat_file *dat, uint16_t id, const char *text)
{
	give(dat, id, text, strlen(text));
}

static void offsets_add_up(void **state)
{
	struct pn_dat_file dat = { .version = 7 };

	(void)state;
	give_text(&dat, OPTION_DATE, "0x10");
	give_text(&dat, OPTION_OFFSET, "-500");
	assert_int_equal(dat.clock.offset_ns, 16000 - 500);
}

/* Times are modulo 2^64, and so are these sums: built with -fsanitize=undefined, none overflows. */
static void offsets_wrap(void **state)
{
	static const uint8_t tsc[16] = { 1, [15] = 0x80 };
	struct pn_dat_file dat = { .version = 7 };

	(void)state;
	give_text(&dat, OPTION_OFFSET, "9223372036854775807");
	give_text(&dat, OPTION_OFFSET, "9223372036854775807");
	assert_int_equal(dat.clock.offset_ns, -2);
	give_text(&dat, OPTION_DATE, "0x7fffffffffffffff");
	assert_int_equal(dat.clock.offset_ns, -1002);
	give(&dat, OPTION_TSC2NSEC, tsc, sizeof(tsc));
	assert_true(dat.clock.offset_ns == INT64_MAX - 1001);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(offsets_add_up),
		cmocka_unit_test(offsets_wrap),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
