/* SPDX-License-Identifier: GPL-2.0-only */
/* What the parts of the sleepers workload share: its options and its run. */
#ifndef PN_SLEEPERS_H
#define PN_SLEEPERS_H

#include <stdbool.h>
#include <stdint.h>

#include "args.h"
#include "nap.h"
#include "session.h"

#define PN_SLEEPERS_NAME       "sleepers"
#define PN_SLEEPERS_SWEEPS_MAX 16

/** struct pn_sleepers_options - the command line */
struct pn_sleepers_options {
	struct pn_args common;
	uint64_t threads;
	uint64_t sleeps;
	uint64_t long_ns;
	uint64_t cycles;
	uint64_t sleep_ns; /* without a sweep */
	bool sleep_given;
	struct pn_sweep sweeps[PN_SLEEPERS_SWEEPS_MAX]; /* one behind the other */
	uint32_t nr_sweeps;
	uint64_t lead_in_ns; /* idle before the first step */
	uint64_t lead_out_ns;
	int stagger; /* enum pn_nap_stagger */
	int preset;  /* 0: none */
};

/** struct pn_sleepers_sum - what all threads did, in one phase or in all */
struct pn_sleepers_sum {
	uint64_t cycles;
	struct pn_dist short_ns; /* how late sleeps ended */
	struct pn_dist long_ns;
};

/** struct pn_sleepers - the run */
struct pn_sleepers {
	struct pn_sleepers_options *opts;
	struct pn_nap_plan plan;
	struct pn_cpuset *cpus; /* of each worker */
	struct pn_sleepers_sum total;
	uint64_t cycles_asked;
	uint32_t nr_shown; /* rows of the table */
};

/** pn_sleepers_prepare - checks the CPUs and adds the phases; gives an exit status */
int pn_sleepers_prepare(struct pn_session *session);

/** pn_sleepers_release - frees what pn_sleepers_prepare() made, also after it failed */
void pn_sleepers_release(struct pn_sleepers *sl);

/** pn_sleepers_collect - takes a phase's results; 0 or a negative errno */
int pn_sleepers_collect(struct pn_session *session, struct pn_runner *runner,
			const struct pn_phase *phase, struct json_object *json);

/** pn_sleepers_conclude - prints and adds the totals, and gives the score */
void pn_sleepers_conclude(struct pn_session *session, struct pn_outcome_score *score);

#endif
