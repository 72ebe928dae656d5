// SPDX-License-Identifier: GPL-2.0-only
/* A comparison of repeats, workload by workload. */
#include "core/compare.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- sides ---------------------------------------------------------------------------------- */

static struct pn_repeats *find_workload(const struct pn_side *side, const char *workload)
{
	for (uint32_t i = 0; i < side->nr_workloads; i++) {
		if (strcmp(side->workloads[i].workload, workload) == 0)
			return &side->workloads[i];
	}
	return NULL;
}

static struct pn_repeats *add_workload(struct pn_side *side, const char *workload)
{
	struct pn_repeats *list;

	list = realloc(side->workloads, (side->nr_workloads + 1) * sizeof(*list));
	if (!list)
		return NULL;
	side->workloads = list;
	memset(&list[side->nr_workloads], 0, sizeof(*list));
	list[side->nr_workloads].workload = strdup(workload);
	return list[side->nr_workloads].workload ? &list[side->nr_workloads++] : NULL;
}

int pn_side_add(struct pn_side *side, const char *workload, struct pn_values *values)
{
	struct pn_repeats *repeats = find_workload(side, workload);
	struct pn_values *list;

	if (!repeats)
		repeats = add_workload(side, workload);
	if (!repeats)
		return -ENOMEM;
	list = realloc(repeats->repeats, (repeats->nr + 1) * sizeof(*list));
	if (!list)
		return -ENOMEM;
	repeats->repeats = list;
	list[repeats->nr++] = *values;
	memset(values, 0, sizeof(*values));
	return 0;
}

void pn_side_free(struct pn_side *side)
{
	for (uint32_t i = 0; i < side->nr_workloads; i++) {
		struct pn_repeats *repeats = &side->workloads[i];

		for (uint32_t r = 0; r < repeats->nr; r++)
			pn_values_free(&repeats->repeats[r]);
		free(repeats->repeats);
		free(repeats->workload);
	}
	free(side->workloads);
	free(side->label);
	memset(side, 0, sizeof(*side));
}

/* --- rows ----------------------------------------------------------------------------------- */

/* The figures called @name of all repeats that have it. */
struct column {
	size_t nr;
	double *values;
	size_t nr_weights;
	double *weights;
	bool enough; /* no repeat has too few events behind it */
};

static int fill_column(struct column *column, const struct pn_repeats *repeats, const char *name)
{
	size_t room = repeats && repeats->nr ? repeats->nr : 1;

	*column = (struct column){ .enough = true };
	column->values = calloc(room, sizeof(double));
	column->weights = calloc(room, sizeof(double));
	if (!column->values || !column->weights)
		return -ENOMEM;
	for (uint32_t i = 0; repeats && i < repeats->nr; i++) {
		const struct pn_value *value = pn_values_find(&repeats->repeats[i], name);

		if (!value)
			continue;
		column->values[column->nr++] = value->value;
		if (!isnan(value->weight_pct))
			column->weights[column->nr_weights++] = value->weight_pct;
		if (value->counted && value->events < PN_MIN_EVENTS)
			column->enough = false;
	}
	return 0;
}

static void free_column(struct column *column)
{
	free(column->values);
	free(column->weights);
}

static double weight_of(struct column *column)
{
	return column->nr_weights ? pn_median(column->weights, column->nr_weights) : NAN;
}

static int compare_side(struct pn_row *row, uint32_t index, const struct pn_repeats *base,
			const struct pn_repeats *other)
{
	struct column a = { 0 }, b = { 0 };
	int err = fill_column(&a, base, row->name);

	if (!err)
		err = fill_column(&b, other, row->name);
	if (!err)
		err = pn_ab_compare(a.values, a.nr, b.values, b.nr, row->direction,
				    a.enough && b.enough, &row->ab[index]);
	if (!err) {
		row->base_weight_pct = weight_of(&a);
		row->weight_pct[index] = weight_of(&b);
	}
	free_column(&a);
	free_column(&b);
	return err;
}

static struct pn_row *find_row(const struct pn_compared *compared, const char *name)
{
	for (uint32_t i = 0; i < compared->nr_rows; i++) {
		if (strcmp(compared->rows[i].name, name) == 0)
			return &compared->rows[i];
	}
	return NULL;
}

static int add_row(struct pn_compared *compared, const struct pn_value *value, uint32_t nr_sides)
{
	struct pn_row *rows, *row;

	if (find_row(compared, value->name))
		return 0;
	rows = realloc(compared->rows, (compared->nr_rows + 1) * sizeof(*rows));
	if (!rows)
		return -ENOMEM;
	compared->rows = rows;
	row = &rows[compared->nr_rows++];
	memset(row, 0, sizeof(*row));
	memcpy(row->name, value->name, sizeof(row->name));
	memcpy(row->unit, value->unit, sizeof(row->unit));
	row->direction = value->direction;
	row->ab = calloc(nr_sides, sizeof(*row->ab));
	row->weight_pct = calloc(nr_sides, sizeof(*row->weight_pct));
	return row->ab && row->weight_pct ? 0 : -ENOMEM;
}

/* A row for every metric that any repeat has, in the order in which they come. */
static int add_rows(struct pn_compared *compared, const struct pn_repeats *repeats,
		    uint32_t nr_sides)
{
	int err = 0;

	for (uint32_t r = 0; repeats && r < repeats->nr; r++) {
		for (uint32_t i = 0; !err && i < repeats->repeats[r].nr; i++)
			err = add_row(compared, &repeats->repeats[r].list[i], nr_sides);
	}
	return err;
}

static int compare_workload(struct pn_comparison *comparison, const struct pn_repeats *base,
			    const struct pn_side *sides)
{
	struct pn_compared *compared = &comparison->workloads[comparison->nr_workloads];
	uint32_t nr_sides = comparison->nr_sides;
	int err;

	comparison->nr_workloads++;
	compared->workload = strdup(base->workload);
	err = compared->workload ? add_rows(compared, base, nr_sides) : -ENOMEM;
	for (uint32_t s = 0; !err && s < nr_sides; s++)
		err = add_rows(compared, find_workload(&sides[s], base->workload), nr_sides);
	for (uint32_t i = 0; !err && i < compared->nr_rows; i++) {
		struct pn_row *row = &compared->rows[i];

		for (uint32_t s = 0; !err && s < nr_sides; s++) {
			err = compare_side(row, s, base, find_workload(&sides[s], base->workload));
			comparison->counts[row->ab[s].verdict]++;
		}
	}
	return err;
}

static bool shared(const char *workload, const struct pn_side *sides, uint32_t nr_sides)
{
	for (uint32_t s = 0; s < nr_sides; s++) {
		if (find_workload(&sides[s], workload))
			return true;
	}
	return false;
}

int pn_compare(const struct pn_side *base, const struct pn_side *sides, uint32_t nr_sides,
	       struct pn_comparison *comparison)
{
	uint32_t room = base->nr_workloads ? base->nr_workloads : 1;
	int err = 0;

	comparison->nr_sides = nr_sides;
	comparison->workloads = calloc(room, sizeof(*comparison->workloads));
	if (!comparison->workloads)
		return -ENOMEM;
	for (uint32_t i = 0; !err && i < base->nr_workloads; i++) {
		if (shared(base->workloads[i].workload, sides, nr_sides))
			err = compare_workload(comparison, &base->workloads[i], sides);
	}
	if (!err && !comparison->nr_workloads)
		err = -ENOENT;
	return err;
}

void pn_comparison_free(struct pn_comparison *comparison)
{
	for (uint32_t i = 0; i < comparison->nr_workloads; i++) {
		struct pn_compared *compared = &comparison->workloads[i];

		for (uint32_t r = 0; r < compared->nr_rows; r++) {
			free(compared->rows[r].ab);
			free(compared->rows[r].weight_pct);
		}
		free(compared->rows);
		free(compared->workload);
	}
	free(comparison->workloads);
	memset(comparison, 0, sizeof(*comparison));
}
