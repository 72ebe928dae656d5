#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
# In the lab's guest: the tables that synth_idle takes and refuses, and that exit latency is really paid, as TAP.
# lab: --synth none

set -u

readonly MODULE=/lib/modules/synth_idle.ko
readonly CPU=/sys/devices/system/cpu
# shellcheck source=../../scripts/lib/tap.sh
source /pn/scripts/lib/tap.sh

is() {
	[[ $1 == "$2" ]] || { echo "# got '$1', not '$2'"; return 1; }
}

# refused ERROR LINE PARAMETERS...: the module does not load, with the error's text and one line in the kernel's log
# (which is there twice: this insmod tries two system calls).
refused() {
	local error=$1 line=$2 text log
	shift 2
	dmesg -c >/dev/null
	text=$(insmod "$MODULE" "$@" 2>&1) && { rmmod synth_idle; echo "# it loaded"; return 1; }
	log=$(dmesg -c | grep -o 'synth_idle: .*' | sort -u)
	[[ $text == *"$error" ]] || { echo "# insmod said: $text"; return 1; }
	[[ $(wc -l <<<"$log") == 1 && $log == *"$line"* ]] || { echo "# the log: $log"; return 1; }
}

# table: name latency residency power of each state, as sysfs shows them.
table() {
	local state
	for state in "$CPU"/cpu1/cpuidle/state*; do
		printf '%s:%s:%s:%s ' "$(<"$state/name")" "$(<"$state/latency")" "$(<"$state/residency")" \
			"$(<"$state/power")"
	done
}

# tabled TABLE PARAMETERS...
tabled() {
	local expected=$1 got
	shift
	insmod "$MODULE" "$@" || return 1
	got=$(table)
	rmmod synth_idle || return 1
	is "$got" "$expected "
}

driver_is() {
	is "$(cat "$CPU/cpuidle/current_driver")" "$1"
}

# record PARAMETERS...: short sleeps on both CPUs, and what interrupts them, into /tmp/t and, tabled, /tmp/stays.
record() {
	insmod "$MODULE" "$@" || return 1
	# shellcheck disable=SC2016  # expanded by the inner shell
	trace-cmd record -q -d -k -C mono -b 4096 -o /tmp/t.dat -e power:cpu_idle -e irq_vectors:local_timer_entry \
		bash -c 'for cpu in 1 2; do
			taskset $cpu bash -c "for ((i = 0; i < 60; i++)); do usleep 5000; done" & done; wait'
	: >/sys/kernel/tracing/set_event
	trace-cmd report -t /tmp/t.dat >/tmp/t 2>/dev/null
	awk -v tr=0 -v xl=0 -f /pn/tests/vm/idle-trace.awk /tmp/t >/tmp/stays
	rmmod synth_idle
}

# every_stay_pays XL,...: no completed stay is shorter than its state's exit latency, in microseconds.
every_stay_pays() {
	awk -v xl="$1" 'BEGIN { split(xl, XL, ",") }
		$4 > 0 { n += $4; if ($6 < XL[$2 + 1] * 1000) { print "# cpu " $1 " state " $2 ": " $6 " ns"; bad = 1 } }
		END { if (n < 50) print "# only " n + 0 " stays"; exit bad || n < 50 }' /tmp/stays
}

# handlers_inside: how many timer interrupts were handled between an entry into a state beyond POLL and its exit.
handlers_inside() {
	awk '/: cpu_idle:/ { inside[$2] = !/state=(0|4294967295) / }
		/: local_timer_entry:/ && inside[$2] { n++ }
		END { print n + 0 }' /tmp/t
}

# load_and_unload TIMES: while both CPUs go to sleep and wake up all the time.
load_and_unload() {
	local i pay sleepers=() status=0
	for i in 1 2; do
		taskset $i bash -c 'while :; do usleep 300; done' &
		sleepers+=($!)
	done
	for ((i = 0; i < $1; i++)); do
		pay="wait"
		((i % 2)) || pay="irq"
		if ! { insmod "$MODULE" pay=$pay && usleep 20000 && rmmod synth_idle; }; then
			status=1
		fi
	done
	kill "${sleepers[@]}"
	wait
	return $status
}

tap_check "without the module there is no driver" driver_is none
tap_check "the default table is the lab's" \
	tabled 'POLL:0:0:0 S1:2:2:0 S2:10:20:0 S3:85:400:0 S4:200:2000:0'
tap_check "preset i5-10600k" \
	tabled 'POLL:0:0:0 C1_ACPI:1:1:0 C2_ACPI:120:360:0 C3_ACPI:1034:3102:0' preset=i5-10600k
tap_check "preset skylake-sp" tabled 'POLL:0:0:0 C1:2:2:0 C1E:10:20:0 C6:133:600:0' preset=skylake-sp
tap_check "preset kirin-960" \
	tabled 'WFI:1:1:0 cpu-sleep:1050:1500:0 cluster-sleep:2100:3500:0' preset=kirin-960
tap_check "a table with power" tabled 'POLL:0:0:900 A:1:1:500 B.x:7:70:3' states=POLL:0:0:900,A:1:1:500,B.x:7:70:3
tap_check "ten states" tabled "$(for i in 0 1 2 3 4 5 6 7 8; do printf 'S%d:%d:%d:0 ' $i $i $i; done)S9:9:9:0" \
	states=S0:0:0,S1:1:1,S2:2:2,S3:3:3,S4:4:4,S5:5:5,S6:6:6,S7:7:7,S8:8:8,S9:9:9
tap_check "eleven states are too many" refused 'Argument list too long' 'more than 10 states' \
	states=A:0:0,A:0:0,A:0:0,A:0:0,A:0:0,A:0:0,A:0:0,A:0:0,A:0:0,A:0:0,A:0:0

invalid='Invalid argument'
tap_check "an unknown preset" refused "$invalid" "'nope'" preset=nope
tap_check "preset and states together" refused "$invalid" 'exclude one another' preset=lab states=A:1:1
tap_check "an unknown way to pay" refused "$invalid" "not 'later'" pay=later
tap_check "an empty table" refused "$invalid" 'state 0 of the table: a name' states=
tap_check "an empty entry" refused "$invalid" 'state 1 of the table: a name' states=A:1:1,
tap_check "a long name" refused "$invalid" 'a name' states=ABCDEFGHIJKLMNOP:1:1
tap_check "a name with a slash" refused "$invalid" 'a name' states=A/B:1:1
tap_check "no latency" refused "$invalid" 'exit latency' states=A
tap_check "a negative latency" refused "$invalid" 'exit latency' states=A:-1:1
tap_check "a latency that overflows" refused "$invalid" 'exit latency' states=A:4294967297:1
tap_check "a latency beyond the limit" refused "$invalid" 'exit latency' states=A:100001:200000
tap_check "no residency" refused "$invalid" 'target residency' states=A:1
tap_check "a residency that is no number" refused "$invalid" 'target residency' states=A:1:1us
tap_check "a power that is no number" refused "$invalid" 'power' states=A:1:1:x
tap_check "a fifth field" refused "$invalid" 'four fields' states=A:1:1:1:1
tap_check "latencies out of order" refused "$invalid" 'state 1 of the table: its exit latency' states=A:2:2,B:1:3
tap_check "residencies out of order" refused "$invalid" 'state 1 of the table: its target' states=A:2:2,B:3:1
tap_check "POLL in the middle" refused "$invalid" 'POLL is the first' states=A:0:0,POLL:0:0
tap_check "POLL that costs" refused "$invalid" 'POLL is the first' states=POLL:1:1
tap_check "after all that there is no driver" driver_is none

tap_check "pay=wait: recorded" record preset=lab
tap_check "pay=wait: every stay lasts the exit latency or longer" every_stay_pays 0,2,10,85,200
tap_check "pay=wait: handlers run before the latency is paid" test "$(handlers_inside)" -gt 50
tap_check "pay=irq: recorded" record preset=lab pay=irq
tap_check "pay=irq: every stay lasts the exit latency or longer" every_stay_pays 0,2,10,85,200
tap_check "pay=irq: no handler runs before the latency is paid" is "$(handlers_inside)" 0

tap_check "unloads and loads again while CPUs go in and out of idle" load_and_unload 20
tap_check "the end: no driver" driver_is none
