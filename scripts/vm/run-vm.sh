#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
# Boots the lab, runs one job in it, and brings back what the job left.

set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=../lib/common.sh
source "$here/../lib/common.sh"

readonly TRIES=8

usage() {
	cat <<END
Usage: run-vm.sh --kernel DIR --initramfs FILE [OPTION...] JOB OUTPUT

Boots the kernel in DIR under QEMU, without a network, and runs JOB, a bash
script, in it. What JOB leaves in its working folder comes back to the
folder OUTPUT, the guest's console to OUTPUT/.console, its kernel log to
OUTPUT/.dmesg. The exit status is JOB's; a guest that does not come to its
end is shown and gives 1.

  --cpus N          virtual CPUs, 1 to 16 [2]
  --memory MIB      memory [1024]
  --disk MIB        room for the results [1024]
  --synth ARGS      parameters of synth_idle, or none [preset=lab]
  --append ARGS     more of the kernel's command line
  --tsc-khz N       this machine's time stamp counter, as tsc-khz prints it;
                    without it the guest has to measure it at boot, which
                    fails at times on a busy machine
  --limit SECONDS   after so long the guest is ended [600]
  --accel KIND      tcg, kvm, or auto: kvm if a test boot shows that it
                    works here [tcg]
  --show            pass the guest's console on to stderr as it comes
  --help            this text

Example:
  echo 'cat /sys/devices/system/cpu/cpuidle/available_governors >g' >job
  run-vm.sh --kernel "\$(build-kernel.sh)" --initramfs ir.gz job out

Exit status: JOB's; 1 also when the lab fails, 2 wrong usage.
END
}

# number OPTION VALUE MIN MAX
number() {
	if ! [[ $2 =~ ^[0-9]{1,8}$ ]] || ((10#$2 < $3 || 10#$2 > $4)); then
		usage_error "$1 takes a number from $3 to $4, not '$2'"
	fi
}

parse_args() {
	KERNEL='' INITRAMFS='' CPUS=2 MEMORY=1024 DISK=1024 SYNTH=preset=lab APPEND='' TSC_KHZ='' LIMIT=600 ACCEL=tcg
	SHOW='' JOB='' OUTPUT=''
	while (($#)); do
		case $1 in
		--kernel) need_value "$1" $#; KERNEL=$2; shift 2 ;;
		--initramfs) need_value "$1" $#; INITRAMFS=$2; shift 2 ;;
		--cpus) need_value "$1" $#; number "$1" "$2" 1 16; CPUS=$2; shift 2 ;;
		--memory) need_value "$1" $#; number "$1" "$2" 256 65536; MEMORY=$2; shift 2 ;;
		--disk) need_value "$1" $#; number "$1" "$2" 1 65536; DISK=$2; shift 2 ;;
		--limit) need_value "$1" $#; number "$1" "$2" 1 999999; LIMIT=$2; shift 2 ;;
		--synth) need_value "$1" $#; SYNTH=$2; shift 2 ;;
		--tsc-khz) need_value "$1" $#; number "$1" "$2" 1000 99999999; TSC_KHZ=$2; shift 2 ;;
		--append) need_value "$1" $#; APPEND=$2; shift 2 ;;
		--accel) need_value "$1" $#; ACCEL=$2; shift 2 ;;
		--show) SHOW=1; shift ;;
		--help | -h) usage; exit 0 ;;
		-*) usage_error "unknown option '$1'" ;;
		*)
			if [[ -z $JOB ]]; then JOB=$1; elif [[ -z $OUTPUT ]]; then OUTPUT=$1; else
				usage_error "too many arguments"
			fi
			shift ;;
		esac
	done
	[[ -n $OUTPUT ]] || usage_error "JOB or OUTPUT is missing"
	[[ $ACCEL == tcg || $ACCEL == kvm || $ACCEL == auto ]] || usage_error "--accel is tcg, kvm or auto"
	local file
	for file in "$KERNEL/bzImage" "$INITRAMFS" "$JOB"; do
		[[ -r $file ]] || die "$EX_FAIL" "$file: cannot be read"
	done
}

# job_archive FILE JOB: the initramfs with the job added, as a second archive that the kernel unpacks after the first.
job_archive() {
	local file=$1 job=$2 folder
	folder=$(mktemp -d "$WORK/job.XXXXXX")
	cp "$job" "$folder/job"
	printf 'SYNTH=%q\nJOB_DIR=/results/files\n' "$SYNTH" >"$folder/job.env"
	{
		cat "$INITRAMFS"
		(cd "$folder" && printf 'job\njob.env\n' | cpio -o -H newc -R 0:0 --quiet) | gzip -1
	} >"$file"
}

# qemu_args ACCEL INITRD DISK: fills QEMU. With acpi=off QEMU puts the disk's address on the kernel's command line.
# The kernel does not trust the emulated TSC by itself, though its virtual CPUs share one; without it time has steps
# of a tick, and the tick never stops. Nor does it wait long enough for the first timer interrupts of a guest whose host
# is busy, and panics without them.
qemu_args() {
	local accel=$1 initrd=$2 disk=$3 cpu=max
	[[ $accel == tcg ]] && accel=tcg,thread=multi || cpu=host
	QEMU=(qemu-system-x86_64 -M "microvm,acpi=off,rtc=on" -accel "$accel" -cpu "$cpu" -smp "$CPUS" -m "$MEMORY"
		-kernel "$KERNEL/bzImage" -initrd "$initrd"
		-append "console=ttyS0 quiet reboot=t panic=-1 tsc=reliable no_timer_check ${TSC_KHZ:+tsc_early_khz=$TSC_KHZ }$APPEND"
		-nodefaults -no-user-config -display none -serial stdio -no-reboot
		-global virtio-mmio.force-legacy=false
		-drive "id=d,file=$disk,format=raw,if=none" -device "virtio-blk-device,drive=d")
}

keep_console() {
	if [[ -n $SHOW ]]; then
		sed -u 's/\r$//' | tee "$1" >&2
	else
		sed -u 's/\r$//' >"$1"
	fi
}

# Other programs on this machine look like a slow processor to the guest; where it is allowed, it goes before them.
set_priority() {
	PRIORITY=()
	nice -n -10 true 2>/dev/null || return 0
	PRIORITY=(nice -n -10)
	# Where the kernel groups tasks by session, nice counts inside a group, and the group has a value of its own.
	[[ ! -w /proc/self/autogroup ]] ||
		PRIORITY+=(setsid bash -c 'echo -10 >/proc/self/autogroup; exec "$@"' bash)
}

# boot ACCEL JOB CONSOLE DISK LIMIT: QEMU's status, 124 when the time limit ended it.
boot() {
	local accel=$1 job=$2 console=$3 disk=$4 limit=$5
	job_archive "$WORK/initrd" "$job"
	truncate -s "${DISK}M" "$disk"
	qemu_args "$accel" "$WORK/initrd" "$disk"
	run_waiting timeout --kill-after=5 "$limit" "${PRIORITY[@]}" "${QEMU[@]}" </dev/null \
		> >(keep_console "$console") 2>&1
}

# On some machines /dev/kvm is there and a guest hangs all the same: only a boot to the end counts.
kvm_works() {
	[[ -w /dev/kvm ]] || return 1
	echo 'exit 0' >"$WORK/try"
	SHOW='' SYNTH=none boot kvm "$WORK/try" "$WORK/try.console" "$WORK/try.img" 20 || return 1
	tar -xOf "$WORK/try.img" ./.job-status 2>/dev/null | grep -qx 0
}

show_console() {
	[[ -n $SHOW ]] && return
	say "the guest's console:"
	tail -n 60 "$OUTPUT/.console" >&2
}

# collect DISK: unpacks what the guest left; STATUS is the job's, or empty when the guest did not come to its end.
collect() {
	STATUS=''
	tar -xf "$1" -C "$OUTPUT" --no-same-owner 2>/dev/null || return 0
	[[ -s $OUTPUT/.job-status ]] || return 0
	STATUS=$(<"$OUTPUT/.job-status")
	rm "$OUTPUT/.job-status"
	if [[ -d $OUTPUT/files ]]; then
		cp -a "$OUTPUT/files/." "$OUTPUT/"
		rm -r "$OUTPUT/files"
	fi
}

# Boots until the guest has a usable clock and timers, which it measures in its first half second.
run_job() {
	local disk=$WORK/disk.img status tries
	for ((tries = 1; tries <= TRIES; tries++)); do
		status=0
		boot "$ACCEL" "$JOB" "$OUTPUT/.console" "$disk" "$LIMIT" || status=$?
		collect "$disk"
		rm -f "$disk"
		[[ $STATUS == clock ]] || break
		say "the guest could not calibrate its clock (try $tries of $TRIES)"
	done
	[[ -n $STATUS ]] || show_console
	((status != 124 && status != 137)) || die "$EX_FAIL" "the guest was ended after $LIMIT s"
	[[ -n $STATUS ]] || die "$EX_FAIL" "the guest left no results"
	[[ $STATUS != clock ]] || die "$EX_FAIL" "the guest found no clock; is this machine very busy?"
}

main() {
	split_options "$@"
	parse_args "${ARGS[@]}"
	undo_install
	temp_dir WORK
	set_priority
	mkdir -p "$OUTPUT"
	if [[ $ACCEL == auto ]]; then
		ACCEL=tcg
		! kvm_works || ACCEL=kvm
		say "booting with $ACCEL"
	fi
	run_job
	((STATUS == 0)) || show_console
	exit "$STATUS"
}

main "$@"
