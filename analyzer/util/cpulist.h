/* SPDX-License-Identifier: GPL-2.0-only */
/* Sets of CPU numbers and their text form, "0-3,8". */
#ifndef PN_UTIL_CPULIST_H
#define PN_UTIL_CPULIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Largest CPU number that a list may name, plus one; the kernel's own limit is 8192. */
#define PN_CPULIST_MAX 65536u

/** struct pn_cpuset - a set of CPU numbers; all zero is the empty set */
struct pn_cpuset {
	uint64_t *bits;
	size_t nr_words;
};

/**
 * pn_cpulist_parse - reads a CPU list as the kernel writes it: "0-3,8", "5", "" for none
 * @text: numbers and ranges with commas between; a trailing newline is allowed
 * @out: the set; set up by this call, freed with pn_cpuset_free()
 *
 * Returns: 0, -EINVAL (not a list, or a range that runs backwards), -ERANGE (a number of
 * PN_CPULIST_MAX or more) or -ENOMEM; on error @out is the empty set.
 */
int pn_cpulist_parse(const char *text, struct pn_cpuset *out);

/** pn_cpuset_free - frees a set and makes it the empty one */
void pn_cpuset_free(struct pn_cpuset *set);

/** pn_cpuset_add - adds @cpu; 0, -ERANGE or -ENOMEM */
int pn_cpuset_add(struct pn_cpuset *set, uint32_t cpu);

/** pn_cpuset_has - whether @cpu is in the set */
bool pn_cpuset_has(const struct pn_cpuset *set, uint32_t cpu);

/** pn_cpuset_count - how many CPUs are in the set */
size_t pn_cpuset_count(const struct pn_cpuset *set);

/** pn_cpuset_next - the first CPU >= @from in the set, or -1 */
int64_t pn_cpuset_next(const struct pn_cpuset *set, uint32_t from);

/**
 * pn_cpuset_format - writes the set as a CPU list
 * @set: the set
 * @buf: the text, always ended; cut where @size is too small
 * @size: size of @buf
 *
 * Returns: the length that the whole text has, as snprintf() does.
 */
size_t pn_cpuset_format(const struct pn_cpuset *set, char *buf, size_t size);

#define pn_cpuset_for_each(cpu, set)                           \
	for (int64_t cpu = pn_cpuset_next((set), 0); cpu >= 0; \
	     cpu = pn_cpuset_next((set), (uint32_t)(cpu) + 1))

#endif
