// SPDX-License-Identifier: GPL-2.0-only
/*
 * Prints the frequency of this machine's time stamp counter in kHz. The emulated machine has the same counter, and its
 * kernel has no good way to measure it while other programs keep this machine busy.
 */
#include <stdint.h>
#include <stdio.h>
#include <time.h>

#define WINDOW_NS 50000000ull
#define TRIES	  64

struct reading {
	uint64_t ns;
	uint64_t cycles;
};

#if defined(__x86_64__) || defined(__i386__)
#include <x86intrin.h>

static uint64_t now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000000000u + (uint64_t)ts.tv_nsec;
}

/* Of many readings the one with the least time around the counter's: nothing came between its parts. */
static struct reading read_both(void)
{
	struct reading best = { 0, 0 };
	uint64_t least = UINT64_MAX;

	for (int i = 0; i < TRIES; i++) {
		uint64_t before = now_ns(), cycles = __rdtsc(), after = now_ns();

		if (after - before >= least)
			continue;
		least = after - before;
		best = (struct reading){ .ns = before + least / 2, .cycles = cycles };
	}
	return best;
}

int main(void)
{
	const struct timespec window = { .tv_nsec = WINDOW_NS };
	struct reading from = read_both(), to;

	clock_nanosleep(CLOCK_MONOTONIC, 0, &window, NULL);
	to = read_both();
	printf("%.0f\n", (double)(to.cycles - from.cycles) * 1e6 / (double)(to.ns - from.ns));
	return 0;
}
#else
int main(void)
{
	fputs("tsc-khz: this processor has no time stamp counter\n", stderr);
	return 77;
}
#endif
