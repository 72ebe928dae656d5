/* SPDX-License-Identifier: GPL-2.0-only */
/* What the parts of latency_test share: a sample, a run, and the module's one control block. */
#ifndef LATENCY_TEST_H
#define LATENCY_TEST_H

#include <linux/completion.h>
#include <linux/cpumask.h>
#include <linux/hrtimer.h>
#include <linux/mutex.h>
#include <linux/types.h>

#define LT_STATE_BUSY	 -1
#define LT_COUNT_MAX	 1000000ULL
#define LT_GAP_MAX_US	 1000000ULL
#define LT_EXPIRY_MAX_NS 10000000000ULL

struct seq_operations;
struct seq_file;

/* Points in time are CLOCK_MONOTONIC, which is the "mono" trace clock too. */
struct lt_sample {
	u64 cause_ns;	 /* just before the send, or the programmed expiry */
	s64 latency_ns;	 /* from the cause to the start of the handler; a timer may be early */
	u64 return_ns;	 /* IPI: from the send to the return of the call */
	u64 expected_ns; /* timer: time from the arming to the expiry, as asked for */
	u64 idle_ns;	 /* how long the target had been in its state at the cause */
	u32 src;	 /* CPU that sent the IPI or had the timer armed */
	u32 cpu;	 /* target */
	s32 state;	 /* idle state of the target at the cause, or LT_STATE_BUSY */
	bool race;	 /* something else had woken the target, or it was just going idle */
};

struct lt_samples {
	struct lt_sample *all;	  /* in the order in which they were taken */
	struct lt_sample **order; /* by target, kind and latency; valid if sorted */
	size_t nr;
	size_t room;
	bool sorted;
};

struct lt_run;

/**
 * struct lt_probe - one way to wake a CPU and time its answer
 * @name: as the file "type" has it
 * @measure: wakes @cpu and fills in @out but for the late part of the race; 0 or a negative errno
 * @trace: emits the sample's trace event
 */
struct lt_probe {
	const char *name;
	int (*measure)(struct lt_run *run, unsigned int cpu, struct lt_sample *out);
	void (*trace)(const struct lt_sample *sample);
};

extern const struct lt_probe lt_ipi_probe;
extern const struct lt_probe lt_timer_probe;

/* What is asked for. Numbers are u64 for the sake of the files that set them. */
struct lt_request {
	const struct lt_probe *probe;
	u64 src;       /* CPU from which a batch is sent */
	u64 count;     /* samples a target, 1..LT_COUNT_MAX */
	u64 gap_us;    /* shortest time between two samples, 0..LT_GAP_MAX_US */
	u64 expiry_ns; /* timer: 1..LT_EXPIRY_MAX_NS */
	bool any_src;  /* a single measurement is sent from wherever the writer is */
};

/* One run, from its start to its end; owned by whoever set lt_ctl.running. */
struct lt_run {
	struct lt_request want; /* copied at the start */
	cpumask_var_t cpus;	/* targets */
	struct lt_samples *samples;
	struct completion done;

	struct hrtimer timer;	    /* armed only inside lt_timer_probe.measure */
	struct task_struct *waiter; /* woken by the timer */
	struct lt_sample *out;	    /* filled in by the timer */
	unsigned int fired_on;	    /* CPU that ran the timer; valid if fired */
	bool fired;
};

/* What the selftest's files show of the last single measurement. */
struct lt_shown {
	u64 cpu;
	u64 src;
	u64 expected_ns;
	u64 latency_ns; /* two's complement */
	bool valid;
};

struct lt_ctl {
	struct mutex lock; /* for all fields; those below belong to the run while one is on */
	bool running;
	struct lt_request next; /* what the next batch will do */
	cpumask_var_t cpus;	/* its targets; none stands for all that are online */
	struct lt_shown ipi;
	struct lt_shown timer;
	struct lt_samples batch;
	struct lt_run run;
};

extern struct lt_ctl lt_ctl;

int lt_ctl_lock(void);
void lt_ctl_unlock(void);
int lt_check_cpu(u64 cpu);

bool lt_stopped(void);
int lt_run_ipi(u64 cpu);
int lt_run_timer(u64 expected_ns);
int lt_run_batch(void);

int lt_state_start(void);
void lt_state_stop(void);
void lt_state_at(u64 cause_ns, struct lt_sample *out);
bool lt_state_raced(unsigned int cpu);

int lt_samples_alloc(struct lt_samples *samples, u64 count, unsigned int cpus);
void lt_samples_free(struct lt_samples *samples);
int lt_samples_summary(struct seq_file *out);
extern const struct seq_operations lt_samples_ops;

void lt_debugfs_create(void);
void lt_debugfs_remove(void);

#endif
