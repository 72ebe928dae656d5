// SPDX-License-Identifier: GPL-2.0-only
/* Building JSON that is valid whatever goes into it. */
#include "util/json_put.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <json-c/json.h>

#include "util/printable.h"

int pn_json_put(struct json_object *object, const char *key, struct json_object *value)
{
	if (object && !json_object_object_add(object, key, value))
		return 0;
	json_object_put(value);
	return -ENOMEM;
}

/* The same for a value that was just made, where NULL means that memory is short. */
static int put_made(struct json_object *object, const char *key, struct json_object *value)
{
	return value ? pn_json_put(object, key, value) : -ENOMEM;
}

int pn_json_put_null(struct json_object *object, const char *key)
{
	return pn_json_put(object, key, NULL);
}

int pn_json_put_u64(struct json_object *object, const char *key, uint64_t number)
{
	return put_made(object, key, json_object_new_uint64(number));
}

int pn_json_put_i64(struct json_object *object, const char *key, int64_t number)
{
	return put_made(object, key, json_object_new_int64(number));
}

int pn_json_put_known(struct json_object *object, const char *key, int64_t number)
{
	return number < 0 ? pn_json_put_null(object, key)
			  : pn_json_put_u64(object, key, (uint64_t)number);
}

int pn_json_put_real(struct json_object *object, const char *key, double number)
{
	char text[32];

	if (!isfinite(number))
		return pn_json_put_null(object, key);
	snprintf(text, sizeof(text), "%.9g", number);
	return put_made(object, key, json_object_new_double_s(number, text));
}

int pn_json_put_bool(struct json_object *object, const char *key, bool value)
{
	return put_made(object, key, json_object_new_boolean(value));
}

int pn_json_put_text(struct json_object *object, const char *key, const char *text)
{
	size_t size = strlen(text) + 1;
	char *clean = malloc(size);
	int err;

	if (!clean)
		return -ENOMEM;
	pn_printable(text, clean, size);
	err = put_made(object, key, json_object_new_string(clean));
	free(clean);
	return err;
}

int pn_json_put_known_text(struct json_object *object, const char *key, const char *text)
{
	return text && *text ? pn_json_put_text(object, key, text) : pn_json_put_null(object, key);
}

int pn_json_put_cpus(struct json_object *object, const char *key, const struct pn_cpuset *cpus)
{
	size_t size = pn_cpuset_format(cpus, NULL, 0) + 1;
	char *text = malloc(size);
	int err;

	if (!text)
		return -ENOMEM;
	pn_cpuset_format(cpus, text, size);
	err = pn_json_put_text(object, key, text);
	free(text);
	return err;
}

struct json_object *pn_json_put_object(struct json_object *object, const char *key)
{
	struct json_object *child = json_object_new_object();

	return put_made(object, key, child) ? NULL : child;
}

struct json_object *pn_json_put_array(struct json_object *object, const char *key)
{
	struct json_object *child = json_object_new_array();

	return put_made(object, key, child) ? NULL : child;
}

struct json_object *pn_json_put_item(struct json_object *array)
{
	struct json_object *item = array ? json_object_new_object() : NULL;

	if (item && json_object_array_add(array, item)) {
		json_object_put(item);
		return NULL;
	}
	return item;
}

int pn_json_print(struct json_object *object, FILE *out)
{
	const char *text = json_object_to_json_string_ext(
		object, JSON_C_TO_STRING_PRETTY | JSON_C_TO_STRING_NOSLASHESCAPE);

	if (!text)
		return -ENOMEM;
	return fputs(text, out) < 0 || putc('\n', out) == EOF ? -EIO : 0;
}
