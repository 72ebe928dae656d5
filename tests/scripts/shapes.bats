#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# run-suite.sh to the end, and ended half-way, on made-up machines of every kind: what it runs, what it says of the machine,
# and that all is as before.

bats_require_minimum_version 1.5.0
load helper

setup() {
	((EUID == 0)) || skip "takes root"
	out=$BATS_TEST_TMPDIR/out
	SUITE=("$PN_SCRIPTS/run-suite.sh" --record-only --settle 0 --no-cost --output "$out" --workload pingpong --duration 1)
}

# as_before
as_before() {
	diff <(echo "$before") <(fingerprint) && [[ -z $(ls "$PN_STATE_DIR") ]]
}

# runs SHAPE ASKED RUN [NOTE]: both are governors with spaces between. NOTE is what the manifest says of the machine.
runs() {
	local governor
	machine "$1"
	suite_programs
	for governor in $2; do SUITE+=(--governor "$governor"); done
	before=$(fingerprint)
	"${SUITE[@]}"
	as_before
	[ "$(jq -r '.governors | join(" ")' "$out/manifest.json")" = "$3" ]
	for governor in $3; do [ -s "$out/$governor/pingpong/01/trace.dat" ]; done
	jq -e --arg note "${4:-}" '$note == "" or any(.notes[]; contains($note))' "$out/manifest.json"
	half_way TERM 143 true
	jq -e 'any(.notes[]; contains("did not come to its end"))' "$out/manifest.json"
	half_way KILL 137 "$PN_SCRIPTS/run-suite.sh" --restore
}

# half_way SIGNAL STATUS COMMAND...: ended by SIGNAL in the middle of a recording; COMMAND comes after it.
half_way() {
	local signal=$1 wanted=$2 status=0
	shift 2
	rm -rf "$out" "$BATS_TEST_TMPDIR/hangs"
	PINGPONG_HANGS=$BATS_TEST_TMPDIR/hangs "${SUITE[@]}" 3>&- &
	wait_for "$BATS_TEST_TMPDIR/hangs"
	ended_by "$signal" $! || status=$?
	[ "$status" -eq "$wanted" ]
	"$@"
	as_before
}

@test "a virtual machine with two states" {
	runs vm 'menu haltpoll' 'menu haltpoll'
}

@test "an arm64 with two clusters" {
	runs arm64 'menu teo' 'menu teo'
}

@test "a desktop with a state that is switched off" {
	runs desktop 'teo menu ladder' 'teo menu ladder' 'idle states are disabled: cpu11:state3'
}

@test "no cpuidle" {
	runs none teo default-idle 'no cpuidle driver'
}

@test "a governor that can only be read" {
	runs readonly menu menu
	rm -r "$out"
	run "${SUITE[@]}" --governor teo
	[ "$status" -eq 77 ]
	[[ $output == *"cannot be changed here"*--vm* ]]
	[ ! -e "$out" ]
	as_before
}

@test "a CPU offline" {
	runs offline '' menu 'CPUs 0-1,3 of 0-3 are online'
}
