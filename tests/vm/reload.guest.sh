#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
# In the lab's guest: both modules come and go many times, and leave nothing behind, as TAP.
# lab: --synth none

set -u

readonly MODULES=/lib/modules
readonly KMEMLEAK=/sys/kernel/debug/kmemleak
# shellcheck source=../../scripts/lib/tap.sh
source /pn/scripts/lib/tap.sh

# How often, unless whoever runs this says so.
: "${RELOADS:=20}"

# While the CPUs go to sleep and wake up: nothing else runs here.
reload() {
	local i
	for ((i = 0; i < RELOADS; i++)); do
		if ! { insmod $MODULES/synth_idle.ko && insmod $MODULES/latency_test.ko && usleep 5000 &&
			rmmod latency_test && rmmod synth_idle; }; then
			echo "# round $i"
			return 1
		fi
	done
	echo "# $RELOADS rounds"
}

# What was allocated a moment ago may still be in a register: scanned twice, with time between.
nothing_leaked() {
	echo scan >$KMEMLEAK
	sleep 6
	echo scan >$KMEMLEAK
	sed 's/^/# /' $KMEMLEAK
	[[ -z $(cat $KMEMLEAK) ]]
}

mount -t debugfs none /sys/kernel/debug 2>/dev/null
tap_check "both modules load and unload $RELOADS times" reload
if [[ -e $KMEMLEAK ]]; then
	tap_check "kmemleak finds nothing" nothing_leaked
else
	tap_skip "kmemleak finds nothing" "not in this kernel: see tests/vm/reload.sh"
fi
