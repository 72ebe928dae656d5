/* SPDX-License-Identifier: GPL-2.0-only */
/* What a reader hands to the analysis: one plain record an event. */
#ifndef PN_CORE_EVENT_H
#define PN_CORE_EVENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** State number of an exit, after the kernel's PWR_EVENT_EXIT; any other value is an idle state. */
#define PN_STATE_EXIT (-1)

/** States from here on are not believed: the kernel has at most 10 (CPUIDLE_STATE_MAX). */
#define PN_STATE_LIMIT 256

/** CPU numbers from here on are not believed: the kernel's largest NR_CPUS is 8192. */
#define PN_CPU_LIMIT 65536u

/** Count of lost events where the trace says only that some were lost. */
#define PN_LOST_UNKNOWN UINT64_MAX

enum pn_event_kind {
	PN_EV_IDLE,   /* a CPU enters or leaves an idle state */
	PN_EV_MISS,   /* the kernel's own verdict on the stay that has just ended */
	PN_EV_LOST,   /* events of this CPU were lost before ts_ns */
	PN_EV_SWITCH, /* the CPU went on to a task that is not the idle task */
	PN_EV_WAKE,   /* something that can have ended the stay: see enum pn_wake */
	PN_EV_MARK,   /* text that somebody wrote into the trace */
	PN_EV_SAMPLE, /* the latency module has measured how late a CPU answered */
	PN_EV_SEND,   /* somebody sends an IPI to the CPU */
	PN_EV_TIMER,  /* a timer of the CPU starts, is cancelled or fires */
	PN_EV_WAKING, /* a task is woken; the CPU is where it last ran */
	PN_EV_STAY,   /* a whole stay: entry, exit, and the kernel's verdict if it has one */
	PN_EV_NR,
};

/** enum pn_wake - what ended a stay, as far as the trace tells */
enum pn_wake {
	PN_WAKE_UNKNOWN,
	PN_WAKE_TIMER,
	PN_WAKE_IRQ,
	PN_WAKE_IPI,
	PN_WAKE_TASK,
	PN_WAKE_NR,
};

/** enum pn_miss - the kernel's verdict on a stay, in the words of cpu_idle_miss */
enum pn_miss {
	PN_MISS_NONE,
	PN_MISS_ABOVE, /* too deep */
	PN_MISS_BELOW, /* too shallow */
};

/** enum pn_timer_op - what happens to a timer */
enum pn_timer_op {
	PN_TIMER_START,
	PN_TIMER_CANCEL,
	PN_TIMER_FIRE,
};

/**
 * struct pn_event - one event
 *
 * A reader delivers the events of one CPU in the order of the CPU's buffer; that is the order of
 * time unless the clock stepped. Nothing is promised about the order between CPUs.
 *
 * A PN_EV_STAY stands for the PN_EV_IDLE of an entry, the PN_EV_IDLE of the exit that follows it, and
 * the PN_EV_MISS of that state that follows the exit, nothing in between. Only who asks for it gets
 * it, and not for every stay.
 */
struct pn_event {
	uint64_t ts_ns;
	uint32_t cpu;  /* the CPU that the event speaks of, not the buffer it stood in */
	uint16_t kind; /* enum pn_event_kind */
	uint16_t op;   /* PN_EV_TIMER: enum pn_timer_op; PN_EV_STAY: enum pn_miss */
	union {
		int32_t state; /* PN_EV_IDLE: the state, or PN_STATE_EXIT */
		struct {
			int32_t state;
			uint32_t below; /* 1: too shallow; 0: too deep */
		} miss;
		struct {
			uint64_t since_ns; /* last event before the hole */
			uint64_t count;	   /* events lost, or PN_LOST_UNKNOWN */
		} lost;
		struct {
			const char *comm; /* of the task that runs next; not ended */
			uint32_t length;  /* of comm; 0: it is not told */
			uint32_t pid;
		} next;
		struct {
			uint16_t cause;	  /* enum pn_wake */
			uint16_t length;  /* of name; 0: there is none */
			uint32_t number;  /* interrupt or vector number, where there is one */
			const char *name; /* not ended; valid as long as the batch */
		} wake;
		struct {
			const char *text; /* not ended; valid as long as the batch */
			uint32_t length;
		} mark;
		struct {
			uint64_t cause_ns;  /* of the send or the expiry, in the trace's time */
			int32_t latency_ns; /* clipped to what fits */
			uint16_t timer;	    /* 1: a timer; 0: an IPI */
			uint16_t race;	    /* 1: something else was waking the CPU already */
		} sample;
		struct {
			uint64_t timer;	  /* identifies it: the kernel's address */
			uint64_t base_ns; /* start: expiry; fire: the time, on the timer's clock */
		} timer;
		struct {
			uint32_t pid;
		} waking;
		struct {
			uint64_t end_ns; /* not before ts_ns */
			int32_t state;	 /* 0 or above */
		} stay;
	} u;
};

/**
 * pn_event_fn - takes a batch of events
 * @ctx: what the consumer asked to be called with
 * @events: the batch, valid during the call alone
 * @nr: how many
 *
 * Returns: 0, or a negative errno that ends the reading.
 */
typedef int (*pn_event_fn)(void *ctx, const struct pn_event *events, size_t nr);

#endif
