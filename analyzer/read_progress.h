/* SPDX-License-Identifier: GPL-2.0-only */
/* One line on a terminal that tells how far a long reading has come. */
#ifndef PN_READ_PROGRESS_H
#define PN_READ_PROGRESS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/** struct pn_read_progress - shared by all that read */
struct pn_read_progress {
	bool shown;	/* stderr is a terminal and the user wants to know */
	uint64_t total; /* bytes */
	uint64_t start_ns;
	_Atomic uint64_t done;
	_Atomic uint64_t printed_ns; /* when a line was printed last; 0: never */
};

/** pn_read_progress_begin - sets progress up for @total bytes; @quiet hides it */
void pn_read_progress_begin(struct pn_read_progress *progress, uint64_t total, bool quiet);

/** pn_read_progress_add - notes @bytes more; prints once a second, after the first second */
void pn_read_progress_add(struct pn_read_progress *progress, uint64_t bytes);

/** pn_read_progress_end - removes the line, if there is one */
void pn_read_progress_end(struct pn_read_progress *progress);

#endif
