/* SPDX-License-Identifier: GPL-2.0-only */
/* Figures that follow from the stored ones: rates, ratios, percentiles; for JSON and CSV. */
#ifndef PN_OUT_DERIVED_H
#define PN_OUT_DERIVED_H

#include "core/figure.h"

/** struct pn_value - a figure, if there is one */
struct pn_value {
	enum {
		PN_VALUE_NONE,
		PN_VALUE_WHOLE,
		PN_VALUE_REAL,
	} kind;
	uint64_t whole;
	double real;
};

/** Room that pn_value_format() needs. */
#define PN_VALUE_LEN 32

/** pn_value_format - writes a value to @buf: an integer, or nine digits at most; "" for none */
const char *pn_value_format(const struct pn_value *value, char buf[PN_VALUE_LEN]);

/** struct pn_derived - a figure that follows from others */
struct pn_derived {
	const char *name;
	struct pn_value (*get)(const struct pn_figures *figures);
};

/** Figures of a state, or of the sum of a CPU's states. */
#define PN_STATE_DERIVED 14
extern const struct pn_derived pn_state_derived[PN_STATE_DERIVED];

/** Figures of a CPU, or of a sum of CPUs. */
#define PN_CPU_DERIVED 3
extern const struct pn_derived pn_cpu_derived[PN_CPU_DERIVED];

#endif
