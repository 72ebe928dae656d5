/* SPDX-License-Identifier: GPL-2.0-only */
/* The commands and their exit statuses. */
#ifndef PN_CMD_H
#define PN_CMD_H

/** enum pn_exit - exit statuses, the same for every command */
enum pn_exit {
	PN_EXIT_OK = 0,
	PN_EXIT_FAIL = 1, /* could not: foreign file, no idle events, write error, memory */
	PN_EXIT_USAGE = 2,
	PN_EXIT_GATE = 3,      /* done, and a gate that was asked for tripped */
	PN_EXIT_UNTRUSTED = 4, /* done, but the data is not to be trusted, and --strict was given */
};

/** struct pn_cmd - a command */
struct pn_cmd {
	const char *name;
	int (*run)(int argc, char **argv); /* argv[0] is the command; returns an exit status */
	const char *help;		   /* one line */
};

int pn_cmd_report(int argc, char **argv);
int pn_cmd_compare(int argc, char **argv);
int pn_cmd_dump(int argc, char **argv);
int pn_cmd_latency(int argc, char **argv);
int pn_cmd_plot(int argc, char **argv);
int pn_cmd_states(int argc, char **argv);
int pn_cmd_sample(int argc, char **argv);

#endif
