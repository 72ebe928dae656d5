#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
# In the lab's guest: every file of latency_test, every error, and what must not hurt it, as TAP.

set -u

readonly MODULE=/lib/modules/latency_test.ko
readonly D=/sys/kernel/debug/latency_test
readonly T=/sys/kernel/tracing
readonly CPU1=/sys/devices/system/cpu/cpu1

checks=0
failures=0

# check NAME COMMAND...: one line of TAP, by the command's status.
check() {
	local name=$1
	shift
	checks=$((checks + 1))
	if "$@"; then
		echo "ok $checks - $name"
	else
		failures=$((failures + 1))
		echo "not ok $checks - $name ($*)"
	fi
}

is() {
	[[ $1 == "$2" ]] || { echo "# got '$1', not '$2'"; return 1; }
}

between() {
	(($1 >= $2 && $1 <= $3)) || { echo "# got $1, not $2..$3"; return 1; }
}

# The errors' texts are libc's; the names are those of errno(3).
errno_text() {
	case $1 in
	0) echo ;;
	E2BIG) echo 'Argument list too long' ;;
	EACCES) echo 'Permission denied' ;;
	EAGAIN) echo 'Resource temporarily unavailable' ;;
	EBUSY) echo 'Device or resource busy' ;;
	EINTR) echo 'Interrupted system call' ;;
	EINVAL) echo 'Invalid argument' ;;
	ENODATA) echo 'No data available' ;;
	ENXIO) echo 'No such device or address' ;;
	ERANGE) echo 'Numerical result out of range' ;;
	*) echo "unknown errno $1" ;;
	esac
}

# write_gives ERRNO FILE VALUE: 0 stands for success.
write_gives() {
	local text
	text=$({ echo "$3" >"$D/$2"; } 2>&1)
	is "${text##*: }" "$(errno_text "$1")"
}

read_gives() {
	local text
	text=$(cat "$D/$2" 2>&1 >/dev/null)
	is "${text##*: }" "$(errno_text "$1")"
}

set_batch() {
	local setting
	for setting in "$@"; do
		echo "${setting#*=}" >"$D/${setting%%=*}"
	done
}

# Starts a batch of half a minute, unless it is ended, and returns when samples are being taken.
start_batch() {
	set_batch type="$1" src="$2" cpus="$3" count=20000 gap_us=1000 expiry_ns=500000
	(
		trap : USR1
		echo 1 >$D/run
	) 2>/tmp/run.err &
	batch=$!
	while [[ $(<$D/run) != 1 ]]; do sleep 0.05; done
	sleep 0.3
}

# end_gives ERRNO: waits for the batch of start_batch.
end_gives() {
	local text
	wait "$batch"
	text=$(</tmp/run.err)
	is "${text##*: }" "$(errno_text "$1")"
}

count_samples() {
	grep -vc '^#' $D/samples
}

has_samples() {
	between "$(count_samples)" 1 19999
}

no_samples_missing() {
	is "$(count_samples)" "$1"
}

# --- groups of checks ------------------------------------------------------------------------

test_files() {
	local wanted='count:600 cpus:600 expiry_ns:600 gap_us:600 ipi_cpu_dest:600 ipi_cpu_src:400 ipi_latency_ns:400'
	wanted+=' run:600 samples:400 src:600 summary:400 timeout_cpu_src:400 timeout_diff_ns:400'
	wanted+=' timeout_expected_ns:600 type:600'
	check 'the files and their modes' is "$(cd $D && stat -c %n:%a -- * | sort | xargs)" "$wanted"
	local file
	for file in ipi_cpu_dest ipi_cpu_src ipi_latency_ns timeout_cpu_src timeout_expected_ns timeout_diff_ns \
		samples summary; do
		check "$file cannot be read before there is a result" read_gives ENODATA $file
	done
	check 'results cannot be written' write_gives EACCES ipi_latency_ns 1
}

test_values() {
	local file
	for file in ipi_cpu_dest src cpus; do
		check "$file of -1" write_gives EINVAL $file -1
		check "$file of 4095" write_gives ERANGE $file 4095
		check "$file of 2^64" write_gives ERANGE $file 18446744073709551616
		check "$file of a word" write_gives EINVAL $file one
	done
	check 'an expiry of 0' write_gives ERANGE timeout_expected_ns 0
	check 'an expiry of 2^63' write_gives ERANGE timeout_expected_ns 9223372036854775808
	check 'an expiry of 2^64' write_gives ERANGE timeout_expected_ns 18446744073709551616
	check 'an expiry of -1' write_gives EINVAL timeout_expected_ns -1
	check 'an expiry of more than 10 s' write_gives ERANGE timeout_expected_ns 10000000001
	check 'a batch expiry of 0' write_gives ERANGE expiry_ns 0
	check 'a batch expiry of 2^63' write_gives ERANGE expiry_ns 9223372036854775808
	check 'a count of 0' write_gives ERANGE count 0
	check 'a count that is too high' write_gives ERANGE count 1000001
	check 'a gap that is too long' write_gives ERANGE gap_us 1000001
	check 'a type that there is not' write_gives EINVAL type nmi
	check 'run takes only 1' write_gives EINVAL run 2
	check 'a list cut short' write_gives EINVAL cpus 0-
	check 'no result came of all this' read_gives ENODATA ipi_latency_ns
	set_batch count=1000000
	check 'more samples than the parameter allows' write_gives E2BIG run 1
}

test_single() {
	check 'an IPI' taskset 1 bash -c "echo 1 >$D/ipi_cpu_dest"
	check 'its target' is "$(<$D/ipi_cpu_dest)" 1
	check 'its source' is "$(<$D/ipi_cpu_src)" 0
	check 'its latency' between "$(<$D/ipi_latency_ns)" 1 2000000000
	check 'an IPI to the own CPU' taskset 2 bash -c "echo 1 >$D/ipi_cpu_dest"
	check 'its source is its target' is "$(<$D/ipi_cpu_src)" 1
	check 'a timer' taskset 2 bash -c "echo 3000000 >$D/timeout_expected_ns"
	check 'its CPU' is "$(<$D/timeout_cpu_src)" 1
	check 'its expiry' is "$(<$D/timeout_expected_ns)" 3000000
	check 'its lateness is signed' between "$(<$D/timeout_diff_ns)" -3000000 2000000000
	check 'a number that is refused' write_gives ERANGE ipi_cpu_dest 4095
	check 'leaves the old result' is "$(<$D/ipi_cpu_dest)" 1
}

test_batch() {
	local type
	for type in ipi timer; do
		set_batch type=$type src=0 cpus=0-1 count=53 gap_us=700 expiry_ns=1500000
		check "a batch of $type" write_gives 0 run 1
		check 'all its samples are there' no_samples_missing 106
		check 'targets take turns' is "$(awk '!/^#/ { print $2 }' $D/samples | uniq | wc -l)" 106
		check 'one source' is "$(awk '!/^#/ { print $1 }' $D/samples | sort -u)" 0
		check 'the summary counts each once' \
			is "$(awk '!/^#/ { n += $4 } END { print n }' $D/summary)" 106
		check 'the summary is in order' is "$(awk '!/^#/ && !($5 <= $6 && $6 <= $8 && $8 <= $9 && $9 <= $10 &&
			$10 <= $11 && $5 <= $7 && $7 <= $11)' $D/summary)" ''
	done
	set_batch type=ipi cpus= count=3 gap_us=0
	check 'no gap and no list of CPUs' write_gives 0 run 1
	check 'stand for all that are online' no_samples_missing $((3 * $(nproc)))
}

# Times of samples keep no step with the tick, here of 1 ms. Of eight parts of its period each should have an eighth; in
# step, one or two would have nearly all. The machine below has a tick as well, which shows when it is busy, so half of
# the way is left to it.
spread_over_tick() {
	awk -v tick=1000000 '!/^#/ { n++; part[int(($6 % tick) * 8 / tick)]++ }
		END {
			for (i = 0; i < 8; i++)
				most = part[i] > most ? part[i] : most
			print "# of " n " samples " most " in one eighth of the tick"
			exit n < 400 || most > n / 3
		}' $D/samples
}

test_random_times() {
	set_batch type=ipi src=0 cpus=1 count=400 gap_us=2000
	check 'a batch for the times' write_gives 0 run 1
	check 'samples keep no step with the tick' spread_over_tick
}

# The median that the summary gives is the one of the samples.
test_median() {
	local line want
	set_batch type=ipi src=0 cpus=1 count=101 gap_us=500
	check 'a batch for the median' write_gives 0 run 1
	line=$(awk '!/^#/ && $4 > m { m = $4; l = $2 " " $3 " " $4 " " $6 } END { print l }' $D/summary)
	want=$(awk -v key="${line%% *}" '!/^#/ && $4 == key && $5 == 0 { print $3 }' $D/samples | sort -n |
		awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }')
	check 'the median' is "${line##* }" "$want"
}

test_busy() {
	start_batch ipi 0 1
	check 'a second batch' write_gives EBUSY run 1
	check 'a single IPI meanwhile' write_gives EBUSY ipi_cpu_dest 1
	check 'a single timer meanwhile' write_gives EBUSY timeout_expected_ns 1000
	check 'a setting meanwhile' write_gives EBUSY count 5
	check 'a list meanwhile' write_gives EBUSY cpus 0
	check 'a result meanwhile' read_gives EBUSY ipi_latency_ns
	check 'samples meanwhile' read_gives EBUSY samples
	check 'the summary meanwhile' read_gives EBUSY summary
	check 'a bad number is still a bad number' write_gives ERANGE ipi_cpu_dest 4095
	check 'unloading meanwhile' is "$(rmmod latency_test 2>&1 | sed 's/.*: //')" "$(errno_text EAGAIN)"
	kill -USR1 "$batch"
	check 'a signal ends the batch' end_gives EINTR
	check 'what was taken until then can be read' has_samples
	check 'the next batch can run' is "$(<$D/run)" 0
}

test_signals() {
	local started
	start_batch timer 0 1
	kill -KILL "$batch"
	wait "$batch" 2>/dev/null
	check 'a killed writer leaves no batch behind' is "$(<$D/run)" 0
	check 'and its samples' has_samples
	started=$SECONDS
	(
		trap : USR1
		echo 10000000000 >$D/timeout_expected_ns
	) 2>/tmp/run.err &
	batch=$!
	sleep 1
	kill -USR1 $batch
	check 'a signal ends the wait for a timer' end_gives EINTR
	check 'at once' between $((SECONDS - started)) 0 8
	check 'and leaves no result' read_gives ENODATA timeout_diff_ns
}

two_writers() {
	local i lines
	set_batch type=ipi src=0 cpus=1 count=200 gap_us=200
	for i in 1 2 3 4; do
		{ echo 1 >$D/run; } 2>/tmp/writer.$i &
	done
	wait
	lines=$(cat /tmp/writer.? | sed 's/.*: //' | sort | uniq -c | sed 's/^ *//')
	is "$lines" "3 $(errno_text EBUSY)"
}

test_hotplug() {
	local type
	echo 0 >$CPU1/online
	check 'an IPI to a CPU that is offline' write_gives ENXIO ipi_cpu_dest 1
	check 'a source that is offline' write_gives ENXIO src 1
	check 'a list with a CPU that is offline' write_gives ENXIO cpus 0-1
	echo 1 >$CPU1/online
	for type in ipi timer; do
		start_batch $type 0 1
		check "the target of a batch of $type can go offline" eval "echo 0 >$CPU1/online"
		check 'which ends the batch' end_gives ENXIO
		check 'what was taken until then can be read' has_samples
		check 'the same batch now' write_gives ENXIO run 1
		echo 1 >$CPU1/online
		set_batch count=20
		check 'and when it is online again' write_gives 0 run 1
		start_batch $type 1 0
		check "the source of a batch of $type can go offline" eval "echo 0 >$CPU1/online"
		check 'which ends the batch' end_gives ENXIO
		echo 1 >$CPU1/online
	done
	set_batch type=timer src=0 cpus=1 count=1 gap_us=0 expiry_ns=3000000000
	{ echo 1 >$D/run; } 2>/tmp/run.err &
	batch=$!
	sleep 1
	check 'the target can go offline under an armed timer' eval "echo 0 >$CPU1/online"
	check 'which ends the batch' end_gives ENXIO
	echo 1 >$CPU1/online
}

test_state_disabled() {
	local states=("$CPU1"/cpuidle/state*) deepest file
	deepest=${states[-1]} # in order: no driver has ten states
	start_batch ipi 0 1
	for file in 1 0 1 0; do
		echo $file >"$deepest/disable"
		sleep 0.2
	done
	kill -USR1 "$batch"
	check 'a state disabled and enabled does not end a batch' end_gives EINTR
	check 'samples tell of idle states' eval "awk '!/^#/ { print \$4 }' $D/samples | grep -q '^[0-9]'"
}

# Each sample is in the trace, in order, with the same figures.
test_trace() {
	local type
	for type in ipi timer; do
		set_batch type=$type src=0 cpus=1 count=300 gap_us=3000 expiry_ns=5000000
		trace-cmd record -q -d -k -C mono -o $type.dat -e latency_test \
			bash -c "echo 1 >$D/run" >/dev/null 2>&1
		echo >$T/set_event
		trace-cmd report -q $type.dat 2>/dev/null | sed -nE \
			"s/.* $type: .*(latency|diff)_ns=(-?[0-9]+) state=(-?[0-9]+) race=([01]) .*/\\2 \\3 \\4/p" >events
		awk '!/^#/ { print $3, $4 == "busy" ? -1 : $4, $5 }' $D/samples >samples
		check "a batch of $type leaves its events in the trace" is "$(wc -l <events)" 300
		check 'which say what the samples say' cmp events samples
	done
}

test_load_cycles() {
	local i
	for i in $(seq 20); do
		rmmod latency_test && insmod $MODULE && echo 1 >$D/ipi_cpu_dest || return 1
	done
}

unload_with_open_file() {
	local text
	exec 9<$D/samples
	text=$(rmmod latency_test 2>&1)
	exec 9<&-
	is "${text##*: }" "$(errno_text EAGAIN)"
}

# Only where the kernel was built to look for such things.
lockdep_still_looks() {
	[[ ! -e /proc/lockdep_stats ]] || grep -qE 'debug_locks: +1' /proc/lockdep_stats
}

nothing_leaked() {
	local file=/sys/kernel/debug/kmemleak
	[[ -e $file ]] || return 0
	# What was freed a moment ago is reported by a first look only.
	echo scan >$file && sleep 6 && echo scan >$file
	! grep -E 'lt_|latency_test' $file
}

log_is_clean() {
	! dmesg | grep -E 'WARNING|BUG|INFO: |Call Trace|KASAN|UBSAN|possible|unexpected|stall|hung' |
		grep -vE "$LOG_IGNORE" | sed 's/^/# /' | grep .
}

main() {
	local LOG_IGNORE
	# Out-of-tree modules taint; that is what these are.
	LOG_IGNORE='loading out-of-tree module|Disabling lock debugging'
	check 'the module loads' insmod $MODULE || exit 1
	test_files
	test_values
	test_single
	test_batch
	test_random_times
	test_median
	test_busy
	test_signals
	check 'of four writers at once one runs' two_writers
	test_hotplug
	test_state_disabled
	test_trace
	check 'twenty times out and in' test_load_cycles
	check 'an open file holds the module' unload_with_open_file
	check 'the module goes' rmmod latency_test
	check 'its folder is gone' test ! -e $D
	check 'a parameter' insmod $MODULE max_samples=10
	set_batch count=11 cpus=0
	check 'limits the batch' write_gives E2BIG run 1
	set_batch count=10
	check 'and no more than that' write_gives 0 run 1
	check 'the module goes again' rmmod latency_test
	check 'the lock checker has not given up' lockdep_still_looks
	check 'no memory is lost' nothing_leaked
	check 'the kernel has nothing to complain about' log_is_clean
	echo "1..$checks"
	((failures == 0))
}

main "$@"
