// SPDX-License-Identifier: GPL-2.0-only
/* Machines for tests, their idle states in one line. */
#include "support/machine_builder.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define require(what)                                                              \
	do {                                                                       \
		if (!(what)) {                                                     \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #what); \
			abort();                                                   \
		}                                                                  \
	} while (0)

static uint32_t count_words(const char *text)
{
	uint32_t nr = 1;

	for (; *text; text++)
		nr += *text == ' ';
	return nr;
}

/* Reads one "NAME:XL:TR[:off]"; what follows it. */
static const char *read_state(const char *text, struct pn_idle_state *state)
{
	uint64_t exit_us, residency_us;
	char off[8] = "";
	size_t length = strcspn(text, " ");
	char word[PN_NAME_LEN + 64];

	require(length < sizeof(word));
	memcpy(word, text, length);
	word[length] = '\0';
	require(sscanf(word, "%31[^:]:%" SCNu64 ":%" SCNu64 ":%7s", state->name, &exit_us,
		       &residency_us, off) >= 3);
	require(!*off || !strcmp(off, "off"));
	state->exit_latency_ns = exit_us * 1000;
	state->target_residency_ns = residency_us * 1000;
	state->disabled = *off != '\0';
	return text + length + strspn(text + length, " ");
}

int32_t pn_machine_build_table(struct pn_machine *machine, const char *states)
{
	uint32_t nr = count_words(states);
	int table = pn_machine_add_table(machine, nr);

	require(table >= 0);
	for (uint32_t i = 0; i < nr; i++)
		states = read_state(states, &machine->tables[table].states[i]);
	require(!*states);
	return table;
}

struct pn_machine *pn_machine_build(uint32_t nr_cpus, const char *states)
{
	struct pn_machine *machine = pn_machine_new();
	int32_t table;

	require(machine != NULL);
	machine->origin = PN_FROM_OPTION;
	table = pn_machine_build_table(machine, states);
	for (uint32_t cpu = 0; cpu < nr_cpus; cpu++)
		require(pn_machine_set_cpu(machine, cpu, table, NULL) == 0);
	return machine;
}
