/* SPDX-License-Identifier: GPL-2.0-only */
/* Checks JSON against a schema (draft 7), as far as our own schemas use its keywords. */
#ifndef PN_SUPPORT_JSON_SCHEMA_H
#define PN_SUPPORT_JSON_SCHEMA_H

#include <stddef.h>

struct json_object;

/**
 * pn_json_schema_check - checks a value
 * @schema: the schema: $ref into its definitions, type, enum, const, minimum, maximum, pattern-free
 *          strings, required, properties, additionalProperties, items, minItems, maxItems
 * @value: the value
 * @where: what is wrong and where, when something is
 * @size: size of @where
 *
 * A keyword that is not known is an error as well, so that no rule goes unchecked.
 *
 * Returns: 0 or -EINVAL.
 */
int pn_json_schema_check(struct json_object *schema, struct json_object *value, char *where,
			 size_t size);

#endif
