#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
# Sets a loop of pingpong beside one of perf bench sched pipe, same placement, turn by turn in one run.

set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source "$here/../../scripts/lib/common.sh"

usage() {
	cat <<END
Usage: pingpong-overhead.sh [OPTION...]

Runs pingpong and perf bench sched pipe in turns, on one CPU and on two, as
threads and as processes, and prints for each what a loop takes: the smallest
and the median time over the rounds, and of CPU time, which other tasks on
the machine do not lengthen, starting the program taken off. Of each the
difference in percent.

  --loops N      loops a round (default 200000)
  --rounds N     rounds of each (default 11)
  --max-pct N    exit with 3 when the smallest CPU time of a loop on one CPU
                 is more than this above that of perf
  --help         this text

Examples:
  tests/bench/pingpong-overhead.sh
  tests/bench/pingpong-overhead.sh --rounds 31 --max-pct 3

Exit status: 0 done, 2 wrong usage, 3 over --max-pct, 77 no perf here.
END
}

parse_args() {
	LOOPS=200000 ROUNDS=11 MAX_PCT=''
	while (($#)); do
		case $1 in
		--loops | --rounds | --max-pct)
			need_value "$1" $#
			[[ $2 =~ ^[1-9][0-9]{0,8}$ ]] || usage_error "$1: '$2' is not a whole number above 0"
			case $1 in
			--loops) LOOPS=$2 ;;
			--rounds) ROUNDS=$2 ;;
			--max-pct) MAX_PCT=$2 ;;
			esac
			shift 2 ;;
		--help | -h) usage; exit 0 ;;
		*) usage_error "unknown argument '$1'" ;;
		esac
	done
}

# run_once WHO KIND LOOPS: leaves what it said in said, and its CPU time in time.
run_once() {
	local command TIMEFORMAT='%3U %3S'
	case $1-$2 in
	perf-threads) command=(perf bench sched pipe --threaded --loop "$3") ;;
	perf-processes) command=(perf bench sched pipe --loop "$3") ;;
	pingpong-threads) command=("$PN_BIN/pingpong" --json - --loops "$3") ;;
	pingpong-processes) command=("$PN_BIN/pingpong" --json - --processes --loops "$3") ;;
	esac
	{ time "${command[@]}" >"$WORK/said" 2>&1; } 2>"$WORK/time"
}

# wall WHO: us a loop, as the program itself has it.
wall() {
	case $1 in
	perf) awk '/usecs\/op/ { print $1 }' "$WORK/said" ;;
	pingpong) jq .score.value "$WORK/said" ;;
	esac
}

# measure WHO KIND: appends "wall cpu" in us a loop to the file WHO. Starting the program is taken off.
measure() {
	local start cpu
	run_once "$1" "$2" 1
	start=$(awk '{ print $1 + $2 }' "$WORK/time")
	run_once "$1" "$2" "$LOOPS"
	cpu=$(awk -v start="$start" -v loops="$LOOPS" '{ print ($1 + $2 - start) * 1e6 / loops }' "$WORK/time")
	printf '%s %s\n' "$(wall "$1")" "$cpu" >>"$WORK/$1"
}

# smallest_and_median COLUMN NAME
smallest_and_median() {
	cut -d' ' -f"$1" "$WORK/$2" | sort -g | awk '{ v[NR] = $1 } END { printf "%s %s ", v[1], v[int((NR + 1) / 2)] }'
}

# figures WHO: smallest and median time, smallest and median CPU time.
figures() {
	smallest_and_median 1 "$1"
	smallest_and_median 2 "$1"
}

# compare CPUS KIND: one row of the table; CPU_PCT is the difference of the smallest CPU times. Who begins changes with
# each round.
compare() {
	local i who numbers order=(perf pingpong)
	rm -f "$WORK/perf" "$WORK/pingpong"
	taskset -cp "$1" "$BASHPID" >/dev/null
	for ((i = 0; i < ROUNDS; i++)); do
		for who in "${order[@]}"; do
			measure "$who" "$2"
		done
		order=("${order[1]}" "${order[0]}")
	done
	read -r -a numbers < <(figures perf; figures pingpong; echo)
	CPU_PCT=$(awk -v mine="${numbers[6]}" -v theirs="${numbers[2]}" 'BEGIN { print 100 * (mine / theirs - 1) }')
	printf '%-4s %-9s' "$1" "$2"
	for ((i = 0; i < 4; i++)); do
		awk -v theirs="${numbers[i]}" -v mine="${numbers[i + 4]}" \
			'BEGIN { printf " %5.2f %5.2f %+5.1f%%", theirs, mine, 100 * (mine / theirs - 1) }'
	done
	printf '\n'
}

main() {
	local kind over=''
	parse_args "$@"
	PN_BIN=${PN_BIN:-$PN_TOP/build/bin}
	perf bench sched pipe --loop 1 >/dev/null 2>&1 ||
		die "$EX_SKIP" "perf bench does not run here: apt-get install linux-perf"
	WORK=$(mktemp -d)
	trap 'rm -rf "$WORK"' EXIT
	printf 'us a loop: perf, pingpong, difference; %d rounds of %d loops\n' "$ROUNDS" "$LOOPS"
	printf '%-14s  %-18s %-18s %-18s %-18s\n' CPUs smallest median 'smallest CPU time' 'median CPU time'
	for kind in threads processes; do
		compare 0 $kind
		[[ -z $MAX_PCT ]] || awk -v a="$CPU_PCT" -v b="$MAX_PCT" 'BEGIN { exit a > b }' || over=1
	done
	if (($(nproc --all) > 1)); then
		for kind in threads processes; do
			compare 0,1 $kind
		done
	fi
	[[ -z $over ]] || exit 3
}

main "$@"
