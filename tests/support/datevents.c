// SPDX-License-Identifier: GPL-2.0-only
/* Event types for trace files that tests make. */
#include "support/datevents.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum size {
	LONG_SIZED = 0, /* the kernel's long */
	STATE_SIZED = -1,
	TEXT_SIZED = -2, /* runs to the end of the record */
	DYNAMIC = -3,	 /* offset and length; the text follows the fields */
	COMM_SIZED = 16,
};

/** struct field - one field after the common ones */
struct field {
	const char *type;
	const char *name;
	int size; /* bytes, or enum size */
	bool is_signed;
};

/** struct shape - the fields of a type, ended by one without a name */
struct shape {
	struct field fields[9];
	const char *print;
};

const struct pn_mkdat_type pn_mkdat_types[PN_MKDAT_EVENT_NR] = {
	[PN_MKDAT_IDLE] = { "power", "cpu_idle", 401 },
	[PN_MKDAT_MISS] = { "power", "cpu_idle_miss", 400 },
	[PN_MKDAT_FREQUENCY] = { "power", "cpu_frequency", 399 },
	[PN_MKDAT_SWITCH] = { "sched", "sched_switch", 314 },
	[PN_MKDAT_WAKEUP] = { "sched", "sched_wakeup", 317 },
	[PN_MKDAT_IRQ] = { "irq", "irq_handler_entry", 128 },
	[PN_MKDAT_HRTIMER] = { "timer", "hrtimer_expire_entry", 210 },
	[PN_MKDAT_LOCAL_TIMER] = { "irq_vectors", "local_timer_entry", 77 },
	[PN_MKDAT_RESCHEDULE] = { "irq_vectors", "reschedule_entry", 71 },
	[PN_MKDAT_DECOY] = { "homemade", "cpu_idle", 1500 },
	[PN_MKDAT_PRINT] = { "ftrace", "print", 5 },
};

static const struct shape shapes[PN_MKDAT_EVENT_NR] = {
	[PN_MKDAT_IDLE] = { { { "u32", "state", STATE_SIZED, false },
			      { "u32", "cpu_id", 4, false } },
			    "\"state=%lu cpu_id=%lu\", (unsigned long)REC->state, "
			    "(unsigned long)REC->cpu_id" },
	[PN_MKDAT_MISS] = { { { "u32", "cpu_id", 4, false },
			      { "u32", "state", 4, false },
			      { "bool", "below", 1, false } },
			    "\"cpu_id=%lu state=%lu type=%s\", (unsigned long)REC->cpu_id, "
			    "(unsigned long)REC->state, (REC->below)?\"below\":\"above\"" },
	[PN_MKDAT_FREQUENCY] = { { { "u32", "state", 4, false }, { "u32", "cpu_id", 4, false } },
				 "\"state=%lu cpu_id=%lu\", (unsigned long)REC->state, "
				 "(unsigned long)REC->cpu_id" },
	[PN_MKDAT_SWITCH] = { { { "char", "prev_comm", COMM_SIZED, false },
				{ "pid_t", "prev_pid", 4, true },
				{ "int", "prev_prio", 4, true },
				{ "long", "prev_state", LONG_SIZED, true },
				{ "char", "next_comm", COMM_SIZED, false },
				{ "pid_t", "next_pid", 4, true },
				{ "int", "next_prio", 4, true } },
			      "\"prev_comm=%s prev_pid=%d prev_prio=%d prev_state=%ld ==> "
			      "next_comm=%s next_pid=%d next_prio=%d\", REC->prev_comm, "
			      "REC->prev_pid, REC->prev_prio, REC->prev_state, REC->next_comm, "
			      "REC->next_pid, REC->next_prio" },
	[PN_MKDAT_WAKEUP] = { { { "char", "comm", COMM_SIZED, false },
				{ "pid_t", "pid", 4, true },
				{ "int", "prio", 4, true },
				{ "int", "target_cpu", 4, true } },
			      "\"comm=%s pid=%d prio=%d target_cpu=%03d\", REC->comm, REC->pid, "
			      "REC->prio, REC->target_cpu" },
	[PN_MKDAT_IRQ] = { { { "int", "irq", 4, true },
			     { "__data_loc char[]", "name", DYNAMIC, false } },
			   "\"irq=%d name=%s\", REC->irq, __get_str(name)" },
	[PN_MKDAT_HRTIMER] = { { { "void *", "hrtimer", LONG_SIZED, false },
				 { "s64", "now", 8, true },
				 { "void *", "function", LONG_SIZED, false } },
			       "\"hrtimer=%p now=%llu\", REC->hrtimer, "
			       "(unsigned long long)REC->now" },
	[PN_MKDAT_LOCAL_TIMER] = { { { "int", "vector", 4, true } }, "\"vector=%d\", REC->vector" },
	[PN_MKDAT_RESCHEDULE] = { { { "int", "vector", 4, true } }, "\"vector=%d\", REC->vector" },
	[PN_MKDAT_DECOY] = { { { "u32", "state", 4, false }, { "u32", "cpu_id", 4, false } },
			     "\"state=%u cpu_id=%u\", REC->state, REC->cpu_id" },
	[PN_MKDAT_PRINT] = { { { "unsigned long", "ip", LONG_SIZED, false },
			       { "char", "buf", TEXT_SIZED, false } },
			     "\"%ps: %s\", (void *)REC->ip, REC->buf" },
};

static uint32_t field_size(const struct field *field, const struct pn_mkdat_layout *layout)
{
	switch (field->size) {
	case LONG_SIZED:
		return layout->long_size;
	case STATE_SIZED:
		return layout->state_size;
	case TEXT_SIZED:
		return 0;
	case DYNAMIC:
		return 4;
	default:
		return (uint32_t)field->size;
	}
}

static uint32_t field_offset(uint32_t at, const struct field *field,
			     const struct pn_mkdat_layout *layout)
{
	uint32_t size = field_size(field, layout);
	uint32_t unit = size == 0 || size == COMM_SIZED ? 1 : size;

	return (at + unit - 1) & ~(unit - 1);
}

/* --- formats --------------------------------------------------------------------------------- */

static void line(struct pn_datbuf *buf, const char *text)
{
	pn_datbuf_bytes(buf, text, strlen(text));
}

static void field_line(struct pn_datbuf *buf, const char *type, const char *name, const char *array,
		       uint32_t offset, uint32_t size, bool is_signed)
{
	char text[256];

	snprintf(text, sizeof(text), "\tfield:%s %s%s;\toffset:%u;\tsize:%u;\tsigned:%d;\n", type,
		 name, array, offset, size, is_signed);
	line(buf, text);
}

static void common_lines(struct pn_datbuf *buf, const struct pn_mkdat_layout *layout)
{
	field_line(buf, "unsigned short", "common_type", "", 0, 2, false);
	field_line(buf, "unsigned char", "common_flags", "", 2, 1, false);
	field_line(buf, "unsigned char", "common_preempt_count", "", 3, 1, false);
	field_line(buf, "int", "common_pid", "", 4, 4, true);
	if (layout->common_size > 8)
		field_line(buf, "unsigned char", "common_preempt_lazy_count", "", 8, 1, false);
	line(buf, "\n");
}

void pn_mkdat_format(struct pn_datbuf *buf, enum pn_mkdat_event event,
		     const struct pn_mkdat_layout *layout)
{
	const struct shape *shape = &shapes[event];
	uint32_t at = layout->common_size;
	char text[64];

	line(buf, "name: ");
	line(buf, pn_mkdat_types[event].name);
	snprintf(text, sizeof(text), "\nID: %u\nformat:\n", pn_mkdat_types[event].id);
	line(buf, text);
	common_lines(buf, layout);
	for (const struct field *field = shape->fields; field->name; field++) {
		uint32_t size = field_size(field, layout);
		const char *array = field->size == TEXT_SIZED	? "[]"
				    : field->size == COMM_SIZED ? "[16]"
								: "";

		at = field_offset(at, field, layout);
		field_line(buf, field->size == STATE_SIZED && size == 8 ? "u64" : field->type,
			   field->name, array, at, size, field->is_signed);
		at += size;
	}
	line(buf, "\nprint fmt: ");
	line(buf, shape->print);
	line(buf, "\n");
}

/* --- payloads -------------------------------------------------------------------------------- */

static void comm_field(struct pn_datbuf *buf, const char *text)
{
	char comm[COMM_SIZED] = "";

	if (text)
		memcpy(comm, text, strnlen(text, COMM_SIZED - 1));
	pn_datbuf_bytes(buf, comm, sizeof(comm));
}

static void common_fields(struct pn_datbuf *buf, enum pn_mkdat_event event,
			  const struct pn_mkdat_layout *layout, uint32_t pid)
{
	pn_datbuf_number(buf, pn_mkdat_types[event].id, 2);
	pn_datbuf_number(buf, 1, 1);
	pn_datbuf_number(buf, 2, 1);
	pn_datbuf_number(buf, pid, 4);
	/* What stands where the next field would be in a shorter header is no state that fits. */
	for (uint32_t i = 8; i < layout->common_size; i++)
		pn_datbuf_number(buf, 0xee, 1);
}

void pn_mkdat_payload(struct pn_datbuf *buf, enum pn_mkdat_event event,
		      const struct pn_mkdat_layout *layout, uint32_t pid,
		      const struct pn_mkdat_values *values)
{
	const char *text = values->text ? values->text : "";
	struct pn_datbuf own = { .big_endian = layout->big_endian };
	const int64_t *number = values->number;
	size_t dynamic_at = 0;

	common_fields(&own, event, layout, pid);
	for (const struct field *field = shapes[event].fields; field->name; field++) {
		pn_datbuf_pad(&own, field_offset((uint32_t)own.size, field, layout));
		if (field->size == COMM_SIZED) {
			comm_field(&own, text);
		} else if (field->size == TEXT_SIZED) {
			pn_datbuf_string(&own, text);
		} else {
			if (field->size == DYNAMIC)
				dynamic_at = own.size;
			pn_datbuf_number(&own, (uint64_t)*number++, field_size(field, layout));
		}
	}
	if (dynamic_at) {
		size_t place = own.size | (strlen(text) + 1) << 16;

		pn_datbuf_set(&own, dynamic_at, place, 4);
		pn_datbuf_string(&own, text);
	}
	pn_datbuf_bytes(buf, own.bytes, own.size);
	pn_datbuf_free(&own);
}
