// SPDX-License-Identifier: GPL-2.0-only
/* Values from one to another in even steps, as options give them. */
#include "sweep.h"

#include <errno.h>
#include <string.h>

/* Longer than any value that makes sense: 20 digits, a point, 18 digits and a unit. */
#define VALUE_CHARS 64

/* Reads the value up to @end_char at *@text and moves *@text behind that character. */
static int parse_value(const char **text, char end_char, pn_sweep_parse_fn parse, uint64_t *out)
{
	const char *end = strchrnul(*text, end_char);
	size_t len = (size_t)(end - *text);
	char value[VALUE_CHARS];

	if (*end != end_char || len >= sizeof(value))
		return -EINVAL;
	memcpy(value, *text, len);
	value[len] = '\0';
	*text = end + 1;
	return parse(value, out);
}

int pn_sweep_parse(const char *text, pn_sweep_parse_fn parse, struct pn_sweep *out)
{
	struct pn_sweep sweep;
	int err;

	err = parse_value(&text, ':', parse, &sweep.from);
	if (!err)
		err = parse_value(&text, ':', parse, &sweep.to);
	if (!err)
		err = parse_value(&text, '\0', parse, &sweep.step);
	if (err)
		return err;
	if (!sweep.step || sweep.from > sweep.to)
		return -EINVAL;
	if ((sweep.to - sweep.from) / sweep.step >= PN_SWEEP_STEPS_MAX)
		return -ERANGE;
	*out = sweep;
	return 0;
}

uint32_t pn_sweep_count(const struct pn_sweep *sweep)
{
	return (uint32_t)((sweep->to - sweep->from) / sweep->step) + 1;
}

uint64_t pn_sweep_value(const struct pn_sweep *sweep, uint32_t i)
{
	return sweep->from + i * sweep->step;
}
