// SPDX-License-Identifier: GPL-2.0-only
/* The ping-pong itself: two workers that pass a token to and fro. */
#include "pair.h"

#include <errno.h>
#include <stddef.h>

#include "chance.h"
#include "pace.h"
#include "spin.h"

#define SAMPLE_COST_NS 2

/* One side's view of a pair. */
struct side {
	const struct pn_channel_ops *ops;
	struct pn_channel *out;
	struct pn_channel *in;
	uint64_t turns; /* of work before passing on */
};

/* There and back, as light as it can be: what is timed here is the kernel. */
static inline int play_loop(const struct side *side)
{
	uint32_t token;
	int err;

	pn_spin(side->turns);
	err = side->ops->send(side->out, PN_CHANNEL_GO);
	if (!err)
		err = side->ops->receive(side->in, &token);
	if (!err && token != PN_CHANNEL_GO)
		err = -EPIPE;
	return err;
}

static int play_timed_loop(const struct side *side, struct pn_tally *tally)
{
	uint64_t start_ns = pn_pace_now_ns();
	int err = play_loop(side);

	if (!err)
		pn_tally_add(tally, pn_pace_now_ns() - start_ns);
	return err;
}

static int ping(struct pn_worker *worker, const struct pn_phase *phase, const struct side *side)
{
	const struct pn_pair_game *game = worker->context;
	struct pn_pair_result *result = worker->slot;
	uint64_t limit = game->loops ? game->loops : UINT64_MAX, gap = game->sample_gap;
	/* Gaps at random, since even ones could fall in step with the tick. */
	uint64_t chance = pn_chance_seed(game->seed, worker->index, phase->index);
	uint64_t next = gap ? pn_splitmix_below(&chance, 2 * gap - 1) : UINT64_MAX;
	uint64_t n = 0;
	int err = 0;

	pn_tally_reset(&result->loop_ns);
	result->start_ns = pn_pace_now_ns();
	while (n < limit && !pn_worker_stopped(worker)) {
		if (n == next) {
			err = play_timed_loop(side, &result->loop_ns);
			next += 1 + pn_splitmix_below(&chance, 2 * gap - 1);
		} else {
			err = play_loop(side);
		}
		if (err)
			break;
		n++;
	}
	result->end_ns = pn_pace_now_ns();
	result->loops = n;
	/* Also after an error: the other side must not wait for ever. */
	side->ops->send(side->out, PN_CHANNEL_STOP);
	return err ? pn_worker_fail(worker, "the token was lost on its way", err) : 0;
}

static int pong(struct pn_worker *worker, const struct side *side)
{
	struct pn_pair_result *result = worker->slot;
	uint32_t token;
	int err;

	result->loops = 0;
	for (;;) {
		err = side->ops->receive(side->in, &token);
		if (err || token == PN_CHANNEL_STOP)
			break;
		pn_spin(side->turns);
		err = side->ops->send(side->out, PN_CHANNEL_GO);
		if (err)
			break;
		result->loops++;
	}
	if (err) {
		side->ops->send(side->out, PN_CHANNEL_STOP);
		return pn_worker_fail(worker, "the token was lost on its way", err);
	}
	return 0;
}

int pn_pair_run(struct pn_worker *worker, const struct pn_phase *phase)
{
	const struct pn_pair_game *game = worker->context;
	struct pn_channel *channels = game->channels[worker->index / 2];
	bool pings = worker->index % 2 == 0;
	struct side side = {
		.ops = game->ops,
		.out = &channels[pings ? 0 : 1],
		.in = &channels[pings ? 1 : 0],
		.turns = pn_spin_turns(phase->param, game->spin_rate),
	};

	return pings ? ping(worker, phase, &side) : pong(worker, &side);
}

uint64_t pn_pair_sample_gap(void)
{
	uint64_t cost_ns = 2 * pn_pace_clock_cost_ns();

	return (cost_ns + SAMPLE_COST_NS - 1) / SAMPLE_COST_NS;
}
