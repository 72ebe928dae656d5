#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
# A day of 'analyzer sample', in fast-forward: every block is there, at its time, and memory stays as
# it was after the first minute.

set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source "$here/golden-lib.sh"
source "$here/../support/fake_sysfs.sh"

readonly SECONDS_A_DAY=86400

usage() {
	cat <<END
Usage: day.sh --bin DIR

Runs 'analyzer sample --interval 1s --duration 24h' over a made-up machine,
with a clock that jumps over every wait.

  --bin DIR    where the programs were built
  --help       this text

Examples:
  tests/golden/day.sh --bin build/bin

Exit status: 0 all as it has to be, 1 something was not, 77 cannot run here.
END
}

# sample DURATION FILE: prints the largest size in memory, in KiB.
sample() {
	LD_PRELOAD=$CLOCK /usr/bin/time -f %M -o "$WORK/memory" \
		analyzer sample -q -i 1s -d "$1" -c 0 --source cpuidle --sysroot "$WORK/tree" -o "$2"
	cat "$WORK/memory"
}

check() {
	local minute day
	minute=$(sample 1m "$WORK/minute.csv")
	day=$(sample 24h "$WORK/day.csv")
	awk -F, -v want=$((SECONDS_A_DAY + 1)) '
		$2 == "sampler" { blocks++; if (blocks == 1) first = $1; last = $1 }
		$2 == "cpuidle" && $5 == "usage" { rows++ }
		END {
			hours = (last - first) / 3600e9
			printf "# %d blocks over %.4f hours, %d counters\n", blocks, hours, rows
			exit !(blocks == want && hours > 23.999 && hours < 24.01 && rows == 2 * want)
		}' "$WORK/day.csv" || die "blocks are missing, or at the wrong time"
	echo "# memory: $minute KiB after a minute, $day KiB after a day"
	((day <= minute + 1024)) || die "memory grew"
}

main() {
	programs_by_options "$@"
	CLOCK=$(dirname "$(command -v analyzer)")/fastclock.so
	[[ -x /usr/bin/time ]] || skip "time is missing: apt-get install time"
	! ldd "$(command -v analyzer)" | grep -qE 'lib[at]san' || skip "a sanitizer has to come first"
	work_folder
	mkdir "$WORK/tree"
	fake_sysfs vm "$WORK/tree"
	check
	echo "ok - a day of samples"
}

main "$@"
