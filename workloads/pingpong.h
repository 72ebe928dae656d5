/* SPDX-License-Identifier: GPL-2.0-only */
/* What the parts of the ping-pong workload share: its options and its run. */
#ifndef PN_PINGPONG_H
#define PN_PINGPONG_H

#include <stdbool.h>
#include <stdint.h>

#include "args.h"
#include "pair.h"
#include "place.h"
#include "session.h"

#define PN_PINGPONG_NAME "pingpong"

/** struct pn_pingpong_spot - where one pair is to be */
struct pn_pingpong_spot {
	enum pn_place_relation relation;
	bool named; /* by CPU numbers, which then are in cpus */
	uint32_t cpus[2];
};

/** struct pn_pingpong_options - the command line */
struct pn_pingpong_options {
	struct pn_args common;
	struct pn_pingpong_spot *spots;
	uint64_t nr_spots;
	uint64_t nr_pairs;
	uint64_t loops; /* of each pair in each step; 0: until time is up */
	uint64_t work_ns;
	struct pn_sweep work_sweep; /* step 0: not given */
	uint64_t spin_rate;	    /* turns per millisecond; 0: measure it */
	uint64_t sample_gap;
	bool sample_given;
	bool processes;
	int via; /* index into pn_channel_names */
};

/** struct pn_pingpong_sum - what pairs did: one pair or all, in one phase or in all */
struct pn_pingpong_sum {
	uint64_t loops;
	uint64_t elapsed_ns; /* of all pairs, one after the other */
	struct pn_dist loop_ns;
};

/** struct pn_pingpong - the run */
struct pn_pingpong {
	struct pn_pingpong_options *opts;
	struct pn_pair_game game;
	struct pn_cpuset *cpus;		/* of each worker */
	struct pn_pingpong_sum *totals; /* of each pair, over all phases */
	uint64_t nr_open;		/* channels */
	double sum_us_per_loop;		/* over the phases in nr_measured */
	uint32_t nr_measured;
};

/** pn_pingpong_prepare - places the pairs, opens the channels, adds the phases; an exit status */
int pn_pingpong_prepare(struct pn_session *session);

/** pn_pingpong_release - frees what pn_pingpong_prepare() made, also after it failed */
void pn_pingpong_release(struct pn_pingpong *pp);

/** pn_pingpong_collect - takes a phase's results; 0 or a negative errno */
int pn_pingpong_collect(struct pn_session *session, struct pn_runner *runner,
			const struct pn_phase *phase, struct json_object *json);

/** pn_pingpong_conclude - prints and adds the totals, and gives the score */
void pn_pingpong_conclude(struct pn_session *session, struct pn_outcome_score *score);

#endif
