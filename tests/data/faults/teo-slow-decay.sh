#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
# teo hardly ever forgets that it was woken early, so that it picks too shallow for the load after.
# governor: teo
# kind: fault
# harms: excess on sleepers

set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../../../scripts/lib/edit.sh"

edit drivers/cpuidle/governors/teo.c 1 's/bin->intercepts >> DECAY_SHIFT/bin->intercepts >> 16/'
