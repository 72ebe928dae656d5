/* SPDX-License-Identifier: GPL-2.0-only */
/* Figures as they stand in the text report; what does not exist is "-", never 0. */
#ifndef PN_OUT_TEXT_FIGURES_H
#define PN_OUT_TEXT_FIGURES_H

#include <stddef.h>
#include <stdint.h>

#include "core/idle_state.h"

/** PN_FIGURE_LEN - size of the buffers that these functions write to */
#define PN_FIGURE_LEN 40

/** pn_text_duration - a duration with its unit, "1.50 ms" */
const char *pn_text_duration(uint64_t ns, char buf[PN_FIGURE_LEN]);

/** pn_text_pct - @part in percent of @whole, "12.345"; "<0.001" where that is true, "-" of none */
const char *pn_text_pct(uint64_t part, uint64_t whole, char buf[PN_FIGURE_LEN]);

/** pn_text_rate - @count a second over @ns nanoseconds; "<0.001" where that is true, "-" of none */
const char *pn_text_rate(uint64_t count, uint64_t ns, char buf[PN_FIGURE_LEN]);

/** pn_text_seconds - seconds with @digits decimals, 0 to 9, rounded half up from the integer */
const char *pn_text_seconds(uint64_t ns, int digits, char buf[PN_FIGURE_LEN]);

/**
 * pn_text_ratio - @part over @rest with six decimals, rounded half up from the integers
 *
 * Returns: @buf; "0.000000" when both are zero, "inf" when only @rest is.
 */
const char *pn_text_ratio(uint64_t part, uint64_t rest, char buf[PN_FIGURE_LEN]);

/** pn_text_place - "0.1.3": the numbers of package, cluster and core, as far as they are known */
const char *pn_text_place(const struct pn_cpu_place *place, char buf[PN_FIGURE_LEN]);

#endif
