/* SPDX-License-Identifier: GPL-2.0-only */
/* A machine's idle states, tick and topology as JSON: by itself the sidecar, states.json. */
#ifndef PN_OUT_STATES_JSON_H
#define PN_OUT_STATES_JSON_H

#include <stdio.h>

#include "core/idle_state.h"

struct json_object;

/**
 * pn_states_put - adds what a sidecar says of a machine to an object
 * @object: gets the keys driver, governor, tick_ns, tables and topology; NULL gives -ENOMEM
 * @machine: the machine; its origin is not written
 *
 * Returns: 0 or -ENOMEM.
 */
int pn_states_put(struct json_object *object, const struct pn_machine *machine);

/**
 * pn_states_write - writes a machine as a sidecar, which pn_states_read() reads back as it was
 * @machine: the machine; its origin is not written
 * @out: where to
 *
 * Returns: 0, -ENOMEM or -EIO.
 */
int pn_states_write(const struct pn_machine *machine, FILE *out);

#endif
