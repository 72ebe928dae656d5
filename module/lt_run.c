// SPDX-License-Identifier: GPL-2.0-only
// Runs measurements: one at a time for the selftest's files, or a batch from a thread on its source CPU.

#include <linux/cpu.h>
#include <linux/kthread.h>
#include <linux/ktime.h>
#include <linux/math.h>
#include <linux/random.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <linux/string.h>
#include "latency_test.h"

/* How long the source waits until the target has served what else was pending at the sample. */
#define LT_SETTLE_NS (100ULL * NSEC_PER_USEC)

/**
 * lt_ctl_lock() - takes the control block, unless a run is on
 *
 * Return: 0 with the lock held; -EBUSY during a run; -EINTR on a signal.
 */
int lt_ctl_lock(void)
{
	if (mutex_lock_interruptible(&lt_ctl.lock))
		return -EINTR;
	if (!lt_ctl.running)
		return 0;
	mutex_unlock(&lt_ctl.lock);
	return -EBUSY;
}

/**
 * lt_ctl_unlock() - gives the control block back
 */
void lt_ctl_unlock(void)
{
	mutex_unlock(&lt_ctl.lock);
}

/**
 * lt_check_cpu() - judges a CPU number from outside
 * @cpu: the number
 *
 * Return: 0; -ERANGE if this machine can have no such CPU; -ENXIO if it is not online now.
 */
int lt_check_cpu(u64 cpu)
{
	if (cpu >= nr_cpu_ids)
		return -ERANGE;
	return cpu_online(cpu) ? 0 : -ENXIO;
}

/**
 * lt_stopped() - tells whether the run is to end early
 *
 * Single measurements run in the writer, which gets signals; batches in a thread, which is told to stop.
 *
 * Return: true after a signal, or when the thread is to stop.
 */
bool lt_stopped(void)
{
	return current->flags & PF_KTHREAD ? kthread_should_stop() : signal_pending(current);
}

static int lt_nap(u64 ns)
{
	ktime_t time = ns_to_ktime(ns);

	set_current_state(TASK_INTERRUPTIBLE);
	if (ns && !lt_stopped())
		schedule_hrtimeout(&time, HRTIMER_MODE_REL);
	__set_current_state(TASK_RUNNING);
	cond_resched();
	return lt_stopped() ? -EINTR : 0;
}

/*
 * The batch's thread finds itself on another CPU when its own went offline. An interrupted settling leaves a good
 * sample, so only the next nap tells of it.
 */
static int lt_run_sample(struct lt_run *run, unsigned int cpu, u64 settle_ns, struct lt_sample *out)
{
	int err;

	memset(out, 0, sizeof(*out));
	err = run->want.probe->measure(run, cpu, out);
	if (!err && !run->want.any_src && out->src != run->want.src)
		err = -ENXIO;
	if (err)
		return err;
	lt_nap(settle_ns);
	out->race |= lt_state_raced(cpu);
	run->want.probe->trace(out);
	return 0;
}

/* From here to lt_run_end() all but the lock and the flag belong to the caller. */
static int lt_run_begin(void)
{
	int err = lt_ctl_lock();

	if (err)
		return err;
	lt_ctl.running = true;
	lt_ctl_unlock();
	return 0;
}

static void lt_run_end(void)
{
	mutex_lock(&lt_ctl.lock);
	lt_ctl.running = false;
	mutex_unlock(&lt_ctl.lock);
}

static int lt_run_single(const struct lt_request *want, unsigned int cpu, struct lt_shown *shown)
{
	struct lt_run *run = &lt_ctl.run;
	struct lt_sample sample;
	int err = lt_run_begin();

	if (err)
		return err;
	shown->valid = false;
	run->want = *want;
	err = lt_run_sample(run, cpu, LT_SETTLE_NS, &sample);
	if (!err) {
		*shown = (struct lt_shown){
			.cpu = sample.cpu,
			.src = sample.src,
			.expected_ns = sample.expected_ns,
			.latency_ns = sample.latency_ns,
			.valid = true,
		};
	}
	lt_run_end();
	return err;
}

/**
 * lt_run_ipi() - sends one IPI from the caller's CPU
 * @cpu: target
 *
 * Return: 0; -ERANGE or -ENXIO for a CPU that is not there; -EBUSY; -EINTR.
 */
int lt_run_ipi(u64 cpu)
{
	const struct lt_request want = { .probe = &lt_ipi_probe, .any_src = true };

	return lt_check_cpu(cpu) ?: lt_run_single(&want, cpu, &lt_ctl.ipi);
}

/**
 * lt_run_timer() - arms one timer on the caller's CPU and waits for it
 * @expected_ns: time to its expiry, 1..LT_EXPIRY_MAX_NS
 *
 * Return: 0; -ERANGE; -EBUSY; -EINTR; -ENXIO if the CPU went offline; -ETIMEDOUT if it never fired.
 */
int lt_run_timer(u64 expected_ns)
{
	const struct lt_request want = {
		.probe = &lt_timer_probe, .expiry_ns = expected_ns, .any_src = true
	};

	if (!expected_ns || expected_ns > LT_EXPIRY_MAX_NS)
		return -ERANGE;
	return lt_run_single(&want, raw_smp_processor_id(), &lt_ctl.timer);
}

/* Uniform in gap..2*gap from sample to sample, so that samples keep no step with the tick. */
static u64 lt_gap_ns(const struct lt_run *run, u64 settle_ns)
{
	u64 gap_ns = run->want.gap_us * NSEC_PER_USEC;

	return gap_ns - settle_ns + reciprocal_scale(get_random_u32(), gap_ns + 1);
}

static int lt_batch_run(struct lt_run *run)
{
	u64 settle_ns = min_t(u64, LT_SETTLE_NS, run->want.gap_us * NSEC_PER_USEC);
	struct lt_samples *samples = run->samples;
	unsigned int cpu;
	u64 round;
	int err;

	for (round = 0; round < run->want.count; round++) {
		for_each_cpu(cpu, run->cpus) {
			err = lt_nap(lt_gap_ns(run, settle_ns));
			if (!err)
				err = lt_run_sample(run, cpu, settle_ns, &samples->all[samples->nr]);
			if (err)
				return err;
			samples->nr++;
		}
	}
	return 0;
}

static int lt_batch_thread(void *data)
{
	struct lt_run *run = data;
	int err = lt_batch_run(run);

	complete(&run->done);
	return err;
}

/* The thread is stopped in any case: that waits for its end and brings its result. */
static int lt_batch_spawn(struct lt_run *run)
{
	unsigned int src = run->want.src;
	struct task_struct *task;
	int err;

	task = kthread_create(lt_batch_thread, run, "latency_test/%u", src);
	if (IS_ERR(task))
		return PTR_ERR(task);
	kthread_bind(task, src);
	get_task_struct(task);
	init_completion(&run->done);
	wake_up_process(task);
	wait_for_completion_interruptible(&run->done);
	err = kthread_stop(task);
	put_task_struct(task);
	return err;
}

/* The CPUs are looked at again by each measurement; this is for an early and complete answer. */
static int lt_batch_prepare(struct lt_run *run)
{
	int err;

	run->want = lt_ctl.next;
	cpumask_copy(run->cpus, cpumask_empty(lt_ctl.cpus) ? cpu_online_mask : lt_ctl.cpus);
	if (!cpumask_subset(run->cpus, cpu_online_mask))
		return -ENXIO;
	err = lt_check_cpu(run->want.src);
	if (err)
		return err;
	run->samples = &lt_ctl.batch;
	lt_samples_free(run->samples);
	return lt_samples_alloc(run->samples, run->want.count, cpumask_weight(run->cpus));
}

/**
 * lt_run_batch() - runs the batch that the files describe; returns at its end
 *
 * Samples taken before an error or a signal remain to be read.
 *
 * Return: 0; -EBUSY; -EINTR; -ENXIO if the source or a target is or goes offline; -E2BIG for more samples than the
 * module's parameter allows; -ENOMEM; -ETIMEDOUT if a timer never fired.
 */
int lt_run_batch(void)
{
	struct lt_run *run = &lt_ctl.run;
	int err = lt_run_begin();

	if (err)
		return err;
	err = lt_batch_prepare(run);
	if (!err)
		err = lt_batch_spawn(run);
	lt_run_end();
	return err;
}
