// SPDX-License-Identifier: GPL-2.0-only
/* Runs commands in turns, round after round, and prints what each run took. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "util/duration.h"

#define ROUNDS_MAX 1000

/** struct command - one of the arguments, taken apart */
struct command {
	const char *name;
	const char *events; /* how many it reads, handed on */
	const char *line;   /* for bash */
};

/** struct taken - what one run took, its children included */
struct taken {
	double wall_s;
	double cpu_s;
	long rss_kib; /* of the largest process */
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

static void run_child(const char *line)
{
	int null = open("/dev/null", O_WRONLY);

	if (null < 0 || dup2(null, STDOUT_FILENO) < 0)
		_exit(126);
	execl("/bin/bash", "bash", "-c", line, NULL);
	_exit(127);
}

static int run(const struct command *command, struct taken *taken)
{
	double start_s = now();
	struct rusage usage;
	int status;
	pid_t pid = fork();

	if (!pid)
		run_child(command->line);
	if (pid < 0 || wait4(pid, &status, 0, &usage) < 0 || status) {
		fprintf(stderr, "bench_run: failed: %s\n", command->line);
		return -1;
	}
	taken->wall_s = now() - start_s;
	taken->cpu_s = seconds(&usage.ru_utime) + seconds(&usage.ru_stime);
	taken->rss_kib = usage.ru_maxrss;
	return 0;
}

/* NAME|EVENTS|COMMAND: cuts it at its first two bars. */
static int split(char *text, struct command *command)
{
	char *first = strchr(text, '|');
	char *second = first ? strchr(first + 1, '|') : NULL;

	if (!second)
		return -1;
	*first = *second = '\0';
	*command = (struct command){ text, first + 1, second + 1 };
	return 0;
}

static int run_rounds(const struct command *commands, int nr, uint64_t rounds)
{
	struct taken taken;

	for (uint64_t round = 0; round < rounds; round++) {
		for (int i = 0; i < nr; i++) {
			if (run(&commands[i], &taken))
				return 1;
			printf("%s\t%llu\t%s\t%.6f\t%.6f\t%ld\n", commands[i].name,
			       (unsigned long long)round, commands[i].events, taken.wall_s,
			       taken.cpu_s, taken.rss_kib);
			fflush(stdout);
		}
	}
	return 0;
}

int main(int argc, char **argv)
{
	int nr = argc - 2, status = 2;
	struct command *commands = calloc((size_t)argc, sizeof(*commands));
	uint64_t rounds;

	if (!commands)
		return 1;
	if (argc < 3 || pn_parse_u64(argv[1], 1, ROUNDS_MAX, &rounds))
		goto out;
	for (int i = 0; i < nr; i++) {
		if (split(argv[i + 2], &commands[i]))
			goto out;
	}
	status = run_rounds(commands, nr, rounds);
out:
	if (status == 2)
		fprintf(stderr,
			"usage: bench_run ROUNDS 'NAME|EVENTS|COMMAND'...\n"
			"Prints: name, round, events, wall s, CPU s, RSS KiB; with tabs.\n");
	free(commands);
	return status;
}
