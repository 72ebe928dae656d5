// SPDX-License-Identifier: GPL-2.0-only
/* Text that has to be the same as last time. */
#include "support/golden.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *complain(const char *path, const char *what)
{
	char *text = NULL;

	if (asprintf(&text, "%s: %s", path, what) < 0)
		abort();
	return text;
}

static char *update(const char *path, const char *text)
{
	FILE *file = fopen(path, "w");

	if (!file || fputs(text, file) < 0 || fclose(file))
		return complain(path, strerror(errno));
	return NULL;
}

static char *read_all(FILE *file)
{
	char *text = NULL;
	size_t size = 0;
	ssize_t length = getdelim(&text, &size, '\0', file);

	if (length < 0) {
		free(text);
		return strdup("");
	}
	return text;
}

static char *describe(const char *path, const char *wanted, const char *text)
{
	char *what = NULL;
	int line = 1;

	while (*wanted && *text) {
		size_t a = strcspn(wanted, "\n"), b = strcspn(text, "\n");

		if (a != b || strncmp(wanted, text, a + 1) != 0)
			break;
		wanted += a + 1;
		text += b + 1;
		line++;
	}
	if (asprintf(&what, "%s:%d: wanted \"%.*s\", got \"%.*s\"", path, line,
		     (int)strcspn(wanted, "\n"), wanted, (int)strcspn(text, "\n"), text) < 0)
		abort();
	return what;
}

char *pn_golden_difference(const char *path, const char *text)
{
	char *wanted, *what = NULL;
	FILE *file;

	if (getenv("PN_UPDATE_GOLDEN"))
		return update(path, text);
	file = fopen(path, "r");
	if (!file)
		return complain(path, strerror(errno));
	wanted = read_all(file);
	fclose(file);
	if (strcmp(wanted, text) != 0)
		what = describe(path, wanted, text);
	free(wanted);
	return what;
}
