// SPDX-License-Identifier: GPL-2.0-only
/* A file of 'analyzer sample', over all of its time and over a part. */
#include "fuzz.h"
#include "io/counters_file.h"

static void read_window(const char *path, uint64_t from_ns, uint64_t to_ns)
{
	struct pn_problem problem = { "" };
	struct pn_counts *counts = NULL;
	int err = pn_counters_read(path, from_ns, to_ns, &counts, &problem);

	PN_FUZZ_CHECK(!err == !!counts && !err == !*problem.text);
	pn_counts_free(counts);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct pn_fuzz_file file;

	pn_fuzz_file_open(&file, data, size);
	read_window(file.path, 0, UINT64_MAX);
	read_window(file.path, 1500000000, 3500000000);
	pn_fuzz_file_close(&file);
	return 0;
}
