/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The analysis a second time, written for plainness: it keeps every event and every piece of time,
 * cuts windows out afterwards, and follows DEFINITIONS word by word. What it is compared with
 * works in one pass and keeps nothing.
 */
#ifndef PN_SUPPORT_MODEL_H
#define PN_SUPPORT_MODEL_H

#include "core/summary.h"
#include "support/analyse.h"

/**
 * pn_model - the figures of one CPU in one window
 * @input: what pn_analyse() was given
 * @cpu: the CPU
 * @window: a window of @input, or the whole trace
 * @first_ns: first event of the trace
 * @last_ns: last event of the trace
 * @stats: filled in; freed with pn_stats_free()
 * @worst: all powernightmares are added to it
 */
void pn_model(const struct pn_analyse *input, uint32_t cpu, const struct pn_window *window,
	      uint64_t first_ns, uint64_t last_ns, struct pn_cpu_stats *stats,
	      struct pn_worst *worst);

#endif
