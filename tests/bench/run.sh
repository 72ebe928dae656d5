#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
# Measures how fast traces are read, beside what the pages allow and what the libraries and scripts take.

set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=../../scripts/lib/common.sh
source "$here/../../scripts/lib/common.sh"
# shellcheck source=../../scripts/lib/build.sh
source "$here/../../scripts/lib/build.sh"

readonly PARTS=(idle mixed zstd start text memory instructions)
readonly LAB_DATA=$PN_TOP/tests/data/lab

usage() {
	cat <<END
Usage: run.sh [OPTION...]

Builds the programs, makes traces out of recordings, and runs the analyzer
and what it is compared with in turns, with the page cache warm. Prints what
each run took, and the ratios beside their goals; README.md says what they
mean. Takes a few minutes on a machine that does nothing else.

  --events N       events of the large traces [50000000]
  --rounds N       how often each program runs [5]
  --source TRACE   recording that is repeated: version 7, uncompressed
                   [tests/data/lab/menu.dat.xz]
  --states FILE    its idle states [tests/data/lab/menu.states.json]
  --memory-gb N    size of the trace of the part memory [10]
  --only PART      run this part; may be repeated; the parts are
                   ${PARTS[*]}
  --work DIR       keep the traces and figures there [a temporary folder]
  --help           this text

Examples:
  tests/bench/run.sh
  tests/bench/run.sh --only idle --events 5000000 --rounds 9

Exit status: 0 measured, 1 could not, 2 wrong usage.
END
}

# number OPTION VALUE: a whole number from 1 on.
number() {
	[[ $2 =~ ^[1-9][0-9]{0,11}$ ]] || usage_error "$1 takes a number from 1 on, not '$2'"
}

parse_args() {
	EVENTS=50000000 ROUNDS=5 SOURCE=$LAB_DATA/menu.dat.xz STATES=$LAB_DATA/menu.states.json MEMORY_GB=10 WORK='' ONLY=()
	while (($#)); do
		case $1 in
		--events) need_value "$1" $#; number "$1" "$2"; EVENTS=$2; shift 2 ;;
		--rounds) need_value "$1" $#; number "$1" "$2"; ROUNDS=$2; shift 2 ;;
		--source) need_value "$1" $#; SOURCE=$2; shift 2 ;;
		--states) need_value "$1" $#; STATES=$2; shift 2 ;;
		--memory-gb) need_value "$1" $#; number "$1" "$2"; MEMORY_GB=$2; shift 2 ;;
		--only)
			need_value "$1" $#
			[[ " ${PARTS[*]} " == *" $2 "* ]] || usage_error "no part is called '$2'"
			ONLY+=("$2")
			shift 2 ;;
		--work) need_value "$1" $#; WORK=$2; shift 2 ;;
		--help | -h) usage; exit 0 ;;
		*) usage_error "unknown argument '$1'" ;;
		esac
	done
	((${#ONLY[@]})) || ONLY=("${PARTS[@]}")
	[[ -r $SOURCE && -r $STATES ]] || die "$EX_FAIL" "$SOURCE or $STATES cannot be read"
}

wanted() {
	[[ " ${ONLY[*]} " == *" $1 "* ]]
}

# A build for debugging or with sanitizers measures something else.
build() {
	local cache=$PN_BUILD/CMakeCache.txt
	[[ -e $cache ]] || run_quietly /dev/stderr cmake -S "$PN_TOP" -B "$PN_BUILD" >&2
	if grep -qE '^(PN_SANITIZE:[A-Z]+=.+|PN_COVERAGE:BOOL=ON|CMAKE_BUILD_TYPE:[A-Z]+=Debug)$' "$cache"; then
		die "$EX_FAIL" "$PN_BUILD is no build to measure; set PN_BUILD to another folder"
	fi
	run_quietly "$PN_BUILD/bench.log" cmake --build "$PN_BUILD" --target bench -j"$(nproc)" ||
		die "$EX_FAIL" "the programs do not build"
}

# unpack FILE NAME
unpack() {
	case $1 in
	*.xz) xz -dc "$1" >"$WORK/$2" ;;
	*) cp "$1" "$WORK/$2" ;;
	esac
}

prepare() {
	if [[ -n $WORK ]]; then
		mkdir -p "$WORK"
	else
		temp_dir WORK
	fi
	WORK=$(cd "$WORK" && pwd)
	: >"$WORK/goals"
	: >"$WORK/runs"
	rm -f "$WORK/instructions"
	# A state table beside the trace is found by itself.
	cp "$STATES" "$WORK/states.json"
	unpack "$SOURCE" source.dat
}

# need_room MIB
need_room() {
	local free
	free=$(df --output=avail -m "$WORK" | tail -n 1)
	((free > $1)) || die "$EX_FAIL" "$WORK has $free MiB left, $1 are needed; name another folder with --work"
}

# big FILE SOURCE EVENTS CPUS: makes a trace once; its number of events is in BIG_EVENTS.
big() {
	local file=$WORK/$1 source=$WORK/$2
	if [[ ! -e $file || ! -e $file.events ]]; then
		say "making $1"
		"$PN_BIN/mkbig" "$source" "$file" "$3" "$4" >"$file.events"
	fi
	BIG_EVENTS=$(<"$file.events")
	cat "$file" >/dev/null
}

# goal KIND LABEL A B BOUND
goal() {
	local IFS=$'\t'
	printf 'goal\t%s\n' "$*" >>"$WORK/goals"
}

# measure ROUNDS 'NAME|EVENTS|COMMAND'...
measure() {
	(cd "$WORK" && PATH=$PN_BIN:$PATH "$PN_BIN/bench_run" "$@") >>"$WORK/runs"
}

# Slow ones read a tenth: they take as long for it as the others for all.
part_idle() {
	local events
	need_room $((EVENTS * 24 / 1000000))
	big idle.dat source.dat "$EVENTS" 2
	events=$BIG_EVENTS
	big tenth.dat source.dat $((EVENTS / 10)) 2
	measure "$ROUNDS" \
		"bare walk|$events|exec bench_walk idle.dat" \
		"analyzer --jobs 1|$events|exec analyzer -q --jobs 1 idle.dat" \
		"analyzer --jobs 2|$events|exec analyzer -q --jobs 2 idle.dat" \
		"kbuffer|$events|exec bench_kbuffer idle.dat" \
		"iterate|$events|exec bench_iterate idle.dat" \
		"report -t into awk|$BIG_EVENTS|trace-cmd report -t tenth.dat 2>/dev/null | awk -f $here/pair.awk"
	goal rate 'one worker to the bare walk' 'analyzer --jobs 1' 'bare walk' 0.5
	goal rate 'one worker to kbuffer' 'analyzer --jobs 1' kbuffer 1
	goal rate 'one worker to iterate' 'analyzer --jobs 1' iterate 12
	goal rate 'one worker to report into awk' 'analyzer --jobs 1' 'report -t into awk' 250
	goal rate 'two workers to one' 'analyzer --jobs 2' 'analyzer --jobs 1' 1.7
}

part_mixed() {
	unpack "$LAB_DATA/mixed.dat.xz" mixed-source.dat
	need_room $((EVENTS * 44 / 1000000))
	big mixed.dat mixed-source.dat "$EVENTS" 2
	measure "$ROUNDS" \
		"bare walk, mixed|$BIG_EVENTS|exec bench_walk mixed.dat" \
		"analyzer, mixed|$BIG_EVENTS|exec analyzer -q --jobs 1 mixed.dat"
	goal rate 'mixed: one worker to the bare walk' 'analyzer, mixed' 'bare walk, mixed' 0.6
}

part_zstd() {
	big fifth.dat source.dat $((EVENTS / 5)) 2
	[[ -e $WORK/zstd.dat ]] ||
		trace-cmd convert -i "$WORK/fifth.dat" -o "$WORK/zstd.dat" --compression zstd >/dev/null 2>&1 ||
		die "$EX_FAIL" "trace-cmd cannot convert to zstd"
	measure "$ROUNDS" \
		"zstd alone|$BIG_EVENTS|exec bench_zstd zstd.dat" \
		"analyzer, zstd|$BIG_EVENTS|exec analyzer -q --jobs 1 zstd.dat"
	goal time 'zstd: analyzer to zstd alone' 'analyzer, zstd' 'zstd alone' 1.5
}

part_start() {
	measure "$ROUNDS" "analyzer, small trace|0|exec analyzer -q source.dat"
	goal cpu_ms 'start-up, ms' 'analyzer, small trace' - 15
}

part_text() {
	big tenth.dat source.dat $((EVENTS / 10)) 2
	[[ -e $WORK/tenth.txt ]] || trace-cmd report -t "$WORK/tenth.dat" >"$WORK/tenth.txt" 2>/dev/null
	cat "$WORK/tenth.txt" >/dev/null
	measure "$ROUNDS" \
		"awk, text|$BIG_EVENTS|exec awk -f $here/pair.awk tenth.txt" \
		"analyzer, text|$BIG_EVENTS|exec analyzer -q - <tenth.txt"
	goal rate 'text: analyzer to awk' 'analyzer, text' 'awk, text' 20
}

# One round: memory does not depend on what else the machine does.
part_memory() {
	need_room $((MEMORY_GB * 1100))
	big memory.dat source.dat $((MEMORY_GB * 1000000000 / 21)) 8
	measure 1 \
		"analyzer, $MEMORY_GB GB, 8 CPUs|$BIG_EVENTS|exec analyzer -q memory.dat" \
		"  with --jobs 8|$BIG_EVENTS|exec analyzer -q --jobs 8 memory.dat"
	goal rss "memory for $MEMORY_GB GB, MiB" "analyzer, $MEMORY_GB GB, 8 CPUs" - 64
	goal rss '  with --jobs 8, MiB' '  with --jobs 8' - 64
	rm -f "$WORK/memory.dat" "$WORK/memory.dat.events"
}

# instructions COMMAND...: how many it takes, in INSTRUCTIONS.
instructions() {
	local log=$WORK/callgrind.log
	(cd "$WORK" && PATH=$PN_BIN:$PATH valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" >/dev/null 2>"$log") ||
		die "$EX_FAIL" "valgrind failed; see --work DIR, callgrind.log"
	INSTRUCTIONS=$(awk '/Collected/ { print $NF }' "$log")
}

# per_event NAME SOURCE COMMAND...: the difference of two lengths, so that start and report do not count.
per_event() {
	local name=$1 source=$2 short
	shift 2
	big "$source-1m.dat" "$source" 1000000 2
	instructions "$@" "$source-1m.dat"
	short=$INSTRUCTIONS
	local short_events=$BIG_EVENTS
	big "$source-3m.dat" "$source" 3000000 2
	instructions "$@" "$source-3m.dat"
	awk -v name="$name" -v i=$((INSTRUCTIONS - short)) -v n=$((BIG_EVENTS - short_events)) \
		'BEGIN { printf "%-34s %8.1f\n", name, i / n }'
}

part_instructions() {
	if ! command -v valgrind >/dev/null; then
		say "no valgrind, so no instructions are counted: apt-get install valgrind"
		return
	fi
	unpack "$LAB_DATA/mixed.dat.xz" mixed-source.dat
	{
		per_event 'bare walk' source.dat bench_walk
		per_event 'analyzer' source.dat analyzer -q --jobs 1
		per_event 'kbuffer' source.dat bench_kbuffer
		per_event 'iterate' source.dat bench_iterate
		per_event 'bare walk, mixed' mixed-source.dat bench_walk
		per_event 'analyzer, mixed' mixed-source.dat analyzer -q --jobs 1
	} >"$WORK/instructions"
}

machine() {
	printf '%s, %d CPUs, Linux %s, analyzer %s\n' \
		"$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)" "$(nproc)" "$(uname -r)" \
		"$(git -C "$PN_TOP" describe --always --dirty 2>/dev/null || "$PN_BIN/analyzer" --version)"
	printf '%s events, %s rounds, %s, %s\n\n' "$EVENTS" "$ROUNDS" "$(date -u +%Y-%m-%d)" \
		"load before: $LOAD"
}

main() {
	local part
	parse_args "$@"
	undo_install
	build
	prepare
	LOAD=$(cut -d ' ' -f 1 /proc/loadavg)
	for part in "${PARTS[@]}"; do
		! wanted "$part" || { say "$part"; "part_$part"; }
	done
	machine
	[[ ! -s $WORK/runs ]] || cat "$WORK/goals" "$WORK/runs" | awk -f "$here/table.awk"
	[[ ! -e $WORK/instructions ]] || { printf '\n%-34s %8s\n' 'instructions per event' ''; cat "$WORK/instructions"; }
}

main "$@"
