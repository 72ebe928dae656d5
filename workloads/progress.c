// SPDX-License-Identifier: GPL-2.0-only
/* One line on the terminal that tells how far a run of many phases has come. */
#include "progress.h"

#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

#include "util/duration.h"

static bool wanted(uint32_t nr_phases)
{
	return nr_phases > 1 && isatty(STDERR_FILENO);
}

static uint64_t rest_ns(const struct pn_phase *phases, uint32_t nr_phases, uint32_t from)
{
	uint64_t sum_ns = 0;

	for (uint32_t i = from; i < nr_phases; i++)
		sum_ns += phases[i].length_ns;
	return sum_ns;
}

void pn_progress_show(const struct pn_phase *phases, uint32_t nr_phases, uint32_t index)
{
	uint64_t left_ns = rest_ns(phases, nr_phases, index);
	char left[16];

	if (!wanted(nr_phases))
		return;
	fprintf(stderr, "\rstep %u of %u: %s", index + 1, nr_phases, phases[index].label);
	if (left_ns)
		fprintf(stderr, ", %s to go", pn_format_ns(left_ns, left, sizeof(left)));
	fprintf(stderr, "\033[K");
}

void pn_progress_clear(uint32_t nr_phases)
{
	if (wanted(nr_phases))
		fprintf(stderr, "\r\033[K");
}
