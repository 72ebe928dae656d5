#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
# Measures how late CPUs answer an IPI and a timer: when busy, and from each of their idle states.

set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source "$here/lib/common.sh"
source "$here/lib/build.sh"
source "$here/lib/sysfs.sh"
source "$here/lib/governor.sh"
source "$here/lib/trace.sh"
source "$here/lib/results.sh"
source "$here/lib/idle.sh"
source "$here/lib/latency.sh"
source "$here/lib/latency-report.sh"

# The shortest expiry that is set. Governors keep the tick for shorter sleeps, and then it is the tick that wakes.
readonly EXPIRY_MIN_NS=5000000
readonly EVENTS='power:cpu_idle latency_test:ipi latency_test:timer timer:hrtimer_start timer:hrtimer_expire_entry'

usage() {
	cat <<END
Usage: latency-sweep.sh [OPTION...]

Enables each idle state alone, then measures how late the CPUs answer an IPI
and a timer from it, and how late when they are busy. Takes root, and the
module latency_test. What it changes goes back as it was, also after Ctrl-C.

  --ipi             only IPIs
  --timer           only timers
  --samples N       for each state and CPU, up to 100000 [1000]
  --rounds N        take them in so many turns over all states, so that a
                    drift of the machine is not taken for a difference [5]
  --gap US          shortest time between two samples; the longest is twice
                    that; at least twice a state's target residency [3000]
  --expiry NS       of the timers [twice the target residency, at least 5 ms]
  --cpus LIST       the targets, as 0-3,8 [the first thread of each core]
  -v                all threads of each core
  --source CPU      sends the IPIs [the first CPU that is online]
  --governor NAME   sweep under this governor [the present one]
  --no-baseline     do not measure busy CPUs
  --trace           also record trace.dat
  --module FILE     the module, if it is not installed
  --output DIR      where the results go; new or empty [./latency-TIME]
  --help            this text

Leaves results.json, samples.tsv and report.txt in the output folder, whose
name is the last line on stdout. "analyzer compare BASE NEW" takes two of them.

Examples:
  sudo scripts/latency-sweep.sh
  sudo scripts/latency-sweep.sh --ipi -v --samples 200
  sudo scripts/latency-sweep.sh --cpus 2-3 --source 0 --trace

Exit status: 0 done, 1 could not, 2 wrong usage, 77 cannot run here.
END
}

# number OPTION VALUE MIN MAX
number() {
	if ! [[ $2 =~ ^[0-9]{1,11}$ ]] || ((10#$2 < $3 || 10#$2 > $4)); then
		usage_error "$1 takes a number from $3 to $4, not '$2'"
	fi
}

parse_args() {
	PROBES=() SAMPLES=1000 ROUNDS=5 GAP_US=3000 EXPIRY_NS='' CPUS_ASKED='' VERBOSE='' SOURCE='' GOVERNOR=''
	BASELINE=1 TRACE='' MODULE='' OUTPUT=''
	while (($#)); do
		case $1 in
		--ipi | --timer) PROBES+=("${1#--}"); shift ;;
		--samples) need_value "$1" $#; number "$1" "$2" 1 100000; SAMPLES=$2; shift 2 ;;
		--rounds) need_value "$1" $#; number "$1" "$2" 1 1000; ROUNDS=$2; shift 2 ;;
		--gap) need_value "$1" $#; number "$1" "$2" 100 1000000; GAP_US=$2; shift 2 ;;
		--expiry) need_value "$1" $#; number "$1" "$2" 1 10000000000; EXPIRY_NS=$2; shift 2 ;;
		--cpus) need_value "$1" $#; CPUS_ASKED=$2; shift 2 ;;
		-v | --verbose) VERBOSE=1; shift ;;
		--source) need_value "$1" $#; number "$1" "$2" 0 99999; SOURCE=$2; shift 2 ;;
		--governor) need_value "$1" $#; GOVERNOR=$2; shift 2 ;;
		--no-baseline) BASELINE=''; shift ;;
		--trace) TRACE=1; shift ;;
		--module) need_value "$1" $#; MODULE=$2; shift 2 ;;
		--output) need_value "$1" $#; OUTPUT=$2; shift 2 ;;
		--help | -h) usage; exit 0 ;;
		*) usage_error "unknown argument '$1'" ;;
		esac
	done
	((${#PROBES[@]})) || PROBES=(ipi timer)
	((ROUNDS <= SAMPLES)) || ROUNDS=$SAMPLES
	[[ -z $CPUS_ASKED ]] || cpulist_expand "$CPUS_ASKED" >/dev/null ||
		usage_error "--cpus takes a list as 0-3,8, not '$CPUS_ASKED'"
}

# --- before anything is changed --------------------------------------------------------------

check_machine() {
	((EUID == 0)) || [[ -n $PN_SYSROOT ]] || die "$EX_SKIP" "this takes root: use sudo"
	cpuidle_driver >/dev/null || die "$EX_SKIP" "this machine has no cpuidle driver, so it has no idle states to" \
		"choose from"
	[[ -z $GOVERNOR ]] || governor_exists "$GOVERNOR" ||
		die "$EX_SKIP" "this kernel has no governor '$GOVERNOR'; it has: $(governor_list)"
	[[ -z $BASELINE || -x $PN_BIN/busyload ]] ||
		die "$EX_FAIL" "$PN_BIN/busyload is missing: build it (cmake -B build && cmake --build build), or say" \
			"--no-baseline"
	[[ -z $TRACE ]] || command -v trace-cmd >/dev/null || die "$EX_SKIP" "--trace needs trace-cmd: apt-get install" \
		"trace-cmd"
}

# Fills ONLINE, SOURCE and TARGETS.
choose_cpus() {
	local cpu asked
	mapfile -t ONLINE < <(cpus_online)
	SOURCE=${SOURCE:-${ONLINE[0]}}
	cpu_online "$SOURCE" || die "$EX_FAIL" "--source: CPU $SOURCE is not online"
	if [[ -n $CPUS_ASKED ]]; then
		mapfile -t asked < <(cpulist_expand "$CPUS_ASKED" | sort -nu)
		for cpu in "${asked[@]}"; do
			cpu_online "$cpu" || die "$EX_FAIL" "--cpus: CPU $cpu is not online"
		done
		TARGETS=("${asked[@]}")
	elif [[ -n $VERBOSE ]]; then
		TARGETS=("${ONLINE[@]}")
	else
		mapfile -t TARGETS < <(cpus_one_per_core "${ONLINE[@]}")
	fi
}

# The pre-wake is a matter of Intel's processors; what it is called there is C-state pre-wake.
note_limits() {
	local vendor
	vendor=$(first_match /proc/cpuinfo vendor_id)
	if [[ $vendor == GenuineIntel && " ${PROBES[*]} " == *' timer '* ]]; then
		note "an Intel CPU may start to wake before a pending timer expires (C-state pre-wake): its timer figures" \
			"are how late it answers, not how long it takes to leave the state"
	fi
	[[ $(virtual_kind) == none ]] ||
		note "a virtual machine: the differences between states mean something here, the times themselves do not"
}

# --- the machine is borrowed from here on ----------------------------------------------------

borrow_machine() {
	latency_mount || die "$EX_SKIP" "debugfs cannot be mounted"
	latency_load "$MODULE" || die "$EX_SKIP" "the module latency_test cannot be loaded; build it with" \
		"'make -C module', or name it with --module"
	[[ -e $PN_SYSROOT$LATENCY/run ]] || die "$EX_FAIL" "$LATENCY is not there, though the module is loaded"
	governor_keep
	[[ -z $GOVERNOR ]] || governor_set "$GOVERNOR" || die "$EX_SKIP" "the governor cannot be set to '$GOVERNOR'"
	idle_keep "${ONLINE[@]}"
}

# Each state is tried once, so that a CPU that does not obey is known before anything is measured on it.
cpu_obeys() {
	local cpu=$1 state states
	mapfile -t states < <(idle_states "$cpu")
	((${#states[@]})) || return 1
	for state in "${states[@]}"; do
		idle_only "$cpu" "$state" || return 1
	done
}

drop_cpus_that_do_not_obey() {
	local cpu kept=()
	for cpu in "${TARGETS[@]}"; do
		if cpu_obeys "$cpu"; then
			kept+=("$cpu")
		else
			note "CPU $cpu is left out: its idle states cannot be disabled"
		fi
	done
	((${#kept[@]})) || die "$EX_SKIP" "no CPU is left whose idle states can be disabled"
	TARGETS=("${kept[@]}")
}

# The first target's table stands for all; the deeper of two different ones would need a table for each.
load_states() {
	local first=${TARGETS[0]} state cpu
	mapfile -t STATES < <(idle_states "$first")
	STATE_NAME=() STATE_XL_US=() STATE_TR_US=()
	for state in "${STATES[@]}"; do
		STATE_NAME[state]=$(idle_read "$first" "$state" name)
		STATE_XL_US[state]=$(idle_read "$first" "$state" latency)
		STATE_TR_US[state]=$(idle_read "$first" "$state" residency)
		for cpu in "${TARGETS[@]}"; do
			[[ $(idle_read "$cpu" "$state" name) == "${STATE_NAME[state]}" ]] ||
				note "state $state of CPU $cpu is not CPU $first's ${STATE_NAME[state]}"
		done
	done
}

# --- measuring -------------------------------------------------------------------------------

# mark TEXT: into the trace, as the workloads do it.
mark() {
	[[ -z $TRACE ]] || sysfs_write "$TRACEFS/trace_marker" "pn: latency-sweep $*" || true
}

# measure PROBE CELL CPUS GAP_US EXPIRY_NS: one turn; adds its samples to those of the cell.
measure() {
	local probe=$1 cell=$2 cpus=$3 gap_us=$4 expiry_ns=$5
	mark "phase=$PHASE param=$probe-$cell"
	PHASE=$((PHASE + 1))
	latency_batch "$probe" "$SOURCE" "$cpus" $(((SAMPLES + ROUNDS - 1) / ROUNDS)) "$gap_us" "$expiry_ns"
	sysfs_read "$LATENCY/samples" | awk -F '\t' -v OFS='\t' -v probe="$probe" -v cell="$cell" \
		-v expiry="$([[ $probe == timer ]] && echo "$expiry_ns" || echo 0)" -v round="$ROUND" '
		!/^#/ { print probe, cell, $2, expiry, $3, $4, $5, round }' >>"$OUTPUT/samples.tsv.part"
}

# Every state is enabled meanwhile: a target under load does not come to use any.
measure_busy() {
	local cpu probe
	for cpu in "${ONLINE[@]}"; do
		idle_all "$cpu" || true
	done
	for cpu in "${TARGETS[@]}"; do
		load_start "$cpu"
		for probe in "${PROBES[@]}"; do
			[[ $probe == ipi && $cpu == "$SOURCE" ]] ||
				measure "$probe" busy "$cpu" "$GAP_US" "${EXPIRY_NS:-$EXPIRY_MIN_NS}"
		done
		load_stop
	done
}

larger() {
	printf '%d\n' $(($1 > $2 ? $1 : $2))
}

# All CPUs get the state, since threads of a core share it. The source as well: it sleeps between samples.
measure_state() {
	local state=$1 cpu probe gap_us expiry_ns
	for cpu in "${ONLINE[@]}"; do
		idle_only "$cpu" "$state" || true
	done
	gap_us=$(larger "$GAP_US" $((2 * STATE_TR_US[state])))
	expiry_ns=${EXPIRY_NS:-$(larger $EXPIRY_MIN_NS $((2000 * STATE_TR_US[state])))}
	for probe in "${PROBES[@]}"; do
		measure "$probe" "$state" "$(cpulist_join "${TARGETS[@]}")" "$gap_us" "$expiry_ns"
	done
}

sweep() {
	local state
	PHASE=0
	for ((ROUND = 1; ROUND <= ROUNDS; ROUND++)); do
		say "round $ROUND of $ROUNDS: ${#TARGETS[@]} CPUs, ${#STATES[@]} states"
		[[ -z $BASELINE ]] || measure_busy
		for state in "${STATES[@]}"; do
			measure_state "$state"
		done
	done
	mark end
}

# --- recording -------------------------------------------------------------------------------

# One recording over all of the sweep, in the background; events are on when this returns.
recorder_start() {
	local event args=() tries
	trace_available || die "$EX_SKIP" "this kernel has no cpu_idle trace event"
	trace_keep
	for event in $EVENTS; do
		! trace_has_event "$event" || args+=(-e "$event")
	done
	trace-cmd record -q -d -k -C mono -b 8192 "${args[@]}" -o "$OUTPUT/trace.dat.part" >/dev/null &
	RECORDER=$!
	undo_push recorder_stop
	for ((tries = 0; tries < 100; tries++)); do
		[[ -z $(sysfs_read "$TRACEFS/set_event") ]] || break
		sleep 0.1
	done
	sleep 0.5
	kill -0 "$RECORDER" 2>/dev/null || die "$EX_FAIL" "trace-cmd could not record"
}

# The recorder writes its file when it is interrupted. It interrupts its own processes, one for each CPU, just once; one that
# is about to wait for the next page of events then waits for it, which can take for ever on an idle machine.
recorder_stop() {
	local tries
	[[ -n ${RECORDER:-} ]] || return 0
	kill -INT "$RECORDER" 2>/dev/null || true
	for ((tries = 1; tries <= 300; tries++)); do
		kill -0 "$RECORDER" 2>/dev/null || break
		sleep 0.1
		((tries % 20)) || pkill -INT -P "$RECORDER" || true
	done
	kill -KILL "$RECORDER" 2>/dev/null || true
	wait "$RECORDER" || true
	RECORDER=
	trace_events_off
}

recorder_finish() {
	recorder_stop
	[[ $(trace_losses) == 0 ]] || note "some events did not fit in the trace buffer"
	mv "$OUTPUT/trace.dat.part" "$OUTPUT/trace.dat" || die "$EX_FAIL" "trace-cmd could not record"
}

# --- the end ---------------------------------------------------------------------------------

report() {
	local cells=$1 probe
	for probe in "${PROBES[@]}"; do
		report_selftest "$cells" "$probe"
	done
	report_table "$cells"
	((${#NOTES[@]} == 0)) || printf 'Note: %s\n' "${NOTES[@]}"
}

finish() {
	local work
	temp_dir work
	mv "$OUTPUT/samples.tsv.part" "$OUTPUT/samples.tsv"
	cells_make "$OUTPUT/samples.tsv" "$SOURCE" >"$work/cells"
	report "$work/cells" >"$OUTPUT/report.txt.part"
	mv "$OUTPUT/report.txt.part" "$OUTPUT/report.txt"
	report_json "$work/cells" "$OUTPUT/samples.tsv" >"$OUTPUT/results.json.part"
	mv "$OUTPUT/results.json.part" "$OUTPUT/results.json"
	cat "$OUTPUT/report.txt"
	printf '%s\n' "$OUTPUT"
}

main() {
	PN_COMMAND_LINE=${PN_COMMAND_LINE:-"$PN_NAME $*"}
	STARTED=$(date -u +%Y-%m-%dT%H:%M:%SZ)
	split_options "$@"
	parse_args "${ARGS[@]}"
	undo_install
	check_machine
	choose_cpus
	note_limits
	OUTPUT=${OUTPUT:-latency-$(date -u +%Y%m%dT%H%M%SZ)}
	results_create "$OUTPUT"
	borrow_machine
	drop_cpus_that_do_not_obey
	load_states
	[[ -z $TRACE ]] || recorder_start
	sweep
	[[ -z $TRACE ]] || recorder_finish
	finish
}

main "$@"
