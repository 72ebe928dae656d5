#!/bin/busybox sh
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
# The lab guest's first process: mounts, loads the idle states, runs the job, writes the results to the disk, ends.
# Installed as /init; /job and /job.env come from run-vm.sh.

/bin/busybox mkdir -p /proc /sys /dev /tmp /results /bin /sbin /usr/bin /usr/sbin
/bin/busybox --install -s
export PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/ LC_ALL=C PN_GUEST=1
export TMPDIR=/tmp

mount -t proc proc /proc
mount -t sysfs sysfs /sys
[ -c /dev/null ] || mount -t devtmpfs devtmpfs /dev
mount -t debugfs debugfs /sys/kernel/debug
mount -t tracefs tracefs /sys/kernel/tracing
mount -t tmpfs -o mode=1777,size=50% tmp /tmp
mount -t tmpfs -o mode=755,size=75% results /results
ln -s /proc/self/fd /dev/fd
stty -F /dev/console -onlcr 2>/dev/null

# Not "exit": the first process must not end, or the kernel panics before the results are out.
finish() {
	echo "$1" >/results/.job-status
	dmesg >/results/.dmesg
	tar -cf /dev/vda -C /results . || echo "guest: the results do not fit on the disk"
	sync
	reboot -f
}

# The kernel changes to its final clock a second or so after boot; not in the middle of a recording.
clock() { cat /sys/devices/system/clocksource/clocksource0/current_clocksource; }
tries=0
while [ "$(clock)" = tsc-early ] && [ $tries -lt 50 ]; do
	sleep 0.1
	tries=$((tries + 1))
done

# Where the emulator was slow in the moment when the kernel measured its clock or its timers, the kernel gives them up:
# then time has steps of a tick, and the tick never stops.
case $(clock) in
tsc* | kvm-clock) ;;
*) finish clock ;;
esac
! grep -q 'hres_active *: 0' /proc/timer_list || finish clock

# shellcheck disable=SC1091  # written by run-vm.sh
. /job.env

if [ "$SYNTH" != none ]; then
	# shellcheck disable=SC2086  # one word a parameter
	if ! insmod /lib/modules/synth_idle.ko $SYNTH; then
		dmesg | tail -n 5
		finish 1
	fi
fi

mkdir -p "$JOB_DIR"
cd "$JOB_DIR" || finish 1
setsid -c bash /job </dev/null >/dev/console 2>&1
finish $?
