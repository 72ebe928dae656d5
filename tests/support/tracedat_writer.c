// SPDX-License-Identifier: GPL-2.0-only
/* Writes trace.dat files for tests: building one up, and the parts that both versions have. */
#include "support/tracedat_writer_private.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	OPTION_CPUSTAT = 2,
	OPTION_UNAME = 5,
	OPTION_CPUCOUNT = 8,
	OPTION_VERSION = 9,
	OPTION_UNHEARD_OF = 4711,
};

void pn_mkdat_require(bool ok, const char *what)
{
	if (ok)
		return;
	fprintf(stderr, "trace.dat writer: %s\n", what);
	abort();
}

/* --- building up ------------------------------------------------------------------------------- */

struct pn_mkdat_options pn_mkdat_defaults(void)
{
	return (struct pn_mkdat_options){
		.version = 7,
		.long_size = 8,
		.user_long_size = 8,
		.page_size = 4096,
		.compression = "none",
		.chunk_pages = 10,
		.clock = "mono",
		.nr_cpus = 8,
		.state_size = 4,
		.common_size = 8,
	};
}

static void check_options(const struct pn_mkdat_options *o)
{
	pn_mkdat_require(o->version == 6 || o->version == 7, "version is 6 or 7");
	pn_mkdat_require(o->long_size == 4 || o->long_size == 8, "long has 4 or 8 bytes");
	pn_mkdat_require(o->user_long_size == 4 || o->user_long_size == 8, "long has 4 or 8 bytes");
	pn_mkdat_require(o->page_size >= 4096 && !(o->page_size & (o->page_size - 1)),
			 "page size is a power of two from 4096 on");
	pn_mkdat_require(o->version == 7 || !strcmp(o->compression, "none"),
			 "version 6 is not compressed");
	pn_mkdat_require(o->chunk_pages > 0, "a chunk has pages");
	pn_mkdat_require(o->nr_cpus > 0, "a machine has CPUs");
	pn_mkdat_require(o->state_size == 4 || o->state_size == 8, "state has 4 or 8 bytes");
	pn_mkdat_require(o->common_size == 8 || o->common_size == 12,
			 "the header has 8 or 12 bytes");
}

struct pn_mkdat *pn_mkdat_new(const struct pn_mkdat_options *options)
{
	struct pn_mkdat *dat = calloc(1, sizeof(*dat));

	pn_mkdat_require(dat, "memory");
	check_options(options);
	dat->options = *options;
	dat->layout = (struct pn_mkdat_layout){ options->big_endian, options->long_size,
						options->common_size, options->state_size };
	dat->out.big_endian = options->big_endian;
	pn_mkdat_instance(dat, "", options->clock);
	return dat;
}

void pn_mkdat_instance(struct pn_mkdat *dat, const char *name, const char *clock)
{
	struct pn_mkdat_instance *instance;

	dat->instances = realloc(dat->instances, (dat->nr_instances + 1) * sizeof(*instance));
	pn_mkdat_require(dat->instances, "memory");
	instance = &dat->instances[dat->nr_instances++];
	*instance = (struct pn_mkdat_instance){ .name = strdup(name), .clock = clock };
	instance->cpus = calloc(dat->options.nr_cpus, sizeof(*instance->cpus));
	pn_mkdat_require(instance->name && instance->cpus, "memory");
}

struct pn_datpages *pn_mkdat_pages(struct pn_mkdat *dat, uint32_t cpu)
{
	struct pn_mkdat_instance *instance = &dat->instances[dat->nr_instances - 1];
	struct pn_mkdat_cpu *slot;

	pn_mkdat_require(!dat->finished, "the file is finished");
	pn_mkdat_require(cpu < dat->options.nr_cpus, "no such CPU");
	slot = &instance->cpus[cpu];
	if (!slot->used) {
		pn_datpages_start(&slot->pages, dat->options.page_size, dat->options.long_size,
				  dat->options.big_endian);
		slot->pages.large = dat->options.large;
		slot->used = true;
	}
	return &slot->pages;
}

void pn_mkdat_record(struct pn_mkdat *dat, uint32_t cpu, uint64_t ts, enum pn_mkdat_event event,
		     uint32_t pid, const struct pn_mkdat_values *values)
{
	struct pn_datbuf payload = { .big_endian = dat->options.big_endian };

	pn_mkdat_payload(&payload, event, &dat->layout, pid, values);
	pn_datpages_record(pn_mkdat_pages(dat, cpu), ts, payload.bytes, payload.size);
	pn_datbuf_free(&payload);
}

void pn_mkdat_idle(struct pn_mkdat *dat, uint32_t cpu, uint64_t ts, uint32_t cpu_id, int32_t state)
{
	struct pn_mkdat_values values = { .number = { state, cpu_id } };

	if (!dat->options.exit_extended)
		values.number[0] = (uint32_t)state;
	pn_mkdat_record(dat, cpu, ts, PN_MKDAT_IDLE, 0, &values);
}

void pn_mkdat_print(struct pn_mkdat *dat, uint32_t cpu, uint64_t ts, const char *text)
{
	struct pn_mkdat_values values = { .number = { 0 }, .text = text };

	pn_mkdat_record(dat, cpu, ts, PN_MKDAT_PRINT, 100, &values);
}

void pn_mkdat_touch(const struct pn_mkdat *dat, enum pn_mkdat_part part, struct pn_datbuf *buf,
		    size_t start)
{
	if (dat->options.touch)
		dat->options.touch(dat->options.touch_ctx, part, buf, start);
}

static void end_pages(struct pn_mkdat *dat, struct pn_datpages *pages)
{
	pn_datpages_break(pages);
	pn_mkdat_touch(dat, PN_MKDAT_PAGES, &pages->pages, 0);
}

const struct pn_datbuf *pn_mkdat_finish(struct pn_mkdat *dat)
{
	if (dat->finished)
		return &dat->out;
	for (uint32_t i = 0; i < dat->nr_instances; i++) {
		for (uint32_t c = 0; c < dat->options.nr_cpus; c++) {
			if (dat->instances[i].cpus[c].used)
				end_pages(dat, &dat->instances[i].cpus[c].pages);
		}
	}
	dat->finished = true;
	if (dat->options.version == 6)
		pn_mkdat_write_v6(dat);
	else
		pn_mkdat_write_v7(dat);
	pn_mkdat_touch(dat, PN_MKDAT_FILE, &dat->out, 0);
	return &dat->out;
}

int pn_mkdat_write(struct pn_mkdat *dat, const char *path)
{
	const struct pn_datbuf *out = pn_mkdat_finish(dat);
	FILE *file = fopen(path, "wb");

	if (!file)
		return -errno;
	if (fwrite(out->bytes, 1, out->size, file) != out->size) {
		fclose(file);
		return -EIO;
	}
	return fclose(file) ? -errno : 0;
}

void pn_mkdat_free(struct pn_mkdat *dat)
{
	if (!dat)
		return;
	for (uint32_t i = 0; i < dat->nr_instances; i++) {
		for (uint32_t c = 0; c < dat->options.nr_cpus; c++)
			pn_datpages_free(&dat->instances[i].cpus[c].pages);
		free(dat->instances[i].cpus);
		free(dat->instances[i].name);
	}
	free(dat->instances);
	pn_datbuf_free(&dat->out);
	free(dat);
}

/* --- parts that both versions have ------------------------------------------------------------- */

void pn_mkdat_start(struct pn_mkdat *dat)
{
	static const uint8_t magic[] = { 0x17, 0x08, 0x44, 't', 'r', 'a', 'c', 'i', 'n', 'g' };

	pn_datbuf_bytes(&dat->out, magic, sizeof(magic));
	pn_datbuf_string(&dat->out, dat->options.version == 6 ? "6" : "7");
	pn_datbuf_number(&dat->out, dat->options.big_endian, 1);
	pn_datbuf_number(&dat->out, dat->options.user_long_size, 1);
	pn_datbuf_number(&dat->out, dat->options.page_size, 4);
}

/* Appends a text behind its length of @width bytes; @text is freed. */
static void sized(struct pn_datbuf *buf, struct pn_datbuf *text, size_t width)
{
	pn_datbuf_number(buf, text->size, width);
	pn_datbuf_bytes(buf, text->bytes, text->size);
	pn_datbuf_free(text);
}

static void sized_string(struct pn_datbuf *buf, const char *string, size_t width)
{
	pn_datbuf_number(buf, strlen(string), width);
	pn_datbuf_bytes(buf, string, strlen(string));
}

void pn_mkdat_header_info(const struct pn_mkdat *dat, struct pn_datbuf *buf)
{
	struct pn_datbuf text = { 0 };
	size_t start = buf->size;

	pn_datbuf_string(buf, "header_page");
	pn_datpages_header_page(&text, dat->options.page_size, dat->options.long_size);
	sized(buf, &text, 8);
	pn_datbuf_string(buf, "header_event");
	pn_datpages_header_event(&text);
	sized(buf, &text, 8);
	pn_mkdat_touch(dat, PN_MKDAT_HEADER_INFO, buf, start);
}

static bool in_system(const struct pn_mkdat *dat, uint32_t event, const char *system)
{
	if (event == PN_MKDAT_IDLE && dat->options.no_idle_format)
		return false;
	return !strcmp(pn_mkdat_types[event].system, system);
}

static void system_formats(const struct pn_mkdat *dat, struct pn_datbuf *buf, const char *system)
{
	struct pn_datbuf text = { 0 };
	uint32_t nr = 0;

	for (uint32_t i = 0; i < PN_MKDAT_EVENT_NR; i++)
		nr += in_system(dat, i, system);
	pn_datbuf_number(buf, nr, 4);
	for (uint32_t i = 0; i < PN_MKDAT_EVENT_NR; i++) {
		if (!in_system(dat, i, system))
			continue;
		pn_mkdat_format(&text, i, &dat->layout);
		sized(buf, &text, 8);
	}
}

void pn_mkdat_ftrace_formats(const struct pn_mkdat *dat, struct pn_datbuf *buf)
{
	size_t start = buf->size;

	system_formats(dat, buf, "ftrace");
	pn_mkdat_touch(dat, PN_MKDAT_FTRACE_FORMATS, buf, start);
}

void pn_mkdat_event_formats(const struct pn_mkdat *dat, struct pn_datbuf *buf)
{
	static const char *const systems[] = { "homemade",     "ipi",	"irq",	 "irq_vectors",
					       "latency_test", "power", "sched", "timer" };
	const uint32_t nr = sizeof(systems) / sizeof(*systems);
	size_t start = buf->size;

	pn_datbuf_number(buf, nr, 4);
	for (uint32_t i = 0; i < nr; i++) {
		pn_datbuf_string(buf, systems[i]);
		system_formats(dat, buf, systems[i]);
	}
	pn_mkdat_touch(dat, PN_MKDAT_EVENT_FORMATS, buf, start);
}

void pn_mkdat_kallsyms(struct pn_datbuf *buf)
{
	sized_string(buf, "ffffffff81000000 T _stext\nffffffff81000400 T do_idle\n", 4);
}

void pn_mkdat_printk(struct pn_datbuf *buf)
{
	sized_string(buf, "0xffffffff82000000 : \"made by a test\\n\"\n", 4);
}

void pn_mkdat_cmdlines(struct pn_datbuf *buf)
{
	sized_string(buf, "100 writer: one\n101 writer [2]\n", 8);
}

void pn_mkdat_option(struct pn_datbuf *buf, uint16_t id, const void *data, size_t size)
{
	pn_datbuf_number(buf, id, 2);
	pn_datbuf_number(buf, size, 4);
	pn_datbuf_bytes(buf, data, size);
}

static void string_option(struct pn_datbuf *buf, uint16_t id, const char *text)
{
	pn_mkdat_option(buf, id, text, strlen(text) + 1);
}

static void stats_option(const struct pn_mkdat *dat, struct pn_datbuf *buf, uint32_t cpu)
{
	char text[256];

	snprintf(text, sizeof(text),
		 "CPU: %u\nentries: 0\noverrun: %llu\ncommit overrun: 0\nbytes: 0\n"
		 "oldest event ts:     1.000000\nnow ts:     2.000000\ndropped events: 0\n"
		 "read events: 12\n\n",
		 cpu, (unsigned long long)dat->options.overruns);
	string_option(buf, OPTION_CPUSTAT, text);
}

void pn_mkdat_common_options(const struct pn_mkdat *dat, struct pn_datbuf *buf)
{
	struct pn_datbuf count = { .big_endian = dat->options.big_endian };

	for (uint32_t cpu = 0; cpu < dat->options.nr_cpus && !dat->options.no_stats; cpu++)
		stats_option(dat, buf, cpu);
	string_option(buf, OPTION_UNAME, "Linux 6.1.0-test x86_64");
	string_option(buf, OPTION_VERSION, "writer of the tests");
	/* A reader passes over what it does not know. */
	string_option(buf, OPTION_UNHEARD_OF, "of no meaning");
	pn_datbuf_number(&count, dat->options.nr_cpus, 4);
	pn_mkdat_option(buf, OPTION_CPUCOUNT, count.bytes, 4);
	pn_datbuf_free(&count);
}
