# SPDX-License-Identifier: GPL-2.0-only
# What the script tests share: the libraries, and a made-up machine under $PN_SYSROOT.
# shellcheck shell=bash disable=SC1090,SC1091  # the libraries are chosen by each test

PN_TOP_DIR=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
export PN_SCRIPTS=$PN_TOP_DIR/scripts

# put PATH CONTENT: a file of the made-up machine.
put() {
	mkdir -p "$(dirname "$PN_SYSROOT$1")"
	printf '%s\n' "$2" >"$PN_SYSROOT$1"
}

# make_machine: two CPUs, menu and teo, nobody traces.
make_machine() {
	local cpuidle=/sys/devices/system/cpu/cpuidle tracing=/sys/kernel/tracing
	export PN_SYSROOT=$BATS_TEST_TMPDIR/machine
	put $cpuidle/current_driver some_driver
	put $cpuidle/available_governors 'menu teo '
	put $cpuidle/current_governor menu
	put $tracing/current_tracer nop
	put $tracing/trace_clock '[local] global mono'
	put $tracing/buffer_size_kb '7 (expanded: 1408)'
	put $tracing/tracing_on 1
	put $tracing/per_cpu/cpu0/stats 'overrun: 0'
	: >"$PN_SYSROOT$tracing/set_event"
	mkdir -p "$PN_SYSROOT$tracing/events/power/cpu_idle"
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
