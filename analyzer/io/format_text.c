// SPDX-License-Identifier: GPL-2.0-only
/* Whether the text of a format file has the form that kernels give it. */
#include "io/format_text.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

/** struct text - what is left to look at */
struct text {
	const char *at;
	const char *end;
};

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

static bool take(struct text *text, const char *what)
{
	size_t length = strlen(what);

	if ((size_t)(text->end - text->at) < length || memcmp(text->at, what, length) != 0)
		return false;
	text->at += length;
	return true;
}

static bool take_number(struct text *text)
{
	const char *start = text->at;

	while (text->at < text->end && isdigit((unsigned char)*text->at))
		text->at++;
	return text->at > start && text->at - start < 10;
}

static void take_word(struct text *text)
{
	while (text->at < text->end && is_word(*text->at))
		text->at++;
}

/* A type and a name, "__data_loc char[] name"; what is in brackets is one word, or nothing. */
static bool take_declaration(struct text *text)
{
	while (text->at < text->end && *text->at != ';') {
		char c = *text->at++;

		if (c == '[') {
			take_word(text);
			if (!take(text, "]"))
				return false;
		} else if (!c || (!is_word(c) && !strchr(" *().,:-", c))) {
			return false;
		}
	}
	return take(text, ";");
}

static bool take_property(struct text *text, const char *name)
{
	return take(text, name) && take_number(text) && take(text, ";");
}

static bool take_field(struct text *text)
{
	if (!take(text, "\tfield:") || !take_declaration(text) ||
	    !take_property(text, "\toffset:") || !take_property(text, "\tsize:"))
		return false;
	/* Kernels before 2.6.33 do not say whether it has a sign. */
	return take(text, "\n") || (take_property(text, "\tsigned:") && take(text, "\n"));
}

size_t pn_format_fields(const char *text, size_t size)
{
	struct text rest = { text, text + size };

	if (!take(&rest, "name: "))
		return 0;
	take_word(&rest);
	if (!take(&rest, "\nID: ") || !take_number(&rest) || !take(&rest, "\nformat:\n"))
		return 0;
	while (!take(&rest, "print fmt:")) {
		/* The common fields are set off by an empty line. */
		if (!take(&rest, "\n") && !take_field(&rest))
			return 0;
	}
	return (size_t)(rest.at - text) - strlen("print fmt:");
}
