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
	MASK = -4,	 /* the same for a mask of CPUs */
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
	[PN_MKDAT_WAKING] = { "sched", "sched_waking", 318 },
	[PN_MKDAT_HRTIMER_START] = { "timer", "hrtimer_start", 212 },
	[PN_MKDAT_HRTIMER_CANCEL] = { "timer", "hrtimer_cancel", 209 },
	[PN_MKDAT_IPI_SEND] = { "ipi", "ipi_send_cpu", 96 },
	[PN_MKDAT_IPI_MASK] = { "ipi", "ipi_send_cpumask", 95 },
	[PN_MKDAT_IPI_RAISE] = { "ipi", "ipi_raise", 94 },
	[PN_MKDAT_SAMPLE_IPI] = { "latency_test", "ipi", 1601 },
	[PN_MKDAT_SAMPLE_TIMER] = { "latency_test", "timer", 1602 },
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
	[PN_MKDAT_WAKING] = { { { "char", "comm", COMM_SIZED, false },
				{ "pid_t", "pid", 4, true },
				{ "int", "prio", 4, true },
				{ "int", "target_cpu", 4, true } },
			      "\"comm=%s pid=%d prio=%d target_cpu=%03d\", REC->comm, REC->pid, "
			      "REC->prio, REC->target_cpu" },
	[PN_MKDAT_HRTIMER_START] = { { { "void *", "hrtimer", LONG_SIZED, false },
				       { "void *", "function", LONG_SIZED, false },
				       { "s64", "expires", 8, true },
				       { "s64", "softexpires", 8, true },
				       { "int", "mode", 4, true } },
				     "\"hrtimer=%p expires=%llu\", REC->hrtimer, "
				     "(unsigned long long)REC->expires" },
	[PN_MKDAT_HRTIMER_CANCEL] = { { { "void *", "hrtimer", LONG_SIZED, false } },
				      "\"hrtimer=%p\", REC->hrtimer" },
	[PN_MKDAT_IPI_SEND] = { { { "unsigned int", "cpu", 4, false },
				  { "void *", "callsite", LONG_SIZED, false },
				  { "void *", "callback", LONG_SIZED, false } },
				"\"cpu=%u\", REC->cpu" },
	[PN_MKDAT_IPI_MASK] = { { { "__data_loc cpumask_t *", "cpumask", MASK, false },
				  { "void *", "callsite", LONG_SIZED, false },
				  { "void *", "callback", LONG_SIZED, false } },
				"\"cpumask=%s\", __get_cpumask(cpumask)" },
	[PN_MKDAT_IPI_RAISE] = { { { "__data_loc unsigned long[]", "target_cpus", MASK, false },
				   { "const char *", "reason", LONG_SIZED, false } },
				 "\"target_mask=%s\", __get_bitmask(target_cpus)" },
	[PN_MKDAT_SAMPLE_IPI] = { { { "u64", "sent_ns", 8, false },
				    { "s64", "latency_ns", 8, true },
				    { "u64", "return_ns", 8, false },
				    { "u64", "idle_ns", 8, false },
				    { "u32", "src", 4, false },
				    { "u32", "dest", 4, false },
				    { "s32", "state", 4, true },
				    { "u32", "race", 4, false } },
				  "\"src=%u dest=%u latency_ns=%lld race=%u\", REC->src, "
				  "REC->dest, REC->latency_ns, REC->race" },
	[PN_MKDAT_SAMPLE_TIMER] = { { { "u64", "expires_ns", 8, false },
				      { "u64", "expected_ns", 8, false },
				      { "s64", "diff_ns", 8, true },
				      { "u64", "idle_ns", 8, false },
				      { "u32", "cpu", 4, false },
				      { "u32", "src", 4, false },
				      { "s32", "state", 4, true },
				      { "u32", "race", 4, false } },
				    "\"cpu=%u diff_ns=%lld race=%u\", REC->cpu, REC->diff_ns, "
				    "REC->race" },
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
	case MASK:
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

/* What stands behind the fields: its place goes where the field is. */
static void put_behind(struct pn_datbuf *own, size_t field_at, const void *bytes, size_t size)
{
	pn_datbuf_set(own, field_at, own->size | size << 16, 4);
	pn_datbuf_bytes(own, bytes, size);
}

/* A mask is an array of longs, each in the file's byte order. */
static void put_mask(struct pn_datbuf *own, size_t field_at, const uint64_t mask[2],
		     const struct pn_mkdat_layout *layout)
{
	struct pn_datbuf words = { .big_endian = layout->big_endian };

	for (uint32_t bit = 0; bit < 128; bit += 8 * layout->long_size)
		pn_datbuf_number(&words, mask[bit / 64] >> (bit % 64), layout->long_size);
	put_behind(own, field_at, words.bytes, words.size);
	pn_datbuf_free(&words);
}

void pn_mkdat_payload(struct pn_datbuf *buf, enum pn_mkdat_event event,
		      const struct pn_mkdat_layout *layout, uint32_t pid,
		      const struct pn_mkdat_values *values)
{
	const char *text = values->text ? values->text : "";
	struct pn_datbuf own = { .big_endian = layout->big_endian };
	const int64_t *number = values->number;
	size_t text_at = 0, mask_at = 0;

	common_fields(&own, event, layout, pid);
	for (const struct field *field = shapes[event].fields; field->name; field++) {
		pn_datbuf_pad(&own, field_offset((uint32_t)own.size, field, layout));
		if (field->size == COMM_SIZED) {
			comm_field(&own, text);
		} else if (field->size == TEXT_SIZED) {
			pn_datbuf_string(&own, text);
		} else {
			text_at = field->size == DYNAMIC ? own.size : text_at;
			mask_at = field->size == MASK ? own.size : mask_at;
			pn_datbuf_number(&own, (uint64_t)*number++, field_size(field, layout));
		}
	}
	if (text_at)
		put_behind(&own, text_at, text, strlen(text) + 1);
	if (mask_at)
		put_mask(&own, mask_at, values->mask, layout);
	pn_datbuf_bytes(buf, own.bytes, own.size);
	pn_datbuf_free(&own);
}
