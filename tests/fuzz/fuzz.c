// SPDX-License-Identifier: GPL-2.0-only
/* What the fuzz targets share: files made of inputs, and inputs as numbers. */
#include "fuzz.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define TREE_FILES 64
#define PATH_LEN   160

void pn_fuzz_fail(const char *file, int line, const char *what)
{
	fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, what);
	abort();
}

/* --- files ------------------------------------------------------------------------------------ */

void pn_fuzz_file_open(struct pn_fuzz_file *file, const void *bytes, size_t size)
{
	file->fd = memfd_create("fuzz", MFD_CLOEXEC);
	PN_FUZZ_CHECK(file->fd >= 0);
	PN_FUZZ_CHECK(write(file->fd, bytes, size) == (ssize_t)size);
	snprintf(file->path, sizeof(file->path), "/proc/self/fd/%d", file->fd);
}

void pn_fuzz_file_close(struct pn_fuzz_file *file)
{
	close(file->fd);
}

/* Opens a file below @dir for writing, and makes the folders on the way; -1 when it cannot be. */
static int open_below(int dir, char *path)
{
	for (char *slash = path; (slash = strchr(slash, '/')); slash++) {
		*slash = '\0';
		mkdirat(dir, path, 0700);
		*slash = '/';
	}
	return openat(dir, path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
}

static void make_file(int dir, const char *name, size_t len, const uint8_t *from, size_t size)
{
	char path[PATH_LEN];
	int fd;

	if (!len || len >= sizeof(path) || *name == '/')
		return;
	memcpy(path, name, len);
	path[len] = '\0';
	if (strstr(path, ".."))
		return;
	fd = open_below(dir, path);
	if (fd < 0)
		return;
	PN_FUZZ_CHECK(write(fd, from, size) == (ssize_t)size);
	close(fd);
}

/* The next line that starts a file, or @end. */
static const uint8_t *next_head(const uint8_t *at, const uint8_t *end)
{
	while (at < end && !(end - at > 2 && at[0] == '@' && at[1] == ' ')) {
		at = memchr(at, '\n', (size_t)(end - at));
		at = at ? at + 1 : end;
	}
	return at;
}

void pn_fuzz_tree(struct pn_tmpdir *dir, const uint8_t *data, size_t size)
{
	const uint8_t *end = data + size, *at = next_head(data, end), *body, *next;
	int fd;

	pn_tmpdir_make(dir);
	fd = open(dir->path, O_PATH | O_DIRECTORY | O_CLOEXEC);
	PN_FUZZ_CHECK(fd >= 0);
	for (int i = 0; i < TREE_FILES && at < end; i++) {
		body = memchr(at, '\n', (size_t)(end - at));
		body = body ? body + 1 : end;
		next = next_head(body, end);
		make_file(fd, (const char *)at + 2, (size_t)(body - at) - 2 - (body[-1] == '\n'),
			  body, (size_t)(next - body));
		at = next;
	}
	close(fd);
}

/* --- an input as a row of numbers ------------------------------------------------------------- */

uint64_t pn_fuzz_number(struct pn_fuzz_in *in, size_t bytes)
{
	uint64_t value = 0;

	for (size_t i = 0; i < bytes && in->at < in->end; i++)
		value |= (uint64_t)*in->at++ << 8 * i;
	return value;
}

uint64_t pn_fuzz_length(struct pn_fuzz_in *in, uint32_t bits)
{
	uint32_t len = (uint32_t)pn_fuzz_number(in, 1) % (bits + 1);
	uint64_t mask = len < 64 ? (UINT64_C(1) << len) - 1 : UINT64_MAX;

	return pn_fuzz_number(in, (len + 7) / 8) & mask;
}

char *pn_fuzz_text(const uint8_t *data, size_t size)
{
	char *text = malloc(size + 1);

	PN_FUZZ_CHECK(text);
	memcpy(text, data, size);
	text[size] = '\0';
	return text;
}
