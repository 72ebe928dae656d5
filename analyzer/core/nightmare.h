/* SPDX-License-Identifier: GPL-2.0-only */
/* The longest powernightmares: which CPU was stuck, where, how long, and what got it out. */
#ifndef PN_CORE_NIGHTMARE_H
#define PN_CORE_NIGHTMARE_H

#include <stdint.h>

/** Length of a task's name with its end, as the kernel has it (TASK_COMM_LEN). */
#define PN_COMM_LEN 16

/** struct pn_nightmare - one powernightmare */
struct pn_nightmare {
	uint64_t start_ns;
	uint64_t length_ns;
	uint32_t cpu;
	int32_t state;
	uint32_t ended_by; /* enum pn_wake */
	uint32_t number;   /* interrupt number or vector of ended_by, where there is one */
	uint32_t next_pid; /* the task that ran next; 0: not known */
	char next_comm[PN_COMM_LEN]; /* its name; empty: not known */
};

/** struct pn_worst - the longest of them, longest first; all zero keeps none */
struct pn_worst {
	uint32_t room; /* how many are kept at most */
	uint32_t nr;
	struct pn_nightmare *list;
};

/**
 * pn_worst_add - keeps a powernightmare if it is among the longest
 * @worst: with room set; the list is allocated here
 * @nightmare: copied
 *
 * Equal lengths are ordered by start, then CPU, so that the list does not depend on the order
 * in which they are added.
 *
 * Returns: 0 or -ENOMEM.
 */
int pn_worst_add(struct pn_worst *worst, const struct pn_nightmare *nightmare);

/** pn_worst_find - the entry of @cpu that starts at @start_ns, or NULL */
struct pn_nightmare *pn_worst_find(struct pn_worst *worst, uint32_t cpu, uint64_t start_ns);

/** pn_worst_merge - adds all of @from; the room becomes the larger of the two; 0 or -ENOMEM */
int pn_worst_merge(struct pn_worst *into, const struct pn_worst *from);

/** pn_worst_free - frees the list and zeroes @worst */
void pn_worst_free(struct pn_worst *worst);

#endif
