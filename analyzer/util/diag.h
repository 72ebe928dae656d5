/* SPDX-License-Identifier: GPL-2.0-only */
/* Messages to stderr, each "PROGRAM: text", one line. */
#ifndef PN_UTIL_DIAG_H
#define PN_UTIL_DIAG_H

/** enum pn_verbosity - what reaches stderr; errors always do */
enum pn_verbosity {
	PN_QUIET = -1,	/* errors only */
	PN_NORMAL = 0,	/* and warnings */
	PN_VERBOSE = 1, /* and notes */
};

/** pn_diag_init - sets the program name that starts every message (not copied) and the verbosity */
void pn_diag_init(const char *program, enum pn_verbosity verbosity);

/** pn_diag_verbosity - sets the verbosity alone */
void pn_diag_verbosity(enum pn_verbosity verbosity);

/** pn_error - something could not be done; printed always */
void pn_error(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/** pn_warn - done, but the user should know; hidden by PN_QUIET */
void pn_warn(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/** pn_note - shown by PN_VERBOSE only */
void pn_note(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

#endif
