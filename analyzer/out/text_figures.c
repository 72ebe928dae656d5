// SPDX-License-Identifier: GPL-2.0-only
/* Figures as they stand in the text report. */
#include "out/text_figures.h"

#include <inttypes.h>
#include <stdio.h>

#include "util/duration.h"

#define NSEC_PER_SEC UINT64_C(1000000000)
#define MICRO	     1000000u

const char *pn_text_duration(uint64_t ns, char buf[PN_FIGURE_LEN])
{
	return pn_format_ns(ns, buf, PN_FIGURE_LEN);
}

/* Enough digits to tell small figures from nothing, and no more than three behind the point. */
static const char *format(double value, char *buf)
{
	int digits = value >= 1000 ? 0 : value >= 100 ? 1 : 3;

	if (value > 0 && value < 0.001)
		snprintf(buf, PN_FIGURE_LEN, "<0.001");
	else
		snprintf(buf, PN_FIGURE_LEN, "%.*f", digits, value);
	return buf;
}

const char *pn_text_pct(uint64_t part, uint64_t whole, char buf[PN_FIGURE_LEN])
{
	if (!whole)
		return "-";
	if (part >= whole)
		return "100";
	return format(100.0 * (double)part / (double)whole, buf);
}

const char *pn_text_rate(uint64_t count, uint64_t ns, char buf[PN_FIGURE_LEN])
{
	if (!ns)
		return "-";
	return format((double)count * (double)NSEC_PER_SEC / (double)ns, buf);
}

const char *pn_text_seconds(uint64_t ns, int digits, char buf[PN_FIGURE_LEN])
{
	uint64_t unit = 1, scale;
	unsigned __int128 units;

	for (int i = digits; i < 9; i++)
		unit *= 10;
	scale = NSEC_PER_SEC / unit;
	units = ((unsigned __int128)ns + unit / 2) / unit;
	if (digits)
		snprintf(buf, PN_FIGURE_LEN, "%" PRIu64 ".%0*" PRIu64, (uint64_t)(units / scale),
			 digits, (uint64_t)(units % scale));
	else
		snprintf(buf, PN_FIGURE_LEN, "%" PRIu64, (uint64_t)units);
	return buf;
}

const char *pn_text_ratio(uint64_t part, uint64_t rest, char buf[PN_FIGURE_LEN])
{
	unsigned __int128 micro;

	if (!rest)
		return part ? "inf" : "0.000000";
	micro = ((unsigned __int128)part * MICRO + rest / 2) / rest;
	snprintf(buf, PN_FIGURE_LEN, "%" PRIu64 ".%06u", (uint64_t)(micro / MICRO),
		 (unsigned int)(micro % MICRO));
	return buf;
}

const char *pn_text_place(const struct pn_cpu_place *place, char buf[PN_FIGURE_LEN])
{
	const int32_t numbers[] = { place->package, place->cluster, place->core };
	size_t length = 0;

	buf[0] = '\0';
	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
		if (numbers[i] >= 0)
			length += (size_t)snprintf(&buf[length], PN_FIGURE_LEN - length,
						   "%s%" PRId32, length ? "." : "", numbers[i]);
	}
	return buf;
}
