#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
# A machine of 512 CPUs with 10 idle states: every figure is there, and the report reads back.

set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source "$here/golden-lib.sh"

# A prime number of stays for each state and CPU, so that a count which is right is no accident.
readonly CPUS=512 STATES=10 REPEATS=7

usage() {
	cat <<END
Usage: large.sh --bin DIR

  --bin DIR    where the programs were built
  --help       this text

Examples:
  tests/golden/large.sh --bin build/bin

Exit status: 0 all as it has to be, 1 something was not.
END
}

make_trace() {
	awk -v cpus=$CPUS -v states="$STATES" -v repeats=$REPEATS 'BEGIN {
		for (i = 0; i < repeats; i++)
			for (s = 0; s < states; s++)
				for (c = 0; c < cpus; c++) {
					t = 1000000 + (i * states + s) * 20000000 + c
					print c, t, "idle", s
					print c, t + 2 ^ (10 + s) * (1 + i), "exit"
				}
	}' | mktrace --cpus $CPUS --compress zstd -o "$WORK/trace.dat"
}

make_states() {
	awk -v cpus=$CPUS -v states="$STATES" 'BEGIN {
		printf "{\"schema\":\"powernightmare.states/1\",\"tables\":[{\"cpus\":\"0-%d\",\"states\":[", cpus - 1
		for (s = 0; s < states; s++)
			printf "%s{\"name\":\"S%d\",\"exit_latency_ns\":%d,\"target_residency_ns\":%d}",
				s ? "," : "", s, 1000 * s * s, 3000 * s * s
		printf "]}],\"topology\":["
		for (c = 0; c < cpus; c++)
			printf "%s{\"cpu\":%d,\"core\":%d,\"package\":%d}", c ? "," : "", c, c / 2, c / 128
		print "]}"
	}' >"$WORK/states.json"
}

# Lengths of state S are 2^(10+S) times 1 to 7.
counts_are_right() {
	analyzer -q --jobs 3 "$WORK/trace.dat" | awk -v each=$((CPUS * REPEATS)) -v states="$STATES" '
		/^Idle State/ {
			s = $3 + 0
			sum = 512 * 28 * 2 ^ (10 + s) / 1e9
			if ($6 != each || $15 + $19 - sum > 1e-5 || sum - $15 - $19 > 1e-5) { print "# " $0; bad = 1 }
			seen++
		}
		END { exit bad || seen != states }'
}

rows_are_there() {
	[[ $(analyzer -q -f csv --table cpu-states "$WORK/trace.dat" | wc -l) == $((CPUS * STATES + 1)) ]]
}

# Written, read and compared with itself: no figure differs.
reads_back() {
	analyzer -q -f json --units --bin 100ms -o "$WORK/report.json" "$WORK/trace.dat"
	analyzer compare -f csv "$WORK/report.json" "$WORK/trace.dat" >"$WORK/compare.csv"
	[[ $(wc -l <"$WORK/compare.csv") -gt $STATES ]]
}

main() {
	local test
	programs_by_options "$@"
	work_folder
	make_trace
	make_states
	for test in counts_are_right rows_are_there reads_back; do
		"$test" || die "not ok - $test"
		echo "ok - $test"
	done
}

main "$@"
