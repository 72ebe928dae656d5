// SPDX-License-Identifier: GPL-2.0-only
/* Files that appear under their name only when they are whole. */
#include "util/outfile.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/write_all.h"

#define FILE_MODE  0666 /* less the umask */
#define NAME_TRIES 100

#define BUFFER_SIZE (64 << 10)

/* A name in the folder of @path that nobody can foresee, hidden so that globs pass over it. */
static char *random_name(const char *path)
{
	const char *slash = strrchr(path, '/');
	int dir_len = slash ? (int)(slash - path) + 1 : 0;
	uint64_t number;
	char *name;

	if (getrandom(&number, sizeof(number), 0) != (ssize_t)sizeof(number))
		return NULL;
	if (asprintf(&name, "%.*s.pn-%016" PRIx64, dir_len, path, number) < 0)
		return NULL;
	return name;
}

/* Makes a file under a random name: a new one, or (@fd of at least 0) one that had no name. */
static int give_random_name(struct pn_outfile *out, int fd)
{
	char self[64];
	int got;

	snprintf(self, sizeof(self), "/proc/self/fd/%d", fd);
	for (int i = 0; i < NAME_TRIES; i++) {
		out->temporary = random_name(out->path);
		if (!out->temporary)
			return -ENOMEM;
		if (fd < 0)
			got = open(out->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
				   FILE_MODE);
		else
			got = linkat(AT_FDCWD, self, AT_FDCWD, out->temporary, AT_SYMLINK_FOLLOW);
		if (got >= 0)
			return got;
		got = -errno;
		free(out->temporary);
		out->temporary = NULL;
		if (got != -EEXIST)
			return got;
	}
	return -EEXIST;
}

static int open_nameless(const char *path)
{
	const char *slash = strrchr(path, '/');
	char *dir;
	int fd;

	/* the name is given through /proc, so without it there is no way to give one */
	if (access("/proc/self/fd", X_OK))
		return -EOPNOTSUPP;
	dir = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
	if (!dir)
		return -ENOMEM;
	fd = open(dir, O_TMPFILE | O_WRONLY | O_CLOEXEC, FILE_MODE);
	if (fd < 0)
		fd = -errno;
	free(dir);
	return fd;
}

/* -EISDIR is how a kernel or a file system without O_TMPFILE may see that flag. */
static int open_new(struct pn_outfile *out)
{
	int fd = open_nameless(out->path);

	if (fd == -EOPNOTSUPP || fd == -EISDIR || fd == -EINVAL)
		return give_random_name(out, -1);
	return fd;
}

static int open_path(struct pn_outfile *out, const char *path)
{
	struct stat st;
	bool there = stat(path, &st) == 0;

	if (!*path)
		return -ENOENT;
	if (there && S_ISDIR(st.st_mode))
		return -EISDIR;
	if (there && !S_ISREG(st.st_mode)) {
		int fd = open(path, O_WRONLY | O_CLOEXEC);

		return fd < 0 ? -errno : fd;
	}
	out->path = there ? realpath(path, NULL) : strdup(path);
	if (!out->path)
		return -errno;
	return open_new(out);
}

/* A stream of its own, so that an error here is not met again in stdout when the program ends. */
static int open_stdout(void)
{
	int fd;

	fflush(stdout);
	fd = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
	return fd < 0 ? -errno : fd;
}

/* --- a stream that keeps the cause of its first error, which ferror() does not ------------------ */

/** struct pn_sink - what stands behind the stream */
struct pn_sink {
	int fd;
	int err; /* the first one, or 0 */
};

static ssize_t sink_write(void *cookie, const char *bytes, size_t size)
{
	struct pn_sink *sink = cookie;
	int err = pn_write_all(sink->fd, bytes, size);

	if (!err)
		return (ssize_t)size;
	if (!sink->err)
		sink->err = err;
	errno = -err;
	return 0;
}

static int sink_close(void *cookie)
{
	struct pn_sink *sink = cookie;
	int failed = close(sink->fd);

	free(sink);
	return failed;
}

/* Takes @fd over, also when there is no stream. */
static FILE *open_sink(int fd, struct pn_sink **out)
{
	static const cookie_io_functions_t functions = { .write = sink_write, .close = sink_close };
	struct pn_sink *sink = malloc(sizeof(*sink));
	FILE *stream = NULL;

	if (sink) {
		*sink = (struct pn_sink){ .fd = fd };
		stream = fopencookie(sink, "w", functions);
	}
	if (!stream) {
		free(sink);
		close(fd);
		return NULL;
	}
	setvbuf(stream, NULL, _IOFBF, BUFFER_SIZE);
	*out = sink;
	return stream;
}

int pn_outfile_open(const char *path, struct pn_outfile *out)
{
	int fd, err;

	*out = (struct pn_outfile){ 0 };
	fd = strcmp(path, "-") == 0 ? open_stdout() : open_path(out, path);
	if (fd >= 0)
		out->stream = open_sink(fd, &out->sink);
	if (out->stream)
		return 0;
	err = fd < 0 ? fd : -ENOMEM;
	pn_outfile_discard(out);
	return err;
}

static int finish_writing(struct pn_outfile *out)
{
	bool failed = fflush(out->stream) || ferror(out->stream);

	if (!failed)
		return 0;
	return out->sink->err ? out->sink->err : -EIO;
}

static int close_stream(struct pn_outfile *out)
{
	FILE *stream = out->stream;

	out->stream = NULL;
	out->sink = NULL;
	return fclose(stream) ? -errno : 0;
}

static int give_final_name(struct pn_outfile *out)
{
	if (rename(out->temporary, out->path))
		return -errno;
	free(out->temporary);
	out->temporary = NULL;
	return 0;
}

int pn_outfile_commit(struct pn_outfile *out)
{
	int err = finish_writing(out);

	if (!err && out->path && !out->temporary)
		err = give_random_name(out, out->sink->fd);
	if (!err)
		err = close_stream(out);
	if (!err && out->path)
		err = give_final_name(out);
	pn_outfile_discard(out);
	return err;
}

void pn_outfile_discard(struct pn_outfile *out)
{
	if (out->stream)
		fclose(out->stream);
	if (out->temporary)
		unlink(out->temporary);
	free(out->temporary);
	free(out->path);
	*out = (struct pn_outfile){ 0 };
}
