/* SPDX-License-Identifier: GPL-2.0-only */
/* Doubles in cmocka, whose own comparison of this age goes through 32-bit floats. */
#ifndef PN_SUPPORT_ASSERT_NEAR_H
#define PN_SUPPORT_ASSERT_NEAR_H

#include <math.h>

/** assert_near - fails unless @a is within @tolerance of @b; a NaN is near nothing */
#define assert_near(a, b, tolerance) pn_assert_near(a, b, tolerance, #a, __FILE__, __LINE__)

/** pn_assert_near - what assert_near() calls with the place it stands in */
static inline void pn_assert_near(double a, double b, double tolerance, const char *text,
				  const char *file, int line)
{
	if (fabs(a - b) <= tolerance)
		return;
	print_error("%s = %.17g is not within %g of %.17g\n", text, a, tolerance, b);
	_fail(file, line);
}

#endif
