// SPDX-License-Identifier: GPL-2.0-only
/* One line on a terminal that tells how far a long reading has come. */
#include "read_progress.h"

#include <stdio.h>
#include <unistd.h>

#include "util/now.h"

#define SECOND_NS UINT64_C(1000000000)

void pn_read_progress_begin(struct pn_read_progress *progress, uint64_t total, bool quiet)
{
	progress->shown = !quiet && total && isatty(STDERR_FILENO);
	progress->total = total;
	progress->start_ns = pn_now_ns();
	atomic_store(&progress->done, 0);
	atomic_store(&progress->printed_ns, 0);
}

void pn_read_progress_add(struct pn_read_progress *progress, uint64_t bytes)
{
	uint64_t done, now, last;

	if (!progress->shown)
		return;
	done = atomic_fetch_add(&progress->done, bytes) + bytes;
	now = pn_now_ns();
	last = atomic_load(&progress->printed_ns);
	if (now - (last ? last : progress->start_ns) < SECOND_NS)
		return;
	/* One of several threads that come here at a time prints. */
	if (atomic_compare_exchange_strong(&progress->printed_ns, &last, now))
		fprintf(stderr, "\rread %3.0f %% of %.0f MB",
			100.0 * (double)done / (double)progress->total,
			(double)progress->total / 1e6);
}

void pn_read_progress_end(struct pn_read_progress *progress)
{
	if (progress->shown && atomic_load(&progress->printed_ns))
		fprintf(stderr, "\r\033[K");
}
