// SPDX-License-Identifier: GPL-2.0-only
/* The workers of a run, threads or processes, and the gate through which they enter each phase. */
#include "crew.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "pace.h"
#include "place.h"
#include "util/diag.h"

/* Two cache lines: neighbours are fetched in pairs. */
#define APART 128

/* Workers run small loops; a thousand default stacks would only trouble a low ulimit -v. */
#define STACK_BYTES (256 * 1024)

/* What all workers see, in memory that processes share as well. */
struct pn_crew_shared {
	pthread_mutex_t lock; /* protects the rest, but for stop */
	pthread_cond_t opened;
	struct pn_phase phase;
	uint64_t generation; /* grows with every phase */
	uint32_t nr_done;
	bool quit;
	_Alignas(APART) atomic_uint stop;
};

/* A worker and what the crew keeps about it; its slot follows. */
struct station {
	struct pn_worker worker;
	struct pn_crew *crew;
	pthread_t thread;
	pid_t pid; /* 0 once it is known to have ended */
	_Alignas(APART) unsigned char slot[];
};

static struct station *station(const struct pn_crew *crew, uint32_t index)
{
	unsigned char *first = (unsigned char *)(crew->shared + 1);

	return (struct station *)(void *)(first + index * crew->stride);
}

void *pn_crew_slot(const struct pn_crew *crew, uint32_t index)
{
	return station(crew, index)->slot;
}

/* --- a worker's side -------------------------------------------------------------------------- */

static void report_done(struct pn_crew *crew)
{
	struct pn_crew_shared *shared = crew->shared;

	pthread_mutex_lock(&shared->lock);
	if (++shared->nr_done == crew->config->nr_workers)
		eventfd_write(crew->done_fd, 1);
	pthread_mutex_unlock(&shared->lock);
}

/* Waits for the phase after *@generation; false when there is none. */
static bool wait_for_phase(struct pn_crew_shared *shared, uint64_t *generation,
			   struct pn_phase *phase)
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

static int enter(struct station *st, uint64_t *old_slack_ns)
{
	const struct pn_runner_config *config = st->crew->config;
	const struct pn_cpuset *cpus = config->cpus ? &config->cpus[st->worker.index] : NULL;
	char name[16];
	int err;

	/* The kernel keeps 15 characters of it, and trace reports show them. */
	snprintf(name, sizeof(name), "%s-%u", config->workload, st->worker.index);
	prctl(PR_SET_NAME, name);
	err = pn_pace_set_slack(1, old_slack_ns);
	if (err)
		return pn_worker_fail(&st->worker, "cannot set the timer slack", err);
	if (cpus && pn_cpuset_count(cpus))
		err = pn_place_pin(cpus);
	return err ? pn_worker_fail(&st->worker, "cannot pin it to its CPU", err) : 0;
}

static void *worker_main(void *arg)
{
	struct station *st = arg;
	struct pn_worker *worker = &st->worker;
	uint64_t generation = 0, old_slack_ns = 0;
	struct pn_phase phase;

	worker->err = enter(st, &old_slack_ns);
	report_done(st->crew);
	while (wait_for_phase(st->crew->shared, &generation, &phase)) {
		if (!worker->err && !phase.idle)
			worker->err = st->crew->config->run(worker, &phase);
		report_done(st->crew);
	}
	if (old_slack_ns)
		pn_pace_set_slack(old_slack_ns, NULL);
	return NULL;
}

/* --- the runner's side ------------------------------------------------------------------------ */

static int init_shared(struct pn_crew_shared *shared)
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

static int map_memory(struct pn_crew *crew)
{
	const struct pn_runner_config *config = crew->config;
	size_t bytes = sizeof(struct station) + config->slot_size;
	void *memory;

	crew->stride = (bytes + APART - 1) / APART * APART;
	crew->memory_bytes = sizeof(struct pn_crew_shared) + crew->stride * config->nr_workers;
	memory = mmap(NULL, crew->memory_bytes, PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (memory == MAP_FAILED)
		return -errno;
	crew->shared = memory;
	return init_shared(crew->shared);
}

int pn_crew_open(struct pn_crew *crew, const struct pn_runner_config *config)
{
	int err;

	*crew = (struct pn_crew){ .config = config };
	crew->done_fd = eventfd(0, EFD_CLOEXEC);
	if (crew->done_fd < 0)
		return -errno;
	err = map_memory(crew);
	if (err)
		pn_crew_close(crew);
	return err;
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
	pid_t parent = getpid(), pid = fork();

	if (pid < 0)
		return -errno;
	if (pid) {
		st->pid = pid;
		return 0;
	}
	/* A worker must not outlive a runner that was killed. */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() == parent)
		worker_main(st);
	_exit(0);
}

static int start_worker(struct pn_crew *crew, uint32_t index)
{
	struct station *st = station(crew, index);

	st->crew = crew;
	st->worker.index = index;
	st->worker.context = crew->config->context;
	st->worker.slot = st->slot;
	st->worker.stop = &crew->shared->stop;
	return crew->config->processes ? start_process(st) : start_thread(st);
}

int pn_crew_start(struct pn_crew *crew)
{
	uint32_t nr = crew->config->nr_workers;
	int err = 0;

	while (!err && crew->nr_started < nr) {
		err = start_worker(crew, crew->nr_started);
		if (!err)
			crew->nr_started++;
	}
	if (err)
		pn_error(
			"cannot start worker %u of %u: %s (ulimit -u or a limit on tasks may be too low)",
			crew->nr_started + 1, nr, strerror(-err));
	return err;
}

void pn_crew_begin(struct pn_crew *crew, const struct pn_phase *phase)
{
	struct pn_crew_shared *shared = crew->shared;

	pthread_mutex_lock(&shared->lock);
	atomic_store_explicit(&shared->stop, 0, memory_order_relaxed);
	shared->phase = *phase;
	shared->nr_done = 0;
	shared->generation++;
	pthread_cond_broadcast(&shared->opened);
	pthread_mutex_unlock(&shared->lock);
}

void pn_crew_stop(struct pn_crew *crew)
{
	atomic_store_explicit(&crew->shared->stop, 1, memory_order_relaxed);
}

static void signal_workers(struct pn_crew *crew, int signal)
{
	for (uint32_t i = 0; i < crew->nr_started; i++) {
		struct station *st = station(crew, i);

		if (!crew->config->processes)
			pthread_kill(st->thread, signal);
		else if (st->pid)
			kill(st->pid, signal);
	}
}

int pn_crew_kick_signal(void)
{
	return SIGUSR1;
}

void pn_crew_kick(struct pn_crew *crew)
{
	signal_workers(crew, pn_crew_kick_signal());
}

int pn_crew_reap(struct pn_crew *crew)
{
	pid_t pid;

	while ((pid = waitpid(-1, NULL, WNOHANG)) > 0) {
		for (uint32_t i = 0; i < crew->nr_started; i++) {
			struct station *st = station(crew, i);

			if (st->pid != pid)
				continue;
			st->pid = 0;
			crew->broken = true;
			pn_error("worker %u ended before its time", i);
		}
	}
	if (!crew->broken)
		return 0;
	signal_workers(crew, SIGKILL);
	return -ECHILD;
}

int pn_crew_failure(const struct pn_crew *crew)
{
	for (uint32_t i = 0; i < crew->nr_started; i++) {
		const struct pn_worker *worker = &station(crew, i)->worker;

		if (!worker->err)
			continue;
		pn_error("worker %u: %s: %s", i, worker->failed_at, strerror(-worker->err));
		return worker->err;
	}
	return 0;
}

static void let_go(struct pn_crew_shared *shared)
{
	pthread_mutex_lock(&shared->lock);
	shared->quit = true;
	pthread_cond_broadcast(&shared->opened);
	pthread_mutex_unlock(&shared->lock);
}

void pn_crew_close(struct pn_crew *crew)
{
	/* In a broken crew the lock may be a dead process's; there all have been killed. */
	if (crew->nr_started && !crew->broken)
		let_go(crew->shared);
	for (uint32_t i = 0; i < crew->nr_started; i++) {
		struct station *st = station(crew, i);

		if (!crew->config->processes)
			pthread_join(st->thread, NULL);
		else if (st->pid)
			waitpid(st->pid, NULL, 0);
	}
	if (crew->shared)
		munmap(crew->shared, crew->memory_bytes);
	if (crew->done_fd >= 0)
		close(crew->done_fd);
	*crew = (struct pn_crew){ .done_fd = -1 };
}
