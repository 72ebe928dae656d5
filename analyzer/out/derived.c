// SPDX-License-Identifier: GPL-2.0-only
/* Figures that follow from the stored ones. */
#include "out/derived.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#define NSEC_PER_SEC 1e9

const char *pn_value_format(const struct pn_value *value, char buf[PN_VALUE_LEN])
{
	buf[0] = '\0';
	if (value->kind == PN_VALUE_WHOLE)
		snprintf(buf, PN_VALUE_LEN, "%" PRIu64, value->whole);
	else if (value->kind == PN_VALUE_REAL)
		snprintf(buf, PN_VALUE_LEN, "%.9g", value->real);
	return buf;
}

/* --- the three forms ------------------------------------------------------------------------ */

static struct pn_value whole(bool exists, uint64_t number)
{
	return (struct pn_value){ exists ? PN_VALUE_WHOLE : PN_VALUE_NONE, number, 0 };
}

/* A share of nothing does not exist. */
static struct pn_value ratio(bool exists, uint64_t part, uint64_t all)
{
	struct pn_value value = { exists && all ? PN_VALUE_REAL : PN_VALUE_NONE, 0, 0 };

	if (value.kind)
		value.real = (double)part / (double)all;
	return value;
}

static struct pn_value rate(const struct pn_figures *figures, uint64_t count)
{
	struct pn_value value =
		ratio(pn_figures_have(figures, PN_NEEDS_DATA), count, figures->length_ns);

	value.real *= NSEC_PER_SEC;
	return value;
}

/* --- of a state ----------------------------------------------------------------------------- */

static struct pn_value idle_ns(const struct pn_figures *f)
{
	return whole(pn_figures_have(f, PN_NEEDS_DATA), pn_state_idle_ns(f->state));
}

static struct pn_value entries_per_s(const struct pn_figures *f)
{
	return rate(f, f->state->entries);
}

static struct pn_value residency_ratio(const struct pn_figures *f)
{
	return ratio(pn_figures_have(f, PN_NEEDS_DATA), pn_state_idle_ns(f->state),
		     f->stats->span_ns - f->stats->unknown_ns);
}

static struct pn_value mean_ns(const struct pn_figures *f)
{
	return whole(f->state->stay.count, (uint64_t)llround(pn_dist_mean(&f->state->stay)));
}

static struct pn_value percentile(const struct pn_figures *f, uint32_t pct_milli)
{
	const struct pn_dist *stay = &f->state->stay;

	return whole(stay->count, stay->count ? pn_dist_percentile(stay, pct_milli) : 0);
}

static struct pn_value p50_ns(const struct pn_figures *f)
{
	return percentile(f, 50000);
}

static struct pn_value p90_ns(const struct pn_figures *f)
{
	return percentile(f, 90000);
}

static struct pn_value p99_ns(const struct pn_figures *f)
{
	return percentile(f, 99000);
}

static struct pn_value p999_ns(const struct pn_figures *f)
{
	return percentile(f, 99900);
}

/* The kernel may judge a stay more than there are, one that began before the trace. */
static struct pn_value verdict_ratio(const struct pn_figures *f, uint64_t count)
{
	uint64_t stays = f->state->stay.count;

	return ratio(pn_figures_have(f, PN_NEEDS_TABLE), count < stays ? count : stays, stays);
}

static struct pn_value above_ratio(const struct pn_figures *f)
{
	return verdict_ratio(f, f->state->above.count);
}

static struct pn_value above_time_ratio(const struct pn_figures *f)
{
	return ratio(pn_figures_have(f, PN_NEEDS_TABLE), f->state->above.ns,
		     pn_stats_idle_ns(f->stats));
}

static struct pn_value below_ratio(const struct pn_figures *f)
{
	return verdict_ratio(f, f->state->below.count);
}

static struct pn_value below_time_ratio(const struct pn_figures *f)
{
	return ratio(pn_figures_have(f, PN_NEEDS_TABLE), f->state->below.ns,
		     pn_stats_idle_ns(f->stats));
}

static struct pn_value pn_per_s(const struct pn_figures *f)
{
	return rate(f, f->state->pn.count);
}

static struct pn_value pn_time_ratio(const struct pn_figures *f)
{
	return ratio(pn_figures_have(f, PN_NEEDS_DATA), f->state->pn.ns, f->stats->span_ns);
}

const struct pn_derived pn_state_derived[PN_STATE_DERIVED] = {
	{ "idle_ns", idle_ns },
	{ "entries_per_s", entries_per_s },
	{ "residency_ratio", residency_ratio },
	{ "mean_ns", mean_ns },
	{ "p50_ns", p50_ns },
	{ "p90_ns", p90_ns },
	{ "p99_ns", p99_ns },
	{ "p999_ns", p999_ns },
	{ "above_ratio", above_ratio },
	{ "above_time_ratio", above_time_ratio },
	{ "below_ratio", below_ratio },
	{ "below_time_ratio", below_time_ratio },
	{ "pn_per_s", pn_per_s },
	{ "pn_time_ratio", pn_time_ratio },
};

/* --- of a CPU ------------------------------------------------------------------------------- */

static struct pn_value idle_ratio(const struct pn_figures *f)
{
	return ratio(pn_figures_have(f, PN_NEEDS_DATA), pn_stats_idle_ns(f->stats),
		     f->stats->span_ns);
}

static struct pn_value busy_ratio(const struct pn_figures *f)
{
	return ratio(pn_figures_have(f, PN_NEEDS_DATA), f->stats->busy_ns, f->stats->span_ns);
}

static struct pn_value unknown_ratio(const struct pn_figures *f)
{
	return ratio(true, f->stats->unknown_ns, f->stats->span_ns);
}

const struct pn_derived pn_cpu_derived[PN_CPU_DERIVED] = {
	{ "idle_ratio", idle_ratio },
	{ "busy_ratio", busy_ratio },
	{ "unknown_ratio", unknown_ratio },
};
