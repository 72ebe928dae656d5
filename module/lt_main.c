// SPDX-License-Identifier: GPL-2.0-only
// Life cycle of latency_test, the module that measures how late a CPU answers an IPI or a timer.

#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/module.h>
#include "latency_test.h"

#define CREATE_TRACE_POINTS
#include "lt_trace.h"

struct lt_ctl lt_ctl = {
	.lock = __MUTEX_INITIALIZER(lt_ctl.lock),
	.next = {
		.probe = &lt_ipi_probe,
		.count = 1000,
		.gap_us = 2000,
		.expiry_ns = NSEC_PER_MSEC,
	},
};

static int __init lt_init(void)
{
	int err = -ENOMEM;

	if (!zalloc_cpumask_var(&lt_ctl.cpus, GFP_KERNEL))
		return err;
	if (!zalloc_cpumask_var(&lt_ctl.run.cpus, GFP_KERNEL))
		goto free_cpus;
	err = lt_state_start();
	if (err)
		goto free_run_cpus;
	lt_debugfs_create();
	return 0;

free_run_cpus:
	free_cpumask_var(lt_ctl.run.cpus);
free_cpus:
	free_cpumask_var(lt_ctl.cpus);
	return err;
}

/* No timer can be armed here: one lives only inside a write, whose open file holds the module. */
static void __exit lt_exit(void)
{
	lt_debugfs_remove();
	lt_state_stop();
	lt_samples_free(&lt_ctl.batch);
	free_cpumask_var(lt_ctl.run.cpus);
	free_cpumask_var(lt_ctl.cpus);
}

module_init(lt_init);
module_exit(lt_exit);

MODULE_AUTHOR("powernightmare");
MODULE_DESCRIPTION("IPI and timer wake latency of CPUs, by the idle state they were in");
MODULE_VERSION("0.1.0");
MODULE_LICENSE("GPL");
