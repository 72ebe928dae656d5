/* SPDX-License-Identifier: GPL-2.0-only */
/* Where state tables come from: the sidecar beside a trace, or a sysfs tree. */
#ifndef PN_IO_STATES_H
#define PN_IO_STATES_H

#include "core/idle_state.h"
#include "io/json_in.h"
#include "util/problem.h"

/**
 * pn_states_read - reads a sidecar, states.json (schema powernightmare.states/1)
 * @path: the file
 * @origin: what the machine's origin is to be: option or sidecar
 * @machine: freed with pn_machine_free()
 * @problem: what went wrong, with the file's name
 *
 * Keys that are not known are passed over; a key that is null says the same as a missing one.
 *
 * Returns: 0 or a negative errno: that of open(2), -EISDIR, -ENODATA (empty), -EFBIG, -EINVAL (not
 * such a file), -ENOMEM.
 */
int pn_states_read(const char *path, enum pn_origin origin, struct pn_machine **machine,
		   struct pn_problem *problem);

/**
 * pn_states_read_object - reads what a sidecar says from an object within another file
 * @json: the object; its schema is not looked at
 * @machine: empty before; filled in, but for its origin
 *
 * Returns: 0, -EINVAL with one line that names the file and the place, or -ENOMEM.
 */
int pn_states_read_object(const struct pn_json *json, struct pn_machine *machine);

/**
 * pn_states_sysfs - reads the idle states, tick and topology of a machine from its sysfs
 * @sysroot: "" for this machine, or the folder of a copied tree (holding sys/, boot/, proc/)
 * @machine: freed with pn_machine_free(); without a cpuidle driver it has no table
 * @problem: what went wrong, with the file's name
 *
 * A state counts as disabled when the user's switch says so, since that switch starts where the
 * driver's default has it; the default alone counts where there is no switch. The tick is that of
 * CONFIG_HZ, from proc/config.gz, else from the kernel's boot/config-*, else unknown.
 *
 * Returns: 0 or a negative errno.
 */
int pn_states_sysfs(const char *sysroot, struct pn_machine **machine, struct pn_problem *problem);

#endif
