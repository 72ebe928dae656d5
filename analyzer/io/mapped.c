// SPDX-License-Identifier: GPL-2.0-only
/* An input file, mapped into memory. */
#include "io/mapped.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "util/write_all.h"

#define COPY_SIZE (1 << 16)
/* Of the file system that a pipe is copied to: others have to go on working. */
#define ROOM_LEFT_PCT 5

/* Whether the file system has room left for others. One that cannot tell is taken to have. */
static bool has_room(int fd)
{
	struct statvfs st;

	return fstatvfs(fd, &st) || !st.f_blocks || st.f_bavail > st.f_blocks * ROOM_LEFT_PCT / 100;
}

static int copy_all(int from, int to)
{
	char *buf = malloc(COPY_SIZE);
	int err = buf ? 0 : -ENOMEM;
	ssize_t got = 1;

	while (!err && got) {
		got = read(from, buf, COPY_SIZE);
		if (got > 0 && !has_room(to))
			err = -ENOSPC;
		else if (got > 0)
			err = pn_write_all(to, buf, (size_t)got);
		else if (got < 0 && errno != EINTR)
			err = -errno;
	}
	free(buf);
	return err;
}

/* A pipe can be neither mapped nor read twice: its bytes go into a file that has no name. */
static int spool(int fd, const char *name, struct pn_problem *problem)
{
	const char *dir = getenv("TMPDIR");
	int copy, err;

	if (!dir || !*dir)
		dir = "/tmp";
	copy = open(dir, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
	err = copy < 0 ? -errno : copy_all(fd, copy);
	if (!err)
		return copy;
	if (copy >= 0)
		close(copy);
	if (err == -ENOSPC)
		return pn_problem_set(problem, err,
				      "%s: does not fit into %s, which is to keep %d %% free; set "
				      "TMPDIR to a larger folder, or name a file",
				      name, dir, ROOM_LEFT_PCT);
	return pn_problem_set(problem, err, "%s: cannot be copied to %s (TMPDIR): %s", name, dir,
			      strerror(-err));
}

static int check_kind(const struct stat *st, const char *name, struct pn_problem *problem)
{
	if (S_ISDIR(st->st_mode))
		return pn_problem_set(problem, -EISDIR, "%s: is a directory", name);
	if (!S_ISREG(st->st_mode))
		return pn_problem_set(problem, -EINVAL, "%s: neither a file nor a pipe", name);
	if (!st->st_size)
		return pn_problem_set(problem, -ENODATA, "%s: is empty", name);
	return 0;
}

static int map(int fd, struct pn_mapped *file, struct pn_problem *problem)
{
	struct stat st;
	void *bytes;
	int err;

	if (fstat(fd, &st))
		return pn_problem_set(problem, -errno, "%s: %s", file->name, strerror(errno));
	err = check_kind(&st, file->name, problem);
	if (err)
		return err;
	bytes = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	if (bytes == MAP_FAILED)
		return pn_problem_set(problem, -errno, "%s: cannot be mapped: %s", file->name,
				      strerror(errno));
	file->bytes = bytes;
	file->size = (size_t)st.st_size;
	return 0;
}

static int open_path(const char *path, const char *name, struct pn_problem *problem)
{
	struct stat st;
	int fd, copy;

	if (strcmp(path, "-") == 0)
		fd = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
	else
		fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return pn_problem_set(problem, -errno, "%s: %s", name, strerror(errno));
	if (fstat(fd, &st) || !S_ISFIFO(st.st_mode))
		return fd;
	copy = spool(fd, name, problem);
	close(fd);
	return copy;
}

int pn_mapped_open(const char *path, struct pn_mapped *file, struct pn_problem *problem)
{
	int fd, err;

	memset(file, 0, sizeof(*file));
	file->name = strcmp(path, "-") == 0 ? "standard input" : path;
	fd = open_path(path, file->name, problem);
	if (fd < 0)
		return fd;
	err = map(fd, file, problem);
	close(fd);
	return err;
}

void pn_mapped_drop(const struct pn_mapped *file, const uint8_t *from, const uint8_t *to)
{
	uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
	uintptr_t low = ((uintptr_t)from + page - 1) & ~(page - 1);
	uintptr_t high = (uintptr_t)to & ~(page - 1);

	if (from >= file->bytes && to <= file->bytes + file->size && high > low)
		madvise((void *)low, high - low, MADV_DONTNEED);
}

void pn_mapped_close(struct pn_mapped *file)
{
	if (file->bytes)
		munmap((void *)(uintptr_t)file->bytes, file->size);
	file->bytes = NULL;
}
