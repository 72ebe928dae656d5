/* SPDX-License-Identifier: GPL-2.0-only */
/* A small map from 64-bit identities (a timer's address, a task's number) to what waits on them. */
#ifndef PN_CORE_IDMAP_H
#define PN_CORE_IDMAP_H

#include <stdbool.h>
#include <stdint.h>

/** Most identities that are kept; when full, new ones are not taken in. */
#define PN_IDMAP_MAX (1u << 20)

/** struct pn_idmap_entry - what is kept of an identity */
struct pn_idmap_entry {
	uint64_t id;
	uint64_t ns;
	uint32_t used; /* 0: empty; 1: in use; 2: was in use */
};

/** struct pn_idmap - all zero is an empty map */
struct pn_idmap {
	uint32_t room;	 /* a power of two */
	uint32_t filled; /* in use or were */
	uint32_t live;
	struct pn_idmap_entry *entries;
};

/** pn_idmap_put - keeps @ns under @id, in place of what was there; 0 or -ENOMEM */
int pn_idmap_put(struct pn_idmap *map, uint64_t id, uint64_t ns);

/** pn_idmap_take - removes @id and gives what was kept in @ns; false when it is not there */
bool pn_idmap_take(struct pn_idmap *map, uint64_t id, uint64_t *ns);

/** pn_idmap_free - frees and empties the map */
void pn_idmap_free(struct pn_idmap *map);

#endif
