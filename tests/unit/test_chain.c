// SPDX-License-Identifier: GPL-2.0-only
/* Chains of shallow stays, judged by hand-computed examples. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "core/chain.h"
#include "support/machine_builder.h"

#define MS UINT64_C(1000000)

struct fixture {
	struct pn_machine *machine;
	struct pn_rule rules[4];
	struct pn_chain chain;
};

static int set_up(void **state)
{
	static struct fixture fixture;

	fixture = (struct fixture){ .machine = pn_machine_build(1, PN_COMETLAKE) };
	for (uint32_t s = 0; s < 4; s++)
		fixture.rules[s] = pn_rule_make(&fixture.machine->tables[0], s, 4 * MS);
	*state = &fixture;
	return pn_chain_grow(&fixture.chain, 4);
}

static int tear_down(void **state)
{
	struct fixture *fixture = *state;

	pn_chain_free(&fixture->chain);
	pn_machine_free(fixture->machine);
	return 0;
}

static void nothing_is_no_chain(void **state)
{
	struct fixture *f = *state;

	assert_false(pn_chain_goes_on(&f->chain, 0, UINT64_MAX));
	assert_false(pn_chain_finish(&f->chain, f->rules, 0).nightmare);
}

static void one_stay_is_no_chain(void **state)
{
	struct fixture *f = *state;
	struct pn_chain_verdict verdict;

	pn_chain_add(&f->chain, 0, 100 * MS, 1);
	verdict = pn_chain_finish(&f->chain, f->rules, 4 * MS);
	assert_false(verdict.nightmare);
	assert_int_equal(verdict.length_ns, 100 * MS);
}

/* Six stays of 1 ms, 10 us apart: 6.05 ms, in which C2 (360 + 120 us) and C3 would have fitted. */
static void ticks_in_a_shallow_state(void **state)
{
	struct fixture *f = *state;
	struct pn_chain_verdict verdict;

	for (uint64_t i = 0; i < 6; i++)
		pn_chain_add(&f->chain, 5 * MS + i * 1010000, 6 * MS + i * 1010000, 1);
	verdict = pn_chain_finish(&f->chain, f->rules, 4 * MS);
	assert_true(verdict.nightmare);
	assert_int_equal(verdict.state, 1);
	assert_int_equal(verdict.length_ns, 6050000);
	assert_int_equal(f->chain.nr_stays, 0);
}

static void the_threshold_is_exclusive(void **state)
{
	struct fixture *f = *state;

	pn_chain_add(&f->chain, 0, 2 * MS, 1);
	pn_chain_add(&f->chain, 2 * MS, 4 * MS, 1);
	assert_false(pn_chain_finish(&f->chain, f->rules, 4 * MS).nightmare);
	pn_chain_add(&f->chain, 0, 2 * MS, 1);
	pn_chain_add(&f->chain, 2 * MS, 4 * MS + 1, 1);
	assert_true(pn_chain_finish(&f->chain, f->rules, 4 * MS).nightmare);
}

/* 4.1 ms in C2, where C3 would have needed 3102 + 1034 us: not a state too shallow. */
static void no_deeper_state_fits(void **state)
{
	struct fixture *f = *state;

	pn_chain_add(&f->chain, 0, 2 * MS, 2);
	pn_chain_add(&f->chain, 2 * MS, 4100000, 2);
	assert_false(pn_chain_finish(&f->chain, f->rules, 4 * MS).nightmare);
	pn_chain_add(&f->chain, 0, 2 * MS, 2);
	pn_chain_add(&f->chain, 2 * MS, 4136000, 2);
	assert_true(pn_chain_finish(&f->chain, f->rules, 4 * MS).nightmare);
}

/* Half of the time is no majority; what lies between the stays counts against it. */
static void a_majority_has_to_be_shallow(void **state)
{
	struct fixture *f = *state;
	struct pn_chain_verdict verdict;

	pn_chain_add(&f->chain, 0, 5 * MS, 1);
	pn_chain_add(&f->chain, 5 * MS, 10 * MS, 3);
	assert_false(pn_chain_finish(&f->chain, f->rules, 4 * MS).nightmare);
	pn_chain_add(&f->chain, 0, 5 * MS + 1, 1);
	pn_chain_add(&f->chain, 5 * MS + 1, 10 * MS, 3);
	verdict = pn_chain_finish(&f->chain, f->rules, 4 * MS);
	assert_true(verdict.nightmare);
	assert_int_equal(verdict.state, 1);
	pn_chain_add(&f->chain, 0, 5 * MS, 1);
	pn_chain_add(&f->chain, 5 * MS + 2, 10 * MS + 1, 3);
	assert_false(pn_chain_finish(&f->chain, f->rules, 4 * MS).nightmare);
}

static void the_state_with_most_of_it(void **state)
{
	struct fixture *f = *state;

	pn_chain_add(&f->chain, 0, 2 * MS, 0);
	pn_chain_add(&f->chain, 2 * MS, 5 * MS, 1);
	pn_chain_add(&f->chain, 5 * MS, 7 * MS, 0);
	assert_int_equal(pn_chain_finish(&f->chain, f->rules, 4 * MS).state, 0);
	/* Of equals the shallowest, in whatever order they came. */
	pn_chain_add(&f->chain, 0, 3 * MS, 1);
	pn_chain_add(&f->chain, 3 * MS, 6 * MS, 0);
	assert_int_equal(pn_chain_finish(&f->chain, f->rules, 4 * MS).state, 0);
	/* Nothing is left over from the chain before. */
	pn_chain_add(&f->chain, 0, 3 * MS, 1);
	pn_chain_add(&f->chain, 3 * MS, 5 * MS, 0);
	assert_int_equal(pn_chain_finish(&f->chain, f->rules, 4 * MS).state, 1);
}

static void what_goes_on(void **state)
{
	struct fixture *f = *state;

	pn_chain_add(&f->chain, 0, 1000, 1);
	assert_true(pn_chain_goes_on(&f->chain, 1000, 0));
	assert_true(pn_chain_goes_on(&f->chain, 1100, 100));
	assert_false(pn_chain_goes_on(&f->chain, 1101, 100));
	f->chain.broken = true;
	assert_false(pn_chain_goes_on(&f->chain, 1000, 100));
	/* The next stay starts with a clean sheet. */
	pn_chain_finish(&f->chain, f->rules, 4 * MS);
	pn_chain_add(&f->chain, 2000, 3000, 1);
	assert_true(pn_chain_goes_on(&f->chain, 3000, 100));
	assert_int_equal(f->chain.start_ns, 2000);
}

static void room_for_more_states(void **state)
{
	struct fixture *f = *state;

	pn_chain_add(&f->chain, 0, 5 * MS, 1);
	assert_int_equal(pn_chain_grow(&f->chain, 2), 0);
	assert_int_equal(f->chain.nr_states, 4);
	assert_int_equal(pn_chain_grow(&f->chain, 200), 0);
	assert_int_equal(f->chain.time_ns[1], 5 * MS);
	assert_int_equal(f->chain.time_ns[199], 0);
}

#define chain_test(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		chain_test(nothing_is_no_chain),       chain_test(one_stay_is_no_chain),
		chain_test(ticks_in_a_shallow_state),  chain_test(the_threshold_is_exclusive),
		chain_test(no_deeper_state_fits),      chain_test(a_majority_has_to_be_shallow),
		chain_test(the_state_with_most_of_it), chain_test(what_goes_on),
		chain_test(room_for_more_states),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
