#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
# From a patch to a governor to a verdict: the kernel without and with it, in turns, in the lab.

set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source "$here/lib/common.sh"
source "$here/lib/deps.sh"
source "$here/lib/build.sh"
source "$here/lib/suite.sh"
source "$here/lib/results.sh"
source "$here/lib/report.sh"
source "$here/lib/figures.sh"
source "$here/lib/lab.sh"
source "$here/lib/ab.sh"

# What git bisect run takes for "cannot be judged", and for "stop".
readonly BISECT_UNKNOWN=125 BISECT_STOP=128

usage() {
	cat <<END
Usage: ab-governor.sh [OPTION...] --patch FILE

Builds the lab's kernel without and with a patch, boots both in turns, runs
workloads in each, and says what got better, what worse, and what stayed.

  --patch FILE      a diff for patch -p1, an edit script (it starts with #!),
                    or a semantic patch (.cocci); may be repeated, in order
  --base FILE       one that both kernels get, before the others
  --source SOURCE   the kernel: a tree or an archive [Debian's 6.1]
  --base-source SOURCE   that of the base, when it is another one; then
                    --patch is not needed
  --governor NAME   the governor [teo]
  --workload NAME   a workload; may be repeated [all of the configuration]
  --duration TIME   for each workload, in seconds [as the configuration says]
  --repeat N        boots of each kernel; a verdict takes 3 [5]
  --config FILE     the workloads [scripts/suite-ab.conf]
  --pn-threshold TIME   what is no longer a short stay; a virtual CPU is late
                    by some ms at times, by no fault of its governor [25ms]
  --vm-cpus N       the lab's CPUs [2]
  --synth ARGS      the lab's idle states [preset=lab]
  --label NAME      what a kernel is called; twice, the base first
                    [base, patched]
  --output DIR      where the results go; new or empty [./ab-TIME]
  --bisect-gate METRIC=PCT   the exit status is for git bisect run: 1 when
                    METRIC is worse by more than PCT percent, 0 when not, 125
                    when that cannot be told, 128 for wrong usage; may be
                    repeated
  --help            this text

Examples:
  sudo scripts/ab-governor.sh --patch 0001-cpuidle-teo-Skip-short-sleeps.patch
  sudo scripts/ab-governor.sh --governor menu --patch my-edit.sh --repeat 7
  git bisect run scripts/ab-governor.sh --source . --base-source ../good \\
    --bisect-gate all-above=10

Exit status: 0 nothing is worse, 1 could not (the patch does not apply, or
does not build), 2 wrong usage, 3 something is worse, 77 cannot run here.
END
}

# number OPTION VALUE MAX
number() {
	if ! [[ $2 =~ ^[1-9][0-9]{0,5}$ ]] || (($2 > $3)); then
		usage_error "$1 takes a number from 1 to $3, not '$2'"
	fi
}

# name OPTION VALUE: what becomes a folder's name.
name() {
	[[ $2 =~ ^[A-Za-z0-9][A-Za-z0-9_.-]*$ ]] || usage_error "$1: '$2' is not a name"
}

parse_args() {
	CHANGES=() BASE_CHANGES=() SOURCE='' BASE_SOURCE='' GOVERNOR=teo WORKLOADS=() DURATION='' REPEAT=5 VM_CPUS=2
	REPORT_OPTIONS=("${AB_REPORT_OPTIONS[@]}")
	CONFIG=$here/suite-ab.conf SYNTH=preset=lab LABELS=() OUTPUT='' GATES=()
	while (($#)); do
		case $1 in
		--patch) need_value "$1" $#; CHANGES+=("$2"); shift 2 ;;
		--base) need_value "$1" $#; BASE_CHANGES+=("$2"); shift 2 ;;
		--source) need_value "$1" $#; SOURCE=$2; shift 2 ;;
		--base-source) need_value "$1" $#; BASE_SOURCE=$2; shift 2 ;;
		--governor) need_value "$1" $#; name "$1" "$2"; GOVERNOR=$2; shift 2 ;;
		--workload) need_value "$1" $#; WORKLOADS+=("$2"); shift 2 ;;
		--duration) need_value "$1" $#; number "$1" "${2%s}" 86400; DURATION=${2%s}; shift 2 ;;
		--repeat) need_value "$1" $#; number "$1" "$2" 99; REPEAT=$2; shift 2 ;;
		--config) need_value "$1" $#; CONFIG=$2; shift 2 ;;
		--pn-threshold) need_value "$1" $#; REPORT_OPTIONS=("$1" "$2"); shift 2 ;;
		--vm-cpus) need_value "$1" $#; number "$1" "$2" 16; VM_CPUS=$2; shift 2 ;;
		--synth) need_value "$1" $#; SYNTH=$2; shift 2 ;;
		--label) need_value "$1" $#; name "$1" "$2"; LABELS+=("$2"); shift 2 ;;
		--output) need_value "$1" $#; OUTPUT=$2; shift 2 ;;
		--bisect-gate) need_value "$1" $#; gate "$2"; GATES+=("$2"); shift 2 ;;
		--help | -h) usage; exit 0 ;;
		*) usage_error "unknown argument '$1'" ;;
		esac
	done
	check_args
}

# gate TEXT
gate() {
	[[ $1 =~ ^[A-Za-z0-9_.-]+=[0-9]+([.][0-9]+)?%?$ ]] || usage_error "--bisect-gate: '$1' is not METRIC=PCT"
}

check_args() {
	local file
	((${#CHANGES[@]})) || [[ -n $BASE_SOURCE ]] || usage_error "--patch is missing"
	((${#LABELS[@]})) || LABELS=(base patched)
	[[ ${#LABELS[@]} == 2 && ${LABELS[0]} != "${LABELS[1]}" ]] || usage_error "--label: two different ones, or none"
	for file in "${CHANGES[@]}" "${BASE_CHANGES[@]}"; do
		[[ -r $file && -f $file ]] || die "$EX_FAIL" "$file: cannot be read"
	done
	OUTPUT=${OUTPUT:-ab-$(date -u +%Y%m%dT%H%M%SZ)}
}

# load_workloads WORK: WORK/suite.conf is what each boot runs.
load_workloads() {
	local workload
	[[ -r $CONFIG && ! -d $CONFIG ]] || die "$EX_FAIL" "$CONFIG: cannot be read"
	suite_load "$CONFIG"
	((${#WORKLOADS[@]})) || WORKLOADS=("${SUITE_LABELS[@]}")
	for workload in "${WORKLOADS[@]}"; do
		[[ -n ${SUITE_SECONDS[$workload]:-} ]] ||
			usage_error "no workload is called '$workload'; there are: ${SUITE_LABELS[*]}"
		[[ -z $DURATION ]] || SUITE_SECONDS["$workload"]=$DURATION
		printf '%s %s %s\n' "$workload" "${SUITE_SECONDS[$workload]}${SUITE_WHOLE[$workload]}" \
			"${SUITE_COMMAND[$workload]}" >>"$1/suite.conf"
	done
}

# kernel_options SOURCE FILE...: fills OPTIONS for build-kernel.sh.
kernel_options() {
	local file
	OPTIONS=()
	[[ -z $1 ]] || OPTIONS+=(--source "$1")
	shift
	for file; do OPTIONS+=(--patch "$file"); done
}

prepare() {
	local work=$1
	say "building the programs"
	build_programs tools
	say "the kernel '${LABELS[0]}'"
	kernel_options "${BASE_SOURCE:-$SOURCE}" "${BASE_CHANGES[@]}"
	ab_prepare "$work" "${LABELS[0]}" "${OPTIONS[@]}"
	say "the kernel '${LABELS[1]}'"
	kernel_options "$SOURCE" "${BASE_CHANGES[@]}" "${CHANGES[@]}"
	ab_prepare "$work" "${LABELS[1]}" "${OPTIONS[@]}"
	ab_job "$GOVERNOR" "$work/suite.conf" >"$work/job"
}

run_turns() {
	local work=$1 plan seconds side repeat number=0
	plan=$(plan_make "$REPEAT" "${LABELS[*]}" turn)
	seconds=$(plan_seconds "$(plan_make 1 "$GOVERNOR" "${WORKLOADS[*]}")")
	while read -r side _ repeat <&3; do
		number=$((number + 1))
		say "turn $number of $((2 * REPEAT)): $side, $GOVERNOR, ${WORKLOADS[*]}"
		ab_turn "$OUTPUT" "$work" "$side" "$repeat" "$seconds"
	done 3<<<"$plan"
}

# compare FORM OPTION...
compare() {
	"$PN_BIN/analyzer" compare -f "$1" "${@:2}" --label "${LABELS[0]}" --label "${LABELS[1]}" \
		"$OUTPUT/${LABELS[0]}" "$OUTPUT/${LABELS[1]}"
}

report() {
	local nightmares
	report_all "$OUTPUT"
	ab_manifest "$OUTPUT" "${LABELS[@]}"
	compare_governors "$OUTPUT" >/dev/null
	compare text -o "$OUTPUT/compare.txt"
	compare json -q -o "$OUTPUT/compare.json"
	compare csv -q -o "$OUTPUT/compare.csv"
	draw_all "$OUTPUT"
	nightmares=$(ab_nightmares "$OUTPUT" "${LABELS[@]}")
	printf '%s\n' "$OUTPUT"
	[[ -z $nightmares ]] || printf 'Powernightmares:\n%s\n' "$nightmares"
	awk -f "$here/lib/verdict.awk" "$OUTPUT/compare.csv" | tee "$OUTPUT/verdict.txt"
}

# judge: the exit status, of the run or for git bisect run.
judge() {
	local gate status=0 options=()
	if ((${#GATES[@]} == 0)); then
		! grep -q '^Verdict: worse' "$OUTPUT/verdict.txt" || exit "$EX_GATE"
		return 0
	fi
	for gate in "${GATES[@]}"; do options+=(--max-regress "$gate"); done
	compare text "${options[@]}" >/dev/null || status=$?
	exit "$status"
}

# bisect_exit STATUS: what ended this script, in the words of git bisect run.
bisect_exit() {
	case $1 in
	0) return 0 ;;
	"$EX_GATE") return 1 ;;
	"$EX_USAGE" | "$EX_SKIP") return "$BISECT_STOP" ;;
	129 | 130 | 143) return "$1" ;;
	*) return "$BISECT_UNKNOWN" ;;
	esac
}

run() {
	local work
	deps_install build lab
	temp_dir work
	load_workloads "$work"
	results_create "$OUTPUT"
	prepare "$work"
	run_turns "$work"
	report
	judge
}

main() {
	PN_COMMAND_LINE="$PN_NAME $*"
	undo_install
	# shellcheck disable=SC2154  # status is set in the trap
	[[ " $* " != *' --bisect-gate'* ]] || trap 'bisect_exit $? && status=0 || status=$?; undo_exit $status' EXIT
	split_options "$@"
	parse_args "${ARGS[@]}"
	run
}

main "$@"
