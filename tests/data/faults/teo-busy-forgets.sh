#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
# teo throws all its statistics away while the CPU is in use, and so ignores most wakeups.
# governor: teo
# kind: fault
# harms: all-above on pingpong

set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../../../scripts/lib/edit.sh"

edit drivers/cpuidle/governors/teo.c 3 '
	s/^#include <linux\/tick.h>$/&\n#include <linux\/sched\/topology.h>/
	/^static void teo_update/,/^}/ s/^\tu64 measured_ns;$/&\n\n\tif (sched_cpu_util(dev->cpu) > arch_scale_cpu_capacity(dev->cpu) >> 6) return;/
'
