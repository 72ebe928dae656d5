/* SPDX-License-Identifier: GPL-2.0-only */
/* The compressions that trace-cmd knows. */
#ifndef PN_IO_DECOMPRESS_H
#define PN_IO_DECOMPRESS_H

#include <stddef.h>
#include <stdint.h>

#include "util/problem.h"

/** Largest block or chunk that is unpacked; trace-cmd makes chunks of ten pages. */
#define PN_UNPACK_MAX (64u << 20)

struct pn_unpacker;

/**
 * pn_unpacker_new - sets a decompressor up, for one thread
 * @name: as the file's header names it: "zstd" or "zlib"
 * @err: a negative errno when NULL is returned: -ENOTSUP or -ENOMEM
 *
 * Returns: the decompressor, freed with pn_unpacker_free(), or NULL.
 */
struct pn_unpacker *pn_unpacker_new(const char *name, int *err);

/**
 * pn_unpack - unpacks one block
 * @unpacker: the decompressor
 * @from: the packed bytes
 * @from_size: how many
 * @to: where to
 * @to_size: how many bytes the block has to unpack to
 *
 * Returns: 0, or -EBADMSG (damaged, or another size than told).
 */
int pn_unpack(struct pn_unpacker *unpacker, const uint8_t *from, uint32_t from_size, uint8_t *to,
	      uint32_t to_size);

/** pn_unpacker_size - bytes of memory that an unpacker takes up */
size_t pn_unpacker_size(const struct pn_unpacker *unpacker);

/** pn_unpacker_free - frees a decompressor; NULL is allowed */
void pn_unpacker_free(struct pn_unpacker *unpacker);

#endif
