#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
# What cannot be written is an error that says so, and nothing half written gets the name that was
# asked for.

# shellcheck disable=SC2317  # the tests are called by their names

set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source "$here/golden-lib.sh"

usage() {
	cat <<END
Usage: writing.sh --bin DIR

Lets every command write to a full device, a full and a read-only file system,
a closed pipe, and over a file that is there. The file systems are mounts of
their own that nobody else sees; without the right to make them, those tests
are skipped.

  --bin DIR    where the programs were built
  --help       this text

Examples:
  sudo tests/golden/writing.sh --bin build/bin

Exit status: 0 all as it has to be, 1 something was not.
END
}

# says STATUS TEXT COMMAND...: ends with STATUS, and one line on stderr has TEXT.
says() {
	local want=$1 text=$2 status=0
	shift 2
	"$@" 2>"$WORK/said" || status=$?
	if [[ $status != "$want" ]] || ! grep -qF -- "$text" "$WORK/said"; then
		echo "# $*: status $status, $want is due; it said:"
		sed 's/^/# /' "$WORK/said"
		return 1
	fi
}

# Commands that write a file, by the name they are tested under; OUT stands for the file.
readonly WRITERS=(
	'report -q -o OUT TRACE'
	'report -q -f json -o OUT TRACE'
	'report -q -f csv --table bins --bin 1ms -o OUT TRACE'
	'dump -q -o OUT TRACE'
	'latency -q -o OUT TRACE'
	'compare -q -o OUT TRACE TRACE'
	'states --sysroot TREE -o OUT'
	'sample -q --once --sysroot TREE -o OUT'
)

# writer LINE OUT: runs it.
writer() {
	local line=$1
	line=${line//OUT/$2}
	line=${line//TRACE/$WORK/trace.dat}
	line=${line//TREE/$WORK/tree}
	# shellcheck disable=SC2086  # several words
	analyzer $line
}

to_stdout() {
	writer "$1" - >"$2"
}

# stays_empty DIR STATUS TEXT COMMAND...: as says; and nothing is in DIR afterwards.
stays_empty() {
	local dir=$1
	shift
	says "$@" || return 1
	[[ -z $(find "$dir" -mindepth 1 ! -name full) ]] ||
		{ find "$dir" -mindepth 1 | sed 's/^/# left behind: /'; return 1; }
}

full_device() {
	local line
	for line in "${WRITERS[@]}"; do
		golden_check "${line%% *}: /dev/full" says 1 '/dev/full: cannot be written: No space left' \
			writer "$line" /dev/full
		golden_check "${line%% *}: stdout is full" says 1 'standard output: cannot be written: No space left' \
			to_stdout "$line" /dev/full
	done
}

# A reader that goes away ends the program by SIGPIPE or with an error, never with status 0.
pipe_closed() {
	local status=0
	analyzer dump -q "$WORK/large.dat" 2>/dev/null | true || status=${PIPESTATUS[0]}
	[[ $status == 141 || $status == 1 ]] || { echo "# status $status"; return 1; }
}

pipe_ignored() {
	local status=0
	(trap '' PIPE; analyzer dump -q "$WORK/large.dat" 2>"$WORK/said") | true || status=${PIPESTATUS[0]}
	[[ $status == 1 ]] && grep -q 'Broken pipe' "$WORK/said"
}

# On failure what was there stays as it was, and its folder too.
replaced_or_kept() {
	mkdir -p "$WORK/there"
	echo before >"$WORK/there/report"
	says 1 'no idle event' analyzer report -q -c 99 -o "$WORK/there/report" "$WORK/trace.dat" || return 1
	[[ $(<"$WORK/there/report") == before ]] || return 1
	analyzer report -q -o "$WORK/there/report" "$WORK/trace.dat"
	grep -q '^Idle State' "$WORK/there/report" || return 1
	[[ $(ls -A "$WORK/there") == report ]]
}

sample_keeps() {
	echo before >"$WORK/counters.csv"
	says 1 'File exists' analyzer sample -q --once --sysroot "$WORK/tree" -o "$WORK/counters.csv" || return 1
	[[ $(<"$WORK/counters.csv") == before ]]
}

# What is written is nobody's but the user's to change, and a link is followed, not replaced.
modes() {
	(umask 022; analyzer report -q -o "$WORK/mode" "$WORK/trace.dat")
	[[ $(stat -c %a "$WORK/mode") == 644 ]] || return 1
	ln -s mode "$WORK/link"
	analyzer dump -q -o "$WORK/link" "$WORK/trace.dat"
	[[ -L $WORK/link && $(head -c 3 "$WORK/mode") == cpu ]]
}

# --- file systems of our own: run again behind unshare ---------------------------------------------

# The file system is full before the report is: nothing is left of it, not even a hidden file.
small_file_system() {
	local dir=$WORK/small line
	mkdir "$dir"
	mount -t tmpfs -o size=64k tmpfs "$dir"
	cat /dev/zero >"$dir/full" 2>/dev/null || true
	for line in "${WRITERS[@]:0:5}"; do
		golden_check "${line%% *}: a full file system" stays_empty "$dir" 1 'cannot be written: No space left' \
			writer "${line//TRACE/$WORK/large.dat}" "$dir/out"
	done
	rm "$dir/full"
	golden_check "a pipe that does not fit into TMPDIR" stays_empty "$dir" 1 \
		"standard input: does not fit into $dir" spooled "$dir"
	umount "$dir"
}

spooled() {
	TMPDIR=$1 analyzer -q - < <(cat "$WORK/large.dat")
}

read_only_file_system() {
	local dir=$WORK/readonly line
	mkdir "$dir"
	mount -t tmpfs -o size=64k,ro tmpfs "$dir"
	for line in "${WRITERS[@]}"; do
		golden_check "${line%% *}: a read-only file system" says 1 'Read-only file system' \
			writer "$line" "$dir/out"
	done
	golden_check "plot: a read-only file system" says 1 'Read-only file system' \
		analyzer plot -q -d "$dir/plots" "$WORK/trace.dat"
	umount "$dir"
}

make_inputs() {
	local cpu
	mktrace -o "$WORK/trace.dat" "$here/inputs/everything.desc"
	# Some 20,000 stays: more than any buffer holds.
	for cpu in 0 1 2 3; do
		seq 1000000 1000 6000000 | sed "s/.*/$cpu &00 idle 1\n$cpu &50 exit/"
	done | mktrace -o "$WORK/large.dat"
	mkdir -p "$WORK/tree/sys/devices/system/cpu/cpu0"
}

main() {
	programs_by_options "$@"
	work_folder
	NR=0 FAILED=0
	make_inputs
	full_device
	golden_check "a reader that goes away" pipe_closed
	golden_check "a reader that goes away, without SIGPIPE" pipe_ignored
	golden_check "a file that is there is replaced or kept" replaced_or_kept
	golden_check "sample does not overwrite" sample_keeps
	golden_check "modes and links" modes
	if [[ ${PN_OWN_MOUNTS:-} == 1 ]]; then
		small_file_system
		read_only_file_system
	else
		echo "ok - file systems of our own # skip no right to mount"
	fi
	exit "$FAILED"
}

# Mounts are made in a namespace that ends with this script.
if [[ -z ${PN_OWN_MOUNTS:-} ]] && unshare --mount true 2>/dev/null; then
	PN_OWN_MOUNTS=1 exec unshare --mount --propagation private "$0" "$@"
fi
main "$@"
