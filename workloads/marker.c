// SPDX-License-Identifier: GPL-2.0-only
/* Marks in the trace that is being recorded, so that it can be cut into the workload's phases. */
#include "marker.h"

#include <mntent.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <tracefs.h>
#include <unistd.h>

/* libtracefs mounts tracefs where it finds none; looking first leaves the machine as it is. */
static bool tracefs_is_mounted(void)
{
	struct mntent *entry;
	bool found = false;
	FILE *mounts;

	mounts = setmntent("/proc/mounts", "r");
	if (!mounts)
		return false;
	while (!found && (entry = getmntent(mounts)))
		found = !strcmp(entry->mnt_type, "tracefs") && !access(entry->mnt_dir, X_OK);
	endmntent(mounts);
	return found;
}

static bool tracing_is_on(void)
{
	/* What the library has to say about a trace that is out of reach is of no interest here. */
	tracefs_set_loglevel(TEP_LOG_NONE);
	return tracefs_is_mounted() && tracefs_trace_is_on(NULL) == 1;
}

void pn_marker_phase(const char *workload, uint32_t phase, const char *param)
{
	if (tracing_is_on())
		tracefs_printf(NULL, "pn: %s phase=%u param=%s", workload, phase, param);
}

void pn_marker_end(const char *workload)
{
	if (tracing_is_on())
		tracefs_printf(NULL, "pn: %s end", workload);
}
