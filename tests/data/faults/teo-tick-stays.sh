#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
# teo never lets the tick stop, so that no stay is longer than a tick.
# governor: teo
# kind: fault
# harms: chain-time on sleepers

set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../../../scripts/lib/edit.sh"

edit drivers/cpuidle/governors/teo.c 1 '/^static int teo_select/,/^}/ s/duration_ns < TICK_NSEC) && !/true) \&\& !/'
