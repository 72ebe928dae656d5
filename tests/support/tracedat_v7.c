// SPDX-License-Identifier: GPL-2.0-only
/* The outer form of a trace.dat of version 7: sections that options point to, some compressed. */
#include "support/tracedat_writer_private.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>

enum {
	SECTION_OPTIONS = 0,
	SECTION_FLYRECORD = 3,
	SECTION_STRINGS = 15,
	SECTION_HEADER_INFO = 16,
	SECTION_FTRACE_EVENTS = 17,
	SECTION_EVENT_FORMATS = 18,
	SECTION_KALLSYMS = 19,
	SECTION_PRINTK = 20,
	SECTION_CMDLINES = 21,
};

#define SECTION_COMPRESSED 1

/* --- compression ------------------------------------------------------------------------------- */

static bool compressed(const struct pn_mkdat *dat)
{
	return strcmp(dat->options.compression, "none") != 0;
}

static size_t pack_zstd(void *to, size_t room, const void *from, size_t size)
{
	size_t packed = ZSTD_compress(to, room, from, size, 3);

	pn_mkdat_require(!ZSTD_isError(packed), "zstd");
	return packed;
}

static size_t pack_zlib(void *to, size_t room, const void *from, size_t size)
{
	uLongf packed = room;

	pn_mkdat_require(compress2(to, &packed, from, size, 6) == Z_OK, "zlib");
	return packed;
}

/* Both sizes, then the bytes. */
static void put_packed(struct pn_mkdat *dat, struct pn_datbuf *out, const void *from, size_t size)
{
	bool zstd = !strcmp(dat->options.compression, "zstd");
	size_t room = zstd ? ZSTD_compressBound(size) : compressBound(size), packed;
	void *to = malloc(room);

	pn_mkdat_require(to, "memory");
	packed = zstd ? pack_zstd(to, room, from, size) : pack_zlib(to, room, from, size);
	pn_datbuf_number(out, packed, 4);
	pn_datbuf_number(out, size, 4);
	pn_datbuf_bytes(out, to, packed);
	free(to);
}

/* --- sections ---------------------------------------------------------------------------------- */

static void section_head(struct pn_datbuf *out, uint16_t id, uint16_t flags)
{
	pn_datbuf_number(out, id, 2);
	pn_datbuf_number(out, flags, 2);
	pn_datbuf_number(out, 0, 4);
	pn_datbuf_number(out, 0, 8);
}

static void section_end(struct pn_datbuf *out, size_t start)
{
	pn_datbuf_set(out, start + 8, out->size - start - 16, 8);
}

/* Appends a section, packed when the file is; frees its contents. Returns its offset. */
static uint64_t section(struct pn_mkdat *dat, uint16_t id, struct pn_datbuf *contents)
{
	size_t start = dat->out.size;

	section_head(&dat->out, id, compressed(dat) ? SECTION_COMPRESSED : 0);
	if (compressed(dat))
		put_packed(dat, &dat->out, contents->bytes, contents->size);
	else
		pn_datbuf_bytes(&dat->out, contents->bytes, contents->size);
	section_end(&dat->out, start);
	pn_datbuf_free(contents);
	return start;
}

static void number_option(struct pn_datbuf *buf, uint16_t id, uint64_t value)
{
	pn_datbuf_number(buf, id, 2);
	pn_datbuf_number(buf, 8, 4);
	pn_datbuf_number(buf, value, 8);
}

/* Appends an options section; sets where the next one's offset is to be written. */
static void options_section(struct pn_mkdat *dat, struct pn_datbuf *options, size_t *next_at)
{
	size_t start = dat->out.size;

	pn_datbuf_set(&dat->out, *next_at, start, 8);
	number_option(options, PN_MKDAT_OPTION_DONE, 0);
	pn_mkdat_touch(dat, PN_MKDAT_OPTIONS, options, 0);
	section_head(&dat->out, SECTION_OPTIONS, 0);
	pn_datbuf_bytes(&dat->out, options->bytes, options->size);
	section_end(&dat->out, start);
	*next_at = dat->out.size - 8;
	pn_datbuf_free(options);
}

static void metadata(struct pn_mkdat *dat, struct pn_datbuf *options)
{
	struct pn_datbuf contents = { .big_endian = dat->options.big_endian };

	pn_mkdat_header_info(dat, &contents);
	number_option(options, SECTION_HEADER_INFO, section(dat, SECTION_HEADER_INFO, &contents));
	pn_mkdat_ftrace_formats(dat, &contents);
	number_option(options, SECTION_FTRACE_EVENTS,
		      section(dat, SECTION_FTRACE_EVENTS, &contents));
	pn_mkdat_event_formats(dat, &contents);
	number_option(options, SECTION_EVENT_FORMATS,
		      section(dat, SECTION_EVENT_FORMATS, &contents));
	pn_mkdat_kallsyms(&contents);
	number_option(options, SECTION_KALLSYMS, section(dat, SECTION_KALLSYMS, &contents));
	pn_mkdat_printk(&contents);
	number_option(options, SECTION_PRINTK, section(dat, SECTION_PRINTK, &contents));
	pn_mkdat_cmdlines(&contents);
	number_option(options, SECTION_CMDLINES, section(dat, SECTION_CMDLINES, &contents));
}

/* --- the buffers ------------------------------------------------------------------------------- */

static void pack_pages(struct pn_mkdat *dat, const struct pn_datbuf *pages)
{
	size_t chunk = (size_t)dat->options.chunk_pages * dat->options.page_size;
	uint32_t nr = (uint32_t)((pages->size + chunk - 1) / chunk);

	pn_datbuf_number(&dat->out, nr, 4);
	for (size_t at = 0; at < pages->size; at += chunk) {
		size_t size = pages->size - at < chunk ? pages->size - at : chunk;

		put_packed(dat, &dat->out, pages->bytes + at, size);
	}
}

static void cpu_data(struct pn_mkdat *dat, struct pn_mkdat_cpu *cpu)
{
	pn_datbuf_align(&dat->out, dat->options.page_size);
	cpu->offset = dat->out.size;
	if (!compressed(dat)) {
		pn_datbuf_bytes(&dat->out, cpu->pages.pages.bytes, cpu->pages.pages.size);
		cpu->size = dat->out.size - cpu->offset;
		return;
	}
	pack_pages(dat, &cpu->pages.pages);
	/* The number of chunks is not counted to the size. */
	cpu->size = dat->out.size - cpu->offset - 4;
}

static void buffer_option(struct pn_mkdat *dat, const struct pn_mkdat_instance *instance,
			  uint64_t offset, struct pn_datbuf *options)
{
	struct pn_datbuf data = { .big_endian = dat->options.big_endian };
	uint32_t nr = 0;

	pn_datbuf_number(&data, offset, 8);
	pn_datbuf_string(&data, instance->name);
	pn_datbuf_string(&data, instance->clock ? instance->clock : "");
	pn_datbuf_number(&data, dat->options.page_size, 4);
	for (uint32_t i = 0; i < dat->options.nr_cpus; i++)
		nr += instance->cpus[i].used;
	pn_datbuf_number(&data, nr, 4);
	for (uint32_t i = 0; i < dat->options.nr_cpus; i++) {
		if (!instance->cpus[i].used)
			continue;
		pn_datbuf_number(&data, i, 4);
		pn_datbuf_number(&data, instance->cpus[i].offset, 8);
		pn_datbuf_number(&data, instance->cpus[i].size, 8);
	}
	pn_mkdat_option(options, PN_MKDAT_OPTION_BUFFER, data.bytes, data.size);
	pn_datbuf_free(&data);
}

static void buffer(struct pn_mkdat *dat, struct pn_mkdat_instance *instance,
		   struct pn_datbuf *options)
{
	size_t start = dat->out.size;

	section_head(&dat->out, SECTION_FLYRECORD, compressed(dat) ? SECTION_COMPRESSED : 0);
	for (uint32_t i = 0; i < dat->options.nr_cpus; i++) {
		if (instance->cpus[i].used)
			cpu_data(dat, &instance->cpus[i]);
	}
	section_end(&dat->out, start);
	buffer_option(dat, instance, start, options);
}

/* --- all of it --------------------------------------------------------------------------------- */

static const char *compression_version(const struct pn_mkdat *dat)
{
	if (!compressed(dat))
		return "";
	return !strcmp(dat->options.compression, "zstd") ? ZSTD_versionString() : zlibVersion();
}

void pn_mkdat_write_v7(struct pn_mkdat *dat)
{
	struct pn_datbuf options = { .big_endian = dat->options.big_endian };
	struct pn_datbuf strings = { 0 };
	size_t next_at;

	pn_mkdat_start(dat);
	pn_datbuf_string(&dat->out, dat->options.compression);
	pn_datbuf_string(&dat->out, compression_version(dat));
	next_at = dat->out.size;
	pn_datbuf_number(&dat->out, 0, 8);
	metadata(dat, &options);
	pn_mkdat_common_options(dat, &options);
	if (dat->options.clock)
		pn_mkdat_option(&options, PN_MKDAT_OPTION_TRACECLOCK, dat->options.clock,
				strlen(dat->options.clock) + 1);
	options_section(dat, &options, &next_at);
	for (uint32_t i = 0; i < dat->nr_instances; i++)
		buffer(dat, &dat->instances[i], &options);
	options_section(dat, &options, &next_at);
	pn_datbuf_string(&strings, "a section");
	section(dat, SECTION_STRINGS, &strings);
}
