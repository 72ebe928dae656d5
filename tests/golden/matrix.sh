#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
# One recording in every form that a trace can have gives one and the same report.

set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source "$here/golden-lib.sh"

# What differs between the forms is not compared: names, formats, and the file's own quality.
readonly TABLES='states cpu-states cpus nightmares hist bins'
# Text does not tell its clock, so there is no wake latency in it.
readonly MORE_TABLES='wakes irqs latency cpu-latency'

# Forms of a trace.dat, as options of mktrace.
readonly FORMS=(
	'--file-version 6'
	'--file-version 6 --big-endian'
	'--file-version 6 --long 4 --user-long 4'
	'--file-version 6 --user-long 4'
	'--file-version 6 --page 65536 --no-stats'
	'--big-endian'
	'--long 4 --user-long 4'
	'--long 4 --user-long 4 --big-endian'
	'--user-long 4'
	'--page 8192'
	'--page 16384 --compress zstd'
	'--page 65536'
	'--page 65536 --big-endian --compress zlib'
	'--compress zstd'
	'--compress zstd --chunk 1'
	'--compress zlib'
	'--compress zlib --chunk 1000'
	'--compress zlib --big-endian --long 4 --user-long 4 --page 16384 --chunk 3'
	'--compress zstd --big-endian'
	'--common 12'
	'--common 12 --big-endian --long 4 --user-long 4'
	'--state-size 8'
	'--state-size 8 --exit-extended'
	'--state-size 8 --exit-extended --big-endian --common 12'
	'--large'
	'--large --long 4 --user-long 4 --file-version 6'
	'--cpus 300'
	'--cpus 300 --file-version 6'
)

usage() {
	cat <<END
Usage: matrix.sh --bin DIR

Makes traces of two recordings, one of the lab and one made up, in every
version, byte order, word, page and header size and compression, and as text,
and compares the analyzer's tables.

  --bin DIR    where the programs were built
  --help       this text

Examples:
  tests/golden/matrix.sh --bin build/bin

Exit status: 0 all are the same, 1 some are not.
END
}

# tables TRACE [OPTION...]: the figures that every form has.
tables() {
	show_tables "$TABLES" "$@"
}

# all_tables TRACE [OPTION...]: those that every form of a trace.dat has.
all_tables() {
	show_tables "$TABLES $MORE_TABLES" "$@"
}

show_tables() {
	local trace=$2 table names=$1
	shift 2
	for table in $names; do
		echo "== $table"
		analyzer -q -f csv --bin 100ms --table "$table" "$@" "$trace"
	done
}

# check NAME TRACE EXPECTED [OPTION...]
check() {
	check_tables tables "$@"
}

# check_tables WHICH NAME TRACE EXPECTED [OPTION...]: WHICH is tables or all_tables.
check_tables() {
	local which=$1 name=$2 trace=$3 expected=$4
	shift 4
	NR=$((NR + 1))
	if "$which" "$trace" "$@" 2>&1 | diff "$expected" - | head -20; then
		echo "ok $NR - $name"
	else
		echo "not ok $NR - $name"
		FAILED=1
	fi
}

# check_forms NAME DESCRIPTION EXPECTED [OPTION...]: every form of a trace.dat.
check_forms() {
	local name=$1 description=$2 expected=$3 form
	shift 3
	for form in '' "${FORMS[@]}"; do
		# shellcheck disable=SC2086  # options are words
		mktrace $form -o "$WORK/form.dat" "$description"
		check_tables all_tables "$name: mktrace ${form:-without options}" \
			"$WORK/form.dat" "$expected" "$@"
	done
}

# convert NAME OPTION...: another form of the recording, by trace-cmd.
convert() {
	trace-cmd convert -i "$WORK/menu.dat" -o "$WORK/$1" "${@:2}" >/dev/null 2>&1
}

recorded() {
	local states=$PN_DATA/lab/menu.states.json
	unpacked "$PN_DATA/lab/menu.dat.xz" >/dev/null
	tables "$WORK/menu.dat" -s "$states" >"$WORK/recorded"
	grep -q '^,0-1,4,S4,' "$WORK/recorded" || die "the recording has no figures"
	if ! command -v trace-cmd >/dev/null; then
		echo "ok - # skip no trace-cmd to convert the recording"
		return
	fi
	convert v6.dat --file-version 6
	check "recorded: version 6" "$WORK/v6.dat" "$WORK/recorded" -s "$states"
	convert zstd.dat --compression zstd
	check "recorded: zstd" "$WORK/zstd.dat" "$WORK/recorded" -s "$states"
	trace-cmd report -t "$WORK/menu.dat" >"$WORK/menu.txt" 2>/dev/null
	check "recorded: text" "$WORK/menu.txt" "$WORK/recorded" -s "$states"
	trace-cmd report -R -t "$WORK/menu.dat" >"$WORK/raw.txt" 2>/dev/null
	check "recorded: raw text" "$WORK/raw.txt" "$WORK/recorded" -s "$states"
	awk -f "$here/describe.awk" "$WORK/raw.txt" >"$WORK/menu.desc"
	all_tables "$WORK/menu.dat" -s "$states" >"$WORK/all"
	check_forms "recorded" "$WORK/menu.desc" "$WORK/all" -s "$states"
}

made_up() {
	mktrace -o "$WORK/plain.dat" "$here/inputs/everything.desc"
	all_tables "$WORK/plain.dat" >"$WORK/made-up"
	check_forms "made up" "$here/inputs/everything.desc" "$WORK/made-up"
	all_tables "$WORK/plain.dat" --instance side >"$WORK/side"
	check_forms "instance" "$here/inputs/everything.desc" "$WORK/side" --instance side
}

# Text names no systems, so it cannot tell the decoy from the event that it poses as.
made_up_text() {
	if ! command -v trace-cmd >/dev/null; then
		echo "ok - # skip no trace-cmd to print the trace"
		return
	fi
	grep -v decoy "$here/inputs/everything.desc" >"$WORK/text.desc"
	mktrace -o "$WORK/text.dat" "$WORK/text.desc"
	trace-cmd report -t "$WORK/text.dat" >"$WORK/text.txt" 2>/dev/null
	tables "$WORK/text.dat" >"$WORK/expected"
	check "made up: text" "$WORK/text.txt" "$WORK/expected"
	tables "$WORK/text.dat" --instance side >"$WORK/expected"
	check "instance: text" "$WORK/text.txt" "$WORK/expected" --instance side
}

main() {
	programs_by_options "$@"
	work_folder
	NR=0 FAILED=0
	recorded
	made_up
	made_up_text
	exit "$FAILED"
}

main "$@"
