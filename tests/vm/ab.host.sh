#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
# Two seeded faults and a harmless edit through the A/B, on the workload that shows the faults soonest, as TAP. The argument
# is a folder for what it leaves. All of them, on all workloads: tests/vm/faults.sh.

set -euo pipefail

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
source "$top/scripts/lib/tap.sh"

# row EDIT WORD: the edit's row of the table says so.
row() {
	grep -q "^| $1 | $2 |" "$OUT/table" && return
	sed 's/^/# /' "$OUT/table"
	return 1
}

# measure: chance alone makes one in some dozens of comparisons differ, so the harmless edit has a second try.
measure() {
	local try
	for try in 1 2; do
		rm -rf "$OUT/faults"
		STATUS=0
		"$top/tests/vm/faults.sh" --config "$OUT/conf" --repeat 4 --output "$OUT/faults" \
			teo-always-deepest teo-too-shallow teo-comment >"$OUT/table" 2>"$OUT/stderr.$try" || STATUS=$?
		! row teo-comment 'no' >/dev/null || continue
		return 0
	done
}

main() {
	OUT=$1/ab
	rm -rf "$OUT"
	mkdir -p "$OUT"
	echo 'pingpong 2 pingpong --pair 0,1' >"$OUT/conf"
	measure
	tap_check "A/B: every edit is what it is taken for" test "$STATUS" = 0
	tap_check "A/B: always the deepest state is seen" row teo-always-deepest yes
	tap_check "A/B: a state too shallow is seen" row teo-too-shallow yes
	tap_check "A/B: a comment changes nothing" row teo-comment 'all the same'
}

main "$@"
