// SPDX-License-Identifier: GPL-2.0-only
/* A folder for the files of one test. */
#include "support/tmpdir.h"

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static void give_up(const char *path)
{
	fprintf(stderr, "%s: %s\n", path, strerror(errno));
	abort();
}

void pn_tmpdir_make(struct pn_tmpdir *dir)
{
	const char *parent = getenv("TMPDIR");
	int length = snprintf(dir->path, sizeof(dir->path), "%s/pn-test-XXXXXX",
			      parent && *parent ? parent : "/tmp");

	if (length >= (int)sizeof(dir->path) || !mkdtemp(dir->path))
		give_up(dir->path);
}

char *pn_tmpdir_file(const struct pn_tmpdir *dir, const char *name)
{
	char *path, *slash;

	if (asprintf(&path, "%s/%s", dir->path, name) < 0)
		abort();
	slash = path + strlen(dir->path) + 1;
	while ((slash = strchr(slash, '/'))) {
		*slash = '\0';
		if (mkdir(path, 0700) && errno != EEXIST)
			give_up(path);
		*slash++ = '/';
	}
	return path;
}

char *pn_tmpdir_write(const struct pn_tmpdir *dir, const char *name, const void *bytes, size_t size)
{
	char *path = pn_tmpdir_file(dir, name);
	FILE *file = fopen(path, "wb");

	if (!file || fwrite(bytes, 1, size, file) != size || fclose(file))
		give_up(path);
	return path;
}

static int remove_one(const char *path, const struct stat *stat, int type, struct FTW *where)
{
	(void)stat;
	(void)type;
	(void)where;
	return remove(path);
}

void pn_tmpdir_remove(struct pn_tmpdir *dir)
{
	if (nftw(dir->path, remove_one, 8, FTW_DEPTH | FTW_PHYS))
		give_up(dir->path);
}
