// SPDX-License-Identifier: GPL-2.0-only
/* Runs gnuplot on scripts that stand in a folder, without a shell. */
#include "render.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* What the child ends with when there is no gnuplot to become. */
#define STATUS_MISSING 127
#define STATUS_FOLDER  126

/** struct form - a kind of picture */
struct form {
	const char *terminal;
	const char *ending;
};

static const struct form forms[] = { { "svg", "svg" }, { "pngcairo", "png" } };

#define NR_FORMS (sizeof(forms) / sizeof(forms[0]))

/* Room for a name with an ending and a prefix. */
#define FILE_LEN (PN_GNUPLOT_TEXT + 32)

/* A picture has this name until it is whole. */
static void part_name(const char *name, const struct form *form, char out[FILE_LEN])
{
	snprintf(out, FILE_LEN, ".%s.part.%s", name, form->ending);
}

static _Noreturn void become_gnuplot(const char *dir, const char *name, const struct form *form)
{
	char settings[2 * FILE_LEN], script[FILE_LEN], part[FILE_LEN];

	part_name(name, form, part);
	snprintf(settings, sizeof(settings), "terminal='%s'; output='%s'", form->terminal, part);
	snprintf(script, sizeof(script), "./%s.gp", name);
	/* The scripts are in UTF-8, whatever the user's language is in. */
	if (chdir(dir) || setenv("LC_ALL", "C.UTF-8", 1))
		_exit(STATUS_FOLDER);
	execlp("gnuplot", "gnuplot", "-e", settings, script, (char *)NULL);
	_exit(STATUS_MISSING);
}

static int wait_for(pid_t pid, int *status)
{
	while (waitpid(pid, status, 0) < 0) {
		if (errno != EINTR)
			return -errno;
	}
	return 0;
}

static int end_picture(const char *dir, const char *name, const struct form *form, pid_t pid,
		       struct pn_problem *problem)
{
	char part[FILE_LEN], from[PATH_MAX], to[PATH_MAX];
	int status, err = wait_for(pid, &status);

	if (err)
		return pn_problem_set(problem, err, "gnuplot: %s", strerror(-err));
	part_name(name, form, part);
	if (snprintf(from, sizeof(from), "%s/%s", dir, part) >= (int)sizeof(from) ||
	    snprintf(to, sizeof(to), "%s/%s.%s", dir, name, form->ending) >= (int)sizeof(to))
		return pn_problem_set(problem, -ENAMETOOLONG, "%s: too long a path", dir);
	if (WIFEXITED(status) && WEXITSTATUS(status) == STATUS_MISSING)
		return pn_problem_set(problem, -ENOENT,
				      "gnuplot is not there (apt-get install gnuplot-nox); the "
				      "tables and scripts are in %s",
				      dir);
	if (status) {
		unlink(from);
		return pn_problem_set(problem, -EIO, "%s/%s.gp: gnuplot failed", dir, name);
	}
	if (rename(from, to))
		return pn_problem_set(problem, -errno, "%s: %s", to, strerror(errno));
	return 0;
}

/* All forms of a picture at once. */
static int render_one(const char *dir, const char *name, struct pn_problem *problem)
{
	struct pn_problem other;
	pid_t pids[NR_FORMS];
	int err = 0, got;

	for (size_t i = 0; i < NR_FORMS; i++) {
		pids[i] = fork();
		if (!pids[i])
			become_gnuplot(dir, name, &forms[i]);
		if (pids[i] < 0 && !err)
			err = pn_problem_set(problem, -errno, "gnuplot: %s", strerror(errno));
	}
	for (size_t i = 0; i < NR_FORMS; i++) {
		if (pids[i] < 0)
			continue;
		got = end_picture(dir, name, &forms[i], pids[i], err ? &other : problem);
		err = err ? err : got;
	}
	return err;
}

int pn_render(const char *dir, const struct pn_plot *plot, struct pn_problem *problem)
{
	int err = 0;

	fflush(NULL);
	for (uint32_t i = 0; !err && i < plot->nr_pictures; i++)
		err = render_one(dir, plot->pictures[i].name, problem);
	return err;
}
