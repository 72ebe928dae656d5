// SPDX-License-Identifier: GPL-2.0-only
/* CPU lists: what is taken is written as a list that reads back to the same set. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "util/cpulist.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = pn_fuzz_text(data, size), *list, cut[8];
	struct pn_cpuset set, again;
	size_t len;

	if (!pn_cpulist_parse(text, &set)) {
		len = pn_cpuset_format(&set, cut, sizeof(cut));
		PN_FUZZ_CHECK(strlen(cut) == (len < sizeof(cut) ? len : sizeof(cut) - 1));
		list = malloc(len + 1);
		PN_FUZZ_CHECK(list && pn_cpuset_format(&set, list, len + 1) == len);
		PN_FUZZ_CHECK(!pn_cpulist_parse(list, &again));
		PN_FUZZ_CHECK(pn_cpuset_count(&set) == pn_cpuset_count(&again));
		pn_cpuset_for_each (cpu, &set)
			PN_FUZZ_CHECK(pn_cpuset_has(&again, (uint32_t)cpu));
		pn_cpuset_free(&again);
		free(list);
	} else {
		PN_FUZZ_CHECK(!pn_cpuset_count(&set));
	}
	pn_cpuset_free(&set);
	free(text);
	return 0;
}
