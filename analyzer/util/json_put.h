/* SPDX-License-Identifier: GPL-2.0-only */
/* Building JSON that is valid whatever goes into it. */
#ifndef PN_UTIL_JSON_PUT_H
#define PN_UTIL_JSON_PUT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "util/cpulist.h"

struct json_object;

/*
 * The functions that add a key return 0 or -ENOMEM. Those that make something hand back what the
 * object or array owns from then on, or NULL when memory is short; an object or array of NULL is
 * allowed and gives the same, so that one check at the end of several calls is enough.
 */

/** pn_json_put - adds a value, or null where @value is NULL; @value is taken over in any case */
int pn_json_put(struct json_object *object, const char *key, struct json_object *value);

/** pn_json_put_null - adds null: there is no such thing */
int pn_json_put_null(struct json_object *object, const char *key);

/** pn_json_put_u64 - adds a whole number, all 64 bits of it */
int pn_json_put_u64(struct json_object *object, const char *key, uint64_t number);

/** pn_json_put_i64 - adds a whole number that may be below 0 */
int pn_json_put_i64(struct json_object *object, const char *key, int64_t number);

/** pn_json_put_known - adds a whole number, or null where it is below 0 */
int pn_json_put_known(struct json_object *object, const char *key, int64_t number);

/** pn_json_put_real - adds a number with nine digits at most, or null where it is not finite */
int pn_json_put_real(struct json_object *object, const char *key, double number);

/** pn_json_put_bool - adds true or false */
int pn_json_put_bool(struct json_object *object, const char *key, bool value);

/** pn_json_put_text - adds text, made printable (pn_printable()) */
int pn_json_put_text(struct json_object *object, const char *key, const char *text);

/** pn_json_put_known_text - the same, but null where it is empty or NULL */
int pn_json_put_known_text(struct json_object *object, const char *key, const char *text);

/** pn_json_put_cpus - adds a CPU list, "0-3,8" */
int pn_json_put_cpus(struct json_object *object, const char *key, const struct pn_cpuset *cpus);

/** pn_json_put_object - adds an empty object */
struct json_object *pn_json_put_object(struct json_object *object, const char *key);

/** pn_json_put_array - adds an empty array */
struct json_object *pn_json_put_array(struct json_object *object, const char *key);

/** pn_json_put_item - adds an empty object at the end of an array */
struct json_object *pn_json_put_item(struct json_object *array);

/** pn_json_print - prints an object, indented, with a newline at its end; 0, -ENOMEM or -EIO */
int pn_json_print(struct json_object *object, FILE *out);

#endif
