/* SPDX-License-Identifier: GPL-2.0-only */
/* What can have ended a stay, in words. */
#ifndef PN_OUT_WAKE_NAME_H
#define PN_OUT_WAKE_NAME_H

#include <stdint.h>

/** pn_wake_name - the word for an enum pn_wake: "timer", ...; "unknown" for what is none */
const char *pn_wake_name(uint32_t wake);

#endif
