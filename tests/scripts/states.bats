#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154,SC2016  # bats sets stderr; a shell within expands what is in quotes
# analyzer states: what it makes of made-up machines.

bats_require_minimum_version 1.5.0
load helper

setup() {
	source "$PN_TOP_DIR/tests/support/fake_sysfs.sh"
	root=$BATS_TEST_TMPDIR/machine
	golden=$PN_TOP_DIR/tests/golden/states
	cpu_dir=$root/sys/devices/system/cpu
	analyzer=${PN_BUILD:-$PN_TOP_DIR/build}/bin/analyzer
}

# states [OPTION...]: of the machine.
states() {
	"$analyzer" states --sysroot "$root" "$@"
}

# says SHAPE: builds a machine; its states equal the golden file.
says() {
	fake_sysfs "$1" "$root"
	states >"$BATS_TEST_TMPDIR/out"
	diff -u "$golden/$1.json" "$BATS_TEST_TMPDIR/out"
}

# told FILTER: what jq makes of the machine's states, on one line.
told() {
	states | jq -rc "$1"
}

@test "two states that say no power, and the tick of a compressed configuration" { says vm; }
@test "a CPU that is offline has neither states nor a place" { says offline; }
@test "no driver: no table, no error" { says none; }

@test "clusters with states of their own, and a tick that two configurations leave open" {
	fake_sysfs arm64 "$root"
	[ "$(told '[.tables[].cpus]')" = '["0-3","4-7"]' ]
	[ "$(told '[.tables[].states[2].name]')" = '["cluster-sleep-0","cluster-sleep-1"]' ]
	[ "$(told '[.tables[1].states[] | .exit_latency_ns, .target_residency_ns]')" = \
		'[1000,1000,250000,1000000,600000,2800000]' ]
	[ "$(told '[.tables[].states[].power_mw] | unique')" = '[null]' ]
	[ "$(told '[.topology[] | .cluster * 10 + .core]')" = '[0,1,2,3,10,11,12,13]' ]
	[ "$(told '[.driver, .governor, .vendor, .tick_ns]')" = '["psci_idle","teo",null,null]' ]
}

@test "threads share cores, one CPU has a state switched off, and there is no cluster" {
	fake_sysfs desktop "$root"
	[ "$(told '[.tables[].cpus]')" = '["0-10","11"]' ]
	[ "$(told '[.tables[].states[].disabled]')" = '[false,false,false,false,false,false,false,true]' ]
	[ "$(told '[.tables[0].states[].power_mw]')" = '[null,null,500,200]' ]
	[ "$(told '[.topology[] | .core]')" = '[0,1,2,3,4,5,0,1,2,3,4,5]' ]
	[ "$(told '[.topology[] | .cluster] | unique')" = '[null]' ]
	[ "$(told .tick_ns)" = 1000000 ]
}

@test "the processor's vendor, of the machine in question" {
	fake_sysfs desktop "$root"
	[ "$(told .vendor)" = GenuineIntel ]
	printf 'vendor_id\n' >"$root/proc/cpuinfo"
	[ "$(told .vendor)" = null ]
	printf 'vendor_id : %0100d\n' 1 >"$root/proc/cpuinfo"
	[ "$(told .vendor)" = 0000000000000000000000000000000 ]
	rm "$root/proc/cpuinfo"
	[ "$(told .vendor)" = null ]
}

@test "a governor that can only be read" {
	fake_sysfs readonly "$root"
	[ "$(told .governor)" = menu ]
}

@test "a state that the driver has switched off, and the user has switched on, is on" {
	fake_sysfs vm "$root"
	echo disabled | tee "$cpu_dir"/cpu?/cpuidle/state1/default_status
	[ "$(told '.tables[0].states[1].disabled')" = false ]
	rm "$cpu_dir"/cpu?/cpuidle/state1/disable
	[ "$(told '.tables[0].states[1].disabled')" = true ]
}

@test "a value that cannot be read is one line of error with its file" {
	fake_sysfs broken "$root"
	run -1 --separate-stderr states
	[ -z "$output" ]
	[ "${#stderr_lines[@]}" -eq 1 ]
	[[ ${stderr_lines[0]} == *"/cpu1/cpuidle/state1/latency: Is a directory" ]]
}

@test "a value that is no number is one line of error with its file" {
	local value
	fake_sysfs vm "$root"
	for value in '' -1 1x 99999999999999999999 9223372036854776; do
		fake_put "$root" sys/devices/system/cpu/cpu0/cpuidle/state1/residency "$value"
		run -1 --separate-stderr states
		[[ $stderr == *"/cpu0/cpuidle/state1/residency: no number, or one out of range" ]]
	done
}

@test "a state that is missing among the others is an error" {
	fake_sysfs vm "$root"
	mv "$cpu_dir/cpu1/cpuidle/state1" "$cpu_dir/cpu1/cpuidle/state2"
	run -1 states
	[[ $output == *"/cpu1/cpuidle: state1 is missing" ]]
}

@test "entries that are no CPUs are passed over" {
	fake_sysfs vm "$root"
	mkdir "$cpu_dir"/{cpufreq,cpu,cpux,cpu1x,cpu-1,cpu99999999999999999999}
	[ "$(told '[.tables[].cpus]')" = '["0-1"]' ]
}

@test "numbers of CPUs may have gaps and three digits" {
	fake_sysfs vm "$root"
	mv "$cpu_dir/cpu1" "$cpu_dir/cpu300"
	[ "$(told '[.tables[].cpus]')" = '["0,300"]' ]
	[ "$(told '[.topology[].cpu]')" = '[0,300]' ]
}

@test "a name with control characters and broken UTF-8 comes out as valid JSON" {
	fake_sysfs vm "$root"
	printf 'C1\033[31m"\377\n' | tee "$cpu_dir"/cpu?/cpuidle/state1/name
	[ "$(told '.tables[0].states[1].name')" = 'C1?[31m"?' ]
}

@test "ticks as the kernel rounds them, and nothing from a configuration without one" {
	local hz
	fake_sysfs none "$root"
	for hz in 100:10000000 300:3333333 1024:976563 0:null x:null; do
		fake_config "$root" boot/config-1 "${hz%:*}"
		[ "$(told .tick_ns)" = "${hz#*:}" ]
	done
}

@test "the running kernel's own configuration goes before the file beside it" {
	fake_sysfs vm "$root"
	fake_config "$root" boot/config-1 1000
	[ "$(told .tick_ns)" = 4000000 ]
}

@test "a folder that holds no sysfs is an error" {
	mkdir -p "$root"
	run -1 states
	[[ $output == *"/sys/devices/system/cpu: No such file or directory" ]]
	run -1 "$analyzer" states --sysroot "$root/none"
	[[ $output == *"/none: No such file or directory" ]]
}

@test "into a file, whole or not at all" {
	fake_sysfs vm "$root"
	states -o "$BATS_TEST_TMPDIR/states.json"
	diff -u "$golden/vm.json" "$BATS_TEST_TMPDIR/states.json"
	fake_sysfs broken "$root"
	run -1 states -o "$BATS_TEST_TMPDIR/states.json"
	diff -u "$golden/vm.json" "$BATS_TEST_TMPDIR/states.json"
	run -1 states -o "$BATS_TEST_TMPDIR/none/states.json"
}

@test "a full disk is one line of error" {
	fake_sysfs vm "$root"
	run -1 --separate-stderr bash -c '"$0" states --sysroot "$1" >/dev/full' "$analyzer" "$root"
	[ "$stderr" = "analyzer: standard output: cannot be written: No space left on device" ]
	run -1 --separate-stderr bash -c '"$0" states --help >/dev/full' "$analyzer"
	[ "${#stderr_lines[@]}" -eq 1 ]
}

@test "wrong usage is status 2" {
	run -2 states argument
	run -2 states --none
	run -2 "$analyzer"
}

@test "help is under 80 columns, with examples and exit statuses" {
	"$analyzer" states --help >"$BATS_TEST_TMPDIR/help"
	"$analyzer" states -h | diff - "$BATS_TEST_TMPDIR/help"
	run ! grep -E '.{80}' "$BATS_TEST_TMPDIR/help"
	grep -q '^Examples:' "$BATS_TEST_TMPDIR/help"
	grep -q '^Exit status:' "$BATS_TEST_TMPDIR/help"
}
