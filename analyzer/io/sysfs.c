// SPDX-License-Identifier: GPL-2.0-only
/* Small files of one value each, under a root that need not be this machine's. */
#include "io/sysfs.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "util/duration.h"
#include "util/printable.h"

#define LINE_LEN 4096

int pn_sysfs_open(struct pn_sysfs *sysfs, const char *root, struct pn_problem *problem)
{
	sysfs->root = root;
	sysfs->fd = open(*root ? root : "/", O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (sysfs->fd < 0)
		return pn_problem_set(problem, -errno, "%s: %s", root, strerror(errno));
	return 0;
}

void pn_sysfs_close(struct pn_sysfs *sysfs)
{
	if (sysfs->fd >= 0)
		close(sysfs->fd);
	sysfs->fd = -1;
}

static ssize_t read_file(int dir_fd, const char *path, char *buf, size_t size)
{
	int fd = openat(dir_fd, path, O_RDONLY | O_CLOEXEC);
	ssize_t len;

	if (fd < 0)
		return -errno;
	len = read(fd, buf, size);
	if (len < 0)
		len = -errno;
	close(fd);
	return len;
}

int pn_sysfs_text(const struct pn_sysfs *sysfs, const char *path, char *buf, size_t size)
{
	char line[LINE_LEN];
	ssize_t len = read_file(sysfs->fd, path, line, sizeof(line) - 1);

	if (len < 0)
		return (int)len;
	line[len] = '\0';
	line[strcspn(line, "\n")] = '\0';
	pn_printable(line, buf, size);
	return 0;
}

int pn_sysfs_u64(const struct pn_sysfs *sysfs, const char *path, uint64_t *out)
{
	char text[32];
	int err = pn_sysfs_text(sysfs, path, text, sizeof(text));

	if (err)
		return err;
	return pn_parse_u64(text, 0, UINT64_MAX, out) ? -EINVAL : 0;
}

int pn_sysfs_bad(const struct pn_sysfs *sysfs, const char *path, int err,
		 struct pn_problem *problem)
{
	return pn_problem_set(problem, err, "%s/%s: %s", sysfs->root, path,
			      err == -EINVAL ? "no number, or one out of range" : strerror(-err));
}

static int add_numbered(DIR *dir, const char *prefix, struct pn_cpuset *numbers)
{
	size_t prefix_len = strlen(prefix);
	struct dirent *entry;
	int err = 0;

	while (!err && (entry = readdir(dir))) {
		uint64_t number;

		if (strncmp(entry->d_name, prefix, prefix_len) != 0 ||
		    pn_parse_u64(entry->d_name + prefix_len, 0, PN_CPULIST_MAX - 1, &number))
			continue;
		err = pn_cpuset_add(numbers, (uint32_t)number);
	}
	return err;
}

int pn_sysfs_numbered(const struct pn_sysfs *sysfs, const char *path, const char *prefix,
		      struct pn_cpuset *numbers)
{
	int fd = openat(sysfs->fd, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *dir = fd < 0 ? NULL : fdopendir(fd);
	int err;

	if (!dir) {
		err = -errno;
		if (fd >= 0)
			close(fd);
		return err;
	}
	err = add_numbered(dir, prefix, numbers);
	closedir(dir);
	return err;
}
