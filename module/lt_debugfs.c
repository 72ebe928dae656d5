// SPDX-License-Identifier: GPL-2.0-only
// The files under /sys/kernel/debug/latency_test, and nothing else.

#include <linux/debugfs.h>
#include <linux/fs.h>
#include <linux/module.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>
#include "latency_test.h"

#define LT_TEXT_MAX 4096

/* A file that holds one number. */
struct lt_number {
	u64 *value;
	const bool *valid; /* for results: whether there is one */
	u64 min, max;	   /* for settings */
};

static struct dentry *lt_dir;

/* --- numbers --------------------------------------------------------------------------------- */

static int lt_number_get(void *data, u64 *value)
{
	const struct lt_number *number = data;
	int err = lt_ctl_lock();

	if (err)
		return err;
	if (number->valid && !*number->valid)
		err = -ENODATA;
	else
		*value = *number->value;
	lt_ctl_unlock();
	return err;
}

static int lt_number_set(void *data, u64 value)
{
	const struct lt_number *number = data;
	int err = lt_ctl_lock();

	if (err)
		return err;
	if (value < number->min || value > number->max)
		err = -ERANGE;
	else
		*number->value = value;
	lt_ctl_unlock();
	return err;
}

static int lt_src_set(void *data, u64 value)
{
	return lt_check_cpu(value) ?: lt_number_set(data, value);
}

static int lt_ipi_set(void *data, u64 value)
{
	return lt_run_ipi(value);
}

static int lt_timer_set(void *data, u64 value)
{
	return lt_run_timer(value);
}

static int lt_run_get(void *data, u64 *value)
{
	mutex_lock(&lt_ctl.lock);
	*value = lt_ctl.running;
	mutex_unlock(&lt_ctl.lock);
	return 0;
}

static int lt_run_set(void *data, u64 value)
{
	return value == 1 ? lt_run_batch() : -EINVAL;
}

DEFINE_DEBUGFS_ATTRIBUTE(lt_result_fops, lt_number_get, NULL, "%llu\n");
DEFINE_DEBUGFS_ATTRIBUTE(lt_signed_fops, lt_number_get, NULL, "%lld\n");
DEFINE_DEBUGFS_ATTRIBUTE(lt_number_fops, lt_number_get, lt_number_set, "%llu\n");
DEFINE_DEBUGFS_ATTRIBUTE(lt_src_fops, lt_number_get, lt_src_set, "%llu\n");
DEFINE_DEBUGFS_ATTRIBUTE(lt_ipi_fops, lt_number_get, lt_ipi_set, "%llu\n");
DEFINE_DEBUGFS_ATTRIBUTE(lt_timer_fops, lt_number_get, lt_timer_set, "%llu\n");
DEFINE_DEBUGFS_ATTRIBUTE(lt_run_fops, lt_run_get, lt_run_set, "%llu\n");

/* --- text ------------------------------------------------------------------------------------ */

typedef int (*lt_text_fn)(char *text);

static ssize_t lt_text_write(const char __user *from, size_t size, lt_text_fn set)
{
	char *text;
	int err;

	if (size > LT_TEXT_MAX)
		return -E2BIG;
	text = memdup_user_nul(from, size);
	if (IS_ERR(text))
		return PTR_ERR(text);
	err = set(strim(text));
	kfree(text);
	return err ?: size;
}

static int lt_type_set(char *text)
{
	static const struct lt_probe *const probes[] = { &lt_ipi_probe, &lt_timer_probe };
	size_t i;
	int err;

	for (i = 0; i < ARRAY_SIZE(probes); i++) {
		if (!strcmp(text, probes[i]->name))
			break;
	}
	if (i == ARRAY_SIZE(probes))
		return -EINVAL;
	err = lt_ctl_lock();
	if (err)
		return err;
	lt_ctl.next.probe = probes[i];
	lt_ctl_unlock();
	return 0;
}

static int lt_type_show(struct seq_file *out, void *data)
{
	int err = lt_ctl_lock();

	if (err)
		return err;
	seq_printf(out, "%s\n", lt_ctl.next.probe->name);
	lt_ctl_unlock();
	return 0;
}

/* A number that overflows is out of range like any other that is too big. */
static int lt_cpus_parse(const char *text, struct cpumask *cpus)
{
	int err = cpulist_parse(text, cpus);

	if (err)
		return err == -EOVERFLOW ? -ERANGE : err;
	return cpumask_subset(cpus, cpu_online_mask) ? 0 : -ENXIO;
}

static int lt_cpus_set(char *text)
{
	cpumask_var_t cpus;
	int err;

	if (!zalloc_cpumask_var(&cpus, GFP_KERNEL))
		return -ENOMEM;
	err = lt_cpus_parse(text, cpus);
	if (!err)
		err = lt_ctl_lock();
	if (!err) {
		cpumask_copy(lt_ctl.cpus, cpus);
		lt_ctl_unlock();
	}
	free_cpumask_var(cpus);
	return err;
}

static int lt_cpus_show(struct seq_file *out, void *data)
{
	int err = lt_ctl_lock();

	if (err)
		return err;
	seq_printf(out, "%*pbl\n", cpumask_pr_args(lt_ctl.cpus));
	lt_ctl_unlock();
	return 0;
}

static ssize_t lt_type_write(struct file *file, const char __user *from, size_t size, loff_t *pos)
{
	return lt_text_write(from, size, lt_type_set);
}

static ssize_t lt_cpus_write(struct file *file, const char __user *from, size_t size, loff_t *pos)
{
	return lt_text_write(from, size, lt_cpus_set);
}

static int lt_summary_show(struct seq_file *out, void *data)
{
	return lt_samples_summary(out);
}

static int lt_type_open(struct inode *inode, struct file *file)
{
	return single_open(file, lt_type_show, NULL);
}

static int lt_cpus_open(struct inode *inode, struct file *file)
{
	return single_open(file, lt_cpus_show, NULL);
}

static int lt_summary_open(struct inode *inode, struct file *file)
{
	return single_open(file, lt_summary_show, NULL);
}

static int lt_samples_open(struct inode *inode, struct file *file)
{
	return seq_open(file, &lt_samples_ops);
}

#define LT_TEXT_FOPS(NAME, WRITE, RELEASE)                       \
	static const struct file_operations lt_##NAME##_fops = { \
		.owner = THIS_MODULE,                            \
		.open = lt_##NAME##_open,                        \
		.read = seq_read,                                \
		.write = WRITE,                                  \
		.llseek = seq_lseek,                             \
		.release = RELEASE,                              \
	}

LT_TEXT_FOPS(type, lt_type_write, single_release);
LT_TEXT_FOPS(cpus, lt_cpus_write, single_release);
LT_TEXT_FOPS(summary, NULL, single_release);
LT_TEXT_FOPS(samples, NULL, seq_release);

/* --- the directory --------------------------------------------------------------------------- */

static const struct lt_file {
	const char *name;
	umode_t mode;
	const struct file_operations *fops;
	struct lt_number number;
} lt_files[] = {
	{ "ipi_cpu_dest", 0600, &lt_ipi_fops, { &lt_ctl.ipi.cpu, &lt_ctl.ipi.valid } },
	{ "ipi_cpu_src", 0400, &lt_result_fops, { &lt_ctl.ipi.src, &lt_ctl.ipi.valid } },
	{ "ipi_latency_ns", 0400, &lt_result_fops, { &lt_ctl.ipi.latency_ns, &lt_ctl.ipi.valid } },
	{ "timeout_cpu_src", 0400, &lt_result_fops, { &lt_ctl.timer.cpu, &lt_ctl.timer.valid } },
	{ "timeout_expected_ns", 0600, &lt_timer_fops,
	  { &lt_ctl.timer.expected_ns, &lt_ctl.timer.valid } },
	{ "timeout_diff_ns", 0400, &lt_signed_fops,
	  { &lt_ctl.timer.latency_ns, &lt_ctl.timer.valid } },
	{ "type", 0600, &lt_type_fops, {} },
	{ "cpus", 0600, &lt_cpus_fops, {} },
	{ "src", 0600, &lt_src_fops, { &lt_ctl.next.src, NULL, 0, U32_MAX } },
	{ "count", 0600, &lt_number_fops, { &lt_ctl.next.count, NULL, 1, LT_COUNT_MAX } },
	{ "gap_us", 0600, &lt_number_fops, { &lt_ctl.next.gap_us, NULL, 0, LT_GAP_MAX_US } },
	{ "expiry_ns", 0600, &lt_number_fops,
	  { &lt_ctl.next.expiry_ns, NULL, 1, LT_EXPIRY_MAX_NS } },
	{ "run", 0600, &lt_run_fops, {} },
	{ "samples", 0400, &lt_samples_fops, {} },
	{ "summary", 0400, &lt_summary_fops, {} },
};

/**
 * lt_debugfs_create() - makes the directory and its files
 *
 * As is the rule for debugfs, a failure leaves files out and is no error of the module.
 */
void lt_debugfs_create(void)
{
	size_t i;

	lt_dir = debugfs_create_dir(KBUILD_MODNAME, NULL);
	for (i = 0; i < ARRAY_SIZE(lt_files); i++)
		debugfs_create_file(lt_files[i].name, lt_files[i].mode, lt_dir,
				    (void *)&lt_files[i].number, lt_files[i].fops);
}

/**
 * lt_debugfs_remove() - takes the directory away
 *
 * An open file holds the module, so no run is on when this is called.
 */
void lt_debugfs_remove(void)
{
	debugfs_remove(lt_dir);
}
