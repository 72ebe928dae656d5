// SPDX-License-Identifier: GPL-2.0-only
/* The JSON report: valid by its schema, and null for what does not exist. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <json-c/json.h>

#include "support/json_schema.h"
#include "support/samples.h"

typedef struct pn_summary *(*sample_fn)(void);

static const sample_fn samples[] = { pn_sample_full, pn_sample_plain, pn_sample_silent };
#define NR_SAMPLES (sizeof(samples) / sizeof(samples[0]))

static struct json_object *parse(const char *text)
{
	struct json_object *object = json_tokener_parse(text);

	assert_non_null(object);
	return object;
}

/* What lies at a path of keys and indexes, each before a '/'. */
static struct json_object *at(struct json_object *root, const char *path)
{
	struct json_object *found;

	assert_int_equal(json_pointer_get(root, path, &found), 0);
	return found;
}

/* --- the schema ----------------------------------------------------------------------------- */

static void test_valid_by_schema(void **state)
{
	struct json_object *schema = json_object_from_file(PN_TEST_DATA "/report.schema.json");

	(void)state;
	assert_non_null(schema);
	for (size_t i = 0; i < NR_SAMPLES; i++) {
		struct pn_summary *summary = samples[i]();
		char *text = pn_report_string(&pn_report_json, summary, NULL);
		struct json_object *report = parse(text);
		char where[256] = "";

		if (pn_json_schema_check(schema, report, where, sizeof(where)))
			fail_msg("%s", where);
		assert_null(strstr(text, "NaN"));
		assert_null(strstr(text, "nan"));
		json_object_put(report);
		free(text);
		pn_summary_free(summary);
	}
	json_object_put(schema);
}

/* The check itself would be worth nothing if it let everything pass. */
static void test_schema_refuses(void **state)
{
	static const char *const edits[][2] = {
		{ "/schema", "\"powernightmare.report/2\"" },
		{ "/trace/events", "-1" },
		{ "/trace/events", "1.5" },
		{ "/quality/trusted", "0" },
		{ "/parameters/threshold_from", "\"guess\"" },
		{ "/sections/0/cpus/0/states/0/entries", "\"1\"" },
		{ "/sections/0/cpus/0/idle_ratio", "1.1" },
		{ "/sections/0/cpus/0/states/0/hist/0", "[1]" },
		{ "/sections/0/nightmares/0/extra", "1" },
		{ "/machine", "[]" },
	};
	struct json_object *schema = json_object_from_file(PN_TEST_DATA "/report.schema.json");
	struct pn_summary *summary = pn_sample_full();
	char *text = pn_report_string(&pn_report_json, summary, NULL);

	(void)state;
	for (size_t i = 0; i < sizeof(edits) / sizeof(edits[0]); i++) {
		struct json_object *report = parse(text);
		char where[256] = "";

		assert_int_equal(json_pointer_set(&report, edits[i][0], parse(edits[i][1])), 0);
		assert_int_not_equal(pn_json_schema_check(schema, report, where, sizeof(where)), 0);
		assert_int_not_equal(strlen(where), 0);
		json_object_put(report);
	}
	free(text);
	pn_summary_free(summary);
	json_object_put(schema);
}

/* --- values --------------------------------------------------------------------------------- */

static void assert_null_at(struct json_object *root, const char *path)
{
	assert_null(at(root, path));
}

static void test_without_table(void **state)
{
	static const char *const missing[] = {
		"/machine",
		"/trace/clock",
		"/trace/cpus",
		"/quality/overruns",
		"/sections/0/from_ns",
		"/sections/0/to_ns",
		"/sections/0/totals/unlisted",
		"/sections/0/totals/all_states/above",
		"/sections/0/totals/all_states/below_ratio",
		"/sections/0/totals/all_states/excess_ns",
		"/sections/0/totals/all_states/chains",
		"/sections/0/totals/all_states/miss_above",
		"/sections/0/totals/all_states/woken_unknown",
		"/sections/0/cpus/0/states/1/name",
		"/sections/0/cpus/0/states/0/mean_ns",
		"/sections/0/cpus/0/states/0/min_ns",
		"/sections/0/cpus/0/states/0/pn_max_ns",
		"/sections/0/cpus/0/bins",
	};
	struct pn_summary *summary = pn_sample_plain();
	char *text = pn_report_string(&pn_report_json, summary, NULL);
	struct json_object *root = parse(text);

	(void)state;
	for (size_t i = 0; i < sizeof(missing) / sizeof(missing[0]); i++)
		assert_null_at(root, missing[i]);
	assert_int_equal(json_object_get_uint64(at(root, "/sections/0/totals/all_states/pn")), 1);
	assert_int_equal(json_object_get_uint64(at(root, "/sections/0/cpus/1/states/1/max_ns")),
			 40000000);
	json_object_put(root);
	free(text);
	pn_summary_free(summary);
}

static void test_silent_cpu(void **state)
{
	struct pn_summary *summary = pn_sample_silent();
	char *text = pn_report_string(&pn_report_json, summary, NULL);
	struct json_object *root = parse(text);

	(void)state;
	assert_false(json_object_get_boolean(at(root, "/sections/0/cpus/0/data")));
	assert_null_at(root, "/sections/0/cpus/0/busy_ns");
	assert_null_at(root, "/sections/0/cpus/0/all_states/idle_ns");
	assert_null_at(root, "/sections/0/cpus/0/states/0/entries");
	assert_null_at(root, "/trace/first_ns");
	json_object_put(root);
	free(text);
	pn_summary_free(summary);
}

/* Names come from strangers' files: they must not break the JSON. */
static void test_odd_names(void **state)
{
	struct pn_summary *summary = pn_sample_full();
	char *text;
	struct json_object *root;

	(void)state;
	strcpy(summary->machine->tables[0].states[1].name, "C1\"\\\x01\xff");
	strcpy(summary->sections[0].window.label, "pha\x1b[31mse \xc3\xa9 \xc3");
	text = pn_report_string(&pn_report_json, summary, NULL);
	root = parse(text);
	assert_string_equal(json_object_get_string(at(root, "/machine/tables/0/states/1/name")),
			    "C1\"\\??");
	assert_string_equal(json_object_get_string(at(root, "/sections/0/label")),
			    "pha?[31mse \xc3\xa9 ?");
	json_object_put(root);
	free(text);
	pn_summary_free(summary);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_valid_by_schema), cmocka_unit_test(test_schema_refuses),
		cmocka_unit_test(test_without_table),	cmocka_unit_test(test_silent_cpu),
		cmocka_unit_test(test_odd_names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
