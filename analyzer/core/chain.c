// SPDX-License-Identifier: GPL-2.0-only
/* Chains of short shallow stays. */
#include "core/chain.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

int pn_chain_grow(struct pn_chain *chain, uint32_t nr_states)
{
	uint64_t *time_ns;

	if (nr_states <= chain->nr_states)
		return 0;
	time_ns = realloc(chain->time_ns, nr_states * sizeof(*time_ns));
	if (!time_ns)
		return -ENOMEM;
	memset(&time_ns[chain->nr_states], 0, (nr_states - chain->nr_states) * sizeof(*time_ns));
	chain->time_ns = time_ns;
	chain->nr_states = nr_states;
	return 0;
}

void pn_chain_clear(struct pn_chain *chain)
{
	chain->nr_stays = 0;
	if (chain->nr_states)
		memset(chain->time_ns, 0, chain->nr_states * sizeof(*chain->time_ns));
}

struct pn_chain_verdict pn_chain_finish(struct pn_chain *chain, const struct pn_rule *rules,
					uint64_t threshold_ns)
{
	struct pn_chain_verdict verdict = { .length_ns = chain->end_ns - chain->start_ns };
	uint64_t shallow_ns = 0, most_ns = 0;

	if (!chain->nr_stays)
		return verdict;
	for (uint32_t s = 0; s < chain->nr_states; s++) {
		uint64_t time_ns = chain->time_ns[s];

		if (rules[s].need_ns <= verdict.length_ns)
			shallow_ns += time_ns;
		if (time_ns > most_ns) {
			most_ns = time_ns;
			verdict.state = (int32_t)s;
		}
	}
	verdict.nightmare = chain->nr_stays >= 2 && verdict.length_ns > threshold_ns &&
			    shallow_ns > verdict.length_ns - shallow_ns;
	pn_chain_clear(chain);
	return verdict;
}

void pn_chain_free(struct pn_chain *chain)
{
	free(chain->time_ns);
	memset(chain, 0, sizeof(*chain));
}
