// SPDX-License-Identifier: GPL-2.0-only
/* What unpacking a compressed trace's chunks takes by itself. */
#include <stdio.h>
#include <stdlib.h>

#include "io/decompress.h"
#include "io/mapped.h"
#include "io/tracedat_file.h"

static uint64_t unpack_cpu(const struct pn_dat_file *dat, const struct pn_cpu_data *cpu,
			   struct pn_unpacker *unpacker, uint8_t *room)
{
	struct pn_bytes bytes = { dat->file->bytes + cpu->offset,
				  dat->file->bytes + cpu->offset + cpu->size, dat->swap };
	uint32_t chunks = 0, packed, size;
	uint64_t sum = 0;

	pn_bytes_u32(&bytes, &chunks);
	while (chunks-- && pn_bytes_u32(&bytes, &packed) && pn_bytes_u32(&bytes, &size)) {
		const uint8_t *from = pn_bytes_take(&bytes, packed);

		if (!from || size > PN_UNPACK_MAX || pn_unpack(unpacker, from, packed, room, size))
			exit(1);
		sum += size;
	}
	return sum;
}

int main(int argc, char **argv)
{
	struct pn_problem problem = { "" };
	struct pn_dat_file dat = { 0 };
	struct pn_unpacker *unpacker;
	struct pn_mapped file;
	uint8_t *room = malloc(PN_UNPACK_MAX);
	uint64_t sum = 0;
	int err;

	if (argc != 2 || !room || pn_mapped_open(argv[1], &file, &problem) ||
	    pn_dat_parse(&file, &dat, &problem)) {
		fprintf(stderr, "bench_zstd: %s\n", problem.text);
		return 1;
	}
	unpacker = pn_unpacker_new(dat.compression, &err);
	for (uint32_t i = 0; unpacker && i < dat.buffers[0].nr_cpus; i++) {
		if (dat.buffers[0].cpus[i].size)
			sum += unpack_cpu(&dat, &dat.buffers[0].cpus[i], unpacker, room);
	}
	printf("%llu\n", (unsigned long long)sum);
	pn_unpacker_free(unpacker);
	pn_dat_free(&dat);
	free(room);
	return 0;
}
