# SPDX-License-Identifier: GPL-2.0-only
# What the tests share that run the real analyzer: where things are, and a folder that goes away.
# shellcheck shell=bash

[[ -z ${PN_GOLDEN_LIB:-} ]] || return 0
PN_GOLDEN_LIB=1

GOLDEN_DIR=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
PN_TOP=$(cd "$GOLDEN_DIR/../.." && pwd)
readonly GOLDEN_DIR PN_TOP
export LC_ALL=C
export PN_DATA=$PN_TOP/tests/data

die() {
	echo "${0##*/}: $*" >&2
	exit 1
}

# skip REASON: this cannot be tested here.
skip() {
	echo "skipped: $*"
	exit 77
}

# use_programs DIR: the programs that were built come before all others.
use_programs() {
	[[ -x $1/analyzer ]] || die "$1: no analyzer there; give the build's bin folder with --bin"
	PATH=$(cd "$1" && pwd):$PATH
}

# programs_by_options ARG...: for a script whose only options are --bin and --help.
programs_by_options() {
	local bin=''
	while (($#)); do
		case $1 in
		--bin) bin=${2:?--bin needs a folder}; shift 2 ;;
		--help | -h) usage; exit 0 ;;
		*) usage >&2; exit 2 ;;
		esac
	done
	use_programs "$bin"
}

# work_folder: a folder of its own in $WORK, gone at the end.
work_folder() {
	WORK=$(mktemp -d)
	# shellcheck disable=SC2064  # the folder of now
	trap "rm -rf '$WORK'" EXIT
}

# unpacked FILE: the path of a trace, unpacked into $WORK when it is packed.
unpacked() {
	local name
	name=$(basename "$1" .xz)
	if [[ $1 == *.xz ]]; then
		xz -dc "$1" >"$WORK/$name"
		echo "$WORK/$name"
	else
		echo "$1"
	fi
}

# golden_check NAME COMMAND...: one test, by the command's status; counts in the caller's NR and FAILED.
# shellcheck disable=SC2034  # the caller looks at it
golden_check() {
	local name=$1
	shift
	NR=$((NR + 1))
	if "$@"; then
		echo "ok $NR - $name"
	else
		echo "not ok $NR - $name"
		FAILED=1
	fi
}
