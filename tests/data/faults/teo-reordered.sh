#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
# Two statements that do not depend on one another in the other order.
# governor: teo
# kind: harmless

set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../../../scripts/lib/edit.sh"

edit drivers/cpuidle/governors/teo.c 1 '/^\t\tintercept_sum += prev/ {
	N
	s/\(.*\)\n\(.*\)/\2\n\1/
}'
