// SPDX-License-Identifier: GPL-2.0-only
/* The outer form of a trace.dat: header, sections, and where each CPU's pages are. */
#include "io/tracedat_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "io/decompress.h"

/* Of the options that name a section; each section's header repeats the number. */
enum {
	SECTION_OPTIONS = 0,
	SECTION_HEADER_INFO = 16,
	SECTION_FTRACE_EVENTS = 17,
	SECTION_EVENT_FORMATS = 18,
	OPTION_DONE = 0,
	OPTION_TRACECLOCK = 4,
};

#define SECTION_PACKED 1u
#define MIN_PAGE       512u
#define MAX_PAGE       (16u << 20)
/* More sections of options than this, and they are taken for a loop. */
#define MAX_OPTION_SECTIONS 4096

int pn_dat_bad(const struct pn_dat_file *dat, const uint8_t *at, struct pn_problem *problem,
	       const char *what)
{
	const struct pn_mapped *file = dat->file;

	if (at >= file->bytes && at <= file->bytes + file->size)
		return pn_problem_set(problem, -EBADMSG, "%s: damaged or cut at offset %zu: %s",
				      file->name, (size_t)(at - file->bytes), what);
	return pn_problem_set(problem, -EBADMSG, "%s: damaged: %s (in a compressed section)",
			      file->name, what);
}

/* The bytes of the file from @offset on. */
static bool bytes_at(const struct pn_dat_file *dat, uint64_t offset, struct pn_bytes *bytes)
{
	if (offset > dat->file->size)
		return false;
	*bytes = (struct pn_bytes){ dat->file->bytes + offset, dat->file->bytes + dat->file->size,
				    dat->swap };
	return true;
}

/* --- the table of CPUs, version 6 ----------------------------------------------------------- */

static int cpu_table(struct pn_dat_file *dat, struct pn_dat_buffer *buffer, struct pn_bytes *bytes,
		     struct pn_problem *problem)
{
	const uint8_t *start = bytes->at;

	if (dat->nr_cpus > pn_bytes_left(bytes) / 16 || dat->nr_cpus > PN_CPU_LIMIT)
		return pn_dat_bad(dat, start, problem, "table of CPUs");
	buffer->cpus = calloc(dat->nr_cpus ? dat->nr_cpus : 1, sizeof(*buffer->cpus));
	if (!buffer->cpus)
		return -ENOMEM;
	for (uint32_t i = 0; i < dat->nr_cpus; i++) {
		buffer->cpus[i].cpu = i;
		pn_bytes_u64(bytes, &buffer->cpus[i].offset);
		pn_bytes_u64(bytes, &buffer->cpus[i].size);
	}
	buffer->nr_cpus = dat->nr_cpus;
	return 0;
}

static int v6_options(struct pn_dat_file *dat, struct pn_bytes *bytes, bool *clock_follows,
		      struct pn_problem *problem)
{
	const uint8_t *start, *at;
	uint32_t size;
	uint16_t id;
	int err = 0;

	while (!err) {
		start = bytes->at;
		if (!pn_bytes_u16(bytes, &id))
			return pn_dat_bad(dat, start, problem, "options");
		if (id == OPTION_DONE)
			return 0;
		if (!pn_bytes_u32(bytes, &size) || !(at = pn_bytes_take(bytes, size)))
			return pn_dat_bad(dat, start, problem, "options");
		if (id == OPTION_TRACECLOCK)
			*clock_follows = true;
		err = pn_dat_option(dat, id, (struct pn_bytes){ at, at + size, dat->swap },
				    problem);
	}
	return err;
}

static int v6_clock(struct pn_dat_buffer *buffer, struct pn_bytes *bytes)
{
	const uint8_t *at;
	uint64_t size;

	/* Some writers announce the clock and leave it out; then it is not known. */
	if (!pn_bytes_u64(bytes, &size))
		return 0;
	at = pn_bytes_take(bytes, size);
	if (at && size < 4096)
		pn_dat_clock(buffer->clock, (const char *)at, size);
	return 0;
}

static int v6_instances(struct pn_dat_file *dat, bool clock_follows, struct pn_problem *problem)
{
	struct pn_bytes bytes;
	int err = 0;

	for (uint32_t i = 1; !err && i < dat->nr_buffers; i++) {
		struct pn_dat_buffer *buffer = &dat->buffers[i];
		const uint8_t *mark;

		if (!bytes_at(dat, buffer->offset, &bytes) || !(mark = pn_bytes_take(&bytes, 10)) ||
		    memcmp(mark, "flyrecord", 10) != 0)
			return pn_problem_set(problem, -EBADMSG,
					      "%s: damaged: no data at offset %llu (instance %s)",
					      dat->file->name, (unsigned long long)buffer->offset,
					      buffer->name);
		err = cpu_table(dat, buffer, &bytes, problem);
		if (!err && clock_follows)
			err = v6_clock(buffer, &bytes);
	}
	return err;
}

/* Passes over what is not needed: kernel symbols, printk formats, command lines. */
static bool v6_skip_metadata(struct pn_bytes *bytes)
{
	uint32_t symbols, printk;
	uint64_t lines;

	return pn_bytes_u32(bytes, &symbols) && pn_bytes_take(bytes, symbols) &&
	       pn_bytes_u32(bytes, &printk) && pn_bytes_take(bytes, printk) &&
	       pn_bytes_u64(bytes, &lines) && pn_bytes_take(bytes, lines);
}

static int v6_data(struct pn_dat_file *dat, struct pn_bytes *bytes, struct pn_problem *problem)
{
	bool clock_follows = false;
	const uint8_t *mark = pn_bytes_take(bytes, 10);
	int err;

	if (mark && memcmp(mark, "options  ", 10) == 0) {
		err = v6_options(dat, bytes, &clock_follows, problem);
		if (err)
			return err;
		mark = pn_bytes_take(bytes, 10);
	}
	if (mark && memcmp(mark, "latency  ", 10) == 0) {
		dat->buffers[0].text = true;
		return 0;
	}
	if (!mark || memcmp(mark, "flyrecord", 10) != 0)
		return pn_dat_bad(dat, bytes->at, problem, "no mark of where the data begins");
	err = cpu_table(dat, &dat->buffers[0], bytes, problem);
	if (!err && clock_follows)
		err = v6_clock(&dat->buffers[0], bytes);
	return err ? err : v6_instances(dat, clock_follows, problem);
}

static int parse_v6(struct pn_dat_file *dat, struct pn_bytes *bytes, struct pn_problem *problem)
{
	const uint8_t *start;
	int err;

	/* The top buffer has no option of its own. */
	dat->buffers = calloc(1, sizeof(*dat->buffers));
	if (!dat->buffers)
		return -ENOMEM;
	dat->nr_buffers = 1;
	dat->buffers[0].name = "";
	dat->buffers[0].page_size = dat->page_size;
	dat->compression = "none";
	err = pn_dat_header_info(dat, bytes, problem);
	if (!err)
		err = pn_dat_ftrace_formats(dat, bytes, problem);
	if (!err)
		err = pn_dat_event_formats(dat, bytes, problem);
	if (err)
		return err;
	start = bytes->at;
	if (!v6_skip_metadata(bytes) || !pn_bytes_u32(bytes, &dat->nr_cpus))
		return pn_dat_bad(dat, start, problem, "symbols, formats or command lines");
	return v6_data(dat, bytes, problem);
}

/* --- sections, version 7 -------------------------------------------------------------------- */

static int unpack_section(struct pn_dat_file *dat, struct pn_bytes *bytes,
			  struct pn_problem *problem)
{
	const uint8_t *start = bytes->at, *from;
	struct pn_unpacker *unpacker;
	struct pn_block *block;
	uint32_t packed, size;
	int err;

	if (!pn_bytes_u32(bytes, &packed) || !pn_bytes_u32(bytes, &size) ||
	    !(from = pn_bytes_take(bytes, packed)))
		return pn_dat_bad(dat, start, problem, "compressed section");
	/* All of them are kept until the end, so that it is their sum that counts. */
	if (size > PN_UNPACK_MAX - dat->unpacked)
		return pn_dat_bad(dat, start, problem, "compressed sections of over 64 MiB");
	unpacker = pn_unpacker_new(dat->compression, &err);
	if (!unpacker)
		return pn_problem_set(problem, err, "%s: compression %s is not supported",
				      dat->file->name, dat->compression);
	block = malloc(sizeof(*block) + size);
	if (!block) {
		pn_unpacker_free(unpacker);
		return -ENOMEM;
	}
	block->next = dat->blocks;
	dat->blocks = block;
	dat->unpacked += size;
	err = pn_unpack(unpacker, from, packed, block->bytes, size);
	pn_unpacker_free(unpacker);
	if (err)
		return pn_dat_bad(dat, start, problem, "compressed section");
	*bytes = (struct pn_bytes){ block->bytes, block->bytes + size, dat->swap };
	return 0;
}

/* Goes to the section at @offset, which has to be of kind @want, and unpacks it. */
static int open_section(struct pn_dat_file *dat, uint64_t offset, uint16_t want,
			struct pn_bytes *bytes, struct pn_problem *problem)
{
	uint16_t id, flags;
	uint32_t name;
	uint64_t size;
	const uint8_t *at;

	if (!bytes_at(dat, offset, bytes) || !pn_bytes_u16(bytes, &id) ||
	    !pn_bytes_u16(bytes, &flags) || !pn_bytes_u32(bytes, &name) ||
	    !pn_bytes_u64(bytes, &size) || !(at = pn_bytes_take(bytes, size)))
		return pn_problem_set(problem, -EBADMSG,
				      "%s: damaged or cut: no whole section at offset %llu",
				      dat->file->name, (unsigned long long)offset);
	if (id != want)
		return pn_problem_set(problem, -EBADMSG,
				      "%s: damaged: section %u at offset %llu, where %u is due",
				      dat->file->name, id, (unsigned long long)offset, want);
	*bytes = (struct pn_bytes){ at, at + size, dat->swap };
	return flags & SECTION_PACKED ? unpack_section(dat, bytes, problem) : 0;
}

/* Reads one section of options; *next is the offset of the one that follows, or 0. */
static int v7_options(struct pn_dat_file *dat, uint64_t offset, uint64_t sections[3],
		      uint64_t *next, struct pn_problem *problem)
{
	struct pn_bytes bytes, data;
	const uint8_t *start, *at;
	uint32_t size;
	uint16_t id;
	int err = open_section(dat, offset, SECTION_OPTIONS, &bytes, problem);

	while (!err) {
		start = bytes.at;
		if (!pn_bytes_u16(&bytes, &id) || !pn_bytes_u32(&bytes, &size) ||
		    !(at = pn_bytes_take(&bytes, size)))
			return pn_dat_bad(dat, start, problem, "options");
		data = (struct pn_bytes){ at, at + size, dat->swap };
		if (id == OPTION_DONE)
			return pn_bytes_u64(&data, next)
				       ? 0
				       : pn_dat_bad(dat, start, problem, "end of options");
		if (id >= SECTION_HEADER_INFO && id <= SECTION_EVENT_FORMATS)
			err = pn_bytes_u64(&data, &sections[id - SECTION_HEADER_INFO])
				      ? 0
				      : pn_dat_bad(dat, start, problem, "options");
		else
			err = pn_dat_option(dat, id, data, problem);
	}
	return err;
}

static int v7_metadata(struct pn_dat_file *dat, const uint64_t sections[3],
		       struct pn_problem *problem)
{
	static int (*const parse[3])(struct pn_dat_file *, struct pn_bytes *,
				     struct pn_problem *) = {
		pn_dat_header_info,
		pn_dat_ftrace_formats,
		pn_dat_event_formats,
	};
	struct pn_bytes bytes;
	int err = 0;

	for (uint16_t i = 0; !err && i < 3; i++) {
		if (!sections[i])
			continue;
		err = open_section(dat, sections[i], SECTION_HEADER_INFO + i, &bytes, problem);
		if (!err)
			err = parse[i](dat, &bytes, problem);
	}
	return err;
}

/* What is packed begins with the number of chunks, which trace-cmd leaves out of the size. */
static void count_chunks_in(struct pn_dat_buffer *buffer)
{
	for (uint32_t i = 0; i < buffer->nr_cpus; i++) {
		struct pn_cpu_data *cpu = &buffer->cpus[i];

		if (cpu->size && cpu->size <= UINT64_MAX - 4)
			cpu->size += 4;
	}
}

/* Whether a buffer's pages are packed stands in the header of its section. */
static int v7_buffers(struct pn_dat_file *dat, struct pn_problem *problem)
{
	struct pn_bytes bytes;
	uint16_t id, flags;

	for (uint32_t i = 0; i < dat->nr_buffers; i++) {
		struct pn_dat_buffer *buffer = &dat->buffers[i];

		if (!bytes_at(dat, buffer->offset, &bytes) || !pn_bytes_u16(&bytes, &id) ||
		    !pn_bytes_u16(&bytes, &flags))
			return pn_problem_set(problem, -EBADMSG,
					      "%s: damaged or cut: no buffer at offset %llu",
					      dat->file->name, (unsigned long long)buffer->offset);
		buffer->packed = flags & SECTION_PACKED;
		if (buffer->packed)
			count_chunks_in(buffer);
	}
	return 0;
}

static int parse_v7(struct pn_dat_file *dat, struct pn_bytes *bytes, struct pn_problem *problem)
{
	uint64_t sections[3] = { 0 }, next = 0;
	const uint8_t *start = bytes->at;
	int err = 0, count = 0;

	dat->compression = pn_bytes_string(bytes);
	if (!dat->compression || !pn_bytes_string(bytes) || !pn_bytes_u64(bytes, &next))
		return pn_dat_bad(dat, start, problem, "compression or options");
	dat->commit_size = dat->long_size;
	do {
		if (++count > MAX_OPTION_SECTIONS)
			return pn_dat_bad(dat, start, problem, "sections of options form a loop");
		start = dat->file->bytes;
		err = v7_options(dat, next, sections, &next, problem);
	} while (!err && next);
	if (!err)
		err = v7_metadata(dat, sections, problem);
	return err ? err : v7_buffers(dat, problem);
}

/* --- both ------------------------------------------------------------------------------------ */

/* CPUs without data: version 6 lists them, version 7 does not; they are none of this trace. */
static void drop_empty(struct pn_dat_buffer *buffer)
{
	uint32_t nr = 0;

	for (uint32_t i = 0; i < buffer->nr_cpus; i++) {
		if (buffer->cpus[i].size)
			buffer->cpus[nr++] = buffer->cpus[i];
	}
	buffer->nr_cpus = nr;
}

/* What lies past the end of the file is left out, and noted. */
static void clip_to_file(struct pn_dat_file *dat)
{
	uint64_t file_size = dat->file->size;

	for (uint32_t b = 0; b < dat->nr_buffers; b++) {
		drop_empty(&dat->buffers[b]);
		for (uint32_t i = 0; i < dat->buffers[b].nr_cpus; i++) {
			struct pn_cpu_data *cpu = &dat->buffers[b].cpus[i];

			cpu->cut = cpu->offset > file_size || cpu->size > file_size - cpu->offset;
			if (cpu->cut)
				cpu->size = cpu->offset > file_size ? 0 : file_size - cpu->offset;
		}
	}
}

static int parse_start(struct pn_dat_file *dat, struct pn_bytes *bytes, struct pn_problem *problem)
{
	const char *version;
	const uint8_t *bits;

	bytes->at += 10; /* the magic, which was looked at before */
	version = pn_bytes_string(bytes);
	bits = pn_bytes_take(bytes, 2);
	if (!version || !bits || bits[0] > 1 || (bits[1] != 4 && bits[1] != 8))
		return pn_dat_bad(dat, bytes->at, problem, "start of the file");
	if (strcmp(version, "6") != 0 && strcmp(version, "7") != 0)
		return pn_problem_set(problem, -ENOTSUP,
				      "%s: trace.dat version %.8s is not supported (6 and 7 are)",
				      dat->file->name, version);
	dat->version = version[0] - '0';
	dat->big_endian = bits[0];
	dat->swap = dat->big_endian != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
	dat->long_size = bits[1];
	bytes->swap = dat->swap;
	if (!pn_bytes_u32(bytes, &dat->page_size))
		return pn_dat_bad(dat, bytes->at, problem, "start of the file");
	dat->formats = pn_formats_new(dat->big_endian, dat->long_size);
	return dat->formats ? 0 : -ENOMEM;
}

static int check_pages(const struct pn_dat_file *dat, struct pn_problem *problem)
{
	for (uint32_t i = 0; i < dat->nr_buffers; i++) {
		uint32_t size = dat->buffers[i].page_size;

		if (dat->buffers[i].text || !dat->buffers[i].nr_cpus)
			continue;
		if (size < MIN_PAGE || size > MAX_PAGE || size % 8)
			return pn_problem_set(problem, -EBADMSG, "%s: damaged: pages of %u bytes",
					      dat->file->name, size);
	}
	return 0;
}

int pn_dat_parse(const struct pn_mapped *file, struct pn_dat_file *dat, struct pn_problem *problem)
{
	struct pn_bytes bytes = { file->bytes, file->bytes + file->size, false };
	int err;

	dat->file = file;
	err = parse_start(dat, &bytes, problem);
	if (!err)
		err = dat->version == 6 ? parse_v6(dat, &bytes, problem)
					: parse_v7(dat, &bytes, problem);
	if (!err)
		err = check_pages(dat, problem);
	if (err == -ENOMEM)
		return pn_problem_set(problem, err, "%s: out of memory", file->name);
	if (!err)
		clip_to_file(dat);
	return err;
}

struct pn_dat_buffer *pn_dat_buffer_find(struct pn_dat_file *dat, const char *name)
{
	for (uint32_t i = 0; i < dat->nr_buffers; i++) {
		if (strcmp(dat->buffers[i].name, name) == 0)
			return &dat->buffers[i];
	}
	return NULL;
}

void pn_dat_free(struct pn_dat_file *dat)
{
	struct pn_block *block;

	for (uint32_t i = 0; i < dat->nr_buffers; i++)
		free(dat->buffers[i].cpus);
	free(dat->buffers);
	while ((block = dat->blocks)) {
		dat->blocks = block->next;
		free(block);
	}
	pn_formats_free(dat->formats);
	memset(dat, 0, sizeof(*dat));
}
