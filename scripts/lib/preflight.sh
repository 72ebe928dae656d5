# SPDX-License-Identifier: GPL-2.0-only
# What is to be known of a machine before a run: what stands in its way, and what makes its results doubtful.

[[ -n "${PN_PREFLIGHT_SH:-}" ]] && return 0
readonly PN_PREFLIGHT_SH=1

readonly CPU_DIR=/sys/devices/system/cpu

# Other programs' share of one CPU, and how near to a limit of its own a thermal zone may be.
readonly BUSY_PCT=10 THERMAL_MARGIN_MC=10000
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

# cpu_ticks: fills IDLE_TICKS and ALL_TICKS, of all CPUs since boot. Starts no program: on a slow machine that would be the
# load itself.
cpu_ticks() {
	local fields i
	{ read -r -a fields <"$PN_SYSROOT/proc/stat"; } 2>/dev/null && [[ ${fields[0]} == cpu ]] || return 1
	IDLE_TICKS=$((fields[4] + fields[5])) ALL_TICKS=0
	for ((i = 1; i <= 8; i++)); do ALL_TICKS=$((ALL_TICKS + fields[i])); done
}

# busy_pct SECONDS: of one CPU, what ran meanwhile. Prints nothing when that is not to be known.
busy_pct() {
	local idle all cpus
	cpu_ticks || return 0
	idle=$IDLE_TICKS all=$ALL_TICKS
	sleep "$1"
	cpu_ticks || return 0
	idle=$((IDLE_TICKS - idle)) all=$((ALL_TICKS - all))
	cpus=$(sysfs_read /proc/stat | grep -c '^cpu[0-9]') || return 0
	((all > 0)) || return 0
	echo $(((all - idle) * 100 * cpus / all))
}

check_load() {
	local busy
	busy=$(busy_pct 1)
	[[ -z $busy ]] || ((busy <= BUSY_PCT)) ||
		note "other programs took $busy % of a CPU just before: end them, or figures are theirs as well"
}

check_cpus() {
	local online possible
	online=$(sysfs_read "$CPU_DIR/online") || return 0
	possible=$(sysfs_read "$CPU_DIR/present") || possible=$(sysfs_read "$CPU_DIR/possible") || return 0
	[[ $online == "$possible" ]] || note "CPUs $online of $possible are online"
}

# What the user, or a driver's default, has switched off is no choice of a governor.
check_disabled_states() {
	local file off=()
	for file in "$PN_SYSROOT$CPU_DIR"/cpu[0-9]*/cpuidle/state*/disable; do
		[[ -r $file && $(<"$file") != 0 ]] || continue
		file=${file#"$PN_SYSROOT$CPU_DIR/"}
		off+=("${file%/disable}")
	done
	((${#off[@]} == 0)) || note "idle states are disabled: ${off[*]//\/cpuidle\//:}"
}

check_frequency() {
	local file governor other=''
	for file in "$PN_SYSROOT$CPU_DIR"/cpu[0-9]*/cpufreq/scaling_governor; do
		[[ -r $file ]] || continue
		governor=$(<"$file")
		[[ $governor == performance ]] || other=$governor
	done
	[[ -z $other ]] || note "the frequency governor is $other: frequencies follow the load, and so do times" \
		"(steadier: cpupower frequency-set -g performance)"
	[[ $(turbo_on) != true ]] || note "turbo is on: frequencies depend on how many CPUs are idle, and on heat"
}

check_hypervisor() {
	[[ $(virtual_kind) != vm ]] ||
		note "this is a virtual machine: idle states, times and energy are its host's affair"
}

check_battery() {
	local supply
	for supply in "$PN_SYSROOT"/sys/class/power_supply/*; do
		[[ -r $supply/type && $(<"$supply/type") == Battery ]] || continue
		[[ ! -r $supply/status || $(<"$supply/status") != Discharging ]] ||
			note "this machine runs on its battery (${supply##*/}), which often limits it: plug it in"
	done
}

# A zone near a limit at which the kernel slows the machine down or switches it off.
check_thermal() {
	local zone trip temp limit
	for zone in "$PN_SYSROOT"/sys/class/thermal/thermal_zone*; do
		temp=$(cat "$zone/temp" 2>/dev/null) || continue
		for trip in "$zone"/trip_point_*_temp; do
			[[ -r $trip && $(cat "${trip%_temp}_type" 2>/dev/null) =~ ^(passive|hot|critical)$ ]] || continue
			limit=$(cat "$trip" 2>/dev/null) || continue
			((limit > 0 && temp > limit - THERMAL_MARGIN_MC)) || continue
			note "$(cat "$zone/type" 2>/dev/null) has $((temp / 1000)) degrees, and the limit is $((limit / 1000)): let it cool"
			break
		done
	done
}

# throttle_count: how often the processors were slowed down for heat since boot.
throttle_count() {
	local file total=0
	for file in "$PN_SYSROOT$CPU_DIR"/cpu[0-9]*/thermal_throttle/{core,package}_throttle_count; do
		[[ ! -r $file ]] || total=$((total + $(<"$file")))
	done
	echo "$total"
}

# check_throttling COUNT: after the run.
check_throttling() {
	local more=$(($(throttle_count) - $1))
	((more <= 0)) || note "processors were slowed down for heat $more times during the run"
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
	check_space
	check_cpus
	check_disabled_states
	check_frequency
	check_hypervisor
	check_battery
	check_thermal
	check_load
}
