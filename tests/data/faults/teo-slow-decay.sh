#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
# teo forgets eight thousand times more slowly, and judges a load by what came long before it.
# governor: teo
# kind: fault
# harms: excess on sleepers

set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../../../scripts/lib/edit.sh"

edit drivers/cpuidle/governors/teo.c 1 's/^#define DECAY_SHIFT.*/#define DECAY_SHIFT 16/'
