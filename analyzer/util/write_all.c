// SPDX-License-Identifier: GPL-2.0-only
/* write(2) until all is written. */
#include "util/write_all.h"

#include <errno.h>
#include <unistd.h>

int pn_write_all(int fd, const void *bytes, size_t size)
{
	const char *at = bytes;

	while (size) {
		ssize_t done = write(fd, at, size);

		if (done < 0 && errno == EINTR)
			continue;
		if (done < 0)
			return -errno;
		at += done;
		size -= (size_t)done;
	}
	return 0;
}
