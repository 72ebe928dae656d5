/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The outer form of a trace.dat, versions 6 and 7: where its buffers and formats are. The format
 * is described by the man pages trace-cmd.dat.v6(5) and trace-cmd.dat.v7(5).
 */
#ifndef PN_IO_TRACEDAT_FILE_H
#define PN_IO_TRACEDAT_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "io/formats.h"
#include "io/mapped.h"
#include "io/pages.h"
#include "util/problem.h"

#define PN_CLOCK_LEN 32

/** struct pn_cpu_data - one CPU's part of a buffer */
struct pn_cpu_data {
	uint32_t cpu;
	uint64_t offset;
	uint64_t size; /* in the file */
	bool cut;      /* the file ends inside it; size is what is left */
};

/** struct pn_dat_buffer - one buffer instance */
struct pn_dat_buffer {
	const char *name;	  /* "": the top one; points into the file or a section */
	char clock[PN_CLOCK_LEN]; /* empty: the file does not say */
	uint64_t offset;	  /* of its section (v7) or of its table (v6) */
	uint32_t page_size;
	bool packed; /* the pages are compressed, in chunks */
	bool text;   /* a latency trace: text, not pages */
	uint32_t nr_cpus;
	struct pn_cpu_data *cpus;
};

/** struct pn_block - a section that was unpacked; kept for the names that point into it */
struct pn_block {
	struct pn_block *next;
	uint8_t bytes[];
};

/** struct pn_dat_file - what the file's headers and options tell */
struct pn_dat_file {
	const struct pn_mapped *file;
	int version;
	bool big_endian;
	bool swap;
	uint8_t long_size;
	uint8_t commit_size; /* from header_page */
	uint32_t page_size;
	const char *compression; /* "none", "zstd", "zlib" */
	struct pn_page_clock clock;
	uint32_t nr_cpus; /* of the machine; 0: not told */
	uint32_t nr_buffers;
	struct pn_dat_buffer *buffers;
	bool has_stats;
	uint64_t overruns; /* sum of the CPUs' overrun, commit overrun and dropped events */
	struct pn_formats *formats;
	struct pn_block *blocks;
	uint64_t unpacked; /* bytes in all of them */
};

/**
 * pn_dat_parse - reads headers, options and the formats that are of use
 * @file: the mapped file, which outlives @dat
 * @dat: all zero before; undone with pn_dat_free(), also after an error
 * @problem: one line with file and offset
 *
 * Kernel symbols, command lines and printk formats are passed over unread. Sizes and counts are
 * checked against what is left of the file before anything is allocated for them.
 *
 * Returns: 0, -EBADMSG (damaged or cut), -ENOTSUP (version or compression) or -ENOMEM.
 */
int pn_dat_parse(const struct pn_mapped *file, struct pn_dat_file *dat, struct pn_problem *problem);

/** pn_dat_buffer_find - the instance called @name ("": the top one), or NULL */
struct pn_dat_buffer *pn_dat_buffer_find(struct pn_dat_file *dat, const char *name);

/** pn_dat_free - frees what @dat holds */
void pn_dat_free(struct pn_dat_file *dat);

/* --- between the two files that parse; not for others ---------------------------------------- */

/** pn_dat_bad - says that the file is damaged at @at, which may lie in an unpacked section */
int pn_dat_bad(const struct pn_dat_file *dat, const uint8_t *at, struct pn_problem *problem,
	       const char *what);

/** pn_dat_header_info - reads header_page and header_event, which are next in @bytes */
int pn_dat_header_info(struct pn_dat_file *dat, struct pn_bytes *bytes, struct pn_problem *problem);

/** pn_dat_ftrace_formats - reads the formats of ftrace's own events */
int pn_dat_ftrace_formats(struct pn_dat_file *dat, struct pn_bytes *bytes,
			  struct pn_problem *problem);

/** pn_dat_event_formats - reads the formats of all other events, system by system */
int pn_dat_event_formats(struct pn_dat_file *dat, struct pn_bytes *bytes,
			 struct pn_problem *problem);

/**
 * pn_dat_option - reads one option
 * @dat: the file
 * @id: number of the option
 * @data: its bytes
 * @problem: what is wrong with it
 *
 * Options that are not known are passed over. Returns: 0 or a negative errno.
 */
int pn_dat_option(struct pn_dat_file *dat, uint16_t id, struct pn_bytes data,
		  struct pn_problem *problem);

/** pn_dat_clock - takes the current clock out of a trace_clock file's text, "[local] global" */
void pn_dat_clock(char clock[PN_CLOCK_LEN], const char *text, size_t size);

#endif
