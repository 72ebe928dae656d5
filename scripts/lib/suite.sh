# SPDX-License-Identifier: GPL-2.0-only
# What is to be run: the workloads' configuration and the plan made from it.

[[ -n "${PN_SUITE_SH:-}" ]] && return 0
readonly PN_SUITE_SH=1

# suite_load FILE: fills SUITE_LABELS, SUITE_SECONDS and SUITE_COMMAND.
suite_load() {
	local file=$1 label seconds command number=0
	SUITE_LABELS=()
	declare -gA SUITE_SECONDS=() SUITE_COMMAND=()
	while read -r label seconds command || [[ -n $label ]]; do
		number=$((number + 1))
		[[ -n $label && $label != '#'* ]] || continue
		[[ $label =~ ^[A-Za-z0-9][A-Za-z0-9_.-]*$ && $seconds =~ ^[1-9][0-9]{0,6}$ && -n $command ]] ||
			die "$EX_USAGE" "$file:$number: expected a label, a number of seconds and a program"
		[[ -z ${SUITE_SECONDS[$label]:-} ]] || die "$EX_USAGE" "$file:$number: '$label' is there twice"
		SUITE_LABELS+=("$label")
		SUITE_SECONDS[$label]=$seconds
		SUITE_COMMAND[$label]=$command
	done <"$file"
}

suite_list() {
	local label
	for label in "${SUITE_LABELS[@]}"; do
		printf '%-12s %5d s  %s\n' "$label" "${SUITE_SECONDS[$label]}" "${SUITE_COMMAND[$label]}"
	done
}

# suite_command LABEL: fills COMMAND; the programs are those of this project.
suite_command() {
	read -r -a COMMAND <<<"${SUITE_COMMAND[$1]}"
	COMMAND[0]=$PN_BIN/${COMMAND[0]}
}

# plan_make REPEATS GOVERNORS WORKLOADS: one line a recording, "governor workload repeat". The order of the governors
# turns around with every repeat (ABBA), so that a drift of the machine is not taken for a difference between them.
plan_make() {
	local repeats=$1 repeat governor workload i order
	local -a governors workloads
	read -r -a governors <<<"$2"
	read -r -a workloads <<<"$3"
	for ((repeat = 1; repeat <= repeats; repeat++)); do
		for ((i = 0; i < ${#governors[@]}; i++)); do
			order=$((repeat % 2 ? i : ${#governors[@]} - 1 - i))
			governor=${governors[order]}
			for workload in "${workloads[@]}"; do
				printf '%s %s %02d\n' "$governor" "$workload" "$repeat"
			done
		done
	done
}

# plan_seconds PLAN: how long its workloads take, each by its own duration.
plan_seconds() {
	local total=0 workload
	while read -r _ workload _; do
		total=$((total + SUITE_SECONDS[$workload]))
	done <<<"$1"
	printf '%d\n' "$total"
}
