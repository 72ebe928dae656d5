# SPDX-License-Identifier: GPL-2.0-only
# The run as KTAP, for programs that run and read kernel tests: one subtest a workload.

[[ -n "${PN_KTAP_SH:-}" ]] && return 0
readonly PN_KTAP_SH=1

# ktap_begin: what stops the run before there are results is reported as well.
ktap_begin() {
	KTAP_DONE=''
	echo 'KTAP version 1'
	undo_push ktap_abort
}

ktap_abort() {
	[[ -z $KTAP_DONE ]] || return 0
	if ((EXIT_STATUS == EX_SKIP)); then
		printf '1..0 # SKIP %s\n' "${DIED//#/}"
	else
		printf 'Bail out! %s\n' "${DIED:-ended with status $EXIT_STATUS}"
	fi
}

# ktap_governor RESULT WORKLOAD GOVERNOR NUMBER: one line, ok when every repeat is there, is trusted, and agrees with the
# kernel's counters; what does not is said below.
ktap_governor() {
	local folder=$1/$3/$2 report repeats=0 bad=()
	for report in "$folder"/[0-9]*/report.json; do
		[[ -e $report ]] || continue
		repeats=$((repeats + 1))
		jq -e .quality.trusted "$report" >/dev/null || bad+=("$(basename "${report%/*}"): losses or damage")
		# Without a driver there are no counters, and nothing to agree with.
		[[ ! -e ${report%/*}/reconcile.json ]] || jq -e '.agrees != false' "${report%/*}/reconcile.json" >/dev/null ||
			bad+=("$(basename "${report%/*}"): trace and counters disagree")
	done
	((repeats >= REPEAT)) || bad+=("$repeats of $REPEAT repeats have a report")
	((${#bad[@]} == 0)) || printf '    # %s\n' "${bad[@]}"
	if ((${#bad[@]} == 0)); then
		printf '    ok %d %s\n' "$4" "$3"
	else
		printf '    not ok %d %s\n' "$4" "$3"
		return 1
	fi
}

# ktap_noted RESULT PATTERN: the run made such a note.
ktap_noted() {
	jq -e --arg pattern "$2" 'any(.notes[]; test($pattern))' "$1/manifest.json" >/dev/null
}

# ktap_workload RESULT NUMBER WORKLOAD GOVERNOR...
ktap_workload() {
	local result=$1 number=$2 workload=$3 i=0 governor word=ok
	shift 3
	if ktap_noted "$result" "^$workload cannot run here"; then
		printf 'ok %d %s # SKIP cannot run here\n' "$number" "$workload"
		return
	fi
	printf '    KTAP version 1\n    1..%d\n' "$#"
	for governor; do
		i=$((i + 1))
		ktap_governor "$result" "$workload" "$governor" "$i" || word='not ok'
	done
	! ktap_noted "$result" ": $workload failed with status" || word='not ok'
	printf '%s %d %s\n' "$word" "$number" "$workload"
}

# ktap_end RESULT
ktap_end() {
	local result=$1 number=0 workload note governors notes
	mapfile -t governors < <(jq -r '.governors[]' "$result/manifest.json")
	mapfile -t notes < <(jq -r '.notes[]' "$result/manifest.json")
	printf '1..%d\n' "${#WORKLOADS[@]}"
	for workload in "${WORKLOADS[@]}"; do
		number=$((number + 1))
		ktap_workload "$result" "$number" "$workload" "${governors[@]}"
	done
	for note in "${notes[@]}"; do printf '# %s\n' "$note"; done
	printf '# results: %s\n' "$result"
	KTAP_DONE=1
}
