// SPDX-License-Identifier: GPL-2.0-only
/* Event formats: from format files, by way of libtraceevent, to offsets. */
#include "io/formats.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <event-parse.h>

#include "core/event.h"
#include "io/event_names.h"

/* The fields that a kind needs, by the names that kernels gave them. */
static const char *const field_names[PN_EV_NR][PN_FORMAT_FIELDS][3] = {
	[PN_EV_IDLE] = { { "state" }, { "cpu_id" } },
	[PN_EV_MISS] = { { "state" }, { "cpu_id" }, { "below" } },
	[PN_EV_SWITCH] = { { "next_pid" } },
	[PN_EV_MARK] = { { "buf" } },
};

/* Wake events carry a number or not; each is of use without one. */
static const char *const wake_names[3] = { "irq", "vector", NULL };

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
	formats->fast_idle = PN_TYPE_IDS;
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

static bool usable(const struct tep_format_field *field)
{
	return field->offset >= 0 && field->offset < 4096 &&
	       (field->size == 1 || field->size == 2 || field->size == 4 || field->size == 8);
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
		      const char *const names[3])
{
	struct tep_format_field *field = NULL;

	for (int i = 0; !field && i < 3 && names[i]; i++)
		field = tep_find_field(event, names[i]);
	if (!field || !usable(field))
		return false;
	format->field[index] = (struct pn_field){ (uint16_t)field->offset, (uint16_t)field->size };
	widen(format, (unsigned int)(field->offset + field->size));
	return true;
}

static bool set_fields(struct pn_format *format, struct tep_event *event)
{
	if (format->kind == PN_EV_MARK)
		return set_text(format, event, field_names[PN_EV_MARK][0][0]);
	if (format->kind == PN_EV_WAKE) {
		set_field(format, 0, event, wake_names);
		return true;
	}
	for (int i = 0; i < PN_FORMAT_FIELDS && field_names[format->kind][i][0]; i++) {
		if (!set_field(format, i, event, field_names[format->kind][i]))
			return false;
	}
	return true;
}

/* Every event has its number at the same place; a file in which that is not so is refused. */
static bool set_type(struct pn_formats *formats, struct pn_format *format,
		     struct tep_event *event)
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

int pn_formats_add(struct pn_formats *formats, const char *system, const char *text, size_t size)
{
	struct pn_format format = { 0 };
	struct tep_event *event = NULL;
	enum pn_wake cause = PN_WAKE_UNKNOWN;
	const char *name;
	size_t len;
	int kind;

	if (!format_name(text, size, &name, &len))
		return 0;
	kind = pn_event_kind_of(system, name, len, &cause);
	if (kind < 0 || kind >= PN_EV_NR || formats->nr == PN_FORMATS_MAX)
		return 0;
	format.kind = (uint8_t)kind;
	format.cause = (uint8_t)cause;
	if (tep_parse_format(formats->tep, &event, text, size, system) != TEP_ERRNO__SUCCESS || !event)
		return -EINVAL;
	/* Idle events are what all this is for; any other that looks odd is done without. */
	if (event->id < 0 || event->id >= PN_TYPE_IDS || !set_type(formats, &format, event) ||
	    !set_fields(&format, event))
		return kind == PN_EV_IDLE ? -EINVAL : 0;
	if (kind == PN_EV_IDLE) {
		formats->idle_slot = formats->nr;
		if (format.field[0].size == 4 && format.field[1].size == 4)
			formats->fast_idle = (uint32_t)event->id;
	}
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
