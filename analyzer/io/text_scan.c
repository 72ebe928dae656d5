// SPDX-License-Identifier: GPL-2.0-only
/* Reading text eight bytes at a time: what is too long or too rare to be inline. */
#include "io/text_scan.h"

const char *pn_scan_long_number(const char *p, uint64_t *value)
{
	static const uint32_t scale[] = { 1,	  10,	   100,	     1000,     10000,
					  100000, 1000000, 10000000, 100000000 };
	uint64_t more;
	unsigned int nr;

	do {
		nr = pn_scan_digits(p, &more);
		if (!nr)
			break;
		if (__builtin_mul_overflow(*value, scale[nr], value) ||
		    __builtin_add_overflow(*value, more, value))
			return NULL;
		p += nr;
	} while (nr == 8);
	return p;
}
