// SPDX-License-Identifier: GPL-2.0-only
/* The same pages through libtraceevent's kbuffer. */
#include <stdio.h>
#include <stdlib.h>
#include <kbuffer.h>

#include "io/mapped.h"
#include "io/tracedat_file.h"
#include "records.h"

int main(int argc, char **argv)
{
	struct kbuffer *kbuffer = kbuffer_alloc(KBUFFER_LSIZE_8, KBUFFER_ENDIAN_LITTLE);
	struct pn_problem problem = { "" };
	struct pn_dat_file dat = { 0 };
	uint64_t events = 0, sum = 0;
	struct pn_mapped file;
	uint8_t slot;

	if (argc != 2 || pn_mapped_open(argv[1], &file, &problem) ||
	    pn_dat_parse(&file, &dat, &problem)) {
		fprintf(stderr, "bench_kbuffer: %s\n", problem.text);
		return 1;
	}
	slot = dat.formats->idle_slot;
	for (uint32_t i = 0; i < dat.buffers[0].nr_cpus; i++) {
		const struct pn_cpu_data *cpu = &dat.buffers[0].cpus[i];

		for (uint64_t at = 0; at < cpu->size; at += dat.buffers[0].page_size) {
			unsigned long long ts;
			const uint8_t *record;

			kbuffer_load_subbuffer(kbuffer,
					       (void *)(uintptr_t)(file.bytes + cpu->offset + at));
			record = kbuffer_read_event(kbuffer, &ts);
			for (; record; record = kbuffer_next_event(kbuffer, &ts)) {
				events++;
				if (dat.formats->slot[pn_load16(record, false)] == slot)
					sum += record_load(record + 8) ^ ts;
			}
		}
	}
	printf("%llu %llu\n", (unsigned long long)events, (unsigned long long)sum);
	kbuffer_free(kbuffer);
	pn_dat_free(&dat);
	return 0;
}
