// SPDX-License-Identifier: GPL-2.0-only
/* Gates: conditions on a report's figures. */
#include "gate.h"

#include <errno.h>
#include <string.h>

#include "util/duration.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* What a figure is summed over: every state of the total of a section. */
enum sum {
	SUM_PN,
	SUM_PN_NS,
	SUM_CHAIN,
	SUM_CHAIN_NS,
	SUM_ABOVE,
	SUM_BELOW,
	SUM_EXCESS_NS,
	SUM_LOST,
	SUM_COMPLETED,
	SUM_SPAN_NS,
};

static const struct figure {
	const char *name;
	enum sum value;
	enum sum base; /* percent of this; the same as value: an absolute figure */
	bool needs_table;
} figures[] = {
	{ "pn", SUM_PN, SUM_PN, false },
	{ "pn_time_pct", SUM_PN_NS, SUM_SPAN_NS, false },
	{ "chains", SUM_CHAIN, SUM_CHAIN, true },
	{ "chain_time_pct", SUM_CHAIN_NS, SUM_SPAN_NS, true },
	{ "above_pct", SUM_ABOVE, SUM_COMPLETED, true },
	{ "below_pct", SUM_BELOW, SUM_COMPLETED, true },
	{ "excess_pct", SUM_EXCESS_NS, SUM_SPAN_NS, true },
	{ "losses", SUM_LOST, SUM_LOST, false },
};

static const char *const operators[] = { ">=", "<=", "==", "!=", ">", "<" };

const char *pn_gate_names(void)
{
	return "pn, pn_time_pct, chains, chain_time_pct, above_pct, below_pct, excess_pct, losses";
}

static const char *skip_blanks(const char *text)
{
	return text + strspn(text, " ");
}

int pn_gate_parse(const char *text, struct pn_gate *gate)
{
	const char *end;
	size_t len;

	text = skip_blanks(text);
	len = strspn(text, "abcdefghijklmnopqrstuvwxyz_");
	for (gate->figure = 0; gate->figure < (int)COUNT(figures); gate->figure++) {
		const char *name = figures[gate->figure].name;

		if (strlen(name) == len && strncmp(name, text, len) == 0)
			break;
	}
	if (gate->figure == (int)COUNT(figures))
		return -EINVAL;
	text = skip_blanks(text + len);
	for (gate->op = 0; gate->op < (int)COUNT(operators); gate->op++) {
		if (strncmp(text, operators[gate->op], strlen(operators[gate->op])) == 0)
			break;
	}
	if (gate->op == (int)COUNT(operators))
		return -EINVAL;
	text = skip_blanks(text + strlen(operators[gate->op]));
	if (pn_parse_decimal(text, &end, &gate->limit))
		return -EINVAL;
	return *skip_blanks(end) ? -EINVAL : 0;
}

static double sum_of(const struct pn_cpu_stats *stats, enum sum what)
{
	double sum = 0;

	if (what == SUM_SPAN_NS)
		return (double)stats->span_ns;
	if (what == SUM_LOST)
		return (double)stats->losses;
	for (uint32_t s = 0; s < stats->nr_states; s++) {
		const struct pn_state_stats *state = &stats->states[s];
		const uint64_t values[] = {
			[SUM_PN] = state->pn.count,	    [SUM_PN_NS] = state->pn.ns,
			[SUM_CHAIN] = state->chain.count,   [SUM_CHAIN_NS] = state->chain.ns,
			[SUM_ABOVE] = state->above.count,   [SUM_BELOW] = state->below.count,
			[SUM_EXCESS_NS] = state->excess_ns, [SUM_COMPLETED] = state->stay.count,
		};

		sum += (double)values[what];
	}
	return sum;
}

static bool holds(double value, int op, double limit)
{
	switch (op) {
	case 0:
		return value >= limit;
	case 1:
		return value <= limit;
	case 2:
		return !(value < limit) && !(value > limit);
	case 3:
		return value < limit || value > limit;
	case 4:
		return value > limit;
	default:
		return value < limit;
	}
}

static bool section_trips(const struct pn_gate *gate, const struct pn_cpu_stats *total, bool *known)
{
	const struct figure *figure = &figures[gate->figure];
	double value = sum_of(total, figure->value), base = 1.0;

	if (figure->base != figure->value)
		base = sum_of(total, figure->base) / 100.0;
	if ((figure->needs_table && !total->has_table) || base <= 0) {
		*known = false;
		return false;
	}
	return holds(value / base, gate->op, gate->limit);
}

bool pn_gate_tripped(const struct pn_gate *gate, const struct pn_summary *summary, bool *known)
{
	bool tripped = false;

	*known = true;
	for (uint32_t i = 0; i < summary->nr_sections; i++) {
		struct pn_cpu_stats total = { 0 };

		if (pn_section_total(&summary->sections[i], &total))
			*known = false;
		else if (section_trips(gate, &total, known))
			tripped = true;
		pn_stats_free(&total);
	}
	return tripped;
}
