/* SPDX-License-Identifier: GPL-2.0-only */
/* Event types for trace files that tests make: their format texts and the records' payloads. */
#ifndef PN_SUPPORT_DATEVENTS_H
#define PN_SUPPORT_DATEVENTS_H

#include "support/datbuf.h"

/** enum pn_mkdat_event - the types; some of no use to the analysis, so that it has to leave them */
enum pn_mkdat_event {
	PN_MKDAT_IDLE,
	PN_MKDAT_MISS,
	PN_MKDAT_FREQUENCY, /* has the fields of cpu_idle */
	PN_MKDAT_SWITCH,
	PN_MKDAT_WAKEUP,
	PN_MKDAT_IRQ,
	PN_MKDAT_HRTIMER,
	PN_MKDAT_LOCAL_TIMER,
	PN_MKDAT_RESCHEDULE,
	PN_MKDAT_DECOY, /* called cpu_idle, in a system of somebody's own making */
	PN_MKDAT_PRINT,
	PN_MKDAT_WAKING,
	PN_MKDAT_HRTIMER_START,
	PN_MKDAT_HRTIMER_CANCEL,
	PN_MKDAT_IPI_SEND,   /* to one CPU */
	PN_MKDAT_IPI_MASK,   /* to several, after Linux 6.4 */
	PN_MKDAT_IPI_RAISE,  /* to several, on ARM */
	PN_MKDAT_SAMPLE_IPI, /* of the latency module */
	PN_MKDAT_SAMPLE_TIMER,
	PN_MKDAT_EVENT_NR,
};

/** struct pn_mkdat_layout - what differs between kernels */
struct pn_mkdat_layout {
	bool big_endian;
	uint32_t long_size;   /* 4 or 8 */
	uint32_t common_size; /* of the fields that all events have: 8, or 12 on RT kernels */
	uint32_t state_size;  /* of cpu_idle's state: 4 or 8 */
};

/** struct pn_mkdat_type - a type's place among the events */
struct pn_mkdat_type {
	const char *system;
	const char *name;
	uint32_t id;
};

extern const struct pn_mkdat_type pn_mkdat_types[PN_MKDAT_EVENT_NR];

/** struct pn_mkdat_values - a record: numbers in the order of the fields, and a text */
struct pn_mkdat_values {
	int64_t number[8];
	const char *text; /* of the field that is one; NULL is empty */
	uint64_t mask[2]; /* of the field that is a mask of CPUs, up to 128 */
};

/** pn_mkdat_format - appends the format file of a type, as tracefs shows it */
void pn_mkdat_format(struct pn_datbuf *buf, enum pn_mkdat_event event,
		     const struct pn_mkdat_layout *layout);

/** pn_mkdat_payload - appends a record's payload; @pid is of the task that was running */
void pn_mkdat_payload(struct pn_datbuf *buf, enum pn_mkdat_event event,
		      const struct pn_mkdat_layout *layout, uint32_t pid,
		      const struct pn_mkdat_values *values);

#endif
