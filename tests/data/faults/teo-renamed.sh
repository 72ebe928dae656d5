#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
# A variable by another name.
# governor: teo
# kind: harmless

set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../../../scripts/lib/edit.sh"

edit drivers/cpuidle/governors/teo.c 4 's/\<alt_recent\>/recent_early/g'
