#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
# Runs the tests under programs that see what the tests themselves do not: reads past the end, what is
# not defined, races between threads, leaks.

set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
top=$(cd "$here/../.." && pwd)
source "$top/scripts/lib/common.sh"

readonly KINDS=(address thread valgrind)
readonly SLOW='^unit\.(tracedat|analysis_random)$|^golden\.(matrix|oracle.*|render|jobs|halves|writer)$'
# The tests of what has threads, but unit.nap: on a busy machine none of its sleeps fits into the time.
readonly THREADED='^golden\.jobs$|^unit\.(runner|outcome|pace|sweep|load|pair|channel|spin)$'

usage() {
	cat <<END
Usage: run.sh [--kind NAME]... [--quick] [--work DIR]

  address     AddressSanitizer and UndefinedBehaviorSanitizer: all tests of
              the labels unit, golden and fuzz
  thread      ThreadSanitizer: the tests of what has threads, the analyzer's
              workers and the workloads
  valgrind    the golden cases, each command under memcheck

  --kind NAME    ${KINDS[*]}; may be repeated (default: address thread)
  --quick        leave out the tests that take more than half of the time
  --work DIR     builds and logs (default build-sanitize)
  --help         this text

Examples:
  tests/sanitize/run.sh
  tests/sanitize/run.sh --kind valgrind

Exit status: 0 nothing found, 1 something found, 2 wrong usage, 77 cannot run
here.
END
}

parse_args() {
	WANTED=() WORK=$top/build-sanitize BEFORE=(env) EXCEPT=()
	while (($#)); do
		case $1 in
		--kind)
			need_value "$1" $#
			declare -F "kind_$2" >/dev/null || usage_error "no kind is called '$2'"
			WANTED+=("$2")
			shift 2 ;;
		--quick) EXCEPT=(-E "$SLOW"); shift ;;
		--work) need_value "$1" $#; WORK=$2; shift 2 ;;
		--help | -h) usage; exit 0 ;;
		*) usage_error "unknown argument '$1'" ;;
		esac
	done
	((${#WANTED[@]})) || WANTED=(address thread)
}

# build DIR OPTION...
build() {
	local dir=$1
	shift
	mkdir -p "$dir"
	{ cmake -S "$top" -B "$dir" -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS=-O1 "$@" &&
		cmake --build "$dir" -j"$(nproc)"; } >"$dir/build.log" 2>&1 ||
		die "$EX_FAIL" "does not build: see $dir/build.log"
}

# test_in DIR OPTION...: ctest, behind the words of $BEFORE; what failed is shown.
test_in() {
	local dir=$1
	shift
	"${BEFORE[@]}" ctest --test-dir "$dir" -j"$(nproc)" --output-on-failure --no-tests=error "$@" "${EXCEPT[@]}" \
		>"$dir/test.log" 2>&1 && return
	grep -vE '^ *[0-9]+/[0-9]+ .* Passed|^ *Start ' "$dir/test.log"
	return 1
}

kind_address() {
	build "$WORK/address" -DPN_SANITIZE=address,undefined
	test_in "$WORK/address" -L 'unit|golden|fuzz'
}

# The layout of memory is fixed for it: with more random bits than it knows it does not start.
kind_thread() {
	local BEFORE=(setarch --addr-no-randomize)
	build "$WORK/thread" -DPN_SANITIZE=thread
	"${BEFORE[@]}" true 2>/dev/null || die "$EX_SKIP" "setarch may not be used here"
	EXCEPT=()
	test_in "$WORK/thread" -R "$THREADED"
}

# A folder of programs of the same names, each under memcheck.
kind_valgrind() {
	local program
	command -v valgrind >/dev/null || die "$EX_SKIP" "valgrind is missing: apt-get install valgrind"
	build "$WORK/plain"
	rm -rf "$WORK/under"
	mkdir "$WORK/under"
	for program in "$WORK"/plain/bin/*; do
		ln -s "$program" "$WORK/under/${program##*/}"
	done
	rm "$WORK/under/analyzer"
	cat >"$WORK/under/analyzer" <<-WRAPPER
		#!/bin/sh
		exec valgrind -q --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite \\
			--suppressions=$here/valgrind.supp $WORK/plain/bin/analyzer "\$@"
	WRAPPER
	chmod +x "$WORK/under/analyzer"
	"$top/tests/golden/run.sh" --bin "$WORK/under" | grep -v '^ok'
	[[ ${PIPESTATUS[0]} == 0 ]]
}

main() {
	local kind status=0
	parse_args "$@"
	mkdir -p "$WORK"
	for kind in "${WANTED[@]}"; do
		if "kind_$kind"; then
			say "$kind: nothing found"
		else
			status=1
			say "$kind: see above"
		fi
	done
	return $status
}

main "$@"
