# SPDX-License-Identifier: GPL-2.0-only
# Driving the module latency_test: loading it, running batches, and a load for the baseline.

[[ -n "${PN_LATENCY_SH:-}" ]] && return 0
readonly PN_LATENCY_SH=1

readonly LATENCY=/sys/kernel/debug/latency_test

# latency_module_file: where the module is, if it is not installed.
latency_module_file() {
	local file
	for file in "$PN_TOP/module/latency_test.ko" /lib/modules/latency_test.ko; do
		[[ ! -e $file ]] || { printf '%s\n' "$file"; return; }
	done
	return 1
}

# latency_load [FILE]: the undo stack unloads the module, unless it was loaded before.
latency_load() {
	local file=${1:-}
	[[ ! -d $PN_SYSROOT/sys/module/latency_test ]] || return 0
	undo_push latency_unload
	if [[ -z $file ]]; then
		! modprobe -q latency_test 2>/dev/null || return 0
		file=$(latency_module_file) || return 1
	fi
	insmod "$file"
}

latency_unload() {
	[[ ! -d $PN_SYSROOT/sys/module/latency_test ]] || rmmod latency_test
}

# latency_mount: debugfs, where nobody mounted it.
latency_mount() {
	[[ -z $PN_SYSROOT ]] || return 0
	! grep -q " /sys/kernel/debug debugfs " /proc/mounts || return 0
	undo_push umount /sys/kernel/debug
	mount -t debugfs debugfs /sys/kernel/debug
}

# end_process PID: asks it to end and waits until it did.
end_process() {
	kill "$1" 2>/dev/null || true
	wait "$1" 2>/dev/null || true
}

# latency_set NAME=VALUE...
latency_set() {
	local setting
	for setting; do
		sysfs_write "$LATENCY/${setting%%=*}" "${setting#*=}" ||
			die "$EX_FAIL" "latency_test does not take $setting; did a CPU go offline?"
	done
}

# latency_run: runs the batch that was set. In the background, since a shell that waits in a system call of its own
# would not run its trap.
latency_run() {
	local pid status=0
	sysfs_write "$LATENCY/run" 1 &
	pid=$!
	undo_push end_process "$pid"
	wait "$pid" || status=$?
	unset 'UNDO_STACK[-1]'
	return "$status"
}

# latency_batch PROBE SRC CPUS COUNT GAP_US EXPIRY_NS
latency_batch() {
	latency_set type="$1" src="$2" cpus="$3" count="$4" gap_us="$5" expiry_ns="$6"
	latency_run || die "$EX_FAIL" "a batch of $1 to CPU $3 did not come to its end; did a CPU go offline?"
}

# load_start CPU: full load on that CPU and no other, until load_stop.
load_start() {
	"$PN_BIN/busyload" --cpus "$1" --duration 24h --quiet >/dev/null &
	LOAD=$!
	undo_push end_process "$LOAD"
	sleep 0.3
	kill -0 "$LOAD" 2>/dev/null || die "$EX_FAIL" "busyload does not run on CPU $1"
}

load_stop() {
	end_process "$LOAD"
	unset 'UNDO_STACK[-1]'
}
