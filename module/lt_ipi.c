// SPDX-License-Identifier: GPL-2.0-only
// The IPI probe: from just before the send on the source to the start of the handler on the target.

#include <linux/smp.h>
#include <linux/ktime.h>
#include "latency_test.h"
#include "lt_trace.h"

static void lt_ipi_handler(void *info)
{
	u64 now_ns = ktime_get_ns();
	struct lt_sample *out = info;

	out->latency_ns = now_ns - out->cause_ns;
	lt_state_at(out->cause_ns, out);
}

/*
 * With preemption off the source cannot move and the target cannot go offline under the call. Interrupts have to stay
 * on for a call that waits, so one that comes between the clock and the send makes an outlier; taking the median deals
 * with those.
 */
static int lt_ipi_measure(struct lt_run *run, unsigned int cpu, struct lt_sample *out)
{
	int err;

	out->src = get_cpu();
	out->cpu = cpu;
	out->cause_ns = ktime_get_ns();
	err = smp_call_function_single(cpu, lt_ipi_handler, out, 1);
	out->return_ns = ktime_get_ns() - out->cause_ns;
	put_cpu();
	return err;
}

static void lt_ipi_trace(const struct lt_sample *sample)
{
	trace_ipi(sample);
}

const struct lt_probe lt_ipi_probe = {
	.name = "ipi",
	.measure = lt_ipi_measure,
	.trace = lt_ipi_trace,
};
