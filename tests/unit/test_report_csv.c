// SPDX-License-Identifier: GPL-2.0-only
/* The CSV report: each table as it was last time, whole rows, and text that is quoted. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/golden.h"
#include "support/samples.h"

static const char *const tables[] = {
	"states", "cpu-states", "cpus",	 "groups", "nightmares", "chains",	"wakes",   "irqs",
	"hist",	  "bins",	"units", "blame",  "latency",	 "cpu-latency", "quality",
};
#define NR_TABLES (sizeof(tables) / sizeof(tables[0]))

static char *table_of(const struct pn_summary *summary, const char *table)
{
	const struct pn_report_options options = { .table = table };

	return pn_report_string(&pn_report_csv, summary, &options);
}

/* --- as last time --------------------------------------------------------------------------- */

/* The histogram of the full sample alone would be longer than all the rest. */
static void test_tables(void **state)
{
	struct pn_summary *full = pn_sample_full(), *plain = pn_sample_plain();

	(void)state;
	for (size_t i = 0; i < NR_TABLES; i++) {
		bool long_one = strcmp(tables[i], "hist") == 0;
		char *text = table_of(long_one ? plain : full, tables[i]), *what;
		char path[512];

		snprintf(path, sizeof(path), "%s/report-%s.csv", PN_TEST_DATA, tables[i]);
		what = pn_golden_difference(path, text);
		if (what)
			fail_msg("%s", what);
		free(text);
	}
	pn_summary_free(plain);
	pn_summary_free(full);
}

static void test_default_is_states(void **state)
{
	struct pn_summary *summary = pn_sample_plain();
	char *named = table_of(summary, "states"), *text = table_of(summary, NULL);

	(void)state;
	assert_string_equal(named, text);
	free(text);
	free(named);
	pn_summary_free(summary);
}

/* --- form ----------------------------------------------------------------------------------- */

/* Fields of the row that begins at *text, which is moved to the next one. */
static int count_fields(const char **text)
{
	bool quoted = false;
	int nr = 1;

	for (; **text && (quoted || **text != '\n'); ++*text) {
		if (**text == '"')
			quoted = !quoted;
		else if (**text == ',' && !quoted)
			nr++;
	}
	assert_int_equal(**text, '\n');
	++*text;
	return nr;
}

static void assert_whole_rows(const char *text)
{
	int nr = count_fields(&text);

	while (*text)
		assert_int_equal(count_fields(&text), nr);
}

static void test_whole_rows(void **state)
{
	struct pn_summary *samples[] = { pn_sample_full(), pn_sample_plain(), pn_sample_silent() };

	(void)state;
	strcpy(samples[0]->sections[0].window.label, "a, \"b\"\n");
	for (size_t s = 0; s < sizeof(samples) / sizeof(samples[0]); s++) {
		for (size_t i = 0; i < NR_TABLES; i++) {
			char *text = table_of(samples[s], tables[i]);

			assert_int_equal(strncmp(text, "section,", 8), 0);
			assert_whole_rows(text);
			assert_null(strstr(text, "nan"));
			free(text);
		}
		pn_summary_free(samples[s]);
	}
}

static void test_quoting(void **state)
{
	struct pn_summary *summary = pn_sample_plain();
	char *text;

	(void)state;
	strcpy(summary->sections[0].window.label, "5 ms, \"short\"");
	text = table_of(summary, "wakes");
	assert_non_null(strstr(text, "\n\"5 ms, \"\"short\"\"\",0,1,,1,,,,,\n"));
	free(text);
	pn_summary_free(summary);
}

/* What is not available is an empty field, not a 0. */
static void test_nothing_is_empty(void **state)
{
	struct pn_summary *summary = pn_sample_plain();
	char *text = table_of(summary, "chains");

	(void)state;
	assert_string_equal(text, "section,cpu,state,name,chains,chains_ns,chain_max_ns\n"
				  ",0,0,,,,\n,0,1,,,,\n,0,2,,,,\n"
				  ",1,0,,,,\n,1,1,,,,\n,1,2,,,,\n");
	free(text);
	pn_summary_free(summary);
}

static void test_states_asked_for(void **state)
{
	static const int32_t only[] = { 2 };
	const struct pn_report_options options = { .table = "chains",
						   .nr_states = 1,
						   .states = only };
	struct pn_summary *summary = pn_sample_plain();
	char *text = pn_report_string(&pn_report_csv, summary, &options);

	(void)state;
	assert_string_equal(text, "section,cpu,state,name,chains,chains_ns,chain_max_ns\n"
				  ",0,2,,,,\n,1,2,,,,\n");
	free(text);
	pn_summary_free(summary);
}

static void test_no_such_table(void **state)
{
	const struct pn_report_options options = { .table = "gossip" };
	struct pn_summary *summary = pn_sample_plain();

	(void)state;
	assert_int_equal(pn_report_csv.write(summary, &options, stdout), -EINVAL);
	pn_summary_free(summary);
}

static void test_write_error(void **state)
{
	static const struct pn_report_ops *const forms[] = { &pn_report_text, &pn_report_json,
							     &pn_report_csv };
	const struct pn_report_options options = { 0 };
	struct pn_summary *summary = pn_sample_full();

	(void)state;
	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
		FILE *full = fopen("/dev/full", "w");

		assert_non_null(full);
		setvbuf(full, NULL, _IONBF, 0);
		assert_int_equal(forms[i]->write(summary, &options, full), -EIO);
		fclose(full);
	}
	pn_summary_free(summary);
}

/* --- the man pages -------------------------------------------------------------------------- */

static char *read_page(const char *path)
{
	char *text = NULL;
	size_t size = 0;
	FILE *file = fopen(path, "r");

	assert_non_null(file);
	assert_true(getdelim(&text, &size, '\0', file) > 0);
	fclose(file);
	return text;
}

static bool is_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
}

/* Whether a page has a word that is not part of a longer one. */
static bool says(const char *page, const char *word, size_t length)
{
	const char *found = page;

	while ((found = memmem(found, strlen(found), word, length))) {
		if (!is_word(found[length]) && (found == page || !is_word(found[-1])))
			return true;
		found += length;
	}
	return false;
}

/* A figure that no page defines is not to be printed. */
static void test_every_column_is_documented(void **state)
{
	char *figures = read_page(PN_TEST_DATA "/../../analyzer/analyzer.1");
	char *report = read_page(PN_TEST_DATA "/../../analyzer/analyzer-report.1");
	struct pn_summary *summary = pn_sample_silent();

	(void)state;
	for (size_t i = 0; i < NR_TABLES; i++) {
		char *text = table_of(summary, tables[i]);
		const char *name = text;

		while (*name != '\n') {
			size_t length = strcspn(name, ",\n");

			if (!says(figures, name, length) && !says(report, name, length))
				fail_msg("no page says what %.*s of %s is", (int)length, name,
					 tables[i]);
			name += length + (name[length] == ',');
		}
		free(text);
	}
	pn_summary_free(summary);
	free(report);
	free(figures);
}

int main(void)
{
	const struct CMUnitTest tests_of_csv[] = {
		cmocka_unit_test(test_tables),
		cmocka_unit_test(test_default_is_states),
		cmocka_unit_test(test_whole_rows),
		cmocka_unit_test(test_quoting),
		cmocka_unit_test(test_nothing_is_empty),
		cmocka_unit_test(test_states_asked_for),
		cmocka_unit_test(test_no_such_table),
		cmocka_unit_test(test_write_error),
		cmocka_unit_test(test_every_column_is_documented),
	};

	return cmocka_run_group_tests(tests_of_csv, NULL, NULL);
}
