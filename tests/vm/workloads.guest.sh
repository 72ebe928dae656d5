#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
# In the lab's guest: what the workloads say they did, against what the kernel's trace and its counters show, as TAP.

set -u

readonly CPU=/sys/devices/system/cpu
readonly TRACING=/sys/kernel/tracing
readonly BIN=/pn/build/bin
# shellcheck source=../../scripts/lib/tap.sh
source /pn/scripts/lib/tap.sh

# value KEY FILE: the first value of a key in a JSON file as the workloads write it, a line a key.
value() {
	sed -n "s/^ *\"$1\": \"\{0,1\}\([^\",]*\)\"\{0,1\},\{0,1\}\$/\1/p" "$2" | head -n "${3:-1}"
}

# record EVENTS COMMAND...: leaves trace.dat and trace, tracing as it was.
record() {
	local event options=()
	for event in $1; do
		options+=(-e "$event")
	done
	shift
	trace-cmd record -q -d -k -C mono -b 8192 -o trace.dat "${options[@]}" "$@" >/dev/null || return 1
	: >"$TRACING/set_event"
	trace-cmd report -t trace.dat 2>/dev/null >trace
}

marks() {
	sed -n 's/.*: print: .*\(pn: .*\)/\1/p' trace
}

same() {
	[[ $1 == "$2" ]] || { echo "# got '$1', not '$2'"; return 1; }
}

# --- sleepers -------------------------------------------------------------------------------------

record_sleepers() {
	record 'sched:sched_switch timer:hrtimer_start power:cpu_idle power:cpu_idle_miss' \
		"$BIN/sleepers" --threads 5 --cycles 7 --sleeps 3 --sweep 2ms:4ms:1ms --long 5ms --lead-out 200ms \
		--json sleepers.json
}

# 5 threads x 3 steps x 7 cycles x (3 + 1) sleeps.
says_its_wakeups() {
	same "$(value wakeups sleepers.json)" 420
}

# Every sleep arms one timer, and so does the wait for a thread's turn at the beginning of each step.
timers_are_the_sleeps() {
	same "$(awk '$1 ~ /^sleepers-[0-9]+-[0-9]+$/ && / hrtimer_start: .*function=hrtimer_wakeup/' trace | wc -l)" $((420 + 5 * 3))
}

# A thread leaves its CPU for each of them (but for a turn that has come already), and at the gate between steps.
switches_are_the_sleeps() {
	awk '
	/ sched_switch: / && match($0, /prev_comm=sleepers-[0-9]|sleepers-[0-9]:[0-9]+ \[[0-9]+\] S ==>/) {
		n += / S ==>|prev_state=S /
	}
	END { if (n < 420 + 4 * 3 || n > 420 + 5 * 3 + 5 * 8) { print "# " n " switches"; exit 1 } }' trace
}

marks_are_the_phases() {
	same "$(marks | tr '\n' ';')" "$(printf '%s;' 'pn: sleepers phase=0 param=2000000ns' \
		'pn: sleepers phase=1 param=3000000ns' 'pn: sleepers phase=2 param=4000000ns' \
		'pn: sleepers phase=3 param=idle' 'pn: sleepers end')"
}

# The mark, then the phase's start, its end, and the next mark, all by the same clock.
times_are_the_trace_s() {
	awk '/"start_ns"/ { start = $2 + 0 } /"end_ns"/ { printf "%.0f %.0f\n", start, $2 }' sleepers.json >spans
	awk '
	FNR == NR { start[FNR] = $1; finish[FNR] = $2; next }
	/: print: .*pn: / {
		match($0, /[0-9]+\.[0-9]+:/)
		split(substr($0, RSTART, RLENGTH - 1), t, ".")
		at = t[1] t[2]
		n++
		if (n in start && at + 0 > start[n] + 0) { print "# mark " n " is late"; bad = 1 }
		if (n > 1 && at + 0 < finish[n - 1] + 0) { print "# phase " n - 1 " goes past its end"; bad = 1 }
	}
	END { if (n != 5) { print "# " n + 0 " marks"; bad = 1 } exit bad }' spans trace
}

# The analyzer's phases, each CPU and state by itself, against a count of the events between the marks.
phases_add_up() {
	"$BIN/analyzer" report -q --phases -f csv --table states -o phases.csv trace.dat || return 1
	awk -F, '
	NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
	$column["section"] ~ /phase=/ { sum += $column["entries"]; rows++ }
	END { print rows + 0, sum + 0 }' phases.csv >found
	awk '
	/: print: .*pn: / { open = /phase=/ }
	open && / cpu_idle: / && !/state=4294967295/ { n++ }
	END { print n + 0 }' trace >counted
	read -r rows sum <found
	((rows >= 4 && sum > 0)) || { echo "# no phases: $(head -n 2 phases.csv)"; return 1; }
	same "$sum" "$(<counted)"
}

# --- pingpong -------------------------------------------------------------------------------------

record_pingpong() {
	record 'sched:sched_waking power:cpu_idle' "$BIN/pingpong" --pair 0,1 --loops 10007 --json pingpong.json
}

# Each loop wakes the other side once there and once back; the last token, which tells it to stop, once more. A token
# that is there before its reader has gone to sleep wakes nobody, so there may be less, but not many.
loops_are_the_wakeups() {
	local loops woken
	loops=$(value loops_asked pingpong.json)
	woken=$(grep -c 'sched_waking: .*comm=pingpong-[01] ' trace)
	same "$loops" 10007 && same "$(grep -c '"loops": 10007' pingpong.json)" 4 || return 1
	((woken > 2 * 10007 * 9 / 10 && woken <= 2 * 10007 + 30)) || { echo "# $woken wakeups"; return 1; }
}

# --- busyload -------------------------------------------------------------------------------------

# load OPTION...: 5 s of it on CPU 1, and in LOAD the share of the time that /proc/stat does not have as idle, in
# thousandths. The idle column is measured; the others are counted by ticks, which a short burst may fall between.
load() {
	local job idle0 t0 idle1 t1
	"$BIN/busyload" --cpus 1 --duration 30s "$@" >/dev/null &
	job=$!
	sleep 1
	idle0=$(idle_us) t0=${EPOCHREALTIME/./}
	sleep 5
	idle1=$(idle_us) t1=${EPOCHREALTIME/./}
	kill -INT "$job"
	wait "$job"
	LOAD=$((1000 - 1000 * (idle1 - idle0) / (t1 - t0)))
	echo "# /proc/stat: $LOAD thousandths busy"
}

idle_us() {
	awk '$1 == "cpu1" { print ($5 + $6) * 10000 }' /proc/stat
}

full_load() {
	load
	((LOAD >= 990))
}

# Ten times a second, since each wake pays the state's exit latency here, which is nobody's CPU time and not idle either.
# Where the host stalls in a pause, the guest is late in going idle: that is tried again.
duty_of_30() {
	for _ in 1 2 3 4 5; do
		load --duty 30% --freq 10Hz
		((LOAD < 290 || LOAD > 310)) || return 0
	done
	return 1
}

# --- surroundings ---------------------------------------------------------------------------------

silent_when_off() {
	echo >"$TRACING/trace"
	echo 0 >"$TRACING/tracing_on"
	"$BIN/idle" --duration 1ms >/dev/null 2>said
	echo 1 >"$TRACING/tracing_on"
	[[ ! -s said ]] && ! grep 'pn: ' "$TRACING/trace"
}

marked_when_on() {
	echo >"$TRACING/trace"
	"$BIN/idle" --duration 1ms >/dev/null
	same "$(grep -c 'pn: idle phase=0 param=idle$\|pn: idle end$' "$TRACING/trace")" 2
}

offline_is_one_line() {
	local status=0
	echo 0 >"$CPU/cpu1/online"
	"$BIN/pingpong" --pair 0,1 --loops 1 >/dev/null 2>said || status=$?
	echo 1 >"$CPU/cpu1/online"
	same "$status $(<said)" '77 pingpong: CPU 1 is offline (online: 0)'
}

# The CPU is taken away from a run that is under way: it ends by itself, with the workers moved elsewhere.
goes_offline_under_way() {
	local job status=0
	"$BIN/pingpong" --pair 0,1 --duration 2s --json moved.json >/dev/null 2>said &
	job=$!
	sleep 1
	echo 0 >"$CPU/cpu1/online"
	wait $job || status=$?
	echo 1 >"$CPU/cpu1/online"
	same "$status $(<said)" '0 '
}

main() {
	tap_check "sleepers: recorded" record_sleepers
	tap_check "sleepers: says how often it woke up" says_its_wakeups
	tap_check "sleepers: as many timers in the trace, exactly" timers_are_the_sleeps
	tap_check "sleepers: as many switches, and those between the steps" switches_are_the_sleeps
	tap_check "sleepers: the phases are marked, and their end" marks_are_the_phases
	tap_check "sleepers: start and end of a phase are between its marks" times_are_the_trace_s
	tap_check "analyzer --phases: the phases' entries add up to those between the marks" phases_add_up
	tap_check "pingpong: recorded" record_pingpong
	tap_check "pingpong: the loops asked for, and as many wakeups" loops_are_the_wakeups
	tap_check "busyload: at least 99 % busy by /proc/stat" full_load
	tap_check "busyload: a duty of 30 % is 30 +- 1 % by /proc/stat" duty_of_30
	tap_check "no marks and no words when tracing is off" silent_when_off
	tap_check "marks when it is on" marked_when_on
	tap_check "a CPU that is offline is one line and status 77" offline_is_one_line
	tap_check "a CPU that goes offline under way does not end the run" goes_offline_under_way
}

main
