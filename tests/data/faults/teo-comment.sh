#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
# A comment more.
# governor: teo
# kind: harmless

set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../../../scripts/lib/edit.sh"

edit drivers/cpuidle/governors/teo.c 1 's/^#define PULSE/\/* One event. *\/\n&/'
