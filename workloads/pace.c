// SPDX-License-Identifier: GPL-2.0-only
/* Time as the workloads use it: the monotonic clock, absolute sleeps, timer slack. */
#include "pace.h"

#include <errno.h>
#include <sys/prctl.h>

struct timespec pn_pace_timespec(uint64_t ns)
{
	return (struct timespec){
		.tv_sec = (time_t)(ns / PN_NSEC_PER_SEC),
		.tv_nsec = (long)(ns % PN_NSEC_PER_SEC),
	};
}

int pn_pace_sleep_until(uint64_t deadline_ns)
{
	struct timespec ts = pn_pace_timespec(deadline_ns);

	return -clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &ts, NULL);
}

int pn_pace_sleep(uint64_t length_ns)
{
	struct timespec ts = pn_pace_timespec(length_ns);

	return -clock_nanosleep(CLOCK_MONOTONIC, 0, &ts, NULL);
}

int pn_pace_set_slack(uint64_t slack_ns, uint64_t *old_ns)
{
	int old = prctl(PR_GET_TIMERSLACK, 0, 0, 0, 0);

	if (old < 0 || prctl(PR_SET_TIMERSLACK, slack_ns, 0, 0, 0))
		return -errno;
	if (old_ns)
		*old_ns = (uint64_t)old;
	return 0;
}

uint64_t pn_pace_clock_cost_ns(void)
{
	enum { ROUNDS = 5, READINGS = 200 };
	uint64_t best_ns = UINT64_MAX;

	/* The best round: an interrupt makes a round slow, nothing makes it fast. */
	for (int i = 0; i < ROUNDS; i++) {
		uint64_t start_ns = pn_pace_now_ns(), end_ns = start_ns;

		for (int k = 0; k < READINGS; k++)
			end_ns = pn_pace_now_ns();
		if (end_ns - start_ns < best_ns)
			best_ns = end_ns - start_ns;
	}
	return best_ns / READINGS + 1;
}
