/* SPDX-License-Identifier: GPL-2.0-only */
/* The sections of a JSON report, read back; private to the reader of reports. */
#ifndef PN_IO_SECTION_JSON_H
#define PN_IO_SECTION_JSON_H

#include "core/summary.h"
#include "io/json_in.h"

/**
 * pn_section_read - reads a section
 * @json: its object
 * @params: those of the report, read before
 * @section: all zero before; what it holds is the caller's to free, on error as well
 *
 * Returns: 0, -EINVAL with one line that names the file and the place, or -ENOMEM.
 */
int pn_section_read(const struct pn_json *json, const struct pn_params *params,
		    struct pn_section *section);

#endif
