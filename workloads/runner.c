// SPDX-License-Identifier: GPL-2.0-only
/* Runs a workload: its phases one after the other, and the signals that end it. */
#include "runner.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "crew.h"
#include "marker.h"
#include "pace.h"
#include "progress.h"
#include "util/diag.h"

/* How often sleeping workers are woken to make them see the end, as a wake may come too early. */
#define KICK_NS (10 * PN_NSEC_PER_MSEC)

struct pn_runner {
	const struct pn_runner_config *config;
	struct pn_crew crew;
	int signal_fd; /* signalfd */
	sigset_t old_mask;
	struct sigaction old_kick;
	int signal; /* that ended the run */
};

enum wake { WAKE_DONE, WAKE_SIGNAL, WAKE_TIMEOUT };

void *pn_runner_slot(struct pn_runner *runner, uint32_t index)
{
	return pn_crew_slot(&runner->crew, index);
}

int pn_runner_signal(const struct pn_runner *runner)
{
	return runner->signal;
}

int pn_worker_fail(struct pn_worker *worker, const char *what, int err)
{
	worker->failed_at = what;
	return err;
}

/* --- signals ---------------------------------------------------------------------------------- */

static void kicked(int signal)
{
	(void)signal;
}

static int take_signals(struct pn_runner *runner)
{
	struct sigaction kick = { .sa_handler = kicked }, hup;
	sigset_t mask;

	sigemptyset(&mask);
	sigaddset(&mask, SIGINT);
	sigaddset(&mask, SIGTERM);
	/* Under nohup a hang-up is to be ignored. */
	if (!sigaction(SIGHUP, NULL, &hup) && hup.sa_handler != SIG_IGN)
		sigaddset(&mask, SIGHUP);
	if (runner->config->processes)
		sigaddset(&mask, SIGCHLD);
	runner->signal_fd = signalfd(-1, &mask, SFD_CLOEXEC | SFD_NONBLOCK);
	if (runner->signal_fd < 0)
		return -errno;
	pthread_sigmask(SIG_BLOCK, &mask, &runner->old_mask);
	sigaction(pn_crew_kick_signal(), &kick, &runner->old_kick);
	return 0;
}

static void give_signals_back(struct pn_runner *runner)
{
	if (runner->signal_fd < 0)
		return;
	close(runner->signal_fd);
	sigaction(pn_crew_kick_signal(), &runner->old_kick, NULL);
	pthread_sigmask(SIG_SETMASK, &runner->old_mask, NULL);
}

static int handle_signal(struct pn_runner *runner)
{
	struct signalfd_siginfo info;
	sigset_t mask;

	if (read(runner->signal_fd, &info, sizeof(info)) != sizeof(info))
		return 0;
	if (info.ssi_signo == SIGCHLD)
		return pn_crew_reap(&runner->crew);
	runner->signal = (int)info.ssi_signo;
	pn_crew_stop(&runner->crew);
	pn_crew_kick(&runner->crew);
	/* The second one is not waited for: it does what it does in any program. */
	sigemptyset(&mask);
	sigaddset(&mask, runner->signal);
	pthread_sigmask(SIG_UNBLOCK, &mask, NULL);
	return 0;
}

/* --- waiting ---------------------------------------------------------------------------------- */

/* Sleeps until the workers are done, a signal comes, or the time is up (0: never). */
static enum wake wait_for_wake(struct pn_runner *runner, uint64_t until_ns)
{
	struct pollfd fds[] = {
		{ .fd = runner->crew.done_fd, .events = POLLIN },
		{ .fd = runner->signal_fd, .events = POLLIN },
	};
	uint64_t now_ns = pn_pace_now_ns();
	struct timespec timeout = pn_pace_timespec(until_ns > now_ns ? until_ns - now_ns : 0);
	eventfd_t count;

	if (ppoll(fds, 2, until_ns ? &timeout : NULL, NULL) <= 0)
		return WAKE_TIMEOUT;
	if (fds[1].revents)
		return WAKE_SIGNAL;
	eventfd_read(runner->crew.done_fd, &count);
	return WAKE_DONE;
}

/* Waits until all workers are done; @stop_ns is when to tell them to stop, 0 for never. */
static int await_workers(struct pn_runner *runner, uint64_t stop_ns)
{
	enum wake wake = WAKE_TIMEOUT;
	int err = 0;

	if (!runner->config->nr_workers)
		return 0;
	while (!err && wake != WAKE_DONE) {
		wake = wait_for_wake(runner, runner->signal ? pn_pace_now_ns() + KICK_NS : stop_ns);
		if (wake == WAKE_SIGNAL) {
			err = handle_signal(runner);
		} else if (wake == WAKE_TIMEOUT && runner->signal) {
			pn_crew_kick(&runner->crew);
		} else if (stop_ns && pn_pace_now_ns() >= stop_ns) {
			pn_crew_stop(&runner->crew);
			stop_ns = 0;
		}
	}
	return err;
}

/* Nobody has anything to do any more, but the phase goes on to its end. */
static void fill_up(struct pn_runner *runner, uint64_t end_ns)
{
	while (!runner->signal && pn_pace_now_ns() < end_ns)
		if (wait_for_wake(runner, end_ns) == WAKE_SIGNAL)
			handle_signal(runner);
}

/* --- a run ------------------------------------------------------------------------------------ */

static int run_phase(struct pn_runner *runner, struct pn_phase *phase)
{
	bool stop_at_end = runner->config->end == PN_RUNNER_END_STOP && !phase->idle;
	int err;

	pn_marker_phase(runner->config->workload, phase->index, phase->label);
	phase->start_ns = pn_pace_now_ns();
	phase->end_ns = phase->length_ns ? phase->start_ns + phase->length_ns : 0;
	pn_crew_begin(&runner->crew, phase);
	err = await_workers(runner, stop_at_end ? phase->end_ns : 0);
	if (!err && !stop_at_end)
		fill_up(runner, phase->end_ns);
	phase->end_ns = pn_pace_now_ns();
	return err ? err : pn_crew_failure(&runner->crew);
}

int pn_runner_run(struct pn_runner *runner, struct pn_phase *phases, uint32_t nr_phases,
		  pn_runner_collect_fn collect, void *data)
{
	int err = 0;

	for (uint32_t i = 0; i < nr_phases && !err && !runner->signal; i++) {
		if (runner->config->progress)
			pn_progress_show(phases, nr_phases, i);
		phases[i].index = i;
		err = run_phase(runner, &phases[i]);
		if (runner->config->progress)
			pn_progress_clear(nr_phases);
		if (!err)
			err = collect(runner, &phases[i], data);
	}
	pn_marker_end(runner->config->workload);
	return err;
}

int pn_runner_start(const struct pn_runner_config *config, struct pn_runner **out)
{
	struct pn_runner *runner = calloc(1, sizeof(*runner));
	int err = -ENOMEM;

	*out = NULL;
	if (runner) {
		runner->config = config;
		runner->signal_fd = -1;
		err = pn_crew_open(&runner->crew, config);
	}
	if (!err)
		err = take_signals(runner);
	if (err) {
		pn_error("cannot set up the run: %s", strerror(-err));
	} else {
		err = pn_crew_start(&runner->crew);
		if (!err)
			err = await_workers(runner, 0);
		if (!err)
			err = pn_crew_failure(&runner->crew);
	}
	if (err)
		pn_runner_finish(runner);
	else
		*out = runner;
	return err;
}

void pn_runner_finish(struct pn_runner *runner)
{
	if (!runner)
		return;
	pn_crew_close(&runner->crew);
	give_signals_back(runner);
	free(runner);
}
