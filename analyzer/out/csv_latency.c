// SPDX-License-Identifier: GPL-2.0-only
/* The tables of the CSV report on wake latency and on interrupts. */
#include "out/csv_rows.h"
#include "out/json_figures.h"
#include "out/json_latency.h"
#include "util/json_put.h"

/* --- latencies ------------------------------------------------------------------------------- */

static int put_latency(struct json_object *cells, const struct pn_csv_row *row)
{
	return pn_json_put_latency_cell(cells, row->table, row->cell, row->busy);
}

static int put_cpu_latency(struct json_object *cells, const struct pn_csv_row *row)
{
	int err = pn_json_put_u64(cells, "cpu", row->cell->cpu);

	return err | put_latency(cells, row);
}

/* The table that holds for every CPU that is listed, or NULL. */
static const struct pn_state_table *common_table(const struct pn_csv_row *row)
{
	const struct pn_latency_stats *stats = &row->section->latency;
	const struct pn_machine *machine = row->summary->machine;
	const struct pn_state_table *found = NULL, *table;

	for (uint32_t i = 0; i < stats->nr; i++) {
		table = pn_machine_table(machine, stats->cells[i].cpu);
		if (!table || (found && !pn_tables_equal(found, table)))
			return NULL;
		found = table;
	}
	return found;
}

/* A row for one cell, or for the sum of those of its source and state. */
static int add_latency(struct pn_csv *csv, struct pn_csv_row *row,
		       const struct pn_latency_cell *cell, bool sum)
{
	const struct pn_latency_stats *stats = &row->section->latency;
	enum pn_latency_source source = (enum pn_latency_source)cell->source;
	struct pn_latency_cell busy = { 0 }, total = { 0 };
	int err = pn_latency_total(stats, source, PN_LAT_BUSY, &busy);

	if (!err && sum)
		err = pn_latency_total(stats, source, cell->state, &total);
	row->cell = sum ? &total : cell;
	row->busy = &busy.dist;
	if (!err && (cell->state < 0 || pn_report_selects(csv->options, cell->state)))
		err = pn_csv_add(csv, row);
	pn_sdist_free(&busy.dist);
	pn_sdist_free(&total.dist);
	return err;
}

static int latency_rows(struct pn_csv *csv, struct pn_csv_row *row)
{
	const struct pn_latency_stats *stats = &row->section->latency;
	int err = 0;

	row->table = common_table(row);
	for (uint32_t i = 0; !err && i < stats->nr; i++) {
		const struct pn_latency_cell *cell = &stats->cells[i];

		if (!i || cell->source != cell[-1].source || cell->state != cell[-1].state)
			err = add_latency(csv, row, cell, true);
	}
	return err;
}

static int cpu_latency_rows(struct pn_csv *csv, struct pn_csv_row *row)
{
	const struct pn_latency_stats *stats = &row->section->latency;
	int err = 0;

	for (uint32_t i = 0; !err && i < stats->nr; i++) {
		row->table = pn_machine_table(row->summary->machine, stats->cells[i].cpu);
		err = add_latency(csv, row, &stats->cells[i], false);
	}
	return err;
}

/* --- interrupts ------------------------------------------------------------------------------ */

static int put_irq(struct json_object *cells, const struct pn_csv_row *row)
{
	int err = pn_json_put_u64(cells, "cpu", row->figures.stats->cpu);

	return err | pn_json_put_irq(cells, row->irq);
}

static int add_irqs(struct pn_csv *csv, struct pn_csv_row *row)
{
	const struct pn_cpu_stats *stats = row->figures.stats;
	int err = 0;

	for (uint32_t i = 0; !err && i < stats->nr_irqs; i++) {
		row->irq = &stats->irqs[i];
		err = pn_csv_add(csv, row);
	}
	return err;
}

static int irq_rows(struct pn_csv *csv, struct pn_csv_row *row)
{
	return pn_csv_each_cpu(csv, row, add_irqs);
}

const struct pn_csv_table pn_csv_latency = { "latency", put_latency, latency_rows };
const struct pn_csv_table pn_csv_cpu_latency = { "cpu-latency", put_cpu_latency, cpu_latency_rows };
const struct pn_csv_table pn_csv_irqs = { "irqs", put_irq, irq_rows };
