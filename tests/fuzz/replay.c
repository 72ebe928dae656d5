// SPDX-License-Identifier: GPL-2.0-only
/* Runs a fuzz target on files and folders of files: what libFuzzer does, in builds without it. */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "fuzz.h"
#include "io/mapped.h"

/* A hang is a failure; the slowest inputs take a few seconds under valgrind. */
#define LIMIT_S 120

static unsigned int nr_inputs;

static int run_file(const char *path)
{
	struct pn_mapped file = { .size = 0 };
	struct pn_problem problem;
	uint8_t *copy;
	int err = pn_mapped_open(path, &file, &problem);

	if (err && err != -ENODATA) {
		fprintf(stderr, "%s\n", problem.text);
		return 1;
	}
	/* A copy of just this size, so that what reads past its end is seen. */
	copy = malloc(file.size ? file.size : 1);
	PN_FUZZ_CHECK(copy);
	if (file.size)
		memcpy(copy, file.bytes, file.size);
	pn_mapped_close(&file);
	alarm(LIMIT_S);
	LLVMFuzzerTestOneInput(copy, file.size);
	alarm(0);
	free(copy);
	nr_inputs++;
	return 0;
}

static int is_name(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

static int run_folder(const char *path)
{
	struct dirent **entries;
	int failed = 0, nr = scandir(path, &entries, is_name, alphasort);

	if (nr < 0) {
		fprintf(stderr, "%s: %s\n", path, strerror(errno));
		return 1;
	}
	for (int i = 0; i < nr; i++) {
		char *name;

		PN_FUZZ_CHECK(asprintf(&name, "%s/%s", path, entries[i]->d_name) > 0);
		/* The last name on stderr is the input that ended the program. */
		if (getenv("PN_FUZZ_NAMES"))
			fprintf(stderr, "%s\n", name);
		failed |= run_file(name);
		free(name);
		free(entries[i]);
	}
	free(entries);
	return failed;
}

int main(int argc, char **argv)
{
	struct stat st;
	int failed = 0;

	for (int i = 1; i < argc; i++) {
		if (stat(argv[i], &st) == 0 && S_ISDIR(st.st_mode))
			failed |= run_folder(argv[i]);
		else
			failed |= run_file(argv[i]);
	}
	printf("%u inputs\n", nr_inputs);
	/* None at all means that the corpus is not where it should be. */
	return failed || !nr_inputs;
}
