#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
# In the lab's guest: what a recording holds against the kernel's own counters, per CPU and state, as TAP.
# sysfs is read twice inside the recording, with a mark before and after each reading. What the trace shows between
# the inner marks cannot be more than what the counters grew by, nor that more than what it shows between the outer
# ones, but for one stay a CPU whose exit is traced and not yet counted.

set -u

readonly CPU=/sys/devices/system/cpu
readonly TRACING=/sys/kernel/tracing
# shellcheck source=../../scripts/lib/tap.sh
source /pn/scripts/lib/tap.sh

# counters: "cpu state usage above below" of each state.
counters() {
	local state cpu number usage above below
	for state in "$CPU"/cpu[0-9]*/cpuidle/state*; do
		number=${state##*state}
		cpu=${state#"$CPU/cpu"}
		read -r usage <"$state/usage"
		read -r above <"$state/above"
		read -r below <"$state/below"
		echo "${cpu%%/*} $number $usage $above $below"
	done
}

mark() {
	echo "mark $1" >"$TRACING/trace_marker"
}

# What trace-cmd runs.
workload() {
	mark 1
	counters >before
	mark 2
	/pn/build/bin/pingpong --pair 0,1 --duration 3s --quiet --json pingpong.json
	mark 3
	counters >after
	mark 4
}

# record GOVERNOR: leaves before, after and trace.
record() {
	echo "$1" >"$CPU/cpuidle/current_governor"
	trace-cmd record -q -d -k -C mono -b 8192 -o trace.dat -e power:cpu_idle -e power:cpu_idle_miss \
		bash "$0" workload || return 1
	: >"$TRACING/set_event"
	trace-cmd report -t trace.dat >trace 2>/dev/null
}

# traced: "cpu state what inner outer" where what is usage, above or below.
traced() {
	awk '
	function add(cpu, state, what) {
		key = cpu " " state " " what
		if (marks >= 1 && marks < 4) outer[key]++
		if (marks == 2) inner[key]++
	}
	/: print: .*mark [1-4]$/ { marks = $NF }
	{ at = index($0, ": cpu_idle"); if (!at) next; split(substr($0, at + 2), f, /[ =:]+/) }
	f[1] == "cpu_idle" && f[3] != "4294967295" { state[f[5]] = f[3] }
	f[1] == "cpu_idle" && f[3] == "4294967295" && f[5] in state { add(f[5], state[f[5]], "usage") }
	f[1] == "cpu_idle_miss" { add(f[3], f[5], f[7]) }
	END { for (key in outer) print key, inner[key] + 0, outer[key] }' trace
}

# agree: every counter of every state; shows those that do not.
agree() {
	traced | awk '
	FNR == 1 { file++ }
	file == 1 { was[$1 " " $2 " usage"] = $3; was[$1 " " $2 " above"] = $4; was[$1 " " $2 " below"] = $5 }
	file == 2 { grew[$1 " " $2 " usage"] = $3 - was[$1 " " $2 " usage"]
		grew[$1 " " $2 " above"] = $4 - was[$1 " " $2 " above"]
		grew[$1 " " $2 " below"] = $5 - was[$1 " " $2 " below"] }
	file == 3 { inner[$1 " " $2 " " $3] = $4; outer[$1 " " $2 " " $3] = $5; total += $4 }
	END {
		for (key in grew) {
			if (inner[key] - 1 <= grew[key] && grew[key] <= outer[key] + 1)
				continue
			print "# cpu state what " key ": counted " grew[key] ", traced " inner[key] + 0 " to " outer[key] + 0
			bad = 1
		}
		if (total < 100) { print "# only " total + 0 " events"; bad = 1 }
		exit bad
	}' before after -
}

# Tracing lengthens a stay, so the two verdicts may differ in one direction only: ours finds the longer stay.
verdicts_agree() {
	awk -v list=1 -v tr=0,2,20,400,2000 -v xl=0,2,10,85,200 -f /pn/tests/vm/idle-trace.awk trace >differ
	! grep -vE "own 'below', kernel '(above)?'|own '', kernel 'above'" differ | sed 's/^/# /' | grep .
}

# Nor may they differ but for stays next to a limit: in less than one of fifty.
verdicts_differ_seldom() {
	local stays differ
	stays=$(grep -c 'state=4294967295' trace)
	differ=$(wc -l <differ)
	((differ * 50 < stays)) || { echo "# $differ of $stays"; return 1; }
}

main() {
	local governor
	for governor in menu teo ladder; do
		tap_check "$governor: recorded" record "$governor"
		tap_check "$governor: the trace agrees with usage, above and below" agree
		tap_check "$governor: lengths and the kernel's verdicts agree" verdicts_agree
		tap_check "$governor: the verdicts seldom differ" verdicts_differ_seldom
	done
}

if [[ ${1:-} == workload ]]; then
	workload
else
	main
fi
