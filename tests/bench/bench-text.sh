#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
# Compares the analyzer's reading of trace text with awk doing the same pairing.
set -euo pipefail

# shellcheck source=../../scripts/lib/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/../../scripts/lib/common.sh"
HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

usage() {
	cat <<'TEXT'
Usage: bench-text.sh [OPTION...] TRACE
Times `analyzer TRACE.txt` and pair.awk on one text, in turn, and prints the
processor time of both (user and system), page cache warm.

TRACE is a trace.dat, or the text of `trace-cmd report -t`.

  -a, --analyzer=FILE  the analyzer (build/bin/analyzer)
  -i, --idle-only      leave all events but cpu_idle out of the text
  -n, --times=N        make the text N times as long (100)
  -r, --rounds=N       measure N times (5)
  -h, --help           print this

First it checks that both come to the same entries, stays and times by state.

Exit status: 0 done, 1 the two differ, 2 wrong usage, 77 no trace-cmd.

Examples:
  tests/bench/bench-text.sh trace.dat
  tests/bench/bench-text.sh --idle-only --times 200 trace.dat
TEXT
}

parse_args() {
	analyzer=$PN_TOP/build/bin/analyzer
	idle_only=false
	times=100
	rounds=5
	trace=
	while (($#)); do
		case $1 in
		-a | --analyzer) need_value "$1" $#; analyzer=$2; shift ;;
		-i | --idle-only) idle_only=true ;;
		-n | --times) need_value "$1" $#; times=$2; shift ;;
		-r | --rounds) need_value "$1" $#; rounds=$2; shift ;;
		-h | --help) usage; exit 0 ;;
		--*=*) set -- "${1%%=*}" "${1#*=}" "${@:2}"; continue ;;
		-*) usage_error "unknown option $1" ;;
		*)
			[[ -z $trace ]] || usage_error "one trace only"
			trace=$1
			;;
		esac
		shift
	done
	[[ -n $trace ]] || usage_error "which trace?"
	[[ $times =~ ^[1-9][0-9]*$ && $rounds =~ ^[1-9][0-9]*$ ]] || usage_error "not a number"
}

# is_text FILE: a trace.dat begins with byte 0x17.
is_text() {
	[[ $(head -c 1 "$1" | od -An -tx1) != *17* ]]
}

# make_text FILE: the text to measure with.
make_text() {
	local report=cat only=.
	if ! is_text "$trace"; then
		command -v trace-cmd >/dev/null ||
			die "$EX_SKIP" "trace-cmd is not here: apt-get install trace-cmd"
		report='trace-cmd report -t'
	fi
	$idle_only && only='^cpus=| cpu_idle: '
	$report "$trace" 2>/dev/null | grep -E "$only" |
		awk -v TIMES="$times" -f "$HERE/repeat-text.awk" >"$1"
}

# both_agree TEXT: entries, completed stays and their time, by state, over all CPUs.
both_agree() {
	diff <(awk -f "$HERE/pair.awk" "$1" |
		awk '!/^#/ { entries[$2] += $3; closed[$2] += $4; ns[$2] += $5 }
		     END { for (s in entries) printf "%d %d %d %.0f\n", s, entries[s], closed[s], ns[s] }' |
		sort -n) \
		<("$analyzer" --quiet --format csv --table states "$1" |
			awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
				 $at["state"] != "" {
					print $at["state"], $at["entries"], $at["completed"], $at["sum_ns"]
				 }' | sort -n)
}

# cpu_ms COMMAND...: processor time of a command, user and system, in milliseconds.
cpu_ms() {
	local TIMEFORMAT='%U %S'
	{ time "$@" >/dev/null 2>&1; } 2>&1 | awk '{ printf "%d\n", ($1 + $2) * 1000 + 0.5 }'
}

measure() {
	local text=$1 round
	for ((round = 0; round < rounds; round++)); do
		printf '%s %s\n' "$(cpu_ms awk -f "$HERE/pair.awk" "$text")" \
			"$(cpu_ms "$analyzer" --quiet "$text")"
	done
}

# summary LINES EVENTS: of the rounds on standard input, one "awk analyzer" a line.
summary() {
	awk -v lines="$1" -v events="$2" '
	function sorted(list, n, i, j, t) {
		for (i = 2; i <= n; i++)
			for (j = i; j > 1 && list[j - 1] > list[j]; j--) {
				t = list[j]; list[j] = list[j - 1]; list[j - 1] = t
			}
	}
	{ a[NR] = $1; b[NR] = $2; r[NR] = $1 / ($2 ? $2 : 1) }
	END {
		sorted(a, NR); sorted(b, NR); sorted(r, NR)
		mid = int((NR + 1) / 2)
		printf "%d lines, %d of them idle events, %d rounds\n", lines, events, NR
		printf "%-10s %10s %10s %10s\n", "", "min", "median", "max"
		printf "%-10s %10d %10d %10d ms\n", "awk", a[1], a[mid], a[NR]
		printf "%-10s %10d %10d %10d ms\n", "analyzer", b[1], b[mid], b[NR]
		printf "%-10s %10.1f %10.1f %10.1f times\n", "ratio", r[1], r[mid], r[NR]
	}'
}

main() {
	local dir text
	parse_args "$@"
	[[ -x $analyzer ]] || die "$EX_FAIL" "$analyzer: build it first"
	[[ -r $trace ]] || die "$EX_FAIL" "$trace: cannot be read"
	undo_install
	temp_dir dir
	text=$dir/trace.txt
	make_text "$text"
	both_agree "$text" || die "$EX_FAIL" "awk and the analyzer differ"
	measure "$text" | summary "$(wc -l <"$text")" "$(grep -c ' cpu_idle: ' "$text")"
}

main "$@"
