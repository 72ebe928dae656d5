#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# The workloads under ThreadSanitizer and under valgrind: short runs, no complaint.

bats_require_minimum_version 1.5.0
load helper

RUNS=(
	'pingpong --loops 503 --pairs 3 --sample 1'
	'pingpong --loops 503 --pairs 2 --via eventfd --work-sweep 0:2us:1us --spin-rate 1000'
	'pingpong --loops 503 --pairs 2 --via futex'
	'pingpong --loops 503 --processes'
	'pingpong --duration 300ms'
	'sleepers --threads 20 --cycles 3 --sleeps 3 --sweep 10us:20us:10us --long 1ms --lead-in 1ms --lead-out 1ms'
	'sleepers --threads 5 --duration 300ms --long 50ms --stagger random'
	'busyload --ramp 10%:30%:10% --step 100ms'
	'busyload --cpus 0 --duration 100ms'
	'idle --duration 10ms'
)

setup_file() {
	export TSAN_DIR=$BATS_FILE_TMPDIR/tsan TSAN_OPTIONS='halt_on_error=1 exitcode=66'
	cmake -S "$PN_TOP_DIR" -B "$TSAN_DIR" -DPN_SANITIZE=thread -DPN_WERROR=ON -DBUILD_TESTING=OFF >"$TSAN_DIR.log"
	cmake --build "$TSAN_DIR" -j2 --target pingpong sleepers busyload idle >>"$TSAN_DIR.log"
}

setup() {
	bin=${PN_BIN:-$PN_TOP_DIR/build/bin}
}

# clean COMMAND...: says nothing on stderr.
clean() {
	local said
	said=$("$@" 2>&1 >/dev/null) || { echo "$*: status $?"; echo "$said"; return 1; }
	[[ -z $said ]] || { echo "$*: $said"; return 1; }
}

# interrupted STATUS COMMAND...: with a SIGINT while it runs. A signal that comes before the program has set itself up for it,
# as on a busy machine, is lost; so it is sent until the program ends, and not for ever.
interrupted() {
	local job said status=0 tries stderr=$BATS_TEST_TMPDIR/stderr
	"${@:2}" >/dev/null 2>"$stderr" 3>&- &
	job=$!
	for ((tries = 0; tries < 60; tries++)); do
		sleep 1
		kill -INT "$job" 2>/dev/null || break
	done
	kill -KILL "$job" 2>/dev/null || true
	wait "$job" || status=$?
	said=$(<"$stderr")
	[[ $status == "$1" && -z $said ]] || { echo "${*:2}: status $status: $said"; return 1; }
}

@test "ThreadSanitizer has nothing to say" {
	local words
	for words in "${RUNS[@]}"; do
		# shellcheck disable=SC2086
		clean "$TSAN_DIR/bin/"$words --json /dev/null
	done
	interrupted 130 "$TSAN_DIR/bin/sleepers" --long 1h
	interrupted 130 "$TSAN_DIR/bin/pingpong" --duration 1h
}

@test "valgrind has nothing to say" {
	local words grind=(valgrind -q --error-exitcode=99 --leak-check=full --trace-children=yes)
	for words in "${RUNS[@]}"; do
		# shellcheck disable=SC2086
		clean "${grind[@]}" "$bin/"$words --json /dev/null
	done
	clean "${grind[@]}" "$bin/pingpong" --loops 10 --pair 0,0 --pair same-core
	run -2 "${grind[@]}" "$bin/sleepers" --sweep 1us:2us:1us --sweep x
	run -77 "${grind[@]}" "$bin/pingpong" --pair 0,9999
	interrupted 130 "${grind[@]}" "$bin/busyload" --duration 1h
}
