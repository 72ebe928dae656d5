// SPDX-License-Identifier: GPL-2.0-only
/* Text and files inside HTML. */
#include "out/html_text.h"

#include <errno.h>
#include <stdint.h>

static const char *escaped(char c)
{
	switch (c) {
	case '&':
		return "&amp;";
	case '<':
		return "&lt;";
	case '>':
		return "&gt;";
	case '"':
		return "&quot;";
	case '\'':
		return "&#39;";
	default:
		return NULL;
	}
}

void pn_html_text(const char *text, FILE *out)
{
	for (; *text; text++) {
		const char *instead = escaped(*text);

		if (instead)
			fputs(instead, out);
		else
			fputc((unsigned char)*text < ' ' && *text != '\n' ? ' ' : *text, out);
	}
}

void pn_html_tag(const char *tag, const char *text, FILE *out)
{
	fprintf(out, "<%s>", tag);
	pn_html_text(text, out);
	fprintf(out, "</%s>\n", tag);
}

int pn_html_base64(FILE *in, FILE *out)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	unsigned char bytes[3];
	size_t nr;

	do {
		uint32_t word;

		bytes[0] = bytes[1] = bytes[2] = 0;
		nr = fread(bytes, 1, sizeof(bytes), in);
		if (!nr)
			break;
		word = (uint32_t)bytes[0] << 16 | (uint32_t)bytes[1] << 8 | bytes[2];
		fputc(digits[word >> 18], out);
		fputc(digits[word >> 12 & 63], out);
		fputc(nr > 1 ? digits[word >> 6 & 63] : '=', out);
		fputc(nr > 2 ? digits[word & 63] : '=', out);
	} while (nr == sizeof(bytes));
	return ferror(in) ? -EIO : 0;
}
