/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Too deep, too shallow, powernightmare: the rules of DEFINITIONS sections 3 and 4, worked out
 * once for each state, so that a stay costs a few comparisons.
 *
 * The kernel's rules stand in cpuidle_enter_state(), drivers/cpuidle/cpuidle.c.
 */
#ifndef PN_CORE_MISPREDICT_H
#define PN_CORE_MISPREDICT_H

#include <stdint.h>

#include "core/idle_state.h"

/** A length that no stay has: the rule never fires. */
#define PN_NEVER UINT64_MAX

/** struct pn_rule - what the length of a stay in one state makes of it */
struct pn_rule {
	uint64_t above_ns;  /* shorter: too deep */
	uint64_t below_ns;  /* this or longer, and not too deep: too shallow */
	uint64_t pn_ns;	    /* this or longer: powernightmare */
	uint64_t excess_ns; /* what is longer could have been spent deeper: XL(s) + TR(n) */
	uint64_t need_ns;   /* least TR(n) + XL(n) of a deeper state, for chains */
	uint32_t deepest;   /* 1: no enabled state is deeper, or the table lacks it */
};

/**
 * pn_rule_make - works out the rule of a state
 * @table: the state's table, or NULL: above and below are not available, and a powernightmare is
 *         any stay longer than the threshold (the deepest state seen is left out at the end)
 * @state: the state; one that the table lacks never counts as anything
 * @threshold_ns: a powernightmare is longer than this
 *
 * Returns: the rule.
 */
struct pn_rule pn_rule_make(const struct pn_state_table *table, uint32_t state,
			    uint64_t threshold_ns);

#endif
