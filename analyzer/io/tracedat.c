// SPDX-License-Identifier: GPL-2.0-only
/* A trace.dat as a source: one stream for the pages of each CPU of one buffer instance. */
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/decompress.h"
#include "io/source.h"
#include "io/tracedat_file.h"

/* Read pages are let go of in stretches of this size, so that memory stays bounded. */
#define DROP_SIZE (4u << 20)

/*
 * What unpacking may take up, over all CPUs that are read at a time: this much, and so many times
 * the file. A chunk of a real trace is 10 pages; one of a hostile file may be a few bytes that
 * unpack to PN_UNPACK_MAX, for each of 65,536 CPUs.
 */
#define UNPACK_ROOM  (256u << 20)
#define UNPACK_TIMES 32u

struct tracedat {
	struct pn_source source; /* first member */
	struct pn_dat_file dat;
	struct pn_dat_buffer *buffer;
	_Atomic uint64_t unpack_bytes; /* that the cursors hold */
};

/* Where the next pages come from: straight from the file, or a chunk at a time. */
struct pn_cursor {
	struct tracedat *trace;
	const struct pn_cpu_data *cpu;
	struct pn_bytes left;	      /* of the file */
	const uint8_t *drop_from;     /* what was read since then is still mapped */
	struct pn_bytes pages;	      /* ready to be walked */
	struct pn_unpacker *unpacker; /* compressed buffers */
	uint32_t chunks;	      /* still to come */
	uint8_t *chunk;
	uint32_t chunk_room;
	uint64_t held; /* of the trace's unpack_bytes */
	struct pn_page_walk walk;
	struct pn_read_stats stats;
};

static bool claims(const struct pn_mapped *file)
{
	static const char magic[] = "\x17\x08\x44tracing";

	return file->size > sizeof(magic) && memcmp(file->bytes, magic, sizeof(magic) - 1) == 0;
}

/* --- clocks --------------------------------------------------------------------------------- */

/* Clocks that count nanoseconds; libtracecmd and Documentation/trace/ftrace.rst list them. */
static bool counts_ns(const char *clock)
{
	static const char *const names[] = { "",	 "local", "global", "perf",    "mono",
					     "mono_raw", "boot",  "tai",    "tsc2nsec" };

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (strcmp(clock, names[i]) == 0)
			return true;
	}
	return false;
}

static int check_clock(struct tracedat *trace, struct pn_problem *problem)
{
	struct pn_dat_file *dat = &trace->dat;
	const char *clock = trace->buffer->clock;

	if (dat->clock.mult && strcmp(clock, "x86-tsc") == 0)
		return 0;
	dat->clock.mult = 0;
	if (counts_ns(clock))
		return 0;
	return pn_problem_set(
		problem, -ENOTSUP,
		"%s: clock \"%s\" does not count nanoseconds, so no stay has a length; "
		"record with trace-cmd record -C mono",
		dat->file->name, clock);
}

/* --- opening -------------------------------------------------------------------------------- */

static void close_trace(struct pn_source *source)
{
	struct tracedat *trace = (struct tracedat *)source;

	pn_dat_free(&trace->dat);
	free(source->stream_cpu);
	free(source->stream_bytes);
	free(trace);
}

static int no_instance(const struct pn_dat_file *dat, const char *name, struct pn_problem *problem)
{
	char known[256] = "";
	size_t used = 0;

	for (uint32_t i = 0; i < dat->nr_buffers && used < sizeof(known); i++)
		used += (size_t)snprintf(known + used, sizeof(known) - used, "%s%s", i ? ", " : "",
					 *dat->buffers[i].name ? dat->buffers[i].name : "(top)");
	return pn_problem_set(problem, -ENOENT, "%s: no buffer instance \"%s\"; there are: %s",
			      dat->file->name, name, known);
}

static int add_streams(struct tracedat *trace)
{
	const struct pn_dat_buffer *buffer = trace->buffer;
	struct pn_source *source = &trace->source;
	uint32_t room = buffer->nr_cpus ? buffer->nr_cpus : 1;

	source->stream_cpu = calloc(room, sizeof(*source->stream_cpu));
	source->stream_bytes = calloc(room, sizeof(*source->stream_bytes));
	if (!source->stream_cpu || !source->stream_bytes)
		return -ENOMEM;
	for (uint32_t i = 0; i < buffer->nr_cpus; i++) {
		source->stream_cpu[i] = (int32_t)buffer->cpus[i].cpu;
		source->stream_bytes[i] = buffer->cpus[i].size;
	}
	source->nr_streams = buffer->nr_cpus;
	return 0;
}

static void fill_info(struct tracedat *trace)
{
	const struct pn_dat_file *dat = &trace->dat;
	struct pn_trace_info *info = &trace->source.info;
	const struct pn_dat_buffer *buffer = trace->buffer;

	snprintf(info->format, sizeof(info->format), "trace.dat v%d%s%.12s", dat->version,
		 buffer->packed ? " " : "", buffer->packed ? dat->compression : "");
	snprintf(info->clock, sizeof(info->clock), "%s", buffer->clock);
	snprintf(info->instance, sizeof(info->instance), "%s", buffer->name);
	info->nr_cpus = dat->nr_cpus ? dat->nr_cpus : buffer->nr_cpus;
	info->has_stats = dat->has_stats;
	info->overruns = dat->overruns;
	for (uint32_t i = 0; i < buffer->nr_cpus && !info->truncated; i++) {
		if (!buffer->cpus[i].cut)
			continue;
		info->truncated = true;
		snprintf(info->truncated_at, sizeof(info->truncated_at),
			 "the file ends inside the data of CPU %u, at offset %zu",
			 buffer->cpus[i].cpu, dat->file->size);
	}
	trace->source.idle_known = dat->formats->idle_slot != 0;
	for (uint8_t i = 1; i < dat->formats->nr; i++)
		trace->source.samples_known |= dat->formats->list[i].kind == PN_EV_SAMPLE;
}

static int open_buffer(struct tracedat *trace, const char *name, struct pn_problem *problem)
{
	struct pn_dat_file *dat = &trace->dat;

	trace->buffer = pn_dat_buffer_find(dat, name ? name : "");
	/* A recording of one named instance alone has no top buffer. */
	if (!trace->buffer && !name && dat->nr_buffers == 1)
		trace->buffer = &dat->buffers[0];
	if (!trace->buffer)
		return no_instance(dat, name ? name : "", problem);
	if (trace->buffer->text)
		return pn_problem_set(problem, -ENOTSUP,
				      "%s: holds a latency trace, which has no idle events",
				      dat->file->name);
	return check_clock(trace, problem);
}

static int open_trace(const struct pn_mapped *file, const struct pn_source_options *options,
		      struct pn_source **source, struct pn_problem *problem)
{
	struct tracedat *trace = calloc(1, sizeof(*trace));
	int err;

	if (!trace)
		return -ENOMEM;
	trace->source.ops = &pn_tracedat_ops;
	err = pn_dat_parse(file, &trace->dat, problem);
	if (!err)
		err = open_buffer(trace, options->instance, problem);
	if (!err)
		err = add_streams(trace);
	if (err) {
		close_trace(&trace->source);
		return err;
	}
	fill_info(trace);
	*source = &trace->source;
	return 0;
}

/* --- reading -------------------------------------------------------------------------------- */

/* Counts memory for unpacking: 0 or -EFBIG. */
static int hold(struct pn_cursor *cursor, uint64_t bytes)
{
	struct tracedat *trace = cursor->trace;
	uint64_t limit = UNPACK_ROOM + UNPACK_TIMES * (uint64_t)trace->dat.file->size;

	cursor->held += bytes;
	return atomic_fetch_add(&trace->unpack_bytes, bytes) + bytes > limit ? -EFBIG : 0;
}

static int cannot_unpack(const struct pn_cursor *cursor, int err, struct pn_problem *problem)
{
	const char *name = cursor->trace->dat.file->name;

	if (err != -EFBIG)
		return pn_problem_set(problem, err, "%s: out of memory", name);
	return pn_problem_set(problem, err,
			      "%s: damaged: its chunks unpack to more than such a file can hold "
			      "(CPU %u)",
			      name, cursor->cpu->cpu);
}

static void cursor_free(struct pn_cursor *cursor)
{
	if (!cursor)
		return;
	atomic_fetch_sub(&cursor->trace->unpack_bytes, cursor->held);
	pn_unpacker_free(cursor->unpacker);
	free(cursor->chunk);
	free(cursor);
}

static int begin_chunks(struct pn_cursor *cursor, struct pn_problem *problem)
{
	const struct pn_dat_file *dat = &cursor->trace->dat;
	int err;

	cursor->unpacker = pn_unpacker_new(dat->compression, &err);
	if (!cursor->unpacker)
		return pn_problem_set(problem, err, "%s: compression %.16s is not supported",
				      dat->file->name, dat->compression);
	if (pn_bytes_left(&cursor->left) && !pn_bytes_u32(&cursor->left, &cursor->chunks))
		return pn_dat_bad(dat, cursor->left.at, problem, "number of chunks");
	err = hold(cursor, pn_unpacker_size(cursor->unpacker));
	return err ? cannot_unpack(cursor, err, problem) : 0;
}

static struct pn_cursor *cursor_new(struct pn_source *source, uint32_t stream, uint32_t kinds,
				    int *err, struct pn_problem *problem)
{
	struct tracedat *trace = (struct tracedat *)source;
	const struct pn_dat_file *dat = &trace->dat;
	struct pn_cursor *cursor = calloc(1, sizeof(*cursor));

	*err = -ENOMEM;
	if (!cursor)
		return NULL;
	cursor->trace = trace;
	cursor->cpu = &trace->buffer->cpus[stream];
	/* An empty CPU's offset may lie anywhere. */
	if (cursor->cpu->size) {
		cursor->left.at = dat->file->bytes + cursor->cpu->offset;
		cursor->left.end = cursor->left.at + cursor->cpu->size;
	}
	cursor->left.swap = dat->swap;
	cursor->drop_from = cursor->left.at;
	cursor->walk = (struct pn_page_walk){
		.formats = dat->formats,
		.clock = dat->clock,
		.cpu = cursor->cpu->cpu,
		.kinds = kinds,
		.page_size = trace->buffer->page_size,
		.commit_size = dat->commit_size,
		.stats = &cursor->stats,
	};
	*err = trace->buffer->packed ? begin_chunks(cursor, problem) : 0;
	if (!*err)
		return cursor;
	cursor_free(cursor);
	return NULL;
}

/* Notes where a stream ends before its contents do; what was read before stands. */
static void note_cut(struct pn_cursor *cursor, const uint8_t *at, const char *what)
{
	const struct pn_mapped *file = cursor->trace->dat.file;

	if (cursor->stats.truncated)
		return;
	cursor->stats.truncated = true;
	if (at >= file->bytes && at <= file->bytes + file->size)
		snprintf(cursor->stats.truncated_at, sizeof(cursor->stats.truncated_at),
			 "CPU %u, offset %zu: %s", cursor->cpu->cpu, (size_t)(at - file->bytes),
			 what);
	else
		snprintf(cursor->stats.truncated_at, sizeof(cursor->stats.truncated_at),
			 "CPU %u, in a compressed chunk: %s", cursor->cpu->cpu, what);
}

static bool chunk_header(struct pn_cursor *cursor, const uint8_t **from, uint32_t *packed,
			 uint32_t *size)
{
	return pn_bytes_u32(&cursor->left, packed) && pn_bytes_u32(&cursor->left, size) &&
	       (*from = pn_bytes_take(&cursor->left, *packed)) && *size <= PN_UNPACK_MAX &&
	       *size % cursor->walk.page_size == 0;
}

static int next_chunk(struct pn_cursor *cursor)
{
	const uint8_t *start = cursor->left.at, *from;
	uint32_t packed, size;
	uint8_t *chunk;

	cursor->chunks--;
	if (!chunk_header(cursor, &from, &packed, &size)) {
		cursor->chunks = 0;
		note_cut(cursor, start, "chunk is damaged or cut");
		return 0;
	}
	if (size > cursor->chunk_room) {
		int err = hold(cursor, size - cursor->chunk_room);

		if (err)
			return err;
		chunk = realloc(cursor->chunk, size);
		if (!chunk)
			return -ENOMEM;
		cursor->chunk = chunk;
		cursor->chunk_room = size;
	}
	if (pn_unpack(cursor->unpacker, from, packed, cursor->chunk, size)) {
		/* Its events are gone; those of the chunks that follow are not. */
		note_cut(cursor, start, "chunk cannot be unpacked");
		cursor->walk.lost = PN_LOST_UNKNOWN;
		return 0;
	}
	cursor->pages = (struct pn_bytes){ cursor->chunk, cursor->chunk + size, false };
	return 0;
}

/* Lets go of what was read. */
static void drop(struct pn_cursor *cursor, bool all)
{
	if (!all && cursor->left.at - cursor->drop_from < (ptrdiff_t)DROP_SIZE)
		return;
	if (cursor->drop_from)
		pn_mapped_drop(cursor->trace->dat.file, cursor->drop_from, cursor->left.at);
	cursor->drop_from = cursor->left.at;
}

static void begin_page(struct pn_cursor *cursor, struct pn_bytes *pages)
{
	uint64_t size = cursor->walk.page_size;
	const uint8_t *page = pages->at;

	if (size > pn_bytes_left(pages))
		size = pn_bytes_left(pages);
	pages->at += size;
	if (!pn_page_begin(&cursor->walk, page, size))
		note_cut(cursor, page, "page is damaged or cut");
}

/* Goes to the next page: 1, 0 at the end of the stream, or a negative errno. */
static int next_page(struct pn_cursor *cursor)
{
	bool packed = cursor->trace->buffer->packed;
	struct pn_bytes *pages = packed ? &cursor->pages : &cursor->left;
	int err;

	drop(cursor, false);
	while (packed && !pn_bytes_left(pages)) {
		if (!cursor->chunks)
			return 0;
		err = next_chunk(cursor);
		if (err)
			return err;
	}
	if (!pn_bytes_left(pages))
		return 0;
	begin_page(cursor, pages);
	return 1;
}

static int cursor_next(struct pn_cursor *cursor, struct pn_event *batch, size_t room,
		       struct pn_problem *problem)
{
	struct pn_page_walk *walk = &cursor->walk;
	bool damaged = false;
	size_t nr = 0;
	int more = 1;

	/*
	 * A batch never spans pages that may go away: a text points into its page, and an unpacked
	 * chunk is overwritten by the next one.
	 */
	while (room - nr >= 2) {
		if (walk->at == walk->end && !walk->mask.nr_bits) {
			if (nr && cursor->trace->buffer->packed && !pn_bytes_left(&cursor->pages))
				break;
			more = next_page(cursor);
			if (more <= 0)
				break;
		}
		nr += pn_page_walk(walk, &batch[nr], room - nr, &damaged);
		if (damaged)
			note_cut(cursor, walk->at, "a record leaves its page");
		damaged = false;
	}
	if (more < 0)
		return cannot_unpack(cursor, more, problem);
	if (!more && !nr)
		drop(cursor, true);
	return (int)nr;
}

static const struct pn_read_stats *cursor_stats(const struct pn_cursor *cursor)
{
	return &cursor->stats;
}

static uint64_t cursor_bytes(const struct pn_cursor *cursor)
{
	return cursor->cpu->size - pn_bytes_left(&cursor->left);
}

const struct pn_source_ops pn_tracedat_ops = {
	.name = "trace.dat",
	.claims = claims,
	.open = open_trace,
	.close = close_trace,
	.cursor_new = cursor_new,
	.cursor_next = cursor_next,
	.cursor_stats = cursor_stats,
	.cursor_bytes = cursor_bytes,
	.cursor_free = cursor_free,
};
