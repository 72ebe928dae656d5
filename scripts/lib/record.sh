# SPDX-License-Identifier: GPL-2.0-only
# One repeat: the state table, the counters over time, the trace and the workload's own result, in one folder.

[[ -n "${PN_RECORD_SH:-}" ]] && return 0
readonly PN_RECORD_SH=1

# sampler_start FILE: counters every second, the first block before this returns. SAMPLER is its process.
sampler_start() {
	local tries
	"$PN_BIN/analyzer" sample --interval 1s -o "$1" &
	SAMPLER=$!
	undo_push sampler_stop
	for ((tries = 0; tries < 100; tries++)); do
		[[ ! -s $1 ]] || return 0
		kill -0 "$SAMPLER" 2>/dev/null || break
		sleep 0.1
	done
	die "$EX_FAIL" "the counters cannot be sampled"
}

# sampler_stop: the last block is written by the time this returns.
sampler_stop() {
	[[ -n ${SAMPLER:-} ]] || return 0
	kill -TERM "$SAMPLER" 2>/dev/null || true
	wait "$SAMPLER" || true
	SAMPLER=
}

# record_one DIR WORKLOAD: the governor is set already.
record_one() {
	local dir=$1 workload=$2 status lost
	mkdir -p "$dir"
	suite_command "$workload"
	"$PN_BIN/analyzer" states >"$dir/states.json" || die "$EX_FAIL" "the idle states cannot be read"
	sampler_start "$dir/counters.csv"
	# trace-cmd does not pass the command's exit status on.
	# shellcheck disable=SC2016  # expanded by the inner shell
	trace_record "$dir/trace.dat" "$BUFFER_KB" "$EVENTS" bash -c '"$@"; echo $? >"$0"' "$dir/.status" \
		"${COMMAND[@]}" --duration "${SUITE_SECONDS[$workload]}s" --json "$dir/workload.json" >&2 ||
		die "$EX_FAIL" "trace-cmd could not record"
	sampler_stop
	status=$(<"$dir/.status")
	rm "$dir/.status"
	lost=$(trace_losses)
	((lost == 0)) || note "$dir: $lost events did not fit in the buffer; use a larger --buffer"
	case $status in
	0) ;;
	"$EX_SKIP") note "$workload cannot run here" ;;
	129 | 130 | 143) exit "$status" ;; # ended early by a signal, with us
	*) die "$EX_FAIL" "$workload failed with status $status" ;;
	esac
}
