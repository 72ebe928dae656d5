#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
# A constant expression worked out beforehand.
# governor: menu
# kind: harmless

set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../../../scripts/lib/edit.sh"

edit drivers/cpuidle/governors/menu.c 1 's/= 9 \* MAX_INTERESTING \/ 10;/= 45000 * NSEC_PER_USEC;/'
