#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
# teo never enters the deepest state.
# governor: teo
# kind: fault
# harms: missed-time on sleepers

set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../../../scripts/lib/edit.sh"

edit drivers/cpuidle/governors/teo.c 1 '/^static int teo_select/,/^}/ s/^\treturn idx;$/\tif (idx == drv->state_count - 1) idx--;\n&/'
