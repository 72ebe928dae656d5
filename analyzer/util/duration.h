/* SPDX-License-Identifier: GPL-2.0-only */
/* The one strict parser of numbers, durations, percentages and frequencies. */
#ifndef PN_UTIL_DURATION_H
#define PN_UTIL_DURATION_H

#include <stddef.h>
#include <stdint.h>

/**
 * pn_parse_u64 - reads a whole decimal number
 * @text: the whole string is the number: no sign, no blank, nothing after it
 * @min: smallest value allowed
 * @max: largest value allowed
 * @out: the value, untouched on error
 *
 * Returns: 0, -EINVAL (not a number) or -ERANGE (outside @min..@max, or of 64 bits).
 */
int pn_parse_u64(const char *text, uint64_t min, uint64_t max, uint64_t *out);

/**
 * pn_parse_decimal - reads a decimal number with an optional fraction off the front of a text
 * @text: begins with a digit: no sign, no exponent, nothing hexadecimal
 * @end: where the number ends
 * @out: the number, untouched on error
 *
 * Returns: 0, -EINVAL (no number) or -ERANGE (past 2^64-1).
 */
int pn_parse_decimal(const char *text, const char **end, double *out);

/**
 * pn_parse_duration - reads a duration with its unit into nanoseconds
 * @text: a decimal number with an optional fraction, then one of ns, us, ms, s, m (or min), h;
 *        a bare 0 needs no unit, any other bare number is refused
 * @out_ns: the duration, untouched on error; what is finer than a nanosecond has to be zero
 *
 * Returns: 0, -EINVAL (no duration, unknown or missing unit) or -ERANGE (over 2^63-1 ns).
 */
int pn_parse_duration(const char *text, uint64_t *out_ns);

/**
 * pn_parse_pct - reads a percentage, "3%", "0.5%" or "100%"
 * @text: the percent sign is required
 * @out_pct: 0 to 100, untouched on error
 *
 * Returns: 0, -EINVAL or -ERANGE.
 */
int pn_parse_pct(const char *text, double *out_pct);

/**
 * pn_parse_freq - reads a frequency, "347Hz", "1.5kHz" or "2MHz"
 * @text: the unit is required
 * @out_hz: above 0, untouched on error
 *
 * Returns: 0, -EINVAL or -ERANGE (zero, or over 1 GHz).
 */
int pn_parse_freq(const char *text, double *out_hz);

/**
 * pn_format_ns - writes a duration for people, three to four digits and a unit ("1.50 ms")
 * @ns: the duration
 * @buf: at least 16 bytes
 * @size: size of @buf
 *
 * Returns: @buf.
 */
const char *pn_format_ns(uint64_t ns, char *buf, size_t size);

#endif
