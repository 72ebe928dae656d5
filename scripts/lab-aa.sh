#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
# One governor against itself in the lab: how often does a comparison see a difference where there is none?

set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source "$here/lib/common.sh"
source "$here/lib/build.sh"

usage() {
	cat <<END
Usage: lab-aa.sh [OPTION...]

Runs workloads many times in the lab under one governor, and compares some of
the runs with others. The runs of a comparison are drawn by chance, none of
them twice, so that every difference it finds is chance. Prints how many of
the verdicts are not 'same', in all and for each metric that has some.

  --governor NAME   [teo]
  --workload NAME   of suite.conf; may be repeated [pingpong and sleepers]
  --repeat N        runs of each workload [40]
  --duration TIME   of each run, in seconds [3]
  --sample N        runs on each side of a comparison [5]
  --comparisons N   [20]
  --seed N          of the draws [1]
  --results DIR     compare the runs in DIR, as this script leaves them
  --output DIR      where the runs go; new [./aa-TIME]
  --help            this text

Examples:
  sudo scripts/lab-aa.sh
  scripts/lab-aa.sh --results aa-20260101-120000 --sample 10

Exit status: 0 done, 1 could not, 2 wrong usage.
END
}

# number OPTION VALUE: a whole number from 1 on.
number() {
	[[ $2 =~ ^[1-9][0-9]{0,5}$ ]] || usage_error "$1: '$2' is not a whole number above 0"
}

parse_args() {
	GOVERNOR=teo WORKLOADS=() REPEAT=40 DURATION=3 SAMPLE=5 COMPARISONS=20 SEED=1 RESULTS='' OUTPUT=''
	while (($#)); do
		case $1 in
		--governor) need_value "$1" $#; GOVERNOR=$2; shift 2 ;;
		--workload) need_value "$1" $#; WORKLOADS+=("$2"); shift 2 ;;
		--repeat) need_value "$1" $#; number "$1" "$2"; REPEAT=$2; shift 2 ;;
		--duration) need_value "$1" $#; DURATION=$2; shift 2 ;;
		--sample) need_value "$1" $#; number "$1" "$2"; SAMPLE=$2; shift 2 ;;
		--comparisons) need_value "$1" $#; number "$1" "$2"; COMPARISONS=$2; shift 2 ;;
		--seed) need_value "$1" $#; number "$1" "$2"; SEED=$2; shift 2 ;;
		--results) need_value "$1" $#; RESULTS=$2; shift 2 ;;
		--output) need_value "$1" $#; OUTPUT=$2; shift 2 ;;
		--help | -h) usage; exit 0 ;;
		*) usage_error "unknown argument '$1'" ;;
		esac
	done
	((${#WORKLOADS[@]})) || WORKLOADS=(pingpong sleepers)
	OUTPUT=${OUTPUT:-aa-$(date +%Y%m%d-%H%M%S)}
}

# Leaves the results' folder in RESULTS.
record() {
	local workload workloads=()
	[[ ! -e $OUTPUT ]] || die "$EX_FAIL" "$OUTPUT: is there already"
	for workload in "${WORKLOADS[@]}"; do
		workloads+=(--workload "$workload")
	done
	"$here/run-suite.sh" --vm --governor "$GOVERNOR" "${workloads[@]}" --repeat "$REPEAT" \
		--duration "$DURATION" --no-cost --output "$OUTPUT" >/dev/null
	RESULTS=$OUTPUT
}

# draw N: twice SAMPLE of the repeats of each workload, in the order that the draw with number N gives them.
draw() {
	local workload dir side
	for workload in "$RESULTS"/*/*/; do
		compgen -G "$workload*/report.json" >/dev/null || continue
		side=0
		while read -r dir; do
			mkdir -p "$WORK/$1/$((side % 2))/${workload#"$RESULTS"/}"
			cp -r "$dir" "$WORK/$1/$((side % 2))/${workload#"$RESULTS"/}"
			side=$((side + 1))
		done < <(reports "$workload" | awk -v seed="$((SEED * 100003 + $1))" '
			BEGIN { srand(seed); for (i = 0; i < 100; i++) rand() } { print rand() "\t" $0 }' | sort -g | head -n $((2 * SAMPLE)) | cut -f 2-)
		((side == 2 * SAMPLE)) ||
			die "$EX_FAIL" "$workload: $side repeats; a comparison of $SAMPLE with $SAMPLE takes $((2 * SAMPLE))"
	done
}

# reports WORKLOAD: its repeats' folders, without recordings, which are large and not looked at.
reports() {
	local report name
	for report in "$1"*/report.json; do
		name=$WORK/small/${report%/report.json}
		if [[ ! -e $name ]]; then
			mkdir -p "$name"
			cp "$report" "$name"
			[[ ! -e ${report%/*}/workload.json ]] || cp "${report%/*}/workload.json" "$name"
		fi
		printf '%s\n' "$name"
	done
}

compare() {
	local i
	for ((i = 1; i <= COMPARISONS; i++)); do
		draw "$i"
		"$PN_BIN/analyzer" compare -f csv "$WORK/$i/0" "$WORK/$i/1" >"$WORK/$i.csv"
	done
}

tell() {
	printf '%s comparisons of %s with %s runs\n' "$COMPARISONS" "$SAMPLE" "$SAMPLE"
	awk -F, '
		{ sub(/\r$/, "") } # the lines of CSV end with both
		FNR > 1 && $NF != "insufficient" {
			all++
			key = $1 " " $2
			seen[key]++
			if ($NF != "same") { wrong++; bad[key]++ }
		}
		END {
			if (!all) { print "no verdict could be reached"; exit 1 }
			printf "not same: %d of %d verdicts, %.1f %%\n", wrong, all, 100 * wrong / all
			for (key in bad)
				printf "  %-40s %2d of %d\n", key, bad[key], seen[key] | "sort"
		}' "$WORK"/*.csv
}

# tell_verdicts: the same for those differences that count for ab-governor.sh.
tell_verdicts() {
	local file
	for file in "$WORK"/*.csv; do
		awk -v form=rows -f "$here/lib/verdict.awk" "$file"
	done | awk -F '\t' '
		$1 != "insufficient" { all++ }
		$1 == "worse" || $1 == "better" || $1 == "changed" { wrong++; lines[++n] = sprintf("  %s %s %g %g", $2, $3, $5, $6) }
		END {
			printf "not same by the rule of ab-governor.sh: %d of %d, %.2f %%\n", wrong, all, 100 * wrong / all
			for (i = 1; i <= n; i++) print lines[i]
		}'
}

main() {
	split_options "$@"
	parse_args "${ARGS[@]}"
	undo_install
	build_programs tools
	[[ -n $RESULTS ]] || record
	[[ -d $RESULTS ]] || die "$EX_FAIL" "$RESULTS: no such folder"
	temp_dir WORK
	compare
	tell
	tell_verdicts
	printf '%s\n' "$RESULTS"
}

main "$@"
