#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
# Runs workloads under one or more cpuidle governors, records and analyses them, and sets the results side by side.

set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source "$here/lib/common.sh"
source "$here/lib/deps.sh"
source "$here/lib/build.sh"
source "$here/lib/sysfs.sh"
source "$here/lib/governor.sh"
source "$here/lib/trace.sh"
source "$here/lib/suite.sh"
source "$here/lib/preset.sh"
source "$here/lib/results.sh"
source "$here/lib/preflight.sh"
source "$here/lib/record.sh"
source "$here/lib/report.sh"
source "$here/lib/checks.sh"
source "$here/lib/ktap.sh"
source "$here/lib/figures.sh"
source "$here/lib/lab.sh"
source "$here/lib/suite-lab.sh"

usage() {
	cat <<END
Usage: run-suite.sh [OPTION...]

Runs workloads under one or more cpuidle governors, records what every CPU
did, and prints what each governor did side by side. The last line on stdout
is the folder with the results.

  --governor NAME   a governor; may be repeated [the present one]
  --workload NAME   a workload; may be repeated [pingpong, sleepers, busyload;
                    with --preset all]
  --preset NAME     quick: about 3 minutes a governor; standard: about 30;
                    full: the points of the classic sweep, hours
  --duration TIME   for each workload, in seconds, as 20 or 20s
                    [as the configuration and the preset say]
  --repeat N        each governor and workload N times, in turns [1; quick: 3,
                    standard and full: 5]
  --warm-up SEC     the first workload without recording, before all [0]
  --settle SEC      a pause before each run [1]
  --no-cost         leave out the run without recording that each workload
                    gets, which shows what recording costs
  --output DIR      where the results go; new or empty [./results-TIME]
  --config FILE     the workloads [scripts/suite.conf]
  --event NAME      record this event too, as sched:sched_switch; may be
                    repeated
  --buffer KIB      of the trace buffer, for each CPU [8192]
  --trace-window SEC   record so much, from the middle, of a workload that
                    takes longer and does not change on the way;
                    0: all of it [20]
  --trace-size MIB  of one recording at most; its end is kept [256]
  --vm              run in the lab, a virtual machine with idle states and
                    every governor, instead of on this machine
  --vm-cpus N       the lab's CPUs [2]
  --synth ARGS      the lab's idle states, as parameters of the module
                    synth_idle [preset=lab]
  --ktap            print the outcome as KTAP, one subtest a workload, in
                    place of tables
  --dry-run         print what would be run, and what stands in its way;
                    touch nothing
  --restore         put back what a run that was killed has left changed
  --report DIR      make the reports of a results folder again, as those of
                    a run that was ended early
  --list            print the workloads and the governors, and stop
  --help            this text

Examples:
  sudo scripts/run-suite.sh --vm --governor menu --governor teo
  sudo scripts/run-suite.sh --governor teo --workload pingpong --duration 20
  sudo scripts/run-suite.sh --preset standard --governor menu --governor teo
  scripts/run-suite.sh --preset full --dry-run
  sudo scripts/run-suite.sh --restore

Exit status: 0 done, 1 could not (the whole run, or some of its repeats),
2 wrong usage, 77 cannot run here.
END
}

# duration_seconds TEXT
duration_seconds() {
	[[ $1 =~ ^([1-9][0-9]{0,5})s?$ ]] || usage_error "--duration takes seconds, as 20 or 20s, not '$1'"
	printf '%s\n' "${BASH_REMATCH[1]}"
}

# count OPTION VALUE MAX [MIN]
count() {
	local least=${4:-1}
	if ! [[ $2 =~ ^(0|[1-9][0-9]{0,6})$ ]] || (($2 < least || $2 > $3)); then
		usage_error "$1 takes a number from $least to $3, not '$2'"
	fi
}

# name OPTION VALUE OTHER...: what becomes a folder's name, so it is not to be among the others.
name() {
	[[ $2 =~ ^[A-Za-z0-9][A-Za-z0-9_.-]*$ ]] || usage_error "$1: '$2' is not a name"
	[[ " ${*:3} " != *" $2 "* ]] || usage_error "$1: '$2' is there twice"
}

parse_args() {
	GOVERNORS=() WORKLOADS=() EVENTS='power:cpu_idle power:cpu_idle_miss' ACTION=run RECORD_ONLY=''
	DURATION='' REPEAT='' OUTPUT='' CONFIG='' BUFFER_KB=8192 VM='' VM_CPUS=2 SYNTH=preset=lab
	PRESET=none WARM_UP='' SETTLE='' COST='' TRACE_WINDOW=20 TRACE_MIB=256 KTAP='' DRY_RUN=''
	while (($#)); do
		case $1 in
		--governor) need_value "$1" $#; name "$1" "$2" "${GOVERNORS[@]}"; GOVERNORS+=("$2"); shift 2 ;;
		--workload) need_value "$1" $#; name "$1" "$2" "${WORKLOADS[@]}"; WORKLOADS+=("$2"); shift 2 ;;
		--duration) need_value "$1" $#; DURATION=$(duration_seconds "$2"); shift 2 ;;
		--repeat) need_value "$1" $#; count "$1" "$2" 99; REPEAT=$2; shift 2 ;;
		--preset)
			need_value "$1" $#
			[[ -n ${PRESETS[$2]:-} ]] || usage_error "--preset is quick, standard or full, not '$2'"
			PRESET=$2
			shift 2 ;;
		--warm-up) need_value "$1" $#; count "$1" "$2" 86400 0; WARM_UP=$2; shift 2 ;;
		--settle) need_value "$1" $#; count "$1" "$2" 3600 0; SETTLE=$2; shift 2 ;;
		--no-cost) COST=none; shift ;;
		--trace-window) need_value "$1" $#; count "$1" "$2" 1000000 0; TRACE_WINDOW=$2; shift 2 ;;
		--trace-size) need_value "$1" $#; count "$1" "$2" 1048576; TRACE_MIB=$2; shift 2 ;;
		--ktap) KTAP=1; shift ;;
		--dry-run) DRY_RUN=1; ACTION=dry-run; shift ;;
		--restore) ACTION=restore; shift ;;
		--report) need_value "$1" $#; ACTION=report; OUTPUT=$2; shift 2 ;;
		--output) need_value "$1" $#; OUTPUT=$2; shift 2 ;;
		--config) need_value "$1" $#; CONFIG=$2; shift 2 ;;
		--event) need_value "$1" $#; EVENTS+=" $2"; shift 2 ;;
		--buffer) need_value "$1" $#; count "$1" "$2" 1048576; BUFFER_KB=$2; shift 2 ;;
		--vm) VM=1; shift ;;
		--vm-cpus) need_value "$1" $#; count "$1" "$2" 16; VM_CPUS=$2; shift 2 ;;
		--synth) need_value "$1" $#; SYNTH=$2; shift 2 ;;
		--list) ACTION=list; shift ;;
		--record-only) RECORD_ONLY=1; shift ;; # the lab's side of --vm
		--help | -h) usage; exit 0 ;;
		*) usage_error "unknown argument '$1'" ;;
		esac
	done
}

# Reads the configuration and checks the workloads against it.
load_workloads() {
	local workload
	[[ -r $CONFIG && ! -d $CONFIG ]] || die "$EX_FAIL" "$CONFIG: cannot be read"
	suite_load "$CONFIG"
	default_workloads
	for workload in "${WORKLOADS[@]}"; do
		[[ -n ${SUITE_SECONDS[$workload]:-} ]] ||
			die "$EX_USAGE" "no workload is called '$workload'; there are: ${SUITE_LABELS[*]}"
		[[ -z $DURATION ]] || SUITE_SECONDS["$workload"]=$DURATION
	done
}

# A configuration of the user's own is meant as a whole, and so is a preset.
default_workloads() {
	((${#WORKLOADS[@]} == 0)) || return 0
	WORKLOADS=("${SUITE_LABELS[@]}")
	[[ $PRESET != none || $CONFIG != "$here/suite.conf" ]] || WORKLOADS=(pingpong sleepers busyload)
}

list() {
	echo "Workloads ($CONFIG):"
	suite_list
	echo "Governors of this kernel: $(governor_list)"
	echo "Governors of the lab (--vm): $LAB_GOVERNORS"
}

# make_plan GOVERNORS
make_plan() {
	plan_make "$REPEAT" "$1" "${WORKLOADS[*]}" "$COST"
}

# run_folder GOVERNOR WORKLOAD REPEAT: runs without a trace are no repeats, and lie apart.
run_folder() {
	if [[ $3 == untraced ]]; then
		printf '%s\n' "$OUTPUT/untraced/$1/$2"
	else
		printf '%s\n' "$OUTPUT/$1/$2/$3"
	fi
}

record_plan() {
	local plan=$1 number=0 total governor workload repeat
	total=$(wc -l <<<"$plan")
	governor_keep
	trace_keep
	warm_up "${WORKLOADS[0]}"
	while read -r governor workload repeat <&3; do
		number=$((number + 1))
		say "run $number of $total: $governor, $workload, ${SUITE_SECONDS[$workload]} s, $repeat"
		[[ $governor == default-idle ]] || governor_set "$governor" ||
			die "$EX_SKIP" "the governor cannot be set to '$governor' here; the lab can: --vm"
		run_waiting sleep "$SETTLE"
		record_one "$(run_folder "$governor" "$workload" "$repeat")" "$workload" "$repeat"
	done 3<<<"$plan"
}

# recover: before a run, and for --restore.
recover() {
	state_recover || die "$EX_FAIL" "not all could be restored; what is left is in $(state_dir)"
	if ((RESTORED)); then
		say "restored what a run that was killed had left changed"
	elif [[ $ACTION == restore ]]; then
		say "nothing to restore"
	fi
}

run_here() {
	local plan throttled
	check_root
	if [[ -z ${PN_GUEST:-} ]]; then
		deps_install build record
		build_programs tools
	fi
	recover
	state_open
	preflight
	check_programs
	results_create "$OUTPUT"
	"$PN_BIN/analyzer" states >"$OUTPUT/states.json"
	plan=$(make_plan "${GOVERNORS[*]}")
	throttled=$(throttle_count)
	manifest_begin "$OUTPUT/manifest.json" "${GOVERNORS[*]}"
	record_plan "$plan"
	check_throttling "$throttled"
	manifest_write "$OUTPUT/manifest.json" "${GOVERNORS[*]}"
	NOTES=()
	undo_to "$UNDO_BASE"
	((${#FAILED_RUNS[@]} == 0)) || FAILED=1
}

dry_run() {
	local obstacle plan
	OBSTACLES=()
	if [[ -n $VM ]]; then
		check_lab_governors
		echo "In the lab: $VM_CPUS CPUs, synth_idle $SYNTH"
	else
		preflight
	fi
	plan=$(make_plan "${GOVERNORS[*]:-present}")
	plan_print "$plan"
	echo "Results: $OUTPUT"
	for obstacle in "${OBSTACLES[@]}"; do echo "In the way: $obstacle"; done
}

report_results() {
	report_all "$OUTPUT"
	if [[ -n $KTAP ]]; then
		print_results >/dev/null
		ktap_end "$OUTPUT"
	else
		print_results
		printf '%s\n' "$OUTPUT"
	fi
}

# report_again: of what is there already.
report_again() {
	local manifest=$OUTPUT/manifest.json
	undo_install
	deps_install build record
	build_programs tools
	jq -e '.governors | type == "array"' "$manifest" >/dev/null 2>&1 ||
		die "$EX_FAIL" "$OUTPUT: has no manifest.json that can be read, so it is no folder of this program"
	mapfile -t GOVERNORS < <(jq -r '.governors[]' "$manifest")
	mapfile -t WORKLOADS < <(result_workloads "$OUTPUT" "${GOVERNORS[@]}")
	REPEAT=$(jq '.repeats // 1' "$manifest")
	report_results
}

print_results() {
	compare_governors "$OUTPUT"
	checks_all "$OUTPUT"
	compare_verdicts "$OUTPUT"
	draw_all "$OUTPUT"
	((${#GOVERNORS[@]} < 2 || REPEAT >= VERDICT_REPEATS)) ||
		echo "Which governor is better takes more repeats: --repeat $VERDICT_REPEATS or more, or --preset."
}

run() {
	undo_install
	[[ -z $KTAP ]] || ktap_begin
	undo_push results_hand_over
	UNDO_BASE=${#UNDO_STACK[@]}
	if [[ -n $VM ]]; then run_in_lab; else run_here; fi
	[[ -n $RECORD_ONLY ]] || report_results
}

main() {
	PN_COMMAND_LINE=${PN_COMMAND_LINE:-"$PN_NAME $*"}
	STARTED=$(date -u +%Y-%m-%dT%H:%M:%SZ)
	FAILED=''
	split_options "$@"
	parse_args "${ARGS[@]}"
	if [[ $ACTION == restore ]]; then
		recover
		return
	fi
	preset_apply "$PRESET" "$here"
	load_workloads
	OUTPUT=${OUTPUT:-results-$(date -u +%Y%m%dT%H%M%SZ)}
	case $ACTION in
	list) list ;;
	dry-run) dry_run ;;
	report) report_again ;;
	run) run ;;
	esac
	[[ -z $FAILED ]] && ((LEFT_OUT == 0)) || exit "$EX_FAIL"
}

main "$@"
