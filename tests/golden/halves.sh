#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
# What the analyzer finds before a point in time and after it adds up to what it finds in the whole trace.

set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source "$here/golden-lib.sh"

# Columns of the table of CPUs that are conserved; stays that a window cuts make all others differ.
readonly CONSERVED='span_ns busy_ns unknown_ns idle_events miss_events head stray steps_back losses
	lost_events lost_ns odd_states entries idle_ns tail tail_ns lost reentered negative'

usage() {
	cat <<END
Usage: halves.sh --bin DIR

Cuts recorded and made-up traces in two with --to and --from, at many points,
and compares the sums of every conserved figure with those of the whole.

  --bin DIR    where the programs were built
  --help       this text

Examples:
  tests/golden/halves.sh --bin build/bin

Exit status: 0 all add up, 1 some do not.
END
}

# conserved TRACE [OPTION...]: "CPU COLUMN VALUE" of each; a figure that does not exist is 0.
conserved() {
	local trace=$1
	shift
	analyzer -q -f csv --table cpus "$@" "$trace" | awk -F, -v want="$CONSERVED" '
		NR == 1 {
			for (i = 1; i <= NF; i++)
				at[$i] = i
			nr = split(want, name, /[ \n\t]+/)
			next
		}
		{
			for (i = 1; i <= nr; i++)
				print $at["cpu"], name[i], $at[name[i]] == "" ? 0 : $at[name[i]]
		}'
}

# added: sums up the third column by the first two.
added() {
	awk '{ sum[$1 " " $2] += $3 } END { for (key in sum) printf "%s %.0f\n", key, sum[key] }' | sort
}

check_cut() {
	local name=$1 trace=$2 at=$3
	NR=$((NR + 1))
	if { conserved "$trace" --to "$at"; conserved "$trace" --from "$at"; } | added |
		diff "$WORK/whole" - | head; then
		echo "ok $NR - $name cut at $at"
	else
		echo "not ok $NR - $name cut at $at"
		FAILED=1
	fi
}

# check_trace NAME TRACE POINT...
check_trace() {
	local name=$1 trace=$2 at
	shift 2
	conserved "$trace" | added >"$WORK/whole"
	grep -q ' entries [1-9]' "$WORK/whole" || die "$name has no entries"
	for at; do
		check_cut "$name" "$trace" "$at"
	done
}

main() {
	programs_by_options "$@"
	work_folder
	NR=0 FAILED=0
	check_trace "the lab's recording" "$(unpacked "$PN_DATA/lab/menu.dat.xz")" \
		+1ns +100us +0.6s +1s +1.283385s +2.5s +3.7s +3.712129s
	check_trace "5 ms of a board" "$(unpacked "$PN_DATA/public/juno-5ms.v6.dat.xz")" \
		+0.5ms +1ms +2.345ms +5ms
	check_trace "0.4 s of a board" "$(unpacked "$PN_DATA/public/juno-sched-load.v6.dat.xz")" \
		+10ms +50ms +100ms +200ms +400ms
	mktrace -o "$WORK/made-up.dat" "$here/inputs/everything.desc"
	# Also at the very time of entries, exits and losses.
	check_trace "made up" "$WORK/made-up.dat" 0.001002 0.001300100 0.4016 0.900000200 0.900020300 \
		0.90004 0.90007 1.2 1.999999 2.0000005 2.5
	exit "$FAILED"
}

main "$@"
