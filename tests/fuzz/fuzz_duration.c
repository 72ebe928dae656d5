// SPDX-License-Identifier: GPL-2.0-only
/* Numbers, durations, percentages, frequencies and gates, as they stand in options. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "gate.h"
#include "util/duration.h"

/* A number that was taken is the one that is written the same way, but for zeros in front. */
static void check_number(const char *text)
{
	uint64_t value = 7;
	char again[32];

	if (pn_parse_u64(text, 3, UINT64_MAX, &value)) {
		PN_FUZZ_CHECK(value == 7);
		return;
	}
	PN_FUZZ_CHECK(value >= 3);
	snprintf(again, sizeof(again), "%" PRIu64, value);
	PN_FUZZ_CHECK(strcmp(again, text + strspn(text, "0")) == 0);
}

static void check_duration(const char *text)
{
	uint64_t ns = 7, again;
	char exact[40];

	if (pn_parse_duration(text, &ns)) {
		PN_FUZZ_CHECK(ns == 7);
		return;
	}
	PN_FUZZ_CHECK(ns <= INT64_MAX);
	snprintf(exact, sizeof(exact), "%" PRIu64 "ns", ns);
	PN_FUZZ_CHECK(!pn_parse_duration(exact, &again) && again == ns);
	PN_FUZZ_CHECK(strlen(pn_format_ns(ns, exact, 16)) < 16);
}

static void check_shares(const char *text)
{
	struct pn_gate gate;
	double value = -1;

	if (!pn_parse_pct(text, &value))
		PN_FUZZ_CHECK(value >= 0 && value <= 100);
	if (!pn_parse_freq(text, &value))
		PN_FUZZ_CHECK(value > 0 && value <= 1e9);
	if (!pn_gate_parse(text, &gate))
		PN_FUZZ_CHECK(isfinite(gate.limit) && gate.limit >= 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = pn_fuzz_text(data, size);

	check_number(text);
	check_duration(text);
	check_shares(text);
	free(text);
	return 0;
}
