// SPDX-License-Identifier: GPL-2.0-only
/* Figures over time. */
#include "core/bins.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/params.h"

/* Lays the table out anew, with at least the given numbers of rows and columns. */
static int reshape(struct pn_bins *bins, uint32_t nr_bins, uint32_t nr_states)
{
	struct pn_bin *fresh;

	if (nr_states < bins->nr_states)
		nr_states = bins->nr_states;
	if (nr_bins < bins->nr_bins)
		nr_bins = bins->nr_bins;
	fresh = calloc((size_t)nr_bins * nr_states, sizeof(*fresh));
	if (!fresh)
		return -ENOMEM;
	for (uint32_t i = 0; i < bins->nr_bins; i++)
		memcpy(&fresh[(size_t)i * nr_states], &bins->bins[(size_t)i * bins->nr_states],
		       bins->nr_states * sizeof(*fresh));
	free(bins->bins);
	bins->bins = fresh;
	bins->nr_bins = nr_bins;
	bins->nr_states = nr_states;
	return 0;
}

static uint64_t bin_index(const struct pn_bins *bins, uint64_t ts_ns)
{
	return ts_ns < bins->origin_ns ? 0 : (ts_ns - bins->origin_ns) / bins->width_ns;
}

/* Rows grow by half as much again, and never past what is allowed. */
static uint32_t roomy(uint64_t index)
{
	uint64_t rows = index + index / 2 + 8;

	return rows > PN_BINS_MAX ? PN_BINS_MAX : (uint32_t)rows;
}

int pn_bins_at(struct pn_bins *bins, uint64_t ts_ns, uint32_t state, struct pn_bin **out)
{
	uint64_t index = bin_index(bins, ts_ns);
	int err;

	if (index >= PN_BINS_MAX)
		return -E2BIG;
	if (index >= bins->nr_bins || state >= bins->nr_states) {
		err = reshape(bins, index < bins->nr_bins ? 0 : roomy(index), state + 1);
		if (err)
			return err;
	}
	*out = &bins->bins[index * bins->nr_states + state];
	return 0;
}

/* How much of its bin comes after a point in time; before the first bin, what leads up to it. */
static uint64_t left_of_bin(const struct pn_bins *bins, uint64_t ts_ns)
{
	if (ts_ns < bins->origin_ns)
		return bins->origin_ns - ts_ns;
	return bins->width_ns - (ts_ns - bins->origin_ns) % bins->width_ns;
}

int pn_bins_add_idle(struct pn_bins *bins, uint64_t from_ns, uint64_t to_ns, uint32_t state)
{
	struct pn_bin *bin;
	uint64_t part_ns;
	int err;

	while (from_ns < to_ns) {
		err = pn_bins_at(bins, from_ns, state, &bin);
		if (err)
			return err;
		part_ns = left_of_bin(bins, from_ns);
		if (part_ns > to_ns - from_ns)
			part_ns = to_ns - from_ns;
		bin->idle_ns += part_ns;
		from_ns += part_ns;
	}
	return 0;
}

int pn_bins_merge(struct pn_bins *into, const struct pn_bins *from)
{
	int err;

	if (!from->nr_bins)
		return 0;
	into->width_ns = from->width_ns;
	into->origin_ns = from->origin_ns;
	if (from->nr_bins > into->nr_bins || from->nr_states > into->nr_states) {
		err = reshape(into, from->nr_bins, from->nr_states);
		if (err)
			return err;
	}
	for (uint32_t i = 0; i < from->nr_bins; i++) {
		for (uint32_t s = 0; s < from->nr_states; s++) {
			const struct pn_bin *src = &from->bins[(size_t)i * from->nr_states + s];
			struct pn_bin *dst = &into->bins[(size_t)i * into->nr_states + s];

			dst->entries += src->entries;
			dst->completed += src->completed;
			dst->above += src->above;
			dst->below += src->below;
			dst->pn += src->pn;
			dst->idle_ns += src->idle_ns;
		}
	}
	return 0;
}

void pn_bins_free(struct pn_bins *bins)
{
	free(bins->bins);
	memset(bins, 0, sizeof(*bins));
}
