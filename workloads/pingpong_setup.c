// SPDX-License-Identifier: GPL-2.0-only
/* Pairs of threads or processes that pass a token to and fro: where they run, and for how long. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "pingpong.h"
#include "spin.h"
#include "util/diag.h"

#define DEFAULT_DURATION_NS (UINT64_C(10) * 1000000000)

/* --- where the pairs run ---------------------------------------------------------------------- */

/* What a pair without CPU numbers may use: --cpus, else whatever is online and allowed. */
static int cpus_to_choose(const struct pn_session *session, struct pn_cpuset *among)
{
	const struct pn_cpuset *from = &session->args->cpus;
	bool given = pn_cpuset_count(from) > 0;
	char why[160];
	int err = 0;

	if (!given)
		from = &session->place.allowed;
	pn_cpuset_for_each (cpu, from) {
		if (!given && pn_place_check(&session->place, (uint32_t)cpu, why, sizeof(why)))
			continue;
		err = pn_cpuset_add(among, (uint32_t)cpu);
		if (err)
			break;
	}
	return err;
}

static int find_cpus(const struct pn_session *session, struct pn_pingpong_spot *spot,
		     const struct pn_cpuset *among, struct pn_cpuset *used)
{
	int err = 0;

	if (!spot->named) {
		err = pn_place_pair(&session->place, among, spot->relation, used, spot->cpus);
		if (err == -ENOENT)
			pn_error("no two CPUs here are placed as --pair asks; try A,B or free");
		return err;
	}
	for (int i = 0; i < 2 && !err; i++)
		err = pn_session_check_cpu(session, spot->cpus[i]);
	for (int i = 0; i < 2 && !err; i++)
		err = pn_cpuset_add(used, spot->cpus[i]);
	return err;
}

static int place_pair(const struct pn_session *session, uint64_t pair,
		      const struct pn_cpuset *among, struct pn_cpuset *used)
{
	struct pn_pingpong *pp = session->data;
	struct pn_pingpong_spot spot = { .relation = PN_PLACE_FREE };
	int err = 0;

	if (pp->opts->nr_spots)
		spot = pp->opts->spots[pair % pp->opts->nr_spots];
	if (spot.named || spot.relation != PN_PLACE_FREE) {
		err = find_cpus(session, &spot, among, used);
		for (int i = 0; i < 2 && !err; i++)
			err = pn_cpuset_add(&pp->cpus[2 * pair + i], spot.cpus[i]);
		return err;
	}
	pn_cpuset_for_each (cpu, &session->args->cpus)
		for (int i = 0; i < 2 && !err; i++)
			err = pn_cpuset_add(&pp->cpus[2 * pair + i], (uint32_t)cpu);
	return err;
}

static int place_pairs(struct pn_session *session)
{
	struct pn_pingpong *pp = session->data;
	struct pn_cpuset among = { 0 }, used = { 0 };
	int err;

	err = pn_session_check_cpus(session);
	if (!err)
		err = cpus_to_choose(session, &among);
	for (uint64_t p = 0; p < pp->opts->nr_pairs && !err; p++)
		err = place_pair(session, p, &among, &used);
	pn_cpuset_free(&among);
	pn_cpuset_free(&used);
	return err;
}

/* --- setting up ------------------------------------------------------------------------------- */

static int open_channels(struct pn_pingpong *pp)
{
	uint64_t nr = pp->opts->nr_pairs;
	int err;

	err = pn_channel_reserve_fds(pp->game.ops, 2 * nr);
	if (err)
		return err;
	/* Shared, since a futex's word has to be the same one for both processes. */
	pp->game.channels = mmap(NULL, nr * sizeof(*pp->game.channels), PROT_READ | PROT_WRITE,
				 MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (pp->game.channels == MAP_FAILED) {
		pp->game.channels = NULL;
		return -ENOMEM;
	}
	for (; pp->nr_open < 2 * nr; pp->nr_open++) {
		err = pn_channel_open(pp->game.ops,
				      &pp->game.channels[pp->nr_open / 2][pp->nr_open % 2],
				      pp->opts->processes);
		if (err) {
			pn_error("cannot open a %s: %s", pp->game.ops->name, strerror(-err));
			return err;
		}
	}
	return 0;
}

static void close_channels(struct pn_pingpong *pp)
{
	while (pp->nr_open) {
		pp->nr_open--;
		pn_channel_close(&pp->game.channels[pp->nr_open / 2][pp->nr_open % 2]);
	}
	if (pp->game.channels)
		munmap(pp->game.channels, pp->opts->nr_pairs * sizeof(*pp->game.channels));
}

static int add_phases(struct pn_session *session)
{
	const struct pn_pingpong_options *opts = ((struct pn_pingpong *)session->data)->opts;
	struct pn_sweep sweep = opts->work_sweep;
	uint64_t length_ns;
	uint32_t nr;

	if (!sweep.step)
		sweep = (struct pn_sweep){ opts->work_ns, opts->work_ns, 1 };
	nr = pn_sweep_count(&sweep);
	length_ns = pn_args_step_ns(&opts->common, nr, opts->loops ? 0 : DEFAULT_DURATION_NS);
	for (uint32_t i = 0; i < nr; i++) {
		char label[PN_RUNNER_LABEL_CHARS];

		snprintf(label, sizeof(label), "%" PRIu64 "ns", pn_sweep_value(&sweep, i));
		if (!pn_session_add_phase(session, pn_sweep_value(&sweep, i), length_ns, label))
			return -ENOMEM;
	}
	return 0;
}

static void describe(struct pn_session *session)
{
	struct json_object *to = session->outcome.parameters;
	const struct pn_pingpong *pp = session->data;
	const struct pn_pingpong_options *opts = pp->opts;
	bool works = opts->work_ns || opts->work_sweep.step;

	pn_outcome_u64(to, "pairs", opts->nr_pairs);
	pn_outcome_string(to, "via", pp->game.ops->name);
	pn_outcome_string(to, "workers", opts->processes ? "processes" : "threads");
	pn_outcome_known_u64(to, "loops", opts->loops, opts->loops);
	pn_outcome_known_u64(to, "step_ns", session->phases[0].length_ns,
			     session->phases[0].length_ns);
	pn_outcome_known_u64(to, "work_ns", opts->work_ns, !opts->work_sweep.step);
	pn_outcome_known_u64(to, "spin_rate_per_ms", pp->game.spin_rate, works);
	pn_outcome_u64(to, "sample_gap_loops", pp->game.sample_gap);
	if (session->text)
		printf("%s: %s, %" PRIu64 " pair%s of %s\n", PN_PINGPONG_NAME, pp->game.ops->name,
		       opts->nr_pairs, opts->nr_pairs == 1 ? "" : "s",
		       opts->processes ? "processes" : "threads");
}

static void choose_rates(struct pn_pingpong *pp)
{
	const struct pn_pingpong_options *opts = pp->opts;

	pp->game.ops = pn_channel_kind(opts->via);
	pp->game.loops = opts->loops;
	pp->game.seed = opts->common.seed;
	pp->game.sample_gap = opts->sample_given ? opts->sample_gap : pn_pair_sample_gap();
	pp->game.spin_rate = opts->spin_rate;
	if (!opts->spin_rate && (opts->work_ns || opts->work_sweep.step))
		pp->game.spin_rate = pn_spin_calibrate();
	if (pp->game.spin_rate)
		pn_note("%" PRIu64 " turns of work take a millisecond (--spin-rate)",
			pp->game.spin_rate);
	if (pp->game.sample_gap)
		pn_note("one loop in %" PRIu64 " is timed (--sample)", pp->game.sample_gap);
}

int pn_pingpong_prepare(struct pn_session *session)
{
	struct pn_pingpong *pp = session->data;
	uint32_t nr_workers = (uint32_t)(2 * pp->opts->nr_pairs);

	pp->cpus = calloc(nr_workers, sizeof(*pp->cpus));
	pp->totals = calloc(pp->opts->nr_pairs, sizeof(*pp->totals));
	if (!pp->cpus || !pp->totals)
		return PN_ARGS_EXIT_FAIL;
	if (place_pairs(session))
		return PN_ARGS_EXIT_CANNOT_HERE;
	choose_rates(pp);
	if (open_channels(pp) || add_phases(session))
		return PN_ARGS_EXIT_FAIL;
	session->config.nr_workers = nr_workers;
	session->config.processes = pp->opts->processes;
	session->config.end = PN_RUNNER_END_STOP;
	session->config.slot_size = sizeof(struct pn_pair_result);
	session->config.cpus = pp->cpus;
	session->config.context = &pp->game;
	session->config.run = pn_pair_run;
	describe(session);
	return PN_ARGS_EXIT_DONE;
}

void pn_pingpong_release(struct pn_pingpong *pp)
{
	uint64_t nr_pairs = pp->opts->nr_pairs;

	close_channels(pp);
	for (uint64_t i = 0; pp->cpus && i < 2 * nr_pairs; i++)
		pn_cpuset_free(&pp->cpus[i]);
	for (uint64_t p = 0; pp->totals && p < nr_pairs; p++)
		pn_dist_free(&pp->totals[p].loop_ns);
	free(pp->cpus);
	free(pp->totals);
}
