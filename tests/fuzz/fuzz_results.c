// SPDX-License-Identifier: GPL-2.0-only
/* A results folder: its manifest, reports, workloads and counters, as compare and plot read them. */
#include "core/compare.h"
#include "fuzz.h"
#include "io/manifest.h"
#include "io/results.h"

static void compare(const struct pn_side *side)
{
	struct pn_comparison comparison = { 0 };
	int err = pn_compare(side, side, 1, &comparison);

	/* A side has its own workloads in common with itself. */
	PN_FUZZ_CHECK(!err);
	pn_comparison_free(&comparison);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct pn_results results = { .phases = size & 1 };
	struct pn_manifest manifest = { 0 };
	struct pn_problem problem = { "" };
	struct pn_tmpdir dir;

	pn_fuzz_tree(&dir, data, size);
	if (pn_manifest_read(dir.path, &manifest, &problem))
		problem.text[0] = '\0';
	pn_manifest_free(&manifest);
	if (!pn_results_read(dir.path, &results, &problem))
		compare(&results.side);
	else
		PN_FUZZ_CHECK(*problem.text);
	pn_results_free(&results);
	pn_tmpdir_remove(&dir);
	return 0;
}
