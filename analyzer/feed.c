// SPDX-License-Identifier: GPL-2.0-only
/* Feeds an analysis from a source. */
#include "feed.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

#include "merge.h"

/* What the analysis can use of a trace. */
#define KINDS                                                                                      \
	(PN_WANT(PN_EV_IDLE) | PN_WANT(PN_EV_MISS) | PN_WANT(PN_EV_SWITCH) | PN_WANT(PN_EV_WAKE) | \
	 PN_WANT(PN_EV_TIMER))

/* The same where the order between CPUs does not matter. */
#define WHOLE_KINDS (KINDS | PN_WANT(PN_EV_STAY))

/* And what wake latencies take beside that. */
#define LATENCY_KINDS \
	(PN_WANT_ALL | PN_WANT(PN_EV_SAMPLE) | PN_WANT(PN_EV_SEND) | PN_WANT(PN_EV_WAKING))

/* One stream, and what reading it came to. */
struct job {
	uint32_t stream;
	struct pn_cpu_analysis *part; /* NULL: read for its first and last event alone */
	struct pn_read_stats stats;
};

/* The jobs, longest first, which the workers take one after the other. */
struct queue {
	struct pn_feed *feed;
	uint32_t nr_jobs;
	struct job *jobs;
	_Atomic uint32_t next;
	_Atomic int err;
	struct pn_problem *problem; /* written by the worker that set err */
};

static void fail(struct queue *queue, int err, const struct pn_problem *problem)
{
	int none = 0;

	if (atomic_compare_exchange_strong(&queue->err, &none, err) && queue->problem)
		*queue->problem = *problem;
}

static int read_stream(struct queue *queue, struct job *job, struct pn_problem *problem)
{
	const struct pn_source_ops *ops = queue->feed->source->ops;
	uint32_t kinds = job->part ? WHOLE_KINDS : 0;
	struct pn_event batch[PN_BATCH_NR];
	struct pn_cursor *cursor;
	uint64_t bytes = 0;
	int err = 0, nr;

	cursor = ops->cursor_new(queue->feed->source, job->stream, kinds, &err, problem);
	if (!cursor)
		return err;
	while (!err && (nr = ops->cursor_next(cursor, batch, PN_BATCH_NR, problem)) != 0) {
		if (nr < 0)
			err = nr;
		else if (ops->cursor_stats(cursor)->foreign)
			err = -EXDEV;
		else if (atomic_load_explicit(&queue->err, memory_order_relaxed))
			break;
		else if (job->part)
			err = pn_cpu_analysis_feed(job->part, batch, (size_t)nr);
		pn_read_progress_add(queue->feed->progress, ops->cursor_bytes(cursor) - bytes);
		bytes = ops->cursor_bytes(cursor);
	}
	job->stats = *ops->cursor_stats(cursor);
	ops->cursor_free(cursor);
	return err;
}

static void *work(void *ctx)
{
	struct queue *queue = ctx;
	struct pn_problem problem = { "" };
	uint32_t i;
	int err;

	while (!atomic_load(&queue->err) &&
	       (i = atomic_fetch_add(&queue->next, 1)) < queue->nr_jobs) {
		err = read_stream(queue, &queue->jobs[i], &problem);
		if (err)
			fail(queue, err, &problem);
	}
	return NULL;
}

static void run_workers(struct queue *queue)
{
	unsigned int jobs = queue->feed->jobs;
	unsigned int started = 0;
	pthread_t *threads;

	if (jobs > queue->nr_jobs)
		jobs = queue->nr_jobs;
	/* This thread is a worker too; without the others it does their work as well. */
	threads = calloc(jobs ? jobs : 1, sizeof(*threads));
	while (threads && started + 1 < jobs &&
	       !pthread_create(&threads[started], NULL, work, queue))
		started++;
	work(queue);
	for (unsigned int i = 0; i < started; i++)
		pthread_join(threads[i], NULL);
	free(threads);
}

static int longest_first(const void *a, const void *b, void *ctx)
{
	const struct job *x = a, *y = b;
	const uint64_t *bytes = ctx;

	if (bytes[x->stream] != bytes[y->stream])
		return bytes[x->stream] > bytes[y->stream] ? -1 : 1;
	return x->stream < y->stream ? -1 : 1;
}

static bool wanted(const struct pn_feed *feed, uint32_t cpu)
{
	return !feed->cpus || pn_cpuset_has(feed->cpus, cpu);
}

static int fill_queue(struct queue *queue)
{
	struct pn_feed *feed = queue->feed;
	struct pn_source *source = feed->source;

	queue->nr_jobs = source->nr_streams;
	queue->jobs = calloc(queue->nr_jobs ? queue->nr_jobs : 1, sizeof(*queue->jobs));
	if (!queue->jobs)
		return -ENOMEM;
	for (uint32_t i = 0; i < queue->nr_jobs; i++) {
		uint32_t cpu = (uint32_t)source->stream_cpu[i];

		queue->jobs[i].stream = i;
		if (!wanted(feed, cpu))
			continue;
		queue->jobs[i].part = pn_analysis_cpu(feed->analysis, cpu);
		if (!queue->jobs[i].part)
			return -ENOMEM;
	}
	qsort_r(queue->jobs, queue->nr_jobs, sizeof(*queue->jobs), longest_first,
		source->stream_bytes);
	return 0;
}

int pn_feed_parallel(struct pn_feed *feed, struct pn_problem *problem)
{
	struct queue queue = { .feed = feed, .problem = problem };
	int err = fill_queue(&queue);

	if (!err) {
		run_workers(&queue);
		err = atomic_load(&queue.err);
	}
	/* By the number of the stream, so that what is told does not depend on who came first. */
	for (uint32_t stream = 0; !err && stream < queue.nr_jobs; stream++) {
		for (uint32_t i = 0; i < queue.nr_jobs; i++) {
			if (queue.jobs[i].stream == stream)
				pn_read_stats_add(&feed->stats, &queue.jobs[i].stats);
		}
	}
	free(queue.jobs);
	return err;
}

/* Every CPU that has a buffer is in the report, also one without an idle event. */
static int make_parts(struct pn_feed *feed)
{
	const struct pn_source *source = feed->source;

	for (uint32_t i = 0; i < source->nr_streams; i++) {
		int32_t cpu = source->stream_cpu[i];

		if (cpu >= 0 && wanted(feed, (uint32_t)cpu) &&
		    !pn_analysis_cpu(feed->analysis, (uint32_t)cpu))
			return -ENOMEM;
	}
	return 0;
}

static int feed_one(struct pn_feed *feed, const struct pn_event *event)
{
	bool is_wanted = wanted(feed, event->cpu);
	/* Who is sent an IPI or given a task need not be a CPU of this trace. */
	bool is_own = event->kind == PN_EV_LOST || (KINDS & PN_WANT(event->kind));
	int err = 0;

	if (is_wanted && is_own)
		err = pn_analysis_feed(feed->analysis, event, 1);
	/* A target's samples count; whoever woke it may be any CPU. */
	if (!err && feed->latency && is_wanted)
		err = pn_latency_feed(feed->latency, event);
	if (!err && feed->together)
		err = pn_together_feed(feed->together, event);
	return err;
}

/* Whether events need no looking at, one by one. */
static bool to_analysis_alone(const struct pn_feed *feed)
{
	return !feed->cpus && !feed->latency && !feed->together;
}

static int feed_batch(struct pn_feed *feed, const struct pn_event *batch, size_t nr)
{
	int err = 0;

	if (to_analysis_alone(feed))
		return pn_analysis_feed(feed->analysis, batch, nr);
	for (size_t i = 0; !err && i < nr; i++)
		err = feed_one(feed, &batch[i]);
	return err;
}

/* The same where the streams do not tell. */
static int make_parts_seen(struct pn_feed *feed, const struct pn_cursor *cursor)
{
	const struct pn_source_ops *ops = feed->source->ops;
	int32_t cpu = ops->cursor_cpu ? ops->cursor_cpu(cursor, 0) : PN_UNKNOWN;

	for (; cpu >= 0; cpu = ops->cursor_cpu(cursor, (uint32_t)cpu + 1)) {
		if (wanted(feed, (uint32_t)cpu) && !pn_analysis_cpu(feed->analysis, (uint32_t)cpu))
			return -ENOMEM;
	}
	return 0;
}

/* One stream, as text is, stands in the order of time already. */
static int feed_stream(struct pn_feed *feed, uint32_t kinds, struct pn_problem *problem)
{
	const struct pn_source_ops *ops = feed->source->ops;
	struct pn_event batch[PN_BATCH_NR];
	struct pn_cursor *cursor;
	uint64_t bytes = 0;
	int err = 0, nr;

	if (to_analysis_alone(feed) && !feed->in_order)
		kinds = WHOLE_KINDS;
	cursor = ops->cursor_new(feed->source, 0, kinds, &err, problem);
	if (!cursor)
		return err;
	while (!err && (nr = ops->cursor_next(cursor, batch, PN_BATCH_NR, problem)) != 0) {
		err = nr < 0 ? nr : feed_batch(feed, batch, (size_t)nr);
		pn_read_progress_add(feed->progress, ops->cursor_bytes(cursor) - bytes);
		bytes = ops->cursor_bytes(cursor);
	}
	if (!err)
		err = make_parts_seen(feed, cursor);
	pn_read_stats_add(&feed->stats, ops->cursor_stats(cursor));
	ops->cursor_free(cursor);
	return err;
}

int pn_feed_merged(struct pn_feed *feed, struct pn_problem *problem)
{
	const struct pn_event *event;
	uint32_t kinds = KINDS | (feed->latency ? LATENCY_KINDS : 0);
	struct pn_merge *merge;
	uint64_t bytes = 0, events = 0;
	int err, got;

	err = make_parts(feed);
	if (err)
		return err;
	if (feed->source->nr_streams == 1)
		return feed_stream(feed, kinds, problem);
	merge = pn_merge_new(feed->source, kinds, &err, problem);
	if (!merge)
		return err;
	while ((got = pn_merge_next(merge, &event, problem)) > 0 && !err) {
		err = feed_one(feed, event);
		if (++events % 65536 == 0) {
			pn_read_progress_add(feed->progress, pn_merge_bytes(merge) - bytes);
			bytes = pn_merge_bytes(merge);
		}
	}
	pn_merge_stats(merge, &feed->stats);
	pn_merge_free(merge);
	return got < 0 ? got : err;
}
