/* SPDX-License-Identifier: GPL-2.0-only */
/* Values from one to another in even steps, as options give them: "0.05us:5us:0.05us". */
#ifndef PN_SWEEP_H
#define PN_SWEEP_H

#include <stdint.h>

/** The most steps that one sweep may have. */
#define PN_SWEEP_STEPS_MAX 1000000u

/** struct pn_sweep - from, from + step, ... up to to at most; step > 0 and from <= to */
struct pn_sweep {
	uint64_t from;
	uint64_t to;
	uint64_t step;
};

/** pn_sweep_parse_fn - reads one value of a sweep; 0, -EINVAL or -ERANGE */
typedef int (*pn_sweep_parse_fn)(const char *text, uint64_t *out);

/**
 * pn_sweep_parse - reads "FROM:TO:STEP"
 * @text: the whole string
 * @parse: reads each of the three values
 * @out: the sweep, untouched on error
 *
 * Returns: 0, -EINVAL (not three values, step 0, or backwards) or -ERANGE (a value out of range, or
 * more than PN_SWEEP_STEPS_MAX steps).
 */
int pn_sweep_parse(const char *text, pn_sweep_parse_fn parse, struct pn_sweep *out);

/** pn_sweep_count - how many values the sweep has, at least 1 */
uint32_t pn_sweep_count(const struct pn_sweep *sweep);

/** pn_sweep_value - value number @i, from 0 to pn_sweep_count() - 1 */
uint64_t pn_sweep_value(const struct pn_sweep *sweep, uint32_t i);

#endif
