/* SPDX-License-Identifier: GPL-2.0-only */
/* Text traces for tests: written down as a string, or a file of the tests' data. */
#ifndef PN_TESTS_TEXT_FIXTURE_H
#define PN_TESTS_TEXT_FIXTURE_H

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "support/event_builder.h"
#include "io/source.h"

/* All events by themselves: stays are not told whole. */
#define ALL_KINDS ((PN_WANT(PN_EV_NR) - 1) & ~PN_WANT(PN_EV_STAY))

/** struct text_case - a text, opened, and what was read of it */
struct text_case {
	struct pn_mapped file;
	size_t mapped; /* bytes of the mapping, with the page that must not be touched */
	struct pn_source *source;
	struct pn_events events;
	struct pn_read_stats stats;
	struct pn_problem problem;
};

/* Puts a text right before a page that cannot be read, so that no byte past its end is. */
static inline void text_place(struct text_case *c, const char *text, size_t size)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	size_t room = (size + page - 1) / page * page;
	char *bytes =
		mmap(NULL, room + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	assert_ptr_not_equal(bytes, MAP_FAILED);
	memset(c, 0, sizeof(*c));
	memcpy(bytes + room - size, text, size);
	assert_int_equal(mprotect(bytes + room, page, PROT_NONE), 0);
	c->file = (struct pn_mapped){ "test.txt", (uint8_t *)bytes + room - size, size };
	c->mapped = room + page;
}

static inline int text_open(struct text_case *c)
{
	struct pn_source_options options = { NULL };

	return pn_text_ops.open(&c->file, &options, &c->source, &c->problem);
}

/* Reads the stream, @room events at a time; 0 or what the reading failed with. */
static inline int text_read(struct text_case *c, uint32_t kinds, size_t room)
{
	struct pn_event batch[PN_BATCH_NR];
	struct pn_cursor *cursor;
	int nr, err = 0;

	cursor = pn_text_ops.cursor_new(c->source, 0, kinds, &err, &c->problem);
	assert_non_null(cursor);
	/* What a reader does not set is not to pass for something. */
	memset(batch, 0xff, sizeof(batch));
	while ((nr = pn_text_ops.cursor_next(cursor, batch, room, &c->problem)) > 0) {
		for (int i = 0; i < nr; i++)
			pn_events_add(&c->events, batch[i]);
		memset(batch, 0xff, sizeof(batch));
	}
	c->stats = *pn_text_ops.cursor_stats(cursor);
	if (!nr)
		assert_int_equal(pn_text_ops.cursor_bytes(cursor), c->file.size);
	pn_text_ops.cursor_free(cursor);
	return nr;
}

static inline void text_close(struct text_case *c)
{
	const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);

	if (c->source)
		pn_text_ops.close(c->source);
	pn_events_free(&c->events);
	if (c->mapped)
		munmap((void *)((uintptr_t)c->file.bytes & ~(page - 1)), c->mapped);
	else
		pn_mapped_close(&c->file);
}

/* Opens a text and reads all of it. */
static inline void text_load(struct text_case *c, const char *text)
{
	text_place(c, text, strlen(text));
	assert_int_equal(text_open(c), 0);
	assert_int_equal(text_read(c, ALL_KINDS, PN_BATCH_NR), 0);
}

#endif
