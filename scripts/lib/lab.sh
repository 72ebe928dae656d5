# SPDX-License-Identifier: GPL-2.0-only
# The lab from the outside: makes what it boots and runs this project's scripts in it.

[[ -n "${PN_LAB_SH:-}" ]] && return 0
readonly PN_LAB_SH=1

readonly LAB=$PN_TOP/scripts/vm

# haltpoll is in its kernel, and shows itself under KVM only.
# shellcheck disable=SC2034  # for the scripts that source this file
readonly LAB_GOVERNORS='ladder menu teo'

# lab_prepare WORK [KERNEL-OPTION...]: fills LAB_KERNEL and LAB_INITRAMFS; the programs are built already.
lab_prepare() {
	local work=$1 modules
	shift
	run_waiting "$LAB/build-kernel.sh" "$@" >"$work/kernel" || return
	LAB_KERNEL=$(<"$work/kernel")
	modules=$(build_modules "$LAB_KERNEL")
	LAB_INITRAMFS=$work/initramfs.gz
	"$LAB/make-initramfs.sh" --bin "$PN_BIN" --modules "$modules" "$LAB_INITRAMFS"
}

# lab_run JOB OUTPUT [OPTION...]: options as for run-vm.sh.
lab_run() {
	local job=$1 output=$2 tsc_khz
	shift 2
	! tsc_khz=$("$PN_BIN/tsc-khz" 2>/dev/null) || set -- --tsc-khz "$tsc_khz" "$@"
	run_waiting "$LAB/run-vm.sh" --kernel "$LAB_KERNEL" --initramfs "$LAB_INITRAMFS" "$@" "$job" "$output"
}
