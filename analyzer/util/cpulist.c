// SPDX-License-Identifier: GPL-2.0-only
/* Sets of CPU numbers and their text form. */
#include "util/cpulist.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BITS_PER_WORD 64u

static int grow_to(struct pn_cpuset *set, size_t nr_words)
{
	uint64_t *bits;

	if (nr_words <= set->nr_words)
		return 0;
	bits = realloc(set->bits, nr_words * sizeof(*bits));
	if (!bits)
		return -ENOMEM;
	memset(bits + set->nr_words, 0, (nr_words - set->nr_words) * sizeof(*bits));
	set->bits = bits;
	set->nr_words = nr_words;
	return 0;
}

void pn_cpuset_free(struct pn_cpuset *set)
{
	free(set->bits);
	*set = (struct pn_cpuset){ 0 };
}

int pn_cpuset_add(struct pn_cpuset *set, uint32_t cpu)
{
	int err;

	if (cpu >= PN_CPULIST_MAX)
		return -ERANGE;
	err = grow_to(set, cpu / BITS_PER_WORD + 1);
	if (err)
		return err;
	set->bits[cpu / BITS_PER_WORD] |= UINT64_C(1) << (cpu % BITS_PER_WORD);
	return 0;
}

bool pn_cpuset_has(const struct pn_cpuset *set, uint32_t cpu)
{
	size_t word = cpu / BITS_PER_WORD;

	return word < set->nr_words && (set->bits[word] >> (cpu % BITS_PER_WORD) & 1);
}

size_t pn_cpuset_count(const struct pn_cpuset *set)
{
	size_t count = 0;

	for (size_t i = 0; i < set->nr_words; i++)
		count += (size_t)__builtin_popcountll(set->bits[i]);
	return count;
}

int64_t pn_cpuset_next(const struct pn_cpuset *set, uint32_t from)
{
	size_t word = from / BITS_PER_WORD;
	uint64_t rest;

	if (word >= set->nr_words)
		return -1;
	rest = set->bits[word] & (~UINT64_C(0) << (from % BITS_PER_WORD));
	while (!rest) {
		if (++word >= set->nr_words)
			return -1;
		rest = set->bits[word];
	}
	return (int64_t)word * BITS_PER_WORD + __builtin_ctzll(rest);
}

/* Reads the CPU number at *@text and moves *@text behind it. */
static int parse_cpu(const char **text, uint32_t *cpu)
{
	const char *p = *text;
	uint32_t value = 0;

	if (*p < '0' || *p > '9')
		return -EINVAL;
	for (; *p >= '0' && *p <= '9'; p++) {
		value = value * 10 + (uint32_t)(*p - '0');
		if (value >= PN_CPULIST_MAX)
			return -ERANGE;
	}
	*text = p;
	*cpu = value;
	return 0;
}

/* Reads "N" or "N-M" at *@text into @set and moves *@text behind it. */
static int parse_range(const char **text, struct pn_cpuset *set)
{
	uint32_t first, last;
	int err;

	err = parse_cpu(text, &first);
	if (err)
		return err;
	last = first;
	if (**text == '-') {
		(*text)++;
		err = parse_cpu(text, &last);
		if (err)
			return err;
	}
	if (last < first)
		return -EINVAL;
	for (uint32_t cpu = first; !err && cpu <= last; cpu++)
		err = pn_cpuset_add(set, cpu);
	return err;
}

static bool at_end(const char *text)
{
	return !text[0] || (text[0] == '\n' && !text[1]);
}

int pn_cpulist_parse(const char *text, struct pn_cpuset *out)
{
	int err = 0;

	*out = (struct pn_cpuset){ 0 };
	if (at_end(text))
		return 0;
	for (;;) {
		err = parse_range(&text, out);
		if (err || at_end(text))
			break;
		if (*text++ != ',') {
			err = -EINVAL;
			break;
		}
	}
	if (err)
		pn_cpuset_free(out);
	return err;
}

static uint32_t end_of_run(const struct pn_cpuset *set, uint32_t cpu)
{
	while (pn_cpuset_has(set, cpu + 1))
		cpu++;
	return cpu;
}

size_t pn_cpuset_format(const struct pn_cpuset *set, char *buf, size_t size)
{
	size_t len = 0;

	if (size)
		buf[0] = '\0';
	for (int64_t next = pn_cpuset_next(set, 0); next >= 0;) {
		uint32_t first = (uint32_t)next, last = end_of_run(set, first);
		const char *comma = len ? "," : "";
		char *at = len < size ? buf + len : NULL;
		size_t room = at ? size - len : 0;

		if (first == last)
			len += (size_t)snprintf(at, room, "%s%u", comma, first);
		else
			len += (size_t)snprintf(at, room, "%s%u-%u", comma, first, last);
		next = pn_cpuset_next(set, last + 1);
	}
	return len;
}
