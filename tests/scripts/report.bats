#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2016  # scripts in quotes
# From recordings to the table, where some of them cannot be read.

bats_require_minimum_version 1.5.0
load helper

setup() {
	export PN_BUILD=$BATS_TEST_TMPDIR/build
	result=$BATS_TEST_TMPDIR/result
	mkdir -p "$PN_BUILD/bin" "$result"
	echo '{"governors": ["menu", "teo"], "notes": []}' >"$result/manifest.json"
	# Reads recordings that are JSON; a report is one with what the table takes.
	command_file analyzer <<-'END'
		[[ $1 == report ]] || exit 0
		jq -e . "${!#}" >/dev/null 2>&1 || { echo "analyzer: ${!#}: not a trace" >&2; exit 1; }
		while [[ $1 != -o ]]; do shift; done
		cp "${!#}" "$2"
	END
	cp "$BATS_TEST_TMPDIR/bin/analyzer" "$PN_BUILD/bin/"
	for governor in menu teo; do
		for repeat in 01 02 03; do recording $governor/pingpong/$repeat; done
	done
}

# recording FOLDER: ten entries, and a loop of 4 us.
recording() {
	mkdir -p "$result/$1"
	echo '{"sections": [{"totals": {"span_ns": 100, "unknown_ns": 0, "states": [{"state": 0, "completed": 10,
		"entries": 10, "idle_ns": 50, "above": 0, "below": 0, "pn": 0}]}}]}' >"$result/$1/trace.dat"
	echo '{"score": {"name": "us_per_loop", "unit": "us", "direction": "lower", "value": 4}}' >"$result/$1/workload.json"
}

# evaluate: in a shell that ends at the first error, as the suite's own.
evaluate() {
	bash -c 'set -euo pipefail
		for name in common build sysfs results record report checks; do source "$0/lib/$name.sh"; done
		declare -A SUITE_SECONDS=([pingpong]=5)
		WORKLOADS=(pingpong)
		report_all "$1"
		compare_governors "$1"
		checks_all "$1"
		echo "$LEFT_OUT left out"
		undo_all' "$PN_SCRIPTS" "$result" >"$BATS_TEST_TMPDIR/out" 2>"$BATS_TEST_TMPDIR/errors" || { cat "$BATS_TEST_TMPDIR/errors"; return 1; }
}

# entries GOVERNOR: in the table.
entries() {
	awk -F '|' -v column="$([ "$1" = menu ] && echo 2 || echo 3)" '/^0 / { split($column, f, " "); print f[1] }' \
		"$result/states.txt"
}

@test "all repeats make one row" {
	evaluate
	[ "$(entries menu)" = 30 ]
	[ "$(entries teo)" = 30 ]
	grep -q 'us_per_loop: menu 4.000, teo 4.000' "$result/states.txt"
	[ "$(jq -c .notes "$result/manifest.json")" = '[]' ]
}

@test "a recording that cannot be read costs itself only, and is named" {
	echo garbage >"$result/teo/pingpong/02/trace.dat"
	evaluate
	[ "$(tail -n 1 "$BATS_TEST_TMPDIR/out")" = '1 left out' ]
	[ "$(entries menu)" = 30 ]
	[ "$(entries teo)" = 20 ]
	jq -e '.notes == ["teo/pingpong/02 is left out: not a trace"]' "$result/manifest.json"
	tr '\n' ' ' <"$result/checks.txt" | grep -q 'teo/pingpong/02 is left out: not a trace'
}

@test "reports made again: what was found the first time and holds no more is gone, what the run noted stays" {
	jq -c '.notes = ["CPUs 0 of 0-1 are online"]' "$result/manifest.json" >"$result/m"
	mv "$result/m" "$result/manifest.json"
	cp "$result/teo/pingpong/02/trace.dat" "$BATS_TEST_TMPDIR/whole"
	echo garbage >"$result/teo/pingpong/02/trace.dat"
	evaluate
	evaluate
	[ "$(jq '.notes | length' "$result/manifest.json")" = 2 ]
	cp "$BATS_TEST_TMPDIR/whole" "$result/teo/pingpong/02/trace.dat"
	evaluate
	jq -e '.notes == ["CPUs 0 of 0-1 are online"]' "$result/manifest.json"
	[ "$(entries teo)" = 30 ]
}

@test "a report or a result that is damaged, or lacks what the table takes, costs itself only" {
	echo '{"sections": []}' >"$result/teo/pingpong/01/trace.dat"
	echo '{"score": ' >"$result/teo/pingpong/02/workload.json"
	rm "$result/teo/pingpong/03/workload.json"
	evaluate
	[ "$(entries teo)" = 20 ]
	grep -q 'us_per_loop: menu 4.000, teo 4.000' "$result/states.txt"
}

@test "without anything to read there is a table all the same" {
	for file in "$result"/*/*/*/trace.dat; do echo garbage >"$file"; done
	evaluate
	[ "$(jq '.notes | length' "$result/manifest.json")" = 6 ]
	[ -s "$result/states.txt" ]
}
