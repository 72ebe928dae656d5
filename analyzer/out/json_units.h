/* SPDX-License-Identifier: GPL-2.0-only */
/* Units of several CPUs in JSON, and the figures of theirs that CSV has as well. */
#ifndef PN_OUT_JSON_UNITS_H
#define PN_OUT_JSON_UNITS_H

#include "core/summary.h"

struct json_object;

/* Each adds keys to @object, which may be NULL, and returns 0 or -ENOMEM. */

/** pn_json_put_unit_name - adds what kind of unit it is, where it is, and how many CPUs it has */
int pn_json_put_unit_name(struct json_object *object, const struct pn_unit_stats *unit);

/** pn_json_put_unit_state - adds a state that is the shallowest of a unit's CPUs, and its time */
int pn_json_put_unit_state(struct json_object *object, const struct pn_state_table *table,
			   uint32_t number, const struct pn_unit_state *state);

/** pn_json_put_blame - adds a CPU that was in the way, in which state and how long */
int pn_json_put_blame(struct json_object *object, const struct pn_state_table *table,
		      const struct pn_blame *blame);

/** pn_json_put_units - adds all units of a section, or null where they were not asked for */
int pn_json_put_units(struct json_object *object, const struct pn_machine *machine,
		      const struct pn_section *section);

#endif
