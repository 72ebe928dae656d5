// SPDX-License-Identifier: GPL-2.0-only
/* The fields "name=value" in the text of an event, found by their names. */
#include "io/text_fields.h"

#include <stddef.h>
#include <string.h>

#include "io/text_scan.h"

const char *pn_text_field(struct pn_text_slice body, const char *key)
{
	size_t len = strlen(key);
	const char *p = body.begin;

	while ((p = memmem(p, (size_t)(body.end - p), key, len))) {
		if (p == body.begin || p[-1] == ' ')
			return p + len;
		p++;
	}
	return NULL;
}

bool pn_text_number(struct pn_text_slice body, const char *key, uint64_t *value)
{
	const char *p = pn_text_field(body, key);

	return p && pn_scan_number(p, value);
}

bool pn_text_number32(struct pn_text_slice body, const char *key, uint32_t *value)
{
	const char *p = pn_text_field(body, key);

	return p && pn_scan_number32(p, value);
}

static int digit_of(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return -1;
}

bool pn_text_address(struct pn_text_slice body, const char *key, uint64_t *value)
{
	const char *p = pn_text_field(body, key);
	int nr = 0;

	if (!p)
		return false;
	p += pn_scan_begins(p, "0x") ? 2 : 0;
	*value = 0;
	while (nr < 17 && digit_of(p[nr]) >= 0)
		*value = *value << 4 | (uint64_t)digit_of(p[nr++]);
	return nr && nr <= 16;
}

bool pn_text_mask_next(const char *p, uint32_t from, uint32_t *cpu, bool *more)
{
	const char *end = p;
	uint32_t bit = 0;
	int found = 0;

	while (digit_of(*end) >= 0 || *end == ',')
		end++;
	while (end-- > p && found < 2) {
		if (*end == ',')
			continue;
		for (int i = 0; i < 4 && found < 2; i++, bit++) {
			if (bit < from || !(digit_of(*end) >> i & 1))
				continue;
			if (!found++)
				*cpu = bit;
		}
	}
	*more = found > 1;
	return found > 0;
}

bool pn_text_list_next(const char *p, uint32_t from, uint32_t *cpu, bool *more)
{
	uint32_t first, last;

	for (; (p = pn_scan_number32(p, &first)); p++) {
		last = first;
		if (*p == '-')
			p = pn_scan_number32(p + 1, &last);
		if (!p)
			return false;
		*more = *p == ',';
		if (last >= from) {
			*cpu = first > from ? first : from;
			*more |= *cpu < last;
			return true;
		}
		if (*p != ',')
			return false;
	}
	return false;
}
