// SPDX-License-Identifier: GPL-2.0-only
/* What the kernel counted between two points in time, from a file of 'analyzer sample'. */
#include "io/counters_file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/event.h"
#include "io/counters.h"
#include "io/mapped.h"
#include "util/duration.h"

#define FIELD_LEN     128
#define ZONE_LIMIT    4096
#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

enum column { TS_NS, SOURCE, CPU, STATE, METRIC, VALUE, NR_COLUMNS };

/* A counter on its way through the blocks. */
struct track {
	uint64_t now;
	uint64_t block;	 /* the block that @now is from; they count from 1 */
	uint64_t before; /* its value in the block of the window before this one */
	uint64_t sum;
	uint64_t last;	 /* the last block of the window that had it, from 1 */
	bool from_start; /* the first block of the window had it */
	bool fell;
};

struct cpu_tracks {
	uint32_t nr_states;
	struct track (*states)[PN_COUNTED_NR];
};

struct zone_track {
	char name[PN_ZONE_LEN];
	struct track energy_uj;
	uint64_t range_uj; /* 0: unknown */
};

struct reader {
	struct pn_mapped file;
	struct pn_problem *problem;
	uint64_t from_ns;
	uint64_t to_ns;
	const char *at; /* where the next line begins */
	uint64_t line;
	char fields[NR_COLUMNS][FIELD_LEN];
	uint64_t nr_blocks; /* that have ended */
	bool in_block;	    /* one has begun and not ended */
	uint64_t ts_ns;	    /* of the block under way, or else of the last one */
	struct pn_counts *counts;
	struct cpu_tracks *cpus;
	uint32_t nr_cpus;
	struct zone_track *zones;
	uint32_t nr_zones;
};

static int bad_line(const struct reader *reader, const char *what)
{
	return pn_problem_set(reader->problem, -EINVAL, "%s: line %" PRIu64 ": %s",
			      reader->file.name, reader->line, what);
}

/* --- lines and fields ----------------------------------------------------------------------- */

/* Copies one field, without its quotes, and goes behind its comma; NULL when it is not a field. */
static const char *take_field(const char *at, const char *end, char *out)
{
	bool quoted = at < end && *at == '"';
	size_t len = 0;

	for (at += quoted; at < end; at++) {
		if (quoted ? *at == '"' && (++at == end || *at != '"') : *at == ',')
			break;
		if (len == FIELD_LEN - 1 || !*at)
			return NULL;
		out[len++] = *at;
	}
	out[len] = '\0';
	if (at < end && *at != ',')
		return NULL;
	return at < end ? at + 1 : end + 1;
}

static int split_line(struct reader *reader, const char *end)
{
	const char *at = reader->at;

	for (int i = 0; at && i < NR_COLUMNS; i++)
		at = at <= end ? take_field(at, end, reader->fields[i]) : NULL;
	return at == end + 1 ? 0 : bad_line(reader, "not six fields");
}

/* The end of the next line, or NULL where there is no whole line any more. */
static const char *line_end(const struct reader *reader)
{
	const char *end = (const char *)reader->file.bytes + reader->file.size;

	return memchr(reader->at, '\n', (size_t)(end - reader->at));
}

static int number(const struct reader *reader, enum column column, uint64_t max, uint64_t *out)
{
	static const char *const names[] = { "ts_ns", "source", "cpu", "state", "metric", "value" };
	char what[64];

	if (!pn_parse_u64(reader->fields[column], 0, max, out))
		return 0;
	snprintf(what, sizeof(what), "%s is no number, or out of range", names[column]);
	return bad_line(reader, what);
}

/* --- tracks --------------------------------------------------------------------------------- */

static int find_cpu(struct reader *reader, uint32_t cpu, struct cpu_tracks **out)
{
	struct cpu_tracks *cpus = reader->cpus;

	if (cpu >= reader->nr_cpus) {
		cpus = realloc(cpus, (cpu + 1) * sizeof(*cpus));
		if (!cpus)
			return -ENOMEM;
		memset(cpus + reader->nr_cpus, 0, (cpu + 1 - reader->nr_cpus) * sizeof(*cpus));
		reader->cpus = cpus;
		reader->nr_cpus = cpu + 1;
	}
	*out = &cpus[cpu];
	return 0;
}

/* States come in order, so that one line cannot ask for the memory of many. */
static int find_state(const struct reader *reader, struct cpu_tracks *cpu, uint32_t state)
{
	struct track(*states)[PN_COUNTED_NR];

	if (state < cpu->nr_states)
		return 0;
	if (state > cpu->nr_states)
		return bad_line(reader, "a state before it is missing");
	states = realloc(cpu->states, (state + 1) * sizeof(*states));
	if (!states)
		return -ENOMEM;
	memset(&states[state], 0, sizeof(states[state]));
	cpu->states = states;
	cpu->nr_states = state + 1;
	return 0;
}

static int find_zone(struct reader *reader, struct zone_track **out)
{
	const char *name = reader->fields[STATE];
	struct zone_track *zones = reader->zones;

	for (uint32_t i = 0; i < reader->nr_zones; i++) {
		*out = &zones[i];
		if (strcmp(zones[i].name, name) == 0)
			return 0;
	}
	if (strlen(name) >= PN_ZONE_LEN || reader->nr_zones == ZONE_LIMIT)
		return bad_line(reader, "a zone too many, or one with too long a name");
	zones = realloc(zones, (reader->nr_zones + 1) * sizeof(*zones));
	if (!zones)
		return -ENOMEM;
	reader->zones = zones;
	*out = &zones[reader->nr_zones++];
	memset(*out, 0, sizeof(**out));
	strcpy((*out)->name, name);
	return 0;
}

static int set_track(const struct reader *reader, struct track *track)
{
	int err = number(reader, VALUE, UINT64_MAX, &track->now);

	if (!err)
		track->block = reader->nr_blocks + 1;
	return err;
}

/* One block on; @range is where the counter begins anew, or 0 where it never does. */
static void step(const struct reader *reader, struct track *track, uint64_t range)
{
	uint64_t block = reader->counts->nr_blocks;

	if (track->block != reader->nr_blocks)
		return;
	if (block == 1)
		track->from_start = true;
	else if (track->now >= track->before)
		track->sum += track->now - track->before;
	else if (range >= track->before)
		track->sum += range - track->before + track->now;
	else
		track->fell = true;
	track->before = track->now;
	track->last = block;
}

static struct pn_counted outcome(const struct reader *reader, const struct track *track)
{
	uint64_t blocks = reader->counts->nr_blocks;
	bool known = blocks > 1 && track->from_start && track->last == blocks && !track->fell;

	return (struct pn_counted){ .delta = known ? track->sum : 0, .known = known };
}

/* --- rows ----------------------------------------------------------------------------------- */

static int take_cpuidle(struct reader *reader)
{
	static const char *const metrics[] = { "usage", "time_us", "above", "below", "rejected" };
	uint64_t number_of_cpu, state;
	struct cpu_tracks *cpu;
	int err;

	err = number(reader, CPU, PN_CPU_LIMIT - 1, &number_of_cpu);
	if (!err)
		err = number(reader, STATE, PN_STATE_LIMIT - 1, &state);
	if (!err)
		err = find_cpu(reader, (uint32_t)number_of_cpu, &cpu);
	if (!err)
		err = find_state(reader, cpu, (uint32_t)state);
	for (size_t i = 0; !err && i < ARRAY_SIZE(metrics); i++)
		if (strcmp(reader->fields[METRIC], metrics[i]) == 0)
			err = set_track(reader, &cpu->states[state][i]);
	return err;
}

static int take_powercap(struct reader *reader)
{
	struct zone_track *zone = NULL;
	int err = find_zone(reader, &zone);

	if (err)
		return err;
	if (strcmp(reader->fields[METRIC], "max_energy_range_uj") == 0)
		return number(reader, VALUE, UINT64_MAX, &zone->range_uj);
	if (strcmp(reader->fields[METRIC], "energy_uj") == 0)
		return set_track(reader, &zone->energy_uj);
	return 0;
}

static void step_all(struct reader *reader)
{
	for (uint32_t cpu = 0; cpu < reader->nr_cpus; cpu++)
		for (uint32_t state = 0; state < reader->cpus[cpu].nr_states; state++)
			for (int i = 0; i < PN_COUNTED_NR; i++)
				step(reader, &reader->cpus[cpu].states[state][i], 0);
	for (uint32_t i = 0; i < reader->nr_zones; i++)
		step(reader, &reader->zones[i].energy_uj, reader->zones[i].range_uj);
}

/* The line that ends a block. */
static int take_sampler(struct reader *reader)
{
	struct pn_counts *counts = reader->counts;
	uint64_t read_ns;
	int err = number(reader, VALUE, UINT64_MAX, &read_ns);

	if (err)
		return err;
	reader->nr_blocks++;
	reader->in_block = false;
	if (reader->ts_ns < reader->from_ns || reader->ts_ns > reader->to_ns)
		return 0;
	if (!counts->nr_blocks++)
		counts->first_ns = reader->ts_ns;
	counts->last_ns = reader->ts_ns;
	if (counts->read_ns < read_ns)
		counts->read_ns = read_ns;
	step_all(reader);
	return 0;
}

static int take_time(struct reader *reader)
{
	uint64_t ts_ns;
	int err = number(reader, TS_NS, UINT64_MAX, &ts_ns);

	if (err)
		return err;
	if (reader->in_block && ts_ns != reader->ts_ns)
		return bad_line(reader, "the block before it has no end");
	if (!reader->in_block && reader->nr_blocks && ts_ns <= reader->ts_ns)
		return bad_line(reader, "time does not go on");
	reader->in_block = true;
	reader->ts_ns = ts_ns;
	return 0;
}

static int take_row(struct reader *reader)
{
	static const struct {
		const char *source;
		int (*take)(struct reader *reader);
	} sources[] = {
		{ "cpuidle", take_cpuidle },
		{ "powercap", take_powercap },
		{ "sampler", take_sampler },
	};
	int err = take_time(reader);

	for (size_t i = 0; !err && i < ARRAY_SIZE(sources); i++)
		if (strcmp(reader->fields[SOURCE], sources[i].source) == 0)
			return sources[i].take(reader);
	return err;
}

static int take_header(struct reader *reader)
{
	static const char header[] = PN_COUNTERS_HEADER;
	size_t len = sizeof(header) - 1;

	if (reader->file.size < len || memcmp(reader->file.bytes, header, len) != 0)
		return pn_problem_set(reader->problem, -EINVAL,
				      "%s: not a file of 'analyzer sample'", reader->file.name);
	reader->at = (const char *)reader->file.bytes + len;
	reader->line = 1;
	return 0;
}

static int take_all(struct reader *reader)
{
	int err = take_header(reader);
	const char *end;

	while (!err && (end = line_end(reader))) {
		reader->line++;
		err = split_line(reader, end);
		if (!err)
			err = take_row(reader);
		reader->at = end + 1;
	}
	reader->counts->cut = reader->in_block ||
			      reader->at != (const char *)reader->file.bytes + reader->file.size;
	return err;
}

/* --- the result ----------------------------------------------------------------------------- */

static int hand_over_cpus(const struct reader *reader)
{
	struct pn_counts *counts = reader->counts;

	counts->cpus = calloc(reader->nr_cpus ? reader->nr_cpus : 1, sizeof(*counts->cpus));
	if (!counts->cpus)
		return -ENOMEM;
	counts->nr_cpus = reader->nr_cpus;
	for (uint32_t cpu = 0; cpu < reader->nr_cpus; cpu++) {
		uint32_t nr = reader->cpus[cpu].nr_states;
		struct pn_state_counts *states = calloc(nr ? nr : 1, sizeof(*states));

		if (!states)
			return -ENOMEM;
		for (uint32_t state = 0; state < nr; state++)
			for (int i = 0; i < PN_COUNTED_NR; i++)
				states[state].counts[i] =
					outcome(reader, &reader->cpus[cpu].states[state][i]);
		counts->cpus[cpu] = (struct pn_cpu_counts){ .nr_states = nr, .states = states };
	}
	return 0;
}

static int hand_over_zones(const struct reader *reader)
{
	struct pn_counts *counts = reader->counts;

	counts->zones = calloc(reader->nr_zones ? reader->nr_zones : 1, sizeof(*counts->zones));
	if (!counts->zones)
		return -ENOMEM;
	counts->nr_zones = reader->nr_zones;
	for (uint32_t i = 0; i < reader->nr_zones; i++) {
		strcpy(counts->zones[i].name, reader->zones[i].name);
		counts->zones[i].energy_uj = outcome(reader, &reader->zones[i].energy_uj);
	}
	return 0;
}

static void free_tracks(struct reader *reader)
{
	for (uint32_t cpu = 0; cpu < reader->nr_cpus; cpu++)
		free(reader->cpus[cpu].states);
	free(reader->cpus);
	free(reader->zones);
}

int pn_counters_read(const char *path, uint64_t from_ns, uint64_t to_ns, struct pn_counts **counts,
		     struct pn_problem *problem)
{
	struct reader reader = { .problem = problem, .from_ns = from_ns, .to_ns = to_ns };
	int err;

	*counts = NULL;
	err = pn_mapped_open(path, &reader.file, problem);
	if (err)
		return err;
	reader.counts = calloc(1, sizeof(*reader.counts));
	err = reader.counts ? take_all(&reader) : -ENOMEM;
	if (!err)
		err = hand_over_cpus(&reader);
	if (!err)
		err = hand_over_zones(&reader);
	if (err == -ENOMEM)
		pn_problem_set(problem, err, "%s: out of memory", reader.file.name);
	free_tracks(&reader);
	pn_mapped_close(&reader.file);
	if (err)
		pn_counts_free(reader.counts);
	else
		*counts = reader.counts;
	return err;
}

void pn_counts_free(struct pn_counts *counts)
{
	if (!counts)
		return;
	for (uint32_t cpu = 0; cpu < counts->nr_cpus; cpu++)
		free(counts->cpus[cpu].states);
	free(counts->cpus);
	free(counts->zones);
	free(counts);
}
