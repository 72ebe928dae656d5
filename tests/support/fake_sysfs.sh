#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
# Builds the sysfs of made-up machines: to be sourced by tests, or run as "fake_sysfs.sh SHAPE DIR".
#
#   vm        2 CPUs of AMD, 1 package; haltpoll driver and governor (POLL, haltpoll idle), which say no power; tick of 4 ms
#             from proc/config.gz; rejected counted; no frequencies, no energy, no temperatures
#   arm64     8 CPUs (no vendor) in clusters 0-3 and 4-7 of 1 package, with states of their own; psci_idle, teo; power 0; a policy
#             each cluster; a thermal zone each cluster, one of them below zero; two boot/config-*: the tick is unknown
#   desktop   12 Intel threads of 6 cores (N and N+6 share one), 1 package, cluster 65535; acpi_idle, menu; the states of a
#             Comet Lake, C3 switched off by the user on CPU 11; tick of 1 ms from boot/config; powercap with package,
#             core and dram; no rejected (as before Linux 5.10)
#   none      4 CPUs, no vendor, no cpuidle driver; governor still named
#   readonly  desktop whose governor can only be read (current_governor_ro), as where cpuidle.governor= is not given
#   offline   4 CPUs of intel_idle, CPU 2 offline: no cpuidle, no topology
#   broken    vm whose CPU 1 gives an error (EISDIR) for the latency of state 1

[[ -n "${PN_FAKE_SYSFS_SH:-}" ]] && return 0
readonly PN_FAKE_SYSFS_SH=1

readonly FAKE_CPU=sys/devices/system/cpu

# fake_put ROOT PATH VALUE: a file of one line.
fake_put() {
	local path=$1/$2
	[[ -d ${path%/*} ]] || mkdir -p "${path%/*}"
	printf '%s\n' "$3" >"$path"
}

# fake_state ROOT CPU STATE NAME DESC LATENCY_US RESIDENCY_US [POWER_MW]: counters are made of CPU and STATE.
fake_state() {
	local root=$1 dir=$FAKE_CPU/cpu$2/cpuidle/state$3 seed=$(($2 * 100 + $3 * 10))
	fake_put "$root" "$dir/name" "$4"
	fake_put "$root" "$dir/desc" "$5"
	fake_put "$root" "$dir/latency" "$6"
	fake_put "$root" "$dir/residency" "$7"
	fake_put "$root" "$dir/power" "${8:-0}"
	fake_put "$root" "$dir/disable" 0
	fake_put "$root" "$dir/default_status" enabled
	fake_put "$root" "$dir/usage" $((seed + 1000))
	fake_put "$root" "$dir/time" $((seed + 2000))
	fake_put "$root" "$dir/above" $((seed + 3))
	fake_put "$root" "$dir/below" $((seed + 4))
	fake_put "$root" "$dir/rejected" $((seed + 5))
}

# fake_place ROOT CPU CORE CLUSTER PACKAGE
fake_place() {
	local dir=$FAKE_CPU/cpu$2/topology
	fake_put "$1" "$dir/core_id" "$3"
	fake_put "$1" "$dir/cluster_id" "$4"
	fake_put "$1" "$dir/physical_package_id" "$5"
}

# fake_choices ROOT DRIVER GOVERNOR AVAILABLE CPUS: what cpuidle runs on, and the CPUs that are online.
fake_choices() {
	fake_put "$1" "$FAKE_CPU/cpuidle/current_driver" "$2"
	fake_put "$1" "$FAKE_CPU/cpuidle/current_governor" "$3"
	fake_put "$1" "$FAKE_CPU/cpuidle/current_governor_ro" "$3"
	fake_put "$1" "$FAKE_CPU/cpuidle/available_governors" "$4"
	fake_put "$1" "$FAKE_CPU/online" "$5"
	fake_put "$1" "$FAKE_CPU/possible" "0-$((${5##*[-,]}))"
}

# fake_frequency ROOT POLICY CPU...: a policy that some CPUs share; all run at POLICY + 1 GHz.
fake_frequency() {
	local root=$1 policy=$2 cpu
	shift 2
	fake_put "$root" "$FAKE_CPU/cpufreq/policy$policy/scaling_cur_freq" $(((policy + 1) * 1000000))
	for cpu; do
		mkdir -p "$root/$FAKE_CPU/cpu$cpu"
		ln -sfn "../cpufreq/policy$policy" "$root/$FAKE_CPU/cpu$cpu/cpufreq"
	done
}

# fake_energy ROOT ZONE NAME ENERGY_UJ RANGE_UJ
fake_energy() {
	local dir=sys/class/powercap/$2
	fake_put "$1" "$dir/name" "$3"
	fake_put "$1" "$dir/energy_uj" "$4"
	fake_put "$1" "$dir/max_energy_range_uj" "$5"
}

# fake_zone ROOT NUMBER TYPE TEMP_MC
fake_zone() {
	fake_put "$1" "sys/class/thermal/thermal_zone$2/type" "$3"
	fake_put "$1" "sys/class/thermal/thermal_zone$2/temp" "$4"
}

# fake_config ROOT PATH HZ: a kernel configuration, compressed if PATH ends so.
fake_config() {
	local path=$1/$2
	mkdir -p "${path%/*}"
	printf '%s\n' '# CONFIG_HZ_100 is not set' "CONFIG_HZ_$3=y" "CONFIG_HZ=$3" 'CONFIG_NO_HZ_IDLE=y' >"${path%.gz}"
	[[ $path != *.gz ]] || gzip -nf "${path%.gz}"
}

# fake_vendor ROOT VENDOR: what x86 says of its processor.
fake_vendor() {
	mkdir -p "$1/proc"
	printf '%s\t: %s\n' processor 0 vendor_id "$2" 'cpu family' 6 >"$1/proc/cpuinfo"
}

fake_vm() {
	local cpu
	for cpu in 0 1; do
		fake_state "$1" $cpu 0 POLL 'CPUIDLE CORE POLL IDLE' 0 0 4294967295
		fake_state "$1" $cpu 1 'haltpoll idle' 'default architecture idle' 1 1 4294967295
		fake_place "$1" $cpu $cpu $cpu 0
	done
	fake_choices "$1" haltpoll haltpoll 'ladder menu haltpoll ' 0-1
	fake_vendor "$1" AuthenticAMD
	fake_config "$1" proc/config.gz 250
}

fake_arm64() {
	local cpu cluster
	for cpu in {0..7}; do
		cluster=$((cpu / 4))
		fake_state "$1" "$cpu" 0 WFI 'ARM WFI' 1 1
		fake_state "$1" "$cpu" 1 cpu-sleep-$cluster 'cpu power down' $((300 - cluster * 50)) $((1200 - cluster * 200))
		fake_state "$1" "$cpu" 2 cluster-sleep-$cluster 'cluster power down' $((700 - cluster * 100)) 2800
		fake_place "$1" "$cpu" $((cpu % 4)) $cluster 0
	done
	fake_choices "$1" psci_idle teo 'menu teo ' 0-7
	fake_frequency "$1" 0 0 1 2 3
	fake_frequency "$1" 4 4 5 6 7
	fake_zone "$1" 0 little-thermal 41250
	fake_zone "$1" 1 'big, cold' -5500
	fake_config "$1" boot/config-6.1.0-arm64 250
	fake_config "$1" boot/config-6.6.0-test 1000
}

fake_desktop() {
	local cpu
	for cpu in {0..11}; do
		fake_state "$1" "$cpu" 0 POLL 'CPUIDLE CORE POLL IDLE' 0 0 4294967295
		fake_state "$1" "$cpu" 1 C1_ACPI 'ACPI FFH MWAIT 0x0' 1 1
		fake_state "$1" "$cpu" 2 C2_ACPI 'ACPI FFH MWAIT 0x33' 120 360 500
		fake_state "$1" "$cpu" 3 C3_ACPI 'ACPI FFH MWAIT 0x60' 1034 3102 200
		fake_place "$1" "$cpu" $((cpu % 6)) 65535 0
		fake_frequency "$1" "$cpu" "$cpu"
		rm "$1/$FAKE_CPU/cpu$cpu/cpuidle/"state*/rejected
	done
	fake_put "$1" "$FAKE_CPU/cpu11/cpuidle/state3/disable" 1
	fake_choices "$1" acpi_idle menu 'ladder menu teo ' 0-11
	fake_vendor "$1" GenuineIntel
	mkdir -p "$1/sys/class/powercap/intel-rapl"
	fake_energy "$1" intel-rapl:0 package-0 262143000000 262143328850
	fake_energy "$1" intel-rapl:0:0 core 1000000 262143328850
	fake_energy "$1" intel-rapl:0:1 dram 2000000 65712999613
	fake_zone "$1" 0 x86_pkg_temp 38000
	fake_config "$1" boot/config-6.1.0-amd64 1000
}

fake_none() {
	local cpu
	for cpu in 0 1 2 3; do
		fake_place "$1" $cpu $cpu $cpu 0
	done
	fake_choices "$1" none menu 'menu ' 0-3
}

fake_readonly() {
	fake_desktop "$1"
	rm "$1/$FAKE_CPU/cpuidle/current_governor"
}

fake_offline() {
	local cpu
	mkdir -p "$1/$FAKE_CPU/cpu2/hotplug"
	for cpu in 0 1 3; do
		fake_state "$1" $cpu 0 POLL 'CPUIDLE CORE POLL IDLE' 0 0 4294967295
		fake_state "$1" $cpu 1 C1 'MWAIT 0x00' 2 2
		fake_state "$1" $cpu 2 C6 'MWAIT 0x20' 133 600
		fake_place "$1" $cpu $cpu -1 0
	done
	fake_choices "$1" intel_idle menu 'menu ' 0-1,3
	fake_vendor "$1" GenuineIntel
}

fake_broken() {
	fake_vm "$1"
	rm "$1/$FAKE_CPU/cpu1/cpuidle/state1/latency"
	mkdir "$1/$FAKE_CPU/cpu1/cpuidle/state1/latency"
}

# fake_sysfs SHAPE DIR: DIR is made, or added to.
fake_sysfs() {
	case $1 in
	vm | arm64 | desktop | none | readonly | offline | broken) "fake_$1" "$2" ;;
	*)
		echo "fake_sysfs: no machine is called '$1'" >&2
		return 2 ;;
	esac
}

main() {
	if (($# != 2)); then
		echo "Usage: fake_sysfs.sh vm|arm64|desktop|none|readonly|offline|broken DIR" >&2
		return 2
	fi
	fake_sysfs "$@"
}

if [[ ${BASH_SOURCE[0]} == "$0" ]]; then
	set -euo pipefail
	main "$@"
fi
