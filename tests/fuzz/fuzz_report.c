// SPDX-License-Identifier: GPL-2.0-only
/* Reports in JSON from strangers: what is taken can be written in every form, and read again. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "io/summary_json.h"
#include "out/report.h"

static struct pn_summary *read_report(const void *bytes, size_t size)
{
	struct pn_problem problem = { "" };
	struct pn_summary *summary = NULL;
	struct pn_fuzz_file file;
	int err;

	pn_fuzz_file_open(&file, bytes, size);
	err = pn_summary_read(file.path, &summary, &problem);
	PN_FUZZ_CHECK(!err == !!summary && !err == !*problem.text);
	pn_fuzz_file_close(&file);
	return summary;
}

static char *write_report(const struct pn_summary *summary, const struct pn_report_ops *form,
			  size_t *size)
{
	struct pn_report_options options = { .per_cpu = true };
	char *text = NULL;
	FILE *out = open_memstream(&text, size);

	PN_FUZZ_CHECK(out && !form->write(summary, &options, out) && !fclose(out));
	return text;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct pn_summary *summary = read_report(data, size), *again;
	size_t first_size, second_size;
	char *first, *second;

	if (!summary)
		return 0;
	free(write_report(summary, &pn_report_text, &first_size));
	free(write_report(summary, &pn_report_csv, &first_size));
	first = write_report(summary, &pn_report_json, &first_size);
	again = read_report(first, first_size);
	PN_FUZZ_CHECK(again);
	second = write_report(again, &pn_report_json, &second_size);
	if (strcmp(first, second) != 0)
		fprintf(stderr, "--- one:\n%s\n--- other:\n%s\n", first, second);
	PN_FUZZ_CHECK(first_size == second_size && memcmp(first, second, first_size) == 0);
	free(first);
	free(second);
	pn_summary_free(summary);
	pn_summary_free(again);
	return 0;
}
