// SPDX-License-Identifier: GPL-2.0-only
/* A sysfs tree that somebody has packed up: its states and topology, and two blocks of counters. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "io/counters.h"
#include "io/counters_file.h"
#include "io/states.h"

static void read_machine(const char *root)
{
	struct pn_problem problem = { "" };
	struct pn_machine *machine = NULL;
	int err = pn_states_sysfs(root, &machine, &problem);

	PN_FUZZ_CHECK(!err == !!machine && !err == !*problem.text);
	pn_machine_free(machine);
}

/* What is sampled can be read. */
static void check_counters(const char *text, size_t size)
{
	struct pn_problem problem = { "" };
	struct pn_counts *counts = NULL;
	struct pn_fuzz_file file;
	int err;

	pn_fuzz_file_open(&file, text, size);
	err = pn_counters_read(file.path, 0, UINT64_MAX, &counts, &problem);
	/* No kernel leaves a state out; a tree that somebody has packed up may. */
	if (err && !strstr(problem.text, "a state before it is missing")) {
		fprintf(stderr, "%s\n%.*s", problem.text, (int)size, text);
		PN_FUZZ_CHECK(!err);
	}
	PN_FUZZ_CHECK(err || (counts->nr_blocks == 1 && !counts->cut));
	pn_counts_free(counts);
	pn_fuzz_file_close(&file);
}

/* The header and a block, as 'analyzer sample' writes them. */
static char *first_block(struct pn_counters *counters, size_t *size)
{
	const char *block;
	char *text;
	size_t len;

	PN_FUZZ_CHECK(!pn_counters_block(counters, &block, &len));
	*size = strlen(PN_COUNTERS_HEADER) + len;
	text = malloc(*size);
	PN_FUZZ_CHECK(text);
	memcpy(text, PN_COUNTERS_HEADER, *size - len);
	memcpy(text + *size - len, block, len);
	return text;
}

static void sample(const char *root)
{
	struct pn_counters_options options = { .sysroot = root, .sources = PN_COUNT_ALL };
	struct pn_problem problem = { "" };
	struct pn_counters *counters;
	const char *block;
	char *text;
	size_t size;
	int err = pn_counters_open(&options, &counters, &problem);

	PN_FUZZ_CHECK(!err == !*problem.text);
	if (err)
		return;
	text = first_block(counters, &size);
	check_counters(text, size);
	free(text);
	PN_FUZZ_CHECK(!pn_counters_block(counters, &block, &size));
	pn_counters_close(counters);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct pn_tmpdir dir;

	pn_fuzz_tree(&dir, data, size);
	read_machine(dir.path);
	sample(dir.path);
	pn_tmpdir_remove(&dir);
	return 0;
}
