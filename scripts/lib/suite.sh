# SPDX-License-Identifier: GPL-2.0-only
# What is to be run: the workloads' configuration and the plan made from it.

[[ -n "${PN_SUITE_SH:-}" ]] && return 0
readonly PN_SUITE_SH=1

# suite_load FILE: fills SUITE_LABELS, SUITE_SECONDS, SUITE_COMMAND, and SUITE_WHOLE: "+" where all is to be recorded.
# shellcheck disable=SC2034  # SUITE_WHOLE is for who records
suite_load() {
	local file=$1 label seconds command number=0
	SUITE_LABELS=()
	declare -gA SUITE_SECONDS=() SUITE_COMMAND=() SUITE_WHOLE=()
	while read -r label seconds command || [[ -n $label ]]; do
		number=$((number + 1))
		[[ -n $label && $label != '#'* ]] || continue
		[[ $label =~ ^[A-Za-z0-9][A-Za-z0-9_.-]*$ && $seconds =~ ^[1-9][0-9]{0,6}[+]?$ && -n $command ]] ||
			die "$EX_USAGE" "$file:$number: expected a label, a number of seconds and a program"
		[[ -z ${SUITE_SECONDS[$label]:-} ]] || die "$EX_USAGE" "$file:$number: '$label' is there twice"
		SUITE_LABELS+=("$label")
		SUITE_SECONDS[$label]=${seconds%+}
		SUITE_WHOLE[$label]=${seconds//[0-9]/}
		SUITE_COMMAND[$label]=$command
	done <"$file"
}

suite_list() {
	local label
	for label in "${SUITE_LABELS[@]}"; do
		printf '%-14s %5d s  %s\n' "$label" "${SUITE_SECONDS[$label]}" "${SUITE_COMMAND[$label]}"
	done
}

# suite_command LABEL: fills COMMAND; the programs are those of this project.
suite_command() {
	read -r -a COMMAND <<<"${SUITE_COMMAND[$1]}"
	COMMAND[0]=$PN_BIN/${COMMAND[0]}
}

# check_programs: those that are to be run are there.
# shellcheck disable=SC2153  # WORKLOADS is of run-suite.sh
check_programs() {
	local workload
	for workload in "${WORKLOADS[@]}"; do
		suite_command "$workload"
		[[ -f ${COMMAND[0]} && -x ${COMMAND[0]} ]] ||
			die "$EX_USAGE" "$CONFIG: $workload: no program of this project is called '${COMMAND[0]#"$PN_BIN/"}'"
	done
}

# plan_make REPEATS GOVERNORS WORKLOADS [COST]: one line a run, "governor workload repeat". The order of the governors
# turns around with every repeat (ABBA), so that a drift of the machine is not taken for a difference between them.
# COST "all" puts a run of each without recording, "untraced", in the middle, "first" only under the first governor.
plan_make() {
	local repeats=$1 governors=$2 workloads=$3 cost=${4:-} repeat
	for ((repeat = 1; repeat <= repeats; repeat++)); do
		plan_round "$((repeat % 2))" "$governors" "$workloads" "$(printf '%02d' "$repeat")"
		((repeat != (repeats + 1) / 2)) || case $cost in
		all) plan_round 1 "$governors" "$workloads" untraced ;;
		first) plan_round 1 "${governors%% *}" "$workloads" untraced ;;
		esac
	done
}

# plan_round FORWARD GOVERNORS WORKLOADS NAME: each governor with each workload once.
plan_round() {
	local forward=$1 workload i name=$4
	local -a governors workloads
	read -r -a governors <<<"$2"
	read -r -a workloads <<<"$3"
	for ((i = 0; i < ${#governors[@]}; i++)); do
		for workload in "${workloads[@]}"; do
			printf '%s %s %s\n' "${governors[forward ? i : ${#governors[@]} - 1 - i]}" "$workload" "$name"
		done
	done
}

# plan_seconds PLAN: how long it takes: warm-up, pauses, and its workloads, each by its own duration.
plan_seconds() {
	local total=${WARM_UP:-0} workload
	while read -r _ workload _; do
		total=$((total + SUITE_SECONDS[$workload] + ${SETTLE:-0}))
	done <<<"$1"
	printf '%d\n' "$total"
}
