/* SPDX-License-Identifier: GPL-2.0-only */
/* Gates: conditions on a report's figures that make the exit status 3. */
#ifndef PN_GATE_H
#define PN_GATE_H

#include <stdbool.h>

#include "core/summary.h"

/** struct pn_gate - FIGURE OPERATOR NUMBER, as in "pn>0" */
struct pn_gate {
	int figure; /* index into the table of figures */
	int op;
	double limit;
};

/**
 * pn_gate_parse - reads a gate
 * @text: a figure's name, one of > >= < <= == !=, and a decimal number without sign or exponent;
 *        blanks are allowed
 * @gate: the gate
 *
 * Returns: 0 or -EINVAL.
 */
int pn_gate_parse(const char *text, struct pn_gate *gate);

/** pn_gate_names - the names of all figures, for messages and help, with commas between */
const char *pn_gate_names(void);

/**
 * pn_gate_tripped - whether a gate's condition holds in any section
 * @gate: the gate
 * @summary: the report
 * @known: set to false when a section lacks the figure: then the gate cannot be judged there
 *
 * Returns: whether it holds.
 */
bool pn_gate_tripped(const struct pn_gate *gate, const struct pn_summary *summary, bool *known);

#endif
