// SPDX-License-Identifier: GPL-2.0-only
/*
 * Put before a program with LD_PRELOAD: its waits are over at once, and the clock says that they took
 * their time, so that a day passes in seconds.
 */
#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define NSEC_PER_SEC 1000000000L

/* What was slept through. */
static struct timespec ahead;

static void add(struct timespec *to, const struct timespec *what)
{
	to->tv_sec += what->tv_sec;
	to->tv_nsec += what->tv_nsec;
	if (to->tv_nsec < NSEC_PER_SEC)
		return;
	to->tv_sec++;
	to->tv_nsec -= NSEC_PER_SEC;
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
	int failed = (int)syscall(SYS_clock_gettime, clock, now);

	if (!failed)
		add(now, &ahead);
	return failed;
}

/* A signal that is pending is still seen; none comes in no time. */
int sigtimedwait(const sigset_t *set, siginfo_t *info, const struct timespec *timeout)
{
	static const struct timespec none;
	long got = syscall(SYS_rt_sigtimedwait, set, info, &none, _NSIG / 8);

	if (got < 0 && errno == EAGAIN && timeout)
		add(&ahead, timeout);
	return (int)got;
}
