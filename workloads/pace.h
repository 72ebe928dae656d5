/* SPDX-License-Identifier: GPL-2.0-only */
/* Time as the workloads use it: the monotonic clock, absolute sleeps, timer slack. */
#ifndef PN_PACE_H
#define PN_PACE_H

#include <stdint.h>
#include <time.h>

#define PN_NSEC_PER_SEC	 UINT64_C(1000000000)
#define PN_NSEC_PER_MSEC UINT64_C(1000000)
#define PN_NSEC_PER_USEC UINT64_C(1000)

/** pn_pace_read_ns - what @clock shows, in nanoseconds */
static inline uint64_t pn_pace_read_ns(clockid_t clock)
{
	struct timespec ts;

	clock_gettime(clock, &ts);
	return (uint64_t)ts.tv_sec * PN_NSEC_PER_SEC + (uint64_t)ts.tv_nsec;
}

/** pn_pace_now_ns - the monotonic clock, which is also the clock that traces are recorded with */
static inline uint64_t pn_pace_now_ns(void)
{
	return pn_pace_read_ns(CLOCK_MONOTONIC);
}

/** pn_pace_thread_cpu_ns - the CPU time that the calling thread has used, kernel time included */
static inline uint64_t pn_pace_thread_cpu_ns(void)
{
	return pn_pace_read_ns(CLOCK_THREAD_CPUTIME_ID);
}

/**
 * pn_pace_sleep_until - sleeps until a point in time
 * @deadline_ns: on the monotonic clock; a time gone by returns at once
 *
 * Returns: 0, or -EINTR when a signal came first.
 */
int pn_pace_sleep_until(uint64_t deadline_ns);

/**
 * pn_pace_sleep - sleeps for a length of time that the kernel counts from when it is called
 * @length_ns: however short, the kernel arms a timer for it
 *
 * Returns: 0, or -EINTR when a signal came first.
 */
int pn_pace_sleep(uint64_t length_ns);

/** pn_pace_timespec - @ns as a struct timespec */
struct timespec pn_pace_timespec(uint64_t ns);

/**
 * pn_pace_set_slack - sets how late the kernel may fire the calling thread's timers to save power
 * @slack_ns: 1 is as good as none; 0 means the thread's default, so it is never a way back
 * @old_ns: the slack before, for the way back; may be NULL
 *
 * Threads of a real-time class have no slack, whatever is set here.
 *
 * Returns: 0 or a negative errno.
 */
int pn_pace_set_slack(uint64_t slack_ns, uint64_t *old_ns);

/** pn_pace_clock_cost_ns - what one reading of the monotonic clock costs, at best; at least 1 */
uint64_t pn_pace_clock_cost_ns(void);

#endif
