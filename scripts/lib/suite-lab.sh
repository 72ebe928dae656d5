# SPDX-License-Identifier: GPL-2.0-only
# The suite in the lab: the job that runs it there, and the room that its results take.

[[ -n "${PN_SUITE_LAB_SH:-}" ]] && return 0
readonly PN_SUITE_LAB_SH=1

# What a second of recording takes at most, in MiB, and what a run takes beside it; the guest's memory without results.
readonly LAB_MIB_PER_S=1 LAB_MIB_PER_RUN=1 LAB_MIB_SYSTEM=512

# check_lab_governors: those of the lab are known before it is booted.
check_lab_governors() {
	local governor
	for governor in "${GOVERNORS[@]}"; do
		[[ " $LAB_GOVERNORS " == *" $governor "* ]] ||
			obstacle "the lab has no governor '$governor'; it has: $LAB_GOVERNORS"
	done
}

# config_now: the configuration, with the seconds that are to be run.
config_now() {
	local label
	for label in "${SUITE_LABELS[@]}"; do
		printf '%s %s %s\n' "$label" "${SUITE_SECONDS[$label]}${SUITE_WHOLE[$label]}" "${SUITE_COMMAND[$label]}"
	done
}

# The lab runs the same script. Its job: the same options, with the configuration carried along.
write_job() {
	local option args=(--record-only --output . --config /pn/suite.conf --preset "$PRESET" --repeat "$REPEAT"
		--buffer "$BUFFER_KB" --warm-up "$WARM_UP" --settle "$SETTLE" --trace-window "$TRACE_WINDOW"
		--trace-size "$TRACE_MIB")
	for option in "${GOVERNORS[@]}"; do args+=(--governor "$option"); done
	for option in "${WORKLOADS[@]}"; do args+=(--workload "$option"); done
	for option in ${EVENTS#power:cpu_idle power:cpu_idle_miss}; do args+=(--event "$option"); done
	[[ -z $DURATION ]] || args+=(--duration "$DURATION")
	[[ $COST != none ]] || args+=(--no-cost)
	printf 'cat >/pn/suite.conf <<"END-OF-SUITE"\n'
	config_now
	printf 'END-OF-SUITE\n'
	printf 'export PN_COMMAND_LINE=%q\n' "$PN_COMMAND_LINE"
	printf 'exec /pn/scripts/run-suite.sh %s\n' "${args[*]@Q}"
}

# lab_room PLAN: MiB that its results may take.
lab_room() {
	local plan=$1 workload repeat seconds total=0
	while read -r _ workload repeat; do
		seconds=${SUITE_SECONDS[$workload]}
		[[ -n ${SUITE_WHOLE[$workload]} ]] || ((TRACE_WINDOW == 0 || seconds <= TRACE_WINDOW)) || seconds=$TRACE_WINDOW
		[[ $repeat != untraced ]] || seconds=0
		total=$((total + LAB_MIB_PER_RUN + seconds * LAB_MIB_PER_S))
	done <<<"$plan"
	echo "$total"
}

# lab_size PLAN: fills LAB_SIZE with run-vm.sh's options for it. The guest keeps results in three quarters of its memory.
lab_size() {
	local room memory
	room=$(lab_room "$1")
	memory=$((room * 4 / 3 + LAB_MIB_SYSTEM))
	LAB_SIZE=()
	((memory <= 1024)) || LAB_SIZE+=(--memory "$memory")
	((room <= 1024)) || LAB_SIZE+=(--disk "$room")
}

run_in_lab() {
	local work plan seconds status=0
	check_lab_governors
	deps_install build lab
	say "building the programs"
	build_programs tools
	check_programs
	results_create "$OUTPUT"
	temp_dir work
	lab_prepare "$work"
	write_job >"$work/job"
	plan=$(make_plan "${GOVERNORS[*]:-present}")
	seconds=$(plan_seconds "$plan")
	lab_size "$plan"
	check_load
	say "booting the lab"
	lab_run "$work/job" "$OUTPUT" --show --cpus "$VM_CPUS" --synth "$SYNTH" "${LAB_SIZE[@]}" \
		--limit $((120 + 3 * seconds)) || status=$?
	# Where single workloads failed there are results all the same.
	[[ $status == 0 || -e $OUTPUT/manifest.json ]] || exit "$status"
	# shellcheck disable=SC2034  # of run-suite.sh
	((status == 0)) || FAILED=1
}
