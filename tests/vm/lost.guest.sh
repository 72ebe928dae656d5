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

# holes: "cpu last_ns_before first_ns_after" of each, as trace-cmd tells them.
holes() {
	trace-cmd report -t lost.dat 2>/dev/null | awk '
		/^CPU:[0-9]+ \[.*DROPPED\]/ { split($1, part, ":"); dropped[part[2] + 0] = 1; next }
		match($0, /\[[0-9]+\]/) {
			cpu = substr($0, RSTART + 1, RLENGTH - 2) + 0
			match($0, /[0-9]+\.[0-9]+:/)
			ts = substr($0, RSTART, RLENGTH - 1)
			sub(/\./, "", ts)
			if (cpu in dropped) { print cpu, last[cpu] + 0, ts + 0; delete dropped[cpu] }
			last[cpu] = ts
		}'
}

no_stay_bridges_a_hole() {
	$ANALYZER dump lost.dat >stays.tsv && holes >holes.txt && [[ -s holes.txt ]] || return 1
	awk 'FNR == NR { cpu[FNR] = $1; from[FNR] = $2; to[FNR] = $3; nr = FNR; next }
		$6 == "completed" {
			for (i = 1; i <= nr; i++)
				if ($1 == cpu[i] && $3 <= from[i] && $4 >= to[i]) { print "# " $0; bad = 1 }
		}
		END { exit bad }' holes.txt stays.tsv
}

tap_check "a recording with losses is made" record
tap_check "the report says so" losses_are_told
tap_check "and names the CPUs" text_names_the_cpus
tap_check "--strict ends with 4" strict_refuses
tap_check "no stay bridges a hole" no_stay_bridges_a_hole
