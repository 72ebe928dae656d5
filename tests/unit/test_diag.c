// SPDX-License-Identifier: GPL-2.0-only
/* Messages: who they come from, which are shown, and that each stays one line. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/diag.h"

/* stderr is turned into a file for the time of one test. */
struct capture {
	FILE *file;
	int saved_fd;
	char text[8192];
};

static int begin_capture(void **state)
{
	struct capture *cap = calloc(1, sizeof(*cap));

	if (!cap)
		return -1;
	*state = cap;
	cap->file = tmpfile();
	cap->saved_fd = dup(STDERR_FILENO);
	if (!cap->file || cap->saved_fd < 0)
		return -1;
	return dup2(fileno(cap->file), STDERR_FILENO) < 0;
}

static int end_capture(void **state)
{
	struct capture *cap = *state;

	dup2(cap->saved_fd, STDERR_FILENO);
	close(cap->saved_fd);
	fclose(cap->file);
	free(cap);
	return 0;
}

static const char *written(struct capture *cap)
{
	size_t len;

	fflush(stderr);
	rewind(cap->file);
	len = fread(cap->text, 1, sizeof(cap->text) - 1, cap->file);
	cap->text[len] = '\0';
	return cap->text;
}

static void all_kinds(void)
{
	pn_error("error %d", 1);
	pn_warn("warning %d", 2);
	pn_note("note %d", 3);
}

static void normally_errors_and_warnings(void **state)
{
	pn_diag_init("tool", PN_NORMAL);
	all_kinds();
	assert_string_equal(written(*state), "tool: error 1\ntool: warning 2\n");
}

static void quiet_leaves_errors(void **state)
{
	pn_diag_init("tool", PN_QUIET);
	all_kinds();
	assert_string_equal(written(*state), "tool: error 1\n");
}

static void verbose_adds_notes(void **state)
{
	pn_diag_init("tool", PN_QUIET);
	pn_diag_verbosity(PN_VERBOSE);
	all_kinds();
	assert_string_equal(written(*state), "tool: error 1\ntool: warning 2\ntool: note 3\n");
}

static void control_characters_cannot_break_the_line(void **state)
{
	pn_diag_init("tool", PN_NORMAL);
	pn_error("%s: no such file", "a\nb\033[31m\tc\x7f\xc3\xa9");
	assert_string_equal(written(*state), "tool: a?b?[31m?c?\xc3\xa9: no such file\n");
}

static void long_messages_are_whole(void **state)
{
	char name[5000];
	const char *text;

	memset(name, 'x', sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';
	pn_diag_init("tool", PN_NORMAL);
	pn_error("%s", name);
	text = written(*state);
	assert_int_equal(strlen(text), strlen("tool: ") + sizeof(name) - 1 + 1);
	assert_memory_equal(text + strlen("tool: "), name, sizeof(name) - 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(normally_errors_and_warnings, begin_capture,
						end_capture),
		cmocka_unit_test_setup_teardown(quiet_leaves_errors, begin_capture, end_capture),
		cmocka_unit_test_setup_teardown(verbose_adds_notes, begin_capture, end_capture),
		cmocka_unit_test_setup_teardown(control_characters_cannot_break_the_line,
						begin_capture, end_capture),
		cmocka_unit_test_setup_teardown(long_messages_are_whole, begin_capture,
						end_capture),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
