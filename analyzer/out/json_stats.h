/* SPDX-License-Identifier: GPL-2.0-only */
/* The sections of the JSON report; private to it. */
#ifndef PN_OUT_JSON_STATS_H
#define PN_OUT_JSON_STATS_H

#include "core/summary.h"

struct json_object;

/**
 * pn_json_put_section - adds a section
 * @sections: the array
 * @summary: whose machine names the states; has to outlive the JSON
 * @section: one of its sections; has to outlive the JSON, which prints its histograms from there
 *
 * Returns: 0 or -ENOMEM.
 */
int pn_json_put_section(struct json_object *sections, const struct pn_summary *summary,
			const struct pn_section *section);

#endif
