/* SPDX-License-Identifier: GPL-2.0-only */
/* One-way channels that carry a token from one worker to another, and wake it. */
#ifndef PN_CHANNEL_H
#define PN_CHANNEL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/** enum pn_channel_token - what is passed */
enum pn_channel_token {
	PN_CHANNEL_GO = 1,
	PN_CHANNEL_STOP = 2, /* the receiver's last */
};

/** struct pn_channel - one channel, in memory that both sides see */
struct pn_channel {
	_Alignas(128) atomic_uint word; /* futex: the token, 0 when it was taken */
	int read_fd;
	int write_fd;
	bool shared; /* between processes */
};

/** struct pn_channel_ops - a kind of channel; send and receive give 0 or a negative errno */
struct pn_channel_ops {
	const char *name;
	int (*open)(struct pn_channel *channel);
	int (*send)(struct pn_channel *channel, uint32_t token);
	int (*receive)(struct pn_channel *channel, uint32_t *token); /* sleeps until one is there */
	uint32_t nr_fds;
};

/** pn_channel_names - the kinds, as an option names them; the end is NULL */
extern const char *const pn_channel_names[];

/** pn_channel_kind - the kind with index @i in pn_channel_names */
const struct pn_channel_ops *pn_channel_kind(int i);

/**
 * pn_channel_open - opens a channel
 * @ops: its kind
 * @channel: closed with pn_channel_close()
 * @shared: its ends are in two processes
 *
 * Returns: 0 or a negative errno.
 */
int pn_channel_open(const struct pn_channel_ops *ops, struct pn_channel *channel, bool shared);

/** pn_channel_close - closes it; one that is all zero but for its descriptors, -1, is allowed */
void pn_channel_close(struct pn_channel *channel);

/**
 * pn_channel_reserve_fds - makes room for @nr channels of a kind in the limit on open files
 *
 * Returns: 0, or -EMFILE when the hard limit is too low (with a line on stderr).
 */
int pn_channel_reserve_fds(const struct pn_channel_ops *ops, uint64_t nr);

#endif
