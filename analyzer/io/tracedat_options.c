// SPDX-License-Identifier: GPL-2.0-only
/* The options of a trace.dat, and the sections that both versions share. */
#include "io/tracedat_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Numbers of the options, as trace-cmd.dat.v7(5) lists them. */
enum {
	OPTION_DATE = 1,
	OPTION_CPUSTAT = 2,
	OPTION_BUFFER = 3,
	OPTION_OFFSET = 7,
	OPTION_CPUCOUNT = 8,
	OPTION_TSC2NSEC = 14,
	OPTION_BUFFER_TEXT = 22,
};

/* Most buffer instances that are believed. */
#define MAX_BUFFERS 4096

/* --- header_page and formats ---------------------------------------------------------------- */

static bool take_string(struct pn_bytes *bytes, const char *text, size_t size)
{
	const uint8_t *at = pn_bytes_take(bytes, size);

	return at && memcmp(at, text, size) == 0;
}

static bool take_sized(struct pn_bytes *bytes, const char **text, uint64_t *size)
{
	if (!pn_bytes_u64(bytes, size))
		return false;
	*text = (const char *)pn_bytes_take(bytes, *size);
	return *text;
}

/* The size of the commit field tells the kernel's long; the header's own may be that of a
 * 32-bit program on a 64-bit kernel. */
static uint8_t commit_size(const char *text, uint64_t size, uint8_t fallback)
{
	static const char field[] = "commit;", key[] = "size:";
	const char *at = memmem(text, size, field, sizeof(field) - 1);
	const char *end = text + size;

	if (!at)
		return fallback;
	at = memmem(at, (size_t)(end - at), key, sizeof(key) - 1);
	if (!at || at + sizeof(key) > end)
		return fallback;
	at += sizeof(key) - 1;
	return *at == '4' || *at == '8' ? (uint8_t)(*at - '0') : fallback;
}

int pn_dat_header_info(struct pn_dat_file *dat, struct pn_bytes *bytes, struct pn_problem *problem)
{
	const uint8_t *start = bytes->at;
	const char *text;
	uint64_t size;

	if (!take_string(bytes, "header_page", 12) || !take_sized(bytes, &text, &size))
		return pn_dat_bad(dat, start, problem, "header_page");
	dat->commit_size = commit_size(text, size, dat->long_size);
	dat->formats->long_size = dat->commit_size;
	if (!take_string(bytes, "header_event", 13) || !take_sized(bytes, &text, &size))
		return pn_dat_bad(dat, start, problem, "header_event");
	return 0;
}

static int take_format(struct pn_dat_file *dat, struct pn_bytes *bytes, const char *system,
		       struct pn_problem *problem)
{
	const uint8_t *start = bytes->at;
	const char *text;
	uint64_t size;
	int err;

	if (!take_sized(bytes, &text, &size))
		return pn_dat_bad(dat, start, problem, "event format");
	err = pn_formats_add(dat->formats, system, text, size);
	if (err == -EINVAL)
		return pn_dat_bad(dat, start, problem, "event format that is needed");
	return err;
}

int pn_dat_ftrace_formats(struct pn_dat_file *dat, struct pn_bytes *bytes,
			  struct pn_problem *problem)
{
	const uint8_t *start = bytes->at;
	uint32_t count;
	int err = 0;

	if (!pn_bytes_u32(bytes, &count))
		return pn_dat_bad(dat, start, problem, "ftrace formats");
	for (uint32_t i = 0; !err && i < count; i++)
		err = take_format(dat, bytes, "ftrace", problem);
	return err;
}

int pn_dat_event_formats(struct pn_dat_file *dat, struct pn_bytes *bytes,
			 struct pn_problem *problem)
{
	const uint8_t *start = bytes->at;
	uint32_t systems, count;
	const char *system;
	int err = 0;

	if (!pn_bytes_u32(bytes, &systems))
		return pn_dat_bad(dat, start, problem, "event formats");
	for (uint32_t s = 0; !err && s < systems; s++) {
		start = bytes->at;
		system = pn_bytes_string(bytes);
		if (!system || !pn_bytes_u32(bytes, &count))
			return pn_dat_bad(dat, start, problem, "event formats");
		for (uint32_t i = 0; !err && i < count; i++)
			err = take_format(dat, bytes, system, problem);
	}
	return err;
}

/* --- options -------------------------------------------------------------------------------- */

void pn_dat_clock(char clock[PN_CLOCK_LEN], const char *text, size_t size)
{
	const char *open = memchr(text, '[', size);
	const char *close = open ? memchr(open, ']', (size_t)(text + size - open)) : NULL;
	size_t len;

	if (close) {
		text = open + 1;
		size = (size_t)(close - text);
	}
	len = strnlen(text, size);
	while (len && (text[len - 1] == '\n' || text[len - 1] == ' '))
		len--;
	/* A list of clocks of which none is the current one tells nothing. */
	if (len >= PN_CLOCK_LEN || memchr(text, ' ', len))
		len = 0;
	memcpy(clock, text, len);
	clock[len] = '\0';
}

/* A decimal or 0x number at the start of an option's text. */
static int64_t text_number(struct pn_bytes data)
{
	char text[32] = "";
	size_t len = pn_bytes_left(&data);

	if (len >= sizeof(text))
		len = sizeof(text) - 1;
	memcpy(text, data.at, len);
	return strtoll(text, NULL, 0);
}

/* "overrun: 12", a line of the kernel's per_cpu/cpuN/stats. */
static uint64_t stat_line(const char *text, size_t size, const char *key)
{
	const char *at = memmem(text, size, key, strlen(key));
	const char *end = text + size;
	uint64_t value = 0;

	if (!at)
		return 0;
	for (at += strlen(key); at < end && *at == ' ';)
		at++;
	while (at < end && *at >= '0' && *at <= '9' && value < UINT64_MAX / 10 - 1)
		value = value * 10 + (uint64_t)(*at++ - '0');
	return value;
}

static void option_cpustat(struct pn_dat_file *dat, struct pn_bytes data)
{
	const char *text = (const char *)data.at;
	size_t size = pn_bytes_left(&data);

	dat->has_stats = true;
	dat->overruns += stat_line(text, size, "\noverrun:");
	dat->overruns += stat_line(text, size, "commit overrun:");
	dat->overruns += stat_line(text, size, "dropped events:");
}

static int add_buffer(struct pn_dat_file *dat, struct pn_dat_buffer **out)
{
	struct pn_dat_buffer *buffers;

	if (dat->nr_buffers == MAX_BUFFERS)
		return -EBADMSG;
	buffers = realloc(dat->buffers, (dat->nr_buffers + 1) * sizeof(*buffers));
	if (!buffers)
		return -ENOMEM;
	dat->buffers = buffers;
	*out = &buffers[dat->nr_buffers++];
	memset(*out, 0, sizeof(**out));
	(*out)->page_size = dat->page_size;
	return 0;
}

static bool buffer_cpus(struct pn_dat_buffer *buffer, struct pn_bytes *data, uint32_t count)
{
	/* Each CPU takes 20 bytes of the option: no room is made for more than can be there. */
	if (count > pn_bytes_left(data) / 20)
		return false;
	buffer->cpus = calloc(count ? count : 1, sizeof(*buffer->cpus));
	if (!buffer->cpus)
		return false;
	for (uint32_t i = 0; i < count; i++) {
		struct pn_cpu_data *cpu = &buffer->cpus[i];

		if (!pn_bytes_u32(data, &cpu->cpu) || !pn_bytes_u64(data, &cpu->offset) ||
		    !pn_bytes_u64(data, &cpu->size) || cpu->cpu >= PN_CPU_LIMIT)
			return false;
	}
	buffer->nr_cpus = count;
	return true;
}

static int option_buffer(struct pn_dat_file *dat, struct pn_bytes data, bool text,
			 struct pn_problem *problem)
{
	const uint8_t *start = data.at;
	struct pn_dat_buffer *buffer;
	const char *clock;
	uint32_t count;
	int err = add_buffer(dat, &buffer);

	if (err)
		return pn_problem_set(problem, err, "%s: too many buffer instances",
				      dat->file->name);
	buffer->text = text;
	if (!pn_bytes_u64(&data, &buffer->offset))
		return pn_dat_bad(dat, start, problem, "BUFFER option");
	buffer->name = pn_bytes_string(&data);
	if (!buffer->name)
		return pn_dat_bad(dat, start, problem, "BUFFER option");
	if (dat->version < 7)
		return 0;
	clock = pn_bytes_string(&data);
	if (!clock)
		return pn_dat_bad(dat, start, problem, "BUFFER option");
	pn_dat_clock(buffer->clock, clock, strlen(clock));
	if (text)
		return 0;
	if (!pn_bytes_u32(&data, &buffer->page_size) || !pn_bytes_u32(&data, &count) ||
	    !buffer_cpus(buffer, &data, count))
		return pn_dat_bad(dat, start, problem, "BUFFER option");
	return 0;
}

/* Modulo 2^64, as times are: a damaged file may name any offset, and any number of them. */
static void add_offset(struct pn_dat_file *dat, uint64_t offset_ns)
{
	dat->clock.offset_ns = (int64_t)((uint64_t)dat->clock.offset_ns + offset_ns);
}

static void option_tsc(struct pn_dat_file *dat, struct pn_bytes data)
{
	uint32_t mult, shift;
	uint64_t offset;

	if (!pn_bytes_u32(&data, &mult) || !pn_bytes_u32(&data, &shift) ||
	    !pn_bytes_u64(&data, &offset) || shift > 63)
		return;
	dat->clock.mult = mult;
	dat->clock.shift = shift;
	add_offset(dat, -offset);
}

int pn_dat_option(struct pn_dat_file *dat, uint16_t id, struct pn_bytes data,
		  struct pn_problem *problem)
{
	switch (id) {
	case OPTION_DATE:
		/* In microseconds, unlike the other offset. */
		add_offset(dat, (uint64_t)text_number(data) * 1000);
		return 0;
	case OPTION_OFFSET:
		add_offset(dat, (uint64_t)text_number(data));
		return 0;
	case OPTION_CPUSTAT:
		option_cpustat(dat, data);
		return 0;
	case OPTION_BUFFER:
	case OPTION_BUFFER_TEXT:
		return option_buffer(dat, data, id == OPTION_BUFFER_TEXT, problem);
	case OPTION_CPUCOUNT:
		/* A fork used this number for something longer. */
		if (pn_bytes_left(&data) == 4)
			pn_bytes_u32(&data, &dat->nr_cpus);
		return 0;
	case OPTION_TSC2NSEC:
		option_tsc(dat, data);
		return 0;
	default:
		return 0;
	}
}
