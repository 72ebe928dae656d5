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

/* Where the way through the page has got to. */
struct way {
	const uint8_t *at;
	uint64_t ts; /* of the record before, in the buffer's clock */
	uint64_t misses;

	uint64_t offset_ns;
	uint32_t cpu;
	uint64_t entry_cpu; /* the CPU as an entry has it, in the upper half */
	uint64_t exit_fields;
	uint64_t idle_head;
	uint64_t miss_head;
};

static inline uint64_t load(const uint8_t *from)
{
	return pn_load64(from, false);
}

static inline uint32_t delta(const uint8_t *record)
{
	return pn_load32(record, false) >> TYPE_BITS;
}

static struct way begin(const struct pn_page_walk *walk)
{
	const struct pn_plain *plain = &walk->formats->plain;
	uint64_t cpu = (uint64_t)walk->cpu << 32;

	return (struct way){
		.at = walk->at,
		.ts = walk->ts,
		.offset_ns = (uint64_t)walk->clock.offset_ns,
		.cpu = walk->cpu,
		.entry_cpu = cpu,
		.exit_fields = cpu | (uint32_t)PN_STATE_EXIT,
		.idle_head = (uint64_t)plain->idle_id << 32 | IDLE_WORDS,
		.miss_head = (uint64_t)plain->miss_id << 32 | MISS_WORDS,
	};
}

/* Whether a record has such a head; as a difference, so that several of them take one branch. */
static inline uint64_t head_differs(const uint8_t *record, uint64_t head)
{
	return (load(record) & HEAD_MASK) ^ head;
}

/*
 * Passes a stay, if one stands there. Whether a verdict follows is as good as random, so it takes
 * no branch: each one that is guessed wrong costs more than all the rest of a stay. What is behind
 * a stay, if there is @room for a verdict, is looked at as if it were one, whatever it is.
 */
static inline bool pass_stay(struct way *way, struct pn_event *stay, bool room)
{
	const uint8_t *at = way->at, *exit = at + IDLE_SIZE, *behind = exit + IDLE_SIZE;
	uint64_t entered = load(at + FIELDS), miss = 0, below = 0;

	/* States are no negative numbers: the topmost bit has to be clear as well. */
	if (head_differs(at, way->idle_head) | head_differs(exit, way->idle_head) |
	    ((entered & ~(uint64_t)INT32_MAX) ^ way->entry_cpu) |
	    (load(exit + FIELDS) ^ way->exit_fields))
		return false;
	if (room) {
		miss = !(head_differs(behind, way->miss_head) |
			 (load(behind + FIELDS) ^ (entered << 32 | entered >> 32)));
		below = !!behind[MISS_BELOW];
	}
	way->ts += delta(at);
	stay->ts_ns = way->ts + way->offset_ns;
	way->ts += delta(exit);
	stay->u.stay.end_ns = way->ts + way->offset_ns;
	stay->u.stay.state = (int32_t)entered;
	stay->cpu = way->cpu;
	stay->kind = PN_EV_STAY;
	stay->op = (uint16_t)(miss << below);
	way->at = behind;
	if (room) {
		way->ts += -miss & delta(behind);
		way->at += -miss & MISS_SIZE;
		way->misses += miss;
	}
	return true;
}

size_t pn_page_stays(struct pn_page_walk *walk, struct pn_event *batch, size_t nr, size_t room)
{
	const uint8_t *end = walk->end;
	struct way way = begin(walk);
	size_t first = nr;

	while (nr < room && end - way.at >= 2 * IDLE_SIZE + MISS_SIZE &&
	       pass_stay(&way, &batch[nr], true)) {
		__builtin_prefetch(way.at + PN_READ_AHEAD);
		nr++;
	}
	/* The page's last one. */
	if (nr < room && end - way.at >= 2 * IDLE_SIZE &&
	    end - way.at < 2 * IDLE_SIZE + MISS_SIZE && pass_stay(&way, &batch[nr], false))
		nr++;
	if (nr == first)
		return nr;
	walk->at = way.at;
	walk->ts = walk->last = way.ts;
	walk->stats->events += 2 * (nr - first) + way.misses;
	walk->wants_wake = walk->wants_next = true;
	return nr;
}
