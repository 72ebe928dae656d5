# SPDX-License-Identifier: GPL-2.0-only
# The recorder: ftrace through trace-cmd, left afterwards as it was before.

[[ -n "${PN_TRACE_SH:-}" ]] && return 0
readonly PN_TRACE_SH=1

readonly TRACEFS=/sys/kernel/tracing

# trace_available: mounts tracefs where nobody did; it is unmounted again.
trace_available() {
	local root=$PN_SYSROOT$TRACEFS
	[[ ! -e $root/events/power/cpu_idle ]] || return 0
	[[ -z $PN_SYSROOT && -d $root ]] || return 1
	borrow mount
	mount -t tracefs tracefs "$root" 2>/dev/null || return 1
	[[ -e $root/events/power/cpu_idle ]]
}

trace_unmount() {
	! mountpoint -q "$TRACEFS" || umount "$TRACEFS"
}

# trace_in_use: prints what somebody else has switched on.
trace_in_use() {
	local tracer events
	tracer=$(sysfs_read "$TRACEFS/current_tracer") || return 1
	events=$(sysfs_read "$TRACEFS/set_event" | tr '\n' ' ') || true
	[[ $tracer == nop && -z $events ]] && return 1
	printf '%s %s\n' "$tracer" "$events"
}

trace_clock() {
	sysfs_read "$TRACEFS/trace_clock" | grep -oE '\[[^]]+' | tr -d '['
}

# A buffer that was never used shows "7 (expanded: 1408)": what it will have is the second number.
trace_buffer_kb() {
	sysfs_read "$TRACEFS/buffer_size_kb" | grep -oE '[0-9]+' | tail -n 1
}

# trace_keep: from here on what recording changes goes back.
trace_keep() {
	local clock buffer on
	clock=$(trace_clock) || clock=-
	buffer=$(trace_buffer_kb) || buffer=-
	on=$(sysfs_read "$TRACEFS/tracing_on") || on=-
	borrow tracing "$clock" "$buffer" "$on"
}

# trace_restore CLOCK BUFFER_KB ON: - for what is not known.
trace_restore() {
	sysfs_write "$TRACEFS/tracing_on" 0
	trace_events_off
	[[ $1 == - || $(trace_clock) == "$1" ]] || sysfs_write "$TRACEFS/trace_clock" "$1"
	[[ $2 == - || $(trace_buffer_kb) == "$2" ]] || sysfs_write "$TRACEFS/buffer_size_kb" "$2"
	[[ $3 == - ]] || sysfs_write "$TRACEFS/tracing_on" "$3"
}

# Opening the file for a new content is what switches all events off.
trace_events_off() {
	: >"$PN_SYSROOT$TRACEFS/set_event"
}

trace_has_event() {
	[[ -d $PN_SYSROOT$TRACEFS/events/${1/://} ]]
}

# trace_record FILE EVENTS COMMAND...: EVENTS is a list with spaces; those that this kernel lacks are left out. Events are
# on before the command starts and until after it has ended.
# -d -k: leave the function tracer and all settings alone, since on restricted machines they cannot be written; the
# settings are put back by trace_restore. Uncompressed, the file is read where it lies. -m: a file that would become
# larger than TRACE_MIB keeps its end.
trace_record() {
	local file=$1 events=$2 event status=0 args=()
	shift 2
	for event in $events; do
		! trace_has_event "$event" || args+=(-e "$event")
	done
	run_waiting trace-cmd record -q -d -k --compression none -C mono -b "$BUFFER_KB" -m "$(trace_cpu_kb)" \
		"${args[@]}" -o "$file" "$@" || status=$?
	trace_events_off
	return "$status"
}

# trace_cpu_kb: a CPU's share of TRACE_MIB.
trace_cpu_kb() {
	local buffers=("$PN_SYSROOT$TRACEFS"/per_cpu/cpu*)
	echo $((TRACE_MIB * 1024 / ${#buffers[@]}))
}

# trace_capped FILE: it may have reached its size; trace-cmd keeps between a half and all of it.
trace_capped() {
	(($(stat -c %s "$1") / 1024 >= $(trace_cpu_kb) / 2))
}

# trace_losses: the events that no longer had room in the buffers of the last recording.
trace_losses() {
	local files=("$PN_SYSROOT$TRACEFS"/per_cpu/cpu*/stats)
	awk '/^(overrun|commit overrun|dropped events):/ { lost += $NF } END { print lost + 0 }' "${files[@]}"
}
