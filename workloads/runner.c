// SPDX-License-Identifier: GPL-2.0-only
/* Runs a workload: its workers' lives and the phases that they go through together. */
#include "runner.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "marker.h"
#include "pace.h"
#include "place.h"
#include "progress.h"
#include "util/diag.h"

/* Two cache lines: neighbours are fetched in pairs. */
#define APART 128

/* Workers run small loops; a thousand default stacks would only trouble a low ulimit -v. */
#define STACK_BYTES (256 * 1024)

/* Interrupts a worker's sleep; sent until all have noticed, since one may come just too early. */
#define KICK_SIGNAL SIGUSR1
#define KICK_NS	    (10 * PN_NSEC_PER_MSEC)

/* What all workers see, in memory that processes share as well. */
struct shared {
	pthread_mutex_t lock; /* protects the rest, but for stop */
	pthread_cond_t opened;
	struct pn_phase phase;
	uint64_t generation; /* grows with every phase */
	uint32_t nr_done;
	bool quit;
	_Alignas(APART) atomic_uint stop;
};

/* A worker and what the runner keeps about it; its slot follows. */
struct station {
	struct pn_worker worker;
	struct pn_runner *runner;
	pthread_t thread;
	pid_t pid; /* 0 once it is known to have ended */
	_Alignas(APART) unsigned char slot[];
};

struct pn_runner {
	const struct pn_runner_config *config;
	struct shared *shared;
	unsigned char *memory;
	size_t memory_bytes;
	size_t stride;
	uint32_t nr_started;
	int done_fd;   /* eventfd that the last worker to be done writes */
	int signal_fd; /* signalfd */
	sigset_t old_mask;
	struct sigaction old_kick;
	bool signals_taken;
	int signal;  /* that ended the run */
	bool broken; /* a worker process died */
};

enum wake { WAKE_DONE, WAKE_SIGNAL, WAKE_TIMEOUT };

static struct station *station(const struct pn_runner *runner, uint32_t index)
{
	return (struct station *)(void *)(runner->memory + sizeof(struct shared) +
					  index * runner->stride);
}

void *pn_runner_slot(struct pn_runner *runner, uint32_t index)
{
	return station(runner, index)->slot;
}

int pn_runner_signal(const struct pn_runner *runner)
{
	return runner->signal;
}

/* --- a worker's side -------------------------------------------------------------------------- */

static void report_done(struct pn_runner *runner)
{
	struct shared *shared = runner->shared;

	pthread_mutex_lock(&shared->lock);
	if (++shared->nr_done == runner->config->nr_workers)
		eventfd_write(runner->done_fd, 1);
	pthread_mutex_unlock(&shared->lock);
}

/* Waits for the phase after *@generation; false when there is none. */
static bool wait_for_phase(struct shared *shared, uint64_t *generation, struct pn_phase *phase)
{
	bool more;

	pthread_mutex_lock(&shared->lock);
	while (!shared->quit && shared->generation == *generation)
		pthread_cond_wait(&shared->opened, &shared->lock);
	more = !shared->quit;
	*generation = shared->generation;
	*phase = shared->phase;
	pthread_mutex_unlock(&shared->lock);
	return more;
}

static int fail(struct pn_worker *worker, const char *what, int err)
{
	worker->failed_at = what;
	return err;
}

static int enter(struct station *st, uint64_t *old_slack_ns)
{
	const struct pn_runner_config *config = st->runner->config;
	const struct pn_cpuset *cpus = config->cpus ? &config->cpus[st->worker.index] : NULL;
	char name[16];
	int err;

	/* The kernel keeps 15 characters of it, and trace reports show them. */
	snprintf(name, sizeof(name), "%s-%u", config->workload, st->worker.index);
	prctl(PR_SET_NAME, name);
	err = pn_pace_set_slack(1, old_slack_ns);
	if (err)
		return fail(&st->worker, "cannot set the timer slack", err);
	if (cpus && pn_cpuset_count(cpus))
		err = pn_place_pin(cpus);
	return err ? fail(&st->worker, "cannot pin it to its CPU", err) : 0;
}

static void *worker_main(void *arg)
{
	struct station *st = arg;
	struct pn_worker *worker = &st->worker;
	uint64_t generation = 0, old_slack_ns = 0;
	struct pn_phase phase;

	worker->err = enter(st, &old_slack_ns);
	report_done(st->runner);
	while (wait_for_phase(st->runner->shared, &generation, &phase)) {
		if (!worker->err && !phase.idle)
			worker->err = st->runner->config->run(worker, &phase);
		report_done(st->runner);
	}
	if (old_slack_ns)
		pn_pace_set_slack(old_slack_ns, NULL);
	return NULL;
}

/* --- starting and ending ---------------------------------------------------------------------- */

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
	pthread_sigmask(SIG_BLOCK, &mask, &runner->old_mask);
	sigaction(KICK_SIGNAL, &kick, &runner->old_kick);
	runner->signals_taken = true;
	runner->signal_fd = signalfd(-1, &mask, SFD_CLOEXEC | SFD_NONBLOCK);
	return runner->signal_fd < 0 ? -errno : 0;
}

static int init_shared(struct shared *shared)
{
	pthread_mutexattr_t mutex;
	pthread_condattr_t cond;
	int err;

	pthread_mutexattr_init(&mutex);
	pthread_condattr_init(&cond);
	pthread_mutexattr_setpshared(&mutex, PTHREAD_PROCESS_SHARED);
	pthread_condattr_setpshared(&cond, PTHREAD_PROCESS_SHARED);
	err = pthread_mutex_init(&shared->lock, &mutex);
	if (!err)
		err = pthread_cond_init(&shared->opened, &cond);
	pthread_mutexattr_destroy(&mutex);
	pthread_condattr_destroy(&cond);
	return -err;
}

static int map_memory(struct pn_runner *runner)
{
	const struct pn_runner_config *config = runner->config;
	size_t bytes = sizeof(struct station) + config->slot_size;

	runner->stride = (bytes + APART - 1) / APART * APART;
	runner->memory_bytes = sizeof(struct shared) + runner->stride * config->nr_workers;
	runner->memory = mmap(NULL, runner->memory_bytes, PROT_READ | PROT_WRITE,
			      MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (runner->memory == MAP_FAILED) {
		runner->memory = NULL;
		return -errno;
	}
	runner->shared = (struct shared *)(void *)runner->memory;
	for (uint32_t i = 0; i < config->nr_workers; i++) {
		struct station *st = station(runner, i);

		st->runner = runner;
		st->worker.index = i;
		st->worker.context = config->context;
		st->worker.slot = st->slot;
		st->worker.stop = &runner->shared->stop;
	}
	return init_shared(runner->shared);
}

static int start_thread(struct station *st)
{
	pthread_attr_t attr;
	int err;

	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, STACK_BYTES);
	err = pthread_create(&st->thread, &attr, worker_main, st);
	pthread_attr_destroy(&attr);
	return -err;
}

static int start_process(struct station *st)
{
	pid_t parent = getpid();

	st->pid = fork();
	if (st->pid < 0) {
		st->pid = 0;
		return -errno;
	}
	if (st->pid)
		return 0;
	/* A worker must not outlive a runner that was killed. */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() == parent)
		worker_main(st);
	_exit(0);
}

static int start_workers(struct pn_runner *runner)
{
	uint32_t nr = runner->config->nr_workers;
	int err = 0;

	for (; runner->nr_started < nr; runner->nr_started++) {
		struct station *st = station(runner, runner->nr_started);

		err = runner->config->processes ? start_process(st) : start_thread(st);
		if (err)
			break;
	}
	if (err)
		pn_error(
			"cannot start worker %u of %u: %s (ulimit -u, or a limit on tasks, may be too low)",
			runner->nr_started + 1, nr, strerror(-err));
	return err;
}

static void end_workers(struct pn_runner *runner)
{
	struct shared *shared = runner->shared;

	/* The lock may be a dead process's: then nobody is left to be told. */
	if (!runner->broken) {
		pthread_mutex_lock(&shared->lock);
		shared->quit = true;
		pthread_cond_broadcast(&shared->opened);
		pthread_mutex_unlock(&shared->lock);
	}
	for (uint32_t i = 0; i < runner->nr_started; i++) {
		struct station *st = station(runner, i);

		if (!runner->config->processes)
			pthread_join(st->thread, NULL);
		else if (st->pid)
			waitpid(st->pid, NULL, 0);
	}
}

void pn_runner_finish(struct pn_runner *runner)
{
	if (!runner)
		return;
	if (runner->shared) {
		end_workers(runner);
		munmap(runner->memory, runner->memory_bytes);
	}
	if (runner->done_fd >= 0)
		close(runner->done_fd);
	if (runner->signal_fd >= 0)
		close(runner->signal_fd);
	if (runner->signals_taken) {
		sigaction(KICK_SIGNAL, &runner->old_kick, NULL);
		pthread_sigmask(SIG_SETMASK, &runner->old_mask, NULL);
	}
	free(runner);
}

/* --- a phase ---------------------------------------------------------------------------------- */

static void stop_workers(struct pn_runner *runner)
{
	atomic_store_explicit(&runner->shared->stop, 1, memory_order_relaxed);
}

static void signal_workers(struct pn_runner *runner, int signal)
{
	for (uint32_t i = 0; i < runner->nr_started; i++) {
		struct station *st = station(runner, i);

		if (!runner->config->processes)
			pthread_kill(st->thread, signal);
		else if (st->pid)
			kill(st->pid, signal);
	}
}

/* Sleeps until the workers are done, a signal comes, or the time is up (0: never). */
static enum wake wait_for_wake(struct pn_runner *runner, uint64_t until_ns)
{
	struct pollfd fds[] = {
		{ .fd = runner->done_fd, .events = POLLIN },
		{ .fd = runner->signal_fd, .events = POLLIN },
	};
	uint64_t now_ns = pn_pace_now_ns();
	struct timespec timeout = pn_pace_timespec(until_ns > now_ns ? until_ns - now_ns : 0);
	eventfd_t count;

	if (ppoll(fds, 2, until_ns ? &timeout : NULL, NULL) <= 0)
		return WAKE_TIMEOUT;
	if (fds[1].revents)
		return WAKE_SIGNAL;
	eventfd_read(runner->done_fd, &count);
	return WAKE_DONE;
}

static void note_dead_processes(struct pn_runner *runner)
{
	pid_t pid;

	while ((pid = waitpid(-1, NULL, WNOHANG)) > 0) {
		for (uint32_t i = 0; i < runner->nr_started; i++) {
			struct station *st = station(runner, i);

			if (st->pid != pid)
				continue;
			st->pid = 0;
			runner->broken = true;
			pn_error("worker %u ended by itself", i);
		}
	}
	if (runner->broken)
		signal_workers(runner, SIGKILL);
}

static void handle_signal(struct pn_runner *runner)
{
	struct signalfd_siginfo info;
	sigset_t mask;

	if (read(runner->signal_fd, &info, sizeof(info)) != sizeof(info))
		return;
	if (info.ssi_signo == SIGCHLD) {
		note_dead_processes(runner);
		return;
	}
	runner->signal = (int)info.ssi_signo;
	stop_workers(runner);
	signal_workers(runner, KICK_SIGNAL);
	/* The second one is not waited for: it does what it does in any program. */
	sigemptyset(&mask);
	sigaddset(&mask, runner->signal);
	pthread_sigmask(SIG_UNBLOCK, &mask, NULL);
}

/* Waits until all workers are done; @stop_ns is when to tell them to stop, 0 for never. */
static int await_workers(struct pn_runner *runner, uint64_t stop_ns)
{
	if (!runner->config->nr_workers)
		return 0;
	for (;;) {
		uint64_t until_ns = runner->signal ? pn_pace_now_ns() + KICK_NS : stop_ns;

		switch (wait_for_wake(runner, until_ns)) {
		case WAKE_DONE:
			return 0;
		case WAKE_SIGNAL:
			handle_signal(runner);
			if (runner->broken)
				return -ECHILD;
			break;
		case WAKE_TIMEOUT:
			if (runner->signal) {
				signal_workers(runner, KICK_SIGNAL);
			} else if (stop_ns && pn_pace_now_ns() >= stop_ns) {
				stop_workers(runner);
				stop_ns = 0;
			}
			break;
		}
	}
}

/* Nobody has anything to do any more, but the phase goes on to its end. */
static void fill_up(struct pn_runner *runner, uint64_t end_ns)
{
	while (!runner->signal && pn_pace_now_ns() < end_ns)
		if (wait_for_wake(runner, end_ns) == WAKE_SIGNAL)
			handle_signal(runner);
}

static int first_failure(const struct pn_runner *runner)
{
	for (uint32_t i = 0; i < runner->nr_started; i++) {
		const struct pn_worker *worker = &station(runner, i)->worker;

		if (!worker->err)
			continue;
		pn_error("worker %u: %s: %s", i, worker->failed_at ? worker->failed_at : "failed",
			 strerror(-worker->err));
		return worker->err;
	}
	return 0;
}

static void open_gate(struct pn_runner *runner, const struct pn_phase *phase)
{
	struct shared *shared = runner->shared;

	pthread_mutex_lock(&shared->lock);
	atomic_store_explicit(&shared->stop, 0, memory_order_relaxed);
	shared->phase = *phase;
	shared->nr_done = 0;
	shared->generation++;
	pthread_cond_broadcast(&shared->opened);
	pthread_mutex_unlock(&shared->lock);
}

static int run_phase(struct pn_runner *runner, struct pn_phase *phase)
{
	bool stop_at_end = runner->config->end == PN_RUNNER_END_STOP && !phase->idle;
	int err;

	pn_marker_phase(runner->config->workload, phase->index, phase->label);
	phase->start_ns = pn_pace_now_ns();
	phase->end_ns = phase->length_ns ? phase->start_ns + phase->length_ns : 0;
	open_gate(runner, phase);
	err = await_workers(runner, stop_at_end ? phase->end_ns : 0);
	if (!err && !stop_at_end)
		fill_up(runner, phase->end_ns);
	phase->end_ns = pn_pace_now_ns();
	return err ? err : first_failure(runner);
}

int pn_runner_run(struct pn_runner *runner, struct pn_phase *phases, uint32_t nr_phases,
		  pn_runner_collect_fn collect, void *data, uint32_t *nr_begun)
{
	int err = 0;

	*nr_begun = 0;
	for (uint32_t i = 0; i < nr_phases && !err && !runner->signal; i++) {
		if (runner->config->progress)
			pn_progress_show(phases, nr_phases, i);
		phases[i].index = i;
		err = run_phase(runner, &phases[i]);
		(*nr_begun)++;
		if (!err && collect)
			err = collect(runner, &phases[i], data);
	}
	pn_marker_end(runner->config->workload);
	if (runner->config->progress)
		pn_progress_clear(nr_phases);
	return err;
}

int pn_runner_start(const struct pn_runner_config *config, struct pn_runner **out)
{
	struct pn_runner *runner = calloc(1, sizeof(*runner));
	int err = -ENOMEM;

	*out = NULL;
	if (!runner)
		goto out;
	runner->config = config;
	runner->signal_fd = -1;
	runner->done_fd = eventfd(0, EFD_CLOEXEC);
	err = runner->done_fd < 0 ? -errno : map_memory(runner);
	if (!err)
		err = take_signals(runner);
out:
	if (err) {
		pn_error("cannot set up the run: %s", strerror(-err));
	} else {
		err = start_workers(runner);
		if (!err)
			err = await_workers(runner, 0);
		if (!err)
			err = first_failure(runner);
	}
	if (err)
		pn_runner_finish(runner);
	else
		*out = runner;
	return err;
}
