// SPDX-License-Identifier: GPL-2.0-only
/* Wake latencies as they are kept: cells, found and added up. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/latency.h"

const char *pn_latency_source_name(enum pn_latency_source source)
{
	static const char *const names[PN_LAT_NR] = {
		[PN_LAT_IPI_MODULE] = "ipi-module",
		[PN_LAT_TIMER_MODULE] = "timer-module",
		[PN_LAT_IPI] = "ipi",
		[PN_LAT_TIMER] = "timer",
		[PN_LAT_TASK] = "task",
	};

	return names[source];
}

int pn_latency_total(const struct pn_latency_stats *stats, enum pn_latency_source source,
		     int32_t state, struct pn_latency_cell *total)
{
	int err = 0;

	total->source = source;
	total->state = state;
	for (uint32_t i = 0; !err && i < stats->nr; i++) {
		const struct pn_latency_cell *cell = &stats->cells[i];

		if (cell->source != source || cell->state != state)
			continue;
		total->by_handler += cell->by_handler;
		err = pn_sdist_merge(&total->dist, &cell->dist);
	}
	return err;
}

void pn_latency_stats_free(struct pn_latency_stats *stats)
{
	for (uint32_t i = 0; i < stats->nr; i++)
		pn_sdist_free(&stats->cells[i].dist);
	free(stats->cells);
	memset(stats, 0, sizeof(*stats));
}
