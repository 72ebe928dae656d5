/* SPDX-License-Identifier: GPL-2.0-only */
/* Text and files inside HTML. */
#ifndef PN_OUT_HTML_TEXT_H
#define PN_OUT_HTML_TEXT_H

#include <stdio.h>

/** pn_html_text - writes a text with everything escaped that means something in HTML or a value */
void pn_html_text(const char *text, FILE *out);

/** pn_html_tag - <tag>text</tag> and a newline, with the text escaped; @tag has no attributes */
void pn_html_tag(const char *tag, const char *text, FILE *out);

/** pn_html_base64 - writes what is left of @in in base64; 0 or -EIO */
int pn_html_base64(FILE *in, FILE *out);

#endif
