// SPDX-License-Identifier: GPL-2.0-only
/* The options of all workloads: what is taken, what is refused, and what a step's length is. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <errno.h>
#include <string.h>

#include "args.h"
#include "util/duration.h"

static int parse_option(int key, char *arg, struct argp_state *state)
{
	(void)arg;
	if (key != ARGP_KEY_INIT)
		return ARGP_ERR_UNKNOWN;
	state->child_inputs[0] = state->input;
	return 0;
}

static const struct argp_child children[] = { { .argp = &pn_args_common }, { 0 } };
static const struct argp argp = { .parser = parse_option, .children = children };

/* Parses the words of a command line behind the program's name. */
static int parse(struct pn_args *args, const char *first, const char *second)
{
	char name[] = "test", one[64], two[64];
	char *argv[] = { name, one, second ? two : NULL, NULL };

	strcpy(one, first);
	if (second)
		strcpy(two, second);
	*args = (struct pn_args){ 0 };
	return pn_args_parse(&argp, second ? 3 : 2, argv, args);
}

static void values_are_taken(void **state)
{
	struct pn_args args;

	(void)state;
	assert_int_equal(parse(&args, "--duration=1.5s", "--seed=18446744073709551615"), 0);
	assert_int_equal(args.duration_ns, 1500000000);
	assert_true(args.seed == UINT64_MAX);
	assert_int_equal(parse(&args, "-d2m", "-c0-2,5"), 0);
	assert_int_equal(args.duration_ns, UINT64_C(120000000000));
	assert_int_equal(pn_cpuset_count(&args.cpus), 4);
	assert_int_equal(args.seed, 1);
	assert_string_equal(args.sysroot, "");
	pn_args_free(&args);
	assert_int_equal(parse(&args, "-q", "-jout.json"), 0);
	assert_true(args.quiet);
}

static void nonsense_is_refused(void **state)
{
	static const char *const bad[] = {
		"--duration=5",
		"--duration=0s",
		"--duration=-1s",
		"--duration=9001h",
		"--duration=1e3s",
		"--step=0",
		"--step=x",
		"--cpus=",
		"--cpus=3-1",
		"--cpus=a",
		"--cpus=65536",
		"--seed=-1",
		"--seed=1.5",
		"--seed=0x1",
		"--seed=18446744073709551616",
		"--no-such-option",
		"word",
		"--duration",
		"-x",
	};
	struct pn_args args;

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		assert_int_equal(parse(&args, bad[i], NULL), -EINVAL);
		pn_args_free(&args);
	}
	assert_int_equal(parse(&args, "--duration=10s", "--step=1s"), -EINVAL);
}

static void a_step_is_a_share_of_the_run(void **state)
{
	struct pn_args args = { 0 };

	(void)state;
	assert_int_equal(pn_args_step_ns(&args, 10, 77), 77);
	args.duration_ns = 1000;
	assert_int_equal(pn_args_step_ns(&args, 10, 77), 100);
	assert_int_equal(pn_args_step_ns(&args, 1, 77), 1000);
	assert_int_equal(pn_args_step_ns(&args, 2000, 77), 1);
	args = (struct pn_args){ .step_ns = 5 };
	assert_int_equal(pn_args_step_ns(&args, 10, 77), 5);
}

static void values_have_limits(void **state)
{
	static const char *const names[] = { "pipe", "futex", NULL };
	uint64_t value = 0;

	(void)state;
	assert_int_equal(pn_args_u64("--n", "5", 1, 5, &value), 0);
	assert_int_equal(value, 5);
	assert_int_equal(pn_args_u64("--n", "6", 1, 5, &value), -EINVAL);
	assert_int_equal(pn_args_u64("--n", "0", 1, 5, &value), -EINVAL);
	assert_int_equal(pn_args_time("--t", "999ns", 1000, &value), -EINVAL);
	assert_int_equal(pn_args_time("--t", "1us", 1000, &value), 0);
	assert_int_equal(value, 1000);
	assert_int_equal(pn_args_choice("--via", "futex", names), 1);
	assert_int_equal(pn_args_choice("--via", "fute", names), -EINVAL);
	assert_int_equal(pn_args_choice("--via", "", names), -EINVAL);
}

static void sweeps_are_checked(void **state)
{
	struct pn_sweep sweep = { 0 };

	(void)state;
	assert_int_equal(pn_args_sweep("--s", "1us:3us:1us", pn_parse_duration, "", &sweep), 0);
	assert_int_equal(pn_sweep_count(&sweep), 3);
	assert_int_equal(pn_args_sweep("--s", "1us:3us", pn_parse_duration, "", &sweep), -EINVAL);
	assert_int_equal(pn_args_sweep("--s", "0:1s:1ns", pn_parse_duration, "", &sweep), -EINVAL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values_are_taken),
		cmocka_unit_test(nonsense_is_refused),
		cmocka_unit_test(a_step_is_a_share_of_the_run),
		cmocka_unit_test(values_have_limits),
		cmocka_unit_test(sweeps_are_checked),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
