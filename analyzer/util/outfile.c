// SPDX-License-Identifier: GPL-2.0-only
/* Files that appear under their name only when they are whole. */
#include "util/outfile.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_written_in_place(const char *path)
{
	struct stat st;

	return !stat(path, &st) && !S_ISREG(st.st_mode);
}

/* The mode that fopen() would give a new file; mkstemp() leaves it readable to the owner alone. */
static int set_usual_mode(int fd)
{
	mode_t mask = umask(0);

	umask(mask);
	return fchmod(fd, 0666 & ~mask) ? -errno : 0;
}

static int open_temporary(struct pn_outfile *out)
{
	int fd, err;

	if (asprintf(&out->temporary, "%s.XXXXXX", out->path) < 0) {
		out->temporary = NULL;
		return -ENOMEM;
	}
	fd = mkostemp(out->temporary, 0);
	if (fd < 0) {
		err = -errno;
		free(out->temporary);
		out->temporary = NULL;
		return err;
	}
	err = set_usual_mode(fd);
	if (!err) {
		out->stream = fdopen(fd, "w");
		err = out->stream ? 0 : -errno;
	}
	if (err)
		close(fd);
	return err;
}

int pn_outfile_open(const char *path, struct pn_outfile *out)
{
	int err;

	*out = (struct pn_outfile){ 0 };
	if (!strcmp(path, "-")) {
		out->stream = stdout;
		return 0;
	}
	if (is_written_in_place(path)) {
		out->stream = fopen(path, "we");
		return out->stream ? 0 : -errno;
	}
	out->path = realpath(path, NULL);
	if (!out->path)
		out->path = strdup(path);
	err = out->path ? open_temporary(out) : -ENOMEM;
	if (err)
		pn_outfile_discard(out);
	return err;
}

/* Flushes and closes, but for stdout, which stays open. */
static int close_stream(struct pn_outfile *out)
{
	FILE *stream = out->stream;
	int err = 0;

	out->stream = NULL;
	if (!stream)
		return 0;
	if (ferror(stream))
		err = -EIO;
	if (fflush(stream))
		err = -errno;
	if (stream != stdout && fclose(stream) && !err)
		err = -errno;
	return err;
}

int pn_outfile_commit(struct pn_outfile *out)
{
	int err = close_stream(out);

	if (!err && out->temporary) {
		if (rename(out->temporary, out->path)) {
			err = -errno;
		} else {
			free(out->temporary);
			out->temporary = NULL;
		}
	}
	pn_outfile_discard(out);
	return err;
}

void pn_outfile_discard(struct pn_outfile *out)
{
	close_stream(out);
	if (out->temporary)
		unlink(out->temporary);
	free(out->temporary);
	free(out->path);
	*out = (struct pn_outfile){ 0 };
}
