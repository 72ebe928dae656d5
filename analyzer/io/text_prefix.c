// SPDX-License-Identifier: GPL-2.0-only
/* The column that trace-cmd report puts before each line when it shows several buffers. */
#include "io/text_prefix.h"

#include <stddef.h>

/** Columns of the task's name, up to the dash before the PID. */
#define COMM_WIDTH 16

/** Widest column: names of instances are names of folders. */
#define PREFIX_MAX (255 + 2)

uint32_t pn_text_prefix_size(const char *begin, const struct pn_text_line *line)
{
	const char *p = line->cpu_text - 1;
	struct pn_text_slice name;
	ptrdiff_t size;

	while (p > begin && p[-1] == ' ')
		p--;
	while (p > begin && p[-1] >= '0' && p[-1] <= '9')
		p--;
	size = p - 1 - begin - COMM_WIDTH;
	if (size <= 0 || size > PREFIX_MAX || p[-1] != '-' ||
	    !pn_text_prefix_read(begin, line->cpu_text, (uint32_t)size, &name))
		return 0;
	return (uint32_t)size;
}

bool pn_text_prefix_read(const char *begin, const char *end, uint32_t size,
			 struct pn_text_slice *name)
{
	const char *p = begin;

	if (end - begin <= (ptrdiff_t)size)
		return false;
	while (p < begin + size && *p == ' ')
		p++;
	name->begin = p;
	name->end = p;
	if (p == begin + size)
		return true;
	if (begin + size - p < 3 || begin[size - 2] != ':' || begin[size - 1] != ' ')
		return false;
	name->end = begin + size - 2;
	return true;
}
