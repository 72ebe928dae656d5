// SPDX-License-Identifier: GPL-2.0-only
/* The sidecar states.json: what is taken is written and read again, to the same. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "io/states.h"
#include "out/states_json.h"

static struct pn_machine *read_states(const void *bytes, size_t size)
{
	struct pn_problem problem = { "" };
	struct pn_machine *machine = NULL;
	struct pn_fuzz_file file;
	int err;

	pn_fuzz_file_open(&file, bytes, size);
	err = pn_states_read(file.path, PN_FROM_OPTION, &machine, &problem);
	PN_FUZZ_CHECK(!err == !!machine && !err == !*problem.text);
	pn_fuzz_file_close(&file);
	return machine;
}

static char *write_states(const struct pn_machine *machine, size_t *size)
{
	char *text = NULL;
	FILE *out = open_memstream(&text, size);

	PN_FUZZ_CHECK(out && !pn_states_write(machine, out) && !fclose(out));
	return text;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct pn_machine *machine = read_states(data, size), *again;
	size_t first_size, second_size;
	char *first, *second;

	if (!machine)
		return 0;
	first = write_states(machine, &first_size);
	again = read_states(first, first_size);
	PN_FUZZ_CHECK(again);
	second = write_states(again, &second_size);
	PN_FUZZ_CHECK(first_size == second_size && memcmp(first, second, first_size) == 0);
	free(first);
	free(second);
	pn_machine_free(machine);
	pn_machine_free(again);
	return 0;
}
