#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
# Searches with libFuzzer for inputs that break the analyzer, and says how much of its reading code
# the inputs that are known reach.

set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
top=$(cd "$here/../.." && pwd)
source "$top/scripts/lib/common.sh"

readonly TARGETS=(counters cpulist duration options report results states sysfs text_ftrace text_perf
	text_report tracedat tracegen)

usage() {
	cat <<END
Usage: run.sh [--minutes N] [--target T]... [--coverage] [--work DIR]

Builds the fuzz targets with clang and lets each search for N minutes, one
after the other. What breaks one stands in DIR/found/T, one input a file, and
the inputs that reached new code in DIR/corpus/T, from where the next search
goes on. Afterwards each input that broke a target is named with the command
that runs it again.

  --minutes N    of each target (default 1); 0: build and coverage alone
  --target T     this target; may be repeated; the targets are
$(printf '%s ' "${TARGETS[@]}" | fold -s -w 60 | sed 's/^/                 /')
  --coverage     then say which share of analyzer/io the inputs reach, by file
  --work DIR     builds, inputs and findings (default build-fuzz)
  --help         this text

Examples:
  tests/fuzz/run.sh --minutes 1
  tests/fuzz/run.sh --minutes 30 --target tracegen
  tests/fuzz/run.sh --minutes 0 --coverage

Exit status: 0 nothing found, 1 something found, 2 wrong usage, 77 no clang.
END
}

parse_args() {
	MINUTES=1 WANTED=() COVERAGE='' WORK=$top/build-fuzz
	while (($#)); do
		case $1 in
		--minutes)
			need_value "$1" $#
			[[ $2 =~ ^[0-9]{1,5}$ ]] || usage_error "--minutes: '$2' is no number of minutes"
			MINUTES=$2
			shift 2 ;;
		--target)
			need_value "$1" $#
			is_target "$2" || usage_error "no target is called '$2'"
			WANTED+=("$2")
			shift 2 ;;
		--coverage) COVERAGE=1; shift ;;
		--work) need_value "$1" $#; WORK=$2; shift 2 ;;
		--help | -h) usage; exit 0 ;;
		*) usage_error "unknown argument '$1'" ;;
		esac
	done
	((${#WANTED[@]})) || WANTED=("${TARGETS[@]}")
}

is_target() {
	local target
	for target in "${TARGETS[@]}"; do
		[[ $target != "$1" ]] || return 0
	done
	return 1
}

# build DIR OPTION...: the targets, with clang.
build() {
	local dir=$1
	shift
	mkdir -p "$dir"
	{ CC=clang cmake -S "$top" -B "$dir" "$@" &&
		cmake --build "$dir" -j"$(nproc)" --target fuzz_all; } >"$dir/build.log" 2>&1 ||
		die "$EX_FAIL" "the targets do not build: see $dir/build.log"
}

# Inputs of a size that the target's format makes sense with; larger ones only slow the search down.
longest() {
	case $1 in
	tracedat) echo 32768 ;;
	report | results) echo 65536 ;;
	tracegen) echo 1500 ;;
	cpulist | duration) echo 256 ;;
	options) echo 1024 ;;
	*) echo 8192 ;;
	esac
}

dictionary() {
	case $1 in
	text_*) echo "-dict=$here/dict/text.dict" ;;
	report | results | states) echo "-dict=$here/dict/json.dict" ;;
	options) echo "-dict=$here/dict/options.dict" ;;
	esac
}

# search TARGET SECONDS: 0 when nothing was found. A new process a minute: libraries leak a little.
search() {
	local corpus=$WORK/corpus/$1 found=$WORK/found/$1 left=$2 slice status=0
	mkdir -p "$corpus" "$found"
	while ((left > 0 && !status)); do
		slice=$((left < 60 ? left : 60))
		# shellcheck disable=SC2046  # one word, or none
		ASAN_OPTIONS=malloc_context_size=6:quarantine_size_mb=32 \
			"$WORK/bin/fuzz_$1" -rss_limit_mb=2048 -malloc_limit_mb=1024 -timeout=100 \
			-max_total_time=$slice -max_len="$(longest "$1")" $(dictionary "$1") \
			-artifact_prefix="$found/" "$corpus" "$here/corpus/$1" \
			>>"$WORK/$1.log" 2>&1 || status=1
		left=$((left - slice))
	done
	return $status
}

search_all() {
	local target status=0
	for target in "${WANTED[@]}"; do
		: >"$WORK/$target.log"
		if search "$target" $((MINUTES * 60)); then
			say "$target: nothing found; $(find "$WORK/corpus/$target" -type f | wc -l) inputs"
		else
			status=1
			say "$target: found something: see $WORK/$target.log"
			find "$WORK/found/$target" -type f -printf "  $WORK/bin/fuzz_$target %p\n" >&2
		fi
	done
	return $status
}

# Which lines of analyzer/io the inputs reach, those of the tree and those that were found.
coverage() {
	local build=$WORK/coverage target
	local -a programs=() inputs=()
	build "$build" -DCMAKE_BUILD_TYPE=Debug \
		-DCMAKE_C_FLAGS='-fprofile-instr-generate -fcoverage-mapping'
	rm -f "$build"/*.profraw
	for target in "${WANTED[@]}"; do
		inputs=("$here/corpus/$target")
		[[ ! -d $WORK/corpus/$target ]] || inputs+=("$WORK/corpus/$target")
		LLVM_PROFILE_FILE=$build/$target.profraw "$build/bin/fuzz_$target" "${inputs[@]}" \
			>/dev/null 2>&1 || say "$target: an input breaks it"
		programs+=(-object "$build/bin/fuzz_$target")
	done
	llvm-profdata merge -o "$build/all.profdata" "$build"/*.profraw
	llvm-cov report "${programs[@]:1}" -instr-profile="$build/all.profdata" \
		"$top/analyzer/io" | awk '/^[^ -]+\.[ch] |^TOTAL/ { print $1, $8, $9, $10 }
			/^Filename/ { print "file lines missed reached" }' | column -t
}

main() {
	local status=0
	parse_args "$@"
	command -v clang >/dev/null || die "$EX_SKIP" "clang is missing: apt-get install clang llvm"
	build "$WORK" -DPN_FUZZ=ON
	((MINUTES == 0)) || search_all || status=1
	[[ -z $COVERAGE ]] || coverage
	return $status
}

main "$@"
