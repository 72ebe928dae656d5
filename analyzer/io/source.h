/* SPDX-License-Identifier: GPL-2.0-only */
/* A trace, whatever its format: streams of events that are pulled batch by batch. */
#ifndef PN_IO_SOURCE_H
#define PN_IO_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/event.h"
#include "core/summary.h"
#include "io/mapped.h"
#include "util/problem.h"

/** PN_WANT - the bit of an event kind in a mask of kinds; losses are always delivered */
#define PN_WANT(kind) (1u << (kind))

/**
 * Every wake, switch and timer event. Without it a reader may leave out all but the first wake and
 * the first switch after each idle event, and timers that do not fire.
 */
#define PN_WANT_ALL (1u << 31)

/** Good size of a batch: it stays in the first-level cache. */
#define PN_BATCH_NR 256

/** struct pn_read_stats - what reading one stream came to */
struct pn_read_stats {
	bool has_events;   /* first_ns and last_ns mean something */
	uint64_t first_ns; /* events of any type, wanted or not */
	uint64_t last_ns;
	uint64_t events;
	uint64_t bad_lines; /* text: idle events that cannot be read */
	uint64_t odd_cpus;  /* idle events of a CPU past PN_CPU_LIMIT, left out */
	bool foreign;	    /* an event spoke of another CPU than the stream's */
	bool truncated;	    /* the stream ends before its contents do */
	char truncated_at[128];
};

struct pn_cursor;
struct pn_source;

/** struct pn_source_options - what to open of a trace */
struct pn_source_options {
	const char *instance; /* buffer instance; NULL or "": the top one */
};

/** struct pn_source_ops - a format */
struct pn_source_ops {
	const char *name;

	/* whether the file begins as this format does */
	bool (*claims)(const struct pn_mapped *file);

	/* opens a source over @file, which outlives it; 0 or a negative errno with @problem */
	int (*open)(const struct pn_mapped *file, const struct pn_source_options *options,
		    struct pn_source **source, struct pn_problem *problem);

	void (*close)(struct pn_source *source);

	/*
	 * Starts reading a stream from its beginning; several cursors may be open at a time, each
	 * used by one thread. @kinds is a mask of PN_WANT(). NULL with *err and @problem.
	 */
	struct pn_cursor *(*cursor_new)(struct pn_source *source, uint32_t stream, uint32_t kinds,
					int *err, struct pn_problem *problem);

	/* fills @batch; how many events, 0 at the end, or a negative errno with @problem */
	int (*cursor_next)(struct pn_cursor *cursor, struct pn_event *batch, size_t room,
			   struct pn_problem *problem);

	/* what was read up to now */
	const struct pn_read_stats *(*cursor_stats)(const struct pn_cursor *cursor);

	/* bytes of the stream that were read up to now, for progress */
	uint64_t (*cursor_bytes)(const struct pn_cursor *cursor);

	/*
	 * the first CPU from @from on whose buffer was seen up to now, or PN_UNKNOWN; NULL for
	 * formats whose streams are the buffers of one CPU each
	 */
	int32_t (*cursor_cpu)(const struct pn_cursor *cursor, uint32_t from);

	void (*cursor_free)(struct pn_cursor *cursor);
};

/**
 * struct pn_source - an open trace; formats embed it as their first member
 *
 * @stream_cpu: for each stream the CPU whose buffer it is, or PN_UNKNOWN where one stream holds
 * all CPUs in the order of the file
 */
struct pn_source {
	const struct pn_source_ops *ops;
	struct pn_trace_info info; /* what is known before any event was read */
	bool idle_known;	   /* the trace describes, or may hold, the cpu_idle event */
	bool samples_known;	   /* the same of the latency module's samples */
	uint32_t nr_streams;
	int32_t *stream_cpu;
	uint64_t *stream_bytes; /* length, for progress and for the order of work */
};

/** The formats, each in a file of its own. */
extern const struct pn_source_ops pn_tracedat_ops;
extern const struct pn_source_ops pn_text_ops;

/**
 * pn_source_open - opens a trace, whatever its format
 * @file: its bytes, which outlive the source
 * @options: what to open
 * @source: the source, freed with pn_source_close()
 * @problem: what went wrong
 *
 * Returns: 0, -ENOTSUP (no known format) or another negative errno.
 */
int pn_source_open(const struct pn_mapped *file, const struct pn_source_options *options,
		   struct pn_source **source, struct pn_problem *problem);

/** pn_source_close - closes a source; NULL is allowed */
void pn_source_close(struct pn_source *source);

/** pn_read_stats_add - adds what one stream came to to that of all */
void pn_read_stats_add(struct pn_read_stats *into, const struct pn_read_stats *from);

/** pn_read_stats_time - notes a point in time that some event has */
static inline void pn_read_stats_time(struct pn_read_stats *stats, uint64_t ts_ns)
{
	if (!stats->has_events || ts_ns < stats->first_ns)
		stats->first_ns = ts_ns;
	if (!stats->has_events || ts_ns > stats->last_ns)
		stats->last_ns = ts_ns;
	stats->has_events = true;
}

/** pn_read_stats_event - notes an event of any type at @ts_ns */
static inline void pn_read_stats_event(struct pn_read_stats *stats, uint64_t ts_ns)
{
	pn_read_stats_time(stats, ts_ns);
	stats->events++;
}

#endif
