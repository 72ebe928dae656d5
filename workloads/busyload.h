/* SPDX-License-Identifier: GPL-2.0-only */
/* What the parts of the busyload workload share: its options and its run. */
#ifndef PN_BUSYLOAD_H
#define PN_BUSYLOAD_H

#include <stdbool.h>
#include <stdint.h>

#include "args.h"
#include "load.h"
#include "session.h"

#define PN_BUSYLOAD_NAME "busyload"

/** struct pn_busyload_options - the command line */
struct pn_busyload_options {
	struct pn_args common;
	uint64_t duty_milli; /* thousandths of a percent */
	bool duty_given;
	double freq_hz;
	struct pn_sweep ramp; /* in thousandths of a percent; step 0: not given */
};

/** struct pn_busyload_sum - what one CPU or all did, in one phase or in all */
struct pn_busyload_sum {
	uint64_t elapsed_ns; /* of all CPUs, one after the other */
	uint64_t cpu_ns;
	uint64_t turns;
	uint64_t periods;
	uint64_t short_periods;
	struct pn_dist late_ns;
};

/** struct pn_busyload - the run */
struct pn_busyload {
	struct pn_busyload_options *opts;
	struct pn_load_plan plan;
	struct pn_cpuset *cpus; /* of each worker */
	uint32_t nr_cpus;
	struct pn_busyload_sum total;
};

/** pn_busyload_prepare - chooses the CPUs and adds the phases; gives an exit status */
int pn_busyload_prepare(struct pn_session *session);

/** pn_busyload_release - frees what pn_busyload_prepare() made, also after it failed */
void pn_busyload_release(struct pn_busyload *bl);

/** pn_busyload_collect - takes a phase's results; 0 or a negative errno */
int pn_busyload_collect(struct pn_session *session, struct pn_runner *runner,
			const struct pn_phase *phase, struct json_object *json);

/** pn_busyload_conclude - prints and adds the totals, and gives the score */
void pn_busyload_conclude(struct pn_session *session, struct pn_outcome_score *score);

#endif
