// SPDX-License-Identifier: GPL-2.0-only
/* Text in a CSV file. */
#include "util/csv_text.h"

#include <string.h>

void pn_csv_text(const char *text, FILE *out)
{
	if (!text[strcspn(text, ",\"\r\n")]) {
		fputs(text, out);
		return;
	}
	fputc('"', out);
	for (; *text; text++) {
		if (*text == '"')
			fputc('"', out);
		fputc(*text, out);
	}
	fputc('"', out);
}
