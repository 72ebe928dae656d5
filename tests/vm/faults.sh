#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
# Can the A/B see it? Every seeded fault against its base in the lab, and the table of fault by metric.

set -euo pipefail

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
source "$top/scripts/lib/common.sh"
source "$top/scripts/lib/deps.sh"
source "$top/scripts/lib/build.sh"
source "$top/scripts/lib/suite.sh"
source "$top/scripts/lib/results.sh"
source "$top/scripts/lib/report.sh"
source "$top/scripts/lib/lab.sh"
source "$top/scripts/lib/ab.sh"

readonly FAULTS=$top/tests/data/faults
readonly METRICS=(all-above all-below missed-time pn pn-time chains chain-time excess)
readonly TITLES=('all-above %' 'all-below %' 'missed-time %' 'pn 1/s' 'pn-time %' 'chains 1/s' 'chain-time %' 'excess %')

usage() {
	cat <<END
Usage: faults.sh [OPTION...] [FAULT...]

Boots the lab's kernel and a kernel for each seeded fault in turns, runs the
workloads of ab-governor.sh in each, and prints a table of what is worse
than without the fault and what is better. FAULT is a name in tests/data/faults [all].

  --repeat N        boots of each kernel [5]
  --config FILE     the workloads [scripts/suite-ab.conf]
  --output DIR      where the results go; a run that was ended before its
                    end goes on where it was [./faults]
  --table           only print the table of what is in DIR
  --help            this text

Example:
  sudo tests/vm/faults.sh --output faults

Exit status: 0 every fault is worse in what it should harm and every harmless
edit the same throughout, 1 not so, or could not, 2 wrong usage.
END
}

parse_args() {
	REPEAT=5 OUTPUT=faults NAMES=() TABLE_ONLY='' VM_CPUS=2 SYNTH=preset=lab
	CONFIG=$top/scripts/suite-ab.conf
	while (($#)); do
		case $1 in
		--repeat) need_value "$1" $#; REPEAT=$2; shift 2 ;;
		--config) need_value "$1" $#; CONFIG=$2; shift 2 ;;
		--output) need_value "$1" $#; OUTPUT=$2; shift 2 ;;
		--table) TABLE_ONLY=1; shift ;;
		--help | -h) usage; exit 0 ;;
		-*) usage_error "unknown option '$1'" ;;
		*) NAMES+=("$1"); shift ;;
		esac
	done
	[[ $REPEAT =~ ^[1-9][0-9]?$ ]] || usage_error "--repeat takes a number from 1 to 99, not '$REPEAT'"
	((${#NAMES[@]})) || mapfile -t NAMES < <(cd "$FAULTS" && basename -s .sh -- *.sh)
	local name
	for name in "${NAMES[@]}"; do
		[[ -e $FAULTS/$name.sh ]] || usage_error "no fault is called '$name'"
	done
}

# about FAULT FIELD: from the head of its script.
about() {
	sed -n "s/^# $2: //p" "$FAULTS/$1.sh"
}

# of_governor GOVERNOR: the faults among NAMES that are for it.
of_governor() {
	local name
	for name in "${NAMES[@]}"; do
		[[ $(about "$name" governor) != "$1" ]] || printf '%s\n' "$name"
	done
}

# measure GOVERNOR WORK: its faults and the base, in turns.
measure() {
	local work=$2/$1 result=$OUTPUT/$1 side repeat seconds plan number=0 sides
	GOVERNOR=$1
	mapfile -t sides < <(of_governor "$GOVERNOR")
	((${#sides[@]})) || return 0
	mkdir -p "$work" "$result"
	ab_prepare "$work" base
	for side in "${sides[@]}"; do
		say "the kernel '$side'"
		ab_prepare "$work" "$side" --patch "$FAULTS/$side.sh"
	done
	ab_job "$GOVERNOR" "$CONFIG" >"$work/job"
	plan=$(plan_make "$REPEAT" "base ${sides[*]}" turn)
	seconds=$(plan_seconds "$(plan_make 1 "$GOVERNOR" "${SUITE_LABELS[*]}")")
	while read -r side _ repeat <&3; do
		number=$((number + 1))
		[[ ! -e $result/$side/boots/$repeat.manifest.json ]] || continue
		say "turn $number of $(wc -l <<<"$plan"): $side"
		ab_turn "$result" "$work" "$side" "$repeat" "$seconds"
	done 3<<<"$plan"
	report_all "$result"
}

# compare FAULT: prints "verdict workload metric unit base new" of every metric.
compare() {
	local result
	result=$OUTPUT/$(about "$1" governor)
	"$PN_BIN/analyzer" compare -q -f csv -o "$result/$1.csv" "$result/base" "$result/$1"
	awk -v form=rows -f "$top/scripts/lib/verdict.awk" "$result/$1.csv"
}

# row_cells: of rows on stdin a cell for each metric: better or worse with the figures of the workload that differs most,
# and the names of the others.
row_cells() {
	awk -F '\t' -v metrics="${METRICS[*]}" '
		function number(x) { return sprintf(x >= 100 ? "%.0f" : x >= 10 ? "%.1f" : "%.2g", x) }
		function size(x) { return x < 0 ? -x : x }
		function say(key, word,    text, i, n, part) {
			if (!(key in most)) return ""
			text = word " " where[key] " " figures[key]
			n = split(places[key], part, " ")
			for (i = 1; i <= n; i++) if (part[i] != where[key]) text = text ", " part[i]
			return text
		}
		$1 != "insufficient" { judged[$3] = 1 }
		$1 == "worse" || $1 == "better" {
			key = $3 SUBSEP $1
			places[key] = places[key] " " $2
			if (!(key in most) || size($6 - $5) > most[key]) {
				most[key] = size($6 - $5)
				where[key] = $2
				figures[key] = number($5) " to " number($6)
			}
		}
		END {
			n = split(metrics, name, " ")
			for (i = 1; i <= n; i++) {
				worse = say(name[i] SUBSEP "worse", "**worse**")
				better = say(name[i] SUBSEP "better", "better")
				text = worse (worse && better ? "; " : "") better
				printf " %s |", text ? text : judged[name[i]] ? "same" : "too few events"
			}
			print ""
		}'
}

# seen FAULT ROWS: it is worse in what it should harm; a harmless edit is the same throughout.
seen() {
	local metric workload
	if [[ $(about "$1" kind) == harmless ]]; then
		if grep -qE '^(worse|better|changed)' <<<"$2"; then return 1; fi
		return 0
	fi
	read -r metric _ workload < <(about "$1" harms)
	grep -q "^worse"$'\t'"$workload"$'\t'"$metric"$'\t' <<<"$2"
}

table() {
	local name rows verdict missed=0
	printf '| edit | seen |'
	printf ' %s |' "${TITLES[@]}"
	printf '\n|---|---|'
	printf -- '---|%.0s' "${METRICS[@]}"
	printf '\n'
	for name in "${NAMES[@]}"; do
		rows=$(compare "$name")
		verdict=yes
		[[ $(about "$name" kind) == fault ]] || verdict='all the same'
		seen "$name" "$rows" || { verdict=no; missed=1; }
		printf '| %s | %s |' "$name" "$verdict"
		row_cells <<<"$rows"
	done
	((missed == 0))
}

main() {
	local governor work
	split_options "$@"
	parse_args "${ARGS[@]}"
	undo_install
	REPORT_OPTIONS=("${AB_REPORT_OPTIONS[@]}")
	suite_load "$CONFIG"
	if [[ -z $TABLE_ONLY ]]; then
		deps_install build lab
		build_programs tools
		temp_dir work
		for governor in menu teo; do measure "$governor" "$work"; done
	fi
	table
}

main "$@"
