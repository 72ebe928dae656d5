/* SPDX-License-Identifier: GPL-2.0-only */
/* Text that has to be the same as last time. */
#ifndef PN_SUPPORT_GOLDEN_H
#define PN_SUPPORT_GOLDEN_H

/**
 * pn_golden_difference - compares a text with a file
 * @path: the file; with PN_UPDATE_GOLDEN in the environment it is written instead
 * @text: the text
 *
 * Returns: NULL when they are equal; else what differs first, by line, to be freed with free().
 */
char *pn_golden_difference(const char *path, const char *text);

#endif
