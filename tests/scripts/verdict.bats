#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# The verdict's lines from a comparison: which differences count.

bats_require_minimum_version 1.5.0
load helper

# row METRIC UNIT BASE NEW LOW HIGH NOISE VERDICT: as analyzer compare -f csv has it.
row() {
	local diff pct
	diff=$(awk -v a="$3" -v b="$4" 'BEGIN { print b - a }')
	pct=$(awk -v a="$3" -v b="$4" 'BEGIN { if (a) print 100 * (b - a) / a }')
	printf 'sleepers,%s,%s,lower is better,patched,5,5,%s,%s,%s,%s,%s,%s,%s,,,%s\r\n' \
		"$1" "$2" "$3" "$4" "$diff" "$pct" "$5" "$6" "$7" "$8"
}

# verdict [OPTION...]: of the rows on stdin.
verdict() {
	{
		printf 'workload,metric,unit,direction,side,base_repeats,repeats,base,new,difference,'
		printf 'difference_pct,low,high,noise,base_weight_pct,weight_pct,verdict\r\n'
		cat
	} | awk "$@" -f "$PN_SCRIPTS/lib/verdict.awk"
}

# counted METRIC UNIT BASE NEW LOW HIGH NOISE VERDICT: what the difference counts as.
counted() {
	row "$@" | verdict -v form=rows | cut -f 1
}

@test "a difference counts when its whole interval lies beyond twice the noise" {
	[ "$(counted pn 1/s 10 20 5 15 2 worse)" = worse ]
	[ "$(counted pn 1/s 10 20 5 15 3 worse)" = same ]
	[ "$(counted pn 1/s 20 10 -15 -5 2 better)" = better ]
	[ "$(counted pn 1/s 20 10 -15 -5 3 better)" = same ]
}

@test "a difference counts when it is large enough: 5 percent, and half a point of a share" {
	[ "$(counted us_per_loop us 100 104 3 5 1 worse)" = same ]
	[ "$(counted us_per_loop us 100 106 5 7 1 worse)" = worse ]
	[ "$(counted pn-time % 0.1 0.5 0.3 0.5 0.1 worse)" = same ]
	[ "$(counted pn-time % 0.1 0.7 0.5 0.7 0.1 worse)" = worse ]
	[ "$(counted pn-time % 0 0.7 0.5 0.7 0 worse)" = worse ]
}

@test "what is the same or insufficient stays so, and a metric without a direction only changes" {
	[ "$(counted pn 1/s 10 20 -5 15 1 same)" = same ]
	[ "$(counted pn 1/s 10 20 5 15 1 insufficient)" = insufficient ]
	[ "$(counted idle % 10 20 5 15 1 changed)" = changed ]
}

@test "worse comes before better, better before changed, changed before same" {
	worse=$(row pn 1/s 10 20 5 15 1 worse)
	better=$(row pn-time % 20 10 -15 -5 1 better)
	changed=$(row idle % 10 20 5 15 1 changed)
	same=$(row excess % 10 10 0 0 1 same)
	[[ $(verdict <<<"$better"$'\n'"$worse" | tail -n 1) == "Verdict: worse (1 worse, 1 better, 0 changed, 0 same, "* ]]
	[[ $(verdict <<<"$changed"$'\n'"$better" | tail -n 1) == "Verdict: better (0 worse, 1 better, 1 changed, "* ]]
	[[ $(verdict <<<"$same"$'\n'"$changed" | tail -n 1) == "Verdict: changed ("* ]]
	[[ $(verdict <<<"$same" | tail -n 1) == "Verdict: same ("* ]]
	[[ $(row pn 1/s 1 2 1 1 0 insufficient | verdict | tail -n 1) == "Verdict: insufficient ("* ]]
}

@test "a line names the workload, the metric, both figures and the difference, in under 80 columns" {
	row thread-latency-p99.4 us 1234.5 98765.4 90000 99000 5 worse | verdict >"$BATS_TEST_TMPDIR/lines"
	grep -xE ' +sleepers +thread-latency-p99.4 us +1234 -> 98765 +\+7900 %' "$BATS_TEST_TMPDIR/lines" ||
		grep -xE ' +sleepers +thread-latency-p99.4 us +1235 -> 98765 +\+7900 %' "$BATS_TEST_TMPDIR/lines"
	run ! grep -E '.{80}' "$BATS_TEST_TMPDIR/lines"
	row pn 1/s 0 0.5 0.2 2 0 worse | verdict | grep -xE ' +sleepers +pn 1/s +0 -> 0.5 *'
}
