// SPDX-License-Identifier: GPL-2.0-only
/* Gates: what is taken for a condition, and what is not. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <errno.h>

#include "gate.h"
#include "support/assert_near.h"

static void conditions(void **state)
{
	struct pn_gate gate;

	(void)state;
	assert_int_equal(pn_gate_parse("pn>0", &gate), 0);
	assert_near(gate.limit, 0, 0);
	assert_int_equal(pn_gate_parse("  above_pct >= 12.5  ", &gate), 0);
	assert_near(gate.limit, 12.5, 0);
	assert_int_equal(pn_gate_parse("losses!=18446744073709551615", &gate), 0);
}

/* A limit that nothing can exceed is a gate that never trips, which nobody asks for. */
static void what_is_no_condition(void **state)
{
	static const char *const texts[] = {
		"",
		"pn",
		"pn>",
		"pn>x",
		"pn>-1",
		"pn>+1",
		"pn>1e999",
		"pn>1e3",
		"pn>0x10",
		"pn>nan",
		"pn>inf",
		"pn>1.",
		"pn>.5",
		"pn>1 2",
		"pn=>1",
		"pn=1",
		"nosuch>1",
		"pn>1%",
		"pn>1,5",
		"PN>1",
		">1",
		"pn<>1",
		"pn>>1",
		"pn>18446744073709551616",
		"pn>0.0000000000000000001",
	};
	struct pn_gate gate;

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		if (pn_gate_parse(texts[i], &gate) != -EINVAL)
			fail_msg("'%s' was taken", texts[i]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(conditions),
		cmocka_unit_test(what_is_no_condition),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
