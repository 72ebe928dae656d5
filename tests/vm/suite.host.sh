#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
# The suite's main job: two governors and two workloads in one boot of the lab, reports and table, as TAP. The argument
# is a folder for what it leaves.

set -euo pipefail

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
source "$top/scripts/lib/tap.sh"

# count_stays TRACE: "state entries completed sum_ns above below", the verdicts by length, without the analyzer.
count_stays() {
	trace-cmd report -t "$1" 2>/dev/null |
		awk -v tr=0,2,20,400,2000 -v xl=0,2,10,85,200 -f "$top/tests/vm/idle-trace.awk" |
		awk '{ s[$2, 1] += $3; s[$2, 2] += $4; s[$2, 3] += $5; s[$2, 4] += $7; s[$2, 5] += $8; seen[$2] = 1 }
			END { for (i in seen) printf "%d %d %d %.0f %d %d\n", i, s[i, 1], s[i, 2], s[i, 3], s[i, 4], s[i, 5] }' |
		sort -n
}

# reported REPORT: the same from the analyzer's report.
reported() {
	jq -r '.sections[0].totals.states[] | select(.entries > 0)
		| [.state, .entries, .completed, .sum_ns, .rule_above, .rule_below] | join(" ")' "$1" | sort -n
}

# as_the_kernel_says FOLDER: above and below of every CPU and state are the trace's cpu_idle_miss events, no more and no less.
as_the_kernel_says() {
	holds "$1/report.json" '.parameters.verdicts == "kernel"' || { echo "# judged by length"; return 1; }
	same "$(kernel_verdicts "$1/trace.dat")" "$(jq -r '.sections[0].cpus[] | .cpu as $cpu | .states[] |
		select(.above + .below > 0) | [$cpu, .state, .above, .below] | join(" ")' "$1/report.json" | sort -n)"
}

# kernel_verdicts TRACE: "cpu state above below" of its cpu_idle_miss events.
kernel_verdicts() {
	trace-cmd report -F cpu_idle_miss "$1" 2>/dev/null | awk '
		/cpu_idle_miss:/ {
			match($0, /cpu_id=[0-9]+/); key = substr($0, RSTART + 7, RLENGTH - 7)
			match($0, / state=[0-9]+/); key = key " " substr($0, RSTART + 7, RLENGTH - 7)
			count[key, /type=below/ ? "b" : "a"]++
			seen[key] = 1
		}
		END { for (key in seen) printf "%s %d %d\n", key, count[key, "a"], count[key, "b"] }' | sort -n
}

# same WANTED GOT: shows what differs; nothing at all is no agreement.
same() {
	[[ -n $1 && $1 == "$2" ]] && return
	diff <(echo "$1") <(echo "$2") | sed 's/^/# /' || true
	return 1
}

same_figures() {
	same "$(count_stays "$1/trace.dat")" "$(reported "$1/report.json")"
}

# within_counters FOLDER: the counters around the recording grew by what it holds, or more.
within_counters() {
	count_stays "$1/trace.dat" | awk -F '[ ,]' '
		FNR == NR { completed[$1] = $3; next }
		$2 == "cpuidle" && $5 == "usage" {
			key = $3 " " $4
			if (!(key in first)) first[key] = $6
			last[key] = $6
		}
		END {
			for (key in last) { split(key, part, " "); grew[part[2]] += last[key] - first[key] }
			for (state in completed) {
				known = 1
				if (completed[state] > grew[state]) {
					print "# state " state ": " completed[state] " recorded, " grew[state] " counted"
					bad = 1
				}
			}
			exit bad || !known
		}' - "$1/counters.csv"
}

complete() {
	local file
	for file in trace.dat states.json counters.csv workload.json report.txt report.json; do
		[[ -s $1/$file ]] || { echo "# no $file"; return 1; }
	done
}

holds() {
	jq -e "$2" "$1" >/dev/null
}

# agrees FOLDER: as the suite found it, and it did compare.
agrees() {
	holds "$1/reconcile.json" '.agrees and (.rows | length > 10)' ||
		{ jq -c '.rows[] | select(.ok | not)' "$1/reconcile.json" | sed 's/^/# /'; return 1; }
}

# without_recording RESULT: the first governor's runs, and the figures from them.
without_recording() {
	[[ $(cd "$1/untraced" && echo */*) == "menu/busyload menu/pingpong menu/sleepers" ]] &&
		holds "$1/cost.json" '.runs | length == 3 and all(.[]; .entries_per_s_untraced > 0)'
}

# deepest FOLDER: entries into the deepest state.
deepest() {
	jq '.sections[0].totals.states[4].entries' "$1/report.json"
}

# Ping-pong leaves no time for the deepest state: menu goes there all the same, teo hardly ever.
governors_differ() {
	local menu teo
	menu=$(deepest "$1/menu/pingpong/01")
	teo=$(deepest "$1/teo/pingpong/01")
	((menu > 3 * teo)) || { echo "# deepest state: menu $menu, teo $teo"; return 1; }
}

main() {
	local logs=$1 out=$1/suite status=0 folder
	rm -rf "$out"
	"$top/scripts/run-suite.sh" --vm --governor menu --governor teo --duration 5 --output "$out" \
		>"$logs/suite.stdout" 2>"$logs/suite.stderr" || status=$?
	tap_check "suite: ends well" test "$status" = 0
	tap_check "suite: the last line is the folder" test "$(tail -n 1 "$logs/suite.stdout")" = "$out"
	tap_check "suite: the manifest says what ran" holds "$out/manifest.json" \
		'.virtual == "lab" and .governors == ["menu", "teo"] and .cpuidle_driver == "synth_idle" and .hz == 1000'
	tap_check "suite: says that one repeat gives no verdict" grep -q -- '--repeat 3 or more' "$logs/suite.stdout"
	tap_check "suite: each workload ran once without recording" without_recording "$out"
	for folder in "$out"/{menu,teo}/{pingpong,sleepers,busyload}/01; do
		tap_check "suite: ${folder#"$out"/} is complete" complete "$folder"
		tap_check "suite: ${folder#"$out"/} is trusted" holds "$folder/report.json" .quality.trusted
		tap_check "suite: ${folder#"$out"/} analyzer and awk agree" same_figures "$folder"
		tap_check "suite: ${folder#"$out"/} too deep and too shallow are what the kernel says" as_the_kernel_says "$folder"
		tap_check "suite: ${folder#"$out"/} lies within the counters" within_counters "$folder"
		tap_check "suite: ${folder#"$out"/} agrees with the counters" agrees "$folder"
	done
	tap_check "suite: menu and teo differ" governors_differ "$out"
}

main "$@"
