/* SPDX-License-Identifier: GPL-2.0-only */
/* What went wrong, in words, on its way from where it happened to where it is reported. */
#ifndef PN_UTIL_PROBLEM_H
#define PN_UTIL_PROBLEM_H

#define PN_PROBLEM_LEN 512

/** struct pn_problem - one line for people, without a newline; empty when all is well */
struct pn_problem {
	char text[PN_PROBLEM_LEN];
};

/**
 * pn_problem_set - says what went wrong
 * @problem: where to, or NULL; what it said before is gone
 * @err: a negative errno, handed back
 * @fmt: the line: names the file, the offset or line number where there is one, and the way out
 *
 * Returns: @err, so that a failing function can end with it.
 */
int pn_problem_set(struct pn_problem *problem, int err, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

#endif
