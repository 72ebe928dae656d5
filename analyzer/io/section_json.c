// SPDX-License-Identifier: GPL-2.0-only
/* The sections of a JSON report, read back. */
#include "io/section_json.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/figure.h"
#include "core/names.h"
#include "io/hist_json.h"
#include "io/latency_json.h"
#include "io/units_json.h"

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

/* Figures that do not exist are null, and 0 in a summary. */
static int read_figures(const struct pn_json *json, const struct pn_figure *list, size_t nr,
			void *base)
{
	uint64_t value;
	int err = 0;

	for (size_t i = 0; !err && i < nr; i++) {
		value = 0;
		err = pn_json_optional(pn_json_u64(json, list[i].name, 0, UINT64_MAX, &value));
		memcpy((char *)base + list[i].offset, &value, sizeof(value));
	}
	return err;
}

/* --- states --------------------------------------------------------------------------------- */

static int read_stay(const struct pn_json *json, struct pn_dist *stay)
{
	struct pn_hist_ends ends = { 0, 0 };
	int err = pn_hist_read(json, "hist", stay->count, &stay->hist, &ends);

	if (err || !stay->count)
		return err;
	if (stay->min > stay->max || pn_hist_index(stay->min) != ends.first ||
	    pn_hist_index(stay->max) != ends.last)
		return pn_json_bad(json, "hist", "does not reach from min_ns to max_ns");
	return 0;
}

/* The kernel's verdicts, @judged of them, may speak of stays that the trace does not have whole. */
static bool tally_fits(const struct pn_tally *tally, const struct pn_dist *stay, uint64_t judged)
{
	return (tally->count <= stay->count || tally->count == judged) && tally->ns <= stay->sum &&
	       (tally->count || !tally->ns);
}

/* The longest of several is one of them. */
static bool longest_fits(const struct pn_tally *tally, uint64_t max_ns)
{
	return max_ns <= tally->ns && (tally->count || !max_ns);
}

static int check_state(const struct pn_json *json, const struct pn_state_stats *state)
{
	if (!tally_fits(&state->above, &state->stay, state->miss_above))
		return pn_json_bad(json, "above", "is more than all stays");
	if (!tally_fits(&state->below, &state->stay, state->miss_below))
		return pn_json_bad(json, "below", "is more than all stays");
	if (!tally_fits(&state->pn, &state->stay, 0))
		return pn_json_bad(json, "pn", "is more than all stays");
	if (!longest_fits(&state->pn, state->pn_max_ns))
		return pn_json_bad(json, "pn_max_ns", "is longer than all of them");
	if (!longest_fits(&state->chain, state->chain_max_ns))
		return pn_json_bad(json, "chain_max_ns", "is longer than all of them");
	return 0;
}

static int read_state(const struct pn_json *json, size_t index, void *element, void *ctx)
{
	const struct pn_cpu_stats *cpu = ctx;
	struct pn_state_stats *state = element;
	uint64_t number;
	int err = pn_json_need_u64(json, "state", index, index, &number);

	if (!err)
		err = read_figures(json, pn_state_figures, PN_STATE_FIGURES, state);
	if (!err)
		err = read_stay(json, &state->stay);
	/* Not recorded: what ended the stays is unknown of each of them. */
	if (!pn_stats_tell_causes(cpu))
		state->wakes[PN_WAKE_UNKNOWN] = state->stay.count;
	return err ? err : check_state(json, state);
}

static int read_states(const struct pn_json *json, struct pn_cpu_stats *cpu)
{
	int err;

	cpu->states = pn_json_list(json, "states", PN_STATE_LIMIT, sizeof(*cpu->states),
				   &cpu->nr_states, read_state, cpu, &err);
	return pn_json_need(json, "states", err);
}

/* --- time bins ------------------------------------------------------------------------------ */

static int add_bin(const struct pn_json *json, struct pn_bins *bins, const uint64_t row[8])
{
	uint64_t offset_ns, ts_ns;
	struct pn_bin *bin;
	int err;

	if (row[0] >= PN_BINS_MAX || row[1] >= PN_STATE_LIMIT ||
	    __builtin_mul_overflow(row[0], bins->width_ns, &offset_ns) ||
	    __builtin_add_overflow(offset_ns, bins->origin_ns, &ts_ns))
		return pn_json_bad(json, "bins", "there is no bin like that");
	err = pn_bins_at(bins, ts_ns, (uint32_t)row[1], &bin);
	if (!err)
		*bin = (struct pn_bin){ row[2], row[3], row[4], row[5], row[6], row[7] };
	return err;
}

static int read_bins(const struct pn_json *json, struct pn_bins *bins)
{
	uint64_t row[8];
	size_t nr = 0;
	int err;

	if (!bins->width_ns)
		return 0;
	err = pn_json_array(json, "bins", (size_t)PN_BINS_MAX * PN_STATE_LIMIT, &nr);
	err = pn_json_need(json, "bins", err);
	for (size_t i = 0; !err && i < nr; i++) {
		err = pn_json_row(json, "bins", i, row, ARRAY_SIZE(row));
		if (!err)
			err = add_bin(json, bins, row);
	}
	return err;
}

/* --- interrupts ----------------------------------------------------------------------------- */

static int read_irq(const struct pn_json *json, size_t index, void *element, void *ctx)
{
	struct pn_irq_stats *irq = element;
	uint64_t least = index ? (uint64_t)irq[-1].number + 1 : 0, number = 0;
	int err = pn_json_need_u64(json, "number", least, UINT32_MAX, &number);

	(void)ctx;
	irq->number = (uint32_t)number;
	if (!err)
		err = pn_json_optional(pn_json_text(json, "name", irq->name, sizeof(irq->name)));
	return err ? err : pn_json_need_u64(json, "stays", 0, UINT64_MAX, &irq->stays);
}

static int read_irqs(const struct pn_json *json, struct pn_cpu_stats *cpu)
{
	int err;

	cpu->irqs = pn_json_list(json, "irqs", UINT32_MAX, sizeof(*cpu->irqs), &cpu->nr_irqs,
				 read_irq, NULL, &err);
	return pn_json_optional(err);
}

/* --- CPUs ----------------------------------------------------------------------------------- */

static int read_flags(const struct pn_json *json, struct pn_cpu_stats *cpu)
{
	const struct {
		const char *key;
		bool *flag;
	} flags[] = {
		{ "table", &cpu->has_table },
		{ "switches", &cpu->switches },
		{ "wakes", &cpu->wakes },
		{ "lost_unknown", &cpu->lost_unknown },
	};
	int err = 0;

	for (size_t i = 0; !err && i < ARRAY_SIZE(flags); i++)
		err = pn_json_need(json, flags[i].key,
				   pn_json_bool(json, flags[i].key, flags[i].flag));
	return err;
}

static bool conserved(const struct pn_cpu_stats *cpu)
{
	unsigned __int128 sum = (unsigned __int128)cpu->busy_ns + cpu->unknown_ns;

	for (uint32_t s = 0; s < cpu->nr_states; s++)
		sum += (unsigned __int128)cpu->states[s].stay.sum + cpu->states[s].tail_ns +
		       cpu->states[s].clipped_ns;
	return sum == cpu->span_ns;
}

static int read_cpu(const struct pn_json *json, size_t index, void *element, void *ctx)
{
	const struct pn_bins *bins = ctx;
	struct pn_cpu_stats *cpu = element;
	uint64_t least = index ? (uint64_t)cpu[-1].cpu + 1 : 0, number;
	int err = pn_json_need_u64(json, "cpu", least, PN_CPU_LIMIT - 1, &number);

	if (err)
		return err;
	cpu->cpu = (uint32_t)number;
	cpu->nr_cpus = 1;
	cpu->bins = *bins;
	err = read_flags(json, cpu);
	if (!err)
		err = read_figures(json, pn_cpu_figures, PN_CPU_FIGURES, cpu);
	if (!err)
		err = read_states(json, cpu);
	if (!err)
		err = read_irqs(json, cpu);
	if (!err)
		err = read_bins(json, &cpu->bins);
	if (!err && !conserved(cpu))
		err = pn_json_bad(json, "span_ns", "is not what idle, busy and unknown make");
	return err;
}

static int read_cpus(const struct pn_json *json, const struct pn_params *params,
		     struct pn_section *section)
{
	struct pn_bins bins = { .width_ns = params->bin_ns, .origin_ns = params->bin_origin_ns };
	int err;

	section->cpus = pn_json_list(json, "cpus", PN_CPU_LIMIT, sizeof(*section->cpus),
				     &section->nr_cpus, read_cpu, &bins, &err);
	return pn_json_need(json, "cpus", err);
}

/* --- powernightmares ------------------------------------------------------------------------ */

static int read_wake(const struct pn_json *json, struct pn_nightmare *nightmare)
{
	uint64_t number = 0, next_pid = 0;
	char word[16];
	int wake, err;

	err = pn_json_need(json, "ended_by", pn_json_text(json, "ended_by", word, sizeof(word)));
	if (err)
		return err;
	wake = pn_wake_find(word);
	if (wake < 0)
		return pn_json_bad(json, "ended_by", "is nothing that ends a stay");
	nightmare->ended_by = (uint32_t)wake;
	err = pn_json_optional(pn_json_u64(json, "number", 0, UINT32_MAX, &number));
	if (!err)
		err = pn_json_optional(pn_json_u64(json, "next_pid", 0, UINT32_MAX, &next_pid));
	nightmare->number = (uint32_t)number;
	nightmare->next_pid = (uint32_t)next_pid;
	if (err)
		return err;
	return pn_json_optional(pn_json_text(json, "next_comm", nightmare->next_comm,
					     sizeof(nightmare->next_comm)));
}

static int read_nightmare(const struct pn_json *json, struct pn_worst *worst)
{
	struct pn_nightmare nightmare = { 0 };
	uint64_t cpu = 0, state = 0;
	int err = pn_json_need_u64(json, "start_ns", 0, UINT64_MAX, &nightmare.start_ns);

	if (!err)
		err = pn_json_need_u64(json, "length_ns", 0, UINT64_MAX, &nightmare.length_ns);
	if (!err)
		err = pn_json_need_u64(json, "cpu", 0, PN_CPU_LIMIT - 1, &cpu);
	if (!err)
		err = pn_json_need_u64(json, "state", 0, PN_STATE_LIMIT - 1, &state);
	if (!err)
		err = read_wake(json, &nightmare);
	nightmare.cpu = (uint32_t)cpu;
	nightmare.state = (int32_t)state;
	return err ? err : pn_worst_add(worst, &nightmare);
}

static int read_nightmares(const struct pn_json *json, struct pn_worst *worst)
{
	struct pn_json item;
	size_t nr;
	int err = pn_json_array(json, "nightmares", worst->room, &nr);

	err = pn_json_need(json, "nightmares", err);
	for (size_t i = 0; !err && i < nr; i++) {
		err = pn_json_item(json, "nightmares", i, &item);
		if (!err)
			err = read_nightmare(&item, worst);
	}
	return err;
}

/* --- a section ------------------------------------------------------------------------------ */

static int read_window(const struct pn_json *json, struct pn_section *section)
{
	struct pn_window *window = &section->window;
	int err =
		pn_json_optional(pn_json_text(json, "label", window->label, sizeof(window->label)));

	window->to_ns = UINT64_MAX;
	if (!err)
		err = pn_json_optional(
			pn_json_u64(json, "from_ns", 0, UINT64_MAX, &window->from_ns));
	if (!err)
		err = pn_json_optional(pn_json_u64(json, "to_ns", 0, UINT64_MAX, &window->to_ns));
	if (!err)
		err = pn_json_need_u64(json, "start_ns", 0, UINT64_MAX, &section->start_ns);
	if (!err)
		err = pn_json_need_u64(json, "end_ns", section->start_ns, UINT64_MAX,
				       &section->end_ns);
	return err;
}

int pn_section_read(const struct pn_json *json, const struct pn_params *params,
		    struct pn_section *section)
{
	int err = read_window(json, section);

	section->worst.room = params->worst_nr;
	if (!err)
		err = read_cpus(json, params, section);
	if (!err)
		err = pn_units_read(json, section);
	if (!err)
		err = pn_latency_read(json, section);
	return err ? err : read_nightmares(json, &section->worst);
}
