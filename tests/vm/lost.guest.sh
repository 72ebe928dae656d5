#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
# In the lab's guest: a recording whose events are really lost, since nobody empties its tiny buffer in time, as TAP.

set -u

readonly ANALYZER=/pn/build/bin/analyzer
# shellcheck source=../../scripts/lib/tap.sh
source /pn/scripts/lib/tap.sh

# The recorder is held twice, while the workload goes on and a buffer that a few milliseconds fill runs over.
record() {
	local recording
	trace-cmd record -C mono -e power:cpu_idle -b 8 -o lost.dat \
		/pn/build/bin/pingpong --pair 0,1 --duration 5s >record.log 2>&1 &
	recording=$!
	for _ in 1 2; do
		sleep 1
		killall -STOP trace-cmd
		sleep 1
		killall -CONT trace-cmd
	done
	wait $recording
}

# Of each CPU that lost events: how many holes, and how long they were; and time is conserved all the same.
losses_are_told() {
	$ANALYZER -q -f json -o lost.json lost.dat || return 1
	grep -q '"trusted": *false' lost.json
}

text_names_the_cpus() {
	$ANALYZER -q lost.dat >lost.txt && grep -A4 'lost events:' lost.txt | sed 's/^/# /' | tee lost.lines &&
		! grep -q 'lost events:   none' lost.txt
}

strict_refuses() {
	$ANALYZER -q --strict lost.dat >/dev/null
	(($? == 4))
}

# No stay may bridge a hole: the holes are about as long as the recorder was held, and no stay is.
no_stay_bridges_a_hole() {
	$ANALYZER dump lost.dat >stays.tsv || return 1
	awk -F '\t' '$6 == "completed" && $5 > 500000000 { print "# " $0; bad = 1 } END { exit bad }' stays.tsv
}

tap_check "a recording with losses is made" record
tap_check "the report says so" losses_are_told
tap_check "and names the CPUs" text_names_the_cpus
tap_check "--strict ends with 4" strict_refuses
tap_check "no stay bridges a hole" no_stay_bridges_a_hole
