// SPDX-License-Identifier: GPL-2.0-only
// The samples of a batch: where they are kept, and how they read, one by one and summed up.

#include <linux/limits.h>
#include <linux/math64.h>
#include <linux/mm.h>
#include <linux/moduleparam.h>
#include <linux/overflow.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/sort.h>
#include "latency_test.h"

static unsigned int max_samples = 1 << 18;
module_param(max_samples, uint, 0400);
MODULE_PARM_DESC(max_samples,
		 "most samples of a batch, over all its CPUs (default 262144; 64 bytes each)");

/**
 * lt_samples_alloc() - makes room before a batch, since nothing is allocated while one is measured
 * @samples: empty; emptied again by lt_samples_free()
 * @count: samples a target
 * @cpus: number of targets
 *
 * Return: 0; -E2BIG for more than the module's parameter allows; -ENOMEM.
 */
int lt_samples_alloc(struct lt_samples *samples, u64 count, unsigned int cpus)
{
	u64 room;

	if (check_mul_overflow(count, (u64)cpus, &room) || room > max_samples)
		return -E2BIG;
	samples->all = kvcalloc(room, sizeof(*samples->all), GFP_KERNEL);
	samples->order = kvcalloc(room, sizeof(*samples->order), GFP_KERNEL);
	if (!samples->all || !samples->order) {
		lt_samples_free(samples);
		return -ENOMEM;
	}
	samples->room = room;
	return 0;
}

/**
 * lt_samples_free() - gives the room back
 * @samples: empty afterwards
 */
void lt_samples_free(struct lt_samples *samples)
{
	kvfree(samples->all);
	kvfree(samples->order);
	*samples = (struct lt_samples){};
}

/* --- one by one ------------------------------------------------------------------------------ */

static void *lt_samples_at(loff_t pos)
{
	if (!pos)
		return SEQ_START_TOKEN;
	return pos <= lt_ctl.batch.nr ? &lt_ctl.batch.all[pos - 1] : NULL;
}

static void *lt_samples_start(struct seq_file *out, loff_t *pos)
{
	int err = lt_ctl_lock();

	if (!err && !lt_ctl.batch.nr) {
		lt_ctl_unlock();
		err = -ENODATA;
	}
	return err ? ERR_PTR(err) : lt_samples_at(*pos);
}

static void *lt_samples_next(struct seq_file *out, void *item, loff_t *pos)
{
	return lt_samples_at(++*pos);
}

static void lt_samples_stop(struct seq_file *out, void *item)
{
	if (!IS_ERR(item))
		lt_ctl_unlock();
}

static void lt_put_state(struct seq_file *out, s32 state)
{
	if (state == LT_STATE_BUSY)
		seq_puts(out, "\tbusy");
	else
		seq_printf(out, "\t%d", state);
}

/* What a kind of sample does not have is a dash. */
static void lt_put_optional(struct seq_file *out, u64 value)
{
	if (value)
		seq_printf(out, "\t%llu", value);
	else
		seq_puts(out, "\t-");
}

static int lt_samples_show(struct seq_file *out, void *item)
{
	const struct lt_sample *sample = item;

	if (item == SEQ_START_TOKEN) {
		seq_puts(out, "# src\tcpu\tlatency_ns\tstate\trace\tcause_ns\tidle_ns\treturn_ns\texpected_ns\n");
		return 0;
	}
	seq_printf(out, "%u\t%u\t%lld", sample->src, sample->cpu, sample->latency_ns);
	lt_put_state(out, sample->state);
	seq_printf(out, "\t%u\t%llu", sample->race, sample->cause_ns);
	if (sample->state == LT_STATE_BUSY)
		seq_puts(out, "\t-");
	else
		seq_printf(out, "\t%llu", sample->idle_ns);
	lt_put_optional(out, sample->return_ns);
	lt_put_optional(out, sample->expected_ns);
	seq_putc(out, '\n');
	return 0;
}

/* The lock is held from start to stop; a batch that starts between two reads ends the reading with -EBUSY. */
const struct seq_operations lt_samples_ops = {
	.start = lt_samples_start,
	.next = lt_samples_next,
	.stop = lt_samples_stop,
	.show = lt_samples_show,
};

/* --- summed up ------------------------------------------------------------------------------- */

/* Samples of one group have the same target and state, and raced or did not. */
static int lt_compare_group(const struct lt_sample *a, const struct lt_sample *b)
{
	if (a->cpu != b->cpu)
		return a->cpu < b->cpu ? -1 : 1;
	if (a->race != b->race)
		return a->race < b->race ? -1 : 1;
	if (a->state != b->state)
		return a->state < b->state ? -1 : 1;
	return 0;
}

static int lt_compare(const void *left, const void *right)
{
	const struct lt_sample *a = *(struct lt_sample *const *)left;
	const struct lt_sample *b = *(struct lt_sample *const *)right;
	int order = lt_compare_group(a, b);

	if (order)
		return order;
	return a->latency_ns < b->latency_ns ? -1 : a->latency_ns > b->latency_ns;
}

static void lt_samples_sort(struct lt_samples *samples)
{
	size_t i;

	for (i = 0; i < samples->nr; i++)
		samples->order[i] = &samples->all[i];
	sort(samples->order, samples->nr, sizeof(*samples->order), lt_compare, NULL);
	samples->sorted = true;
}

/* Nearest rank: the smallest sample that at least so many in a thousand do not exceed. */
static s64 lt_permille(struct lt_sample **group, size_t nr, unsigned int permille)
{
	return group[DIV_ROUND_UP_ULL((u64)nr * permille, 1000) - 1]->latency_ns;
}

static void lt_put_group(struct seq_file *out, struct lt_sample **group, size_t nr)
{
	s64 sum_ns = 0;
	size_t i;

	for (i = 0; i < nr; i++)
		sum_ns += group[i]->latency_ns;
	seq_printf(out, "%u", group[0]->cpu);
	lt_put_state(out, group[0]->state);
	seq_printf(out, "\t%u\t%zu\t%lld\t%lld\t%lld", group[0]->race, nr, group[0]->latency_ns,
		   lt_permille(group, nr, 500), div_s64(sum_ns, nr));
	seq_printf(out, "\t%lld\t%lld\t%lld\t%lld\n", lt_permille(group, nr, 900),
		   lt_permille(group, nr, 990), lt_permille(group, nr, 999),
		   group[nr - 1]->latency_ns);
}

/**
 * lt_samples_summary() - prints one line for each target, state and race of the last batch
 * @out: the file; columns are named in its first line, times in ns, the mean cut to whole ones
 *
 * Return: 0; -ENODATA if there are no samples; -EBUSY during a run; -EINTR.
 */
int lt_samples_summary(struct seq_file *out)
{
	struct lt_samples *samples = &lt_ctl.batch;
	size_t first = 0, i;
	int err = lt_ctl_lock();

	if (err)
		return err;
	if (!samples->nr)
		err = -ENODATA;
	else if (!samples->sorted)
		lt_samples_sort(samples);
	if (!err)
		seq_puts(out, "# cpu\tstate\trace\tsamples\tmin_ns\tp50_ns\tmean_ns\tp90_ns\tp99_ns\tp99.9_ns\tmax_ns\n");
	for (i = 1; i <= samples->nr; i++) {
		if (i < samples->nr && !lt_compare_group(samples->order[first], samples->order[i]))
			continue;
		lt_put_group(out, &samples->order[first], i - first);
		first = i;
	}
	lt_ctl_unlock();
	return err;
}
