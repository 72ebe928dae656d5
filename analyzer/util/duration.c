// SPDX-License-Identifier: GPL-2.0-only
/* The one strict parser of numbers, durations, percentages and frequencies. */
#include "util/duration.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define NSEC_PER_SEC	    UINT64_C(1000000000)
#define ARRAY_SIZE(a)	    (sizeof(a) / sizeof((a)[0]))
#define MAX_FRACTION_DIGITS 18

/* A decimal number as it was written: whole + fraction / scale. */
struct decimal {
	uint64_t whole;
	uint64_t fraction;
	uint64_t scale;
};

/* A unit and how many billionths of the base unit it is worth. */
struct unit {
	const char *name;
	uint64_t nano;
};

static const struct unit duration_units[] = {
	{ "ns", 1 },
	{ "us", 1000 },
	{ "ms", 1000000 },
	{ "s", NSEC_PER_SEC },
	{ "m", 60 * NSEC_PER_SEC },
	{ "min", 60 * NSEC_PER_SEC },
	{ "h", 3600 * NSEC_PER_SEC },
};

static const struct unit pct_units[] = {
	{ "%", NSEC_PER_SEC },
};

static const struct unit freq_units[] = {
	{ "Hz", NSEC_PER_SEC },
	{ "kHz", 1000 * NSEC_PER_SEC },
	{ "MHz", 1000000 * NSEC_PER_SEC },
};

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/*
 * Reads the digits at *@text and moves *@text behind them. A number that is too large is read to
 * its end before it is refused, so that rubbish behind many digits is still called rubbish.
 */
static int parse_digits(const char **text, uint64_t *out)
{
	const char *p = *text;
	bool overflow = false;
	uint64_t value = 0;

	if (!is_digit(*p))
		return -EINVAL;
	for (; is_digit(*p); p++) {
		overflow |= __builtin_mul_overflow(value, UINT64_C(10), &value);
		overflow |= __builtin_add_overflow(value, (uint64_t)(*p - '0'), &value);
	}
	*text = p;
	*out = value;
	return overflow ? -ERANGE : 0;
}

int pn_parse_u64(const char *text, uint64_t min, uint64_t max, uint64_t *out)
{
	uint64_t value;
	int err;

	err = parse_digits(&text, &value);
	if (err == -EINVAL || *text)
		return -EINVAL;
	if (err || value < min || value > max)
		return -ERANGE;
	*out = value;
	return 0;
}

/*
 * Reads ".DIGITS" at *@text, if it is there. Zeros at the end say nothing; of what is left, no unit
 * here can turn more than 18 digits into a whole number of billionths.
 */
static int parse_fraction(const char **text, struct decimal *dec)
{
	const char *first, *end;

	dec->fraction = 0;
	dec->scale = 1;
	if (**text != '.')
		return 0;
	first = end = *text + 1;
	while (is_digit(*end))
		end++;
	if (end == first)
		return -EINVAL;
	*text = end;
	while (end > first && end[-1] == '0')
		end--;
	if (end - first > MAX_FRACTION_DIGITS)
		return -EINVAL;
	for (; first < end; first++) {
		dec->fraction = dec->fraction * 10 + (uint64_t)(*first - '0');
		dec->scale *= 10;
	}
	return 0;
}

int pn_parse_decimal(const char *text, const char **end, double *out)
{
	struct decimal dec;
	int err;

	err = parse_digits(&text, &dec.whole);
	if (!err)
		err = parse_fraction(&text, &dec);
	if (err)
		return err;
	*end = text;
	*out = (double)dec.whole + (double)dec.fraction / (double)dec.scale;
	return 0;
}

static const struct unit *find_unit(const char *name, const struct unit *units, size_t nr)
{
	for (size_t i = 0; i < nr; i++)
		if (!strcmp(name, units[i].name))
			return &units[i];
	return NULL;
}

/* The number in billionths of the base unit; exact, or -EINVAL when a remainder is left. */
static int to_nano(const struct decimal *dec, uint64_t unit_nano, uint64_t *out)
{
	unsigned __int128 part = (unsigned __int128)dec->fraction * unit_nano;
	unsigned __int128 sum = (unsigned __int128)dec->whole * unit_nano + part / dec->scale;

	if (part % dec->scale)
		return -EINVAL;
	if (sum > INT64_MAX)
		return -ERANGE;
	*out = (uint64_t)sum;
	return 0;
}

static int parse_with_unit(const char *text, const struct unit *units, size_t nr, uint64_t *out)
{
	const struct unit *unit;
	struct decimal dec;
	int range, err;

	range = parse_digits(&text, &dec.whole);
	if (range == -EINVAL)
		return range;
	err = parse_fraction(&text, &dec);
	if (err)
		return err;
	unit = find_unit(text, units, nr);
	if (!unit)
		return -EINVAL;
	return range ? range : to_nano(&dec, unit->nano, out);
}

int pn_parse_duration(const char *text, uint64_t *out_ns)
{
	if (!strcmp(text, "0")) {
		*out_ns = 0;
		return 0;
	}
	return parse_with_unit(text, duration_units, ARRAY_SIZE(duration_units), out_ns);
}

int pn_parse_pct(const char *text, double *out_pct)
{
	uint64_t nano;
	int err;

	err = parse_with_unit(text, pct_units, ARRAY_SIZE(pct_units), &nano);
	if (err)
		return err;
	if (nano > 100 * NSEC_PER_SEC)
		return -ERANGE;
	*out_pct = (double)nano / NSEC_PER_SEC;
	return 0;
}

int pn_parse_freq(const char *text, double *out_hz)
{
	uint64_t nano;
	int err;

	err = parse_with_unit(text, freq_units, ARRAY_SIZE(freq_units), &nano);
	if (err)
		return err;
	if (!nano || nano > NSEC_PER_SEC * NSEC_PER_SEC)
		return -ERANGE;
	*out_hz = (double)nano / NSEC_PER_SEC;
	return 0;
}

const char *pn_format_ns(uint64_t ns, char *buf, size_t size)
{
	static const struct unit shown[] = {
		{ "h", 3600 * NSEC_PER_SEC },
		{ "min", 60 * NSEC_PER_SEC },
		{ "s", NSEC_PER_SEC },
		{ "ms", 1000000 },
		{ "us", 1000 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(shown); i++) {
		double value = (double)ns / (double)shown[i].nano;

		if (ns < shown[i].nano)
			continue;
		snprintf(buf, size, "%.*f %s",
			 value < 10    ? 2
			 : value < 100 ? 1
				       : 0,
			 value, shown[i].name);
		return buf;
	}
	snprintf(buf, size, "%u ns", (unsigned int)ns);
	return buf;
}
