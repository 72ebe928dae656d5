/* SPDX-License-Identifier: GPL-2.0-only */
/* What differs between kernel versions, for both modules; no other file asks for the version. */
#ifndef COMPAT_H
#define COMPAT_H

#include <linux/hrtimer.h>
#include <linux/version.h>

#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 13, 0)
/* The callback used to be set apart; later kernels have only the call that takes it along. */
static inline void hrtimer_setup(struct hrtimer *timer,
				 enum hrtimer_restart (*function)(struct hrtimer *),
				 clockid_t clock_id, enum hrtimer_mode mode)
{
	hrtimer_init(timer, clock_id, mode);
	timer->function = function;
}
#endif

#endif
