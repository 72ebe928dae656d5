/* SPDX-License-Identifier: GPL-2.0-only */
/* write(2) until all is written. */
#ifndef PN_UTIL_WRITE_ALL_H
#define PN_UTIL_WRITE_ALL_H

#include <stddef.h>

/** pn_write_all - writes @size bytes to @fd, in one piece where the kernel takes it; 0 or -errno */
int pn_write_all(int fd, const void *bytes, size_t size);

#endif
