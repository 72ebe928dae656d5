# SPDX-License-Identifier: GPL-2.0-only
# What stands in the way of a run.

[[ -n "${PN_PREFLIGHT_SH:-}" ]] && return 0
readonly PN_PREFLIGHT_SH=1

# shellcheck source=doubts.sh
source "${BASH_SOURCE[0]%/*}/doubts.sh"

# Of free space: too little to begin, and little.
readonly SPACE_MIN_MIB=64 SPACE_LOW_MIB=1024

# obstacle MESSAGE...: ends a run; a dry run only says it.
obstacle() {
	if [[ -n ${DRY_RUN:-} ]]; then
		OBSTACLES+=("$*")
	else
		die "$EX_SKIP" "$*"
	fi
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
	present=$(governor_current) || { obstacle "this kernel does not tell its governor"; return; }
	((${#GOVERNORS[@]})) || GOVERNORS=("$present")
	for governor in "${GOVERNORS[@]}"; do
		if ! governor_exists "$governor"; then
			obstacle "this kernel has no governor '$governor'; it has: $(governor_list); the lab has more: --vm"
		elif [[ $governor != "$present" ]] && ! governor_writable; then
			obstacle "the governor is $present and cannot be changed here (before Linux 5.10 that takes the boot" \
				"argument cpuidle_sysfs_switch; a read-only /sys has to be mounted rw); the lab can: --vm"
		fi
	done
}

check_tracing() {
	local user
	if [[ -n ${DRY_RUN:-} ]]; then
		[[ -d $PN_SYSROOT$TRACEFS ]] || obstacle "this kernel has no tracing; the lab has: --vm"
	elif ! trace_available; then
		obstacle "this kernel has no cpu_idle trace event; the lab has: --vm"
	fi
	! user=$(trace_in_use) || obstacle "tracing is in use (${user% }); end it with: trace-cmd reset"
}

# Events that were asked for; without the usual ones there is no recording, or verdicts come from lengths.
check_events() {
	local event
	for event in ${EVENTS#power:cpu_idle power:cpu_idle_miss}; do
		trace_has_event "$event" || note "this kernel has no event $event: it is left out"
	done
}

# free_mib FOLDER: where it is or would be.
free_mib() {
	local folder=$1
	while [[ ! -d $folder ]]; do folder=$(dirname "$folder"); done
	df -Pk "$folder" | awk 'NR == 2 { print int($4 / 1024) }'
}

# The lab brings its own room.
check_space() {
	local free
	[[ $(virtual_kind) != lab ]] || return 0
	free=$(free_mib "$OUTPUT") && [[ -n $free ]] || return 0
	if ((free < SPACE_MIN_MIB)); then
		obstacle "$free MiB are free for the results, and it takes $SPACE_MIN_MIB at least; see --output"
	elif ((free < SPACE_LOW_MIB)); then
		note "only $free MiB are free for the results"
	fi
}

check_root() {
	((EUID == 0)) || obstacle "recording takes root; use sudo, or see --vm"
}

# preflight: everything, what stands in the way first.
preflight() {
	OBSTACLES=()
	check_root
	check_governors
	check_tracing
	check_events
	check_space
	check_doubts
}
