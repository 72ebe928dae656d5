#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
# teo forgets ten thousand times more slowly, so that it judges a load by the one before.
# governor: teo
# kind: fault
# harms: all-below on sleepers

set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../../../scripts/lib/edit.sh"

edit drivers/cpuidle/governors/teo.c 1 's/^#define DECAY_SHIFT.*/#define DECAY_SHIFT 16/'
