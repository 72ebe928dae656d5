#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2016,SC2030,SC2031,SC2034,SC2154  # programs in quotes; every test runs in a subshell of its own
# Recordings against counters, what recording costs, and the outcome as KTAP, on results made up by hand.

bats_require_minimum_version 1.5.0
load helper

setup() {
	export PN_BUILD=$BATS_TEST_TMPDIR/build PN_SYSROOT=$BATS_TEST_TMPDIR/none
	library sysfs build results record checks ktap
	result=$BATS_TEST_TMPDIR/result
	folder=$result/teo/pingpong/01
	mkdir -p "$folder" "$PN_BUILD/bin"
	printf '#!/bin/sh\ncat "%s/stays"\n' "$BATS_TEST_TMPDIR" >"$PN_BUILD/bin/analyzer"
	chmod +x "$PN_BUILD/bin/analyzer"
	echo '{"quality": {"trusted": true}}' >"$folder/report.json"
	: >"$folder/trace.dat"
	command_file trace-cmd <<<'cat "$BATS_TEST_TMPDIR/misses"'
	echo '{"governors": ["teo"], "notes": []}' >"$result/manifest.json"
	WORKLOADS=(pingpong) REPEAT=1
	stays 100 1000 0
	counters 100 1000 30 20
}

# stays NUMBER LENGTH_US EXTRA_US: of CPU 0 in state 1, from 1 s on, one each 10 ms; of ten three are above, two below, as
# trace-cmd prints it.
stays() {
	awk -v n="$1" -v len="$2" -v extra="$3" 'BEGIN {
		OFS = "\t"
		print "cpu", "state", "start_ns", "end_ns", "length_ns", "kind", "verdict"
		for (i = 0; i < n; i++) {
			at = 1000000000 + i * 10000000
			ns = (len + extra) * 1000
			print 0, 1, at, at + ns, ns, "completed", "-"
		}
	}' >"$BATS_TEST_TMPDIR/stays"
	awk -v n="$1" 'BEGIN {
		for (i = 0; i < n; i++)
			if (i % 10 < 5)
				printf "          <idle>-0     [000]     %d.%09d: cpu_idle_miss:        cpu_id=0 state=1 type=%s\n",
					1 + int(i / 100), (i % 100) * 10000000 + 2000000, i % 10 < 3 ? "above" : "below"
	}' >"$BATS_TEST_TMPDIR/misses"
	# Two more, outside of the blocks of counters, so that these lie within the recording.
	printf '0\t1\t900000000\t900001000\t1000\tcompleted\t-\n' >>"$BATS_TEST_TMPDIR/stays"
	sort -s -k3,3n -o "$BATS_TEST_TMPDIR/stays" "$BATS_TEST_TMPDIR/stays"
	printf '0\t1\t3000000000\t3000001000\t1000\tcompleted\t-\n' >>"$BATS_TEST_TMPDIR/stays"
}

# counters ENTRIES LENGTH_US ABOVE BELOW: a block before the hundred, and one behind.
counters() {
	cat >"$folder/counters.csv" <<-END
		ts_ns,source,cpu,state,metric,value
		950000000,cpuidle,0,1,usage,7
		950000000,cpuidle,0,1,time_us,50
		950000000,cpuidle,0,1,above,3
		950000000,cpuidle,0,1,below,4
		950000000,cpuidle,0,1,rejected,0
		950000000,sampler,,,read_ns,1000
		2950000000,cpuidle,0,1,usage,$((7 + $1))
		2950000000,cpuidle,0,1,time_us,$((50 + $1 * $2))
		2950000000,cpuidle,0,1,above,$((3 + $3))
		2950000000,cpuidle,0,1,below,$((4 + $4))
		2950000000,cpuidle,0,1,rejected,0
		2950000000,sampler,,,read_ns,1000
	END
}

# agrees VALUE
agrees() {
	reconcile_one "$folder"
	jq -e ".agrees == $1" "$folder/reconcile.json" >/dev/null || { jq -c . "$folder/reconcile.json"; return 1; }
}

@test "a recording that holds what was counted agrees, and says by how much events lengthen stays" {
	agrees true
	jq -e '.rows[] | select(.what == "entries") | .counted == 100 and .least == 100 and .most == 100' "$folder/reconcile.json"
	jq -e '.rows[] | select(.what == "time") | .counted == 100000000 and .most == 100000000' "$folder/reconcile.json"
	jq -e '.event_cost_ns == 0' "$folder/reconcile.json"
	stays 100 1000 30
	agrees true
	jq -e '.event_cost_ns == 30000' "$folder/reconcile.json"
}

@test "one entry is an edge, two are not" {
	counters 101 1000 30 20
	agrees true
	counters 102 1000 30 20
	agrees false
	[[ $(reconcile_words "$folder") == "CPU 0 state 1 entries: counted 102, recorded 100"* ]]
	counters 98 1000 30 20
	agrees false
}

@test "time: one percent of a state's time is an edge, three are not, but for a thousandth of all time" {
	counters 100 1009 30 20
	agrees true
	counters 100 1030 30 20
	agrees false
	[[ $(reconcile_words "$folder") == "state 1 time: counted 103000000, recorded 100000000" ]]
	stays 100 50 0
	counters 100 69 30 20
	agrees true
	counters 100 71 30 20
	agrees false
}

@test "too deep and too shallow, where the kernel's verdicts are recorded" {
	counters 100 1000 32 20
	agrees false
	counters 100 1000 30 18
	agrees false
	: >"$BATS_TEST_TMPDIR/misses"
	agrees true
	jq -e 'all(.rows[]; .what != "above" and .what != "below")' "$folder/reconcile.json"
}

@test "a rejected entry is in the recording, and not in usage" {
	sed -i '$!s/^2950000000,cpuidle,0,1,rejected,0/2950000000,cpuidle,0,1,rejected,5/' "$folder/counters.csv"
	sed -i 's/^2950000000,cpuidle,0,1,usage,107/2950000000,cpuidle,0,1,usage,102/' "$folder/counters.csv"
	agrees true
}

@test "without two blocks within the recording nothing is compared, and that is not agreement" {
	sed -i '/^29/d' "$folder/counters.csv"
	agrees null
	jq -e '.event_cost_ns == null' "$folder/reconcile.json"
}

@test "a disagreement becomes a note, in the manifest and in checks.txt" {
	counters 150 1000 30 20
	checks_all "$result" 2>/dev/null
	jq -e '.notes[0] | startswith("teo/pingpong/01: trace and counters disagree: CPU 0 state 1 entries: counted 150")' \
		"$result/manifest.json"
	grep -q '0 of 1 repeats agree' "$result/checks.txt"
	grep -q 'counted 150' <(tr -s '\n ' ' ' <"$result/checks.txt")
	[ "$(wc -L <"$result/checks.txt")" -lt 80 ]
}

# workload FOLDER SCORE PER_SECOND: its own result, and counters over two seconds.
workload() {
	mkdir -p "$1"
	printf '{"score": {"name": "us_per_loop", "unit": "us", "direction": "lower", "value": %s},
		"phases": [{"start_ns": 900000000, "end_ns": 3100000000}]}' "$2" >"$1/workload.json"
	cat >"$1/counters.csv" <<-END
		ts_ns,source,cpu,state,metric,value
		800000000,cpuidle,0,1,usage,1
		800000000,sampler,,,read_ns,1000
		1000000000,cpuidle,0,0,usage,5
		1000000000,cpuidle,0,1,usage,7
		1000000000,sampler,,,read_ns,1000
		3000000000,cpuidle,0,0,usage,5
		3000000000,cpuidle,0,1,usage,$((7 + 2 * $3))
		3000000000,sampler,,,read_ns,1000
		3200000000,cpuidle,0,1,usage,99999
		3200000000,sampler,,,read_ns,1000
	END
}

@test "cost: recorded repeats against the run without, scores and entries per second" {
	workload "$folder" 11 90
	workload "$result/teo/pingpong/02" 13 110
	workload "$result/untraced/teo/pingpong" 10 125
	[ "$(entries_per_s "$folder")" = 90.000000 ]
	cost_json <<<"$(cost_rows "$result")" >"$BATS_TEST_TMPDIR/cost"
	jq -e '.runs[0] | .workload == "pingpong" and .governor == "teo" and .score_recorded == 12 and .score_untraced == 10
		and .entries_per_s_recorded == 100 and .entries_per_s_untraced == 125 and .score == "us_per_loop, us"
		and (.score_change_ratio - 0.2 | fabs) < 1e-9 and (.entries_change_ratio + 0.2 | fabs) < 1e-9' "$BATS_TEST_TMPDIR/cost"
	cost_text <<<"$(cost_rows "$result")" | grep -E 'pingpong +teo +12.0 +10.0 +\+20.0 +100.0 +125.0 +-20.0$'
}

@test "cost: without counters of idle states there are no entries per second, which is not 0" {
	workload "$folder" 11 90
	sed -i '/cpuidle/d' "$folder/counters.csv"
	[ "$(entries_per_s "$folder")" = - ]
}

@test "cost: the words for scores once each, in the order of the workloads" {
	run cost_text <<-END
		zz	menu	1	1	1	1	loop, us
		aa	menu	1	1	1	1	rate, 1/s
		zz	teo	1	1	1	1	loop, us
		mm	teo	1	1	1	1	loop, us
		idle	teo	-	-	1	1	
	END
	[ "${lines[-2]}" = 'score of zz, mm: loop, us' ]
	[ "${lines[-1]}" = 'score of aa: rate, 1/s' ]
}

@test "cost: what is not known is null and -, never 0" {
	workload "$folder" null 90
	workload "$result/untraced/teo/pingpong" null 90
	sed -i '/^3/d' "$folder/counters.csv"
	cost_json <<<"$(cost_rows "$result")" | jq -e '.runs[0] | .score_recorded == null and .score_change_ratio == null
		and .entries_per_s_recorded == null and .entries_change_ratio == null and .entries_per_s_untraced == 90'
	cost_text <<<"$(cost_rows "$result")" | grep -E 'pingpong +teo +- +- +- +- +90.0 +-$'
}

@test "KTAP: a subtest a workload, ok where all repeats are there, trusted, and agree" {
	agrees true
	ktap_begin
	run ktap_end "$result"
	[ "$output" = "1..1
    KTAP version 1
    1..1
    ok 1 teo
ok 1 pingpong
# results: $result" ]
}

@test "KTAP: not ok for a disagreement, a repeat that is missing, a workload that failed; SKIP where it cannot run" {
	counters 150 1000 30 20
	agrees false
	REPEAT=2
	run ktap_end "$result"
	[ "${lines[3]}" = '    # 01: trace and counters disagree' ]
	[ "${lines[4]}" = '    # 1 of 2 repeats have a report' ]
	[ "${lines[5]}" = '    not ok 1 teo' ]
	[ "${lines[6]}" = 'not ok 1 pingpong' ]
	counters 100 1000 30 20
	agrees true
	REPEAT=1
	echo '{"governors": ["teo"], "notes": ["teo/pingpong/01: pingpong failed with status 3"]}' >"$result/manifest.json"
	run ktap_end "$result"
	[[ $output == *"    ok 1 teo"*"not ok 1 pingpong"*"# teo/pingpong/01: pingpong failed"* ]]
	echo '{"governors": ["teo"], "notes": ["pingpong cannot run here"]}' >"$result/manifest.json"
	run ktap_end "$result"
	[ "${lines[1]}" = 'ok 1 pingpong # SKIP cannot run here' ]
}

@test "KTAP: a machine on which nothing can run is one skip, with the reason" {
	run env PN_SYSROOT="$BATS_TEST_TMPDIR/none" PN_GUEST=1 PN_STATE_DIR="$BATS_TEST_TMPDIR/state" \
		"$PN_SCRIPTS/run-suite.sh" --ktap --output "$BATS_TEST_TMPDIR/out"
	[ "$status" -eq 77 ]
	[[ $output == *"KTAP version 1"*"1..0 # SKIP "* ]]
}
