#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2016,SC2030,SC2031  # programs in quotes; every test runs in a subshell of its own, and means to
# What a dry run says of made-up machines: the plan, what stands in its way, what makes results doubtful.

bats_require_minimum_version 1.5.0
load helper

setup() {
	export PN_STATE_DIR=$BATS_TEST_TMPDIR/state
	command_file sleep <<<'[[ ! -e $BATS_TEST_TMPDIR/later ]] || cp "$BATS_TEST_TMPDIR/later" "$PN_SYSROOT/proc/stat"'
	cd "$BATS_TEST_TMPDIR" || return
}

# dry [OPTION...]: fills output; nothing may be touched by it.
dry() {
	local before
	before=$(fingerprint)
	run "$PN_SCRIPTS/run-suite.sh" --dry-run "$@"
	[ "$(fingerprint)" = "$before" ]
	[ ! -e "$PN_STATE_DIR" ]
	[ -z "$(compgen -G 'results-*')" ]
}

# free_of WORD...: the output does not have them.
free_of() {
	local word
	for word; do
		[[ $output != *"$word"* ]] || { echo "unexpected: $word"; return 1; }
	done
}

@test "a virtual machine with two states: it runs, and times are doubtful" {
	machine vm
	printf 'flags\t: fpu hypervisor\n' >>"$PN_SYSROOT/proc/cpuinfo"
	dry --governor menu --governor haltpoll
	[ "$status" -eq 0 ]
	[[ $output == *"virtual machine"* ]]
	[[ $output == *"menu "*"pingpong "*01* ]]
	[[ $output == *"haltpoll "*"sleepers "*01* ]]
	((EUID != 0)) || free_of "In the way"
}

@test "an arm64 with two clusters: nothing stands in the way" {
	machine arm64
	dry --preset standard --governor menu --governor teo
	[ "$status" -eq 0 ]
	((EUID != 0)) || free_of "In the way"
	free_of "are online" "disabled" "virtual machine"
	[[ $output == *"idle"*"36 s"* ]]
}

@test "a desktop: the state that is switched off is named" {
	machine desktop
	dry --governor menu --governor teo
	[ "$status" -eq 0 ]
	[[ $output == *"idle states are disabled: cpu11:state3"* ]]
	((EUID != 0)) || free_of "In the way"
}

@test "no cpuidle: the default idle loop is what is run" {
	machine none
	dry --governor teo
	[ "$status" -eq 0 ]
	[[ $output == *"no cpuidle driver"* ]]
	[[ $output == *"default-idle"*"pingpong"* ]]
	free_of "  teo "
}

@test "a governor that can only be read: the present one runs, another does not" {
	machine readonly
	dry --governor teo
	[[ $output == *"In the way: the governor is menu and cannot be changed"*--vm* ]]
	dry --governor menu
	((EUID != 0)) || free_of "In the way"
}

@test "a CPU offline is said" {
	machine offline
	dry
	[ "$status" -eq 0 ]
	[[ $output == *"CPUs 0-1,3 of 0-3 are online"* ]]
}

@test "a read-only sysfs: one clear line, from a real run as well" {
	((EUID == 0)) || skip "takes root"
	machine desktop
	unshare -m true 2>/dev/null || skip "cannot mount here"
	export PN_GUEST=1
	# shellcheck disable=SC2016  # expanded by the inner shell
	run unshare -m bash -c 'mount --bind "$PN_SYSROOT/sys" "$PN_SYSROOT/sys" &&
		mount -o remount,bind,ro "$PN_SYSROOT/sys" && exec "$0" --record-only --governor teo --output out' \
		"$PN_SCRIPTS/run-suite.sh"
	[ "$status" -eq 77 ]
	[[ $output == *"cannot be changed here"*--vm* ]]
	[ ! -e out ]
	[ -z "$(ls "$PN_STATE_DIR")" ]
}

@test "a governor that is not there, tracing in use, no tracing: all are said" {
	machine vm
	put /sys/kernel/tracing/set_event sched:sched_switch
	dry --governor teo
	[[ $output == *"In the way: this kernel has no governor 'teo'"* ]]
	[[ $output == *"In the way: tracing is in use"* ]]
	rm -r "$PN_SYSROOT/sys/kernel/tracing"
	dry --governor menu
	[[ $output == *"In the way: this kernel has no tracing"* ]]
}

@test "frequencies that follow the load, and turbo" {
	machine desktop
	put /sys/devices/system/cpu/cpu0/cpufreq/scaling_governor powersave
	put /sys/devices/system/cpu/intel_pstate/no_turbo 0
	dry
	[[ $output == *"frequency governor is powersave"* ]]
	[[ $output == *"turbo is on"* ]]
	put /sys/devices/system/cpu/cpu0/cpufreq/scaling_governor performance
	put /sys/devices/system/cpu/intel_pstate/no_turbo 1
	dry
	free_of "frequency governor" "turbo"
	rm -r "$PN_SYSROOT/sys/devices/system/cpu/intel_pstate"
	put /sys/devices/system/cpu/cpufreq/boost 1
	dry
	[[ $output == *"turbo is on"* ]]
}

@test "idle states that programs or boot arguments forbid" {
	machine desktop
	mkdir -p "$PN_SYSROOT/dev"
	printf '\x00\x94\x35\x77' >"$PN_SYSROOT/dev/cpu_dma_latency"
	put /sys/devices/system/cpu/cpu0/power/pm_qos_resume_latency_us 0
	put /proc/cmdline 'root=/dev/sda nohz=on processor.nocst'
	dry
	free_of cpu_dma_latency pm_qos booted
	printf '\x0a\x00\x00\x00' >"$PN_SYSROOT/dev/cpu_dma_latency"
	put /sys/devices/system/cpu/cpu3/power/pm_qos_resume_latency_us n/a
	put /proc/cmdline 'quiet intel_idle.max_cstate=1 nohz=off x'
	dry
	[[ $output == *"cpu_dma_latency at 10 us"* ]]
	[[ $output == *"limits the idle states of cpu3:"* ]]
	[[ $output == *"booted with intel_idle.max_cstate=1 nohz=off,"* ]]
}

@test "a battery that empties, not one that is full" {
	machine desktop
	put /sys/class/power_supply/BAT0/type Battery
	put /sys/class/power_supply/BAT0/status Full
	dry
	free_of battery
	put /sys/class/power_supply/BAT0/status Discharging
	dry
	[[ $output == *"battery (BAT0)"* ]]
}

@test "a zone near its limit; fans' trip points and zones that cannot be read do not count" {
	machine arm64
	put /sys/class/thermal/thermal_zone0/trip_point_0_temp 42000
	put /sys/class/thermal/thermal_zone0/trip_point_0_type active
	mkdir "$PN_SYSROOT/sys/class/thermal/thermal_zone2"
	dry
	free_of "let it cool"
	put /sys/class/thermal/thermal_zone0/trip_point_1_temp 45000
	put /sys/class/thermal/thermal_zone0/trip_point_1_type passive
	dry
	[[ $output == *"little-thermal has 41 degrees, and the limit is 45"* ]]
}

@test "other programs: their share of a CPU over a second" {
	machine vm
	put /proc/stat $'cpu 100 0 0 900 0 0 0 0 0 0\ncpu0 50 0 0 450 0 0 0 0\ncpu1 50 0 0 450 0 0 0 0'
	printf 'cpu 130 0 0 1070 0 0 0 0 0 0\ncpu0 80 0 0 520 0 0 0 0\ncpu1 50 0 0 550 0 0 0 0\n' >"$BATS_TEST_TMPDIR/later"
	run "$PN_SCRIPTS/run-suite.sh" --dry-run
	[[ $output == *"took 30 % of a CPU"* ]]
}

@test "space: too little stands in the way, little is doubtful" {
	machine vm
	command_file df <<<'printf "head\nfs 1 1 %s 1%% /\n" "$((FREE_MIB * 1024))"'
	FREE_MIB=10 dry
	[[ $output == *"In the way: 10 MiB are free"* ]]
	FREE_MIB=500 dry
	[[ $output == *"only 500 MiB are free"* ]]
	FREE_MIB=5000 dry
	free_of "are free"
}

@test "the plan: presets, repeats in turns, a run without recording in the middle" {
	machine arm64
	dry --preset quick --governor menu --governor teo --workload idle
	[ "$(grep -oE '^  (menu|teo) +idle +[a-z0-9]+$' <<<"$output" | tr -s ' ')" = "$(printf ' %s idle %s\n' menu 01 teo 01 \
		teo 02 menu 02 menu untraced teo untraced menu 03 teo 03)" ]
	dry --preset full --repeat 2 --no-cost
	[[ $output == *"sleepers-500us"*"120 s"* ]]
	free_of untraced
	dry --preset standard --duration 7
	[ "$(grep -c '   7 s' <<<"$output")" -gt 3 ]
}

@test "a preset takes as long as it says" {
	machine arm64
	dry --preset quick --governor menu
	[[ $output =~ Time:\ [234]\ min ]]
	dry --preset standard --governor menu
	[[ $output =~ Time:\ (2[5-9]|3[0-9])\ min ]]
	dry --preset full --governor menu
	[[ $output =~ Time:\ [2-9]\ h ]]
}
