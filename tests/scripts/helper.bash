# SPDX-License-Identifier: GPL-2.0-only
# What the script tests share: the libraries, and a made-up machine under $PN_SYSROOT.
# shellcheck shell=bash disable=SC1090,SC1091,SC2016  # the libraries are chosen by each test; programs in quotes

PN_TOP_DIR=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
export PN_SCRIPTS=$PN_TOP_DIR/scripts

# put PATH CONTENT: a file of the made-up machine.
put() {
	mkdir -p "$(dirname "$PN_SYSROOT$1")"
	printf '%s\n' "$2" >"$PN_SYSROOT$1"
}

# put_tracing: nobody traces.
put_tracing() {
	local tracing=/sys/kernel/tracing
	put $tracing/current_tracer nop
	put $tracing/trace_clock '[local] global mono'
	put $tracing/buffer_size_kb '7 (expanded: 1408)'
	put $tracing/tracing_on 1
	put $tracing/per_cpu/cpu0/stats 'overrun: 0'
	: >"$PN_SYSROOT$tracing/set_event"
	mkdir -p "$PN_SYSROOT$tracing/events/power/cpu_idle"
}

# make_machine: two CPUs, menu and teo, nobody traces.
make_machine() {
	local cpuidle=/sys/devices/system/cpu/cpuidle
	export PN_SYSROOT=$BATS_TEST_TMPDIR/machine
	put $cpuidle/current_driver some_driver
	put $cpuidle/available_governors 'menu teo '
	put $cpuidle/current_governor menu
	put_tracing
}

# machine SHAPE: one of tests/support/fake_sysfs.sh, nobody traces.
machine() {
	source "$PN_TOP_DIR/tests/support/fake_sysfs.sh"
	export PN_SYSROOT=$BATS_TEST_TMPDIR/machine
	fake_sysfs "$1" "$PN_SYSROOT"
	put_tracing
}

# suite_programs: trace-cmd, analyzer and workloads that only leave what the real ones would. PINGPONG_FAILS is a status,
# PINGPONG_HANGS a file that says that it is running.
suite_programs() {
	export PN_BUILD=$BATS_TEST_TMPDIR/build PN_GUEST=1 PN_STATE_DIR=$BATS_TEST_TMPDIR/state
	mkdir -p "$PN_BUILD/bin"
	command_file trace-cmd <<-'END'
		args=("$@")
		while [[ $1 != -o ]]; do shift; done
		echo "$(cat "$PN_SYSROOT/sys/devices/system/cpu/cpuidle/"current_governor* | head -n 1)" >"$2"
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
	command_file idle <<<'echo "$*" >"${!#}"'
	cp "$BATS_TEST_TMPDIR"/bin/{analyzer,pingpong,idle} "$PN_BUILD/bin/"
}

# wait_for FILE: until it is there.
wait_for() {
	local i
	for ((i = 0; i < 300; i++)); do
		[[ ! -e $1 ]] || return 0
		command sleep 0.1
	done
	return 1
}

# ended_by SIGNAL PID: its status. The signal is sent again as long as the process is there: a shell that is just reading its
# script may lose one.
ended_by() {
	local i
	for ((i = 0; i < 200; i++)); do
		kill "-$1" "$2" 2>/dev/null || break
		command sleep 0.3
	done
	wait "$2"
}

# fingerprint: every file of the machine with its content.
fingerprint() {
	(cd "$PN_SYSROOT" && find . -type f -print0 | sort -z | xargs -0 sha256sum)
}

# command_file NAME: a program of that name, before all others, with the text on stdin.
command_file() {
	mkdir -p "$BATS_TEST_TMPDIR/bin"
	{ echo '#!/bin/bash'; cat; } >"$BATS_TEST_TMPDIR/bin/$1"
	chmod +x "$BATS_TEST_TMPDIR/bin/$1"
	PATH=$BATS_TEST_TMPDIR/bin:$PATH
}

# library NAME...: into the test's own shell.
library() {
	local name
	source "$PN_SCRIPTS/lib/common.sh"
	for name; do
		source "$PN_SCRIPTS/lib/$name.sh"
	done
}
