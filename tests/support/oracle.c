// SPDX-License-Identifier: GPL-2.0-only
/*
 * Counts the idle stays of a trace.dat by way of libtracecmd, in the plainest way there is. What it
 * prints is what the analyzer, which reads such files by itself, has to come to.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <trace-cmd.h>

enum { MAX_STATES = 256 };

/** struct state - one CPU's stays in one state */
struct state {
	uint64_t entries;
	uint64_t closed;
	uint64_t sum_ns;
	uint64_t min_ns;
	uint64_t max_ns;
};

enum mode { NOTHING_YET, AWAKE, IDLE, BLIND };

/** struct cpu - one CPU */
struct cpu {
	enum mode mode;
	bool seen;    /* an idle event */
	bool stepped; /* the open stay began before the event before it */
	int32_t state;
	uint64_t since_ns;
	uint64_t exits;
	uint64_t orphans; /* exits while no stay was open */
	uint64_t reentered;
	uint64_t lost; /* stays that were open when events were lost */
	uint64_t negative;
	uint64_t losses;
	struct state states[MAX_STATES];
};

/** struct oracle - all of them */
struct oracle {
	uint32_t nr_cpus;
	struct cpu *cpus;
	struct tep_event *idle;
	struct tep_format_field *state;
	struct tep_format_field *cpu_id;
};

static struct cpu *cpu_of(struct oracle *oracle, uint64_t cpu)
{
	if (cpu >= 65536) {
		fprintf(stderr, "oracle: CPU %" PRIu64 "\n", cpu);
		exit(1);
	}
	if (cpu >= oracle->nr_cpus) {
		oracle->cpus = realloc(oracle->cpus, (cpu + 1) * sizeof(*oracle->cpus));
		if (!oracle->cpus)
			abort();
		memset(&oracle->cpus[oracle->nr_cpus], 0,
		       (cpu + 1 - oracle->nr_cpus) * sizeof(*oracle->cpus));
		oracle->nr_cpus = (uint32_t)cpu + 1;
	}
	return &oracle->cpus[cpu];
}

static void take_loss(struct cpu *cpu)
{
	cpu->losses++;
	if (cpu->mode == IDLE)
		cpu->lost++;
	if (cpu->mode != NOTHING_YET)
		cpu->mode = BLIND;
}

static void close_stay(struct cpu *cpu, uint64_t ts_ns, bool exits, bool stepped)
{
	struct state *state = &cpu->states[cpu->state];
	uint64_t length_ns = ts_ns - cpu->since_ns;

	if (cpu->stepped || (exits && stepped)) {
		cpu->negative++;
		return;
	}
	if (!exits) {
		cpu->reentered++;
		return;
	}
	if (!state->closed || length_ns < state->min_ns)
		state->min_ns = length_ns;
	if (length_ns > state->max_ns)
		state->max_ns = length_ns;
	state->closed++;
	state->sum_ns += length_ns;
}

static void take_idle(struct cpu *cpu, uint64_t ts_ns, uint32_t state)
{
	bool exits = state == UINT32_MAX;
	bool stepped = cpu->seen && ts_ns < cpu->since_ns;

	if (stepped)
		ts_ns = cpu->since_ns;
	if (cpu->mode == IDLE)
		close_stay(cpu, ts_ns, exits, stepped);
	else if (exits && cpu->mode != BLIND)
		cpu->orphans++;
	cpu->seen = true;
	cpu->since_ns = ts_ns;
	cpu->stepped = stepped && !exits;
	cpu->exits += exits;
	cpu->mode = exits ? AWAKE : IDLE;
	if (exits)
		return;
	if (state >= MAX_STATES) {
		fprintf(stderr, "oracle: state %" PRIu32 "\n", state);
		exit(1);
	}
	cpu->state = (int32_t)state;
	cpu->states[state].entries++;
}

static int take_record(struct tracecmd_input *handle, struct tep_record *record, int cpu,
		       void *context)
{
	struct tep_handle *tep = tracecmd_get_tep(handle);
	struct oracle *oracle = context;
	unsigned long long state, cpu_id;

	if (record->missed_events)
		take_loss(cpu_of(oracle, (uint64_t)cpu));
	if (!oracle->idle || tep_data_type(tep, record) != oracle->idle->id)
		return 0;
	if (tep_read_number_field(oracle->state, record->data, &state) ||
	    tep_read_number_field(oracle->cpu_id, record->data, &cpu_id))
		return -1;
	take_idle(cpu_of(oracle, cpu_id), record->ts, (uint32_t)state);
	return 0;
}

static void print_states(const struct oracle *oracle)
{
	printf("# cpu\tstate\tentries\tclosed\tresidency_ns\tmin_ns\tmax_ns\n");
	for (uint32_t i = 0; i < oracle->nr_cpus; i++) {
		for (int s = 0; s < MAX_STATES; s++) {
			const struct state *state = &oracle->cpus[i].states[s];

			if (state->entries)
				printf("%" PRIu32 "\t%d\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64
				       "\t%" PRIu64 "\t%" PRIu64 "\n",
				       i, s, state->entries, state->closed, state->sum_ns,
				       state->min_ns, state->max_ns);
		}
	}
}

static void print_cpus(const struct oracle *oracle)
{
	printf("# cpu\texits\texit_without_entry\tentry_while_open\topen_at_end\tlost\tnegative"
	       "\tlosses\n");
	for (uint32_t i = 0; i < oracle->nr_cpus; i++) {
		const struct cpu *cpu = &oracle->cpus[i];

		if (cpu->seen)
			printf("#A %" PRIu32 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%d\t%" PRIu64
			       "\t%" PRIu64 "\t%" PRIu64 "\n",
			       i, cpu->exits, cpu->orphans, cpu->reentered, cpu->mode == IDLE,
			       cpu->lost, cpu->negative, cpu->losses);
	}
}

int main(int argc, char **argv)
{
	struct oracle oracle = { 0 };
	struct tracecmd_input *handle;
	int err;

	if (argc != 2) {
		fprintf(stderr, "Usage: oracle TRACE.DAT\n");
		return 2;
	}
	handle = tracecmd_open(argv[1], TRACECMD_FL_LOAD_NO_PLUGINS);
	if (!handle) {
		fprintf(stderr, "oracle: libtracecmd does not open %s\n", argv[1]);
		return 1;
	}
	oracle.idle = tep_find_event_by_name(tracecmd_get_tep(handle), "power", "cpu_idle");
	if (oracle.idle) {
		oracle.state = tep_find_field(oracle.idle, "state");
		oracle.cpu_id = tep_find_field(oracle.idle, "cpu_id");
	}
	err = tracecmd_iterate_events(handle, NULL, 0, take_record, &oracle);
	if (!err) {
		print_states(&oracle);
		print_cpus(&oracle);
	}
	tracecmd_close(handle);
	free(oracle.cpus);
	return err ? 1 : 0;
}
