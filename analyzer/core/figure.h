/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The stored figures by name: one table for those who write them, read them back or compare them.
 * What each figure means stands where its field is declared, in core/stats.h.
 */
#ifndef PN_CORE_FIGURE_H
#define PN_CORE_FIGURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/summary.h"

/** enum pn_figure_needs - without what a figure does not exist, which is not the same as 0 */
enum pn_figure_needs {
	PN_NEEDS_NOTHING,
	PN_NEEDS_DATA,	 /* the CPU is not silent */
	PN_NEEDS_TABLE,	 /* ... and has a table of idle states */
	PN_NEEDS_STAYS,	 /* a completed stay */
	PN_NEEDS_PN,	 /* a powernightmare */
	PN_NEEDS_CHAINS, /* a powernightmare chain */
	PN_NEEDS_MISSES, /* the kernel's verdicts were recorded */
	PN_NEEDS_WAKES,	 /* something that can tell what ended a stay was recorded */
	PN_NEEDS_COUNT,	 /* a loss that says how many events it took */
};

/** struct pn_figure - a 64-bit count or length in struct pn_state_stats or pn_cpu_stats */
struct pn_figure {
	const char *name;
	size_t offset;
	enum pn_figure_needs needs;
};

/** Figures of struct pn_state_stats, but for the histogram. */
#define PN_STATE_FIGURES 32
extern const struct pn_figure pn_state_figures[PN_STATE_FIGURES];

/** Figures of struct pn_cpu_stats, but for the states and the flags. */
#define PN_CPU_FIGURES 13
extern const struct pn_figure pn_cpu_figures[PN_CPU_FIGURES];

/** pn_state_figure - the figure of struct pn_state_stats called @name, or NULL */
const struct pn_figure *pn_state_figure(const char *name);

/** struct pn_figures - whose figures are asked for */
struct pn_figures {
	const struct pn_cpu_stats *stats;
	const struct pn_state_stats *state; /* NULL: figures of the CPU alone */
	uint64_t length_ns;		    /* of the section, for rates */
	bool misses;			    /* the kernel's verdicts were recorded */
};

/** pn_section_has_misses - whether the kernel's own verdicts were recorded in a section */
bool pn_section_has_misses(const struct pn_section *section);

/** pn_figures_have - whether what @needs names is there */
bool pn_figures_have(const struct pn_figures *figures, enum pn_figure_needs needs);

/**
 * pn_figure_get - the value of a figure
 * @figure: of pn_state_figures (then @figures has a state) or of pn_cpu_figures
 * @figures: whose
 * @value: the value, untouched when there is none
 *
 * Returns: whether the figure exists.
 */
bool pn_figure_get(const struct pn_figure *figure, const struct pn_figures *figures,
		   uint64_t *value);

#endif
