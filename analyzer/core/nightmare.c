// SPDX-License-Identifier: GPL-2.0-only
/* The longest powernightmares. */
#include "core/nightmare.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static bool worse(const struct pn_nightmare *a, const struct pn_nightmare *b)
{
	if (a->length_ns != b->length_ns)
		return a->length_ns > b->length_ns;
	if (a->start_ns != b->start_ns)
		return a->start_ns < b->start_ns;
	return a->cpu < b->cpu;
}

int pn_worst_add(struct pn_worst *worst, const struct pn_nightmare *nightmare)
{
	uint32_t i;

	if (!worst->room)
		return 0;
	if (!worst->list) {
		worst->list = calloc(worst->room, sizeof(*worst->list));
		if (!worst->list)
			return -ENOMEM;
	}
	if (worst->nr == worst->room) {
		if (!worse(nightmare, &worst->list[worst->nr - 1]))
			return 0;
		worst->nr--;
	}
	for (i = worst->nr; i > 0 && worse(nightmare, &worst->list[i - 1]); i--)
		worst->list[i] = worst->list[i - 1];
	worst->list[i] = *nightmare;
	worst->nr++;
	return 0;
}

struct pn_nightmare *pn_worst_find(struct pn_worst *worst, uint32_t cpu, uint64_t start_ns)
{
	for (uint32_t i = 0; i < worst->nr; i++) {
		if (worst->list[i].cpu == cpu && worst->list[i].start_ns == start_ns)
			return &worst->list[i];
	}
	return NULL;
}

static int make_room(struct pn_worst *worst, uint32_t room)
{
	struct pn_nightmare *list;

	if (worst->room >= room)
		return 0;
	if (worst->list) {
		list = realloc(worst->list, room * sizeof(*list));
		if (!list)
			return -ENOMEM;
		worst->list = list;
	}
	worst->room = room;
	return 0;
}

int pn_worst_merge(struct pn_worst *into, const struct pn_worst *from)
{
	int err = make_room(into, from->room);

	for (uint32_t i = 0; !err && i < from->nr; i++)
		err = pn_worst_add(into, &from->list[i]);
	return err;
}

void pn_worst_free(struct pn_worst *worst)
{
	free(worst->list);
	memset(worst, 0, sizeof(*worst));
}
