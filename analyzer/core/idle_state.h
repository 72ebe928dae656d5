/* SPDX-License-Identifier: GPL-2.0-only */
/* The idle states of the machine that was recorded: an input, with a stated origin. */
#ifndef PN_CORE_IDLE_STATE_H
#define PN_CORE_IDLE_STATE_H

#include <stdbool.h>
#include <stdint.h>

#define PN_NAME_LEN 32
#define PN_DESC_LEN 64

/** Power or topology number that nobody told. */
#define PN_UNKNOWN (-1)

/** struct pn_idle_state - one idle state, as cpuidle describes it */
struct pn_idle_state {
	char name[PN_NAME_LEN];
	char desc[PN_DESC_LEN];
	uint64_t exit_latency_ns;
	uint64_t target_residency_ns;
	int64_t power_mw; /* PN_UNKNOWN where the driver does not say */
	bool disabled;	  /* by the user or by the driver, when it was recorded */
};

/** struct pn_state_table - the states of some CPUs, shallowest first; the index is the number */
struct pn_state_table {
	uint32_t nr_states;
	struct pn_idle_state *states;
};

/** struct pn_cpu_place - where a CPU sits; each number may be PN_UNKNOWN */
struct pn_cpu_place {
	int32_t core;
	int32_t cluster;
	int32_t package;
};

/** enum pn_origin - where the state table or a threshold came from; every report names it */
enum pn_origin {
	PN_FROM_NOWHERE, /* there is none */
	PN_FROM_DEFAULT,
	PN_FROM_OPTION,
	PN_FROM_SIDECAR,
	PN_FROM_SYSFS,
};

/**
 * struct pn_machine - what the capture says of the machine it was made on
 *
 * CPU numbers index @table_of and @place, both of length @nr_cpus; a CPU past it has no table.
 */
struct pn_machine {
	enum pn_origin origin;
	char driver[PN_NAME_LEN];   /* cpuidle driver, empty where unknown */
	char governor[PN_NAME_LEN]; /* cpuidle governor, empty where unknown */
	char vendor[PN_NAME_LEN];   /* of the processor (x86: "GenuineIntel"); empty: unknown */
	uint64_t tick_ns;	    /* 0: unknown */
	uint32_t nr_tables;
	struct pn_state_table *tables;
	uint32_t nr_cpus;
	int32_t *table_of; /* index into tables, or PN_UNKNOWN */
	struct pn_cpu_place *place;
};

/** pn_machine_new - an empty machine, freed with pn_machine_free(); NULL when memory is short */
struct pn_machine *pn_machine_new(void);

/** pn_machine_free - frees a machine and all it holds; NULL is allowed */
void pn_machine_free(struct pn_machine *machine);

/**
 * pn_machine_add_table - adds an empty table
 * @machine: the machine
 * @nr_states: how many states the table will have, 1 to PN_STATE_LIMIT
 *
 * Returns: the table's index, -EINVAL or -ENOMEM. The states are zero and may be filled in.
 */
int pn_machine_add_table(struct pn_machine *machine, uint32_t nr_states);

/**
 * pn_machine_set_cpu - gives a CPU its table and its place
 * @machine: the machine
 * @cpu: below PN_CPU_LIMIT
 * @table: index of a table, or PN_UNKNOWN
 * @place: may be NULL: leaves the place as it is (unknown at first)
 *
 * Returns: 0, -EINVAL or -ENOMEM.
 */
int pn_machine_set_cpu(struct pn_machine *machine, uint32_t cpu, int32_t table,
		       const struct pn_cpu_place *place);

/** pn_machine_table - the table of a CPU, or NULL where there is none; @machine may be NULL */
const struct pn_state_table *pn_machine_table(const struct pn_machine *machine, uint32_t cpu);

/** pn_table_deepest - the deepest state that is not disabled, or PN_UNKNOWN */
int32_t pn_table_deepest(const struct pn_state_table *table);

/** pn_table_deeper - the first state deeper than @state that is not disabled, or PN_UNKNOWN */
int32_t pn_table_deeper(const struct pn_state_table *table, uint32_t state);

/** pn_tables_equal - whether two tables say the same of every figure that a verdict rests on */
bool pn_tables_equal(const struct pn_state_table *a, const struct pn_state_table *b);

#endif
