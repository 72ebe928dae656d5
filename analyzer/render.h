/* SPDX-License-Identifier: GPL-2.0-only */
/* Runs gnuplot on scripts that stand in a folder. */
#ifndef PN_RENDER_H
#define PN_RENDER_H

#include "out/plot.h"

/**
 * pn_render - makes NAME.svg and NAME.png of every picture
 * @dir: where the scripts are, and where the pictures go
 * @plot: the pictures
 * @problem: one line: which picture failed, or that gnuplot is not there and how to get it
 *
 * Returns: 0, -ENOENT (no gnuplot), -EIO (it failed; what it said is on stderr), or another negative
 * errno.
 */
int pn_render(const char *dir, const struct pn_plot *plot, struct pn_problem *problem);

#endif
