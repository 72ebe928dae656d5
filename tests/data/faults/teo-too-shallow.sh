#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
# teo enters the state above the one that it picked.
# governor: teo
# kind: fault
# harms: missed-time on pingpong

set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../../../scripts/lib/edit.sh"

edit drivers/cpuidle/governors/teo.c 1 '/^static int teo_select/,/^}/ s/^\treturn idx;$/\tif (idx > 0) idx--;\n&/'
