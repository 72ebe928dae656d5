/* SPDX-License-Identifier: GPL-2.0-only */
/* A trace from anywhere, taken through the whole of the analyzer, with what has to hold of it. */
#ifndef PN_FUZZ_FUZZ_TRACE_H
#define PN_FUZZ_FUZZ_TRACE_H

#include <stddef.h>
#include <stdint.h>

/** enum pn_fuzz_ask - bits of what is asked of the trace */
enum pn_fuzz_ask {
	PN_FUZZ_MACHINE = 1 << 0, /* with a state table */
	PN_FUZZ_MERGED = 1 << 1,  /* a second time, merged by time; with the same result */
	PN_FUZZ_PHASES = 1 << 2,
	PN_FUZZ_LATENCY = 1 << 3,
	PN_FUZZ_UNITS = 1 << 4, /* with PN_FUZZ_MACHINE */
	PN_FUZZ_BINS = 1 << 5,
	PN_FUZZ_WINDOW = 1 << 6,
	PN_FUZZ_KERNEL = 1 << 7, /* the kernel's verdicts alone */
	PN_FUZZ_QUICK = 1 << 8,	 /* no reports, which take most of the time */
};

/**
 * pn_fuzz_trace - analyses a trace; of some, writes its report in every form, and reads it back
 * @bytes: the file
 * @size: of it
 * @ask: bits of enum pn_fuzz_ask
 *
 * Ends the program when time is not conserved, when an error has no words, or when the report in
 * JSON does not read back to what it was written from.
 */
void pn_fuzz_trace(const void *bytes, size_t size, unsigned int ask);

/** pn_fuzz_ask - what to ask of an input, told by its contents alone */
unsigned int pn_fuzz_ask(const uint8_t *data, size_t size);

#endif
