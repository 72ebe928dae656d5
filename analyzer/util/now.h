/* SPDX-License-Identifier: GPL-2.0-only */
/* The one clock: CLOCK_MONOTONIC, which traces are recorded with too. */
#ifndef PN_UTIL_NOW_H
#define PN_UTIL_NOW_H

#include <stdint.h>
#include <time.h>

/** pn_now_ns - nanoseconds of CLOCK_MONOTONIC */
static inline uint64_t pn_now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
}

#endif
