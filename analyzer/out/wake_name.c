// SPDX-License-Identifier: GPL-2.0-only
/* What can have ended a stay, in words. */
#include "out/wake_name.h"

#include "core/event.h"

const char *pn_wake_name(uint32_t wake)
{
	static const char *const names[PN_WAKE_NR] = {
		[PN_WAKE_UNKNOWN] = "unknown", [PN_WAKE_TIMER] = "timer", [PN_WAKE_IRQ] = "irq",
		[PN_WAKE_IPI] = "ipi",	       [PN_WAKE_TASK] = "task",
	};

	return names[wake < PN_WAKE_NR ? wake : PN_WAKE_UNKNOWN];
}
