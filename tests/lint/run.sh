#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
# Reads the C sources with three programs that look for mistakes, and fails on whatever they find.

set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
top=$(cd "$here/../.." && pwd)
source "$top/scripts/lib/common.sh"

readonly TOOLS=(cppcheck clang-tidy fanalyzer)

usage() {
	cat <<END
Usage: run.sh [--tool NAME]... [--work DIR]

Runs cppcheck, clang-tidy (with .clang-tidy) and gcc's -fanalyzer over
analyzer/, workloads/ and the tests' own library. What is allowed all the same
is marked where it stands, with the reason.

  --tool NAME    ${TOOLS[*]}; may be repeated (default: all)
  --work DIR     builds and logs (default build-lint)
  --help         this text

Examples:
  tests/lint/run.sh
  tests/lint/run.sh --tool cppcheck

Exit status: 0 nothing found, 1 something found, 2 wrong usage, 77 no such
program here.
END
}

parse_args() {
	WANTED=() WORK=$top/build-lint
	while (($#)); do
		case $1 in
		--tool)
			need_value "$1" $#
			is_tool "$2" || usage_error "no tool is called '$2'"
			WANTED+=("$2")
			shift 2 ;;
		--work) need_value "$1" $#; WORK=$2; shift 2 ;;
		--help | -h) usage; exit 0 ;;
		*) usage_error "unknown argument '$1'" ;;
		esac
	done
	((${#WANTED[@]})) || WANTED=("${TOOLS[@]}")
}

is_tool() {
	local tool
	for tool in "${TOOLS[@]}"; do
		[[ $tool != "$1" ]] || return 0
	done
	return 1
}

need() {
	command -v "$1" >/dev/null || die "$EX_SKIP" "$1 is missing: apt-get install $1"
}

lint_cppcheck() {
	need cppcheck
	(cd "$top" && cppcheck -q -j"$(nproc)" --enable=warning,performance,portability \
		--inline-suppr --suppressions-list=tests/lint/cppcheck.txt --std=c11 -D__GNUC__=12 \
		-I analyzer -I workloads -I tests --error-exitcode=1 \
		--template='{file}:{line}: {id}: {message}' analyzer workloads tests/support tests/fuzz)
}

sources() {
	find "$top/analyzer" "$top/workloads" "$top/tests/support" "$top/tests/fuzz" -name '*.c' | sort
}

lint_clang-tidy() {
	need clang-tidy
	cmake -S "$top" -B "$WORK" >"$WORK/cmake.log"
	sources | xargs -P"$(nproc)" -n4 clang-tidy -quiet -p "$WORK" 2>"$WORK/clang-tidy.log"
}

# A build of its own. What gcc 12 says of leaks is left out: it loses sight of memory that is kept in
# an array, of which there is much; AddressSanitizer and valgrind count leaks (tests/sanitize). So it
# does of arrays that a callee has filled. Single lines are allowed by fanalyzer.txt.
lint_fanalyzer() {
	local dir=$WORK/fanalyzer
	local flags='-fanalyzer -Wno-analyzer-malloc-leak -Wno-analyzer-use-of-uninitialized-value'
	need gcc
	mkdir -p "$dir"
	CC=gcc cmake -S "$top" -B "$dir" -DCMAKE_C_FLAGS="$flags" >"$dir/cmake.log"
	cmake --build "$dir" --clean-first -j"$(nproc)" --target analyzer sleepers pingpong busyload idle \
		>"$dir/build.log" 2>&1 || die "$EX_FAIL" "does not build: see $dir/build.log"
	! grep 'warning:' "$dir/build.log" | grep -vFf <(grep -v '^#' "$here/fanalyzer.txt")
}

main() {
	local tool status=0
	parse_args "$@"
	mkdir -p "$WORK"
	for tool in "${WANTED[@]}"; do
		if "lint_$tool"; then
			say "$tool: nothing found"
		else
			status=1
			say "$tool: see above"
		fi
	done
	return $status
}

main "$@"
