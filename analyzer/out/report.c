// SPDX-License-Identifier: GPL-2.0-only
/* The table of report forms. */
#include "out/report.h"

#include <string.h>

static const struct pn_report_ops *const forms[] = {
	&pn_report_text,
	&pn_report_json,
	&pn_report_csv,
};

bool pn_report_selects(const struct pn_report_options *options, int32_t state)
{
	for (uint32_t i = 0; i < options->nr_states; i++) {
		if (options->states[i] == state)
			return true;
	}
	return !options->nr_states;
}

const struct pn_report_ops *pn_report_find(const char *name)
{
	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
		if (strcmp(forms[i]->name, name) == 0)
			return forms[i];
	}
	return NULL;
}
