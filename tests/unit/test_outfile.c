// SPDX-License-Identifier: GPL-2.0-only
/* Output files: whole under their name or not there, whatever the name stands for. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/tmpdir.h"
#include "util/outfile.h"

/* Each test runs inside a folder of its own. */
struct place {
	struct pn_tmpdir dir;
	int back_fd;
};

static int enter(void **state)
{
	struct place *place = calloc(1, sizeof(*place));

	if (!place)
		return -1;
	*state = place;
	pn_tmpdir_make(&place->dir);
	place->back_fd = open(".", O_RDONLY | O_DIRECTORY);
	return place->back_fd < 0 || chdir(place->dir.path) ? -1 : 0;
}

static int leave(void **state)
{
	struct place *place = *state;

	if (fchdir(place->back_fd))
		return -1;
	close(place->back_fd);
	pn_tmpdir_remove(&place->dir);
	free(place);
	return 0;
}

static int nr_entries(void)
{
	DIR *dir = opendir(".");
	int nr = -2; /* . and .. */

	assert_non_null(dir);
	while (readdir(dir))
		nr++;
	closedir(dir);
	return nr;
}

static void write_to(const char *path, const char *text)
{
	struct pn_outfile out;

	assert_int_equal(pn_outfile_open(path, &out), 0);
	assert_true(fputs(text, out.stream) >= 0);
	assert_int_equal(pn_outfile_commit(&out), 0);
	assert_null(out.stream);
}

static void assert_content(const char *path, const char *expected)
{
	char text[64] = "";
	FILE *file = fopen(path, "r");

	assert_non_null(file);
	text[fread(text, 1, sizeof(text) - 1, file)] = '\0';
	fclose(file);
	assert_string_equal(text, expected);
}

static void nothing_is_there_before_the_end(void **state)
{
	struct pn_outfile out;

	(void)state;
	assert_int_equal(pn_outfile_open("out", &out), 0);
	fputs("half", out.stream);
	fflush(out.stream);
	assert_int_equal(access("out", F_OK), -1);
	assert_int_equal(pn_outfile_commit(&out), 0);
	assert_content("out", "half");
	assert_int_equal(nr_entries(), 1);
}

static void discarded_is_not_there(void **state)
{
	struct pn_outfile out;

	(void)state;
	write_to("out", "old");
	assert_int_equal(pn_outfile_open("out", &out), 0);
	fputs("new", out.stream);
	pn_outfile_discard(&out);
	pn_outfile_discard(&out);
	assert_content("out", "old");
	assert_int_equal(nr_entries(), 1);
}

static void mode_is_that_of_the_umask(void **state)
{
	mode_t mask = umask(027);
	struct stat st;

	(void)state;
	write_to("out", "x");
	umask(mask);
	assert_int_equal(stat("out", &st), 0);
	assert_int_equal(st.st_mode & 07777, 0640);
}

static void what_was_there_is_replaced_in_one_step(void **state)
{
	struct stat before, after;
	struct pn_outfile out;

	(void)state;
	write_to("out", "old and long");
	assert_int_equal(stat("out", &before), 0);
	assert_int_equal(pn_outfile_open("out", &out), 0);
	fputs("new", out.stream);
	assert_content("out", "old and long");
	assert_int_equal(pn_outfile_commit(&out), 0);
	assert_content("out", "new");
	assert_int_equal(stat("out", &after), 0);
	assert_true(before.st_ino != after.st_ino);
}

static void a_link_stays_and_its_target_is_replaced(void **state)
{
	struct stat st;

	(void)state;
	assert_int_equal(mkdir("other", 0777), 0);
	write_to("other/file", "old");
	assert_int_equal(symlink("other/file", "link"), 0);
	write_to("link", "new");
	assert_int_equal(lstat("link", &st), 0);
	assert_true(S_ISLNK(st.st_mode));
	assert_content("other/file", "new");
}

static void a_device_stays_a_device(void **state)
{
	struct stat st;

	(void)state;
	write_to("/dev/null", "x");
	assert_int_equal(stat("/dev/null", &st), 0);
	assert_true(S_ISCHR(st.st_mode));
}

static void a_pipe_is_written_to(void **state)
{
	char text[8] = "";
	int fd;

	(void)state;
	assert_int_equal(mkfifo("pipe", 0600), 0);
	fd = open("pipe", O_RDWR);
	assert_true(fd >= 0);
	write_to("pipe", "abc");
	assert_int_equal(read(fd, text, sizeof(text) - 1), 3);
	assert_string_equal(text, "abc");
	close(fd);
}

static void a_full_disk_is_an_error(void **state)
{
	struct pn_outfile out;

	(void)state;
	assert_int_equal(pn_outfile_open("/dev/full", &out), 0);
	fputs("x", out.stream);
	assert_int_equal(pn_outfile_commit(&out), -ENOSPC);
}

/* The first failed write happened long before the end, in the middle of a large output. */
static void an_early_error_is_not_forgotten(void **state)
{
	struct pn_outfile out;

	(void)state;
	assert_int_equal(pn_outfile_open("/dev/full", &out), 0);
	for (int i = 0; i < 100000; i++)
		fputs("0123456789", out.stream);
	assert_true(pn_outfile_commit(&out) < 0);
}

static void places_that_cannot_be(void **state)
{
	struct pn_outfile out;

	(void)state;
	assert_int_equal(pn_outfile_open(".", &out), -EISDIR);
	assert_null(out.stream);
	assert_int_equal(pn_outfile_open("missing/out", &out), -ENOENT);
	assert_int_equal(pn_outfile_open("", &out), -ENOENT);
	assert_int_equal(nr_entries(), 0);
}

/* /proc takes no new files, and is the one file system at hand without O_TMPFILE. */
static void a_folder_that_takes_no_files(void **state)
{
	struct pn_outfile out;

	(void)state;
	assert_true(pn_outfile_open("/proc/pn-outfile", &out) < 0);
	assert_null(out.stream);
	assert_null(out.temporary);
}

static void standard_output_stays_open(void **state)
{
	int saved = dup(STDOUT_FILENO), fd = open("out", O_RDWR | O_CREAT, 0600);

	(void)state;
	fflush(stdout);
	dup2(fd, STDOUT_FILENO);
	write_to("-", "one ");
	write_to("-", "two");
	dup2(saved, STDOUT_FILENO);
	close(saved);
	close(fd);
	assert_content("out", "one two");
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, enter, leave)

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_FOLDER(nothing_is_there_before_the_end),
		IN_FOLDER(discarded_is_not_there),
		IN_FOLDER(mode_is_that_of_the_umask),
		IN_FOLDER(what_was_there_is_replaced_in_one_step),
		IN_FOLDER(a_link_stays_and_its_target_is_replaced),
		IN_FOLDER(a_device_stays_a_device),
		IN_FOLDER(a_pipe_is_written_to),
		IN_FOLDER(a_full_disk_is_an_error),
		IN_FOLDER(an_early_error_is_not_forgotten),
		IN_FOLDER(places_that_cannot_be),
		IN_FOLDER(a_folder_that_takes_no_files),
		IN_FOLDER(standard_output_stays_open),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
