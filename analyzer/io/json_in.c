// SPDX-License-Identifier: GPL-2.0-only
/* JSON files of our own schemas, read with every type, range and length checked. */
#include "io/json_in.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <json-c/json.h>

#include "io/mapped.h"

/** Objects and arrays within one another; our schemas need 6. */
#define MAX_DEPTH 16

/*
 * What json-c 0.16 allocates for each: a table of 16 slots for an object, 32 slots for an array
 * while it is read, and a value behind each comma. Those within strings are counted too: there are
 * few. What a string itself takes up is in the size of the file.
 */
#define OBJECT_BYTES 896u
#define ARRAY_BYTES  384u
#define VALUE_BYTES  88u

static uint64_t memory_of(const struct pn_mapped *file)
{
	uint64_t sum = 2 * (uint64_t)file->size;

	for (size_t i = 0; i < file->size; i++) {
		uint8_t byte = file->bytes[i];

		sum += byte == '{' ? OBJECT_BYTES : byte == '[' ? ARRAY_BYTES : 0;
		sum += byte == ',' ? VALUE_BYTES : 0;
	}
	return sum;
}

static int check_size(const struct pn_mapped *file, struct pn_problem *problem)
{
	uint64_t memory;

	if (file->size > PN_JSON_MAX)
		return pn_problem_set(problem, -EFBIG, "%s: larger than %u MiB", file->name,
				      PN_JSON_MAX >> 20);
	memory = memory_of(file);
	if (memory > PN_JSON_MEMORY_MAX)
		return pn_problem_set(
			problem, -EFBIG,
			"%s: would take up %" PRIu64 " MiB of memory; %u are the most", file->name,
			memory >> 20, (unsigned int)(PN_JSON_MEMORY_MAX >> 20));
	return 0;
}

/* json-c stops at a zero byte, as if the file ended there. */
static int parse_bytes(const struct pn_mapped *file, struct pn_json *json)
{
	const uint8_t *zero = memchr(file->bytes, 0, file->size);
	struct json_tokener *tok;
	enum json_tokener_error why;
	int err = 0;

	if (zero)
		return pn_problem_set(json->problem, -EINVAL, "%s: not JSON: zero at byte %zu",
				      json->file, (size_t)(zero - file->bytes));
	tok = json_tokener_new_ex(MAX_DEPTH);
	if (!tok)
		return -ENOMEM;
	json_tokener_set_flags(tok, JSON_TOKENER_STRICT | JSON_TOKENER_VALIDATE_UTF8);
	json->object = json_tokener_parse_ex(tok, (const char *)file->bytes, (int)file->size);
	why = json_tokener_get_error(tok);
	if (why == json_tokener_continue)
		err = pn_problem_set(json->problem, -EINVAL, "%s: not JSON: ends too early",
				     json->file);
	else if (why != json_tokener_success)
		err = pn_problem_set(json->problem, -EINVAL, "%s: not JSON: %s at byte %zu",
				     json->file, json_tokener_error_desc(why),
				     json_tokener_get_parse_end(tok));
	json_tokener_free(tok);
	return err;
}

static int check_schema(const struct pn_json *json, const char *schema)
{
	const char *found;
	int err;

	if (!json_object_is_type(json->object, json_type_object))
		return pn_problem_set(json->problem, -EINVAL, "%s: no JSON object", json->file);
	err = pn_json_need(json, "schema", pn_json_long_text(json, "schema", &found));
	if (!err && strcmp(found, schema) != 0)
		err = pn_json_bad(json, "schema", "is not %s", schema);
	return err;
}

int pn_json_load(const char *path, const char *schema, struct pn_json *json,
		 struct pn_problem *problem)
{
	struct pn_mapped file;
	int err;

	*json = (struct pn_json){ .problem = problem };
	err = pn_mapped_open(path, &file, problem);
	if (err)
		return err;
	json->file = file.name;
	err = check_size(&file, problem);
	if (!err)
		err = parse_bytes(&file, json);
	pn_mapped_close(&file);
	if (!err)
		err = check_schema(json, schema);
	if (err)
		pn_json_free(json);
	return err;
}

void pn_json_free(struct pn_json *json)
{
	json_object_put(json->object);
	json->object = NULL;
}

int pn_json_bad(const struct pn_json *json, const char *key, const char *fmt, ...)
{
	char what[160];
	va_list args;

	va_start(args, fmt);
	vsnprintf(what, sizeof(what), fmt, args);
	va_end(args);
	return pn_problem_set(json->problem, -EINVAL, "%s: %s%s: %s", json->file, json->at, key,
			      what);
}

int pn_json_need(const struct pn_json *json, const char *key, int err)
{
	return err == -ENOENT ? pn_json_bad(json, key, "is missing") : err;
}

int pn_json_optional(int err)
{
	return err == -ENOENT ? 0 : err;
}

static int find(const struct pn_json *json, const char *key, enum json_type type,
		struct json_object **value)
{
	if (!json_object_object_get_ex(json->object, key, value) || !*value)
		return -ENOENT;
	if (!json_object_is_type(*value, type))
		return pn_json_bad(json, key, "is no %s", json_type_to_name(type));
	return 0;
}

/*
 * json-c clamps a number that does not fit to the largest that does, so that one is taken for what
 * it is only where it was asked for.
 */
int pn_json_u64(const struct pn_json *json, const char *key, uint64_t min, uint64_t max,
		uint64_t *out)
{
	struct json_object *value;
	uint64_t number;
	int err;

	err = find(json, key, json_type_int, &value);
	if (err)
		return err;
	number = json_object_get_uint64(value);
	if (json_object_get_int64(value) < 0 || number < min || number > max)
		return pn_json_bad(json, key, "is not from %" PRIu64 " to %" PRIu64, min, max);
	*out = number;
	return 0;
}

int pn_json_need_u64(const struct pn_json *json, const char *key, uint64_t min, uint64_t max,
		     uint64_t *out)
{
	return pn_json_need(json, key, pn_json_u64(json, key, min, max, out));
}

int pn_json_need_i64(const struct pn_json *json, const char *key, int64_t *out)
{
	struct json_object *value;
	int err;

	err = pn_json_need(json, key, find(json, key, json_type_int, &value));
	if (err)
		return err;
	if (json_object_get_int64(value) == INT64_MAX && json_object_get_uint64(value) > INT64_MAX)
		return pn_json_bad(json, key, "is too large");
	*out = json_object_get_int64(value);
	return 0;
}

int pn_json_real(const struct pn_json *json, const char *key, double *out)
{
	struct json_object *value;
	int err = find(json, key, json_type_double, &value);

	if (err == -EINVAL)
		err = find(json, key, json_type_int, &value);
	if (!err)
		*out = json_object_get_double(value);
	return err;
}

int pn_json_bool(const struct pn_json *json, const char *key, bool *out)
{
	struct json_object *value;
	int err;

	err = find(json, key, json_type_boolean, &value);
	if (!err)
		*out = json_object_get_boolean(value);
	return err;
}

int pn_json_long_text(const struct pn_json *json, const char *key, const char **out)
{
	struct json_object *value;
	const char *text;
	int err, len;

	err = find(json, key, json_type_string, &value);
	if (err)
		return err;
	text = json_object_get_string(value);
	len = json_object_get_string_len(value);
	for (int i = 0; i < len; i++)
		if (iscntrl((unsigned char)text[i]))
			return pn_json_bad(json, key, "has a control character");
	*out = text;
	return 0;
}

int pn_json_text(const struct pn_json *json, const char *key, char *out, size_t size)
{
	const char *text;
	int err;

	err = pn_json_long_text(json, key, &text);
	if (err)
		return err;
	if (strlen(text) >= size)
		return pn_json_bad(json, key, "is longer than %zu bytes", size - 1);
	strcpy(out, text);
	return 0;
}

int pn_json_inner(const struct pn_json *json, const char *key, struct pn_json *inner)
{
	struct json_object *value;
	int err;

	err = find(json, key, json_type_object, &value);
	if (err)
		return err;
	*inner = (struct pn_json){ .file = json->file, .problem = json->problem, .object = value };
	snprintf(inner->at, sizeof(inner->at), "%.40s%.16s.", json->at, key);
	return 0;
}

int pn_json_array(const struct pn_json *json, const char *key, size_t max, size_t *nr)
{
	struct json_object *value;
	int err;

	err = find(json, key, json_type_array, &value);
	if (err)
		return err;
	if (json_object_array_length(value) > max)
		return pn_json_bad(json, key, "has more than %zu entries", max);
	*nr = json_object_array_length(value);
	return 0;
}

int pn_json_item(const struct pn_json *json, const char *key, size_t index, struct pn_json *item)
{
	struct json_object *array = json_object_object_get(json->object, key);

	*item = (struct pn_json){ .file = json->file, .problem = json->problem };
	item->object = json_object_array_get_idx(array, index);
	snprintf(item->at, sizeof(item->at), "%.32s%.16s[%zu].", json->at, key, index);
	if (json_object_is_type(item->object, json_type_object))
		return 0;
	return pn_problem_set(json->problem, -EINVAL, "%s: %s%s[%zu]: is no object", json->file,
			      json->at, key, index);
}

static bool whole_number(struct json_object *value, uint64_t *out)
{
	*out = value ? json_object_get_uint64(value) : 0;
	return !value ||
	       (json_object_is_type(value, json_type_int) && json_object_get_int64(value) >= 0);
}

int pn_json_row(const struct pn_json *json, const char *key, size_t index, uint64_t *row, size_t nr)
{
	struct json_object *array = json_object_object_get(json->object, key), *item;
	bool good;

	item = json_object_array_get_idx(array, index);
	good = json_object_is_type(item, json_type_array) && json_object_array_length(item) == nr;
	for (size_t i = 0; good && i < nr; i++)
		good = whole_number(json_object_array_get_idx(item, i), &row[i]);
	if (good)
		return 0;
	return pn_json_bad(json, key, "entry %zu is no row of %zu whole numbers", index, nr);
}

void *pn_json_list(const struct pn_json *json, const char *key, size_t max, size_t size,
		   uint32_t *nr, pn_json_element_fn fn, void *ctx, int *err)
{
	size_t length = 0;
	char *list;

	*nr = 0;
	*err = pn_json_array(json, key, max, &length);
	if (*err || !length)
		return NULL;
	list = calloc(length, size);
	if (!list) {
		*err = -ENOMEM;
		return NULL;
	}
	*nr = (uint32_t)length;
	for (size_t i = 0; !*err && i < length; i++) {
		struct pn_json item;

		*err = pn_json_item(json, key, i, &item);
		if (!*err)
			*err = fn(&item, i, list + i * size, ctx);
	}
	return list;
}
