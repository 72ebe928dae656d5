// SPDX-License-Identifier: GPL-2.0-only
/* Busy work in countable units, the same on every machine, and how long a unit takes on this one. */
#include "spin.h"

#include "pace.h"

#define WARM_UP_NS (20 * PN_NSEC_PER_MSEC)
#define SAMPLE_NS  (2 * PN_NSEC_PER_MSEC)
#define SAMPLES	   10

void pn_spin(uint64_t turns)
{
	uint64_t x = turns;

	while (turns--) {
		/* Multiplier and increment are those of D. Knuth's MMIX generator. */
		x = x * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
		__asm__ volatile("" : "+r"(x));
	}
}

/* Turns done in about @span_ns, as turns per millisecond; @step is how many go between looks. */
static uint64_t rate_over(uint64_t span_ns, uint64_t step)
{
	uint64_t start_ns = pn_pace_now_ns(), end_ns, turns = 0;

	do {
		pn_spin(step);
		turns += step;
		end_ns = pn_pace_now_ns();
	} while (end_ns - start_ns < span_ns);
	return (uint64_t)((unsigned __int128)turns * PN_NSEC_PER_MSEC / (end_ns - start_ns));
}

uint64_t pn_spin_calibrate(void)
{
	uint64_t best = PN_SPIN_RATE_MIN, step;

	/* Look at the clock about a hundred times a sample, so that looking costs nothing. */
	step = rate_over(WARM_UP_NS, 1000) * SAMPLE_NS / PN_NSEC_PER_MSEC / 100 + 1;
	for (int i = 0; i < SAMPLES; i++) {
		uint64_t rate = rate_over(SAMPLE_NS, step);

		if (rate > best)
			best = rate;
	}
	return best < PN_SPIN_RATE_MAX ? best : PN_SPIN_RATE_MAX;
}

uint64_t pn_spin_turns(uint64_t ns, uint64_t rate)
{
	unsigned __int128 turns;

	if (!ns)
		return 0;
	turns = ((unsigned __int128)ns * rate + PN_NSEC_PER_MSEC / 2) / PN_NSEC_PER_MSEC;
	if (turns > UINT64_MAX)
		return UINT64_MAX;
	return turns ? (uint64_t)turns : 1;
}
