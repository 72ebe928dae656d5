// SPDX-License-Identifier: GPL-2.0-only
/* The quickest way through a page: whole stays, one after the other. */
#include "io/page_stays.h"

/*
 * Records of a little-endian page: five bits that tell the length in words, 27 bits of delta, and a
 * payload that begins with the event's number. Behind eight bytes of it an idle event has its state
 * and its CPU, and a verdict its CPU, its state and a byte that is 0 for too deep.
 */
enum {
	TYPE_BITS = 5,
	PAYLOAD = 4,
	FIELDS = PAYLOAD + 8,
	IDLE_WORDS = 4,
	IDLE_SIZE = PAYLOAD + IDLE_WORDS * 4,
	MISS_WORDS = 5,
	MISS_SIZE = PAYLOAD + MISS_WORDS * 4,
	MISS_BELOW = FIELDS + 8,
};

/* Of the first eight bytes of a record: its type, and its event's number. */
#define HEAD_MASK (UINT64_C(0xffff) << 32 | ((1u << TYPE_BITS) - 1))

static bool is_usual(const struct pn_plain *plain)
{
	const uint32_t fields = FIELDS - PAYLOAD;

	if (plain->idle_id == PN_TYPE_IDS || plain->type_at || plain->idle_words != IDLE_WORDS ||
	    plain->state_at != fields || plain->cpu_at != fields + 4)
		return false;
	return plain->miss_id == PN_TYPE_IDS ||
	       (plain->miss_words == MISS_WORDS && plain->miss_cpu_at == fields &&
		plain->miss_state_at == fields + 4 && plain->miss_below_at == fields + 8);
}

bool pn_page_stays_can(const struct pn_page_walk *walk)
{
	return (walk->kinds & PN_WANT(PN_EV_STAY)) && !walk->formats->swap &&
	       !walk->formats->big_endian && !walk->clock.mult && is_usual(&walk->formats->plain);
}

static inline uint64_t load(const uint8_t *from)
{
	return pn_load64(from, false);
}

static inline uint32_t delta(const uint8_t *record)
{
	return pn_load32(record, false) >> TYPE_BITS;
}

/*
 * Whether a verdict follows is as good as random, so it takes no branch: each one that is guessed
 * wrong costs more than all the rest of a stay. What is behind a stay is looked at as if it were
 * a verdict, whatever it is.
 */
size_t pn_page_stays(struct pn_page_walk *walk, struct pn_event *batch, size_t nr, size_t room)
{
	const struct pn_plain *plain = &walk->formats->plain;
	const uint64_t offset_ns = (uint64_t)walk->clock.offset_ns;
	const uint64_t idle_head = (uint64_t)plain->idle_id << 32 | IDLE_WORDS;
	const uint64_t miss_head = (uint64_t)plain->miss_id << 32 | MISS_WORDS;
	const uint64_t cpu = (uint64_t)walk->cpu << 32, left = cpu | (uint32_t)PN_STATE_EXIT;
	const uint8_t *at = walk->at, *end = walk->end;
	uint64_t ts = walk->ts, misses = 0;
	size_t first = nr;

	for (; nr < room && end - at >= 2 * IDLE_SIZE + MISS_SIZE; nr++) {
		const uint8_t *exit = at + IDLE_SIZE, *behind = exit + IDLE_SIZE;
		uint64_t entered = load(at + FIELDS), miss;
		struct pn_event *stay = &batch[nr];

		__builtin_prefetch(at + PN_READ_AHEAD);
		/* States are no negative numbers: the topmost bit has to be clear as well. */
		if (((load(at) & HEAD_MASK) ^ idle_head) | ((load(exit) & HEAD_MASK) ^ idle_head) |
		    ((entered & ~(uint64_t)INT32_MAX) ^ cpu) | (load(exit + FIELDS) ^ left))
			break;
		miss = !(((load(behind) & HEAD_MASK) ^ miss_head) |
			 (load(behind + FIELDS) ^ (entered << 32 | entered >> 32)));
		ts += delta(at);
		stay->ts_ns = ts + offset_ns;
		ts += delta(exit);
		stay->u.stay.end_ns = ts + offset_ns;
		stay->u.stay.state = (int32_t)entered;
		stay->cpu = walk->cpu;
		stay->kind = PN_EV_STAY;
		stay->op = (uint16_t)(miss << !!behind[MISS_BELOW]);
		ts += -miss & delta(behind);
		at = behind + (-miss & MISS_SIZE);
		misses += miss;
	}
	if (nr == first)
		return nr;
	walk->at = at;
	walk->ts = walk->last = ts;
	walk->stats->events += 2 * (nr - first) + misses;
	walk->wants_wake = walk->wants_next = true;
	return nr;
}
