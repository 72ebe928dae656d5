/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Writes trace.dat files for tests, versions 6 and 7, as the man pages trace-cmd.dat.v6(5) and
 * trace-cmd.dat.v7(5) describe them. It shares no code with the reader that it tests; that other
 * readers understand its files is a test of its own.
 */
#ifndef PN_SUPPORT_TRACEDAT_WRITER_H
#define PN_SUPPORT_TRACEDAT_WRITER_H

#include "support/datevents.h"
#include "support/datpages.h"

/** enum pn_mkdat_part - the parts of a file that a test may change before they are packed */
enum pn_mkdat_part {
	PN_MKDAT_HEADER_INFO,
	PN_MKDAT_FTRACE_FORMATS,
	PN_MKDAT_EVENT_FORMATS,
	PN_MKDAT_OPTIONS,
	PN_MKDAT_PAGES, /* of one CPU */
	PN_MKDAT_FILE,	/* all of it, at the end */
	PN_MKDAT_PART_NR,
};

/** pn_mkdat_touch_fn - changes a part, from byte @start of @buf on; it may grow or shrink there */
typedef void (*pn_mkdat_touch_fn)(void *ctx, enum pn_mkdat_part part, struct pn_datbuf *buf,
				  size_t start);

/** struct pn_mkdat_options - the form of a file; pn_mkdat_defaults() is a common one */
struct pn_mkdat_options {
	int version; /* 6 or 7 */
	bool big_endian;
	uint32_t long_size;	 /* of the kernel: 4 or 8 */
	uint32_t user_long_size; /* of the program that recorded: 4 or 8 */
	uint32_t page_size;	 /* of the ring buffer: a power of two from 4096 on */
	const char *compression; /* version 7: "none", "zstd" or "zlib" */
	uint32_t chunk_pages;	 /* pages that are compressed together */
	const char *clock;	 /* NULL: the file does not say */
	uint32_t nr_cpus;	 /* of the machine; CPUs without events have no data */
	uint32_t state_size;	 /* of cpu_idle's state: 4 or 8 */
	bool exit_extended;	 /* state of 8 bytes: an exit is -1 there, not 2^32 - 1 */
	uint32_t common_size;	 /* 8, or 12 as on RT kernels */
	bool large;		 /* every record has a length word */
	bool no_idle_format;	 /* cpu_idle is not described */
	bool no_stats;		 /* no CPUSTAT options */
	uint64_t overruns;	 /* in each CPU's CPUSTAT option */
	pn_mkdat_touch_fn touch; /* damages parts of the file; or NULL */
	void *touch_ctx;
};

struct pn_mkdat;

/** pn_mkdat_defaults - version 7, 64 bits, little endian, 4 KiB, not compressed, mono, 8 CPUs */
struct pn_mkdat_options pn_mkdat_defaults(void);

/**
 * pn_mkdat_new - starts a file
 * @options: copied, but for the strings
 *
 * This and all that follow end the program when memory is short or a call makes no sense.
 *
 * Returns: the file, freed with pn_mkdat_free().
 */
struct pn_mkdat *pn_mkdat_new(const struct pn_mkdat_options *options);

/** pn_mkdat_instance - starts a buffer instance; what follows goes there. @clock may be NULL */
void pn_mkdat_instance(struct pn_mkdat *dat, const char *name, const char *clock);

/** pn_mkdat_pages - the pages of a CPU in the current instance, for odd records */
struct pn_datpages *pn_mkdat_pages(struct pn_mkdat *dat, uint32_t cpu);

/** pn_mkdat_record - appends a record of any type to a CPU's buffer; @pid was running */
void pn_mkdat_record(struct pn_mkdat *dat, uint32_t cpu, uint64_t ts, enum pn_mkdat_event event,
		     uint32_t pid, const struct pn_mkdat_values *values);

/** pn_mkdat_idle - appends a cpu_idle event that speaks of @cpu_id; @state -1 is an exit */
void pn_mkdat_idle(struct pn_mkdat *dat, uint32_t cpu, uint64_t ts, uint32_t cpu_id, int32_t state);

/** pn_mkdat_print - appends text, as written to trace_marker */
void pn_mkdat_print(struct pn_mkdat *dat, uint32_t cpu, uint64_t ts, const char *text);

/** pn_mkdat_finish - the file's bytes, good until @dat is freed; nothing may be appended then */
const struct pn_datbuf *pn_mkdat_finish(struct pn_mkdat *dat);

/** pn_mkdat_write - finishes the file and writes it to @path; 0 or a negative errno */
int pn_mkdat_write(struct pn_mkdat *dat, const char *path);

/** pn_mkdat_free - frees a file; NULL is allowed */
void pn_mkdat_free(struct pn_mkdat *dat);

#endif
