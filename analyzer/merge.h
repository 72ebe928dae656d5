/* SPDX-License-Identifier: GPL-2.0-only */
/* The streams of a trace merged into one, by time. */
#ifndef PN_MERGE_H
#define PN_MERGE_H

#include "io/source.h"

struct pn_merge;

/**
 * pn_merge_new - starts to merge all streams of a source
 * @source: outlives the merge
 * @kinds: mask of PN_WANT()
 * @err: a negative errno when NULL is returned
 * @problem: what went wrong
 *
 * Returns: the merge, freed with pn_merge_free(), or NULL.
 */
struct pn_merge *pn_merge_new(struct pn_source *source, uint32_t kinds, int *err,
			      struct pn_problem *problem);

/**
 * pn_merge_next - the next event in the order of time; equal times in the order of the streams
 * @merge: the merge
 * @event: points to it until the next call
 * @problem: what went wrong
 *
 * A stream keeps its own order, even where its clock stepped back.
 *
 * Returns: 1, 0 at the end, or a negative errno.
 */
int pn_merge_next(struct pn_merge *merge, const struct pn_event **event,
		  struct pn_problem *problem);

/** pn_merge_stats - adds up what was read from all streams */
void pn_merge_stats(const struct pn_merge *merge, struct pn_read_stats *stats);

/** pn_merge_bytes - bytes that were read from all streams */
uint64_t pn_merge_bytes(const struct pn_merge *merge);

/** pn_merge_free - frees a merge; NULL is allowed */
void pn_merge_free(struct pn_merge *merge);

#endif
