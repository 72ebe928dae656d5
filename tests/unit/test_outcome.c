// SPDX-License-Identifier: GPL-2.0-only
/* A workload's JSON: its shape, and null for what does not exist. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "outcome.h"

static const char *text_of(struct json_object *object)
{
	return json_object_to_json_string_ext(object, JSON_C_TO_STRING_NOSLASHESCAPE);
}

static void the_document_in_its_order(void **state)
{
	struct pn_outcome_score score = { "us_per_loop", "us", "lower", 3.25 };
	struct pn_phase phase = { .index = 0,
				  .label = "5000ns",
				  .start_ns = 7,
				  .end_ns = UINT64_C(18446744073709551615) };
	struct pn_outcome outcome;

	(void)state;
	assert_int_equal(pn_outcome_open(&outcome, "pingpong"), 0);
	pn_outcome_u64(pn_outcome_phase(&outcome, &phase), "loops", 3);
	pn_outcome_u64(outcome.results, "loops", 3);
	pn_outcome_finish(&outcome, &score, 0);
	assert_string_equal(text_of(outcome.root),
			    "{\"schema\":\"powernightmare.workload/1\","
			    "\"tool\":{\"name\":\"pingpong\",\"version\":\"" PN_VERSION "\"},"
			    "\"workload\":\"pingpong\",\"parameters\":{},\"interrupted\":false,"
			    "\"score\":{\"name\":\"us_per_loop\",\"unit\":\"us\","
			    "\"direction\":\"lower\",\"value\":3.25},"
			    "\"results\":{\"loops\":3},"
			    "\"phases\":[{\"phase\":0,\"param\":\"5000ns\",\"start_ns\":7,"
			    "\"end_ns\":18446744073709551615,\"loops\":3}]}");
	pn_outcome_close(&outcome);
}

static void what_does_not_exist_is_null(void **state)
{
	struct json_object *object = json_object_new_object();
	struct pn_cpuset none = { 0 };

	(void)state;
	pn_outcome_known_u64(object, "unknown", 0, false);
	pn_outcome_double(object, "nan", NAN);
	pn_outcome_double(object, "infinite", INFINITY);
	pn_outcome_string(object, "text", NULL);
	pn_outcome_cpus(object, "cpus", &none);
	assert_string_equal(text_of(object), "{\"unknown\":null,\"nan\":null,\"infinite\":null,"
					     "\"text\":null,\"cpus\":null}");
	json_object_put(object);
}

static void without_a_score_it_is_null(void **state)
{
	struct pn_outcome_score score = { .value = NAN };
	struct pn_outcome outcome;

	(void)state;
	assert_int_equal(pn_outcome_open(&outcome, "idle"), 0);
	pn_outcome_finish(&outcome, &score, 2);
	assert_non_null(strstr(text_of(outcome.root), "\"interrupted\":true,\"score\":null,"));
	pn_outcome_close(&outcome);
}

static void distributions(void **state)
{
	struct json_object *object = json_object_new_object();
	struct pn_dist dist = { 0 };

	(void)state;
	pn_outcome_dist(object, "none", &dist);
	for (uint64_t value = 1; value <= 100; value++)
		assert_int_equal(pn_dist_add(&dist, value), 0);
	pn_outcome_dist(object, "some", &dist);
	assert_string_equal(text_of(object),
			    "{\"none\":{\"count\":0,\"mean_ns\":null,\"min_ns\":null,"
			    "\"p50_ns\":null,\"p90_ns\":null,\"p99_ns\":null,\"p99_9_ns\":null,"
			    "\"max_ns\":null},"
			    "\"some\":{\"count\":100,\"mean_ns\":51,\"min_ns\":1,\"p50_ns\":50,"
			    "\"p90_ns\":90,\"p99_ns\":99,\"p99_9_ns\":100,\"max_ns\":100}}");
	pn_dist_free(&dist);
	json_object_put(object);
}

static void numbers_have_the_digits_of_a_measurement(void **state)
{
	struct json_object *object = json_object_new_object();

	(void)state;
	pn_outcome_double(object, "a", 0.1);
	pn_outcome_double(object, "b", 2.70311111111);
	pn_outcome_double(object, "c", 1e12);
	assert_string_equal(text_of(object), "{\"a\":0.1,\"b\":2.70311111,\"c\":1e+12}");
	json_object_put(object);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_document_in_its_order),
		cmocka_unit_test(what_does_not_exist_is_null),
		cmocka_unit_test(without_a_score_it_is_null),
		cmocka_unit_test(distributions),
		cmocka_unit_test(numbers_have_the_digits_of_a_measurement),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
