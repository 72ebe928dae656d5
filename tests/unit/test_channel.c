// SPDX-License-Identifier: GPL-2.0-only
/* Channels of every kind: a token comes out as it went in, to a sleeper too, and only once. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "channel.h"

static void names_and_kinds_agree(void **state)
{
	(void)state;
	for (int i = 0; pn_channel_names[i]; i++)
		assert_string_equal(pn_channel_kind(i)->name, pn_channel_names[i]);
}

static void tokens_come_out_as_they_went_in(void **state)
{
	struct pn_channel channel;
	uint32_t token;

	(void)state;
	for (int i = 0; pn_channel_names[i]; i++) {
		const struct pn_channel_ops *ops = pn_channel_kind(i);

		assert_int_equal(pn_channel_open(ops, &channel, false), 0);
		for (int round = 0; round < 3; round++) {
			assert_int_equal(ops->send(&channel, PN_CHANNEL_GO), 0);
			assert_int_equal(ops->receive(&channel, &token), 0);
			assert_int_equal(token, PN_CHANNEL_GO);
			assert_int_equal(ops->send(&channel, PN_CHANNEL_STOP), 0);
			assert_int_equal(ops->receive(&channel, &token), 0);
			assert_int_equal(token, PN_CHANNEL_STOP);
		}
		pn_channel_close(&channel);
		assert_int_equal(channel.read_fd, -1);
		pn_channel_close(&channel);
	}
}

struct echo {
	const struct pn_channel_ops *ops;
	struct pn_channel there;
	struct pn_channel back;
};

/* Sends back what comes, until it was told to stop. */
static void *echo_until_stop(void *arg)
{
	struct echo *echo = arg;
	uint32_t token = 0;

	while (token != PN_CHANNEL_STOP)
		if (echo->ops->receive(&echo->there, &token) || echo->ops->send(&echo->back, token))
			break;
	return NULL;
}

static void play(struct echo *echo)
{
	uint32_t token;

	for (int i = 0; i < 1009; i++) {
		uint32_t sent = i == 1008 ? PN_CHANNEL_STOP : PN_CHANNEL_GO;

		assert_int_equal(echo->ops->send(&echo->there, sent), 0);
		assert_int_equal(echo->ops->receive(&echo->back, &token), 0);
		assert_int_equal(token, sent);
	}
}

static void threads_wake_each_other(void **state)
{
	(void)state;
	for (int i = 0; pn_channel_names[i]; i++) {
		struct echo echo = { .ops = pn_channel_kind(i) };
		pthread_t thread;

		assert_int_equal(pn_channel_open(echo.ops, &echo.there, false), 0);
		assert_int_equal(pn_channel_open(echo.ops, &echo.back, false), 0);
		assert_int_equal(pthread_create(&thread, NULL, echo_until_stop, &echo), 0);
		play(&echo);
		pthread_join(thread, NULL);
		pn_channel_close(&echo.there);
		pn_channel_close(&echo.back);
	}
}

static void processes_wake_each_other(void **state)
{
	struct echo *echo = mmap(NULL, sizeof(*echo), PROT_READ | PROT_WRITE,
				 MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	(void)state;
	assert_true(echo != MAP_FAILED);
	for (int i = 0; pn_channel_names[i]; i++) {
		int status;
		pid_t pid;

		echo->ops = pn_channel_kind(i);
		assert_int_equal(pn_channel_open(echo->ops, &echo->there, true), 0);
		assert_int_equal(pn_channel_open(echo->ops, &echo->back, true), 0);
		pid = fork();
		if (!pid) {
			echo_until_stop(echo);
			_exit(0);
		}
		play(echo);
		assert_int_equal(waitpid(pid, &status, 0), pid);
		assert_int_equal(status, 0);
		pn_channel_close(&echo->there);
		pn_channel_close(&echo->back);
	}
	munmap(echo, sizeof(*echo));
}

static void a_pipe_whose_other_end_is_gone_is_an_error(void **state)
{
	const struct pn_channel_ops *ops = pn_channel_kind(0);
	struct pn_channel channel;
	uint32_t token;

	(void)state;
	assert_string_equal(ops->name, "pipe");
	assert_int_equal(pn_channel_open(ops, &channel, false), 0);
	close(channel.write_fd);
	channel.write_fd = -1;
	assert_int_equal(ops->receive(&channel, &token), -EPIPE);
	assert_int_equal(ops->send(&channel, PN_CHANNEL_GO), -EBADF);
	pn_channel_close(&channel);
}

static void too_many_files_are_refused(void **state)
{
	(void)state;
	assert_int_equal(pn_channel_reserve_fds(pn_channel_kind(0), 10), 0);
	assert_int_equal(pn_channel_reserve_fds(pn_channel_kind(0), UINT32_MAX), -EMFILE);
	/* A futex needs none. */
	assert_int_equal(pn_channel_reserve_fds(pn_channel_kind(2), UINT32_MAX), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_and_kinds_agree),
		cmocka_unit_test(tokens_come_out_as_they_went_in),
		cmocka_unit_test(threads_wake_each_other),
		cmocka_unit_test(processes_wake_each_other),
		cmocka_unit_test(a_pipe_whose_other_end_is_gone_is_an_error),
		cmocka_unit_test(too_many_files_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
