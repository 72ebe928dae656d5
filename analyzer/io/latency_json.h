/* SPDX-License-Identifier: GPL-2.0-only */
/* The wake latencies in a JSON report, read back; private to the reader of reports. */
#ifndef PN_IO_LATENCY_JSON_H
#define PN_IO_LATENCY_JSON_H

#include "core/summary.h"
#include "io/json_in.h"

/**
 * pn_latency_read - reads the latencies of a section
 * @json: the object of the section
 * @section: gets the latencies; they are the caller's to free, on error as well
 *
 * Returns: 0, -EINVAL with one line that names the file and the place, or -ENOMEM.
 */
int pn_latency_read(const struct pn_json *json, struct pn_section *section);

#endif
