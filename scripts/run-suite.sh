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
source "$here/lib/results.sh"
source "$here/lib/record.sh"
source "$here/lib/report.sh"
source "$here/lib/figures.sh"
source "$here/lib/lab.sh"

usage() {
	cat <<END
Usage: run-suite.sh [OPTION...]

Runs workloads under one or more cpuidle governors, records what every CPU
did, and prints what each governor did side by side. The last line on stdout
is the folder with the results.

  --governor NAME   a governor; may be repeated [the present one]
  --workload NAME   a workload; may be repeated [pingpong and sleepers]
  --duration TIME   for each workload, in seconds, as 20 or 20s
                    [as the configuration says]
  --repeat N        each governor and workload N times, in turns [1]
  --output DIR      where the results go; new or empty [./results-TIME]
  --config FILE     the workloads [scripts/suite.conf]
  --event NAME      record this event too, as sched:sched_switch; may be
                    repeated
  --buffer KIB      of the trace buffer, for each CPU [8192]
  --vm              run in the lab, a virtual machine with idle states and
                    every governor, instead of on this machine
  --vm-cpus N       the lab's CPUs [2]
  --synth ARGS      the lab's idle states, as parameters of the module
                    synth_idle [preset=lab]
  --list            print the workloads and the governors, and stop
  --help            this text

Examples:
  sudo scripts/run-suite.sh --vm --governor menu --governor teo
  sudo scripts/run-suite.sh --governor teo --workload pingpong --duration 20
  sudo scripts/run-suite.sh --vm --synth preset=i5-10600k --workload idle

Exit status: 0 done, 1 could not, 2 wrong usage, 77 cannot run here.
END
}

# duration_seconds TEXT
duration_seconds() {
	[[ $1 =~ ^([1-9][0-9]{0,5})s?$ ]] || usage_error "--duration takes seconds, as 20 or 20s, not '$1'"
	printf '%s\n' "${BASH_REMATCH[1]}"
}

# count OPTION VALUE MAX
count() {
	if ! [[ $2 =~ ^[1-9][0-9]{0,6}$ ]] || (($2 > $3)); then
		usage_error "$1 takes a number from 1 to $3, not '$2'"
	fi
}

# name OPTION VALUE: what becomes a folder's name.
name() {
	[[ $2 =~ ^[A-Za-z0-9][A-Za-z0-9_-]*$ ]] || usage_error "$1: '$2' is not a name"
}

parse_args() {
	GOVERNORS=() WORKLOADS=() EVENTS='power:cpu_idle power:cpu_idle_miss' ACTION=run RECORD_ONLY=''
	DURATION='' REPEAT=1 OUTPUT='' CONFIG=$here/suite.conf BUFFER_KB=8192 VM='' VM_CPUS=2 SYNTH=preset=lab
	while (($#)); do
		case $1 in
		--governor) need_value "$1" $#; name "$1" "$2"; GOVERNORS+=("$2"); shift 2 ;;
		--workload) need_value "$1" $#; WORKLOADS+=("$2"); shift 2 ;;
		--duration) need_value "$1" $#; DURATION=$(duration_seconds "$2"); shift 2 ;;
		--repeat) need_value "$1" $#; count "$1" "$2" 99; REPEAT=$2; shift 2 ;;
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
	((${#WORKLOADS[@]})) || WORKLOADS=(pingpong sleepers)
	for workload in "${WORKLOADS[@]}"; do
		[[ -n ${SUITE_SECONDS[$workload]:-} ]] ||
			die "$EX_USAGE" "no workload is called '$workload'; there are: ${SUITE_LABELS[*]}"
		[[ -z $DURATION ]] || SUITE_SECONDS["$workload"]=$DURATION
	done
}

list() {
	echo "Workloads ($CONFIG):"
	suite_list
	echo "Governors of this kernel: $(governor_list)"
	echo "Governors of the lab (--vm): ladder menu teo"
}

# Without a driver no governor is ever asked, so what is recorded is filed under none of them.
check_governors() {
	local governor present
	if ! cpuidle_driver >/dev/null; then
		note "this machine has no cpuidle driver, so no governor decides anything here: what is recorded is the" \
			"default idle loop (the lab, --vm, has idle states)"
		GOVERNORS=(default-idle)
		return
	fi
	present=$(governor_current) || die "$EX_SKIP" "this kernel does not tell its governor"
	((${#GOVERNORS[@]})) || GOVERNORS=("$present")
	for governor in "${GOVERNORS[@]}"; do
		governor_exists "$governor" || die "$EX_SKIP" "this kernel has no governor '$governor'; it has:" \
			"$(governor_list); the lab has more: --vm"
	done
}

check_root() {
	((EUID == 0)) || die "$EX_SKIP" "recording takes root; use sudo, or see --vm"
}

check_machine() {
	local user
	check_governors
	trace_available || die "$EX_SKIP" "this kernel has no cpu_idle trace event; the lab has: --vm"
	! user=$(trace_in_use) || die "$EX_SKIP" "tracing is in use (${user% }); end it with: trace-cmd reset"
}

record_plan() {
	local plan=$1 number=0 total governor workload repeat
	total=$(wc -l <<<"$plan")
	governor_keep
	trace_keep
	while read -r governor workload repeat <&3; do
		number=$((number + 1))
		say "recording $number of $total: $governor, $workload, ${SUITE_SECONDS[$workload]} s"
		[[ $governor == default-idle ]] || governor_set "$governor" ||
			die "$EX_SKIP" "the governor cannot be set to '$governor' here; the lab can: --vm"
		sleep 0.5
		record_one "$OUTPUT/$governor/$workload/$repeat" "$workload"
	done 3<<<"$plan"
}

run_here() {
	local plan
	check_root
	if [[ -z ${PN_GUEST:-} ]]; then
		deps_install build record
		build_programs tools
	fi
	check_machine
	results_create "$OUTPUT"
	"$PN_BIN/analyzer" states >"$OUTPUT/states.json"
	plan=$(plan_make "$REPEAT" "${GOVERNORS[*]}" "${WORKLOADS[*]}")
	record_plan "$plan"
	manifest_write "$OUTPUT/manifest.json" "${GOVERNORS[*]}"
	undo_all
}

# The lab runs this very script. Its job: the same options, with the configuration carried along.
write_job() {
	local option args=(--record-only --output . --config /pn/suite.conf --repeat "$REPEAT" --buffer "$BUFFER_KB")
	for option in "${GOVERNORS[@]}"; do args+=(--governor "$option"); done
	for option in "${WORKLOADS[@]}"; do args+=(--workload "$option"); done
	for option in ${EVENTS#power:cpu_idle power:cpu_idle_miss}; do args+=(--event "$option"); done
	[[ -z $DURATION ]] || args+=(--duration "$DURATION")
	printf 'cat >/pn/suite.conf <<"END-OF-SUITE"\n'
	cat "$CONFIG"
	printf '\nEND-OF-SUITE\n'
	printf 'export PN_COMMAND_LINE=%q\n' "$PN_COMMAND_LINE"
	printf 'exec /pn/scripts/run-suite.sh %s\n' "${args[*]@Q}"
}

run_in_lab() {
	local work plan seconds
	deps_install build lab
	results_create "$OUTPUT"
	say "building the programs"
	build_programs tools
	temp_dir work
	lab_prepare "$work"
	write_job >"$work/job"
	plan=$(plan_make "$REPEAT" "${GOVERNORS[*]:-present}" "${WORKLOADS[*]}")
	seconds=$(plan_seconds "$plan")
	say "booting the lab"
	lab_run "$work/job" "$OUTPUT" --show --cpus "$VM_CPUS" --synth "$SYNTH" --limit $((120 + 3 * seconds))
}

main() {
	PN_COMMAND_LINE=${PN_COMMAND_LINE:-"$PN_NAME $*"}
	STARTED=$(date -u +%Y-%m-%dT%H:%M:%SZ)
	parse_args "$@"
	load_workloads
	if [[ $ACTION == list ]]; then
		list
		return
	fi
	undo_install
	OUTPUT=${OUTPUT:-results-$(date -u +%Y%m%dT%H%M%SZ)}
	if [[ -n $VM ]]; then run_in_lab; else run_here; fi
	[[ -z $RECORD_ONLY ]] || return 0
	report_all "$OUTPUT"
	compare_governors "$OUTPUT"
	compare_verdicts "$OUTPUT"
	draw_all "$OUTPUT"
	printf '%s\n' "$OUTPUT"
}

main "$@"
