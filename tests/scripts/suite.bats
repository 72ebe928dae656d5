#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2030,SC2031  # every test runs in a subshell of its own, and means to
# The workloads' configuration, the plan, the results folder and its manifest.

bats_require_minimum_version 1.5.0
load helper

setup() {
	make_machine
	library sysfs governor build suite results
	conf=$BATS_TEST_TMPDIR/conf
}

@test "the configuration that comes with the suite is read" {
	suite_load "$PN_SCRIPTS/suite.conf"
	[[ " ${SUITE_LABELS[*]} " == *" pingpong "* ]]
	[[ " ${SUITE_LABELS[*]} " == *" sleepers "* ]]
}

@test "comments and empty lines are passed over, the last line may lack its end" {
	printf '# a comment\n\none 5 pingpong --pair 0,1\ntwo 15 sleepers' >"$conf"
	run suite_load "$conf"
	[ "$status" -eq 0 ]
	suite_load "$conf"
	[ "${SUITE_LABELS[*]}" = 'one two' ]
	[ "${SUITE_SECONDS[two]}" = 15 ]
	suite_command one
	[ "${COMMAND[*]}" = "$PN_BIN/pingpong --pair 0,1" ]
}

@test "a bad line is named with its number" {
	for line in 'one 5' 'one x pingpong' 'one 0 pingpong' '../one 5 pingpong'; do
		printf 'fine 5 idle\n%s\n' "$line" >"$conf"
		run suite_load "$conf"
		[ "$status" -eq 2 ]
		[[ $output == *"$conf:2:"* ]]
	done
	printf 'a 5 idle\na 6 idle\n' >"$conf"
	run suite_load "$conf"
	[ "$status" -eq 2 ]
}

@test "governors take turns, and turn around with every repeat" {
	run plan_make 2 'menu teo' 'a b'
	[ "$output" = $'menu a 01\nmenu b 01\nteo a 01\nteo b 01\nteo a 02\nteo b 02\nmenu a 02\nmenu b 02' ]
}

@test "runs without recording: under all governors, the first or none, in the middle" {
	[ "$(plan_make 3 'menu teo' a all | grep -n untraced)" = $'5:menu a untraced\n6:teo a untraced' ]
	[ "$(plan_make 1 'menu teo' 'a b' first | grep -n untraced)" = $'5:menu a untraced\n6:menu b untraced' ]
	run ! grep untraced <<<"$(plan_make 2 'menu teo' a none)"
}

@test "the lab gets room for what is recorded: a window of long runs, all of what changes on the way" {
	library lab suite-lab
	printf 'a 100 idle\nb 100+ idle\nc 5 idle\n' >"$conf"
	suite_load "$conf"
	export TRACE_WINDOW=20
	[ "$(lab_room "$(plan_make 2 menu 'a b c')")" = $((2 * (21 + 101 + 6))) ]
	[ "$(lab_room "$(plan_make 1 menu a all)")" = $((21 + 1)) ]
	TRACE_WINDOW=0
	[ "$(lab_room "$(plan_make 1 menu a)")" = 101 ]
	lab_size "$(plan_make 2 menu c)"
	[ "${#LAB_SIZE[@]}" -eq 0 ]
	lab_size "$(plan_make 30 menu a)"
	[ "${LAB_SIZE[*]}" = "--memory $((3030 * 4 / 3 + 512)) --disk 3030" ]
}

@test "the plan's length is the sum of its workloads" {
	printf 'a 5 idle\nb 7 idle\n' >"$conf"
	suite_load "$conf"
	[ "$(plan_seconds "$(plan_make 2 'menu teo' 'a b')")" = 48 ]
}

@test "a results folder that holds something is refused" {
	mkdir "$BATS_TEST_TMPDIR/full"
	: >"$BATS_TEST_TMPDIR/full/file"
	run results_create "$BATS_TEST_TMPDIR/full"
	[ "$status" -eq 1 ]
	run results_create "$BATS_TEST_TMPDIR/full/file"
	[ "$status" -eq 1 ]
	results_create "$BATS_TEST_TMPDIR/new/one"
	[ -d "$BATS_TEST_TMPDIR/new/one" ]
}

@test "JSON strings hold quotes, backslashes and control characters" {
	printf '%s' "$(json_string $'a"b\\c\td')" | jq -e '. == "a\"b\\c d"'
	[ "$(json_or_null '')" = null ]
	json_array 'a' 'b "c"' | jq -e '. == ["a", "b \"c\""]'
	json_array | jq -e '. == []'
}

@test "the manifest is JSON and says what the machine is" {
	put /proc/cpuinfo $'processor\t: 0\nmodel name\t: Some CPU @ 3 GHz\nflags\t\t: fpu hypervisor'
	put /proc/cmdline 'root=/dev/sda quiet "x"'
	export PN_COMMAND_LINE='run-suite.sh --governor teo' STARTED=2024-01-01T00:00:00Z PRESET=none REPEAT=1 TRACE_WINDOW=20
	note 'something "odd"'
	manifest_write "$BATS_TEST_TMPDIR/m.json" 'menu teo'
	jq -e '.schema == "powernightmare.manifest/1" and .cpu_model == "Some CPU @ 3 GHz" and .virtual == "vm"
		and .governors == ["menu", "teo"] and .cpuidle_driver == "some_driver" and .microcode == null
		and .notes == ["something \"odd\""] and .hz == null and .tick_ns == null' "$BATS_TEST_TMPDIR/m.json"
}
