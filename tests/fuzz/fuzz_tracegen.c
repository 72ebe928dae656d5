// SPDX-License-Identifier: GPL-2.0-only
/*
 * Trace.dat files that are made by the tests' writer and then damaged here and there, before their
 * parts are packed: past the heads, down to records, options and formats that lie. The input says
 * what is in the file and what is wrong with it.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fuzz.h"
#include "fuzz_trace.h"
#include "support/tracedat_writer.h"

#define NR_CPUS	    6
#define MAX_OPS	    500
#define MAX_DAMAGES 16
#define MAX_GROWTH  4096
#define MAX_FILE    (4u << 20)

/* --- damages ---------------------------------------------------------------------------------- */

enum damage_kind { SET_RAW, SET_ODD, SET_TEXT, INSERT, REMOVE, REPEAT, DAMAGE_NR };

/** struct damage - what is done to the parts of a kind */
struct damage {
	enum pn_mkdat_part part;
	enum damage_kind kind;
	uint32_t at;	/* modulo the part's size */
	uint32_t bytes; /* 1, 2, 4 or 8; or how many are put in or taken out */
	uint64_t value;
};

/** struct plan - a file on its way */
struct plan {
	struct pn_fuzz_in in;
	struct pn_mkdat *dat;
	uint64_t ts_ns;
	uint32_t nr_damages;
	struct damage damages[MAX_DAMAGES];
};

static void read_damage(struct plan *plan)
{
	struct damage *damage = &plan->damages[plan->nr_damages];

	if (plan->nr_damages == MAX_DAMAGES)
		return;
	plan->nr_damages++;
	damage->part = pn_fuzz_number(&plan->in, 1) % PN_MKDAT_PART_NR;
	damage->kind = pn_fuzz_number(&plan->in, 1) % DAMAGE_NR;
	damage->at = (uint32_t)pn_fuzz_length(&plan->in, 16);
	damage->bytes = 1u << pn_fuzz_number(&plan->in, 1) % 4;
	damage->value = pn_fuzz_length(&plan->in, 64);
}

/* Numbers at the edges of what sizes, counts and offsets can be. */
static uint64_t odd_number(uint64_t which, uint64_t size)
{
	const uint64_t numbers[] = {
		0,
		1,
		UINT64_MAX,
		UINT64_MAX - 7,
		INT64_MAX,
		UINT64_C(1) << 63,
		UINT32_MAX,
		INT32_MAX,
		UINT32_C(1) << 31,
		UINT16_MAX,
		size,
		size - 1,
		size + 1,
		size / 2,
		4096,
		65536,
	};

	return numbers[which % (sizeof(numbers) / sizeof(*numbers))];
}

/* Opens up @bytes bytes at @at, or closes as many. */
static void shift(struct pn_datbuf *buf, size_t at, size_t bytes, bool open)
{
	static const uint8_t zeros[16];

	if (open) {
		pn_datbuf_bytes(buf, zeros, bytes);
		memmove(buf->bytes + at + bytes, buf->bytes + at, buf->size - bytes - at);
		return;
	}
	if (bytes > buf->size - at)
		bytes = buf->size - at;
	memmove(buf->bytes + at, buf->bytes + at + bytes, buf->size - bytes - at);
	buf->size -= bytes;
}

/* The number in decimals that stands at or behind @at, as in "offset:8;", gets other digits. */
static void set_text(struct pn_datbuf *buf, size_t at, uint64_t value)
{
	static const char *const texts[] = {
		"0",	      "1",  "3",	  "7",	   "9",
		"4294967295", "-1", "2147483648", "65535", "99999999999999999999"
	};
	const char *text = texts[value % (sizeof(texts) / sizeof(*texts))];
	size_t end;

	while (at < buf->size && (buf->bytes[at] < '0' || buf->bytes[at] > '9'))
		at++;
	for (end = at; end < buf->size && buf->bytes[end] >= '0' && buf->bytes[end] <= '9'; end++)
		;
	for (; *text && at < end; text++)
		buf->bytes[at++] = (uint8_t)*text;
}

static void repeat(struct pn_datbuf *buf, size_t at, uint64_t value)
{
	size_t len = value % MAX_GROWTH;
	uint8_t *copy;

	if (len > buf->size - at)
		len = buf->size - at;
	copy = malloc(len ? len : 1);
	PN_FUZZ_CHECK(copy);
	memcpy(copy, buf->bytes + at, len);
	pn_datbuf_bytes(buf, copy, len);
	free(copy);
}

static void apply(const struct damage *damage, struct pn_datbuf *buf, size_t start)
{
	size_t size = buf->size - start, at = start + (size ? damage->at % size : 0);
	bool fits = buf->size - at >= damage->bytes;
	/* What stands behind is found again by the writer only where the size stays. */
	bool may_grow = damage->part != PN_MKDAT_FILE;

	if (!size)
		return;
	switch (damage->kind) {
	case SET_RAW:
		if (fits)
			pn_datbuf_set(buf, at, damage->value, damage->bytes);
		return;
	case SET_ODD:
		if (fits)
			pn_datbuf_set(buf, at, odd_number(damage->value, size), damage->bytes);
		return;
	case SET_TEXT:
		set_text(buf, at, damage->value);
		return;
	case INSERT:
		if (may_grow)
			shift(buf, at, damage->bytes, true);
		return;
	case REMOVE:
		shift(buf, at, damage->bytes, false);
		return;
	default:
		if (may_grow)
			repeat(buf, at, damage->value);
		return;
	}
}

static void touch(void *ctx, enum pn_mkdat_part part, struct pn_datbuf *buf, size_t start)
{
	const struct plan *plan = ctx;

	for (uint32_t i = 0; i < plan->nr_damages; i++) {
		if (plan->damages[i].part == part)
			apply(&plan->damages[i], buf, start);
	}
}

/* --- what is in the file ---------------------------------------------------------------------- */

static struct pn_mkdat_options read_options(struct plan *plan)
{
	static const char *const packed[] = { "none", "none", "zstd", "zlib" };
	static const char *const clocks[] = { "mono",	 NULL,	    "local", "boot",
					      "x86-tsc", "counter", "",	     "tsc2nsec" };
	struct pn_mkdat_options options = pn_mkdat_defaults();
	uint64_t outer = pn_fuzz_number(&plan->in, 1), form = pn_fuzz_number(&plan->in, 2);

	options.version = outer % 4 ? 7 : 6;
	options.compression = packed[outer % 4];
	options.clock = clocks[form >> 8 & 7];
	/* Mostly the common one: others are a part of the inputs, not most of them. */
	if (form >> 11 & 3)
		options.clock = "mono";
	options.nr_cpus = NR_CPUS;
	options.big_endian = form & 1;
	options.long_size = form & 2 ? 4 : 8;
	options.user_long_size = form & 4 ? 4 : 8;
	options.page_size = form & 8 ? 8192 : 4096;
	options.chunk_pages = form & 16 ? 1 : 10;
	options.common_size = form & 32 ? 12 : 8;
	options.state_size = form & 64 ? 8 : 4;
	options.large = form & 128;
	options.exit_extended = form >> 13 & 1;
	options.no_stats = form >> 14 & 1;
	options.touch = touch;
	options.touch_ctx = plan;
	return options;
}

static void put_event(struct plan *plan, uint64_t op, uint32_t cpu)
{
	static const char *const texts[] = { "pn: sleepers phase=1 param=1ms", "pn: sleepers end",
					     "swapper/0", "a name of some length" };
	struct pn_mkdat_values values = { .text = texts[op / 64 % 4] };
	enum pn_mkdat_event event = op % PN_MKDAT_EVENT_NR;

	for (size_t i = 0; i < 6; i++)
		values.number[i] = (int64_t)pn_fuzz_length(&plan->in, 48);
	values.mask[0] = (uint64_t)values.number[0];
	pn_mkdat_record(plan->dat, cpu, plan->ts_ns, event, (uint32_t)values.number[1], &values);
}

/* One state after the other, as in a real trace; now and then of another CPU. */
static void put_idle(struct plan *plan, uint32_t cpu)
{
	uint64_t what = pn_fuzz_number(&plan->in, 1);
	int32_t state = what & 8 ? (int32_t)(what & 7) - 3 : -1;

	pn_mkdat_idle(plan->dat, cpu, plan->ts_ns, what > 250 ? (uint32_t)what - 245 : cpu, state);
}

static void put_structure(struct plan *plan, uint64_t op, uint32_t cpu)
{
	struct pn_datpages *pages = pn_mkdat_pages(plan->dat, cpu);
	uint64_t nr = pn_fuzz_length(&plan->in, 32);

	switch (op % 6) {
	case 0:
		pn_datpages_lost(pages, nr & 1, nr >> 1);
		return;
	case 1:
		pn_datpages_stamp(pages, plan->ts_ns);
		return;
	case 2:
		pn_datpages_extend(pages, plan->ts_ns);
		return;
	case 3:
		pn_datpages_discard(pages, plan->ts_ns, 4 + nr % 400 / 4 * 4);
		return;
	case 4:
		pn_datpages_break(pages);
		return;
	default:
		pn_mkdat_instance(plan->dat, "side", nr & 1 ? "local" : NULL);
		return;
	}
}

static void run_op(struct plan *plan)
{
	uint64_t op = pn_fuzz_number(&plan->in, 1), where = pn_fuzz_number(&plan->in, 1);
	uint32_t cpu = (uint32_t)(where % NR_CPUS);

	/* Forwards mostly, and back at times. */
	if (where >= 250)
		plan->ts_ns -= pn_fuzz_length(&plan->in, 40);
	else
		plan->ts_ns += pn_fuzz_length(&plan->in, 36);
	if (op < 128)
		put_idle(plan, cpu);
	else if (op < 200)
		put_event(plan, op, cpu);
	else if (op < 225)
		put_structure(plan, op, cpu);
	else
		read_damage(plan);
}

/* For whoever wants to look at a file that came of an input: PN_FUZZ_KEEP=FILE. */
static void keep(const struct pn_datbuf *file)
{
	const char *path = getenv("PN_FUZZ_KEEP");
	int fd = path ? open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600) : -1;

	if (fd < 0)
		return;
	PN_FUZZ_CHECK(write(fd, file->bytes, file->size) == (ssize_t)file->size);
	close(fd);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct plan plan = { .in = { data, data + size }, .ts_ns = 1000000 };
	struct pn_mkdat_options options = read_options(&plan);
	const struct pn_datbuf *file;

	plan.dat = pn_mkdat_new(&options);
	for (int i = 0; i < MAX_OPS && plan.in.at < plan.in.end; i++)
		run_op(&plan);
	file = pn_mkdat_finish(plan.dat);
	keep(file);
	if (file->size <= MAX_FILE)
		pn_fuzz_trace(file->bytes, file->size, pn_fuzz_ask(data, size));
	pn_mkdat_free(plan.dat);
	return 0;
}
