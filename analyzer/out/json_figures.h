/* SPDX-License-Identifier: GPL-2.0-only */
/* Figures under their names in a JSON object, or null where they do not exist. */
#ifndef PN_OUT_JSON_FIGURES_H
#define PN_OUT_JSON_FIGURES_H

#include "core/figure.h"
#include "out/groups.h"

struct json_object;

/* Each adds keys to @object, which may be NULL, and returns 0 or -ENOMEM. */

/** pn_json_put_flags - adds what is known of a CPU at all: data, table, switches, ... */
int pn_json_put_flags(struct json_object *object, const struct pn_cpu_stats *stats);

/** pn_json_put_cpu_figures - adds all figures of figures->stats, but for those of its states */
int pn_json_put_cpu_figures(struct json_object *object, const struct pn_figures *figures);

/** pn_json_put_state_figures - adds all figures of figures->state */
int pn_json_put_state_figures(struct json_object *object, const struct pn_figures *figures);

/** pn_json_put_sum_figures - the same for all states of figures->stats together */
int pn_json_put_sum_figures(struct json_object *object, const struct pn_figures *figures);

/** pn_json_put_state_name - adds the number of a state, and its name by @table (or NULL) */
int pn_json_put_state_name(struct json_object *object, const struct pn_state_table *table,
			   uint32_t state);

/** pn_json_put_place - adds the numbers of package, cluster and core, null where not known */
int pn_json_put_place(struct json_object *object, const struct pn_cpu_place *place);

/** pn_json_put_group_name - adds what kind of group it is, where it is, and its CPUs */
int pn_json_put_group_name(struct json_object *object, enum pn_group_kind kind,
			   const struct pn_group *group);

/** pn_json_put_nightmare - adds all that is known of a powernightmare */
int pn_json_put_nightmare(struct json_object *object, const struct pn_nightmare *nightmare);

/** pn_json_put_irq - adds an interrupt and how many stays it ended */
int pn_json_put_irq(struct json_object *object, const struct pn_irq_stats *irq);

#endif
