// SPDX-License-Identifier: GPL-2.0-only
/* The bytes of a trace.dat as they are: heads, sections and options that nobody has written. */
#include "fuzz.h"
#include "fuzz_trace.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	pn_fuzz_trace(data, size, pn_fuzz_ask(data, size));
	return 0;
}
