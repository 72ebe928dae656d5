#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
# In the lab's guest: whatever ends the latency sweep, the machine is as before, as TAP.

set -u
# Programs in the background then get signals as from a terminal.
set -m

# shellcheck source=../../scripts/lib/tap.sh
source /pn/scripts/lib/tap.sh

readonly CPU=/sys/devices/system/cpu
readonly TRACING=/sys/kernel/tracing

# borrowed: all that the sweep changes, and what it starts.
borrowed() {
	grep . "$CPU"/cpu*/cpuidle/state*/disable "$CPU/cpuidle/current_governor" \
		"$TRACING"/{trace_clock,tracing_on,set_event,events/enable}
	ls /sys/module /sys/kernel/debug
	pgrep -l 'busyload|trace-cmd|latency'
}

# begin OPTION...: the sweep, with everything switched on that can be. SWEEP is its process and its group.
begin() {
	rm -rf out
	/pn/scripts/latency-sweep.sh --output out --governor ladder --samples 200 --rounds 2 --trace -v "$@" \
		>stdout 2>>stderr &
	SWEEP=$!
}

as_before() {
	borrowed >after 2>&1
	cmp before after || { diff before after | sed 's/^/# /'; return 1; }
}

is() {
	[[ $1 == "$2" ]] || { echo "# got '$1', not '$2'"; return 1; }
}

# Each way ends it at another point: while the load runs, while IPIs are sent, while a timer is waited for.
test_signals() {
	local case signal seconds target
	for case in TERM:1 TERM:4 TERM:9 INT:2 INT:7 HUP:5; do
		signal=${case%:*} seconds=${case#*:}
		begin
		sleep "$seconds"
		# Ctrl-C reaches every program of the terminal, the others one process.
		target=$SWEEP
		[[ $signal != INT ]] || target=-$SWEEP
		kill "-$signal" -- "$target"
		wait "$SWEEP"
		tap_check "$signal after $seconds s ends it" is $? $((128 + $(kill -l "$signal")))
		tap_check "and all is as before" as_before
		tap_check "with nothing under a final name" test -z "$(find out -type f ! -name '*.part*')"
	done
}

test_offline() {
	begin --no-baseline
	sleep 5
	echo 0 >$CPU/cpu1/online
	wait "$SWEEP"
	tap_check 'a target that goes offline ends it' is $? 1
	# In a batch, or between two of them: either way the line has the cause.
	tap_check 'with one line' is "$(grep -c 'did a CPU go offline?' stderr)" 1
	echo 1 >$CPU/cpu1/online
	tap_check 'and all is as before' as_before
}

test_success() {
	begin
	wait "$SWEEP"
	tap_check 'the sweep ends well' is $? 0
	tap_check 'and all is as before' as_before
	tap_check 'the last line is the folder' is "$(tail -n 1 stdout)" out
	tap_check 'the results are there' test -s out/results.json -a -s out/samples.tsv -a -s out/report.txt -a -s out/trace.dat
	tap_check 'lines are shorter than 80 columns' is "$(awk 'length > 79 && !/^Note/' out/report.txt)" ''
}

main() {
	local SWEEP=0
	echo 1 >$CPU/cpu0/cpuidle/state3/disable
	borrowed >before 2>&1
	test_success
	test_signals
	test_offline
	grep -vE 'round [0-9] of|a virtual machine|did a CPU go offline' stderr >unexpected
	tap_check 'nothing else was said' is "$(head -n 3 unexpected)" ''
}

main "$@"
