/* SPDX-License-Identifier: GPL-2.0-only */
/* The workers of a run, threads or processes, and the gate through which they enter each phase. */
#ifndef PN_CREW_H
#define PN_CREW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runner.h"

struct pn_crew_shared;

/** struct pn_crew - the workers; set up by pn_crew_open() */
struct pn_crew {
	const struct pn_runner_config *config;
	struct pn_crew_shared *shared;
	size_t memory_bytes;
	size_t stride; /* from one worker's memory to the next one's */
	uint32_t nr_started;
	int done_fd; /* eventfd: can be read when all workers are done with a phase */
	bool broken; /* a worker process died: the others cannot be relied on any more */
};

/** pn_crew_open - makes the memory for the workers of @config; 0 or a negative errno */
int pn_crew_open(struct pn_crew *crew, const struct pn_runner_config *config);

/**
 * pn_crew_start - starts the workers; when done_fd can be read, they are ready
 *
 * Returns: 0 or a negative errno, with a line on stderr.
 */
int pn_crew_start(struct pn_crew *crew);

/** pn_crew_begin - lets the workers begin @phase; when done_fd can be read, they are done */
void pn_crew_begin(struct pn_crew *crew, const struct pn_phase *phase);

/** pn_crew_stop - asks the workers to come to an end with the current phase */
void pn_crew_stop(struct pn_crew *crew);

/** pn_crew_kick - interrupts the workers' sleep; one that falls asleep just now may miss it */
void pn_crew_kick(struct pn_crew *crew);

/** pn_crew_kick_signal - the signal that does it; the runner gives it a handler */
int pn_crew_kick_signal(void);

/**
 * pn_crew_reap - looks after worker processes that have died, and ends the rest if any has
 *
 * Returns: 0, or -ECHILD with a line on stderr.
 */
int pn_crew_reap(struct pn_crew *crew);

/** pn_crew_failure - the first worker's error, with a line on stderr, or 0 */
int pn_crew_failure(const struct pn_crew *crew);

/** pn_crew_slot - the results of worker @index */
void *pn_crew_slot(const struct pn_crew *crew, uint32_t index);

/** pn_crew_close - ends the workers, waits for them and frees everything */
void pn_crew_close(struct pn_crew *crew);

#endif
