// SPDX-License-Identifier: GPL-2.0-only
/* Sidecars: what is written reads back as it was, and what is no sidecar is one line of error. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/event.h"
#include "io/states.h"
#include "out/states_json.h"
#include "support/machine_builder.h"
#include "support/tmpdir.h"

#define NR(a) (sizeof(a) / sizeof((a)[0]))

static struct pn_tmpdir dir;

static int make_dir(void **state)
{
	(void)state;
	pn_tmpdir_make(&dir);
	return 0;
}

static int remove_dir(void **state)
{
	(void)state;
	pn_tmpdir_remove(&dir);
	return 0;
}

static int read_text(const char *text, size_t len, struct pn_machine **machine,
		     struct pn_problem *problem)
{
	char *path = pn_tmpdir_write(&dir, "states.json", text, len);
	int err = pn_states_read(path, PN_FROM_OPTION, machine, problem);

	free(path);
	return err;
}

static struct pn_machine *read_good(const char *text)
{
	struct pn_problem problem = { 0 };
	struct pn_machine *machine;

	if (read_text(text, strlen(text), &machine, &problem))
		fail_msg("%s", problem.text);
	return machine;
}

static char *written(const struct pn_machine *machine)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	assert_non_null(out);
	assert_int_equal(pn_states_write(machine, out), 0);
	assert_int_equal(fclose(out), 0);
	return text;
}

static void assert_states_equal(const struct pn_state_table *a, const struct pn_state_table *b)
{
	assert_int_equal(a->nr_states, b->nr_states);
	for (uint32_t i = 0; i < a->nr_states; i++) {
		const struct pn_idle_state *x = &a->states[i], *y = &b->states[i];

		assert_string_equal(x->name, y->name);
		assert_string_equal(x->desc, y->desc);
		assert_int_equal(x->exit_latency_ns, y->exit_latency_ns);
		assert_int_equal(x->target_residency_ns, y->target_residency_ns);
		assert_int_equal(x->power_mw, y->power_mw);
		assert_int_equal(x->disabled, y->disabled);
	}
}

static void assert_machines_equal(const struct pn_machine *a, const struct pn_machine *b)
{
	assert_string_equal(a->driver, b->driver);
	assert_string_equal(a->governor, b->governor);
	assert_string_equal(a->vendor, b->vendor);
	assert_int_equal(a->tick_ns, b->tick_ns);
	assert_int_equal(a->nr_tables, b->nr_tables);
	for (uint32_t i = 0; i < a->nr_tables; i++)
		assert_states_equal(&a->tables[i], &b->tables[i]);
	assert_int_equal(a->nr_cpus, b->nr_cpus);
	for (uint32_t cpu = 0; cpu < a->nr_cpus; cpu++) {
		assert_int_equal(a->table_of[cpu], b->table_of[cpu]);
		assert_memory_equal(&a->place[cpu], &b->place[cpu], sizeof(a->place[cpu]));
	}
}

static void assert_round_trip(const struct pn_machine *machine)
{
	char *text = written(machine);
	struct pn_machine *back = read_good(text);

	assert_int_equal(back->origin, PN_FROM_OPTION);
	assert_machines_equal(machine, back);
	pn_machine_free(back);
	free(text);
}

static void nothing_known_reads_back(void **state)
{
	struct pn_machine *machine = pn_machine_new();

	(void)state;
	assert_round_trip(machine);
	pn_machine_free(machine);
}

static void everything_at_its_limits_reads_back(void **state)
{
	struct pn_machine *machine = pn_machine_build(3, PN_COMETLAKE);
	int32_t second = pn_machine_build_table(machine, "POLL:0:0 C1:2:2:off");
	const struct pn_cpu_place place = { INT32_MAX, 0, 7 };
	struct pn_idle_state *deepest = &machine->tables[second].states[1];

	(void)state;
	memset(machine->driver, 'd', sizeof(machine->driver) - 1);
	memset(machine->governor, 'g', sizeof(machine->governor) - 1);
	memset(machine->vendor, 'v', sizeof(machine->vendor) - 1);
	memset(deepest->name, 'n', sizeof(deepest->name) - 1);
	memset(deepest->desc, 'e', sizeof(deepest->desc) - 1);
	deepest->exit_latency_ns = INT64_MAX;
	deepest->target_residency_ns = INT64_MAX;
	deepest->power_mw = INT32_MAX;
	machine->tables[0].states[0].power_mw = 0;
	machine->tick_ns = 1000000000;
	assert_int_equal(pn_machine_set_cpu(machine, 5, second, &place), 0);
	assert_int_equal(pn_machine_set_cpu(machine, PN_CPU_LIMIT - 1, second, NULL), 0);
	assert_round_trip(machine);
	pn_machine_free(machine);
}

static void many_states_read_back(void **state)
{
	struct pn_machine *machine = pn_machine_new();

	(void)state;
	assert_int_equal(pn_machine_add_table(machine, PN_STATE_LIMIT), 0);
	for (uint32_t i = 0; i < PN_STATE_LIMIT; i++)
		machine->tables[0].states[i].exit_latency_ns = i;
	assert_int_equal(pn_machine_set_cpu(machine, 0, 0, NULL), 0);
	assert_round_trip(machine);
	pn_machine_free(machine);
}

static void names_with_every_sign_read_back(void **state)
{
	struct pn_machine *machine = pn_machine_build(1, "A:0:0");

	(void)state;
	strcpy(machine->tables[0].states[0].name, "\"\\/{}[],:' \xc3\xa9\xe2\x82\xac");
	assert_round_trip(machine);
	pn_machine_free(machine);
}

static void only_the_topology_is_enough(void **state)
{
	struct pn_machine *machine =
		read_good("{\"schema\":\"powernightmare.states/1\",\"tables\":[],"
			  "\"topology\":[{\"cpu\":1,\"core\":0,\"cluster\":1,\"package\":null}]}");

	(void)state;
	assert_int_equal(machine->nr_tables, 0);
	assert_int_equal(machine->nr_cpus, 2);
	assert_int_equal(machine->place[1].core, 0);
	assert_int_equal(machine->place[1].cluster, 1);
	assert_int_equal(machine->place[1].package, PN_UNKNOWN);
	assert_int_equal(machine->place[0].core, PN_UNKNOWN);
	assert_int_equal(machine->tick_ns, 0);
	pn_machine_free(machine);
}

static void unknown_keys_and_nulls_are_passed_over(void **state)
{
	struct pn_machine *machine = read_good(
		"{\"colour\":[{}],\"schema\":\"powernightmare.states/1\",\"driver\":null,"
		"\"governor\":null,\"tick_ns\":null,\"topology\":null,\"tables\":[{\"cpus\":\"0\","
		"\"x\":1,\"states\":[{\"name\":\"A\",\"desc\":null,\"exit_latency_ns\":1,"
		"\"target_residency_ns\":2,\"power_mw\":null,\"disabled\":null,\"y\":{}}]}]} \n\n");

	(void)state;
	assert_int_equal(machine->nr_tables, 1);
	assert_string_equal(machine->tables[0].states[0].name, "A");
	assert_int_equal(machine->tables[0].states[0].power_mw, PN_UNKNOWN);
	assert_false(machine->tables[0].states[0].disabled);
	pn_machine_free(machine);
}

#define TOP(rest)     "{\"schema\":\"powernightmare.states/1\"," rest "}"
#define TABLES(items) TOP("\"tables\":[" items "]")
#define STATE(keys)   TABLES("{\"cpus\":\"0\",\"states\":[{" keys "}]}")
#define NS	      "\"exit_latency_ns\":0,\"target_residency_ns\":0"
#define GOOD	      "{\"cpus\":\"0\",\"states\":[{\"name\":\"A\"," NS "}]}"
#define PLACES(items) TOP("\"tables\":[],\"topology\":[" items "]")

static const struct {
	const char *text, *problem;
} hostile[] = {
	{ "", "states.json: is empty" },
	{ " ", "not JSON" },
	{ "nonsense", "not JSON: " },
	{ "{\"schema\":", "not JSON: ends too early" },
	{ "\x1f\x8b\x08", "not JSON: " },
	{ "[]", "no JSON object" },
	{ "null", "not JSON: ends too early" },
	{ "null\n", "no JSON object" },
	{ "3 ", "no JSON object" },
	{ "{}", "schema: is missing" },
	{ "{\"schema\":1}", "schema: is no string" },
	{ "{\"schema\":\"powernightmare.report/1\"}", "schema: is not powernightmare.states/1" },
	{ "{\"schema\":\"powernightmare.states/1\"}", "tables: is missing" },
	{ TABLES("") "{}", "not JSON: " },
	{ "{'schema':'powernightmare.states/1','tables':[]}", "not JSON: " },
	{ TABLES("") "\xff", "not JSON: " },
	{ TOP("\"tables\":[],\"driver\":\"\xff\""), "not JSON: " },
	{ TOP("\"tables\":{}"), "tables: is no array" },
	{ TOP("\"tables\":null"), "tables: is missing" },
	{ TOP("\"tables\":[],\"driver\":3"), "driver: is no string" },
	{ TOP("\"tables\":[],\"driver\":\"0123456789012345678901234567890123\""),
	  "driver: is longer than 31 bytes" },
	{ TOP("\"tables\":[],\"driver\":\"a\\u0000b\""), "driver: has a control character" },
	{ TOP("\"tables\":[],\"governor\":\"a\\u001b[31m\""), "governor: has a control character" },
	{ TOP("\"tables\":[],\"tick_ns\":0"), "tick_ns: is not from 1 to 1000000000" },
	{ TOP("\"tables\":[],\"tick_ns\":-4000000"), "tick_ns: is not from" },
	{ TOP("\"tables\":[],\"tick_ns\":1000000001"), "tick_ns: is not from" },
	{ TOP("\"tables\":[],\"tick_ns\":4e6"), "tick_ns: is no int" },
	{ TOP("\"tables\":[],\"tick_ns\":\"4000000\""), "tick_ns: is no int" },
	{ TOP("\"tables\":[],\"tick_ns\":NaN"), "tick_ns: is no int" },
	{ TABLES("1"), "tables[0]: is no object" },
	{ TABLES("null"), "tables[0]: is no object" },
	{ TABLES("{}"), "tables[0].states: is missing" },
	{ TABLES("{\"cpus\":\"0\",\"states\":[]}"), "tables[0].states: is empty" },
	{ TABLES(GOOD ",{\"cpus\":\"1\",\"states\":[[]]}"), "tables[1].states[0]: is no object" },
	{ TABLES("{\"states\":[{\"name\":\"A\"," NS "}]}"), "tables[0].cpus: is missing" },
	{ TABLES("{\"cpus\":0,\"states\":[{\"name\":\"A\"," NS "}]}"),
	  "tables[0].cpus: is no string" },
	{ TABLES("{\"cpus\":\"3-1\",\"states\":[{\"name\":\"A\"," NS "}]}"),
	  "tables[0].cpus: is no list of CPUs" },
	{ TABLES("{\"cpus\":\"65536\",\"states\":[{\"name\":\"A\"," NS "}]}"),
	  "tables[0].cpus: is no list of CPUs below 65536" },
	{ TABLES(GOOD "," GOOD), "tables[1].cpus: CPU 0 has a table already" },
	{ STATE(NS), "tables[0].states[0].name: is missing" },
	{ STATE("\"name\":\"A\""), "tables[0].states[0].exit_latency_ns: is missing" },
	{ STATE("\"name\":\"A\",\"exit_latency_ns\":1"), "target_residency_ns: is missing" },
	{ STATE("\"name\":\"A\",\"exit_latency_ns\":null"), "exit_latency_ns: is missing" },
	{ STATE("\"name\":\"A\",\"exit_latency_ns\":-1"), "exit_latency_ns: is not from 0 to" },
	{ STATE("\"name\":\"A\",\"exit_latency_ns\":9223372036854775808"), "is not from 0 to" },
	{ STATE("\"name\":\"A\",\"exit_latency_ns\":1"
		"00000000000000000000000000000000"),
	  "exit_latency_ns: is not from 0 to" },
	{ STATE("\"name\":\"A\",\"exit_latency_ns\":1.5"), "exit_latency_ns: is no int" },
	{ STATE("\"name\":\"A\"," NS ",\"power_mw\":-1"), "power_mw: is not from 0" },
	{ STATE("\"name\":\"A\"," NS ",\"power_mw\":4294967295"), "power_mw: is not from 0" },
	{ STATE("\"name\":\"A\"," NS ",\"disabled\":1"), "disabled: is no boolean" },
	{ STATE("\"name\":\"A\"," NS ",\"desc\":[]"), "tables[0].states[0].desc: is no string" },
	{ PLACES("{}"), "topology[0].cpu: is missing" },
	{ PLACES("{\"cpu\":65536}"), "topology[0].cpu: is not from 0 to 65535" },
	{ PLACES("{\"cpu\":0,\"core\":-1}"), "topology[0].core: is not from 0" },
	{ PLACES("{\"cpu\":0,\"core\":2147483648}"), "topology[0].core: is not from 0" },
	{ PLACES("{\"cpu\":0,\"core\":1},{\"cpu\":0,\"core\":2}"),
	  "topology[1].cpu: CPU 0 has a place already" },
	{ TOP("\"tables\":[],\"topology\":{}"), "topology: is no array" },
};

static void assert_refused(const char *text, size_t len, const char *expected)
{
	struct pn_problem problem = { 0 };
	struct pn_machine *machine = (struct pn_machine *)&problem;
	int err = read_text(text, len, &machine, &problem);

	assert_null(machine);
	if (err >= 0 || !strstr(problem.text, expected) || !strstr(problem.text, "states.json: "))
		fail_msg("'%.60s' gives %d, '%s', not '%s'", text, err, problem.text, expected);
	assert_null(strchr(problem.text, '\n'));
}

static void hostile_json_is_one_line_with_file_and_key(void **state)
{
	(void)state;
	for (size_t i = 0; i < NR(hostile); i++)
		assert_refused(hostile[i].text, strlen(hostile[i].text), hostile[i].problem);
}

static void a_zero_byte_is_no_json(void **state)
{
	static const char text[] = TABLES("") "\0{}";

	(void)state;
	assert_refused(text, sizeof(text) - 1, "not JSON: ");
}

static void deep_nesting_is_refused(void **state)
{
	char text[4096] = TOP("\"tables\":[],\"x\":");
	size_t len = strlen(text) - 1;

	(void)state;
	memset(text + len, '[', 3000);
	assert_refused(text, len + 3000, "not JSON: ");
}

static void too_many_states_are_refused(void **state)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	(void)state;
	fputs("{\"schema\":\"powernightmare.states/1\",\"tables\":[{\"cpus\":\"0\",\"states\":[{}",
	      out);
	for (int i = 0; i < PN_STATE_LIMIT; i++)
		fputs(",{}", out);
	fputs("]}]}", out);
	fclose(out);
	assert_refused(text, size, "tables[0].states: has more than 256 entries");
	free(text);
}

/* Every prefix of a good file is refused, and none of them takes the reader down. */
static void cut_anywhere_is_refused(void **state)
{
	struct pn_machine *machine = pn_machine_build(2, PN_COMETLAKE);
	char *text = written(machine);
	size_t len = strlen(text);

	(void)state;
	while (text[len - 1] != '}')
		len--;
	for (size_t cut = 0; cut < len; cut++)
		assert_refused(text, cut, cut ? "not JSON: ends too early" : "is empty");
	free(text);
	pn_machine_free(machine);
}

static void files_that_cannot_be_read(void **state)
{
	struct pn_problem problem = { 0 };
	struct pn_machine *machine;
	char *path = pn_tmpdir_file(&dir, "none");

	(void)state;
	assert_int_equal(pn_states_read(path, PN_FROM_OPTION, &machine, &problem), -ENOENT);
	assert_non_null(strstr(problem.text, "none: No such file"));
	free(path);
	assert_int_equal(pn_states_read(dir.path, PN_FROM_OPTION, &machine, &problem), -EISDIR);
	assert_int_equal(pn_states_read(dir.path, PN_FROM_OPTION, &machine, NULL), -EISDIR);
}

static void a_full_disk_is_an_error(void **state)
{
	struct pn_machine *machine = pn_machine_build(1, PN_COMETLAKE);
	FILE *full = fopen("/dev/full", "w");

	(void)state;
	assert_non_null(full);
	setvbuf(full, NULL, _IONBF, 0);
	assert_int_equal(pn_states_write(machine, full), -EIO);
	fclose(full);
	pn_machine_free(machine);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_known_reads_back),
		cmocka_unit_test(everything_at_its_limits_reads_back),
		cmocka_unit_test(many_states_read_back),
		cmocka_unit_test(names_with_every_sign_read_back),
		cmocka_unit_test(only_the_topology_is_enough),
		cmocka_unit_test(unknown_keys_and_nulls_are_passed_over),
		cmocka_unit_test(hostile_json_is_one_line_with_file_and_key),
		cmocka_unit_test(a_zero_byte_is_no_json),
		cmocka_unit_test(deep_nesting_is_refused),
		cmocka_unit_test(too_many_states_are_refused),
		cmocka_unit_test(cut_anywhere_is_refused),
		cmocka_unit_test(files_that_cannot_be_read),
		cmocka_unit_test(a_full_disk_is_an_error),
	};

	return cmocka_run_group_tests(tests, make_dir, remove_dir);
}
