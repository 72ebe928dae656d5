// SPDX-License-Identifier: GPL-2.0-only
// Follows each CPU's idle state through tracepoints, to tell in which one a sample met its target.

#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/cpuidle.h>
#include <linux/ktime.h>
#include <linux/minmax.h>
#include <linux/percpu.h>
#include <linux/smp.h>
#include <linux/string.h>
#include <linux/tracepoint.h>
#include <trace/events/power.h>
#include "latency_test.h"

/* Written by its own CPU alone; only "raced" is read from others. */
struct lt_idle {
	u64 entered_ns; /* last entry into idle */
	u64 left_ns;	/* last exit */
	u64 expired_ns; /* earliest expiry of the timers served since the entry */
	u64 cause_ns;	/* of the sample that met this stay; 0 if none did */
	int state;	/* of the last entry */
	bool inside;
	bool polls; /* an interrupt does not end that state */
	bool raced; /* a timer had expired before the cause of the last sample */
};

static DEFINE_PER_CPU(struct lt_idle, lt_idle);

/* Not exported by name, so it is looked for; without it, late tick wakes go unnoticed. */
static struct tracepoint *lt_expire_tracepoint;

static bool lt_state_polls(unsigned int state)
{
	const struct cpuidle_driver *drv = cpuidle_get_driver();

	return drv && state < drv->state_count && drv->states[state].flags & CPUIDLE_FLAG_POLLING;
}

/* Runs inside the idle loop, with preemption off. */
static void lt_on_idle(void *data, unsigned int state, unsigned int cpu)
{
	struct lt_idle *idle = this_cpu_ptr(&lt_idle);
	u64 now_ns = ktime_get_mono_fast_ns();

	if (state == (u32)PWR_EVENT_EXIT) {
		idle->left_ns = now_ns;
		idle->inside = false;
		return;
	}
	idle->entered_ns = now_ns;
	idle->expired_ns = U64_MAX;
	idle->cause_ns = 0;
	idle->state = state;
	idle->polls = lt_state_polls(state);
	idle->inside = true;
}

/*
 * A timer that expired before the cause had begun to wake the CPU. Its interrupt may be served after the sample's
 * handler, since it ranks below IPIs on x86; hence the comparison of times, and the look from both sides.
 */
static void lt_on_expire(void *data, struct hrtimer *timer, ktime_t *now)
{
	struct lt_idle *idle = this_cpu_ptr(&lt_idle);
	u64 expires_ns = ktime_to_ns(ktime_sub(hrtimer_get_expires(timer), timer->base->offset));

	if (idle->inside && idle->polls)
		return;
	idle->expired_ns = min(idle->expired_ns, expires_ns);
	if (expires_ns < idle->cause_ns)
		WRITE_ONCE(idle->raced, true);
}

/**
 * lt_state_at() - tells what this CPU was doing when it was woken
 * @cause_ns: time of the send or the expiry, CLOCK_MONOTONIC
 * @out: gets state, idle_ns and the part of race that is known by now
 *
 * Runs on the target, from the sample's own handler with interrupts off, after the handler has
 * read the clock. A CPU that went idle between the cause and the handler raced.
 */
void lt_state_at(u64 cause_ns, struct lt_sample *out)
{
	struct lt_idle *idle = this_cpu_ptr(&lt_idle);

	out->state = LT_STATE_BUSY;
	out->idle_ns = 0;
	out->race = idle->entered_ns > cause_ns;
	WRITE_ONCE(idle->raced, false);
	if (out->race || (!idle->inside && idle->left_ns < cause_ns))
		return;
	out->state = idle->state;
	out->idle_ns = cause_ns - idle->entered_ns;
	idle->cause_ns = cause_ns;
	WRITE_ONCE(idle->raced, idle->expired_ns < cause_ns);
}

/**
 * lt_state_raced() - tells whether a timer had begun to wake the last sample's target before the sample did
 * @cpu: the target
 *
 * Return: final once the target has served the interrupts that were pending at the sample.
 */
bool lt_state_raced(unsigned int cpu)
{
	return READ_ONCE(per_cpu_ptr(&lt_idle, cpu)->raced);
}

static void lt_find_expire(struct tracepoint *tp, void *found)
{
	if (!strcmp(tp->name, "hrtimer_expire_entry"))
		*(struct tracepoint **)found = tp;
}

static void lt_nothing(void *info)
{
}

/**
 * lt_state_start() - begins to follow all CPUs
 *
 * Every CPU is woken once, so that none stays in an idle state whose entry was not seen.
 *
 * Return: 0, or a negative errno from the registration of a probe.
 */
int lt_state_start(void)
{
	int err = register_trace_cpu_idle(lt_on_idle, NULL);

	if (err)
		return err;
	for_each_kernel_tracepoint(lt_find_expire, &lt_expire_tracepoint);
	if (lt_expire_tracepoint)
		err = tracepoint_probe_register(lt_expire_tracepoint, lt_on_expire, NULL);
	else
		pr_info("no hrtimer_expire_entry tracepoint: races with timers are not told\n");
	if (err)
		unregister_trace_cpu_idle(lt_on_idle, NULL);
	else
		on_each_cpu(lt_nothing, NULL, 1);
	return err;
}

/**
 * lt_state_stop() - stops following the CPUs; returns when no probe runs any more
 */
void lt_state_stop(void)
{
	if (lt_expire_tracepoint)
		tracepoint_probe_unregister(lt_expire_tracepoint, lt_on_expire, NULL);
	unregister_trace_cpu_idle(lt_on_idle, NULL);
	tracepoint_synchronize_unregister();
}
