// SPDX-License-Identifier: GPL-2.0-only
/* CPUs: which may be used, why not, and pairs in a relation, on made-up machines. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "place.h"
#include "support/tmpdir.h"

#define CPU_DIR "sys/devices/system/cpu/"

static void put(const struct pn_tmpdir *dir, const char *name, const char *text)
{
	free(pn_tmpdir_write(dir, name, text, strlen(text)));
}

static void put_cpu(const struct pn_tmpdir *dir, uint32_t cpu, const char *core,
		    const char *package)
{
	char name[96];

	snprintf(name, sizeof(name), CPU_DIR "cpu%u/topology/core_cpus_list", cpu);
	put(dir, name, core);
	snprintf(name, sizeof(name), CPU_DIR "cpu%u/topology/physical_package_id", cpu);
	put(dir, name, package);
}

/* Two packages of two cores of two CPUs: 0,4 and 1,5 in the first, 2,6 and 3,7 in the second. */
static int make_machine(void **state)
{
	static const char *const cores[] = { "0,4\n", "1,5\n", "2,6\n", "3,7\n" };
	struct pn_tmpdir *dir = calloc(1, sizeof(*dir));

	if (!dir)
		return -1;
	*state = dir;
	pn_tmpdir_make(dir);
	put(dir, CPU_DIR "possible", "0-8\n");
	put(dir, CPU_DIR "online", "0-7\n");
	for (uint32_t cpu = 0; cpu < 8; cpu++)
		put_cpu(dir, cpu, cores[cpu % 4], cpu % 4 < 2 ? "0\n" : "1\n");
	return 0;
}

static int remove_machine(void **state)
{
	pn_tmpdir_remove(*state);
	free(*state);
	return 0;
}

/* The machine with an affinity of its own, since that of the test machine is of no use here. */
static void open_with(struct pn_place *place, const struct pn_tmpdir *dir, const char *allowed)
{
	assert_int_equal(pn_place_open(place, dir->path), 0);
	pn_cpuset_free(&place->allowed);
	assert_int_equal(pn_cpulist_parse(allowed, &place->allowed), 0);
}

static void a_cpu_may_be_used_or_not(void **state)
{
	struct pn_place place;
	char why[160] = "";

	open_with(&place, *state, "0-3");
	assert_int_equal(pn_place_check(&place, 3, why, sizeof(why)), 0);
	assert_string_equal(why, "");
	assert_int_equal(pn_place_check(&place, 9, why, sizeof(why)), -ENODEV);
	assert_string_equal(why, "there is no CPU 9 here (there are 0-8)");
	assert_int_equal(pn_place_check(&place, 8, why, sizeof(why)), -ENXIO);
	assert_string_equal(why, "CPU 8 is offline (online: 0-7)");
	assert_int_equal(pn_place_check(&place, 4, why, sizeof(why)), -EPERM);
	assert_string_equal(why, "CPU 4 is forbidden by taskset or a cpuset (allowed: 0-3)");
	pn_place_close(&place);
}

static void without_sysfs_the_affinity_decides(void **state)
{
	struct pn_tmpdir empty;
	struct pn_place place;
	char why[160];

	(void)state;
	pn_tmpdir_make(&empty);
	open_with(&place, &empty, "2");
	assert_int_equal(pn_place_check(&place, 2, why, sizeof(why)), 0);
	assert_int_equal(pn_place_check(&place, 3, why, sizeof(why)), -EPERM);
	pn_place_close(&place);
	pn_tmpdir_remove(&empty);
}

static void assert_pair(const struct pn_place *place, enum pn_place_relation relation,
			struct pn_cpuset *used, uint32_t a, uint32_t b)
{
	uint32_t cpus[2] = { UINT32_MAX, UINT32_MAX };

	assert_int_equal(pn_place_pair(place, &place->allowed, relation, used, cpus), 0);
	assert_int_equal(cpus[0], a);
	assert_int_equal(cpus[1], b);
}

static void pairs_keep_out_of_each_other_s_way(void **state)
{
	struct pn_cpuset used = { 0 };
	struct pn_place place;

	open_with(&place, *state, "0-7");
	assert_pair(&place, PN_PLACE_SMT, &used, 0, 4);
	assert_pair(&place, PN_PLACE_SMT, &used, 1, 5);
	assert_pair(&place, PN_PLACE_SAME_PACKAGE, &used, 2, 3);
	assert_int_equal(pn_cpuset_count(&used), 6);
	pn_cpuset_free(&used);
	assert_pair(&place, PN_PLACE_OTHER_PACKAGE, &used, 0, 2);
	assert_pair(&place, PN_PLACE_OTHER_PACKAGE, &used, 1, 3);
	assert_pair(&place, PN_PLACE_SAME_CPU, &used, 4, 4);
	pn_cpuset_free(&used);
	pn_place_close(&place);
}

/* With all CPUs in use a pair shares, with as few as it can. */
static void with_too_few_cpus_pairs_share(void **state)
{
	struct pn_cpuset used = { 0 };
	struct pn_place place;

	open_with(&place, *state, "0,1,4");
	assert_pair(&place, PN_PLACE_SAME_PACKAGE, &used, 0, 1);
	assert_pair(&place, PN_PLACE_SAME_PACKAGE, &used, 1, 4);
	assert_pair(&place, PN_PLACE_SAME_PACKAGE, &used, 0, 1);
	pn_cpuset_free(&used);
	pn_place_close(&place);
}

static void assert_no_pair(const struct pn_place *place, enum pn_place_relation relation)
{
	struct pn_cpuset used = { 0 };
	uint32_t cpus[2];

	assert_int_equal(pn_place_pair(place, &place->allowed, relation, &used, cpus), -ENOENT);
	assert_int_equal(pn_cpuset_count(&used), 0);
	pn_cpuset_free(&used);
}

static void a_relation_that_the_machine_has_not(void **state)
{
	struct pn_place place;

	open_with(&place, *state, "0,1");
	assert_no_pair(&place, PN_PLACE_SMT);
	assert_no_pair(&place, PN_PLACE_OTHER_PACKAGE);
	assert_no_pair(&place, PN_PLACE_FREE);
	pn_place_close(&place);
	open_with(&place, *state, "0,2");
	assert_no_pair(&place, PN_PLACE_SAME_PACKAGE);
	pn_place_close(&place);
}

static void older_kernels_name_the_core_s_cpus_otherwise(void **state)
{
	struct pn_tmpdir old;
	struct pn_cpuset used = { 0 };
	struct pn_place place;

	(void)state;
	pn_tmpdir_make(&old);
	put(&old, CPU_DIR "cpu0/topology/thread_siblings_list", "0-1\n");
	put(&old, CPU_DIR "cpu1/topology/thread_siblings_list", "0-1\n");
	open_with(&place, &old, "0-2");
	assert_pair(&place, PN_PLACE_SMT, &used, 0, 1);
	pn_cpuset_free(&used);
	assert_pair(&place, PN_PLACE_SAME_PACKAGE, &used, 0, 2);
	pn_cpuset_free(&used);
	pn_place_close(&place);
	pn_tmpdir_remove(&old);
}

static void pinning_to_no_cpu_that_is_there_fails(void **state)
{
	struct pn_cpuset set = { 0 };

	(void)state;
	assert_int_equal(pn_cpuset_add(&set, PN_CPULIST_MAX - 1), 0);
	assert_int_equal(pn_place_pin(&set), -EINVAL);
	pn_cpuset_free(&set);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_cpu_may_be_used_or_not),
		cmocka_unit_test(without_sysfs_the_affinity_decides),
		cmocka_unit_test(pairs_keep_out_of_each_other_s_way),
		cmocka_unit_test(with_too_few_cpus_pairs_share),
		cmocka_unit_test(a_relation_that_the_machine_has_not),
		cmocka_unit_test(older_kernels_name_the_core_s_cpus_otherwise),
		cmocka_unit_test(pinning_to_no_cpu_that_is_there_fails),
	};

	return cmocka_run_group_tests(tests, make_machine, remove_machine);
}
