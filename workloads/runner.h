/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Runs a workload: starts its workers, takes them through its phases, marks those in the trace,
 * and ends in an orderly way when a signal comes.
 */
#ifndef PN_RUNNER_H
#define PN_RUNNER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/cpulist.h"

#define PN_RUNNER_LABEL_CHARS 32

/** The most workers that one run may have. */
#define PN_RUNNER_WORKERS_MAX 100000u

/** struct pn_phase - a stretch of a run in which all workers do the same thing */
struct pn_phase {
	uint32_t index;			   /* from 0; set by pn_runner_run() */
	char label[PN_RUNNER_LABEL_CHARS]; /* what is special about it, as marked in the trace */
	uint64_t param;			   /* the same for the workers, in a unit of their own */
	bool idle;			   /* the workers do nothing in this phase */
	uint64_t length_ns;		   /* 0: it lasts until the workers are done */
	uint64_t start_ns;		   /* monotonic; set by pn_runner_run() */
	uint64_t end_ns; /* before: when it should end, or 0; after: when it did */
};

/** struct pn_worker - one thread or process of a workload, as its function sees it */
struct pn_worker {
	uint32_t index;
	const void *context;	 /* that of the configuration */
	void *slot;		 /* its results, zero at the start; read by the runner's side */
	const atomic_uint *stop; /* for pn_worker_stopped() */
	const char *failed_at;	 /* what did not work, for the message; a string constant */
	int err;		 /* negative errno, or 0 */
};

/** pn_worker_stopped - whether the worker should come to its end now */
static inline bool pn_worker_stopped(const struct pn_worker *worker)
{
	return atomic_load_explicit(worker->stop, memory_order_relaxed);
}

/** pn_worker_fail - notes @what did not work, a string constant, and gives @err back */
int pn_worker_fail(struct pn_worker *worker, const char *what, int err);

/** enum pn_runner_end - what ends a phase that has a length */
enum pn_runner_end {
	PN_RUNNER_END_STOP, /* the runner tells the workers to stop when its time is up */
	PN_RUNNER_END_FILL, /* the workers watch the time; the phase lasts to its end in any case */
};

/** struct pn_runner_config - what to run */
struct pn_runner_config {
	const char *workload;
	uint32_t nr_workers; /* may be 0 */
	bool progress;	     /* show it, where stderr is a terminal */
	bool processes;	     /* a process each, in place of a thread */
	enum pn_runner_end end;
	size_t slot_size; /* of a worker's results, in bytes */
	const struct pn_cpuset
		*cpus; /* for each worker; an empty set leaves it free; may be NULL */
	const void *context;

	/* Does one phase's work in a worker; 0 or a negative errno, with failed_at set. */
	int (*run)(struct pn_worker *worker, const struct pn_phase *phase);
};

struct pn_runner;

/** pn_runner_collect_fn - takes the results out of the slots after a phase; 0 or a negative errno */
typedef int (*pn_runner_collect_fn)(struct pn_runner *runner, const struct pn_phase *phase,
				    void *data);

/**
 * pn_runner_start - starts the workers and waits until all of them are ready
 * @config: kept, not copied
 * @out: the runner, freed with pn_runner_finish()
 *
 * From here on SIGINT, SIGTERM and SIGHUP end the run in an orderly way; the second one ends the
 * program. Each worker's timer slack is 1 ns while it lives.
 *
 * Returns: 0 or a negative errno; what went wrong has been said on stderr.
 */
int pn_runner_start(const struct pn_runner_config *config, struct pn_runner **out);

/**
 * pn_runner_run - takes the workers through the phases
 * @runner: started
 * @phases: in the order of the run; their start and end are filled in
 * @nr_phases: how many
 * @collect: called after each phase, the one that a signal cut short included
 * @data: for @collect
 *
 * Returns: 0 (a signal is no error: see pn_runner_signal()) or a negative errno; what went wrong
 * has been said on stderr.
 */
int pn_runner_run(struct pn_runner *runner, struct pn_phase *phases, uint32_t nr_phases,
		  pn_runner_collect_fn collect, void *data);

/** pn_runner_slot - the results of worker @index */
void *pn_runner_slot(struct pn_runner *runner, uint32_t index);

/** pn_runner_signal - the signal that ended the run early, or 0 */
int pn_runner_signal(const struct pn_runner *runner);

/** pn_runner_finish - ends the workers, puts signals back, frees the runner; NULL is allowed */
void pn_runner_finish(struct pn_runner *runner);

#endif
