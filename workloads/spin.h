/* SPDX-License-Identifier: GPL-2.0-only */
/* Busy work in countable units, the same on every machine, and how long a unit takes on this one. */
#ifndef PN_SPIN_H
#define PN_SPIN_H

#include <stdint.h>

/** Turns per millisecond that a --spin-rate may name. */
#define PN_SPIN_RATE_MIN UINT64_C(1)
#define PN_SPIN_RATE_MAX UINT64_C(100000000)

/**
 * pn_spin - does @turns turns of work that touches no memory
 *
 * One turn is a step of a 64-bit linear congruential generator, each needing the one before, so
 * that a turn costs a fixed number of cycles and no compiler can leave one out.
 */
void pn_spin(uint64_t turns);

/**
 * pn_spin_calibrate - measures how many turns the current CPU does in a millisecond
 *
 * Warms the CPU up, so that a frequency governor has time to react, and takes the fastest of
 * several samples. The result differs a little from run to run: runs that are to be compared
 * should be given one rate.
 *
 * Returns: turns per millisecond, at least PN_SPIN_RATE_MIN.
 */
uint64_t pn_spin_calibrate(void);

/** pn_spin_turns - the turns that take @ns at @rate turns per millisecond; at least 1 for ns > 0 */
uint64_t pn_spin_turns(uint64_t ns, uint64_t rate);

#endif
