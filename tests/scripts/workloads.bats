#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154,SC2016  # bats sets output and stderr; a shell within expands what is in quotes
# The workloads by their command lines: exact counts, shares of CPU time, refusals, signals, narrow surroundings.

bats_require_minimum_version 1.5.0
load helper

setup() {
	bin=${PN_BIN:-$PN_TOP_DIR/build/bin}
	json=$BATS_TEST_TMPDIR/out.json
	last_cpu=$(($(nproc --all) - 1))
}

teardown() {
	[[ -z ${job:-} ]] || kill -KILL "$job" 2>/dev/null || true
	[[ -z ${public:-} ]] || rm -rf "$public"
}

# works WORKLOAD [OPTION...]: with its results in $json.
works() {
	run --separate-stderr "$bin/$1" "${@:2}" --json "$json"
	[[ $status == 0 && -z $stderr ]] || { echo "status $status: $stderr"; return 1; }
}

# is FILTER TEXT: what jq makes of the results.
is() {
	local got
	got=$(jq -c "$1" "$json")
	[[ $got == "$2" ]] || { echo "$1 is $got, not $2"; return 1; }
}

# start WORKLOAD [OPTION...]: in the background, its workers at work.
start() {
	"$bin/$1" "${@:2}" --json "$json" >"$BATS_TEST_TMPDIR/stdout" 2>"$BATS_TEST_TMPDIR/stderr" 3>&- &
	job=$!
	# SIGINT and SIGTERM are blocked once the program is ready for them.
	for _ in {1..100}; do
		grep -qE '^SigBlk:.*400[23]$' "/proc/$job/status" && break
		sleep 0.1
	done
	sleep 0.5
}

# ends_with STATUS: the one in the background.
ends_with() {
	local status=0
	wait "$job" || status=$?
	job=
	[[ $status == "$1" ]] || { echo "status $status, not $1"; return 1; }
}

need_two_cpus() {
	(($(nproc) > 1)) || skip "there is one CPU only"
}

# refused WORKLOAD STATUS PATTERN [OPTION...]: one line on stderr, nothing on stdout.
refused() {
	run --separate-stderr "$bin/$1" "${@:4}"
	[[ $status == "$2" && -z $output && $stderr == "$1: "*$3* && $stderr != *$'\n'* ]] ||
		{ echo "$1 ${*:4}: status $status, said: $stderr$output"; return 1; }
}

# --- counts -----------------------------------------------------------------------------------------------------------

@test "pingpong makes exactly the loops asked for" {
	works pingpong --loops 100003
	is .results.loops 100003
	is '[.phases[0].loops, .phases[0].loops_asked, .phases[0].pairs[0].loops]' '[100003,100003,100003]'
	[[ $output == *" 100003 "* ]]
}

@test "pingpong does so through every channel, in threads and processes, for every pair and step" {
	local via kind
	for via in pipe eventfd futex; do
		for kind in '' --processes; do
			works pingpong --loops 1009 --pairs 3 --via $via $kind --work-sweep 0:2us:1us --spin-rate 1000
			is '[.phases[].loops]' '[3027,3027,3027]'
			is '[.phases[].pairs[].loops] | unique' '[1009]'
			is '[.phases[].param]' '["0ns","1000ns","2000ns"]'
			is .results.loops 9081
		done
	done
}

@test "pingpong times every loop when asked to, and none" {
	works pingpong --loops 5003 --sample 1
	is .results.loop_ns.count 5003
	works pingpong --loops 5003 --sample 0
	is '[.results.loop_ns.count, .results.loop_ns.p50_ns]' '[0,null]'
	[[ $(jq .score.value "$json") != null ]]
}

@test "a seed chooses the timed loops" {
	local first
	works pingpong --loops 100003 --sample 10 --seed 5
	first=$(jq .results.loop_ns.count "$json")
	works pingpong --loops 100003 --sample 10 --seed 5
	is .results.loop_ns.count "$first"
	works pingpong --loops 100003 --sample 10 --seed 6
	[[ $(jq .results.loop_ns.count "$json") != "$first" ]]
}

@test "sleepers wakes exactly threads x steps x cycles x (sleeps + 1) times" {
	works sleepers --threads 7 --cycles 5 --sleeps 10 --long 10ms --sweep 10us:30us:10us
	is '[.results.cycles, .results.wakeups, .results.wakeups_asked]' '[105,1155,1155]'
	is '[.phases[].wakeups]' '[385,385,385]'
	is '[.phases[0].short_lateness_ns.count, .phases[0].long_lateness_ns.count]' '[350,35]'
}

# The kernel's own count of a thread's sleeps. The rest are those at the gates of the run, a few.
@test "the kernel counts as many sleeps of each thread" {
	local task switches before
	slept() { sed -n 's/^voluntary_ctxt_switches:\t//p' /proc/"$job"/task/[0-9]*/status | xargs; }
	start sleepers --threads 5 --cycles 20 --sleeps 4 --sleep 2ms --long 3ms --lead-out 20s
	# The table is written at the end, so the threads themselves have to show when they have gone over to being idle.
	for _ in {1..100}; do
		sleep 0.3
		[[ $(slept) != "${before:-}" ]] || break
		before=$(slept)
	done
	for task in /proc/"$job"/task/*; do
		[[ ${task##*/} != "$job" ]] || continue
		switches=$(sed -n 's/^voluntary_ctxt_switches:\t//p' "$task/status")
		echo "$(<"$task/comm"): $switches"
		((switches >= 100 && switches <= 108))
	done
	kill -INT "$job"
	ends_with 130
	is '[.interrupted, .results.wakeups]' '[true,500]'
}

@test "the classic preset has its 100 and 496 steps, the short one 12 and 61" {
	works sleepers --preset classic --threads 1 --sleeps 0 --long 1us --cycles 1 --lead-in 0 --lead-out 0
	is '[.phases | length, .[0].sleep_ns, .[99].sleep_ns, .[100].sleep_ns, .[595].sleep_ns]' '[596,50,5000,5000,500000]'
	works sleepers --preset short --threads 1 --sleeps 0 --long 1us --cycles 1 --lead-in 1ms --lead-out 1ms
	is '[.phases | length, .[0].param, .[1].sleep_ns, .[12].sleep_ns, .[73].sleep_ns, .[74].param]' \
		'[75,"idle",50,5000,500000,"idle"]'
}

@test "busyload goes up and down" {
	works busyload --ramp 10%:40%:15% --step 60ms --freq 500Hz
	is '[.phases[].param]' '["10%","25%","40%","25%","10%"]'
	is '[.phases[].periods_asked] | unique' '[30]'
	is '[.phases[].periods] | unique' '[30]'
}

@test "idle does nothing, and has no score" {
	works idle --duration 50ms
	is '[.score, .phases[0].param, .phases[0].length_asked_ns]' '[null,"idle",50000000]'
	is '.phases[0].elapsed_ns >= 50000000' true
}

# --- shares of CPU time -----------------------------------------------------------------------------------------------

# idle_ns CPU: how long it was idle, by /proc/stat. The other columns are counted by ticks on some kernels, which a short
# burst may fall between; this one is measured.
idle_ns() {
	awk -v cpu="cpu$1" -v hz="$(getconf CLK_TCK)" '$1 == cpu { printf "%.0f", ($5 + $6) * 1e9 / hz }' /proc/stat
}

# worker_ns: CPU time of the worker's thread as the scheduler counts it, and the time.
worker_ns() {
	local task ns
	for task in /proc/"$job"/task/*; do
		[[ ${task##*/} == "$job" ]] || read -r ns _ <"$task/schedstat"
	done
	echo "$ns $(date +%s%N)"
}

# watch_load: over two seconds, STAT the share of the CPU that /proc/stat has as busy and TASK that of the worker, in
# thousandths.
watch_load() {
	local idle0 idle1 ns0 t0 ns1 t1
	idle0=$(idle_ns "$last_cpu")
	read -r ns0 t0 < <(worker_ns)
	sleep 2
	idle1=$(idle_ns "$last_cpu")
	read -r ns1 t1 < <(worker_ns)
	STAT=$((1000 - 1000 * (idle1 - idle0) / (t1 - t0)))
	TASK=$((1000 * (ns1 - ns0) / (t1 - t0)))
	echo "the CPU is busy for $STAT, the worker for $TASK thousandths"
}

# Other tasks make the CPU no less busy, so this holds on a loaded machine as well.
@test "busyload keeps its CPU busy for at least 99 % by /proc/stat" {
	taskset -c "$last_cpu" true || skip "CPU $last_cpu is not allowed"
	start busyload --cpus "$last_cpu" --duration 60s
	watch_load
	((STAT >= 990))
	kill -INT "$job"
	ends_with 130
	is '.results.turns > 0' true
}

# The worker's own time is its own on a loaded machine, too, unless others take most of the CPU: that is tried again. What
# /proc/stat says is the worker's alone only where nothing else runs on the CPU.
@test "a duty cycle of 30 % is 30 +- 1 % of CPU time" {
	local quiet='' right='' wrong=''
	taskset -c "$last_cpu" true || skip "CPU $last_cpu is not allowed"
	start busyload --cpus "$last_cpu" --duty 30% --freq 347Hz --duration 60s
	for _ in {1..6}; do
		watch_load
		((TASK >= 290 && TASK <= 310)) || { ((STAT - TASK > 500)) || wrong=1; continue; }
		right=1
		((STAT >= 290))
		((STAT > 310)) || { quiet=1; break; }
	done
	kill -INT "$job"
	ends_with 130
	[[ -n $right || -z $wrong ]]
	[[ -n $right ]] || skip "others had most of the CPU, every time"
	[[ -n $quiet ]] || skip "30 % by the scheduler's count; too much else runs for /proc/stat to show it"
}

# --- usage ------------------------------------------------------------------------------------------------------------

@test "nonsense is refused with status 2 and one line" {
	local workload option
	for workload in pingpong sleepers busyload idle; do
		for option in --no-such --duration=5 --duration=0s --duration=-1s --duration=1e9h --step=1 --cpus=1-0 \
			--cpus= --cpus=99999999 --seed=-1 --seed=1.5 word '--duration=1s --step=1s' -d; do
			# shellcheck disable=SC2086  # two options in one word
			refused $workload 2 '' $option
		done
	done
	for option in --loops=0 --loops=1.5 --loops=99999999999999999999 --pairs=0 --pairs=50001 --pair=0 "--pair=0," \
		--pair=0,1,2 --pair=0-1 --pair=near --work=5 --work=-5us --work-sweep=1us:2us --work-sweep=2us:1us:1us \
		--work-sweep=0:1ms:0 --via=smoke --spin-rate=0 --sample=x '--work=1us --work-sweep=0:2us:1us'; do
		# shellcheck disable=SC2086
		refused pingpong 2 '' $option
	done
	for option in --threads=0 --threads=100001 --sleeps=-1 --sleep=0 --sleep=0.5ns --sweep=0:5us:1us --sweep=5us \
		--long=0 --cycles=0 --stagger=odd --preset=long '--cycles=1 --duration=1s' '--sleep=1us --preset=short'; do
		# shellcheck disable=SC2086
		refused sleepers 2 '' $option
	done
	for option in --duty=30 --duty=101% --duty=-1% --freq=347 --freq=0Hz --freq=11kHz --ramp=10:20:5 \
		--ramp=20%:10%:5% --ramp=0%:200%:5% '--duty=5% --ramp=1%:2%:1%'; do
		# shellcheck disable=SC2086
		refused busyload 2 '' $option
	done
}

@test "help has examples and exit statuses, within 79 columns" {
	local workload
	for workload in pingpong sleepers busyload idle; do
		run -0 "$bin/$workload" --help
		[[ $output == *Examples:*"Exit status:"* ]]
		[[ $("$bin/$workload" --help | wc -L) -le 79 ]]
		[[ $("$bin/$workload" -h) == "$output" ]]
		run -0 "$bin/$workload" --version
		[[ $output == "$workload "[0-9]* ]]
	done
}

@test "tables fit into 80 columns" {
	"$bin/pingpong" --loops 100 --pairs 3 --pair 0,0 >"$BATS_TEST_TMPDIR/tables"
	"$bin/sleepers" --threads 3 --cycles 2 --long 1ms >>"$BATS_TEST_TMPDIR/tables"
	"$bin/busyload" --duty 5% --duration 100ms >>"$BATS_TEST_TMPDIR/tables"
	[[ $(wc -L <"$BATS_TEST_TMPDIR/tables") -le 80 ]]
}

@test "every option has its place in a man page" {
	local workload option common
	common=$(<"$PN_TOP_DIR/workloads/powernightmare-workloads.7")
	for workload in pingpong sleepers busyload idle; do
		while read -r option; do
			grep -qF -e "${option//-/\\-}" "$PN_TOP_DIR/workloads/$workload.1" ||
				[[ $common == *"${option//-/\\-}"* ]] || { echo "$workload $option"; return 1; }
		done < <("$bin/$workload" --help | grep -oE -e '--[a-z][a-z-]+' | sort -u)
	done
}

# --- results ----------------------------------------------------------------------------------------------------------

@test "the JSON of every workload has the same frame" {
	local workload
	for workload in 'pingpong --loops 10' 'sleepers --threads 1 --cycles 1 --long 1ms' 'busyload --duration 10ms' \
		'idle --duration 1ms'; do
		# shellcheck disable=SC2086
		works $workload
		is 'keys_unsorted' '["schema","tool","workload","parameters","interrupted","score","results","phases"]'
		is '[.schema, .workload, .interrupted]' "[\"powernightmare.workload/1\",\"${workload%% *}\",false]"
		is '.phases[0] | .phase == 0 and .start_ns > 0 and .end_ns > .start_ns and (.param | test("^[^ ]+$"))' true
		is '.parameters.seed' 1
	done
}

@test "JSON goes to stdout alone, to a pipe, and to a file that appears whole" {
	run --separate-stderr -0 "$bin/pingpong" --loops 10 --json -
	[[ $(jq .results.loops <<<"$output") == 10 ]]
	[[ $("$bin/idle" --duration 1ms --json /dev/stderr 2>&1 >/dev/null | jq -r .workload) == idle ]]
	start idle --duration 30s
	[[ ! -e $json ]]
	kill -TERM "$job"
	ends_with 143
	is .interrupted true
	[[ $(find "$BATS_TEST_TMPDIR" -name 'out.json*' | wc -l) == 1 ]]
}

@test "results that cannot be written are an error before the run" {
	refused idle 1 'cannot write' --duration 1h --json /nonexistent/out.json
	refused idle 1 'cannot write' --duration 1h --json "$BATS_TEST_TMPDIR"
	run --separate-stderr -1 "$bin/idle" --duration 1ms --json /dev/full
	[[ $stderr == *"cannot write"* ]]
	run -1 bash -c '"$1" --duration 1ms >/dev/full' _ "$bin/idle"
}

# --- signals ----------------------------------------------------------------------------------------------------------

@test "a signal ends each workload with results" {
	local workload
	for workload in 'pingpong --duration 1h' 'pingpong --duration 1h --processes' 'pingpong --duration 1h --via futex' \
		'sleepers --long 1h' 'busyload --duration 1h' 'busyload --duty 5% --freq 1Hz --duration 1h' \
		'busyload --duty 0% --duration 1h' 'idle --duration 1h'; do
		rm -f "$json"
		# shellcheck disable=SC2086
		start $workload
		kill -INT "$job"
		ends_with 130
		is '[.interrupted, (.phases | length)]' '[true,1]'
		[[ ! -s $BATS_TEST_TMPDIR/stderr ]]
	done
}

@test "worker processes do not outlive a runner that was killed" {
	local workers
	start pingpong --duration 1h --processes
	workers=$(pgrep -P "$job")
	[[ $(wc -w <<<"$workers") == 2 ]]
	kill -KILL "$job"
	ends_with 137
	for _ in {1..50}; do
		ps -o pid= -p "${workers//$'\n'/,}" || break
		sleep 0.1
	done
	run -1 ps -o pid= -p "${workers//$'\n'/,}"
}

@test "a worker process that dies ends the run" {
	start pingpong --duration 1h --processes
	kill -KILL "$(pgrep -P "$job" | tail -1)"
	ends_with 1
	[[ $(<"$BATS_TEST_TMPDIR/stderr") == "pingpong: worker 1 ended before its time" ]]
	[[ ! -e $json ]]
}

# --- surroundings -----------------------------------------------------------------------------------------------------

@test "workers have a timer slack of 1 ns and the CPUs asked for, the first thread keeps its own" {
	local task cpus=0,0 want='0'
	(($(nproc) == 1)) || { cpus=0,1 want='0 1'; }
	start pingpong --pair "$cpus" --duration 1h
	[[ $(<"/proc/$job/timerslack_ns") == "$(</proc/self/timerslack_ns)" ]]
	for task in /proc/"$job"/task/*; do
		[[ ${task##*/} != "$job" ]] || continue
		[[ $(<"/proc/${task##*/}/timerslack_ns") == 1 ]]
		sed -n 's/^Cpus_allowed_list:\t//p' "$task/status" >>"$BATS_TEST_TMPDIR/cpus"
	done
	[[ $(sort -u "$BATS_TEST_TMPDIR/cpus" | xargs) == "$want" ]]
	kill -INT "$job"
	ends_with 130
}

@test "everything runs on one CPU" {
	taskset -c 0 "$bin/pingpong" --loops 101 --pairs 2
	taskset -c 0 "$bin/pingpong" --loops 101 --pair same-core --processes
	taskset -c 0 "$bin/sleepers" --threads 4 --cycles 2 --long 1ms
	taskset -c 0 "$bin/busyload" --duration 20ms
	taskset -c 0 "$bin/idle" --duration 1ms
}

@test "a CPU that is forbidden, offline or not there is one line and status 77" {
	local workload
	need_two_cpus
	export PN_SYSROOT=$BATS_TEST_TMPDIR/machine
	put /sys/devices/system/cpu/possible 0-3
	put /sys/devices/system/cpu/online 0
	for workload in pingpong sleepers busyload; do
		refused "$workload" 77 'CPU 1 is offline (online: 0)' --cpus 0-1 --sysroot "$PN_SYSROOT"
		refused "$workload" 77 'no CPU 9999' --cpus 9999
		run --separate-stderr -77 taskset -c 0 "$bin/$workload" --cpus 1
		[[ $stderr == "$workload: CPU 1 is forbidden by taskset or a cpuset (allowed: 0)" ]]
	done
	refused pingpong 77 'CPU 1 is offline' --pair 0,1 --sysroot "$PN_SYSROOT"
	refused pingpong 77 'placed as --pair asks' --pair other-package --sysroot "$PN_SYSROOT"
}

@test "a thousand threads" {
	works sleepers --threads 1000 --sleeps 1 --cycles 1 --long 20ms
	is .results.wakeups 2000
	works pingpong --pairs 500 --loops 11
	is .results.loops 5500
	is '.phases[0].pairs | length' 500
}

@test "too few threads or files allowed is one line" {
	local set=(setpriv --reuid=65534 --regid=65534 --clear-groups)
	((EUID == 0)) || set=()
	readable_copy
	run --separate-stderr -1 bash -c 'ulimit -n 200; exec "$@"' _ "$bin/pingpong" --pairs 100 --loops 1
	[[ $stderr == "pingpong: "*"open files"* && $stderr != *$'\n'* ]]
	run --separate-stderr -1 "${set[@]}" bash -c 'ulimit -u 20; exec "$@"' _ "$public/sleepers" --threads 500 --cycles 1
	[[ $stderr == "sleepers: cannot start worker"* && $stderr != *$'\n'* ]]
}

# readable_copy: of the programs, where any user may run them.
readable_copy() {
	public=$(mktemp -d)
	chmod 755 "$public"
	cp "$bin"/{pingpong,sleepers,busyload,idle} "$public/"
}

@test "nobody may run them" {
	local set=(setpriv --reuid=65534 --regid=65534 --clear-groups)
	((EUID == 0)) || set=()
	readable_copy
	run --separate-stderr -0 "${set[@]}" "$public/pingpong" --loops 101 --pair 0,0
	[[ -z $stderr ]]
	run --separate-stderr -0 "${set[@]}" "$public/sleepers" --threads 2 --cycles 1 --long 1ms
	[[ -z $stderr ]]
	run --separate-stderr -0 "${set[@]}" "$public/busyload" --duration 10ms
	[[ -z $stderr ]]
	run --separate-stderr -0 "${set[@]}" "$public/idle" --duration 1ms
	[[ -z $stderr ]]
}

# In a mount namespace of its own, so that nobody else misses it.
@test "without tracefs they run, and mount none" {
	((EUID == 0)) || skip "taking tracefs away needs root"
	run --separate-stderr -0 unshare -m bash -c '
		while read -r _ dir type _; do
			[[ $type != tracefs && $type != debugfs ]] || umount -l "$dir"
		done < <(tac /proc/mounts)
		! grep -q " tracefs " /proc/mounts || exit 1
		"$1" --duration 1ms || exit 1
		! grep -q " tracefs " /proc/mounts' _ "$bin/idle"
	[[ -z $stderr ]]
}
