#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154,SC2016  # bats sets stderr; a shell within expands what is in quotes
# shellcheck disable=SC2030,SC2031  # every test runs in a subshell of its own, and means to
# analyzer sample: the counters of made-up machines over time, and how a sampler ends.

bats_require_minimum_version 1.5.0
load helper

setup() {
	source "$PN_TOP_DIR/tests/support/fake_sysfs.sh"
	root=$BATS_TEST_TMPDIR/machine
	csv=$BATS_TEST_TMPDIR/counters.csv
	cpu_dir=$root/sys/devices/system/cpu
	analyzer=${PN_BUILD:-$PN_TOP_DIR/build}/bin/analyzer
}

teardown() {
	[[ -z ${sampler:-} ]] || kill -KILL "$sampler" 2>/dev/null || true
	[[ -z ${public:-} ]] || rm -rf "$public"
}

# sample [OPTION...]: of the machine, to stdout.
sample() {
	"$analyzer" sample --sysroot "$root" "$@"
}

# rows: a table without its times and without how long reading took.
rows() {
	sed 1d | cut -d, -f2- | grep -v '^sampler,'
}

# start [OPTION...]: a sampler in the background, its first block written.
start() {
	"$analyzer" sample --sysroot "$root" -o "$csv" "$@" 3>&- &
	sampler=$!
	wait_for 1
}

# blocks: how many whole ones the file has so far.
blocks() {
	grep -c ',sampler,,,read_ns,[0-9]*$' "$csv" 2>/dev/null || true
}

# wait_for N: until the file has N blocks; a minute at most.
wait_for() {
	local tries
	for ((tries = 0; tries < 600; tries++)); do
		[[ $(blocks) -lt $1 ]] || return 0
		sleep 0.1
	done
	return 1
}

# whole: the file ends with the end of a block, times never go back, and all blocks have as many rows but for what
# stands in the first alone.
whole() {
	awk -F, '
		NR == 1 { next }
		$1 < last { print "back in time: " $0; exit 1 }
		$1 != last && open { print "no end: " $0; exit 1 }
		{ last = $1; open = 1; n += !/max_energy_range_uj/ }
		/,sampler,,,read_ns,/ { if (size && n != size) { print "rows: " n; exit 1 }; size = n; n = 0; open = 0 }
		END { if (open) { print "cut"; exit 1 } }' "$csv"
}

@test "each counter of each state, with its unit" {
	fake_sysfs vm "$root"
	diff <(sample --once | rows) - <<'END'
cpuidle,0,0,usage,1000
cpuidle,0,0,time_us,2000
cpuidle,0,0,above,3
cpuidle,0,0,below,4
cpuidle,0,0,rejected,5
cpuidle,0,1,usage,1010
cpuidle,0,1,time_us,2010
cpuidle,0,1,above,13
cpuidle,0,1,below,14
cpuidle,0,1,rejected,15
cpuidle,1,0,usage,1100
cpuidle,1,0,time_us,2100
cpuidle,1,0,above,103
cpuidle,1,0,below,104
cpuidle,1,0,rejected,105
cpuidle,1,1,usage,1110
cpuidle,1,1,time_us,2110
cpuidle,1,1,above,113
cpuidle,1,1,below,114
cpuidle,1,1,rejected,115
END
	[ "$(sample --once | head -n 1)" = ts_ns,source,cpu,state,metric,value ]
}

@test "what is not there has no row" {
	fake_sysfs desktop "$root"
	[ "$(sample --once | rows | grep -c ^cpuidle,)" -eq $((12 * 4 * 4)) ]
	run ! grep rejected <(sample --once)
	fake_sysfs offline "$root.offline"
	root=$root.offline
	[ "$(sample --once | rows | cut -d, -f2 | sort -u | tr '\n' ' ')" = "0 1 3 " ]
}

@test "energy, frequency and temperature; names are quoted where they must be" {
	fake_sysfs desktop "$root"
	fake_zone "$root" 1 'a "big", cold one' -5500
	diff <(sample --once -c 3 --source powercap --source cpufreq --source thermal | rows) - <<'END'
powercap,,package-0 (intel-rapl:0),max_energy_range_uj,262143328850
powercap,,package-0 (intel-rapl:0),energy_uj,262143000000
powercap,,core (intel-rapl:0:0),max_energy_range_uj,262143328850
powercap,,core (intel-rapl:0:0),energy_uj,1000000
powercap,,dram (intel-rapl:0:1),max_energy_range_uj,65712999613
powercap,,dram (intel-rapl:0:1),energy_uj,2000000
cpufreq,3,,scaling_cur_freq_khz,4000000
thermal,,x86_pkg_temp (thermal_zone0),temp_mc,38000
thermal,,"a ""big"", cold one (thermal_zone1)",temp_mc,-5500
END
}

@test "the energy's range stands in the first block alone" {
	fake_sysfs desktop "$root"
	start --interval 1ms --source powercap
	wait_for 3
	kill "$sampler" && wait "$sampler"
	[ "$(grep -c max_energy_range_uj "$csv")" -eq 3 ]
	[ "$(grep -c ',energy_uj,' "$csv")" -eq $(($(blocks) * 3)) ]
	whole
}

@test "the CPUs of a list" {
	fake_sysfs desktop "$root"
	[ "$(sample --once -c 2,10-11 --source cpuidle | rows | cut -d, -f2 | sort -nu | tr '\n' ' ')" = "2 10 11 " ]
}

@test "values are read again for each block" {
	fake_sysfs vm "$root"
	start --interval 1ms -c 0
	# in place and in one write: a file of the kernel's is never empty in between
	printf '9999\n' 1<>"$cpu_dir/cpu0/cpuidle/state1/usage"
	wait_for $(($(blocks) + 2))
	kill "$sampler" && wait "$sampler"
	grep -q ',cpuidle,0,1,usage,1010$' "$csv"
	grep ',cpuidle,0,1,usage,' "$csv" | tail -n 1 | grep -q ',9999$'
	whole
}

@test "a file that cannot be read, or holds no number, has no row" {
	fake_sysfs vm "$root"
	echo '<none>' >"$cpu_dir/cpu0/cpuidle/state0/usage"
	echo -n >"$cpu_dir/cpu0/cpuidle/state0/time"
	echo 12345678901234567890123456789012345 >"$cpu_dir/cpu0/cpuidle/state0/above"
	rm "$cpu_dir/cpu0/cpuidle/state0/below"
	mkdir "$cpu_dir/cpu0/cpuidle/state0/below"
	[ "$(sample --once -c 0 | rows | head -n 2 | tr '\n' ' ')" = "cpuidle,0,0,rejected,5 cpuidle,0,1,usage,1010 " ]
}

@test "a CPU that comes online is found, and one that goes is let go" {
	fake_sysfs offline "$root"
	start --interval 1ms
	fake_state "$root" 2 0 POLL '' 0 0
	fake_put "$root" sys/devices/system/cpu/online 0-3
	wait_for $(($(blocks) + 2))
	grep -q ',cpuidle,2,0,usage,1200$' "$csv"
	rm -r "$cpu_dir/cpu2/cpuidle"
	fake_put "$root" sys/devices/system/cpu/online 0-1,3
	wait_for $(($(blocks) + 3))
	kill "$sampler" && wait "$sampler"
	run ! grep ',cpuidle,2,' <(tail -n 20 "$csv")
	[ "$(tail -n 1 "$csv" | cut -d, -f2)" = sampler ]
}

@test "more files than may be open are read all the same" {
	fake_sysfs desktop "$root"
	# shellcheck disable=SC2094  # nothing writes to the machine
	diff <(bash -c 'ulimit -n 60; exec "$0" sample --sysroot "$1" --once' "$analyzer" "$root" | rows) \
		<(sample --once | rows)
}

@test "a signal is followed by a last whole block and status 0" {
	local signal
	fake_sysfs vm "$root"
	for signal in TERM INT HUP; do
		rm -f "$csv"
		start --interval 1h
		kill -"$signal" "$sampler"
		wait "$sampler"
		[ "$(blocks)" -eq 2 ]
		whole
	done
}

@test "a sampler that is killed leaves blocks that can be told to be whole" {
	fake_sysfs desktop "$root"
	start --interval 1ms
	wait_for 20
	kill -KILL "$sampler"
	wait "$sampler" || true
	# what follows the last end of a block is the one that was under way
	sed -i "$(grep -n ',sampler,' "$csv" | tail -n 1 | cut -d: -f1)q" "$csv"
	[ "$(blocks)" -ge 20 ]
	whole
}

@test "a duration ends with a last block" {
	fake_sysfs vm "$root"
	sample --interval 1h --duration 1ms -o "$csv"
	[ "$(blocks)" -eq 2 ]
	whole
}

@test "a file that is there is not overwritten; a device is written to" {
	fake_sysfs vm "$root"
	echo mine >"$csv"
	run -1 sample --once -o "$csv"
	[[ $output == *"counters.csv: File exists" ]]
	[ "$(<"$csv")" = mine ]
	ln -s "$BATS_TEST_TMPDIR/elsewhere" "$BATS_TEST_TMPDIR/link"
	run -1 sample --once -o "$BATS_TEST_TMPDIR/link"
	[ ! -e "$BATS_TEST_TMPDIR/elsewhere" ]
	sample --once -o /dev/null
	[ -c /dev/null ]
}

@test "a full disk is one line of error" {
	fake_sysfs vm "$root"
	run -1 --separate-stderr sample --once -o /dev/full
	[ "$stderr" = "analyzer: /dev/full: cannot be written: No space left on device" ]
	run -1 --separate-stderr bash -c '"$0" sample --sysroot "$1" --once >/dev/full' "$analyzer" "$root"
	[ "$stderr" = "analyzer: standard output: cannot be written: No space left on device" ]
}

@test "a machine without any of it: blocks that are empty, and one warning" {
	fake_sysfs none "$root"
	run -0 --separate-stderr sample --once
	[ "${#lines[@]}" -eq 2 ]
	[ "${#stderr_lines[@]}" -eq 1 ]
	run -0 --separate-stderr sample --once -q
	[ -z "$stderr" ]
}

@test "counters that only root may read are named" {
	((EUID == 0)) || skip "needs root, to become somebody else"
	public=$(mktemp -d /tmp/powernightmare.XXXXXXXX)
	root=$public/machine
	fake_sysfs desktop "$root"
	chmod -R a+rX "$public"
	chmod 400 "$root"/sys/class/powercap/*/energy_uj
	install -m 755 "$analyzer" "$public/analyzer"
	run -0 --separate-stderr setpriv --reuid 65534 --clear-groups "$public/analyzer" sample --sysroot "$root" --once
	[ "$stderr" = "analyzer: 3 counters may not be read, sys/class/powercap/intel-rapl:0/energy_uj the first; root may" ]
	[[ $output != *,energy_uj,* ]]
}

@test "wrong usage is status 2" {
	local args
	for args in '--interval 0' '--interval 999us' '--interval 1' '--duration x' '--source nothing' '-c x' 'argument'; do
		# shellcheck disable=SC2086  # options and their values
		run -2 sample $args
	done
	run -2 sample -c ''
}

@test "help is under 80 columns, with examples and exit statuses" {
	"$analyzer" sample --help >"$BATS_TEST_TMPDIR/help"
	"$analyzer" sample -h | diff - "$BATS_TEST_TMPDIR/help"
	run ! grep -E '.{80}' "$BATS_TEST_TMPDIR/help"
	grep -q '^Examples:' "$BATS_TEST_TMPDIR/help"
	grep -q '^Exit status:' "$BATS_TEST_TMPDIR/help"
}
