// SPDX-License-Identifier: GPL-2.0-only
/* Checks JSON against a schema. */
#include "support/json_schema.h"

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <json-c/json.h>

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

/* A value, its rule, and how it is reached. */
struct check {
	struct json_object *root; /* the whole schema */
	struct json_object *rule;
	struct json_object *value;
	char path[160];
	char *where;
	size_t size;
};

static int check_value(struct check *check);

static int complain(const struct check *check, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

static int complain(const struct check *check, const char *fmt, ...)
{
	char what[120];
	va_list args;

	va_start(args, fmt);
	vsnprintf(what, sizeof(what), fmt, args);
	va_end(args);
	snprintf(check->where, check->size, "%s: %s", check->path, what);
	return -EINVAL;
}

static int check_inner(const struct check *check, struct json_object *rule,
		       struct json_object *value, const char *name, size_t index)
{
	struct check inner = *check;

	inner.rule = rule;
	inner.value = value;
	if (name)
		snprintf(inner.path, sizeof(inner.path), "%.120s.%.32s", check->path, name);
	else
		snprintf(inner.path, sizeof(inner.path), "%.120s[%zu]", check->path, index);
	return check_value(&inner);
}

/* --- keywords; each takes what the schema says of it ---------------------------------------- */

static bool has_type(struct json_object *value, const char *type)
{
	switch (json_object_get_type(value)) {
	case json_type_null:
		return strcmp(type, "null") == 0;
	case json_type_boolean:
		return strcmp(type, "boolean") == 0;
	case json_type_int:
		return strcmp(type, "integer") == 0 || strcmp(type, "number") == 0;
	case json_type_double:
		return strcmp(type, "number") == 0;
	case json_type_string:
		return strcmp(type, "string") == 0;
	case json_type_array:
		return strcmp(type, "array") == 0;
	default:
		return strcmp(type, "object") == 0;
	}
}

static int check_type(struct check *check, struct json_object *type)
{
	if (json_object_is_type(type, json_type_string)) {
		if (has_type(check->value, json_object_get_string(type)))
			return 0;
	} else {
		for (size_t i = 0; i < json_object_array_length(type); i++) {
			struct json_object *one = json_object_array_get_idx(type, i);

			if (has_type(check->value, json_object_get_string(one)))
				return 0;
		}
	}
	return complain(check, "is not of type %s", json_object_get_string(type));
}

static int check_const(struct check *check, struct json_object *only)
{
	if (json_object_equal(check->value, only))
		return 0;
	return complain(check, "is not %s", json_object_get_string(only));
}

static int check_enum(struct check *check, struct json_object *list)
{
	for (size_t i = 0; i < json_object_array_length(list); i++) {
		if (json_object_equal(check->value, json_object_array_get_idx(list, i)))
			return 0;
	}
	return complain(check, "is none of %s", json_object_get_string(list));
}

static bool is_number(struct json_object *value)
{
	return json_object_is_type(value, json_type_int) ||
	       json_object_is_type(value, json_type_double);
}

static int check_minimum(struct check *check, struct json_object *least)
{
	if (!is_number(check->value) ||
	    json_object_get_double(check->value) >= json_object_get_double(least))
		return 0;
	return complain(check, "is less than %s", json_object_get_string(least));
}

static int check_maximum(struct check *check, struct json_object *most)
{
	if (!is_number(check->value) ||
	    json_object_get_double(check->value) <= json_object_get_double(most))
		return 0;
	return complain(check, "is more than %s", json_object_get_string(most));
}

static int check_required(struct check *check, struct json_object *list)
{
	if (!json_object_is_type(check->value, json_type_object))
		return 0;
	for (size_t i = 0; i < json_object_array_length(list); i++) {
		const char *key = json_object_get_string(json_object_array_get_idx(list, i));

		if (!json_object_object_get_ex(check->value, key, NULL))
			return complain(check, "lacks %s", key);
	}
	return 0;
}

static int check_properties(struct check *check, struct json_object *rules)
{
	struct json_object *rule;
	int err = 0;

	if (!json_object_is_type(check->value, json_type_object))
		return 0;
	json_object_object_foreach(check->value, key, value)
	{
		if (!err && json_object_object_get_ex(rules, key, &rule))
			err = check_inner(check, rule, value, key, 0);
	}
	return err;
}

/* Only false is known: no key but those with a rule of their own. */
static int check_additional(struct check *check, struct json_object *allowed)
{
	struct json_object *rules = json_object_object_get(check->rule, "properties");

	if (json_object_get_boolean(allowed))
		return complain(check, "additionalProperties is not false in the schema");
	if (!json_object_is_type(check->value, json_type_object))
		return 0;
	json_object_object_foreach(check->value, key, value)
	{
		(void)value;
		if (!json_object_object_get_ex(rules, key, NULL))
			return complain(check, "has %s, which the schema lacks", key);
	}
	return 0;
}

/* One rule for all items, or an array of them, one an item. */
static int check_items(struct check *check, struct json_object *rule)
{
	bool each = json_object_is_type(rule, json_type_array);
	int err = 0;

	if (!json_object_is_type(check->value, json_type_array))
		return 0;
	for (size_t i = 0; !err && i < json_object_array_length(check->value); i++) {
		struct json_object *one = each ? json_object_array_get_idx(rule, i) : rule;

		if (one)
			err = check_inner(check, one, json_object_array_get_idx(check->value, i),
					  NULL, i);
	}
	return err;
}

static int check_min_items(struct check *check, struct json_object *least)
{
	if (!json_object_is_type(check->value, json_type_array) ||
	    json_object_array_length(check->value) >= (size_t)json_object_get_int(least))
		return 0;
	return complain(check, "has too few items");
}

static int check_max_items(struct check *check, struct json_object *most)
{
	if (!json_object_is_type(check->value, json_type_array) ||
	    json_object_array_length(check->value) <= (size_t)json_object_get_int(most))
		return 0;
	return complain(check, "has too many items");
}

static int check_ref(struct check *check, struct json_object *ref)
{
	static const char start[] = "#/definitions/";
	const char *name = json_object_get_string(ref);
	struct json_object *definitions, *rule;
	struct check inner = *check;

	definitions = json_object_object_get(check->root, "definitions");
	if (strncmp(name, start, strlen(start)) != 0 ||
	    !json_object_object_get_ex(definitions, name + strlen(start), &rule))
		return complain(check, "the schema lacks %s", name);
	inner.rule = rule;
	return check_value(&inner);
}

static int check_nothing(struct check *check, struct json_object *text)
{
	(void)check;
	(void)text;
	return 0;
}

/* --- values --------------------------------------------------------------------------------- */

static const struct {
	const char *name;
	int (*check)(struct check *check, struct json_object *argument);
} keywords[] = {
	{ "$schema", check_nothing },
	{ "title", check_nothing },
	{ "description", check_nothing },
	{ "definitions", check_nothing },
	{ "$ref", check_ref },
	{ "type", check_type },
	{ "const", check_const },
	{ "enum", check_enum },
	{ "minimum", check_minimum },
	{ "maximum", check_maximum },
	{ "required", check_required },
	{ "properties", check_properties },
	{ "additionalProperties", check_additional },
	{ "items", check_items },
	{ "minItems", check_min_items },
	{ "maxItems", check_max_items },
};

static int check_keyword(struct check *check, const char *name, struct json_object *argument)
{
	for (size_t i = 0; i < ARRAY_SIZE(keywords); i++) {
		if (strcmp(keywords[i].name, name) == 0)
			return keywords[i].check(check, argument);
	}
	return complain(check, "the schema has %s, which is not known", name);
}

static int check_value(struct check *check)
{
	int err = 0;

	json_object_object_foreach(check->rule, name, argument)
	{
		if (!err)
			err = check_keyword(check, name, argument);
	}
	return err;
}

int pn_json_schema_check(struct json_object *schema, struct json_object *value, char *where,
			 size_t size)
{
	struct check check = {
		.root = schema,
		.rule = schema,
		.value = value,
		.path = "report",
		.where = where,
		.size = size,
	};

	return check_value(&check);
}
