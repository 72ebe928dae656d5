// SPDX-License-Identifier: GPL-2.0-only
/*
 * Too deep, too shallow, powernightmare: the vectors of DEFINITIONS section 3, and every rule
 * against the definition followed word by word.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "core/mispredict.h"
#include "core/params.h"
#include "support/kernel_verdict.h"
#include "support/machine_builder.h"
#include "support/random.h"

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

/* 'a' too deep, 'b' too shallow, '-' neither. */
static char judge(const struct pn_rule *rule, uint64_t length_ns)
{
	if (length_ns < rule->above_ns)
		return 'a';
	return length_ns >= rule->below_ns ? 'b' : '-';
}

struct vector {
	uint32_t state;
	uint64_t length_ns;
	char verdict;
};

static void check(const char *states, const struct vector *vectors, size_t nr)
{
	struct pn_machine *machine = pn_machine_build(1, states);

	for (size_t i = 0; i < nr; i++) {
		struct pn_rule rule = pn_rule_make(&machine->tables[0], vectors[i].state, 1);

		if (judge(&rule, vectors[i].length_ns) != vectors[i].verdict)
			fail_msg("vector %zu: state %u for %lu ns is %c", i, vectors[i].state,
				 (unsigned long)vectors[i].length_ns,
				 judge(&rule, vectors[i].length_ns));
	}
	pn_machine_free(machine);
}

static void defined_vectors(void **state)
{
	static const struct vector vectors[] = {
		{ 1, 360500, '-' },
		{ 1, 360999, '-' },
		{ 1, 361000, 'b' },
		{ 2, 3150000, '-' },
		{ 2, 3221999, '-' },
		{ 2, 3222000, 'b' },
		{ 2, 359000, 'a' },
		{ 2, 359999, 'a' },
		{ 2, 360000, '-' },
		/* State 0 is never too deep, and too shallow from the residency of state 1. */
		{ 0, 0, '-' },
		{ 0, 999, '-' },
		{ 0, 1000, 'b' },
		/* The deepest one is never too shallow. */
		{ 3, 3101999, 'a' },
		{ 3, 3102000, '-' },
		{ 3, UINT64_MAX - 1, '-' },
	};

	(void)state;
	check(PN_COMETLAKE, vectors, COUNT(vectors));
}

static void with_a_state_disabled(void **state)
{
	static const struct vector vectors[] = {
		{ 1, 3102999, '-' },
		{ 1, 3103000, 'b' },
		/* A state that is disabled can still be entered. */
		{ 2, 359999, 'a' },
		{ 2, 3222000, 'b' },
		{ 3, 3101999, 'a' },
	};

	(void)state;
	check("POLL:0:0 C1:1:1 C2:120:360:off C3:1034:3102", vectors, COUNT(vectors));
}

static void nothing_shallower_enabled(void **state)
{
	static const struct vector vectors[] = {
		{ 2, 0, '-' },
		{ 2, 359999, '-' },
		{ 2, 3222000, 'b' },
		{ 3, 3101999, 'a' },
	};

	(void)state;
	check("POLL:0:0:off C1:1:1:off C2:120:360 C3:1034:3102", vectors, COUNT(vectors));
}

static void nothing_deeper_enabled(void **state)
{
	static const struct vector vectors[] = {
		{ 1, 999, 'a' },
		{ 1, UINT64_C(1) << 50, '-' },
		{ 2, UINT64_C(1) << 50, '-' },
		{ 3, 3101999, 'a' },
	};

	(void)state;
	check("POLL:0:0 C1:1:1 C2:120:360:off C3:1034:3102:off", vectors, COUNT(vectors));
}

/* If the first deeper state does not fit, one behind it that would is not tried. */
static void only_the_next_state_is_tried(void **state)
{
	static const struct vector vectors[] = {
		{ 0, 150000, '-' },
		{ 0, 200000, 'b' },
	};

	(void)state;
	check("A:0:0 B:10:200 C:10:100", vectors, COUNT(vectors));
}

/* The kernel looks for something deeper only when the residency of the state itself was met. */
static void a_short_stay_is_never_too_shallow(void **state)
{
	static const struct vector vectors[] = {
		{ 0, 100000, '-' },
		{ 0, 299999, '-' },
		{ 0, 300000, 'b' },
		{ 1, 60000, '-' },
	};

	(void)state;
	check("A:0:300 B:10:50", vectors, COUNT(vectors));
}

/* A stay has to be longer than the exit latency, which counts where the next residency is 0. */
static void a_next_state_without_residency(void **state)
{
	static const struct vector vectors[] = {
		{ 0, 5000, '-' },
		{ 0, 5001, 'b' },
		{ 1, 0, '-' },
	};

	(void)state;
	check("A:5:0 B:0:0", vectors, COUNT(vectors));
}

static void without_a_table(void **state)
{
	struct pn_rule rule = pn_rule_make(NULL, 0, 15000000);

	(void)state;
	assert_int_equal(judge(&rule, 0), '-');
	assert_int_equal(judge(&rule, UINT64_MAX - 1), '-');
	assert_int_equal(rule.pn_ns, 15000001);
	assert_true(rule.excess_ns == PN_NEVER);
	assert_true(rule.need_ns == PN_NEVER);
}

static void a_state_that_the_table_lacks(void **state)
{
	struct pn_machine *machine = pn_machine_build(1, PN_COMETLAKE);
	struct pn_rule rule = pn_rule_make(&machine->tables[0], 4, 1);

	(void)state;
	assert_int_equal(judge(&rule, 0), '-');
	assert_int_equal(judge(&rule, UINT64_MAX - 1), '-');
	assert_true(rule.pn_ns == PN_NEVER);
	/* It is no shallow state, so it ends a chain. */
	assert_int_equal(rule.deepest, 1);
	pn_machine_free(machine);
}

static void powernightmares_pass_both_limits(void **state)
{
	struct pn_machine *machine = pn_machine_build(1, PN_COMETLAKE);
	const struct pn_state_table *table = &machine->tables[0];

	(void)state;
	/* The threshold is exclusive, and decides where it is the larger one. */
	assert_int_equal(pn_rule_make(table, 1, 1500000).pn_ns, 1500001);
	/* Too shallow from 3222 us on, which is more than 1.5 ms. */
	assert_int_equal(pn_rule_make(table, 2, 1500000).pn_ns, 3222000);
	assert_true(pn_rule_make(table, 3, 1500000).pn_ns == PN_NEVER);
	assert_int_equal(pn_rule_make(table, 3, 1500000).deepest, 1);
	assert_int_equal(pn_rule_make(table, 2, 1500000).deepest, 0);
	pn_machine_free(machine);
}

static void what_could_have_been_spent_deeper(void **state)
{
	struct pn_machine *machine =
		pn_machine_build(1, "POLL:0:0 C1:1:1 C2:120:360:off C3:1034:3102 C4:10:20");
	const struct pn_state_table *table = &machine->tables[0];

	(void)state;
	assert_int_equal(pn_rule_make(table, 1, 1).excess_ns, 3103000);
	/* For chains any deeper state will do, and this table is not in order. */
	assert_int_equal(pn_rule_make(table, 1, 1).need_ns, 30000);
	assert_int_equal(pn_rule_make(table, 3, 1).need_ns, 30000);
	assert_true(pn_rule_make(table, 4, 1).need_ns == PN_NEVER);
	pn_machine_free(machine);
}

static void random_table(struct pn_state_table *table, uint64_t *seed)
{
	for (uint32_t i = 0; i < table->nr_states; i++) {
		table->states[i].exit_latency_ns = pn_random_length(seed, 12);
		table->states[i].target_residency_ns = pn_random_length(seed, 12);
		table->states[i].disabled = !pn_random_below(seed, 4);
	}
}

/* Also where tables are not in order, which no rule may rely on. */
static void as_the_kernel_for_any_table(void **state)
{
	struct pn_machine *machine = pn_machine_build(1, "A:0:0 B:0:0 C:0:0 D:0:0 E:0:0");
	struct pn_state_table *table = &machine->tables[0];
	uint64_t seed = 5;

	(void)state;
	for (int round = 0; round < 2000; round++) {
		uint64_t threshold_ns = pn_random_length(&seed, 13);

		random_table(table, &seed);
		for (int i = 0; i < 50; i++) {
			uint32_t s = (uint32_t)pn_random_below(&seed, 5);
			uint64_t length_ns = pn_random_length(&seed, 13);
			struct pn_rule rule = pn_rule_make(table, s, threshold_ns);
			char verdict = pn_kernel_verdict(table, s, length_ns);

			assert_int_equal(judge(&rule, length_ns), verdict);
			assert_int_equal(length_ns >= rule.pn_ns,
					 verdict == 'b' && length_ns > threshold_ns);
			assert_int_equal(rule.deepest, pn_table_deeper(table, s) < 0);
		}
	}
	pn_machine_free(machine);
}

static void default_thresholds(void **state)
{
	struct pn_machine *machine = pn_machine_build(1, PN_COMETLAKE);
	struct pn_params params = pn_params_default(NULL);

	(void)state;
	assert_int_equal(params.threshold_ns, 15000000);
	assert_int_equal(params.threshold_from, PN_FROM_DEFAULT);
	assert_int_equal(params.chain_gap_ns, 100000);
	params = pn_params_default(machine);
	assert_int_equal(params.threshold_ns, 15000000);
	assert_int_equal(params.threshold_from, PN_FROM_DEFAULT);
	machine->tick_ns = 1000000;
	machine->origin = PN_FROM_SIDECAR;
	params = pn_params_default(machine);
	assert_int_equal(params.threshold_ns, 1500000);
	assert_int_equal(params.threshold_from, PN_FROM_SIDECAR);
	pn_machine_free(machine);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(defined_vectors),
		cmocka_unit_test(with_a_state_disabled),
		cmocka_unit_test(nothing_shallower_enabled),
		cmocka_unit_test(nothing_deeper_enabled),
		cmocka_unit_test(only_the_next_state_is_tried),
		cmocka_unit_test(a_short_stay_is_never_too_shallow),
		cmocka_unit_test(a_next_state_without_residency),
		cmocka_unit_test(without_a_table),
		cmocka_unit_test(a_state_that_the_table_lacks),
		cmocka_unit_test(powernightmares_pass_both_limits),
		cmocka_unit_test(what_could_have_been_spent_deeper),
		cmocka_unit_test(as_the_kernel_for_any_table),
		cmocka_unit_test(default_thresholds),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
