/* SPDX-License-Identifier: GPL-2.0-only */
/* The words of enumerations, as every report has them and as they are read back. */
#ifndef PN_CORE_NAMES_H
#define PN_CORE_NAMES_H

#include <stdint.h>

#include "core/event.h"
#include "core/idle_state.h"
#include "core/params.h"
#include "core/latency.h"

/** pn_wake_name - the word for an enum pn_wake; "unknown" for what is none */
const char *pn_wake_name(uint32_t wake);

/** pn_wake_find - the enum pn_wake of a word, or -EINVAL */
int pn_wake_find(const char *name);

/** pn_verdicts_name - the word for whose verdicts count: "auto", "length" or "kernel" */
const char *pn_verdicts_name(enum pn_verdicts verdicts);

/** pn_verdicts_find - the enum pn_verdicts of a word, or -EINVAL */
int pn_verdicts_find(const char *name);

/** pn_origin_name - the word for an enum pn_origin */
const char *pn_origin_name(enum pn_origin origin);

/** pn_origin_find - the enum pn_origin of a word, or -EINVAL */
int pn_origin_find(const char *name);

/** pn_latency_source_find - the enum pn_latency_source of a word, or -EINVAL */
int pn_latency_source_find(const char *name);

/** pn_latency_target_name - the word for what a target was in: "idle" for any idle state */
const char *pn_latency_target_name(int32_t state);

/**
 * pn_latency_target_find - what a target was in, by its word
 * @name: the word
 * @state: PN_LAT_BUSY and so on, or 0 for an idle state, whichever; untouched on error
 *
 * Returns: 0 or -EINVAL.
 */
int pn_latency_target_find(const char *name, int32_t *state);

#endif
