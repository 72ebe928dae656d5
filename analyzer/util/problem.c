// SPDX-License-Identifier: GPL-2.0-only
/* What went wrong, in words. */
#include "util/problem.h"

#include <stdarg.h>
#include <stdio.h>

int pn_problem_set(struct pn_problem *problem, int err, const char *fmt, ...)
{
	va_list args;

	if (!problem)
		return err;
	va_start(args, fmt);
	vsnprintf(problem->text, sizeof(problem->text), fmt, args);
	va_end(args);
	return err;
}
