#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2016,SC2030,SC2031  # programs in quotes; every test runs in a subshell of its own, and means to
# run-suite.sh on a made-up machine, with commands that only leave what the real ones would.

bats_require_minimum_version 1.5.0
load helper

setup() {
	make_machine
	suite_programs
	out=$BATS_TEST_TMPDIR/out
	before=$(fingerprint)
}

suite() {
	"$PN_SCRIPTS/run-suite.sh" --record-only --settle 0 --output "$out" "$@"
}

@test "each governor is recorded under its name, and all is as before" {
	((EUID == 0)) || skip "takes root"
	suite --governor menu --governor teo --workload pingpong --duration 3s
	for governor in menu teo; do
		folder=$out/$governor/pingpong/01
		[ "$(cat "$folder/trace.dat")" = "$governor" ]
		[ "$(cat "$folder/counters.csv")" = $'first\nlast' ]
		[ "$(cat "$folder/workload.json")" = "--pair 0,1 --duration 3s --json $folder/workload.json" ]
		[ -e "$folder/states.json" ]
	done
	jq -e '.governors == ["menu", "teo"]' "$out/manifest.json"
	[ "$(fingerprint)" = "$before" ]
}

@test "without a governor the present one is recorded" {
	((EUID == 0)) || skip "takes root"
	suite --workload pingpong
	[ "$(ls "$out")" = $'manifest.json\nmenu\nstates.json\nuntraced' ]
}

@test "a governor that is not there: 77, those that are, and the way out" {
	((EUID == 0)) || skip "takes root"
	run suite --governor ladder --workload pingpong
	[ "$status" -eq 77 ]
	[[ $output == *"menu teo"* ]]
	[[ $output == *--vm* ]]
	[ "$(fingerprint)" = "$before" ]
}

@test "without a cpuidle driver the default idle loop is recorded, and the manifest says so" {
	((EUID == 0)) || skip "takes root"
	put /sys/devices/system/cpu/cpuidle/current_driver none
	suite --governor teo --workload pingpong
	[ -s "$out/default-idle/pingpong/01/trace.dat" ]
	[ ! -e "$out/teo" ]
	jq -e '.notes[0] | contains("no cpuidle driver")' "$out/manifest.json"
}

@test "each workload runs once without recording, with counters, apart from the repeats" {
	((EUID == 0)) || skip "takes root"
	suite --governor teo --workload pingpong
	[ "$(ls "$out/untraced/teo/pingpong")" = $'counters.csv\nstates.json\nworkload.json' ]
	rm -r "$out"
	suite --governor teo --workload pingpong --no-cost
	[ ! -e "$out/untraced" ]
}

@test "the warm-up runs the first workload, and leaves nothing" {
	((EUID == 0)) || skip "takes root"
	command_file pingpong <<<'echo "$*" >>"$BATS_TEST_TMPDIR/pingpong-runs"'
	cp "$BATS_TEST_TMPDIR/bin/pingpong" "$PN_BUILD/bin/"
	suite --governor teo --workload pingpong --warm-up 7 --duration 3 --no-cost
	[ "$(head -n 1 "$BATS_TEST_TMPDIR/pingpong-runs")" = '--pair 0,1 --duration 7s --quiet' ]
	[ "$(wc -l <"$BATS_TEST_TMPDIR/pingpong-runs")" = 2 ]
}

@test "of a long workload the middle is recorded, of a short one all" {
	((EUID == 0)) || skip "takes root"
	command_file sleep <<<'echo "$1" >>"$BATS_TEST_TMPDIR/sleeps"'
	suite --governor teo --workload pingpong --duration 50 --trace-window 10 --no-cost
	grep -x 20 "$BATS_TEST_TMPDIR/sleeps"
	grep -x 10 "$BATS_TEST_TMPDIR/sleeps"
	grep -q -- '--duration 50s' "$out/teo/pingpong/01/workload.json"
	for window in 0 50; do
		rm -r "$out" "$BATS_TEST_TMPDIR/sleeps"
		suite --governor teo --workload pingpong --duration 50 --trace-window $window --no-cost
		run ! grep -xE '20|10' "$BATS_TEST_TMPDIR/sleeps"
	done
	rm -r "$out" "$BATS_TEST_TMPDIR/sleeps"
	echo 'pingpong 50+ pingpong' >"$BATS_TEST_TMPDIR/conf"
	suite --governor teo --config "$BATS_TEST_TMPDIR/conf" --trace-window 10 --no-cost
	run ! grep -xE '20|10' "$BATS_TEST_TMPDIR/sleeps"
}

@test "a trace that may have reached its size is noted" {
	((EUID == 0)) || skip "takes root"
	mkdir -p "$PN_SYSROOT/sys/kernel/tracing/per_cpu/"cpu{1..1024}
	suite --governor teo --workload pingpong --trace-size 1 --no-cost
	jq -e '.notes[0] | contains("may have reached its size")' "$out/manifest.json"
}

@test "somebody else's tracing is left alone" {
	((EUID == 0)) || skip "takes root"
	put /sys/kernel/tracing/set_event sched:sched_switch
	before=$(fingerprint)
	run suite --governor teo --workload pingpong
	[ "$status" -eq 77 ]
	[ "$(fingerprint)" = "$before" ]
}

@test "a workload that fails does not end the others; 1, and all is as before" {
	((EUID == 0)) || skip "takes root"
	PINGPONG_FAILS=3 run suite --governor teo --workload pingpong --workload idle
	[ "$status" -eq 1 ]
	jq -e '.notes[0] == "teo/pingpong/01: pingpong failed with status 3"' "$out/manifest.json"
	[ -s "$out/teo/idle/01/trace.dat" ]
	[ "$(fingerprint)" = "$before" ]
}

@test "a workload that cannot run here is noted, not fatal" {
	((EUID == 0)) || skip "takes root"
	PINGPONG_FAILS=77 run suite --governor teo --workload pingpong
	[ "$status" -eq 0 ]
	jq -e '.notes == ["pingpong cannot run here"]' "$out/manifest.json"
}

@test "losses are noted" {
	((EUID == 0)) || skip "takes root"
	put /sys/kernel/tracing/per_cpu/cpu0/stats 'overrun: 12'
	suite --governor teo --workload pingpong
	jq -e '.notes[0] | contains("12 events did not fit")' "$out/manifest.json"
}

@test "TERM in the middle of a recording: all is as before" {
	((EUID == 0)) || skip "takes root"
	PINGPONG_HANGS=$BATS_TEST_TMPDIR/hangs "$PN_SCRIPTS/run-suite.sh" --record-only --output "$out" \
		--governor teo --workload pingpong 3>&- &
	wait_for "$BATS_TEST_TMPDIR/hangs"
	status=0
	ended_by TERM $! || status=$?
	[ "$status" -eq 143 ]
	[ "$(fingerprint)" = "$before" ]
}

@test "wrong usage: 2 and one line" {
	for args in --nonsense '--governor' '--governor ../x' '--duration 0' '--duration soon' '--repeat 0' \
		'--workload nosuch' '--workload=nosuch' '--repeat=' '--report' \
		'--governor teo --governor teo' '--workload idle --workload idle' '--vm-cpus 99' '--preset huge' '--settle x' '--trace-size 0' '--warm-up -1'; do
		# shellcheck disable=SC2086  # an option and its value
		run suite $args
		[ "$status" -eq 2 ]
		[ "${#lines[@]}" -eq 1 ]
	done
	[ ! -e "$out" ]
}

@test "a recording that fails: the first one ends the run, a later one costs itself" {
	((EUID == 0)) || skip "takes root"
	cp "$BATS_TEST_TMPDIR/bin/trace-cmd" "$BATS_TEST_TMPDIR/bin/recorder"
	command_file trace-cmd <<<'[[ $* != *"$RECORD_FAILS"* ]] || exit 1; exec recorder "$@"'
	RECORD_FAILS=/menu/ run suite --governor menu --governor teo --workload pingpong --no-cost
	[ "$status" -eq 1 ]
	[ "${lines[1]}" = "run-suite.sh: trace-cmd could not record" ]
	[ "$(fingerprint)" = "$before" ]
	rm -r "$out"
	RECORD_FAILS=/teo/ run suite --governor menu --governor teo --repeat 2 --workload pingpong --no-cost
	[ "$status" -eq 1 ]
	jq -e '.notes == ["teo/pingpong/01: trace-cmd could not record", "teo/pingpong/02: trace-cmd could not record"]' \
		"$out/manifest.json"
	[ -s "$out/menu/pingpong/02/trace.dat" ]
	[ "$(fingerprint)" = "$before" ]
}

@test "the workload goes on when the recording of its middle fails, and ends before the next" {
	((EUID == 0)) || skip "takes root"
	command_file sleep <<<'exit 0'
	command_file trace-cmd <<<'exit 1'
	run suite --governor teo --workload pingpong --duration 50 --trace-window 10 --no-cost
	[ "$status" -eq 1 ]
	[ -e "$out/teo/pingpong/01/workload.json" ]
	[ "$(fingerprint)" = "$before" ]
}

@test "an event that the kernel lacks is noted" {
	((EUID == 0)) || skip "takes root"
	mkdir -p "$PN_SYSROOT/sys/kernel/tracing/events/sched/sched_switch"
	suite --governor teo --workload pingpong --no-cost --event sched:sched_switch --event no:such
	jq -e '.notes == ["this kernel has no event no:such: it is left out"]' "$out/manifest.json"
}

@test "a program that is none of this project's is refused before anything is recorded" {
	((EUID == 0)) || skip "takes root"
	echo 'one 5 nosuch --option' >"$BATS_TEST_TMPDIR/conf"
	run suite --governor teo --config "$BATS_TEST_TMPDIR/conf"
	[ "$status" -eq 2 ]
	[ "$output" = "run-suite.sh: $BATS_TEST_TMPDIR/conf: one: no program of this project is called 'nosuch'" ]
	[ ! -e "$out" ]
}

@test "TERM during a long pause is not made to wait" {
	((EUID == 0)) || skip "takes root"
	"$PN_SCRIPTS/run-suite.sh" --record-only --output "$out" --governor teo --workload pingpong --settle 3000 3>&- &
	wait_for "$out/manifest.json"
	status=0
	ended_by TERM $! || status=$?
	[ "$status" -eq 143 ]
	jq -e '.notes == ["the run did not come to its end"]' "$out/manifest.json"
	[ "$(fingerprint)" = "$before" ]
}

@test "what is no results folder has no reports" {
	unset PN_GUEST
	for name in cmake dpkg-query; do command_file $name <<<'echo ii'; done
	run "$PN_SCRIPTS/run-suite.sh" --report "$BATS_TEST_TMPDIR"
	[ "$status" -eq 1 ]
	[ "$output" = "run-suite.sh: $BATS_TEST_TMPDIR: has no manifest.json that can be read, so it is no folder of this program" ]
}

@test "options take their values behind = as well" {
	((EUID == 0)) || skip "takes root"
	suite --governor=teo --workload=pingpong --duration=3s --no-cost
	grep -q -- '--duration 3s' "$out/teo/pingpong/01/workload.json"
	run suite --governor=
	[ "$status" -eq 2 ]
	run suite --nosuch=1
	[ "$output" = "run-suite.sh: unknown argument '--nosuch'; try 'run-suite.sh --help'" ]
}

@test "a governor that the lab lacks is refused before anything is done: 77, one line, those that it has" {
	cd "$BATS_TEST_TMPDIR"
	for governor in nosuch haltpoll; do
		run "$PN_SCRIPTS/run-suite.sh" --vm --governor menu --governor $governor
		[ "$status" -eq 77 ]
		[ "$output" = "run-suite.sh: the lab has no governor '$governor'; it has: ladder menu teo" ]
		run "$PN_SCRIPTS/run-suite.sh" --vm --governor $governor --dry-run
		[ "$status" -eq 0 ]
		[[ $output == *"In the way: the lab has no governor '$governor'"* ]]
	done
	[ -z "$(compgen -G 'results-*')" ]
}

@test "under sudo the results belong to who asked, the folders above that were made as well" {
	((EUID == 0)) || skip "takes root"
	mkdir "$BATS_TEST_TMPDIR/above"
	out=$BATS_TEST_TMPDIR/above/new/out
	SUDO_UID=12345 SUDO_GID=54321 suite --governor teo --workload pingpong
	[ "$(find "$BATS_TEST_TMPDIR/above/new" -printf '%U:%G\n' | sort -u)" = 12345:54321 ]
	[ "$(stat -c %u:%g "$BATS_TEST_TMPDIR/above")" = 0:0 ]
	PINGPONG_FAILS=3 SUDO_UID=12345 SUDO_GID=54321 run suite --governor teo --workload pingpong --output "$out.2"
	[ "$(find "$out.2" -printf '%U:%G\n' | sort -u)" = 12345:54321 ]
	chown 1:1 "$out.2"/*
	SUDO_UID=12345 SUDO_GID=54321 run suite --governor teo --workload pingpong --output "$out.2"
	[ "$(stat -c %u:%g "$out.2/manifest.json")" = 1:1 ]
}

@test "a folder with something in it is refused" {
	((EUID == 0)) || skip "takes root"
	mkdir "$out"
	: >"$out/x"
	run suite --governor teo --workload pingpong
	[ "$status" -eq 1 ]
	[ "$(fingerprint)" = "$before" ]
}

@test "every help text stays under 80 columns and has examples" {
	for script in "$PN_SCRIPTS"/*.sh "$PN_SCRIPTS"/vm/{build-kernel,make-initramfs,run-vm}.sh; do
		"$script" --help >"$BATS_TEST_TMPDIR/help"
		[ "$(wc -L <"$BATS_TEST_TMPDIR/help")" -lt 80 ]
		grep -q '^Example' "$BATS_TEST_TMPDIR/help"
		grep -q '^Exit status' "$BATS_TEST_TMPDIR/help"
	done
}

@test "a folder is no configuration: one line that names it" {
	run "$PN_SCRIPTS/run-suite.sh" --config "$BATS_TEST_TMPDIR" --list
	[ "$status" -eq 1 ]
	[ "$output" = "run-suite.sh: $BATS_TEST_TMPDIR: cannot be read" ]
}

@test "without root: 77 and one line, before anything is installed or built" {
	((EUID == 0)) || skip "takes root, to become another"
	nobody=(setpriv --reuid 65534 --regid 65534 --clear-groups)
	"${nobody[@]}" test -r "$PN_SCRIPTS/lib/lab.sh" || skip "this tree is open to nobody but root"
	run "${nobody[@]}" env -u PN_GUEST -u PN_BUILD "$PN_SCRIPTS/run-suite.sh" --workload idle
	[ "$status" -eq 77 ]
	[ "$output" = "run-suite.sh: recording takes root; use sudo, or see --vm" ]
}
