// SPDX-License-Identifier: GPL-2.0-only
/* Makes a large trace.dat out of a small one: its pages over and over, later and later. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/mapped.h"
#include "io/source.h"
#include "io/tracedat_file.h"
#include "records.h"
#include "util/duration.h"

/* Between one repetition and the next. */
#define PAUSE_NS 1000000

#define OPTION_BUFFER 3
/* The source's own BUFFER becomes one of these: text that no reader looks into. */
#define OPTION_VERSION 9

struct source {
	struct pn_mapped file;
	struct pn_dat_file dat;
	const struct pn_cpu_data *cpu; /* whose pages are repeated */
	uint64_t events;
	uint64_t span_ns;
};

static void die(const char *what)
{
	fprintf(stderr, "mkbig: %s\n", what);
	exit(1);
}

static void put(FILE *out, const void *bytes, size_t size)
{
	if (fwrite(bytes, 1, size, out) != size)
		die("the output cannot be written");
}

static void put_number(FILE *out, uint64_t value, size_t size)
{
	put(out, &value, size);
}

/* Counts the events of the busiest CPU, and how long it was recorded. */
static void measure(struct source *source)
{
	const struct pn_dat_buffer *buffer = &source->dat.buffers[0];
	uint64_t first = 0, last = 0;

	for (uint32_t i = 0; i < buffer->nr_cpus; i++) {
		if (!source->cpu || buffer->cpus[i].size > source->cpu->size)
			source->cpu = &buffer->cpus[i];
	}
	for (uint64_t at = 0; at < source->cpu->size; at += buffer->page_size) {
		uint8_t *page = (uint8_t *)(uintptr_t)source->file.bytes + source->cpu->offset + at;
		struct record record;

		record_page(&record, page);
		if (!at)
			first = record.ts;
		while (record_next(&record))
			source->events++;
		last = record.ts;
	}
	source->span_ns = last - first + PAUSE_NS;
}

static void open_source(struct source *source, const char *path)
{
	struct pn_problem problem = { "" };

	if (pn_mapped_open(path, &source->file, &problem) ||
	    pn_dat_parse(&source->file, &source->dat, &problem))
		die(problem.text);
	if (source->dat.version != 7 || source->dat.nr_buffers != 1 || source->dat.swap ||
	    source->dat.buffers[0].packed || source->dat.commit_size != 8)
		die("the source has to be version 7, uncompressed, 64-bit, with one buffer");
	measure(source);
}

/* An event of a page that goes to another CPU speaks of that CPU. */
static void set_cpu(const struct source *source, uint8_t *payload, uint32_t cpu)
{
	const struct pn_formats *formats = source->dat.formats;
	const struct pn_format *format;
	uint16_t id;

	memcpy(&id, payload, 2);
	format = &formats->list[formats->slot[id]];
	/* Entry 0 stands for all other events. */
	if (formats->slot[id] && format->kind <= PN_EV_MISS)
		memcpy(payload + format->field[1].offset, &cpu, 4);
}

/* A record that holds a point in time, 27 bits beside its type and 32 bits behind. */
static void shift_stamp(uint8_t *at, uint64_t shift_ns)
{
	uint64_t ts = ((uint64_t)record_load(at + 4) << 27) + (record_load(at) >> 5) + shift_ns;
	uint32_t head = (uint32_t)(ts << 5) | 31, word = (uint32_t)(ts >> 27);

	memcpy(at, &head, 4);
	memcpy(at + 4, &word, 4);
}

/* A page of the source as that of another CPU, at another time. */
static void put_page(FILE *out, const struct source *source, const uint8_t *from, uint8_t *page,
		     uint64_t shift_ns, uint32_t cpu)
{
	enum record_kind kind;
	struct record record;
	uint8_t *at;
	uint64_t ts;

	memcpy(page, from, source->dat.buffers[0].page_size);
	memcpy(&ts, page, 8);
	ts += shift_ns;
	memcpy(page, &ts, 8);
	record_page(&record, page);
	while (at = record.at, (kind = record_step(&record)) != RECORD_NONE) {
		if (kind == RECORD_EVENT)
			set_cpu(source, record.payload, cpu);
		else if ((record_load(at) & 31) == 31)
			shift_stamp(at, shift_ns);
	}
	put(out, page, source->dat.buffers[0].page_size);
}

static void put_cpu(FILE *out, const struct source *source, uint32_t cpu, uint64_t rounds)
{
	const uint8_t *from = source->file.bytes + source->cpu->offset;
	uint32_t page_size = source->dat.buffers[0].page_size;
	uint8_t *page = malloc(page_size);

	for (uint64_t round = 0; page && round < rounds; round++) {
		for (uint64_t at = 0; at < source->cpu->size; at += page_size)
			put_page(out, source, from + at, page, round * source->span_ns, cpu);
	}
	free(page);
}

/* Where an option with @id begins in the first section of options, or the end of the last. */
static size_t find_option(const struct source *source, uint64_t section, uint16_t id)
{
	const uint8_t *bytes = source->file.bytes;
	size_t at = section + 16;

	for (;;) {
		uint16_t got = pn_load16(bytes + at, false);
		uint32_t size = pn_load32(bytes + at + 2, false);

		if (got == id)
			return at;
		if (got == 0) {
			uint64_t next = pn_load64(bytes + at + 6, false);

			if (id == 0)
				return at;
			if (!next)
				die("the source has no such option");
			section = next;
			at = section + 16;
			continue;
		}
		at += 6 + size;
	}
}

static uint64_t first_section(const struct source *source)
{
	struct pn_bytes bytes = { source->file.bytes + 10, source->file.bytes + source->file.size,
				  false };
	uint64_t offset = 0;

	pn_bytes_string(&bytes);
	pn_bytes_take(&bytes, 6);
	pn_bytes_string(&bytes);
	pn_bytes_string(&bytes);
	if (!pn_bytes_u64(&bytes, &offset))
		die("the source is cut");
	return offset;
}

/* The last end of options: there the new section is hooked on. */
static size_t last_done(const struct source *source)
{
	uint64_t section = first_section(source);

	for (;;) {
		size_t at = find_option(source, section, 0);
		uint64_t next = pn_load64(source->file.bytes + at + 6, false);

		if (!next)
			return at + 6;
		section = next;
	}
}

static uint64_t pad(FILE *out, uint32_t page_size)
{
	while (ftello(out) % page_size)
		fputc(0, out);
	return (uint64_t)ftello(out);
}

static void put_options(FILE *out, uint64_t buffer_at, const char *clock, uint32_t page_size,
			uint32_t cpus, const uint64_t *offsets, uint64_t size)
{
	uint32_t option = (uint32_t)(8 + 1 + strlen(clock) + 1 + 4 + 4 + 20 * cpus);

	put_number(out, 0, 2);
	put_number(out, 0, 2);
	put_number(out, 0, 4);
	put_number(out, 6 + option + 6 + 8, 8);
	put_number(out, OPTION_BUFFER, 2);
	put_number(out, option, 4);
	put_number(out, buffer_at, 8);
	put(out, "", 1);
	put(out, clock, strlen(clock) + 1);
	put_number(out, page_size, 4);
	put_number(out, cpus, 4);
	for (uint32_t i = 0; i < cpus; i++) {
		put_number(out, i, 4);
		put_number(out, offsets[i], 8);
		put_number(out, size, 8);
	}
	put_number(out, 0, 2);
	put_number(out, 8, 4);
	put_number(out, 0, 8);
}

static void make(const struct source *source, const char *path, uint64_t events, uint32_t cpus)
{
	uint64_t rounds = (events + source->events * cpus - 1) / (source->events * cpus);
	const struct pn_dat_buffer *buffer = &source->dat.buffers[0];
	uint64_t offsets[1024], buffer_at, options_at, size = rounds * source->cpu->size;
	FILE *out = fopen(path, "w+");

	if (!out)
		die("the output cannot be opened");
	put(out, source->file.bytes, source->file.size);
	buffer_at = (uint64_t)ftello(out);
	put_number(out, OPTION_BUFFER, 2);
	put_number(out, 0, 2);
	put_number(out, 0, 4);
	put_number(out, size * cpus, 8);
	for (uint32_t i = 0; i < cpus; i++) {
		offsets[i] = pad(out, buffer->page_size);
		put_cpu(out, source, i, rounds);
	}
	options_at = (uint64_t)ftello(out);
	put_options(out, buffer_at, buffer->clock, buffer->page_size, cpus, offsets, size);
	fseeko(out, (off_t)find_option(source, first_section(source), OPTION_BUFFER), SEEK_SET);
	put_number(out, OPTION_VERSION, 2);
	fseeko(out, (off_t)last_done(source), SEEK_SET);
	put_number(out, options_at, 8);
	if (fclose(out))
		die("the output cannot be written");
	printf("%llu\n", (unsigned long long)(rounds * source->events * cpus));
}

int main(int argc, char **argv)
{
	struct source source = { 0 };
	uint64_t events, cpus;

	if (argc != 5 || pn_parse_u64(argv[3], 1, UINT64_MAX >> 8, &events) ||
	    pn_parse_u64(argv[4], 1, 1024, &cpus)) {
		fprintf(stderr, "usage: mkbig SOURCE.dat OUTPUT.dat EVENTS CPUS\n"
				"Prints how many events the output has, of all types.\n");
		return 2;
	}
	open_source(&source, argv[1]);
	make(&source, argv[2], events, (uint32_t)cpus);
	return 0;
}
