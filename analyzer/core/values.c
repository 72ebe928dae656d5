// SPDX-License-Identifier: GPL-2.0-only
/* Named values of one repeat. */
#include "core/values.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/metric.h"

int pn_values_add(struct pn_values *values, const struct pn_value *value)
{
	struct pn_value *list;

	if (!isfinite(value->value))
		return 0;
	list = realloc(values->list, (values->nr + 1) * sizeof(*list));
	if (!list)
		return -ENOMEM;
	values->list = list;
	list[values->nr++] = *value;
	return 0;
}

const struct pn_value *pn_values_find(const struct pn_values *values, const char *name)
{
	for (uint32_t i = 0; i < values->nr; i++) {
		if (strcmp(values->list[i].name, name) == 0)
			return &values->list[i];
	}
	return NULL;
}

static int add_metric(struct pn_values *values, size_t metric, const struct pn_cpu_stats *total,
		      uint32_t state, const struct pn_machine *machine)
{
	const struct pn_metric *what = &pn_metrics[metric];
	struct pn_metric_value got = pn_metric_get(metric, total, state, machine);
	struct pn_value value = {
		.direction = what->direction,
		.value = got.value,
		.weight_pct = got.weight_pct,
		.counted = true,
		.events = got.events,
	};

	if (!got.known)
		return 0;
	if (what->per_state)
		snprintf(value.name, sizeof(value.name), "%s.%u", what->name, state);
	else
		snprintf(value.name, sizeof(value.name), "%s", what->name);
	snprintf(value.unit, sizeof(value.unit), "%s", what->unit);
	return pn_values_add(values, &value);
}

static int add_percentile(struct pn_values *values, const struct pn_latency_cell *cell,
			  const char *label, uint32_t pct_milli)
{
	struct pn_value value = {
		.unit = "us",
		.direction = PN_LOWER_IS_BETTER,
		.value = (double)pn_sdist_percentile(&cell->dist, pct_milli) / 1000.0,
		.weight_pct = NAN,
		.counted = true,
		.events = cell->dist.count,
	};

	snprintf(value.name, sizeof(value.name), "%s-latency-%s.%d",
		 pn_latency_source_name(cell->source), label, cell->state);
	return pn_values_add(values, &value);
}

static int add_latencies(struct pn_values *values, const struct pn_latency_stats *stats)
{
	int err = 0;

	for (uint32_t i = 0; !err && i < stats->nr; i++) {
		const struct pn_latency_cell *cell = &stats->cells[i];
		struct pn_latency_cell total = { 0 };

		/* Cells are in order: the first of a source and state stands for all its CPUs. */
		if (cell->state < 0 || (i && stats->cells[i - 1].source == cell->source &&
					stats->cells[i - 1].state == cell->state))
			continue;
		err = pn_latency_total(stats, cell->source, cell->state, &total);
		if (!err)
			err = add_percentile(values, &total, "p50", 50000);
		if (!err)
			err = add_percentile(values, &total, "p99", 99000);
		pn_sdist_free(&total.dist);
	}
	return err;
}

int pn_values_of_section(struct pn_values *values, const struct pn_section *section,
			 const struct pn_machine *machine)
{
	struct pn_cpu_stats total = { 0 };
	int err = pn_section_total(section, &total);

	for (size_t metric = 0; !err && metric < pn_nr_metrics; metric++) {
		uint32_t nr = pn_metrics[metric].per_state ? total.nr_states : 1;

		for (uint32_t s = 0; !err && s < nr; s++)
			err = add_metric(values, metric, &total, s, machine);
	}
	pn_stats_free(&total);
	return err ? err : add_latencies(values, &section->latency);
}

void pn_values_free(struct pn_values *values)
{
	free(values->list);
	memset(values, 0, sizeof(*values));
}
