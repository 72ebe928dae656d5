// SPDX-License-Identifier: GPL-2.0-only
/* The streams of a trace merged into one, by time: a heap of streams, each with a batch. */
#include "merge.h"

#include <errno.h>
#include <stdlib.h>

struct lane {
	struct pn_cursor *cursor;
	uint32_t stream;
	size_t at;
	size_t nr;
	struct pn_event batch[PN_BATCH_NR];
};

struct pn_merge {
	struct pn_source *source;
	uint32_t nr_lanes;
	struct lane *lanes;
	uint32_t nr_heap;
	struct lane **heap; /* the lane with the earliest event first */
	struct lane *taken; /* its event is with the caller */
};

static bool before(const struct lane *a, const struct lane *b)
{
	uint64_t x = a->batch[a->at].ts_ns, y = b->batch[b->at].ts_ns;

	return x != y ? x < y : a->stream < b->stream;
}

static void sift_down(struct pn_merge *merge, uint32_t i)
{
	struct lane **heap = merge->heap;

	for (;;) {
		uint32_t least = i;

		for (uint32_t child = 2 * i + 1; child <= 2 * i + 2; child++) {
			if (child < merge->nr_heap && before(heap[child], heap[least]))
				least = child;
		}
		if (least == i)
			return;
		struct lane *lane = heap[i];

		heap[i] = heap[least];
		heap[least] = lane;
		i = least;
	}
}

/* Fills a lane's batch: 1, 0 at the end of the stream, or a negative errno. */
static int refill(struct pn_merge *merge, struct lane *lane, struct pn_problem *problem)
{
	int nr = merge->source->ops->cursor_next(lane->cursor, lane->batch, PN_BATCH_NR, problem);

	lane->at = 0;
	lane->nr = nr > 0 ? (size_t)nr : 0;
	return nr > 0 ? 1 : nr;
}

static int open_lanes(struct pn_merge *merge, uint32_t kinds, struct pn_problem *problem)
{
	struct pn_source *source = merge->source;
	int got = 0, err = 0;

	for (uint32_t i = 0; i < source->nr_streams; i++) {
		struct lane *lane = &merge->lanes[i];

		lane->stream = i;
		lane->cursor = source->ops->cursor_new(source, i, kinds, &err, problem);
		merge->nr_lanes++;
		if (!lane->cursor)
			return err;
		got = refill(merge, lane, problem);
		if (got < 0)
			return got;
		if (got)
			merge->heap[merge->nr_heap++] = lane;
	}
	for (uint32_t i = merge->nr_heap; i-- > 0;)
		sift_down(merge, i);
	return 0;
}

struct pn_merge *pn_merge_new(struct pn_source *source, uint32_t kinds, int *err,
			      struct pn_problem *problem)
{
	struct pn_merge *merge = calloc(1, sizeof(*merge));
	uint32_t room = source->nr_streams ? source->nr_streams : 1;

	*err = -ENOMEM;
	if (!merge)
		return NULL;
	merge->source = source;
	merge->lanes = calloc(room, sizeof(*merge->lanes));
	merge->heap = calloc(room, sizeof(*merge->heap));
	if (merge->lanes && merge->heap)
		*err = open_lanes(merge, kinds, problem);
	if (!*err)
		return merge;
	pn_merge_free(merge);
	return NULL;
}

int pn_merge_next(struct pn_merge *merge, const struct pn_event **event, struct pn_problem *problem)
{
	struct lane *lane = merge->taken;
	int got = 1;

	if (lane) {
		if (++lane->at == lane->nr)
			got = refill(merge, lane, problem);
		if (got < 0)
			return got;
		if (!got)
			merge->heap[0] = merge->heap[--merge->nr_heap];
		if (merge->nr_heap)
			sift_down(merge, 0);
	}
	merge->taken = merge->nr_heap ? merge->heap[0] : NULL;
	if (!merge->taken)
		return 0;
	*event = &merge->taken->batch[merge->taken->at];
	return 1;
}

void pn_merge_stats(const struct pn_merge *merge, struct pn_read_stats *stats)
{
	for (uint32_t i = 0; i < merge->nr_lanes; i++)
		pn_read_stats_add(stats, merge->source->ops->cursor_stats(merge->lanes[i].cursor));
}

uint64_t pn_merge_bytes(const struct pn_merge *merge)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i < merge->nr_lanes; i++)
		sum += merge->source->ops->cursor_bytes(merge->lanes[i].cursor);
	return sum;
}

void pn_merge_free(struct pn_merge *merge)
{
	if (!merge)
		return;
	for (uint32_t i = 0; merge->lanes && i < merge->nr_lanes; i++)
		merge->source->ops->cursor_free(merge->lanes[i].cursor);
	free(merge->lanes);
	free(merge->heap);
	free(merge);
}
