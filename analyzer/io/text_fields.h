/* SPDX-License-Identifier: GPL-2.0-only */
/* The fields "name=value" in the text of an event, found by their names. */
#ifndef PN_IO_TEXT_FIELDS_H
#define PN_IO_TEXT_FIELDS_H

#include <stdbool.h>
#include <stdint.h>

/** struct pn_text_slice - text from begin to before end; a newline follows, and PN_SCAN_PAD bytes */
struct pn_text_slice {
	const char *begin;
	const char *end;
};

/**
 * pn_text_field - finds a field
 * @body: the text of the event
 * @key: its name with the equals sign, "state="
 *
 * Returns: where its value begins, or NULL.
 */
const char *pn_text_field(struct pn_text_slice body, const char *key);

/** pn_text_number - the value of a field, a decimal number; false when there is none */
bool pn_text_number(struct pn_text_slice body, const char *key, uint64_t *value);

/** pn_text_number32 - the same for a number that fits 32 bits */
bool pn_text_number32(struct pn_text_slice body, const char *key, uint32_t *value);

/** pn_text_address - the same for a number in hexadecimal, with or without 0x before it */
bool pn_text_address(struct pn_text_slice body, const char *key, uint64_t *value);

/**
 * pn_text_mask_next - the next CPU of a mask in hexadecimal, its words parted by commas
 * @p: the mask
 * @from: the lowest CPU of interest
 * @cpu: the lowest CPU of the mask from there on
 * @more: whether a higher one follows
 *
 * Returns: whether there is one.
 */
bool pn_text_mask_next(const char *p, uint32_t from, uint32_t *cpu, bool *more);

/** pn_text_list_next - the same for a list as "0,2-3" */
bool pn_text_list_next(const char *p, uint32_t from, uint32_t *cpu, bool *more);

#endif
