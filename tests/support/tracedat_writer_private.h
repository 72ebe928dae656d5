/* SPDX-License-Identifier: GPL-2.0-only */
/* What the parts of the writer of trace.dat files share. */
#ifndef PN_SUPPORT_TRACEDAT_WRITER_PRIVATE_H
#define PN_SUPPORT_TRACEDAT_WRITER_PRIVATE_H

#include "support/tracedat_writer.h"

/** struct pn_mkdat_cpu - one CPU's part of an instance */
struct pn_mkdat_cpu {
	bool used;
	struct pn_datpages pages;
	uint64_t offset; /* in the file */
	uint64_t size;	 /* there */
};

/** struct pn_mkdat_instance - one buffer instance; the first one is the top */
struct pn_mkdat_instance {
	char *name;
	const char *clock;
	struct pn_mkdat_cpu *cpus;
	size_t option_at; /* version 6: where its table's offset is to go */
};

struct pn_mkdat {
	struct pn_mkdat_options options;
	struct pn_mkdat_layout layout;
	uint32_t nr_instances;
	struct pn_mkdat_instance *instances;
	struct pn_datbuf out;
	bool finished;
};

/** pn_mkdat_require - ends the program, with a message, unless @ok */
void pn_mkdat_require(bool ok, const char *what);

/** pn_mkdat_touch - lets the test change what stands in @buf from @start on, where it asked to */
void pn_mkdat_touch(const struct pn_mkdat *dat, enum pn_mkdat_part part, struct pn_datbuf *buf,
		    size_t start);

/** pn_mkdat_start - the magic, the version and the sizes that both versions begin with */
void pn_mkdat_start(struct pn_mkdat *dat);

/* The parts that both versions have; the text of each is appended to @buf. */

void pn_mkdat_header_info(const struct pn_mkdat *dat, struct pn_datbuf *buf);
void pn_mkdat_ftrace_formats(const struct pn_mkdat *dat, struct pn_datbuf *buf);
void pn_mkdat_event_formats(const struct pn_mkdat *dat, struct pn_datbuf *buf);
void pn_mkdat_kallsyms(struct pn_datbuf *buf);
void pn_mkdat_printk(struct pn_datbuf *buf);
void pn_mkdat_cmdlines(struct pn_datbuf *buf);

/** pn_mkdat_option - one option */
void pn_mkdat_option(struct pn_datbuf *buf, uint16_t id, const void *data, size_t size);

/** pn_mkdat_common_options - the options that both versions have */
void pn_mkdat_common_options(const struct pn_mkdat *dat, struct pn_datbuf *buf);

/* Number of options that more than one file writes. */
enum {
	PN_MKDAT_OPTION_DONE = 0,
	PN_MKDAT_OPTION_BUFFER = 3,
	PN_MKDAT_OPTION_TRACECLOCK = 4,
};

/** pn_mkdat_write_v6, pn_mkdat_write_v7 - the whole file */
void pn_mkdat_write_v6(struct pn_mkdat *dat);
void pn_mkdat_write_v7(struct pn_mkdat *dat);

#endif
