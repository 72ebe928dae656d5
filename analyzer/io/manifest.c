// SPDX-License-Identifier: GPL-2.0-only
/* The manifest of a results folder. */
#include "io/manifest.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <json-c/json.h>

#include "io/json_in.h"

#define SCHEMA "powernightmare.manifest/1"

/* Freed by the caller; NULL when memory is short. */
static char *text_of(struct json_object *value)
{
	char *text = NULL;
	size_t size;
	FILE *out;

	if (!json_object_is_type(value, json_type_array))
		return strdup(value ? json_object_get_string(value) : "");
	out = open_memstream(&text, &size);
	if (!out)
		return NULL;
	for (size_t i = 0; i < json_object_array_length(value); i++) {
		const char *item = json_object_get_string(json_object_array_get_idx(value, i));

		fprintf(out, "%s%s", i ? ", " : "", item ? item : "");
	}
	if (fclose(out)) {
		free(text);
		return NULL;
	}
	return text;
}

static int add_fact(struct pn_manifest *manifest, const char *key, struct json_object *value)
{
	struct pn_fact *facts = realloc(manifest->facts, (manifest->nr_facts + 1) * sizeof(*facts)),
		       *fact;

	if (!facts)
		return -ENOMEM;
	manifest->facts = facts;
	fact = &facts[manifest->nr_facts++];
	fact->key = strdup(key);
	fact->text = text_of(value);
	return fact->key && fact->text ? 0 : -ENOMEM;
}

/* What becomes part of a path must not lead elsewhere. */
static bool plain_name(const char *name)
{
	return *name && *name != '.' && !strchr(name, '/');
}

static int add_governors(struct pn_manifest *manifest, struct json_object *array)
{
	size_t nr =
		json_object_is_type(array, json_type_array) ? json_object_array_length(array) : 0;

	manifest->governors = calloc(nr + 1, sizeof(*manifest->governors));
	if (!manifest->governors)
		return -ENOMEM;
	for (size_t i = 0; i < nr; i++) {
		const char *name = json_object_get_string(json_object_array_get_idx(array, i));

		if (!name || !plain_name(name))
			continue;
		manifest->governors[manifest->nr_governors] = strdup(name);
		if (!manifest->governors[manifest->nr_governors])
			return -ENOMEM;
		manifest->nr_governors++;
	}
	return 0;
}

static int read_all(const struct pn_json *json, struct pn_manifest *manifest)
{
	int err = 0;

	json_object_object_foreach(json->object, key, value)
	{
		if (!err && strcmp(key, "schema") != 0)
			err = add_fact(manifest, key, value);
		if (!err && strcmp(key, "governors") == 0)
			err = add_governors(manifest, value);
	}
	return err;
}

int pn_manifest_read(const char *folder, struct pn_manifest *manifest, struct pn_problem *problem)
{
	char path[PATH_MAX];
	struct pn_json json;
	int len = snprintf(path, sizeof(path), "%s/manifest.json", folder), err;

	memset(manifest, 0, sizeof(*manifest));
	if (len >= (int)sizeof(path) || access(path, R_OK))
		return -ENOENT;
	err = pn_json_load(path, SCHEMA, &json, problem);
	if (err)
		return err == -ENOENT ? -EIO : err;
	err = read_all(&json, manifest);
	pn_json_free(&json);
	if (err) {
		pn_manifest_free(manifest);
		return pn_problem_set(problem, err, "out of memory");
	}
	return 0;
}

void pn_manifest_free(struct pn_manifest *manifest)
{
	for (uint32_t i = 0; i < manifest->nr_facts; i++) {
		free(manifest->facts[i].key);
		free(manifest->facts[i].text);
	}
	for (uint32_t i = 0; i < manifest->nr_governors; i++)
		free(manifest->governors[i]);
	free(manifest->facts);
	free(manifest->governors);
	memset(manifest, 0, sizeof(*manifest));
}
