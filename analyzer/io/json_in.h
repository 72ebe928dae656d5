/* SPDX-License-Identifier: GPL-2.0-only */
/* JSON files of our own schemas, read with every type, range and length checked. */
#ifndef PN_IO_JSON_IN_H
#define PN_IO_JSON_IN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/problem.h"

struct json_object;

/**
 * struct pn_json - an object in a file, and how to name it in a message
 *
 * The pn_json_ functions that look up a key hand back 0, -ENOENT (there is no such key, or it is
 * null; nothing is said) or -EINVAL with one line that names the file, the place and the key.
 */
struct pn_json {
	const char *file; /* not copied */
	struct pn_problem *problem;
	struct json_object *object;
	char at[64]; /* "tables[0].states[1]."; empty at the top */
};

/**
 * pn_json_load - reads a file that holds one JSON object
 * @path: the file, or "-" for standard input; not copied
 * @schema: what its key "schema" has to say
 * @json: the object, freed with pn_json_free()
 * @problem: one line that names the file
 *
 * Returns: 0 or a negative errno: that of open(2), -EISDIR, -ENODATA (empty), -EINVAL (no such
 * JSON, another schema), -EFBIG (past PN_JSON_MAX or PN_JSON_MEMORY_MAX), -ENOMEM.
 */
int pn_json_load(const char *path, const char *schema, struct pn_json *json,
		 struct pn_problem *problem);

/** Bytes of the largest file that is read; the report of 256 busy CPUs takes about 10 MB. */
#define PN_JSON_MAX (128u << 20)

/**
 * Bytes of memory that a file may come to. A file of empty objects comes to 250 times its own size,
 * a report to about 8 times.
 */
#define PN_JSON_MEMORY_MAX (UINT64_C(1) << 30)

/** pn_json_free - frees the whole of what pn_json_load() read */
void pn_json_free(struct pn_json *json);

/** pn_json_bad - says what is wrong with a key; always -EINVAL */
int pn_json_bad(const struct pn_json *json, const char *key, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/** pn_json_need - turns -ENOENT into the message that @key is missing; hands back the rest */
int pn_json_need(const struct pn_json *json, const char *key, int err);

/** pn_json_optional - turns -ENOENT into 0: what the key would have filled stays as it is */
int pn_json_optional(int err);

/** pn_json_u64 - looks up a whole number, @min to @max; @out is untouched on error */
int pn_json_u64(const struct pn_json *json, const char *key, uint64_t min, uint64_t max,
		uint64_t *out);

/** pn_json_need_u64 - the same for a key that has to be there: -EINVAL where it is not */
int pn_json_need_u64(const struct pn_json *json, const char *key, uint64_t min, uint64_t max,
		     uint64_t *out);

/** pn_json_need_i64 - the same for a number that may be below 0 */
int pn_json_need_i64(const struct pn_json *json, const char *key, int64_t *out);

/** pn_json_real - looks up a number, whole or not; @out is untouched on error */
int pn_json_real(const struct pn_json *json, const char *key, double *out);

/** pn_json_bool - looks up true or false; @out is untouched on error */
int pn_json_bool(const struct pn_json *json, const char *key, bool *out);

/**
 * pn_json_text - looks up a string without control characters
 * @json: the object
 * @key: the key
 * @out: the string, ended; untouched on error
 * @size: of @out; a longer string is refused
 */
int pn_json_text(const struct pn_json *json, const char *key, char *out, size_t size);

/** pn_json_long_text - pn_json_text() for any length; @out is the object's own, not to be freed */
int pn_json_long_text(const struct pn_json *json, const char *key, const char **out);

/** pn_json_inner - looks up an object; @inner lives as long as @json, not to be freed */
int pn_json_inner(const struct pn_json *json, const char *key, struct pn_json *inner);

/** pn_json_array - looks up an array; @nr is its length, @max the most that is allowed */
int pn_json_array(const struct pn_json *json, const char *key, size_t max, size_t *nr);

/**
 * pn_json_item - an object in an array that pn_json_array() found
 * @json: the object that holds the array
 * @key: the array
 * @index: below its length
 * @item: set up by this call; lives as long as @json, not to be freed
 *
 * Returns: 0 or -EINVAL (not an object).
 */
int pn_json_item(const struct pn_json *json, const char *key, size_t index, struct pn_json *item);

/**
 * pn_json_row - an array of whole numbers in an array that pn_json_array() found
 * @json: the object that holds the array
 * @key: the array
 * @index: below its length
 * @row: the numbers; null gives 0
 * @nr: how many there have to be
 *
 * Returns: 0 or -EINVAL.
 */
int pn_json_row(const struct pn_json *json, const char *key, size_t index, uint64_t *row,
		size_t nr);

/**
 * pn_json_element_fn - reads an object of an array
 * @item: the object
 * @index: its place in the array
 * @element: what it fills; zero before, and those before it are read already
 * @ctx: what the caller of pn_json_list() gave
 *
 * Returns: 0 or a negative errno.
 */
typedef int (*pn_json_element_fn)(const struct pn_json *item, size_t index, void *element,
				  void *ctx);

/**
 * pn_json_list - reads an array of objects into an array of structs
 * @json: the object that holds the array
 * @key: the array
 * @max: the most elements that are allowed, below 2^32
 * @size: of a struct
 * @nr: how many structs there are; 0 where NULL is returned
 * @fn: reads one of them
 * @ctx: for @fn
 * @err: 0, -ENOENT (there is no array), -EINVAL, -ENOMEM or what @fn returned
 *
 * Returns: the structs, to be freed by the caller even when @err says that some were not read;
 * NULL where there is none.
 */
void *pn_json_list(const struct pn_json *json, const char *key, size_t max, size_t size,
		   uint32_t *nr, pn_json_element_fn fn, void *ctx, int *err);

#endif
