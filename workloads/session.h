/* SPDX-License-Identifier: GPL-2.0-only */
/* One run of a workload from its parsed options to its exit status: what all of them do alike. */
#ifndef PN_SESSION_H
#define PN_SESSION_H

#include <stdbool.h>
#include <stdint.h>

#include "args.h"
#include "outcome.h"
#include "place.h"
#include "runner.h"
#include "util/outfile.h"

struct pn_session;

/** struct pn_session_ops - what a workload is called, and does in its own way */
struct pn_session_ops {
	const char *workload;
	/* Checks the CPUs, fills the configuration in and adds phases; gives an exit status. */
	int (*prepare)(struct pn_session *session);
	/* Takes the results of a phase: prints its line, adds to its JSON; 0 or negative errno. */
	int (*collect)(struct pn_session *session, struct pn_runner *runner,
		       const struct pn_phase *phase, struct json_object *json);
	/* After the last phase: prints the totals, adds to the JSON results, gives the score. */
	void (*conclude)(struct pn_session *session, struct pn_outcome_score *score);
};

/** struct pn_session - a run */
struct pn_session {
	const struct pn_args *args;
	const struct pn_session_ops *ops;
	void *data; /* the workload's own */
	struct pn_place place;
	struct pn_runner_config config;
	struct pn_phase *phases;
	uint32_t nr_phases;
	struct pn_outcome outcome;
	struct pn_outfile json; /* where the outcome goes; all zero for nowhere */
	bool text;		/* print tables on stdout */
	int signal;		/* that ended the run, or 0 */
};

/**
 * pn_session_main - does a run: prepares it, goes through its phases, writes the results
 * @ops: the workload
 * @args: parsed; they are added to the JSON document's parameters
 * @data: the workload's own
 *
 * What went wrong has been said on stderr.
 *
 * Returns: the program's exit status.
 */
int pn_session_main(const struct pn_session_ops *ops, const struct pn_args *args, void *data);

/**
 * pn_session_check_cpu - whether a worker may be pinned to @cpu
 *
 * Returns: 0, or a negative errno with a line on stderr: the run cannot be done here.
 */
int pn_session_check_cpu(const struct pn_session *session, int64_t cpu);

/** pn_session_check_cpus - the same for every CPU of --cpus */
int pn_session_check_cpus(const struct pn_session *session);

/**
 * pn_session_add_phase - adds a phase at the end
 * @session: being prepared
 * @param: for the workers
 * @length_ns: 0 for as long as the workers take
 * @label: what makes it special; blanks are not allowed
 *
 * Returns: the phase, valid until the next is added, or NULL when there is no memory.
 */
struct pn_phase *pn_session_add_phase(struct pn_session *session, uint64_t param,
				      uint64_t length_ns, const char *label);

#endif
