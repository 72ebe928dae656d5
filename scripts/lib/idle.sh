# SPDX-License-Identifier: GPL-2.0-only
# CPUs and their idle states: which there are, and enabling one alone for a while.

[[ -n "${PN_IDLE_SH:-}" ]] && return 0
readonly PN_IDLE_SH=1

readonly CPUS=/sys/devices/system/cpu

# cpulist_expand LIST: one number a line, of a list as 0-3,8; fails if it is none.
cpulist_expand() {
	local part parts
	[[ $1 =~ ^[0-9]{1,5}(-[0-9]{1,5})?(,[0-9]{1,5}(-[0-9]{1,5})?)*$ ]] || return 1
	IFS=, read -r -a parts <<<"$1"
	for part in "${parts[@]}"; do
		((10#${part%-*} <= 10#${part#*-})) || return 1
		seq "$((10#${part%-*}))" "$((10#${part#*-}))"
	done
}

# cpulist_join CPU...: a list that the kernel reads.
cpulist_join() {
	local IFS=,
	printf '%s\n' "$*"
}

# cpu_online CPU: a CPU that cannot be taken offline has no such file.
cpu_online() {
	[[ -d $PN_SYSROOT$CPUS/cpu$1 ]] || return 1
	[[ ! -e $PN_SYSROOT$CPUS/cpu$1/online ]] || [[ $(sysfs_read "$CPUS/cpu$1/online") == 1 ]]
}

# cpus_online: one a line, in order.
cpus_online() {
	local dir cpu
	for dir in "$PN_SYSROOT$CPUS"/cpu[0-9]*; do
		cpu=${dir##*/cpu}
		! cpu_online "$cpu" || printf '%s\n' "$cpu"
	done | sort -n
}

# cpus_one_per_core CPU...: the first of those that share a core; all of them where the kernel does not tell.
cpus_one_per_core() {
	local cpu core
	local -A seen=()
	for cpu; do
		core=$(sysfs_read "$CPUS/cpu$cpu/topology/core_cpus_list" ||
			sysfs_read "$CPUS/cpu$cpu/topology/thread_siblings_list") || core=$cpu
		[[ -n ${seen[$core]:-} ]] || printf '%s\n' "$cpu"
		seen[$core]=1
	done
}

# idle_states CPU: the numbers of its states, one a line.
idle_states() {
	local dir
	for dir in "$PN_SYSROOT$CPUS/cpu$1"/cpuidle/state[0-9]*; do
		[[ ! -d $dir ]] || printf '%s\n' "${dir##*/state}"
	done | sort -n
}

# idle_read CPU STATE FIELD
idle_read() {
	sysfs_read "$CPUS/cpu$1/cpuidle/state$2/$3"
}

# idle_set CPU STATE DISABLED: 0 or 1; fails when the kernel does not take it. What is so already is not written, since
# some states cannot be.
idle_set() {
	local path=$CPUS/cpu$1/cpuidle/state$2/disable old
	old=$(sysfs_read "$path") || return 1
	[[ $old != "$3" ]] || return 0
	sysfs_write "$path" "$3" && [[ $(sysfs_read "$path") != "$((1 - $3))" ]]
}

# idle_keep CPU...: from here on which states are disabled goes back.
idle_keep() {
	local cpu state old
	for cpu; do
		for state in $(idle_states "$cpu"); do
			old=$(idle_read "$cpu" "$state" disable) || continue
			borrow file "$CPUS/cpu$cpu/cpuidle/state$state/disable" "$old"
		done
	done
}

# idle_only CPU STATE: enables STATE and disables the others, but for state 0 where the driver insists on that one.
# The one is enabled first, so that there is a state at any time. Fails when a deeper one stays enabled.
idle_only() {
	local cpu=$1 only=$2 state
	idle_set "$cpu" "$only" 0 || return 1
	for state in $(idle_states "$cpu"); do
		((state == only)) || idle_set "$cpu" "$state" 1 || ((state == 0)) || return 1
	done
}

# idle_all CPU: enables every state.
idle_all() {
	local state
	for state in $(idle_states "$1"); do
		idle_set "$1" "$state" 0 || return 1
	done
}
