#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2016,SC2030,SC2031  # scripts in quotes; a subshell for each test
# Messages and the undo stack.

bats_require_minimum_version 1.5.0
load helper

# in_script TEXT: runs TEXT as a script of its own.
in_script() {
	printf 'set -euo pipefail\nsource "%s/lib/common.sh"\n%s\n' "$PN_SCRIPTS" "$1" >"$BATS_TEST_TMPDIR/try"
	bash "$BATS_TEST_TMPDIR/try"
}

@test "undo runs the newest first" {
	run in_script 'undo_install; undo_push echo one; undo_push echo two'
	[ "$status" -eq 0 ]
	[ "$output" = $'two\none' ]
}

@test "undo keeps arguments with spaces and quotes apart" {
	run in_script 'undo_install; undo_push printf "<%s>" "a b" "c'\''d" "\$x"'
	[ "$output" = "<a b><c'd><\$x>" ]
}

@test "undo goes on after an entry that fails" {
	run in_script 'undo_install; undo_push echo one; undo_push false'
	[ "$status" -eq 0 ]
	[[ $output == *"could not undo: 'false'"* ]]
	[[ $output == *one ]]
}

@test "undo runs after an error, and the status stays" {
	run in_script 'undo_install; undo_push echo undone; die 77 "no such thing"'
	[ "$status" -eq 77 ]
	[[ $output == *"no such thing"* ]]
	[[ $output == *undone ]]
}

@test "undo runs after TERM, with the status of the signal" {
	run in_script 'undo_install; undo_push echo undone; kill -TERM $$; sleep 5'
	[ "$status" -eq 143 ]
	[ "$output" = undone ]
}

# The signal is pending when the next substitution is about to be parsed, which bash 5.2 gets wrong.
@test "undo runs after a signal between two command substitutions" {
	local signal
	for signal in HUP INT TERM; do
		for text in 'x=$(kill -S $$)$(echo a)' 'f() { x=$(kill -S $$)$(echo a); }; f || echo failed'; do
			run in_script "undo_install; undo_push eval 'echo \$(echo undone)'; ${text//-S/-$signal}; echo goes on"
			[ "$status" -eq $((128 + $(kill -l $signal))) ]
			[ "$output" = undone ]
		done
	done
}

@test "a signal waits for an entry to be undone, and is not forgotten" {
	run in_script 'undo_install; undo_push echo one; undo_push eval "kill -TERM $$; echo two"; undo_to 1; echo goes on'
	[ "$status" -eq 143 ]
	[ "$output" = $'two\none' ]
}

@test "TERM ends the command that is waited for, and what it started" {
	started=$BATS_TEST_TMPDIR/started
	in_script "undo_install; run_waiting bash -c 'sleep 60 & echo \$! >$started; wait'" 3>&- &
	for ((i = 0; i < 100; i++)); do
		[ ! -s "$started" ] || break
		sleep 0.1
	done
	pkill -TERM -P $!
	status=0
	wait $! || status=$?
	[ "$status" -eq 143 ]
	run ! kill -0 "$(cat "$started")"
}

@test "the status of a command that is waited for is passed on" {
	run in_script 'undo_install; run_waiting bash -c "exit 7" || echo "status $?"; echo "${#UNDO_STACK[@]} left"'
	[ "$output" = $'status 7\n0 left' ]
}

@test "an entry is undone once" {
	run in_script 'undo_install; undo_push echo one; undo_all; undo_all'
	[ "$output" = one ]
}

@test "temporary folders are private and go away" {
	run in_script 'undo_install; temp_dir d; stat -c %a "$d"; echo "$d"'
	[ "${lines[0]}" = 700 ]
	[ ! -e "${lines[1]}" ]
}

@test "an option with = is two arguments, a value with = stays one" {
	library
	split_options --name=value --empty= --two=a=b --flag -x=1 path=1 --synth 'states=POLL:0:0' '--odd=a b'
	[ "$(printf '<%s>' "${ARGS[@]}")" = \
		"<--name><value><--empty><><--two><a=b><--flag><-x=1><path=1><--synth><states=POLL:0:0><--odd><a b>" ]
	split_options
	[ "${#ARGS[@]}" -eq 0 ]
}

@test "wrong usage ends with 2 and names --help" {
	run in_script 'usage_error "unknown argument"'
	[ "$status" -eq 2 ]
	[[ $output == *--help* ]]
}

@test "the cache follows PN_CACHE, then XDG_CACHE_HOME, then HOME" {
	library
	[ "$(PN_CACHE=/a XDG_CACHE_HOME=/b HOME=/c cache_dir)" = /a ]
	[ "$(unset PN_CACHE; XDG_CACHE_HOME=/b HOME=/c cache_dir)" = /b/powernightmare ]
	[ "$(unset PN_CACHE XDG_CACHE_HOME; HOME=/c cache_dir)" = /c/.cache/powernightmare ]
}
