#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
# What the tests' writer of trace.dat files makes is read by trace-cmd, which shares nothing with it.

set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source "$here/golden-lib.sh"

# Debian's trace-cmd 3.1.6 knows no zlib; the sizes of all else are its own business.
readonly FORMS=(
	''
	'--file-version 6'
	'--file-version 6 --big-endian'
	'--file-version 6 --long 4 --user-long 4'
	'--file-version 6 --page 65536'
	'--big-endian'
	'--big-endian --long 4 --user-long 4'
	'--long 4 --user-long 4'
	'--page 8192'
	'--page 65536 --compress zstd'
	'--compress zstd --chunk 1'
	'--compress zstd --big-endian'
	'--common 12 --state-size 8'
	'--large'
	'--clock local --no-stats'
	'--no-clock'
	'--cpus 300'
)

usage() {
	cat <<END
Usage: writer.sh --bin DIR

Makes one trace in many forms with mktrace, and has trace-cmd report print it:
every event has to come out as it was put in.

  --bin DIR    where the programs were built
  --help       this text

Examples:
  tests/golden/writer.sh --bin build/bin

Exit status: 0 all is read, 1 some is not, 77 there is no trace-cmd.
END
}

# events DESCRIPTION: its events in the words of describe.awk, without what is no event to trace-cmd, and
# without masks of CPUs, which it prints as bytes.
events() {
	sed -E -e '/^instance/,$d' -e '/^(#|$)/d' \
		-e '/^[0-9]+ [0-9]+ (lost|page|discard|stamp|extend|ipi_mask|ipi_raise)/d' -e 's/^([0-9]+ [0-9]+) decoy /\1 idle /' \
		-e '/^[0-9]+ [0-9]+ (idle|exit|miss)/!b' -e '/ of [0-9]+$/b' \
		-e 's/^([0-9]+) .*/& of \1/' "$1" | sort
}

# reported TRACE: the same from what trace-cmd prints.
reported() {
	trace-cmd report -R -t -i "$1" 2>/dev/null | awk -f "$here/describe.awk" | sort
}

check_form() {
	NR=$((NR + 1))
	# shellcheck disable=SC2086  # options are words
	mktrace $1 -o "$WORK/form.dat" "$here/inputs/everything.desc"
	if reported "$WORK/form.dat" | diff "$WORK/events" -; then
		echo "ok $NR - ${1:-no options}"
	else
		echo "not ok $NR - ${1:-no options}"
		FAILED=1
	fi
}

# The losses are told with the event that follows them.
check_losses() {
	NR=$((NR + 1))
	mktrace -o "$WORK/form.dat" "$here/inputs/everything.desc"
	if trace-cmd report -t -i "$WORK/form.dat" 2>/dev/null | grep 'EVENTS DROPPED' |
		diff - <(printf '      %s\n' 'CPU:0 [3 EVENTS DROPPED]' 'CPU:0 [EVENTS DROPPED]'); then
		echo "ok $NR - losses"
	else
		echo "not ok $NR - losses"
		FAILED=1
	fi
}

main() {
	local form
	programs_by_options "$@"
	command -v trace-cmd >/dev/null || skip "no trace-cmd; apt-get install trace-cmd"
	work_folder
	events "$here/inputs/everything.desc" >"$WORK/events"
	NR=0 FAILED=0
	for form in "${FORMS[@]}"; do
		check_form "$form"
	done
	check_losses
	exit "$FAILED"
}

main "$@"
