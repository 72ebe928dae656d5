/* SPDX-License-Identifier: GPL-2.0-only */
/* The module's trace events: one a sample, emitted by the source after the measurement. */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM latency_test

#if !defined(LT_TRACE_H) || defined(TRACE_HEADER_MULTI_READ)
#define LT_TRACE_H

#include <linux/tracepoint.h>
#include "latency_test.h"

/*
 * state is that of the target at the cause, -1 if it was not idle. sent_ns and expires_ns are the
 * cause's time on the trace's "mono" clock, since the event itself comes later.
 */
TRACE_EVENT(ipi,
	TP_PROTO(const struct lt_sample *sample),
	TP_ARGS(sample),
	TP_STRUCT__entry(
		__field(u64, sent_ns)
		__field(s64, latency_ns)
		__field(u64, return_ns)
		__field(u64, idle_ns)
		__field(u32, src)
		__field(u32, dest)
		__field(s32, state)
		__field(u32, race)
	),
	TP_fast_assign(
		__entry->sent_ns = sample->cause_ns;
		__entry->latency_ns = sample->latency_ns;
		__entry->return_ns = sample->return_ns;
		__entry->idle_ns = sample->idle_ns;
		__entry->src = sample->src;
		__entry->dest = sample->cpu;
		__entry->state = sample->state;
		__entry->race = sample->race;
	),
	TP_printk("src=%u dest=%u latency_ns=%lld state=%d race=%u sent_ns=%llu return_ns=%llu idle_ns=%llu",
		  __entry->src, __entry->dest, __entry->latency_ns, __entry->state, __entry->race,
		  __entry->sent_ns, __entry->return_ns, __entry->idle_ns)
);

TRACE_EVENT(timer,
	TP_PROTO(const struct lt_sample *sample),
	TP_ARGS(sample),
	TP_STRUCT__entry(
		__field(u64, expires_ns)
		__field(u64, expected_ns)
		__field(s64, diff_ns)
		__field(u64, idle_ns)
		__field(u32, cpu)
		__field(u32, src)
		__field(s32, state)
		__field(u32, race)
	),
	TP_fast_assign(
		__entry->expires_ns = sample->cause_ns;
		__entry->expected_ns = sample->expected_ns;
		__entry->diff_ns = sample->latency_ns;
		__entry->idle_ns = sample->idle_ns;
		__entry->cpu = sample->cpu;
		__entry->src = sample->src;
		__entry->state = sample->state;
		__entry->race = sample->race;
	),
	TP_printk("cpu=%u expected_ns=%llu diff_ns=%lld state=%d race=%u expires_ns=%llu src=%u idle_ns=%llu",
		  __entry->cpu, __entry->expected_ns, __entry->diff_ns, __entry->state,
		  __entry->race, __entry->expires_ns, __entry->src, __entry->idle_ns)
);

#endif

#undef TRACE_INCLUDE_PATH
#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_PATH .
#define TRACE_INCLUDE_FILE lt_trace
#include <trace/define_trace.h>
