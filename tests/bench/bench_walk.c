// SPDX-License-Identifier: GPL-2.0-only
/* The limit to aim at: every record of every page passed in place, idle states summed, no more. */
#include <stdio.h>
#include <stdlib.h>

#include "io/mapped.h"
#include "io/tracedat_file.h"
#include "records.h"

int main(int argc, char **argv)
{
	struct pn_problem problem = { "" };
	struct pn_dat_file dat = { 0 };
	uint64_t events = 0, sum = 0;
	struct pn_mapped file;
	uint32_t idle_id = PN_TYPE_IDS;

	if (argc != 2 || pn_mapped_open(argv[1], &file, &problem) ||
	    pn_dat_parse(&file, &dat, &problem)) {
		fprintf(stderr, "bench_walk: %s\n", problem.text);
		return 1;
	}
	for (uint32_t id = 0; id < PN_TYPE_IDS; id++) {
		if (dat.formats->slot[id] && dat.formats->slot[id] == dat.formats->idle_slot)
			idle_id = id;
	}
	for (uint32_t i = 0; i < dat.buffers[0].nr_cpus; i++) {
		const struct pn_cpu_data *cpu = &dat.buffers[0].cpus[i];

		for (uint64_t at = 0; at < cpu->size; at += dat.buffers[0].page_size) {
			struct record record;

			record_page(&record, (uint8_t *)(uintptr_t)file.bytes + cpu->offset + at);
			while (record_next(&record)) {
				uint16_t id;

				memcpy(&id, record.payload, 2);
				events++;
				if (id == idle_id)
					sum += record_load(record.payload + 8) ^ record.ts;
			}
		}
	}
	printf("%llu %llu\n", (unsigned long long)events, (unsigned long long)sum);
	pn_dat_free(&dat);
	return 0;
}
