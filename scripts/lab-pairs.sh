#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
# Two pairs of ping-pongs in the lab under menu and teo, once with the middle and once with the polling state in most use.

set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source "$here/lib/common.sh"

# Under emulation a loop takes some 60 us, not 3, so the states are spread accordingly. menu polls only where the next
# timer comes before the next state pays off: hence the 1 s.
readonly STATES_MID=POLL:0:0,S1:50:60,S2:200:50000
readonly STATES_POLL=POLL:0:0,S1:10:1000000,S2:200:5000000

usage() {
	cat <<END
Usage: lab-pairs.sh [OPTION...]

Runs two pairs of ping-pongs in the lab under menu and under teo, twice: with
work and idle states that make the middle state the most used one, and with
none and states that make it the polling state. Prints, for each governor,
the time a loop takes and how often a second each state was left.

  --repeat N        runs of each [3]
  --duration TIME   of each run, in seconds [10]
  --output DIR      where the results go; new [./pairs-TIME]
  --help            this text

Examples:
  sudo scripts/lab-pairs.sh
  sudo scripts/lab-pairs.sh --repeat 5 --output pairs

Exit status: 0 done, 1 could not, 2 wrong usage.
END
}

parse_args() {
	REPEAT=3 DURATION=10 OUTPUT=''
	while (($#)); do
		case $1 in
		--repeat) need_value "$1" $#; REPEAT=$2; shift 2 ;;
		--duration) need_value "$1" $#; DURATION=$2; shift 2 ;;
		--output) need_value "$1" $#; OUTPUT=$2; shift 2 ;;
		--help | -h) usage; exit 0 ;;
		*) usage_error "unknown argument '$1'" ;;
		esac
	done
	OUTPUT=${OUTPUT:-pairs-$(date +%Y%m%d-%H%M%S)}
	[[ ! -e $OUTPUT ]] || die "$EX_FAIL" "$OUTPUT: is there already"
}

# record WORKLOAD STATES
record() {
	"$here/run-suite.sh" --vm --synth "states=$2" --governor menu --governor teo --workload "$1" \
		--repeat "$REPEAT" --duration "$DURATION" --output "$OUTPUT/$1" >"$OUTPUT/$1.txt"
}

# us_per_loop FOLDER...: of each run, smallest to largest.
us_per_loop() {
	jq -r '.score.value' "${@/%//workload.json}" | sort -g | awk '{ printf "%s%.1f", (NR > 1 ? " " : ""), $1 }'
}

# exits FOLDER...: "state per-second" of each state, over all CPUs and runs, the most used one marked.
exits() {
	jq -r -s '[.[].sections[0].totals.states[]] | group_by(.state)
		| map({state: .[0].state, rate: (map(.entries_per_s // 0) | add / length)})
		| max_by(.rate).state as $most
		| map("state \(.state) \(.rate | round)/s\(if .state == $most then "*" else "" end)") | join(", ")' \
		"${@/%//report.json}"
}

# table WORKLOAD TITLE
table() {
	local governor
	echo "$2"
	for governor in menu teo; do
		printf '  %-5s us/loop: %s; exits: %s\n' "$governor" "$(us_per_loop "$OUTPUT/$1/$governor/$1"/*)" \
			"$(exits "$OUTPUT/$1/$governor/$1"/*)"
	done
}

main() {
	split_options "$@"
	parse_args "${ARGS[@]}"
	mkdir -p "$OUTPUT"
	record pairs-mid "$STATES_MID"
	record pairs-poll "$STATES_POLL"
	echo "Two pairs, $REPEAT runs of $DURATION s each; less time a loop is better; * is the most used state"
	table pairs-mid "Middle state ($STATES_MID), work 100 us:"
	table pairs-poll "Polling state ($STATES_POLL), no work:"
	printf '%s\n' "$OUTPUT"
}

main "$@"
