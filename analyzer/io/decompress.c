// SPDX-License-Identifier: GPL-2.0-only
/* The compressions that trace-cmd knows, behind one call. */
#include "io/decompress.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>

struct pn_unpacker {
	ZSTD_DCtx *zstd; /* NULL: zlib, which keeps nothing between blocks */
};

struct pn_unpacker *pn_unpacker_new(const char *name, int *err)
{
	struct pn_unpacker *unpacker;
	bool zstd = strcmp(name, "zstd") == 0;

	*err = -ENOTSUP;
	if (!zstd && strcmp(name, "zlib") != 0)
		return NULL;
	*err = -ENOMEM;
	unpacker = calloc(1, sizeof(*unpacker));
	if (!unpacker || !zstd)
		return unpacker;
	unpacker->zstd = ZSTD_createDCtx();
	if (unpacker->zstd)
		return unpacker;
	free(unpacker);
	return NULL;
}

int pn_unpack(struct pn_unpacker *unpacker, const uint8_t *from, uint32_t from_size, uint8_t *to,
	      uint32_t to_size)
{
	uLongf size = to_size;

	if (unpacker->zstd)
		size = ZSTD_decompressDCtx(unpacker->zstd, to, to_size, from, from_size);
	else if (uncompress(to, &size, from, from_size) != Z_OK)
		return -EBADMSG;
	return size == to_size ? 0 : -EBADMSG;
}

size_t pn_unpacker_size(const struct pn_unpacker *unpacker)
{
	return sizeof(*unpacker) + (unpacker->zstd ? ZSTD_sizeof_DCtx(unpacker->zstd) : 0);
}

void pn_unpacker_free(struct pn_unpacker *unpacker)
{
	if (unpacker)
		ZSTD_freeDCtx(unpacker->zstd);
	free(unpacker);
}
