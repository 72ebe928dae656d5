// SPDX-License-Identifier: GPL-2.0-only
/* Event formats: from format files, by way of libtraceevent, to offsets. */
#include "io/formats.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <event-parse.h>

#include "core/event.h"
#include "io/event_names.h"
#include "io/format_text.h"

/** struct field_names - the names that kernels gave a field; optional: an event is of use without */
struct field_names {
	const char *names[3];
	bool optional;
};

static const struct field_names fields_of[PN_EV_NR][PN_FORMAT_FIELDS] = {
	[PN_EV_IDLE] = { { { "state" }, false }, { { "cpu_id" }, false } },
	[PN_EV_MISS] = { { { "state" }, false }, { { "cpu_id" }, false }, { { "below" }, false } },
	[PN_EV_SWITCH] = { { { "next_pid" }, false }, { { "next_comm" }, true } },
	[PN_EV_WAKE] = { { { "irq", "vector" }, true }, { { "name" }, true } },
	[PN_EV_MARK] = { { { "buf" }, false } },
	[PN_EV_SAMPLE] = { { { "sent_ns", "expires_ns" }, false },
			   { { "latency_ns", "diff_ns" }, false },
			   { { "dest", "cpu" }, false },
			   { { "race" }, false } },
	[PN_EV_SEND] = { { { "cpu", "cpumask", "target_cpus" }, false } },
	[PN_EV_TIMER] = { { { "hrtimer" }, false }, { { "expires", "now" }, true } },
	[PN_EV_WAKING] = { { { "pid" }, false }, { { "target_cpu" }, false } },
};

struct pn_formats *pn_formats_new(bool big_endian, int long_size)
{
	struct pn_formats *formats = calloc(1, sizeof(*formats));
	bool host_big = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;

	if (!formats)
		return NULL;
	formats->tep = tep_alloc();
	if (!formats->tep) {
		free(formats);
		return NULL;
	}
	tep_set_file_bigendian(formats->tep, big_endian ? TEP_BIG_ENDIAN : TEP_LITTLE_ENDIAN);
	tep_set_local_bigendian(formats->tep, host_big ? TEP_BIG_ENDIAN : TEP_LITTLE_ENDIAN);
	tep_set_long_size(formats->tep, long_size);
	formats->swap = big_endian != host_big;
	formats->big_endian = big_endian;
	formats->long_size = (uint8_t)long_size;
	formats->plain.idle_id = PN_TYPE_IDS;
	formats->plain.miss_id = PN_TYPE_IDS;
	formats->list[0].kind = PN_NO_KIND;
	formats->nr = 1;
	return formats;
}

/* The event's name stands in the first line: "name: cpu_idle". */
static bool format_name(const char *text, size_t size, const char **name, size_t *len)
{
	static const char key[] = "name: ";
	const char *nl;

	if (size < sizeof(key) || memcmp(text, key, sizeof(key) - 1) != 0)
		return false;
	text += sizeof(key) - 1;
	size -= sizeof(key) - 1;
	nl = memchr(text, '\n', size);
	if (!nl)
		return false;
	*name = text;
	*len = (size_t)(nl - text);
	return true;
}

/* A number, or a text of a fixed length. */
static bool usable(const struct tep_format_field *field)
{
	if (field->offset < 0 || field->offset >= 4096)
		return false;
	if ((field->flags & TEP_FIELD_IS_STRING) && !(field->flags & TEP_FIELD_IS_DYNAMIC))
		return field->size > 0 && field->size <= 256;
	return (field->size == 1 || field->size == 2 || field->size == 4 || field->size == 8);
}

static void widen(struct pn_format *format, unsigned int end)
{
	if (end > format->min_size)
		format->min_size = (uint16_t)end;
}

/*
 * A text has no size of its own: it runs to the end of its record. bprint, whose text would have
 * to be formatted from binary arguments, has a buf as well; it is told by its fmt.
 */
static bool set_text(struct pn_format *format, struct tep_event *event, const char *name)
{
	struct tep_format_field *field = tep_find_field(event, name);

	if (!field || field->offset < 0 || field->offset >= 4096 || tep_find_field(event, "fmt"))
		return false;
	format->field[0] = (struct pn_field){ (uint16_t)field->offset, 1 };
	widen(format, (unsigned int)field->offset);
	return true;
}

static bool set_field(struct pn_format *format, int index, struct tep_event *event,
		      const struct field_names *wanted)
{
	struct tep_format_field *field = NULL;

	for (int i = 0; !field && i < 3 && wanted->names[i]; i++)
		field = tep_find_field(event, wanted->names[i]);
	if (!field || !usable(field))
		return wanted->optional;
	format->field[index] = (struct pn_field){ (uint16_t)field->offset, (uint16_t)field->size };
	format->mask |= format->kind == PN_EV_SEND && (field->flags & TEP_FIELD_IS_DYNAMIC);
	widen(format, (unsigned int)(field->offset + field->size));
	return true;
}

/* The three events of a timer differ in the time that they carry; a timer that fires wakes. */
static void set_timer(struct pn_format *format, struct tep_event *event)
{
	if (format->kind == PN_EV_WAKE && tep_find_field(event, "hrtimer") &&
	    tep_find_field(event, "now"))
		format->kind = PN_EV_TIMER;
	if (format->kind != PN_EV_TIMER)
		return;
	format->op = PN_TIMER_CANCEL;
	if (tep_find_field(event, "expires"))
		format->op = PN_TIMER_START;
	else if (tep_find_field(event, "now"))
		format->op = PN_TIMER_FIRE;
}

static bool set_fields(struct pn_format *format, struct tep_event *event)
{
	set_timer(format, event);
	if (format->kind == PN_EV_MARK)
		return set_text(format, event, fields_of[PN_EV_MARK][0].names[0]);
	for (int i = 0; i < PN_FORMAT_FIELDS && fields_of[format->kind][i].names[0]; i++) {
		if (!set_field(format, i, event, &fields_of[format->kind][i]))
			return false;
	}
	return true;
}

/* Every event has its number at the same place; a file in which that is not so is refused. */
static bool set_type(struct pn_formats *formats, struct pn_format *format, struct tep_event *event)
{
	struct tep_format_field *type = tep_find_common_field(event, "common_type");

	if (!type || type->size != 2 || type->offset < 0 || type->offset > 64)
		return false;
	if (formats->nr > 1 && formats->type_offset != type->offset)
		return false;
	formats->type_offset = (uint16_t)type->offset;
	widen(format, (unsigned int)type->offset + 2);
	return true;
}

static void note_plain(struct pn_formats *formats, const struct pn_format *format, uint32_t id)
{
	struct pn_plain *plain = &formats->plain;
	const struct pn_field *field = format->field;

	plain->type_at = formats->type_offset;
	plain->least = formats->type_offset + 2u;
	if (field[0].size != 4 || field[1].size != 4)
		return;
	if (format->kind == PN_EV_IDLE) {
		plain->idle_id = id;
		plain->idle_words = (format->min_size + 3u) / 4;
		plain->state_at = field[0].offset;
		plain->cpu_at = field[1].offset;
	} else if (format->kind == PN_EV_MISS && field[2].size == 1) {
		plain->miss_id = id;
		plain->miss_words = (format->min_size + 3u) / 4;
		plain->miss_state_at = field[0].offset;
		plain->miss_cpu_at = field[1].offset;
		plain->miss_below_at = field[2].offset;
	}
}

/* Has libtraceevent parse the fields alone: how to print them is of no use here. */
static struct tep_event *parse_fields(struct pn_formats *formats, const char *system,
				      const char *text, size_t size, int *err)
{
	static const char print[] = "print fmt: \"\"\n";
	size_t fields = pn_format_fields(text, size);
	struct tep_event *event = NULL;
	char *copy;

	*err = -EINVAL;
	if (!fields)
		return NULL;
	*err = -ENOMEM;
	copy = malloc(fields + sizeof(print));
	if (!copy)
		return NULL;
	memcpy(copy, text, fields);
	memcpy(copy + fields, print, sizeof(print));
	*err = 0;
	if (tep_parse_format(formats->tep, &event, copy, fields + sizeof(print) - 1, system) !=
		    TEP_ERRNO__SUCCESS ||
	    !event)
		*err = -EINVAL;
	free(copy);
	return *err ? NULL : event;
}

int pn_formats_add(struct pn_formats *formats, const char *system, const char *text, size_t size)
{
	struct pn_format format = { 0 };
	struct tep_event *event;
	enum pn_wake cause = PN_WAKE_UNKNOWN;
	const char *name;
	size_t len;
	int kind, err;

	if (!format_name(text, size, &name, &len))
		return 0;
	kind = pn_event_kind_of(system, name, len, &cause);
	if (kind < 0 || kind >= PN_EV_NR || formats->nr == PN_FORMATS_MAX)
		return 0;
	format.kind = (uint8_t)kind;
	format.cause = (uint8_t)cause;
	event = parse_fields(formats, system, text, size, &err);
	if (err == -ENOMEM)
		return err;
	/* Idle events are what all this is for; any other that looks odd is done without. */
	if (!event || event->id < 0 || event->id >= PN_TYPE_IDS ||
	    !set_type(formats, &format, event) || !set_fields(&format, event))
		return kind == PN_EV_IDLE ? -EINVAL : 0;
	if (kind == PN_EV_IDLE)
		formats->idle_slot = formats->nr;
	note_plain(formats, &format, (uint32_t)event->id);
	formats->slot[event->id] = formats->nr;
	formats->list[formats->nr++] = format;
	return 0;
}

void pn_formats_free(struct pn_formats *formats)
{
	if (!formats)
		return;
	tep_free(formats->tep);
	free(formats);
}
