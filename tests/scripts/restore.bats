#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2016,SC2030,SC2031,SC2154  # programs in quotes; every test runs in a subshell of its own, and means to; bats sets lines
# A run that is killed: at many points of it, by TERM, INT and KILL, the machine is to the byte what it was, after the
# trap or after --restore.

bats_require_minimum_version 1.5.0
load helper

readonly POINTS=13

setup() {
	((EUID == 0)) || skip "takes root"
	make_machine
	put /sys/kernel/tracing/buffer_size_kb 1408
	export PN_BUILD=$BATS_TEST_TMPDIR/build PN_GUEST=1 PN_STATE_DIR=$BATS_TEST_TMPDIR/state
	out=$BATS_TEST_TMPDIR/out
	stubs
	before=$(fingerprint)
}

# stubs: programs that change what the real ones do, end when told to, and leave their numbers in the file started.
stubs() {
	mkdir -p "$PN_BUILD/bin"
	command_file trace-cmd <<-'END'
		echo $$ >>"$BATS_TEST_TMPDIR/started"
		tracing=$PN_SYSROOT/sys/kernel/tracing
		while [[ $1 != -o ]]; do shift; done
		echo trace >"$2"
		echo power:cpu_idle >"$tracing/set_event"
		echo 'local global [mono]' >"$tracing/trace_clock"
		echo 8192 >"$tracing/buffer_size_kb"
		shift 2
		"$@"
		echo 0 >"$tracing/tracing_on"
	END
	command_file analyzer <<-'END'
		echo $$ >>"$BATS_TEST_TMPDIR/started"
		case $1 in
		states) echo '{}' ;;
		sample) echo first >"${!#}"; trap 'exit 0' TERM; while :; do sleep 0.05; done ;;
		esac
	END
	command_file pingpong <<-'END'
		echo $$ >>"$BATS_TEST_TMPDIR/started"
		sleep 0.1
		echo done >"${!#}"
	END
	cp "$BATS_TEST_TMPDIR"/bin/{analyzer,pingpong} "$PN_BUILD/bin/"
	# The file of the clock shows all of them, whichever was written.
	command_file cat <<-'END'
		if [[ ${!#} == */trace_clock && $(<"${!#}") == local ]]; then echo '[local] global mono'; exit; fi
		exec /bin/cat "$@"
	END
	# Counts the commands of the script; the one with the number KILL_AT does not come about.
	cat >"$BATS_TEST_TMPDIR/env" <<-'END'
		if [[ $0 == */run-suite.sh && -n ${KILL_WITH:-} ]]; then
			POINT=0
			point() {
				[[ $BASHPID == "$$" ]] || return 0
				POINT=$((POINT + 1))
				echo $POINT >"$BATS_TEST_TMPDIR/points"
				((POINT != KILL_AT)) || kill -"$KILL_WITH" $$
			}
			set -T
			trap point DEBUG
		fi
	END
}

# suite SIGNAL POINT: fills status.
suite() {
	rm -rf "$out"
	status=0
	KILL_WITH=$1 KILL_AT=$2 BASH_ENV=$BATS_TEST_TMPDIR/env env --default-signal=INT "$PN_SCRIPTS/run-suite.sh" \
		--record-only --settle 0 --output "$out" --governor menu --governor teo --workload pingpong --duration 1 \
		>"$BATS_TEST_TMPDIR/log" 2>&1 3>&- || status=$?
}

restore() {
	"$PN_SCRIPTS/run-suite.sh" --restore 3>&-
}

# as_before: the machine, and nothing is left running or in the folder of states. What is dead and not yet buried has no
# command line.
as_before() {
	local pid command clock=$PN_SYSROOT/sys/kernel/tracing/trace_clock shown
	shown=$(cat "$clock")
	echo "$shown" >"$clock"
	diff <(echo "$before") <(fingerprint) || return 1
	[[ -z $(ls "$PN_STATE_DIR" 2>/dev/null) ]] || { echo "left: $(ls "$PN_STATE_DIR")"; return 1; }
	while read -r pid; do
		command=$(tr '\0' ' ' <"/proc/$pid/cmdline") 2>/dev/null || continue
		[[ -z $command ]] || { echo "still there: $command"; return 1; }
	done <"$BATS_TEST_TMPDIR/started"
}

# killed_at_points SIGNAL STATUS RESTORE: at points all over a run; STATUS at each, and RESTORE is run after it.
killed_at_points() {
	local i total
	suite 0 0
	[ "$status" -eq 0 ] || { cat "$BATS_TEST_TMPDIR/log"; return 1; }
	as_before
	total=$(<"$BATS_TEST_TMPDIR/points")
	for ((i = 1; i <= POINTS; i++)); do
		: >"$BATS_TEST_TMPDIR/started"
		suite "$1" $((total * i / (POINTS + 1)))
		[ "$status" -eq "$2" ] || { echo "point $i: status $status"; cat "$BATS_TEST_TMPDIR/log"; return 1; }
		$3
		as_before || { echo "after point $i of $POINTS in $total"; cat "$BATS_TEST_TMPDIR/log"; return 1; }
	done
}

@test "TERM at many points: all goes back by itself" {
	killed_at_points TERM 143 true
}

@test "INT at many points: all goes back by itself" {
	killed_at_points INT 130 true
}

@test "KILL at many points: --restore finishes, and ends what still runs" {
	killed_at_points KILL 137 restore
}

# killed: in the middle of the first recording, where all is changed.
killed() {
	command_file pingpong <<-'END'
		echo $$ >>"$BATS_TEST_TMPDIR/started"
		: >"$BATS_TEST_TMPDIR/hangs"
		exec sleep 60
	END
	cp "$BATS_TEST_TMPDIR/bin/pingpong" "$PN_BUILD/bin/"
	"$PN_SCRIPTS/run-suite.sh" --record-only --settle 0 --output "$out" --governor teo --workload pingpong \
		>"$BATS_TEST_TMPDIR/log" 2>&1 3>&- &
	suite=$!
	wait_for "$BATS_TEST_TMPDIR/hangs"
	[ "${1:-}" = alive ] || { kill -KILL "$suite"; wait "$suite" || true; }
}

@test "what is to be restored is for its owner's eyes alone, under a name that cannot be known before" {
	killed
	[ "$(stat -c %a "$PN_STATE_DIR")" = 700 ]
	[ "$(stat -c %a "$PN_STATE_DIR"/run.*)" = 600 ]
	[[ $(ls "$PN_STATE_DIR") =~ ^run\.[A-Za-z0-9]{8}$ ]]
	grep -qP '^governor\tmenu$' "$PN_STATE_DIR"/run.*
	grep -qP '^tracing\tlocal\t1408\t1$' "$PN_STATE_DIR"/run.*
	[ "$(sysfs=/sys/devices/system/cpu/cpuidle/current_governor; cat "$PN_SYSROOT$sysfs")" = teo ]
	run restore
	[ "$status" -eq 0 ]
	[[ $output == *"restored what"* ]]
	as_before
	run restore
	[ "$status" -eq 0 ]
	[[ $output == *"nothing to restore"* ]]
}

@test "the next run restores first" {
	killed
	command_file pingpong <<<'echo done >"${!#}"'
	cp "$BATS_TEST_TMPDIR/bin/pingpong" "$PN_BUILD/bin/"
	suite 0 0
	[ "$status" -eq 0 ]
	grep -q "restored what" "$BATS_TEST_TMPDIR/log"
	as_before
}

@test "a run that still goes on is not restored, nor may another begin" {
	killed alive
	run restore
	[ "$status" -eq 1 ]
	[[ $output == *"a run is going on (process $suite)"* ]]
	run "$PN_SCRIPTS/run-suite.sh" --record-only --output "$out.2" --workload pingpong
	[ "$status" -eq 1 ]
	kill -TERM "$suite"
	wait "$suite" || true
	as_before
}

@test "after a boot there is nothing to give back" {
	killed
	run restore
	as_before
	printf 'boot\t%s\nowner\t1\t1\ngovernor\tteo\n' 00000000-0000-0000-0000-000000000000 >"$PN_STATE_DIR/run.abcdefgh"
	run restore
	[ "$status" -eq 0 ]
	[[ $output == *"has been booted since"* ]]
	as_before
}

@test "what did not go back stays to be tried again" {
	killed
	governor=$PN_SYSROOT/sys/devices/system/cpu/cpuidle/current_governor
	mv "$governor" "$governor.away"
	mkdir "$governor"
	run restore
	[ "$status" -eq 1 ]
	[[ $output == *"could not restore: governor menu"* ]]
	rmdir "$governor"
	mv "$governor.away" "$governor"
	run restore
	[ "$status" -eq 0 ]
	as_before
}

@test "a folder that others may write to, and a symbolic link, are not trusted" {
	mkdir "$PN_STATE_DIR"
	printf 'boot\t%s\nowner\t1\t1\ngovernor\tteo\n' "$(cat /proc/sys/kernel/random/boot_id)" >"$BATS_TEST_TMPDIR/evil"
	ln -s "$BATS_TEST_TMPDIR/evil" "$PN_STATE_DIR/run.abcdefgh"
	run restore
	[[ $output == *"not mine, left alone"* ]]
	chmod 777 "$PN_STATE_DIR"
	run restore
	[ "$status" -eq 1 ]
	[[ $output == *"others could have written there"* ]]
	rm "$PN_STATE_DIR/run.abcdefgh"
	run "$PN_SCRIPTS/run-suite.sh" --record-only --output "$out" --workload pingpong
	[ "$status" -eq 1 ]
	[ "$(fingerprint)" = "$before" ]
}

@test "values, disabled states and modules go back as well, the oldest value last" {
	put /sys/x/disable 0
	put /proc/modules 'synth_idle 16384 0 - Live 0x0'
	before=$(fingerprint)
	command_file rmmod <<<'echo "$1" >"$BATS_TEST_TMPDIR/removed"'
	library sysfs governor trace state
	state_open
	borrow module synth_idle
	sysfs_borrow /sys/x/disable 1
	sysfs_borrow /sys/x/disable 2
	left=$(cat "$STATE_FILE")
	sed -i 's/^owner.*/owner\t1\t1/' "$STATE_FILE"
	[ "$(grep -c . <<<"$left")" -eq 5 ]
	: >"$BATS_TEST_TMPDIR/started"
	restore
	[ "$(cat "$BATS_TEST_TMPDIR/removed")" = synth_idle ]
	as_before
}
