/* SPDX-License-Identifier: GPL-2.0-only */
/* The units of several CPUs in a JSON report, read back; private to the reader of reports. */
#ifndef PN_IO_UNITS_JSON_H
#define PN_IO_UNITS_JSON_H

#include "core/summary.h"
#include "io/json_in.h"

/**
 * pn_units_read - reads the units of a section
 * @json: the object of the section
 * @section: gets the units; they are the caller's to free, on error as well
 *
 * Returns: 0, -EINVAL with one line that names the file and the place, or -ENOMEM.
 */
int pn_units_read(const struct pn_json *json, struct pn_section *section);

#endif
