// SPDX-License-Identifier: GPL-2.0-only
/* The units of several CPUs in a JSON report, read back. */
#include "io/units_json.h"

#include <string.h>

#include "core/unit.h"

/** Every CPU in every state. */
#define MAX_BLAMES ((size_t)PN_CPU_LIMIT * PN_STATE_LIMIT)

static int read_level(const struct pn_json *json, struct pn_unit_stats *unit)
{
	char word[16];
	int err = pn_json_need(json, "kind", pn_json_text(json, "kind", word, sizeof(word)));

	if (err)
		return err;
	for (unit->level = 0; unit->level < PN_UNIT_NR; unit->level++) {
		if (strcmp(word, pn_unit_name((enum pn_unit_level)unit->level)) == 0)
			return 0;
	}
	unit->level = 0;
	return pn_json_bad(json, "kind", "is no kind of unit");
}

static int read_number(const struct pn_json *json, const char *key, int32_t *out)
{
	uint64_t number;
	int err = pn_json_u64(json, key, 0, INT32_MAX, &number);

	*out = err ? PN_UNKNOWN : (int32_t)number;
	return pn_json_optional(err);
}

static int read_head(const struct pn_json *json, struct pn_unit_stats *unit)
{
	uint64_t nr_cpus = 0;
	int err = read_level(json, unit);

	if (!err)
		err = read_number(json, "package", &unit->unit.package);
	if (!err)
		err = read_number(json, "cluster", &unit->unit.cluster);
	if (!err)
		err = read_number(json, "core", &unit->unit.core);
	if (!err)
		err = pn_json_need_u64(json, "nr_cpus", 0, PN_CPU_LIMIT, &nr_cpus);
	unit->nr_cpus = (uint32_t)nr_cpus;
	if (!err)
		err = pn_json_need_u64(json, "span_ns", 0, UINT64_MAX, &unit->span_ns);
	if (!err)
		err = pn_json_need_u64(json, "unknown_ns", 0, unit->span_ns, &unit->unknown_ns);
	return err;
}

static int read_state(const struct pn_json *json, size_t index, void *element, void *ctx)
{
	struct pn_unit_state *state = element;
	uint64_t number;
	int err = pn_json_need_u64(json, "state", index, index, &number);

	(void)ctx;
	if (!err)
		err = pn_json_need_u64(json, "times", 0, UINT64_MAX, &state->times);
	if (!err)
		err = pn_json_need_u64(json, "time_ns", 0, UINT64_MAX, &state->ns);
	return err;
}

static int read_blame(const struct pn_json *json, size_t index, void *element, void *ctx)
{
	struct pn_blame *blame = element;
	uint64_t cpu = 0, state = 0;
	int err = pn_json_need_u64(json, "cpu", 0, PN_CPU_LIMIT - 1, &cpu);

	(void)index;
	(void)ctx;
	if (!err)
		err = pn_json_need_u64(json, "state", 0, PN_STATE_LIMIT - 1, &state);
	if (!err)
		err = pn_json_need_u64(json, "times", 0, UINT64_MAX, &blame->times);
	if (!err)
		err = pn_json_need_u64(json, "time_ns", 0, UINT64_MAX, &blame->ns);
	blame->cpu = (uint32_t)cpu;
	blame->state = (int32_t)state;
	return err;
}

static int read_unit(const struct pn_json *json, size_t index, void *element, void *ctx)
{
	struct pn_unit_stats *unit = element;
	int err = read_head(json, unit);

	(void)index;
	(void)ctx;
	if (err)
		return err;
	unit->states = pn_json_list(json, "states", PN_STATE_LIMIT, sizeof(*unit->states),
				    &unit->nr_states, read_state, NULL, &err);
	err = pn_json_need(json, "states", err);
	if (err)
		return err;
	unit->blames = pn_json_list(json, "blames", MAX_BLAMES, sizeof(*unit->blames),
				    &unit->nr_blames, read_blame, NULL, &err);
	return pn_json_need(json, "blames", err);
}

int pn_units_read(const struct pn_json *json, struct pn_section *section)
{
	int err;

	section->units =
		pn_json_list(json, "units", (size_t)PN_CPU_LIMIT * PN_UNIT_NR,
			     sizeof(*section->units), &section->nr_units, read_unit, NULL, &err);
	return pn_json_optional(err);
}
