/* SPDX-License-Identifier: GPL-2.0-only */
/* Figures over time, for graphs: a row of bins of equal width, per state. */
#ifndef PN_CORE_BINS_H
#define PN_CORE_BINS_H

#include <stdint.h>

/**
 * struct pn_bin - one state in one bin
 *
 * An entry counts where it happens, time where it is spent, a completed stay and its verdict
 * where the stay ends, as the kernel's own counters do.
 */
struct pn_bin {
	uint64_t entries;
	uint64_t completed;
	uint64_t above;
	uint64_t below;
	uint64_t pn;
	uint64_t idle_ns;
};

/** struct pn_bins - all zero keeps nothing */
struct pn_bins {
	uint64_t width_ns;  /* 0: no bins are kept */
	uint64_t origin_ns; /* start of bin 0; what is earlier goes into bin 0 */
	uint32_t nr_bins;
	uint32_t nr_states;
	struct pn_bin *bins; /* nr_bins rows of nr_states */
};

/**
 * pn_bins_at - the bin of a point in time, made if need be
 * @bins: with a width
 * @ts_ns: the point
 * @state: the state
 * @out: the bin, good until the next call
 *
 * Returns: 0, -E2BIG (more than PN_BINS_MAX bins) or -ENOMEM.
 */
int pn_bins_at(struct pn_bins *bins, uint64_t ts_ns, uint32_t state, struct pn_bin **out);

/** pn_bins_add_idle - spreads the time from @from_ns to @to_ns over the bins; as pn_bins_at() */
int pn_bins_add_idle(struct pn_bins *bins, uint64_t from_ns, uint64_t to_ns, uint32_t state);

/** pn_bins_merge - adds all of @from, which has the same width and origin; as pn_bins_at() */
int pn_bins_merge(struct pn_bins *into, const struct pn_bins *from);

/** pn_bins_free - frees the bins and zeroes @bins */
void pn_bins_free(struct pn_bins *bins);

#endif
