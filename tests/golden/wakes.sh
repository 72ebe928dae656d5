#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
# What ended the stays of recorded traces: the causes add up, and are those that libtracecmd's text gives.
# shellcheck disable=SC2317  # some functions are called by way of check

set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source "$here/golden-lib.sh"

usage() {
	cat <<END
Usage: wakes.sh --bin DIR

Reads traces of a board (sched_switch beside cpu_idle) and of the lab (irq,
irq_vectors, timer and sched events), adds up the causes of each CPU and state,
and counts them again from the text of trace-cmd report.

  --bin DIR    where the programs were built
  --help       this text

Examples:
  tests/golden/wakes.sh --bin build/bin

Exit status: 0 all add up, 1 some do not, 77 trace-cmd is missing.
END
}

# causes TRACE: "cpu state completed timer irq ipi task unknown", of the states that were used.
causes() {
	analyzer -q -f csv --table wakes "$1" | awk -F, 'NR > 1 && $5 > 0 { print $2, $3, $5, $6, $7, $8, $9, $10 }'
}

# add_up FILE: of each line, and there are some.
add_up() {
	awk '{ bad += $3 != $4 + $5 + $6 + $7 + $8 || $8 == "" } END { exit !NR || bad }' "$1"
}

# of_text TRACE: the same from the text.
of_text() {
	trace-cmd report -t "$1" 2>/dev/null | awk -f "$here/wakes.awk"
}

check_trace() {
	local trace=$1 name=${1##*/}
	causes "$trace" | sort >"$WORK/causes"
	golden_check "$name: the causes add up" add_up "$WORK/causes"
	of_text "$trace" | sort >"$WORK/text"
	golden_check "$name: they are those of the text" diff "$WORK/causes" "$WORK/text"
}

# has CAUSE: some stay of the last trace has it.
has() {
	awk -v column="$1" '{ sum += $column } END { exit !sum }' "$WORK/causes"
}

main() {
	local name
	programs_by_options "$@"
	command -v trace-cmd >/dev/null || skip "trace-cmd is missing: apt-get install trace-cmd"
	work_folder
	NR=0 FAILED=0
	for name in juno-5ms juno-sched-load; do
		check_trace "$(unpacked "$PN_DATA/public/$name.v6.dat.xz")"
		golden_check "$name: tasks are among them" has 7
	done
	check_trace "$(unpacked "$PN_DATA/lab/mixed.dat.xz")"
	golden_check "mixed: timers are among them" has 4
	golden_check "mixed: IPIs are among them" has 6
	exit "$FAILED"
}

main "$@"
