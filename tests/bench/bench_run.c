// SPDX-License-Identifier: GPL-2.0-only
/* Runs commands in turns, round after round, and sets their times side by side. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "core/abtest.h"
#include "util/duration.h"

#define COMMANDS_MAX 16
#define ROUNDS_MAX   99

struct command {
	char name[64];
	double events;		/* millions */
	const char *line;	/* for sh */
	double wall[ROUNDS_MAX], cpu[ROUNDS_MAX];
	long rss_kb;
};

static double seconds(const struct timeval *tv)
{
	return (double)tv->tv_sec + (double)tv->tv_usec / 1e6;
}

static double now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec / 1e9;
}

static void run(struct command *command, int round)
{
	double start = now();
	struct rusage usage;
	int status;
	pid_t pid = fork();

	if (!pid) {
		int null = open("/dev/null", O_WRONLY);

		dup2(null, STDOUT_FILENO);
		execl("/bin/bash", "bash", "-c", command->line, NULL);
		_exit(127);
	}
	if (pid < 0 || wait4(pid, &status, 0, &usage) < 0 || status) {
		fprintf(stderr, "bench_run: failed: %s\n", command->line);
		exit(1);
	}
	command->wall[round] = now() - start;
	command->cpu[round] = seconds(&usage.ru_utime) + seconds(&usage.ru_stime);
	if (usage.ru_maxrss > command->rss_kb)
		command->rss_kb = usage.ru_maxrss;
}

static void print(const struct command *command, int rounds, double first_rate)
{
	double wall[ROUNDS_MAX], cpu[ROUNDS_MAX], median, rate;

	memcpy(wall, command->wall, sizeof(wall));
	memcpy(cpu, command->cpu, sizeof(cpu));
	median = pn_median(wall, (size_t)rounds);
	rate = command->events / median;
	printf("%-22s %8.3f %8.3f %8.3f %8.3f %9.2f %7.3f %7ld\n", command->name, wall[0], median,
	       wall[rounds - 1], pn_median(cpu, (size_t)rounds), rate,
	       first_rate > 0 ? rate / first_rate : 1.0, command->rss_kb / 1024);
}

static double rate_of(const struct command *command, int rounds)
{
	double wall[ROUNDS_MAX];

	memcpy(wall, command->wall, sizeof(wall));
	return command->events / pn_median(wall, (size_t)rounds);
}

int main(int argc, char **argv)
{
	struct command *commands = calloc(COMMANDS_MAX, sizeof(*commands));
	uint64_t rounds;
	int nr = argc - 2;

	if (argc < 3 || nr > COMMANDS_MAX || pn_parse_u64(argv[1], 1, ROUNDS_MAX, &rounds)) {
		fprintf(stderr, "usage: bench_run ROUNDS 'NAME|EVENTS|COMMAND'...\n");
		return 2;
	}
	for (int i = 0; i < nr; i++) {
		char *bar = strchr(argv[i + 2], '|');
		char *second = bar ? strchr(bar + 1, '|') : NULL;

		if (!second)
			return 2;
		snprintf(commands[i].name, sizeof(commands[i].name), "%.*s",
			 (int)(bar - argv[i + 2]), argv[i + 2]);
		commands[i].events = strtod(bar + 1, NULL) / 1e6;
		commands[i].line = second + 1;
	}
	for (int round = 0; round < (int)rounds; round++) {
		for (int i = 0; i < nr; i++)
			run(&commands[i], round);
	}
	printf("%-22s %8s %8s %8s %8s %9s %7s %7s\n", "", "min s", "median s", "max s", "CPU s",
	       "M ev/s", "ratio", "RSS MB");
	for (int i = 0; i < nr; i++)
		print(&commands[i], (int)rounds, rate_of(&commands[0], (int)rounds));
	free(commands);
	return 0;
}
