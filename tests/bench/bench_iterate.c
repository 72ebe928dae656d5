// SPDX-License-Identifier: GPL-2.0-only
/* The same events through libtracecmd's iterator, one number read of each. */
#include <stdio.h>
#include <stdlib.h>
#include <event-parse.h>
#include <trace-cmd.h>

struct counts {
	struct tep_event *idle;
	struct tep_format_field *state;
	unsigned long long events, sum;
};

static int take(struct tracecmd_input *input, struct tep_record *record, int cpu, void *data)
{
	struct counts *counts = data;
	struct tep_handle *tep = tracecmd_get_tep(input);
	unsigned long long state;

	(void)cpu;
	counts->events++;
	if (counts->idle && tep_data_type(tep, record) == counts->idle->id &&
	    !tep_read_number_field(counts->state, record->data, &state))
		counts->sum += state ^ record->ts;
	return 0;
}

int main(int argc, char **argv)
{
	struct counts counts = { 0 };
	struct tracecmd_input *input = argc == 2 ? tracecmd_open(argv[1], 0) : NULL;

	if (!input) {
		fprintf(stderr, "bench_iterate: cannot be opened\n");
		return 1;
	}
	counts.idle = tep_find_event_by_name(tracecmd_get_tep(input), "power", "cpu_idle");
	counts.state = counts.idle ? tep_find_field(counts.idle, "state") : NULL;
	tracecmd_iterate_events(input, NULL, 0, take, &counts);
	printf("%llu %llu\n", counts.events, counts.sum);
	tracecmd_close(input);
	return 0;
}
