# SPDX-License-Identifier: GPL-2.0-only
# What makes the results of a machine doubtful; every check notes it, with advice.

[[ -n "${PN_DOUBTS_SH:-}" ]] && return 0
readonly PN_DOUBTS_SH=1

readonly CPU_DIR=/sys/devices/system/cpu

# Other programs' share of one CPU, and how near to a limit of its own a thermal zone may be.
readonly BUSY_PCT=10 THERMAL_MARGIN_MC=10000
# What the kernel takes for no limit of the latency at all, in us.
readonly NO_LATENCY_LIMIT_US=2000000000

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

# latency_limit_us: the one that programs have asked for, of all CPUs.
latency_limit_us() {
	od -An -N4 -td4 "$PN_SYSROOT/dev/cpu_dma_latency" 2>/dev/null | tr -d ' '
}

# Programs may forbid deep states, for all CPUs or for one.
check_latency_limits() {
	local limit file limited=()
	limit=$(latency_limit_us) || limit=
	[[ -z $limit ]] || ((limit == NO_LATENCY_LIMIT_US)) ||
		note "a program keeps /dev/cpu_dma_latency at $limit us, so no deeper idle states are used: find and end it (fuser)"
	for file in "$PN_SYSROOT$CPU_DIR"/cpu[0-9]*/power/pm_qos_resume_latency_us; do
		[[ -r $file && $(<"$file") != 0 ]] || continue
		file=${file#"$PN_SYSROOT$CPU_DIR/"}
		limited+=("${file%%/*}")
	done
	((${#limited[@]} == 0)) || note "pm_qos_resume_latency_us limits the idle states of ${limited[*]}: write 0 to it"
}

# Arguments of the kernel that take idle states away, or keep the tick.
check_boot_arguments() {
	local found
	found=$(sysfs_read /proc/cmdline | tr ' ' '\n' |
		grep -E '^(idle=|nohlt$|cpuidle\.off=1|intel_idle\.max_cstate=|processor\.max_cstate=|nohz=off|highres=off)' |
		tr '\n' ' ') || return 0
	note "the kernel was booted with ${found% }, which limits idle states or keeps the tick"
}

check_doubts() {
	check_cpus
	check_disabled_states
	check_latency_limits
	check_boot_arguments
	check_frequency
	check_hypervisor
	check_battery
	check_thermal
	check_load
}
