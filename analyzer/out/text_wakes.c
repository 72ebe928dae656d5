// SPDX-License-Identifier: GPL-2.0-only
/* The text report on what ended the stays: by kind, and the interrupts that ended most of them. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

#include "out/text.h"
#include "util/printable.h"

/** How many interrupts are listed; the other forms of the report have them all. */
#define IRQS_LISTED 10

static int by_stays(const void *a, const void *b)
{
	const struct pn_irq_stats *x = *(const struct pn_irq_stats *const *)a;
	const struct pn_irq_stats *y = *(const struct pn_irq_stats *const *)b;

	if (x->stays != y->stays)
		return x->stays > y->stays ? -1 : 1;
	return x->number < y->number ? -1 : x->number > y->number;
}

static void add_irq(struct pn_table *table, const struct pn_irq_stats *irq, uint64_t length_ns)
{
	char name[PN_NAME_LEN], a[PN_FIGURE_LEN];

	pn_table_cell(table, "%" PRIu32, irq->number);
	pn_table_cell(table, "%s",
		      irq->name[0] ? pn_printable(irq->name, name, sizeof(name)) : "-");
	pn_table_cell(table, "%" PRIu64, irq->stays);
	pn_table_cell(table, "%s", pn_text_rate(irq->stays, length_ns, a));
}

static int print_irqs(const struct pn_text *text)
{
	static const char *const titles[] = { "interrupt", "<name", "stays", "per s", NULL };
	uint32_t nr = text->total.nr_irqs;
	const struct pn_irq_stats **order;
	struct pn_table table;

	if (!nr)
		return 0;
	order = calloc(nr, sizeof(*order));
	if (!order)
		return -ENOMEM;
	for (uint32_t i = 0; i < nr; i++)
		order[i] = &text->total.irqs[i];
	qsort(order, nr, sizeof(*order), by_stays);
	pn_table_init(&table, titles);
	for (uint32_t i = 0; i < nr && i < IRQS_LISTED; i++)
		add_irq(&table, order[i], text->length_ns);
	free(order);
	return pn_table_print(&table, text->out);
}

int pn_text_wakes(const struct pn_text *text)
{
	static const char *const titles[] = { "#",   "<state", "timer",	  "irq",
					      "ipi", "task",   "unknown", NULL };
	static const enum pn_wake order[] = { PN_WAKE_TIMER, PN_WAKE_IRQ, PN_WAKE_IPI, PN_WAKE_TASK,
					      PN_WAKE_UNKNOWN };
	const struct pn_state_table *states = pn_text_table_of(text);
	struct pn_table table;
	char a[PN_FIGURE_LEN];
	int err;

	if (!pn_stats_tell_causes(&text->total))
		return 0;
	fprintf(text->out, "\nWhat ended the completed stays\n");
	pn_table_init(&table, titles);
	for (uint32_t s = 0; s < text->total.nr_states; s++) {
		if (!pn_text_wants_state(text, &text->total, states, s))
			continue;
		pn_table_cell(&table, "%" PRIu32, s);
		pn_table_cell(&table, "%s", pn_text_state_name(states, s, a));
		for (size_t i = 0; i < sizeof(order) / sizeof(order[0]); i++)
			pn_table_cell(&table, "%" PRIu64, text->total.states[s].wakes[order[i]]);
	}
	err = pn_table_print(&table, text->out);
	return err ? err : print_irqs(text);
}
