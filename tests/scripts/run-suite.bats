#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2030,SC2031  # every test runs in a subshell of its own, and means to
# run-suite.sh on a made-up machine, with commands that only leave what the real ones would.

bats_require_minimum_version 1.5.0
load helper

setup() {
	make_machine
	export PN_BUILD=$BATS_TEST_TMPDIR/build PN_GUEST=1
	mkdir -p "$PN_BUILD/bin"
	out=$BATS_TEST_TMPDIR/out
	command_file trace-cmd <<-'END'
		args=("$@")
		while [[ $1 != -o ]]; do shift; done
		echo "$(cat "$PN_SYSROOT/sys/devices/system/cpu/cpuidle/current_governor")" >"$2"
		echo power:cpu_idle >"$PN_SYSROOT/sys/kernel/tracing/set_event"
		shift 2
		exec "$@"
	END
	command_file analyzer <<-'END'
		case $1 in
		states) echo '{}' ;;
		sample) echo first >"${!#}"; trap 'echo last >>"${!#}"; exit 0' TERM; while :; do sleep 0.05; done ;;
		esac
	END
	command_file pingpong <<-'END'
		[[ -z ${PINGPONG_FAILS:-} ]] || exit "$PINGPONG_FAILS"
		[[ -z ${PINGPONG_HANGS:-} ]] || { : >"$PINGPONG_HANGS"; sleep 20; }
		echo "$*" >"${!#}"
	END
	cp "$BATS_TEST_TMPDIR"/bin/{analyzer,pingpong} "$PN_BUILD/bin/"
	before=$(fingerprint)
}

suite() {
	"$PN_SCRIPTS/run-suite.sh" --record-only --output "$out" "$@"
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
	[ "$(ls "$out")" = $'manifest.json\nmenu\nstates.json' ]
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
	[ -e "$out/default-idle/pingpong/01/trace.dat" ]
	[ ! -e "$out/teo" ]
	jq -e '.notes[0] | contains("no cpuidle driver")' "$out/manifest.json"
}

@test "somebody else's tracing is left alone" {
	((EUID == 0)) || skip "takes root"
	put /sys/kernel/tracing/set_event sched:sched_switch
	before=$(fingerprint)
	run suite --governor teo --workload pingpong
	[ "$status" -eq 77 ]
	[ "$(fingerprint)" = "$before" ]
}

@test "a workload that fails ends the run with 1, and all is as before" {
	((EUID == 0)) || skip "takes root"
	PINGPONG_FAILS=3 run suite --governor teo --workload pingpong
	[ "$status" -eq 1 ]
	[[ $output == *"pingpong failed with status 3"* ]]
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
	PINGPONG_HANGS=$BATS_TEST_TMPDIR/hangs setsid "$PN_SCRIPTS/run-suite.sh" --record-only --output "$out" \
		--governor teo --workload pingpong 3>&- &
	pid=$!
	for ((i = 0; i < 100; i++)); do
		[ ! -e "$BATS_TEST_TMPDIR/hangs" ] || break
		sleep 0.1
	done
	kill -TERM -- "-$pid"
	status=0
	wait "$pid" || status=$?
	[ "$status" -eq 143 ]
	[ "$(fingerprint)" = "$before" ]
}

@test "wrong usage: 2 and one line" {
	for args in --nonsense '--governor' '--governor ../x' '--duration 0' '--duration soon' '--repeat 0' \
		'--workload nosuch' '--vm-cpus 99'; do
		# shellcheck disable=SC2086  # an option and its value
		run suite $args
		[ "$status" -eq 2 ]
		[ "${#lines[@]}" -eq 1 ]
	done
	[ ! -e "$out" ]
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
