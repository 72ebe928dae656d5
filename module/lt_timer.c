// SPDX-License-Identifier: GPL-2.0-only
// The timer probe: from a timer's programmed expiry to the start of its callback, on the CPU that armed it.

#include <linux/jiffies.h>
#include <linux/ktime.h>
#include <linux/sched.h>
#include <linux/smp.h>
#include "compat.h"
#include "latency_test.h"
#include "lt_trace.h"

/* A target that is this late is lost: the longest exit latencies known are a few milliseconds. */
#define LT_TIMER_GRACE_NS (5ULL * NSEC_PER_SEC)

static enum hrtimer_restart lt_timer_fire(struct hrtimer *timer)
{
	u64 now_ns = ktime_get_ns();
	struct lt_run *run = container_of(timer, struct lt_run, timer);
	struct lt_sample *out = run->out;

	out->cause_ns = ktime_to_ns(hrtimer_get_expires(timer));
	out->latency_ns = now_ns - out->cause_ns;
	lt_state_at(out->cause_ns, out);
	run->fired_on = smp_processor_id();
	/* Pairs with the load in lt_timer_wait(): the sample is complete when it is seen as fired. */
	smp_store_release(&run->fired, true);
	wake_up_process(run->waiter);
	return HRTIMER_NORESTART;
}

/* Runs on the target, since a timer is armed on the CPU it is to wake. */
static void lt_timer_arm(void *info)
{
	struct lt_run *run = info;

	hrtimer_start(&run->timer, ns_to_ktime(run->want.expiry_ns), HRTIMER_MODE_REL_PINNED_HARD);
}

static int lt_timer_wait(struct lt_run *run)
{
	long left = nsecs_to_jiffies(run->want.expiry_ns + LT_TIMER_GRACE_NS);
	bool fired;

	for (;;) {
		set_current_state(TASK_INTERRUPTIBLE);
		/* Pairs with the store in lt_timer_fire(). */
		fired = smp_load_acquire(&run->fired);
		if (fired || lt_stopped() || !left)
			break;
		left = schedule_timeout(left);
	}
	__set_current_state(TASK_RUNNING);
	if (fired)
		return 0;
	return left ? -EINTR : -ETIMEDOUT;
}

/*
 * A target that goes offline hands its timers to another CPU; the sample is then worth nothing. Cancelling also waits
 * for a callback that is under way, so nothing of the run is in use after the return.
 */
static int lt_timer_measure(struct lt_run *run, unsigned int cpu, struct lt_sample *out)
{
	int err;

	out->src = raw_smp_processor_id();
	out->cpu = cpu;
	out->expected_ns = run->want.expiry_ns;
	run->out = out;
	run->waiter = current;
	run->fired = false;
	hrtimer_setup(&run->timer, lt_timer_fire, CLOCK_MONOTONIC, HRTIMER_MODE_REL_PINNED_HARD);
	err = smp_call_function_single(cpu, lt_timer_arm, run, 1);
	if (!err)
		err = lt_timer_wait(run);
	hrtimer_cancel(&run->timer);
	if (!err && run->fired_on != cpu)
		err = -ENXIO;
	return err;
}

static void lt_timer_trace(const struct lt_sample *sample)
{
	trace_timer(sample);
}

const struct lt_probe lt_timer_probe = {
	.name = "timer",
	.measure = lt_timer_measure,
	.trace = lt_timer_trace,
};
