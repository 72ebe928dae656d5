/* SPDX-License-Identifier: GPL-2.0-only */
/* Reports in JSON, read back to the summaries that they were written from. */
#ifndef PN_IO_SUMMARY_JSON_H
#define PN_IO_SUMMARY_JSON_H

#include "core/summary.h"
#include "util/problem.h"

/**
 * pn_summary_read - reads a report (schema powernightmare.report/1)
 * @path: the file, or "-" for standard input
 * @summary: freed with pn_summary_free(); NULL on error
 * @problem: what went wrong, with the file's name and the place in it
 *
 * Stored figures alone are read; sums, rates and percentiles follow from them. What contradicts
 * itself is refused: a histogram that does not add up to its count, time that is not conserved.
 *
 * Returns: 0 or a negative errno: that of open(2), -EISDIR, -ENODATA (empty), -EFBIG, -EINVAL (no
 * such report), -ENOMEM.
 */
int pn_summary_read(const char *path, struct pn_summary **summary, struct pn_problem *problem);

#endif
