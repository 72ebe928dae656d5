#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
# In the lab's guest: a sampler whose driver goes away and comes back, and that leaves idle CPUs asleep, as TAP.
# lab: --synth none

set -u

readonly MODULE=/lib/modules/synth_idle.ko
readonly CPU=/sys/devices/system/cpu
readonly ANALYZER=/pn/build/bin/analyzer
# shellcheck source=../../scripts/lib/tap.sh
source /pn/scripts/lib/tap.sh

# blocks FILE: how many it has so far.
blocks() {
	local number
	number=$(grep -c ',sampler,' "$1" 2>/dev/null)
	echo "${number:-0}"
}

# more_blocks FILE N: waits for N more, but not for ever.
more_blocks() {
	local enough=$(($(blocks "$1") + $2)) tries
	for ((tries = 0; tries < 2000; tries++)); do
		(($(blocks "$1") < enough)) || return 0
		usleep 10000
	done
	echo "# no $2 more blocks in $1"
	return 1
}

# follow_the_driver: five states, none, three states with other counts, under one sampler.
follow_the_driver() {
	local sampler
	insmod "$MODULE" preset=lab || return 1
	$ANALYZER sample -i 10ms --source cpuidle -o /tmp/followed.csv &
	sampler=$!
	more_blocks /tmp/followed.csv 3
	rmmod synth_idle || return 1
	more_blocks /tmp/followed.csv 3
	insmod "$MODULE" preset=kirin-960 || return 1
	more_blocks /tmp/followed.csv 3
	kill -TERM $sampler
	wait $sampler || return 1
	rmmod synth_idle
}

# states_over_time FILE: how many states the blocks hold, each number once for a run of blocks, in order.
states_over_time() {
	awk -F, '
		$5 == "usage" { n++ }
		$2 == "sampler" { if (!seen || n != last) printf "%d ", n; seen = 1; last = n; n = 0 }' "$1"
}

# states_came_and_went: five a CPU, none, three; single blocks may catch a driver that is half there.
states_came_and_went() {
	local over_time
	over_time=$(states_over_time /tmp/followed.csv)
	[[ $over_time =~ ^10\ ([1-9]\ )?0\ ([1-5]\ )*6\ $ ]] || { echo "# states over time: $over_time"; return 1; }
}

# entries CPU: into all its states so far.
entries() {
	cat "$CPU/cpu$1"/cpuidle/state*/usage | awk '{ n += $1 } END { print n }'
}

# sample_from_cpu0 INTERVAL: for five seconds the counters of CPU 1; prints blocks, and entries of CPU 1 meanwhile.
sample_from_cpu0() {
	local before after
	before=$(entries 1)
	taskset 1 $ANALYZER sample -i "$1" -d 5s -c 1 --source cpuidle -o "/tmp/every-$1.csv" || return 1
	after=$(entries 1)
	echo "$(blocks "/tmp/every-$1.csv") $((after - before))"
}

# stays_asleep: reading CPU 1's counters a thousand times does not wake it a thousand times, nor near it.
stays_asleep() {
	local blocks woken few_blocks few_woken status=0
	insmod "$MODULE" preset=lab || return 1
	read -r few_blocks few_woken < <(sample_from_cpu0 1s)
	read -r blocks woken < <(sample_from_cpu0 2ms)
	echo "# CPU 1 went to sleep $few_woken times with $few_blocks blocks, $woken times with $blocks"
	((blocks > 500 && woken - few_woken < blocks / 2)) || status=1
	rmmod synth_idle
	return $status
}

tap_check "a driver goes, and another comes" follow_the_driver
tap_check "the blocks have the states that were there" states_came_and_went
tap_check "an idle CPU is not woken by reading its counters" stays_asleep
