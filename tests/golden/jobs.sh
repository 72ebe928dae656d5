#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
# However many workers read a trace, its report is the same to the byte.

set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source "$here/golden-lib.sh"

# With more workers than CPUs as well; odd numbers, so that CPUs are shared out unevenly.
readonly JOBS='2 3 5 16'

usage() {
	cat <<END
Usage: jobs.sh --bin DIR

Reads recorded traces and one made up for 300 CPUs with 1 worker and with
$JOBS, and compares the reports: all figures as JSON, and the text.

  --bin DIR    where the programs were built
  --help       this text

Examples:
  tests/golden/jobs.sh --bin build/bin

Exit status: 0 all are the same, 1 some are not.
END
}

# reports JOBS TRACE OPTION...: all that the analyzer tells.
reports() {
	local jobs=$1 trace=$2
	shift 2
	analyzer -q -f json --jobs "$jobs" --bin 1ms "$@" "$trace"
	analyzer -q --jobs "$jobs" --per-cpu "$@" "$trace"
}

# check TRACE OPTION...
check() {
	local trace=$1 jobs
	shift
	reports 1 "$trace" "$@" >"$WORK/one" || die "${trace##*/} cannot be read"
	[[ $(wc -l <"$WORK/one") -gt 20 ]] || die "${trace##*/} has no report"
	for jobs in $JOBS; do
		NR=$((NR + 1))
		if reports "$jobs" "$trace" "$@" | diff "$WORK/one" - | head -10; then
			echo "ok $NR - ${trace##*/} with $jobs workers"
		else
			echo "not ok $NR - ${trace##*/} with $jobs workers"
			FAILED=1
		fi
	done
}

check_all() {
	local name states=$PN_DATA/lab/menu.states.json
	for name in menu mixed; do
		check "$(unpacked "$PN_DATA/lab/$name.dat.xz")" -s "$states"
	done
	for name in juno-5ms juno-sched-load; do
		check "$(unpacked "$PN_DATA/public/$name.v6.dat.xz")"
	done
	mktrace --cpus 300 --compress zstd -o "$WORK/made-up.dat" "$here/inputs/everything.desc"
	check "$WORK/made-up.dat"
}

main() {
	programs_by_options "$@"
	work_folder
	NR=0 FAILED=0
	check_all
	exit "$FAILED"
}

main "$@"
