// SPDX-License-Identifier: GPL-2.0-only
/* From idle events to spans. */
#include "core/span.h"

int pn_track_lost(struct pn_track *track, uint64_t since_ns, uint64_t ts_ns,
		  struct pn_span spans[2])
{
	int nr = 0;

	if (ts_ns < track->since_ns)
		ts_ns = track->since_ns;
	if (track->mode == PN_TRACK_NONE) {
		track->since_ns = ts_ns;
		return 0;
	}
	if (since_ns > ts_ns)
		since_ns = ts_ns;
	if (track->mode == PN_TRACK_AWAKE && since_ns > track->since_ns) {
		pn_span_set(&spans[nr++], track, since_ns, PN_SPAN_BUSY);
		track->since_ns = since_ns;
	}
	pn_span_set(&spans[nr++], track, ts_ns,
		    track->mode == PN_TRACK_IDLE ? PN_SPAN_LOST : PN_SPAN_UNKNOWN);
	track->since_ns = ts_ns;
	track->mode = PN_TRACK_BLIND;
	track->stepped = false;
	return nr;
}

bool pn_track_end(struct pn_track *track, uint64_t end_ns, struct pn_span *span)
{
	static const enum pn_span_kind kinds[] = {
		[PN_TRACK_AWAKE] = PN_SPAN_BUSY,
		[PN_TRACK_IDLE] = PN_SPAN_TAIL,
		[PN_TRACK_BLIND] = PN_SPAN_UNKNOWN,
	};

	if (track->mode == PN_TRACK_NONE)
		return false;
	if (end_ns < track->since_ns)
		end_ns = track->since_ns;
	pn_span_set(span, track, end_ns, kinds[track->mode]);
	return true;
}
