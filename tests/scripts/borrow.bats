#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2016,SC2030,SC2031  # programs in quotes; every test runs in a subshell of its own, and means to
# What is borrowed from a machine, and goes back: sysfs values, the governor, the trace settings.

bats_require_minimum_version 1.5.0
load helper

setup() {
	make_machine
	library sysfs governor trace state
	before=$(fingerprint)
}

@test "a borrowed value is set, and put back" {
	put /sys/x old
	before=$(fingerprint)
	sysfs_borrow /sys/x new
	[ "$(sysfs_read /sys/x)" = new ]
	undo_all
	[ "$(fingerprint)" = "$before" ]
}

@test "a value that is already so is not touched" {
	put /sys/x same
	sysfs_borrow /sys/x same
	[ "${#UNDO_STACK[@]}" -eq 0 ]
}

@test "a file that is not there cannot be borrowed" {
	run ! sysfs_borrow /sys/none 1
	[ "${#UNDO_STACK[@]}" -eq 0 ]
}

@test "the driver is named, and 'none' is no driver" {
	[ "$(cpuidle_driver)" = some_driver ]
	put /sys/devices/system/cpu/cpuidle/current_driver none
	run ! cpuidle_driver
	rm "$PN_SYSROOT/sys/devices/system/cpu/cpuidle/current_driver"
	run ! cpuidle_driver
}

@test "a governor exists only by its whole name" {
	governor_exists menu
	governor_exists teo
	run ! governor_exists te
	run ! governor_exists ladder
}

@test "the governor changes and comes back" {
	governor_keep
	governor_set teo
	[ "$(governor_current)" = teo ]
	undo_all
	[ "$(fingerprint)" = "$before" ]
}

@test "a governor that the kernel does not take is an error" {
	rm "$PN_SYSROOT/sys/devices/system/cpu/cpuidle/current_governor"
	put /sys/devices/system/cpu/cpuidle/current_governor_ro menu
	mkdir "$PN_SYSROOT/sys/devices/system/cpu/cpuidle/current_governor"
	run ! governor_set teo
}

@test "clock and buffer size are read as the kernel writes them" {
	[ "$(trace_clock)" = local ]
	[ "$(trace_buffer_kb)" = 1408 ]
	put /sys/kernel/tracing/buffer_size_kb 4099
	[ "$(trace_buffer_kb)" = 4099 ]
}

@test "tracing is in use when there is a tracer or an event" {
	run ! trace_in_use
	put /sys/kernel/tracing/set_event sched:sched_switch
	[[ $(trace_in_use) == *sched_switch* ]]
	: >"$PN_SYSROOT/sys/kernel/tracing/set_event"
	put /sys/kernel/tracing/current_tracer function
	[[ $(trace_in_use) == function* ]]
}

@test "trace settings go back" {
	trace_keep
	put /sys/kernel/tracing/set_event power:cpu_idle
	put /sys/kernel/tracing/trace_clock 'local global [mono]'
	put /sys/kernel/tracing/buffer_size_kb 8192
	put /sys/kernel/tracing/tracing_on 0
	undo_all
	[ ! -s "$PN_SYSROOT/sys/kernel/tracing/set_event" ]
	[ "$(sysfs_read /sys/kernel/tracing/trace_clock)" = local ]
	[ "$(trace_buffer_kb)" = 1408 ]
	[ "$(sysfs_read /sys/kernel/tracing/tracing_on)" = 1 ]
}

@test "losses of all CPUs add up" {
	put /sys/kernel/tracing/per_cpu/cpu0/stats $'entries: 9\noverrun: 3\ncommit overrun: 0\ndropped events: 2'
	put /sys/kernel/tracing/per_cpu/cpu1/stats $'entries: 9\noverrun: 10'
	[ "$(trace_losses)" = 15 ]
}

@test "events that the kernel lacks are left out of the recording" {
	command_file trace-cmd <<<'echo "$@"'
	export BUFFER_KB=64 TRACE_MIB=1
	run trace_record out.dat 'power:cpu_idle power:cpu_idle_miss' true
	[[ $output == *'--compression none -C mono -b 64 -m 1024 -e power:cpu_idle -o out.dat true' ]]
}
