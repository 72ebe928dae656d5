# SPDX-License-Identifier: GPL-2.0-only
# The results folder and the manifest that makes it readable on another machine.

[[ -n "${PN_RESULTS_SH:-}" ]] && return 0
readonly PN_RESULTS_SH=1

# What makes a result doubtful or was left out; goes into the manifest.
NOTES=()

note() {
	warn "$*"
	NOTES+=("$*")
}

# The uppermost of the folders that were made.
RESULTS_MADE=''

# results_create DIR: refuses a folder that holds something.
results_create() {
	local dir=$1 top=$1
	[[ ! -e $dir || -d $dir ]] || die "$EX_FAIL" "$dir: is not a folder"
	[[ -z $(ls -A "$dir" 2>/dev/null) ]] || die "$EX_FAIL" "$dir: is not empty"
	while [[ ! -e $top && ! -e $(dirname "$top") ]]; do top=$(dirname "$top"); done
	RESULTS_MADE=$top
	mkdir -p "$dir" || die "$EX_FAIL" "$dir: cannot be made"
}

# results_hand_over: under sudo, to the user who asked.
results_hand_over() {
	[[ -e $RESULTS_MADE && $EUID == 0 && ${SUDO_UID:-} =~ ^[0-9]+$ && ${SUDO_GID:-} =~ ^[0-9]+$ ]] || return 0
	chown -hR "$SUDO_UID:$SUDO_GID" "$RESULTS_MADE"
}

# result_workloads RESULT GOVERNOR...: what was run under any of them, one a line.
result_workloads() {
	local result=$1 governor folder
	shift
	for governor; do
		for folder in "$result/$governor"/*/; do
			[[ ! -d $folder ]] || basename "$folder"
		done
	done | sort -u
}

# json_string TEXT: as a JSON string; control characters become spaces.
json_string() {
	local text=${1//\\/\\\\}
	text=${text//\"/\\\"}
	printf '"%s"' "${text//[[:cntrl:]]/ }"
}

# json_or_null TEXT
json_or_null() {
	if [[ -n $1 ]]; then json_string "$1"; else printf 'null'; fi
}

# json_array TEXT...
json_array() {
	local separator='' text
	printf '['
	for text; do
		printf '%s%s' "$separator" "$(json_string "$text")"
		separator=', '
	done
	printf ']'
}

# first_match FILE PATTERN: what follows the colon in the first line that starts with PATTERN.
first_match() {
	sed -n "s/^$2[^:]*: *//p" "$PN_SYSROOT$1" 2>/dev/null | head -n 1
}

# kernel_hz: ticks a second from the kernel's configuration, nothing when that is not to be had.
kernel_hz() {
	local release
	release=$(uname -r)
	{
		zcat "$PN_SYSROOT/proc/config.gz" || cat "$PN_SYSROOT/boot/config-$release"
	} 2>/dev/null | sed -n 's/^CONFIG_HZ=//p' | head -n 1
}

# virtual_kind: lab, vm, or none.
virtual_kind() {
	if [[ -n ${PN_GUEST:-} ]]; then
		echo lab
	elif grep -qw hypervisor "$PN_SYSROOT/proc/cpuinfo" 2>/dev/null; then
		echo vm
	else
		echo none
	fi
}

# hwp_on: whether the processor itself chooses its frequency; null where that question makes no sense.
hwp_on() {
	case $(sysfs_read /sys/devices/system/cpu/intel_pstate/status) in
	'') echo null ;;
	active) if grep -qw hwp "$PN_SYSROOT/proc/cpuinfo"; then echo true; else echo false; fi ;;
	*) echo false ;;
	esac
}

# turbo_on: true, false, or null where the kernel does not tell.
turbo_on() {
	local cpu=/sys/devices/system/cpu
	case $(sysfs_read $cpu/intel_pstate/no_turbo)/$(sysfs_read $cpu/cpufreq/boost) in
	0/* | /1) echo true ;;
	1/* | /0) echo false ;;
	*) echo null ;;
	esac
}

manifest_fields() {
	local cpufreq=/sys/devices/system/cpu/cpu0/cpufreq hz smt
	local -a available run
	read -r -a available <<<"$(governor_list)"
	read -r -a run <<<"$1"
	hz=$(kernel_hz) || true
	smt=$(sysfs_read /sys/devices/system/cpu/smt/active) || true
	printf '  "schema": "powernightmare.manifest/1",\n'
	printf '  "command": %s,\n' "$(json_string "$PN_COMMAND_LINE")"
	printf '  "version": %s,\n' "$(json_or_null "$("$PN_BIN/analyzer" --version 2>/dev/null | head -n 1)")"
	printf '  "started": %s,\n' "$(json_string "$STARTED")"
	printf '  "kernel": %s,\n' "$(json_string "$(uname -sr)")"
	printf '  "kernel_version": %s,\n' "$(json_string "$(uname -v)")"
	printf '  "machine": %s,\n' "$(json_string "$(uname -m)")"
	printf '  "cpu_model": %s,\n' "$(json_or_null "$(first_match /proc/cpuinfo 'model name')")"
	printf '  "microcode": %s,\n' "$(json_or_null "$(first_match /proc/cpuinfo microcode)")"
	printf '  "cpus_online": %s,\n' "$(json_or_null "$(sysfs_read /sys/devices/system/cpu/online || true)")"
	printf '  "virtual": %s,\n' "$(json_string "$(virtual_kind)")"
	printf '  "hz": %s,\n' "${hz:-null}"
	printf '  "tick_ns": %s,\n' "$([[ -n $hz ]] && echo $((1000000000 / hz)) || echo null)"
	printf '  "smt": %s,\n' "${smt:-null}"
	printf '  "cpuidle_driver": %s,\n' "$(json_or_null "$(cpuidle_driver || true)")"
	printf '  "governors_available": %s,\n' "$(json_array "${available[@]}")"
	printf '  "governors": %s,\n' "$(json_array "${run[@]}")"
	printf '  "cpufreq_driver": %s,\n' "$(json_or_null "$(sysfs_read "$cpufreq/scaling_driver" || true)")"
	printf '  "cpufreq_governor": %s,\n' "$(json_or_null "$(sysfs_read "$cpufreq/scaling_governor" || true)")"
	printf '  "cpufreq_preference": %s,\n' \
		"$(json_or_null "$(sysfs_read "$cpufreq/energy_performance_preference" || true)")"
	printf '  "hwp": %s,\n' "$(hwp_on)"
	printf '  "turbo": %s,\n' "$(turbo_on)"
	printf '  "preset": %s,\n' "$(json_string "$PRESET")"
	printf '  "repeats": %s,\n' "$REPEAT"
	printf '  "trace_window_s": %s,\n' "$TRACE_WINDOW"
	printf '  "boot_arguments": %s,\n' "$(json_or_null "$(sysfs_read /proc/cmdline || true)")"
	printf '  "notes": %s\n' "$(json_array "${NOTES[@]}")"
}

# manifest_write FILE GOVERNORS
manifest_write() {
	printf '{\n%s\n}\n' "$(manifest_fields "$2")" >"$1.part"
	mv "$1.part" "$1"
}

# manifest_begin FILE GOVERNORS: for a run that does not come to its end.
manifest_begin() {
	local NOTES=("${NOTES[@]}" 'the run did not come to its end')
	manifest_write "$@"
}

# manifest_add_notes FILE: those that came up after it was written, in place of what an earlier report had found.
manifest_add_notes() {
	jq --argjson more "$(json_array "${NOTES[@]}")" \
		'.notes |= map(select(test(" is left out: |: trace and counters disagree: ") | not)) + $more' "$1" >"$1.part"
	mv "$1.part" "$1"
}
