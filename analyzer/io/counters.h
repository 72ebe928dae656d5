/* SPDX-License-Identifier: GPL-2.0-only */
/* The kernel's own counters, sampled into the CSV that pn_counters_read() takes. */
#ifndef PN_IO_COUNTERS_H
#define PN_IO_COUNTERS_H

#include <stddef.h>
#include <stdint.h>

#include "util/cpulist.h"
#include "util/problem.h"

/** The columns; every block comes below it. */
#define PN_COUNTERS_HEADER "ts_ns,source,cpu,state,metric,value\n"

/** enum pn_counter_source - bits of where counters come from */
enum pn_counter_source {
	PN_COUNT_CPUIDLE = 1 << 0,  /* usage, time_us, above, below, rejected of a CPU's state */
	PN_COUNT_POWERCAP = 1 << 1, /* energy_uj and, once, max_energy_range_uj of a zone */
	PN_COUNT_CPUFREQ = 1 << 2,  /* scaling_cur_freq_khz of a CPU */
	PN_COUNT_THERMAL = 1 << 3,  /* temp_mc of a zone, in thousandths of a degree Celsius */
	PN_COUNT_ALL = (1 << 4) - 1,
};

/** struct pn_counters_options - what to sample */
struct pn_counters_options {
	const char *sysroot;	      /* "" for this machine */
	const struct pn_cpuset *cpus; /* NULL: all; of cpuidle and cpufreq */
	unsigned int sources;	      /* bits of enum pn_counter_source */
};

struct pn_counters;

/**
 * pn_counters_open - finds the counters and opens their files, which then stay open
 * @options: what to sample; outlives the result
 * @counters: freed with pn_counters_close()
 * @problem: one line that names the file
 *
 * Returns: 0 or a negative errno. No counter at all is no error: see pn_counters_nr().
 */
int pn_counters_open(const struct pn_counters_options *options, struct pn_counters **counters,
		     struct pn_problem *problem);

/** pn_counters_nr - how many files there are to read */
size_t pn_counters_nr(const struct pn_counters *counters);

/** pn_counters_refused - the first file that may not be read, or NULL; @nr is how many there are */
const char *pn_counters_refused(const struct pn_counters *counters, size_t *nr);

/**
 * pn_counters_block - reads every counter once
 * @counters: the counters; where CPUs or the driver came or went since, they are looked for again
 * @text: the block: lines that share the time at which its reading began, then a line with
 *        source "sampler" and metric "read_ns", how long it took. It ends the block: one without
 *        it was cut off. Valid until the next call, not to be freed
 * @len: bytes of @text
 *
 * A file that cannot be read has no line in this block.
 *
 * Returns: 0 or -ENOMEM.
 */
int pn_counters_block(struct pn_counters *counters, const char **text, size_t *len);

/** pn_counters_close - closes the files and frees all; NULL is allowed */
void pn_counters_close(struct pn_counters *counters);

#endif
