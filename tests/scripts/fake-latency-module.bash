#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Stands for latency_test on the made-up machine $PN_SYSROOT: insmod and rmmod, and a process that answers each batch.
# A sample takes 1000 ns for each state and one for the idle itself, plus the number of its CPU; 500 ns under load.
# $FAKE_SIGNAL: sent to the sweep, whose number is in $FAKE_DIR/sweep, in the batch number $FAKE_AT.

dir=$PN_SYSROOT/sys/kernel/debug/latency_test
cpus=$PN_SYSROOT/sys/devices/system/cpu

# state_of CPU: the deepest state that is enabled, "busy" under load.
state_of() {
	local file state=busy
	if [[ -e $FAKE_DIR/load && $(<"$FAKE_DIR/load") == "$1" ]]; then
		echo busy
		return
	fi
	for file in "$cpus/cpu$1"/cpuidle/state*/disable; do
		[[ -f $file && $(<"$file") != 0 ]] || { file=${file%/disable}; state=${file##*state}; }
	done
	echo "$state"
}

samples() {
	local type=$1 src=$2 list=$3 count=$4 cpu state latency i
	echo '# src	cpu	latency_ns	state	race	cause_ns	idle_ns	return_ns	expected_ns'
	for cpu in ${list//,/ }; do
		state=$(state_of "$cpu")
		latency=500
		[[ $state == busy ]] || latency=$(((state + 1) * 1000 + cpu))
		[[ $type != ipi || $cpu != "$src" ]] || { state=busy latency=1; }
		for ((i = 0; i < count; i++)); do
			printf '%d\t%d\t%d\t%s\t0\t1\t1\t1\t1\n' "$src" "$cpu" "$latency" "$state"
		done
	done
}

# interrupt: signals the sweep while it waits for its batch, which is when the last setting was written and the batch not
# yet taken.
interrupt() {
	until [[ -e $dir/expiry_ns ]]; do sleep 0.02; done
	sleep 0.1
	kill "-$FAKE_SIGNAL" "$(<"$FAKE_DIR/sweep")"
	sleep 100
}

serve() {
	local number setting line
	for ((number = 1;; number++)); do
		[[ -z ${FAKE_SIGNAL:-} || $number != "$FAKE_AT" ]] || interrupt
		read -r _ <"$dir/run"
		line=
		for setting in type src cpus count gap_us expiry_ns; do
			line+="$(<"$dir/$setting") "
		done
		rm "$dir/expiry_ns"
		echo "$line" >>"$FAKE_DIR/batches"
		# shellcheck disable=SC2086  # its words
		samples $line >"$dir/samples"
	done
}

case ${0##*/} in
insmod)
	mkdir -p "$dir" "$PN_SYSROOT/sys/module/latency_test"
	mkfifo "$dir/run" "$dir/samples"
	serve </dev/null >/dev/null 2>&1 3>&- &
	echo $! >"$FAKE_DIR/server"
	;;
rmmod)
	pkill -P "$(<"$FAKE_DIR/server")" 2>/dev/null
	kill "$(<"$FAKE_DIR/server")"
	rm -r "$dir" "$PN_SYSROOT/sys/module/latency_test"
	;;
esac
