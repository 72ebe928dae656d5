// SPDX-License-Identifier: GPL-2.0-only
/* The quickest way through a page: whole stays, one after the other. */
#include "io/page_stays.h"

#define TYPE_BITS 5
#define TYPE_MASK ((1u << TYPE_BITS) - 1)

bool pn_page_stays_can(const struct pn_page_walk *walk)
{
	return (walk->kinds & PN_WANT(PN_EV_STAY)) && !walk->formats->swap &&
	       !walk->formats->big_endian && !walk->clock.mult &&
	       walk->formats->plain.idle_id != PN_TYPE_IDS;
}

/* Bits that are set where a record is not an idle event of this CPU as kernels lay it out. */
static inline uint32_t no_idle(const struct pn_plain *plain, uint32_t cpu, const uint8_t *at)
{
	const uint8_t *payload = at + 4;

	return ((pn_load32(at, false) & TYPE_MASK) ^ plain->idle_words) |
	       (pn_load16(payload + plain->type_at, false) ^ plain->idle_id) |
	       (pn_load32(payload + plain->cpu_at, false) ^ cpu);
}

/* The same for a verdict on a stay in @state. */
static inline uint32_t no_miss(const struct pn_plain *plain, uint32_t cpu, uint32_t state,
			       const uint8_t *at)
{
	const uint8_t *payload = at + 4;

	return ((pn_load32(at, false) & TYPE_MASK) ^ plain->miss_words) |
	       (pn_load16(payload + plain->type_at, false) ^ plain->miss_id) |
	       (pn_load32(payload + plain->miss_cpu_at, false) ^ cpu) |
	       (pn_load32(payload + plain->miss_state_at, false) ^ state);
}

/*
 * Whether a verdict follows is as good as random, so it takes no branch: each one that is guessed
 * wrong costs more than all the rest of a stay.
 */
size_t pn_page_stays(struct pn_page_walk *walk, struct pn_event *batch, size_t nr, size_t room)
{
	const struct pn_plain plain = walk->formats->plain;
	const uint64_t offset_ns = (uint64_t)walk->clock.offset_ns;
	const uint32_t cpu = walk->cpu;
	const int64_t idle_size = 4 + plain.idle_words * 4, miss_size = 4 + plain.miss_words * 4;
	/* What is behind a stay is looked at as if it were a verdict, whatever it is. */
	const int64_t need = 2 * idle_size + (miss_size > idle_size ? miss_size : idle_size);
	const uint8_t *at = walk->at, *end = walk->end;
	uint64_t ts = walk->ts, events = 0;
	size_t first = nr;

	for (; nr < room && end - at >= need; nr++) {
		const uint8_t *exit = at + idle_size, *behind = exit + idle_size;
		uint32_t state = pn_load32(at + 4 + plain.state_at, false);
		uint64_t miss;

		if (no_idle(&plain, cpu, at) | no_idle(&plain, cpu, exit) | state >> 31 |
		    ~pn_load32(exit + 4 + plain.state_at, false))
			break;
		miss = !no_miss(&plain, cpu, state, behind);
		ts += pn_load32(at, false) >> TYPE_BITS;
		batch[nr].ts_ns = ts + offset_ns;
		batch[nr].cpu = cpu;
		batch[nr].kind = PN_EV_STAY;
		batch[nr].op = (uint16_t)(miss << !!behind[4 + plain.miss_below_at]);
		batch[nr].u.stay.state = (int32_t)state;
		ts += pn_load32(exit, false) >> TYPE_BITS;
		batch[nr].u.stay.end_ns = ts + offset_ns;
		ts += -miss & (pn_load32(behind, false) >> TYPE_BITS);
		at = behind + (-miss & (uint64_t)miss_size);
		events += miss;
	}
	if (nr == first)
		return nr;
	walk->at = at;
	walk->ts = walk->last = ts;
	walk->stats->events += events + 2 * (nr - first);
	walk->wants_wake = walk->wants_next = true;
	return nr;
}
