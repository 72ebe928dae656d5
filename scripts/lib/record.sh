# SPDX-License-Identifier: GPL-2.0-only
# One repeat: the state table, the counters over time, the trace and the workload's own result, in one folder.

[[ -n "${PN_RECORD_SH:-}" ]] && return 0
readonly PN_RECORD_SH=1

# Labels of workloads that failed, and of those that could not run here.
FAILED_RUNS=() SKIPPED_RUNS=' '

# sampler_start FILE: counters every second, the first block before this returns. SAMPLER is its process.
sampler_start() {
	local tries
	group_start "$PN_BIN/analyzer" sample --interval 1s -o "$1"
	SAMPLER=$GROUP
	for ((tries = 0; tries < 100; tries++)); do
		[[ ! -s $1 ]] || return 0
		kill -0 "$SAMPLER" 2>/dev/null || break
		sleep 0.1
	done
	die "$EX_FAIL" "the counters cannot be sampled"
}

# sampler_stop: the last block is written by the time this returns.
sampler_stop() {
	kill -TERM "$SAMPLER" 2>/dev/null || true
	wait "$SAMPLER" || true
	group_done
}

# run_traced DIR WORKLOAD: COMMAND, recorded from before its start to after its end, or for TRACE_WINDOW seconds in its
# middle when it runs longer than that and stays the same on the way. Its status is in DIR/.status: trace-cmd does not pass it on.
run_traced() {
	local dir=$1 seconds=${SUITE_SECONDS[$2]} whole=${SUITE_WHOLE[$2]} workload status=0
	# shellcheck disable=SC2016  # expanded by the inner shell
	local keep_status=(bash -c '"$@"; echo $? >"$0"' "$dir/.status" "${COMMAND[@]}")
	if [[ -n $whole ]] || ((TRACE_WINDOW == 0 || seconds <= TRACE_WINDOW)); then
		trace_record "$dir/trace.dat" "$EVENTS" "${keep_status[@]}" >&2
		return
	fi
	group_start "${keep_status[@]}" >&2
	workload=$GROUP
	run_waiting sleep $(((seconds - TRACE_WINDOW) / 2))
	trace_record "$dir/trace.dat" "$EVENTS" sleep "$TRACE_WINDOW" >&2 || status=$?
	wait "$workload" || true
	group_done
	return "$status"
}

# run_untraced DIR
run_untraced() {
	local status=0
	run_waiting "${COMMAND[@]}" >&2 || status=$?
	echo "$status" >"$1/.status"
}

# recording_failed DIR: where nothing was recorded before, nothing will be; later it costs one repeat.
recording_failed() {
	compgen -G "$OUTPUT/*/*/*/trace.dat" >/dev/null || die "$EX_FAIL" "trace-cmd could not record"
	note "${1#"$OUTPUT"/}: trace-cmd could not record"
	FAILED_RUNS+=("$1")
	rm -f "$1/.status"
}

# record_one DIR WORKLOAD REPEAT: the governor is set already. REPEAT "untraced" leaves out the trace.
record_one() {
	local dir=$1 workload=$2 repeat=$3
	mkdir -p "$dir"
	suite_command "$workload"
	COMMAND+=(--duration "${SUITE_SECONDS[$workload]}s" --json "$dir/workload.json")
	"$PN_BIN/analyzer" states >"$dir/states.json" || die "$EX_FAIL" "the idle states cannot be read"
	sampler_start "$dir/counters.csv"
	if [[ $repeat == untraced ]]; then
		run_untraced "$dir"
	elif run_traced "$dir" "$workload" && [[ -e $dir/trace.dat ]]; then
		check_trace "$dir"
	else
		recording_failed "$dir"
	fi
	sampler_stop
	[[ ! -e $dir/.status ]] || check_status "$dir" "$workload"
}

check_trace() {
	local dir=$1 lost
	lost=$(trace_losses)
	((lost == 0)) || note "${dir#"$OUTPUT"/}: $lost events did not fit in the buffer; use a larger --buffer"
	! trace_capped "$dir/trace.dat" || note "${dir#"$OUTPUT"/}: the trace may have reached its size, and then lacks its" \
		"begin; use a larger --trace-size or a shorter --trace-window"
}

# check_status DIR WORKLOAD: one that fails does not end the others' night.
check_status() {
	local dir=$1 workload=$2 status
	status=$(<"$dir/.status")
	rm "$dir/.status"
	case $status in
	0) ;;
	"$EX_SKIP")
		[[ $SKIPPED_RUNS == *" $workload "* ]] || note "$workload cannot run here"
		SKIPPED_RUNS+="$workload " ;;
	129 | 130 | 143) exit "$status" ;; # ended early by a signal, with us
	*)
		note "${dir#"$OUTPUT"/}: $workload failed with status $status"
		FAILED_RUNS+=("$workload") ;;
	esac
}

# warm_up WORKLOAD: for WARM_UP seconds, not recorded, so that the first run finds the machine as the others do.
warm_up() {
	((WARM_UP)) || return 0
	say "warming up: $1, $WARM_UP s"
	suite_command "$1"
	run_waiting "${COMMAND[@]}" --duration "${WARM_UP}s" --quiet >/dev/null 2>&1 || true
}
