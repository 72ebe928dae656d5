// SPDX-License-Identifier: GPL-2.0-only
/* A comparison as JSON and as CSV, and the table of forms. */
#include "out/compare.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <json-c/json.h>

#include "util/csv_text.h"
#include "util/json_put.h"

#define SCHEMA "powernightmare.compare/1"

/* --- JSON ------------------------------------------------------------------------------------ */

static int put_side(struct json_object *array, const char *label, const struct pn_ab *ab,
		    double weight_pct)
{
	struct json_object *item = pn_json_put_item(array);
	bool both = ab->nr_base && ab->nr_new;
	bool enough = ab->nr_base >= PN_MIN_REPEATS && ab->nr_new >= PN_MIN_REPEATS;
	int err = pn_json_put_text(item, "side", label);

	err |= pn_json_put_u64(item, "repeats", ab->nr_new);
	err |= pn_json_put_real(item, "median", ab->nr_new ? ab->new_value : NAN);
	err |= pn_json_put_real(item, "difference", both ? ab->diff : NAN);
	err |= pn_json_put_real(item, "difference_pct", both ? ab->diff_pct : NAN);
	err |= pn_json_put_real(item, "low", enough ? ab->low : NAN);
	err |= pn_json_put_real(item, "high", enough ? ab->high : NAN);
	err |= pn_json_put_real(item, "noise", enough ? ab->noise : NAN);
	err |= pn_json_put_real(item, "weight_pct", weight_pct);
	err |= pn_json_put_text(item, "verdict", pn_verdict_name(ab->verdict));
	return err;
}

static int put_row(struct json_object *array, const struct pn_compare_view *view,
		   const struct pn_row *row)
{
	struct json_object *item = pn_json_put_item(array), *base, *sides;
	int err = pn_json_put_text(item, "metric", row->name);

	err |= pn_json_put_text(item, "unit", row->unit);
	err |= pn_json_put_text(item, "direction", pn_direction_name(row->direction));
	base = pn_json_put_object(item, "base");
	err |= pn_json_put_u64(base, "repeats", row->ab[0].nr_base);
	err |= pn_json_put_real(base, "median", row->ab[0].nr_base ? row->ab[0].base : NAN);
	err |= pn_json_put_real(base, "weight_pct", row->base_weight_pct);
	sides = pn_json_put_array(item, "sides");
	for (uint32_t s = 0; s < view->comparison->nr_sides; s++)
		err |= put_side(sides, view->sides[s], &row->ab[s], row->weight_pct[s]);
	return err;
}

static int put_all(struct json_object *root, const struct pn_compare_view *view)
{
	const struct pn_comparison *comparison = view->comparison;
	struct json_object *verdicts, *workloads;
	int err = pn_json_put_text(root, "schema", SCHEMA);

	err |= pn_json_put_text(root, "base", view->base);
	err |= pn_json_put_bool(root, "states_differ", view->states_differ);
	verdicts = pn_json_put_object(root, "verdicts");
	for (int v = 0; v < PN_VERDICT_NR; v++)
		err |= pn_json_put_u64(verdicts, pn_verdict_name(v), comparison->counts[v]);
	workloads = pn_json_put_array(root, "workloads");
	for (uint32_t i = 0; i < comparison->nr_workloads; i++) {
		const struct pn_compared *compared = &comparison->workloads[i];
		struct json_object *item = pn_json_put_item(workloads), *metrics;

		err |= pn_json_put_known_text(item, "workload", compared->workload);
		metrics = pn_json_put_array(item, "metrics");
		for (uint32_t r = 0; r < compared->nr_rows; r++)
			err |= put_row(metrics, view, &compared->rows[r]);
	}
	return err;
}

static int write_json(const struct pn_compare_view *view, FILE *out)
{
	struct json_object *root = json_object_new_object();
	int err;

	if (!root)
		return -ENOMEM;
	err = put_all(root, view) ? -ENOMEM : pn_json_print(root, out);
	json_object_put(root);
	return err;
}

/* --- CSV ------------------------------------------------------------------------------------- */

static void real_cell(double value, FILE *out)
{
	fputc(',', out);
	if (isfinite(value))
		fprintf(out, "%.9g", value);
}

static void csv_row(const struct pn_compare_view *view, const struct pn_compared *compared,
		    const struct pn_row *row, uint32_t side, FILE *out)
{
	const struct pn_ab *ab = &row->ab[side];
	bool both = ab->nr_base && ab->nr_new;
	bool enough = ab->nr_base >= PN_MIN_REPEATS && ab->nr_new >= PN_MIN_REPEATS;

	pn_csv_text(compared->workload, out);
	fprintf(out, ",%s,%s,%s,", row->name, row->unit, pn_direction_name(row->direction));
	pn_csv_text(view->sides[side], out);
	fprintf(out, ",%" PRIu32 ",%" PRIu32, ab->nr_base, ab->nr_new);
	real_cell(ab->nr_base ? ab->base : NAN, out);
	real_cell(ab->nr_new ? ab->new_value : NAN, out);
	real_cell(both ? ab->diff : NAN, out);
	real_cell(both ? ab->diff_pct : NAN, out);
	real_cell(enough ? ab->low : NAN, out);
	real_cell(enough ? ab->high : NAN, out);
	real_cell(enough ? ab->noise : NAN, out);
	real_cell(row->base_weight_pct, out);
	real_cell(row->weight_pct[side], out);
	fprintf(out, ",%s\r\n", pn_verdict_name(ab->verdict));
}

static int write_csv(const struct pn_compare_view *view, FILE *out)
{
	const struct pn_comparison *comparison = view->comparison;

	fputs("workload,metric,unit,direction,side,base_repeats,repeats,base,new,difference,"
	      "difference_pct,low,high,noise,base_weight_pct,weight_pct,verdict\r\n",
	      out);
	for (uint32_t i = 0; i < comparison->nr_workloads; i++) {
		const struct pn_compared *compared = &comparison->workloads[i];

		for (uint32_t r = 0; r < compared->nr_rows; r++) {
			for (uint32_t s = 0; s < comparison->nr_sides; s++)
				csv_row(view, compared, &compared->rows[r], s, out);
		}
	}
	return ferror(out) ? -EIO : 0;
}

const struct pn_compare_ops pn_compare_json = {
	.name = "json",
	.write = write_json,
};

const struct pn_compare_ops pn_compare_csv = {
	.name = "csv",
	.write = write_csv,
};

const struct pn_compare_ops *pn_compare_find(const char *name)
{
	static const struct pn_compare_ops *const forms[] = { &pn_compare_text, &pn_compare_json,
							      &pn_compare_csv };

	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
		if (strcmp(forms[i]->name, name) == 0)
			return forms[i];
	}
	return NULL;
}
