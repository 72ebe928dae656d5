/* SPDX-License-Identifier: GPL-2.0-only */
/* Event formats of a trace.dat: parsed once by libtraceevent, then looked up by number. */
#ifndef PN_IO_FORMATS_H
#define PN_IO_FORMATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "io/bytes.h"

/** struct pn_field - where a number stands in a record's payload; size 0: nowhere */
struct pn_field {
	uint16_t offset;
	uint16_t size; /* 1, 2, 4 or 8; of a text, its length */
};

enum { PN_FORMAT_FIELDS = 4 };

/**
 * struct pn_format - how to decode one event type
 *
 * @field: by kind: PN_EV_IDLE state, cpu; PN_EV_MISS state, cpu, below; PN_EV_SWITCH next_pid, next_comm;
 * PN_EV_WAKE number, name; PN_EV_MARK the text, which runs to the end of the record; PN_EV_SAMPLE
 * time of the cause, latency, target, race; PN_EV_SEND target or mask; PN_EV_TIMER timer, its
 * time; PN_EV_WAKING task, CPU
 */
struct pn_format {
	uint8_t kind;	   /* enum pn_event_kind */
	uint8_t cause;	   /* PN_EV_WAKE, PN_EV_SAMPLE: enum pn_wake */
	uint8_t op;	   /* PN_EV_TIMER: enum pn_timer_op */
	bool mask;	   /* PN_EV_SEND: the target is a mask of CPUs, elsewhere in the record */
	uint16_t min_size; /* a payload has at least this many bytes */
	struct pn_field field[PN_FORMAT_FIELDS];
};

/**
 * struct pn_plain - idle events and verdicts as nearly all kernels lay them out, fields of 32 bits;
 * numbers that are not to be found stand for formats that are otherwise
 */
struct pn_plain {
	uint32_t type_at;    /* the event's number */
	uint32_t least;	     /* a payload has at least this many bytes */
	uint32_t idle_id;    /* PN_TYPE_IDS: there is no such event */
	uint32_t idle_words; /* of a payload */
	uint32_t state_at;
	uint32_t cpu_at;
	uint32_t miss_id;
	uint32_t miss_words;
	uint32_t miss_state_at;
	uint32_t miss_cpu_at;
	uint32_t miss_below_at; /* one byte */
};

/** Kind of the entry that stands for events of no use: nobody wants it. */
#define PN_NO_KIND 30

enum { PN_FORMATS_MAX = 64, PN_TYPE_IDS = 65536 };

/** struct pn_formats - the formats that the analysis can use */
struct pn_formats {
	struct tep_handle *tep;
	bool swap; /* the file's byte order is not this machine's */
	bool big_endian;
	uint8_t long_size;    /* of the kernel, for masks */
	uint16_t type_offset; /* of the event's number (16 bits) in every payload */
	struct pn_plain plain;
	uint8_t idle_slot; /* of power:cpu_idle in list; 0: the file lacks it */
	uint8_t nr;	   /* of list; entry 0 stands for "of no use" */
	struct pn_format list[PN_FORMATS_MAX];
	uint8_t slot[PN_TYPE_IDS]; /* by number: index into list */
};

/**
 * pn_formats_new - starts an empty set
 * @big_endian: byte order of the file
 * @long_size: size of the recorded machine's long, 4 or 8
 *
 * Returns: the set, freed with pn_formats_free(), or NULL when memory is short.
 */
struct pn_formats *pn_formats_new(bool big_endian, int long_size);

/**
 * pn_formats_add - takes one event's format file, if it is of use
 * @formats: the set
 * @system: the event's system, "power"
 * @text: the file's text, not ended
 * @size: its length
 *
 * Returns: 0 (taken, or of no use), -EINVAL (of use, but it cannot be parsed or its fields cannot
 * be) or -ENOMEM.
 */
int pn_formats_add(struct pn_formats *formats, const char *system, const char *text, size_t size);

/** pn_formats_free - frees a set; NULL is allowed */
void pn_formats_free(struct pn_formats *formats);

/** pn_field_get - reads a field of a payload that is long enough for its format */
static inline uint64_t pn_field_get(const uint8_t *payload, struct pn_field field, bool swap)
{
	payload += field.offset;
	switch (field.size) {
	case 1:
		return *payload;
	case 2:
		return pn_load16(payload, swap);
	case 4:
		return pn_load32(payload, swap);
	case 8:
		return pn_load64(payload, swap);
	default:
		return 0;
	}
}

#endif
