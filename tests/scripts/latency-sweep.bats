#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2016,SC2030,SC2031  # programs in quotes; every test runs in a subshell of its own, and means to
# The latency sweep on made-up machines: what it measures, what it prints, and that everything goes back.

bats_require_minimum_version 1.5.0
load helper

# add_cpu CPU CORE: three states; TR 0, 20 and 3000 us, XL 0, 10 and 1000 us.
add_cpu() {
	local dir=/sys/devices/system/cpu/cpu$1 state names=(POLL C1 C6) xl=(0 10 1000) tr=(0 20 3000)
	put "$dir/topology/core_cpus_list" "$2"
	put "$dir/online" 1
	for state in 0 1 2; do
		put "$dir/cpuidle/state$state/name" "${names[state]}"
		put "$dir/cpuidle/state$state/latency" "${xl[state]}"
		put "$dir/cpuidle/state$state/residency" "${tr[state]}"
		put "$dir/cpuidle/state$state/disable" 0
	done
}

# Two cores of two threads; CPU 0 has no "online"; a state is disabled already.
setup() {
	local name
	make_machine
	analyzer=${PN_BUILD:-$PN_TOP_DIR/build}/bin/analyzer
	export FAKE_DIR=$BATS_TEST_TMPDIR PN_BUILD=$BATS_TEST_TMPDIR/build
	add_cpu 0 0,2
	add_cpu 1 1,3
	add_cpu 2 0,2
	add_cpu 3 1,3
	rm "$PN_SYSROOT/sys/devices/system/cpu/cpu0/online"
	put /sys/devices/system/cpu/cpu3/cpuidle/state1/disable 1
	put /proc/cpuinfo 'vendor_id	: AuthenticAMD'
	for name in insmod rmmod; do
		command_file $name <"$BATS_TEST_DIRNAME/fake-latency-module.bash"
	done
	command_file modprobe <<<'exit 1'
	mkdir -p "$PN_BUILD/bin"
	cat >"$PN_BUILD/bin/busyload" <<-'END'
		#!/bin/bash
		trap 'kill $!; rm "$FAKE_DIR/load"; exit' TERM
		echo "$2" >"$FAKE_DIR/load"
		sleep 100 &
		wait
	END
	chmod +x "$PN_BUILD/bin/busyload"
	before=$(fingerprint)
}

teardown() {
	[[ ! -d $PN_SYSROOT/sys/module/latency_test ]] || rmmod latency_test
}

sweep() {
	local status=0
	env --default-signal=INT bash -c 'echo $$ >"$FAKE_DIR/sweep"; exec "$0" "$@"' "$PN_SCRIPTS/latency-sweep.sh" \
		--module some.ko --output "$BATS_TEST_TMPDIR/out" --samples 4 --rounds 2 "$@" 3>&- || status=$?
	return "$status"
}

nothing_changed() {
	[ "$(fingerprint)" = "$before" ]
	[ ! -e "$PN_SYSROOT/sys/module/latency_test" ]
	[ ! -e "$FAKE_DIR/load" ]
}

result() {
	jq -c "$1" "$BATS_TEST_TMPDIR/out/results.json"
}

@test "the selftest's lines, the source left out of the mean" {
	run --separate-stderr sweep --ipi -v
	[ "$status" -eq 0 ]
	[ "${lines[0]}" = '--IPI Latency Test--' ]
	[ "${lines[1]}" = 'Baseline Average IPI latency(ns): 500' ]
	[ "${lines[2]}" = 'Expected IPI latency(ns): 0' ]
	[ "${lines[3]}" = 'Observed Average IPI latency(ns) - State0: 1002' ]
	[ "${lines[6]}" = 'Expected IPI latency(ns): 1000000' ]
	[ "${lines[7]}" = 'Observed Average IPI latency(ns) - State2: 3002' ]
	[ "${lines[-1]}" = "$BATS_TEST_TMPDIR/out" ]
	nothing_changed
}

@test "timers are late on every CPU, the source as well" {
	run --separate-stderr sweep --timer -v
	[ "$status" -eq 0 ]
	[ "${lines[0]}" = '--Timeout Latency Test--' ]
	[ "${lines[1]}" = 'Baseline Average timeout diff(ns): 500' ]
	[ "${lines[2]}" = 'Expected timeout(ns): 5000000' ]
	[ "${lines[3]}" = 'Observed Average timeout diff(ns) - State0: 1002' ]
	[ "${lines[6]}" = 'Expected timeout(ns): 6000000' ]
	nothing_changed
}

@test "expiry and gap follow the target residency" {
	sweep --timer --cpus 1 --no-baseline
	[ "$(sort -u "$FAKE_DIR/batches")" = $'timer 0 1 2 3000 5000000 \ntimer 0 1 2 6000 6000000 ' ]
}

@test "one thread of each core, all with -v, or those asked for" {
	sweep --ipi --no-baseline
	[ "$(result .target_cpus)" = '[0,1]' ]
	rm -r "$BATS_TEST_TMPDIR/out"
	sweep --ipi --no-baseline -v
	[ "$(result .target_cpus)" = '[0,1,2,3]' ]
	rm -r "$BATS_TEST_TMPDIR/out"
	sweep --ipi --no-baseline --cpus 3,1-2
	[ "$(result .target_cpus)" = '[1,2,3]' ]
}

@test "a CPU that is offline is no target, and cannot be asked for" {
	put /sys/devices/system/cpu/cpu1/online 0
	sweep --ipi --no-baseline -v
	[ "$(result .target_cpus)" = '[0,2,3]' ]
	rm -r "$BATS_TEST_TMPDIR/out"
	run sweep --cpus 1
	[ "$status" -eq 1 ]
	[[ $output == *'CPU 1 is not online'* ]]
}

@test "each state is enabled alone, on all CPUs" {
	sweep --ipi -v --no-baseline
	[ "$(result '[.cells[] | select(.cpu == 3) | [.state, .filed, .other, .p50_ns]]')" = \
		'[[0,4,0,1003],[1,4,0,2003],[2,4,0,3003]]' ]
}

@test "every round is told as well, for comparisons" {
	sweep --ipi --cpus 1
	[ "$(result '[.rounds[] | .round]')" = '[1,2]' ]
	[ "$(result '[.rounds[].cells[] | .cpu] | unique')" = '[null]' ]
	[ "$(result '[.rounds[0].cells[] | .state]')" = '[null,0,1,2]' ]
	[ "$(result '[.cells[] | select(.cpu == null) | .samples] == [[.rounds[].cells] | transpose[] | map(.samples) | add]')" = true ]
	"$analyzer" compare -f json "$BATS_TEST_TMPDIR/out" "$BATS_TEST_TMPDIR/out/results.json" |
		jq -e '[.. | objects | select(.name? // .metric? | strings | test("^ipi-module-latency-p50"))] | length > 0'
}

@test "samples that met something else are counted apart, and what does not exist is null" {
	sweep --ipi --cpus 0-1
	[ "$(result '.cells[] | select(.cpu == 0 and .state == 1) | [.samples, .filed, .busy, .p50_ns, .mean_ns]')" = \
		'[4,0,4,null,null]' ]
	[ "$(result '.cells[] | select(.cpu == 1 and .state == 1) | .p50_over_busy_ns')" = 1501 ]
}

# refuse STATE: from here on the machine does not take what is written to that state's file.
refuse() {
	library sysfs idle
	eval "accept_$(declare -f sysfs_write)"
	eval "sysfs_write() { [[ \$1 != */state$1/disable ]] && accept_sysfs_write \"\$@\"; }"
}

disabled() {
	cat "$PN_SYSROOT"/sys/devices/system/cpu/cpu1/cpuidle/state*/disable | xargs
}

@test "a state 0 that the driver insists on is kept, and no other" {
	refuse 0
	idle_only 1 2
	[ "$(disabled)" = '0 1 0' ]
	idle_only 1 0
	[ "$(disabled)" = '0 1 1' ]
	refuse 1
	run ! idle_only 1 1
}

@test "the state that is enabled is enabled before the others go" {
	library sysfs idle
	idle_only 1 2
	sysfs_write() { echo "${1##*cpuidle/} $2" >>"$BATS_TEST_TMPDIR/writes"; printf '%s\n' "$2" >"$PN_SYSROOT$1"; }
	idle_only 1 0
	[ "$(cat "$BATS_TEST_TMPDIR/writes")" = $'state0/disable 0\nstate2/disable 1' ]
}

@test "a CPU whose states cannot be disabled is left out by name" {
	rm "$PN_SYSROOT/sys/devices/system/cpu/cpu1/cpuidle/state1/disable"
	mkdir "$PN_SYSROOT/sys/devices/system/cpu/cpu1/cpuidle/state1/disable"
	run sweep --ipi --no-baseline
	[ "$status" -eq 0 ]
	[[ $output == *'CPU 1 is left out'* ]]
	[ "$(result .target_cpus)" = '[0]' ]
	[ "$(result .notes)" = '["CPU 1 is left out: its idle states cannot be disabled"]' ]
}

@test "a module that was loaded before stays" {
	insmod some.ko
	before=$(fingerprint)
	sweep --ipi --cpus 1 --no-baseline
	[ -d "$PN_SYSROOT/sys/module/latency_test" ]
}

@test "the governor that was asked for is noted, and goes back" {
	sweep --ipi --cpus 1 --no-baseline --governor teo
	[ "$(result .governor)" = '"teo"' ]
	nothing_changed
}

@test "Intel's timers come with the notice of pre-wake" {
	put /proc/cpuinfo 'vendor_id	: GenuineIntel'
	run sweep --cpus 1 --no-baseline
	[[ $output == *pre-wake* ]]
	rm -r "$BATS_TEST_TMPDIR/out"
	run sweep --cpus 1 --no-baseline --ipi
	[[ $output != *pre-wake* ]]
}

# Two rounds of: load, state 0, 1, 2 with two probes each; eight batches a round.
@test "a signal at any point leaves nothing behind" {
	local signal at
	for signal in TERM INT; do
		for at in 1 2 3 8 9 11 16; do
			FAKE_SIGNAL=$signal FAKE_AT=$at run sweep --cpus 1
			[ "$status" -gt 128 ]
			nothing_changed
			[ ! -e "$BATS_TEST_TMPDIR/out/results.json" ]
			rm -r "$BATS_TEST_TMPDIR/out"
		done
	done
}

@test "without a driver, a governor or the workload there is one clear line" {
	run sweep --governor haltpoll
	[ "$status" -eq 77 ]
	[[ $output == *"no governor 'haltpoll'"* ]]
	rm "$PN_BUILD/bin/busyload"
	run sweep
	[ "$status" -eq 1 ]
	[[ $output == *--no-baseline* ]]
	put /sys/devices/system/cpu/cpuidle/current_driver none
	run sweep
	[ "$status" -eq 77 ]
	[[ $output == *'no cpuidle driver'* ]]
}

@test "a module that cannot be loaded is named, with the way out" {
	command_file insmod <<<'exit 1'
	run sweep --no-baseline
	[ "$status" -eq 77 ]
	[[ $output == *'make -C module'* ]]
}

@test "nonsense on the command line" {
	local args
	for args in '--samples 0' '--samples=0' '--samples x' '--rounds 0' '--gap 99' '--expiry 0' '--cpus 1-' '--cpus 3-1' --frob; do
		# shellcheck disable=SC2086  # its words
		run sweep $args
		[ "$status" -eq 2 ]
	done
	nothing_changed
}

@test "help fits into 80 columns" {
	run "$PN_SCRIPTS/latency-sweep.sh" --help
	[ "$status" -eq 0 ]
	[ "$(awk 'length > 79' <<<"$output")" = '' ]
}

# stats LINE...: the samples' latencies, all of IPIs to CPU 1 in state 2.
stats() {
	printf 'ipi\t2\t1\t0\t%s\t2\t0\n' "$@" | awk -f "$PN_SCRIPTS/lib/latency-stats.awk"
}

@test "percentiles are of nearest rank, and an outlier is out of the mean alone" {
	# Median 13, median distance 2: the limit is 13 + 3.5 * 2 / 0.6745, above 23.
	[ "$(stats 9 11 12 13 14 15 1000)" = $'ipi\t2\t1\t0\t7\t7\t0\t0\t0\t1\t9\t13\t12\t1000\t1000\t1000\t1000' ]
}

@test "equal values, one value, and negative ones" {
	[ "$(stats 5 5 5 5 6)" = $'ipi\t2\t1\t0\t5\t5\t0\t0\t0\t0\t5\t5\t5\t6\t6\t6\t6' ]
	[ "$(stats 7)" = $'ipi\t2\t1\t0\t1\t1\t0\t0\t0\t0\t7\t7\t7\t7\t7\t7\t7' ]
	[ "$(stats -3 -2 -1)" = $'ipi\t2\t1\t0\t3\t3\t0\t0\t0\t0\t-3\t-2\t-2\t-1\t-1\t-1\t-1' ]
}

@test "CPU lists" {
	library sysfs idle
	[ "$(cpulist_expand 0-2,7 | xargs)" = '0 1 2 7' ]
	[ "$(cpulist_expand 08 | xargs)" = 8 ]
	run ! cpulist_expand 2-1
	run ! cpulist_expand 1,,2
	[ "$(cpulist_join 1 2 5)" = 1,2,5 ]
}
