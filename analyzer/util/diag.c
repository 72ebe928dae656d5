// SPDX-License-Identifier: GPL-2.0-only
/* Messages to stderr, each "PROGRAM: text", one line. */
#include "util/diag.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* Set once at start-up; handing it to every function that may fail would gain nothing. */
static const char *program_name = "powernightmare";
static enum pn_verbosity shown;

void pn_diag_init(const char *program, enum pn_verbosity verbosity)
{
	program_name = program;
	shown = verbosity;
}

void pn_diag_verbosity(enum pn_verbosity verbosity)
{
	shown = verbosity;
}

/* A file name or a damaged trace may hold line ends and terminal codes. */
static void keep_on_one_line(char *text)
{
	for (; *text; text++)
		if (iscntrl((unsigned char)*text))
			*text = '?';
}

static void __attribute__((format(printf, 1, 0))) say(const char *fmt, va_list args)
{
	char *text;

	if (vasprintf(&text, fmt, args) < 0) {
		fprintf(stderr, "%s: out of memory\n", program_name);
		return;
	}
	keep_on_one_line(text);
	fprintf(stderr, "%s: %s\n", program_name, text);
	free(text);
}

void pn_error(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	say(fmt, args);
	va_end(args);
}

void pn_warn(const char *fmt, ...)
{
	va_list args;

	if (shown < PN_NORMAL)
		return;
	va_start(args, fmt);
	say(fmt, args);
	va_end(args);
}

void pn_note(const char *fmt, ...)
{
	va_list args;

	if (shown < PN_VERBOSE)
		return;
	va_start(args, fmt);
	say(fmt, args);
	va_end(args);
}
