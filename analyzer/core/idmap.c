// SPDX-License-Identifier: GPL-2.0-only
/* Open addressing, with marks where something was removed; rebuilt when half full. */
#include "core/idmap.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { EMPTY, IN_USE, REMOVED };

static uint32_t slot_of(const struct pn_idmap *map, uint64_t id)
{
	/* Fibonacci hashing: addresses differ in their middle bits. */
	return (uint32_t)((id * UINT64_C(0x9e3779b97f4a7c15)) >> 32) & (map->room - 1);
}

static struct pn_idmap_entry *find(const struct pn_idmap *map, uint64_t id)
{
	if (!map->room)
		return NULL;
	for (uint32_t i = slot_of(map, id);; i = (i + 1) & (map->room - 1)) {
		struct pn_idmap_entry *entry = &map->entries[i];

		if (entry->used == EMPTY)
			return NULL;
		if (entry->used == IN_USE && entry->id == id)
			return entry;
	}
}

static void insert(struct pn_idmap *map, uint64_t id, uint64_t ns)
{
	uint32_t i = slot_of(map, id);

	while (map->entries[i].used == IN_USE)
		i = (i + 1) & (map->room - 1);
	map->filled += map->entries[i].used == EMPTY;
	map->entries[i] = (struct pn_idmap_entry){ id, ns, IN_USE };
	map->live++;
}

static int rebuild(struct pn_idmap *map)
{
	struct pn_idmap old = *map;

	map->room = old.live * 4 < 64 ? 64 : old.room;
	while (map->room < old.live * 4)
		map->room *= 2;
	map->filled = map->live = 0;
	map->entries = calloc(map->room, sizeof(*map->entries));
	if (!map->entries) {
		*map = old;
		return -ENOMEM;
	}
	for (uint32_t i = 0; i < old.room; i++) {
		if (old.entries[i].used == IN_USE)
			insert(map, old.entries[i].id, old.entries[i].ns);
	}
	free(old.entries);
	return 0;
}

int pn_idmap_put(struct pn_idmap *map, uint64_t id, uint64_t ns)
{
	struct pn_idmap_entry *entry = find(map, id);

	if (entry) {
		entry->ns = ns;
		return 0;
	}
	if (map->live >= PN_IDMAP_MAX)
		return 0;
	if ((map->filled + 1) * 2 > map->room && rebuild(map))
		return -ENOMEM;
	insert(map, id, ns);
	return 0;
}

bool pn_idmap_take(struct pn_idmap *map, uint64_t id, uint64_t *ns)
{
	struct pn_idmap_entry *entry = find(map, id);

	if (!entry)
		return false;
	*ns = entry->ns;
	entry->used = REMOVED;
	map->live--;
	return true;
}

void pn_idmap_free(struct pn_idmap *map)
{
	free(map->entries);
	memset(map, 0, sizeof(*map));
}
