// SPDX-License-Identifier: GPL-2.0-only
/* Machines and their state tables: limits, what is unknown, and which state is deeper. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <errno.h>
#include <string.h>

#include "core/event.h"
#include "core/idle_state.h"
#include "support/machine_builder.h"

static void an_empty_machine_knows_nothing(void **state)
{
	struct pn_machine *machine = pn_machine_new();

	(void)state;
	assert_non_null(machine);
	assert_int_equal(machine->origin, PN_FROM_NOWHERE);
	assert_int_equal(machine->tick_ns, 0);
	assert_null(pn_machine_table(machine, 0));
	assert_null(pn_machine_table(machine, UINT32_MAX));
	assert_null(pn_machine_table(NULL, 0));
	pn_machine_free(machine);
	pn_machine_free(NULL);
}

static void tables_have_limits(void **state)
{
	struct pn_machine *machine = pn_machine_new();

	(void)state;
	assert_int_equal(pn_machine_add_table(machine, 0), -EINVAL);
	assert_int_equal(pn_machine_add_table(machine, PN_STATE_LIMIT + 1), -EINVAL);
	assert_int_equal(pn_machine_add_table(machine, PN_STATE_LIMIT), 0);
	assert_int_equal(pn_machine_add_table(machine, 1), 1);
	assert_int_equal(machine->nr_tables, 2);
	assert_int_equal(machine->tables[0].states[PN_STATE_LIMIT - 1].power_mw, PN_UNKNOWN);
	pn_machine_free(machine);
}

static void cpus_may_differ(void **state)
{
	struct pn_machine *machine = pn_machine_new();
	const struct pn_cpu_place place = { 1, PN_UNKNOWN, 0 };
	int32_t little = pn_machine_build_table(machine, "WFI:0:0 sleep:40:100");
	int32_t big = pn_machine_build_table(machine, "WFI:0:0 sleep:40:100 off:400:2000");

	(void)state;
	assert_int_equal(pn_machine_set_cpu(machine, 5, big, &place), 0);
	assert_int_equal(pn_machine_set_cpu(machine, 1, little, NULL), 0);
	assert_int_equal(machine->nr_cpus, 6);
	assert_ptr_equal(pn_machine_table(machine, 5), &machine->tables[big]);
	assert_ptr_equal(pn_machine_table(machine, 1), &machine->tables[little]);
	assert_null(pn_machine_table(machine, 0));
	assert_int_equal(machine->place[5].core, 1);
	assert_int_equal(machine->place[1].core, PN_UNKNOWN);
	/* A second call without a place leaves the first one's. */
	assert_int_equal(pn_machine_set_cpu(machine, 5, PN_UNKNOWN, NULL), 0);
	assert_int_equal(machine->place[5].core, 1);
	assert_null(pn_machine_table(machine, 5));
	pn_machine_free(machine);
}

static void bad_cpus_are_refused(void **state)
{
	struct pn_machine *machine = pn_machine_build(1, "WFI:0:0");

	(void)state;
	assert_int_equal(pn_machine_set_cpu(machine, PN_CPU_LIMIT, 0, NULL), -EINVAL);
	assert_int_equal(pn_machine_set_cpu(machine, 0, 1, NULL), -EINVAL);
	assert_int_equal(pn_machine_set_cpu(machine, 0, -2, NULL), -EINVAL);
	assert_int_equal(machine->nr_cpus, 1);
	assert_int_equal(pn_machine_set_cpu(machine, PN_CPU_LIMIT - 1, 0, NULL), 0);
	assert_non_null(pn_machine_table(machine, PN_CPU_LIMIT - 1));
	assert_null(pn_machine_table(machine, PN_CPU_LIMIT - 2));
	pn_machine_free(machine);
}

static void disabled_states_are_passed_over(void **state)
{
	struct pn_machine *machine = pn_machine_new();
	const struct pn_state_table *table;

	(void)state;
	pn_machine_build_table(machine, "A:0:0 B:1:1:off C:2:2 D:3:3:off E:4:4:off");
	pn_machine_build_table(machine, "A:0:0:off B:1:1:off");
	table = &machine->tables[0];
	assert_int_equal(pn_table_deepest(table), 2);
	assert_int_equal(pn_table_deeper(table, 0), 2);
	assert_int_equal(pn_table_deeper(table, 1), 2);
	assert_int_equal(pn_table_deeper(table, 2), PN_UNKNOWN);
	assert_int_equal(pn_table_deeper(table, 4), PN_UNKNOWN);
	assert_int_equal(pn_table_deeper(table, 4000), PN_UNKNOWN);
	assert_int_equal(pn_table_deepest(&machine->tables[1]), PN_UNKNOWN);
	pn_machine_free(machine);
}

static void equal_tables(void **state)
{
	static const struct {
		const char *states;
		bool equal;
	} cases[] = {
		{ "A:0:0 B:1:2", true },	{ "A:0:0", false },
		{ "A:0:0 C:1:2", false },	{ "A:0:0 B:2:2", false },
		{ "A:0:0 B:1:3", false },	{ "A:0:0 B:1:2:off", false },
		{ "A:0:0 B:1:2 C:3:4", false },
	};
	struct pn_machine *machine = pn_machine_new();

	(void)state;
	pn_machine_build_table(machine, "A:0:0 B:1:2");
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		int32_t other = pn_machine_build_table(machine, cases[i].states);

		assert_int_equal(pn_tables_equal(&machine->tables[0], &machine->tables[other]),
				 cases[i].equal);
	}
	/* What no verdict rests on may differ. */
	machine->tables[1].states[1].power_mw = 12;
	strcpy(machine->tables[1].states[1].desc, "other words");
	assert_true(pn_tables_equal(&machine->tables[0], &machine->tables[1]));
	pn_machine_free(machine);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_empty_machine_knows_nothing),
		cmocka_unit_test(tables_have_limits),
		cmocka_unit_test(cpus_may_differ),
		cmocka_unit_test(bad_cpus_are_refused),
		cmocka_unit_test(disabled_states_are_passed_over),
		cmocka_unit_test(equal_tables),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
