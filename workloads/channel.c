// SPDX-License-Identifier: GPL-2.0-only
/* One-way channels: pipe, eventfd and futex. */
#include "channel.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <stddef.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "util/diag.h"

/* Descriptors that are open beside the channels: the standard ones, the runner's, libraries'. */
#define SPARE_FDS 64

static int pipe_open(struct pn_channel *channel)
{
	int fds[2];

	if (pipe2(fds, O_CLOEXEC))
		return -errno;
	channel->read_fd = fds[0];
	channel->write_fd = fds[1];
	return 0;
}

/* Nothing here is ever written or read in part: it is shorter than any pipe's smallest unit. */
static int pipe_send(struct pn_channel *channel, uint32_t token)
{
	while (write(channel->write_fd, &token, sizeof(token)) != sizeof(token))
		if (errno != EINTR)
			return -errno;
	return 0;
}

static int pipe_receive(struct pn_channel *channel, uint32_t *token)
{
	for (;;) {
		ssize_t got = read(channel->read_fd, token, sizeof(*token));

		if (got == sizeof(*token))
			return 0;
		if (got >= 0)
			return -EPIPE;
		if (errno != EINTR)
			return -errno;
	}
}

static int eventfd_open(struct pn_channel *channel)
{
	int fd = eventfd(0, EFD_CLOEXEC);

	if (fd < 0)
		return -errno;
	channel->read_fd = channel->write_fd = fd;
	return 0;
}

/* The token is the count: the other side empties it before the next one is sent. */
static int eventfd_send(struct pn_channel *channel, uint32_t token)
{
	while (eventfd_write(channel->write_fd, token))
		if (errno != EINTR)
			return -errno;
	return 0;
}

static int eventfd_receive(struct pn_channel *channel, uint32_t *token)
{
	eventfd_t count;

	while (eventfd_read(channel->read_fd, &count))
		if (errno != EINTR)
			return -errno;
	*token = (uint32_t)count;
	return 0;
}

static int futex_open(struct pn_channel *channel)
{
	atomic_store(&channel->word, 0);
	return 0;
}

static long futex(struct pn_channel *channel, int op, uint32_t value)
{
	int flag = channel->shared ? 0 : FUTEX_PRIVATE_FLAG;

	return syscall(SYS_futex, &channel->word, op | flag, value, NULL, NULL, 0);
}

static int futex_send(struct pn_channel *channel, uint32_t token)
{
	atomic_store_explicit(&channel->word, token, memory_order_release);
	return futex(channel, FUTEX_WAKE, 1) < 0 ? -errno : 0;
}

static int futex_receive(struct pn_channel *channel, uint32_t *token)
{
	while (!(*token = atomic_exchange_explicit(&channel->word, 0, memory_order_acquire)))
		if (futex(channel, FUTEX_WAIT, 0) && errno != EAGAIN && errno != EINTR)
			return -errno;
	return 0;
}

static const struct pn_channel_ops kinds[] = {
	{ "pipe", pipe_open, pipe_send, pipe_receive, 2 },
	{ "eventfd", eventfd_open, eventfd_send, eventfd_receive, 1 },
	{ "futex", futex_open, futex_send, futex_receive, 0 },
};

const char *const pn_channel_names[] = { "pipe", "eventfd", "futex", NULL };

const struct pn_channel_ops *pn_channel_kind(int i)
{
	return &kinds[i];
}

int pn_channel_open(const struct pn_channel_ops *ops, struct pn_channel *channel, bool shared)
{
	channel->read_fd = channel->write_fd = -1;
	channel->shared = shared;
	return ops->open(channel);
}

void pn_channel_close(struct pn_channel *channel)
{
	if (channel->read_fd >= 0)
		close(channel->read_fd);
	if (channel->write_fd >= 0 && channel->write_fd != channel->read_fd)
		close(channel->write_fd);
	channel->read_fd = channel->write_fd = -1;
}

int pn_channel_reserve_fds(const struct pn_channel_ops *ops, uint64_t nr)
{
	uint64_t need = nr * ops->nr_fds + SPARE_FDS;
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit))
		return -errno;
	if (limit.rlim_cur >= need)
		return 0;
	if (limit.rlim_max < need) {
		pn_error(
			"%llu open files are needed, %llu are allowed: raise ulimit -Hn or use --via futex",
			(unsigned long long)need, (unsigned long long)limit.rlim_max);
		return -EMFILE;
	}
	limit.rlim_cur = need;
	return setrlimit(RLIMIT_NOFILE, &limit) ? -errno : 0;
}
