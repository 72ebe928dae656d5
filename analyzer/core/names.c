// SPDX-License-Identifier: GPL-2.0-only
/* The words of enumerations. */
#include "core/names.h"

#include <errno.h>
#include <string.h>

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

static const char *const wakes[PN_WAKE_NR] = {
	[PN_WAKE_UNKNOWN] = "unknown", [PN_WAKE_TIMER] = "timer", [PN_WAKE_IRQ] = "irq",
	[PN_WAKE_IPI] = "ipi",	       [PN_WAKE_TASK] = "task",
};

static const char *const origins[] = {
	[PN_FROM_NOWHERE] = "none",    [PN_FROM_DEFAULT] = "default", [PN_FROM_OPTION] = "option",
	[PN_FROM_SIDECAR] = "sidecar", [PN_FROM_SYSFS] = "sysfs",
};

static int find(const char *const *names, size_t nr, const char *name)
{
	for (size_t i = 0; i < nr; i++) {
		if (strcmp(names[i], name) == 0)
			return (int)i;
	}
	return -EINVAL;
}

const char *pn_wake_name(uint32_t wake)
{
	return wakes[wake < PN_WAKE_NR ? wake : PN_WAKE_UNKNOWN];
}

int pn_wake_find(const char *name)
{
	return find(wakes, ARRAY_SIZE(wakes), name);
}

const char *pn_origin_name(enum pn_origin origin)
{
	return origins[origin < ARRAY_SIZE(origins) ? origin : PN_FROM_NOWHERE];
}

int pn_origin_find(const char *name)
{
	return find(origins, ARRAY_SIZE(origins), name);
}

int pn_latency_source_find(const char *name)
{
	for (int source = 0; source < PN_LAT_NR; source++) {
		if (strcmp(pn_latency_source_name((enum pn_latency_source)source), name) == 0)
			return source;
	}
	return -EINVAL;
}

/* By the number of the "state", below zero, turned round. */
static const char *const targets[] = {
	[0] = "idle",
	[-PN_LAT_BUSY] = "busy",
	[-PN_LAT_RACED] = "raced",
	[-PN_LAT_UNTOLD] = "unknown",
};

const char *pn_latency_target_name(int32_t state)
{
	return targets[state < 0 && -state < (int32_t)ARRAY_SIZE(targets) ? -state : 0];
}

int pn_latency_target_find(const char *name, int32_t *state)
{
	int found = find(targets, ARRAY_SIZE(targets), name);

	if (found < 0)
		return found;
	*state = -found;
	return 0;
}

static const char *const verdicts[] = {
	[PN_VERDICTS_AUTO] = "auto",
	[PN_VERDICTS_LENGTH] = "length",
	[PN_VERDICTS_KERNEL] = "kernel",
};
const char *pn_verdicts_name(enum pn_verdicts whose)
{
	return verdicts[whose < ARRAY_SIZE(verdicts) ? whose : PN_VERDICTS_AUTO];
}

int pn_verdicts_find(const char *name)
{
	return find(verdicts, ARRAY_SIZE(verdicts), name);
}
