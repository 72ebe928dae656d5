#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
# Makes the inputs that fuzzing begins with: small traces of the tests' writer, lines of the public
# traces, trees of made-up machines, and option values from the man pages.

set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
top=$(cd "$here/../.." && pwd)
source "$here/../support/fake_sysfs.sh"

usage() {
	cat <<END
Usage: seeds.sh --bin DIR FOLDER

Writes FOLDER/TARGET/seed-* for every fuzz target. --bin names the folder of
the programs mktrace and analyzer.

Examples:
  tests/fuzz/seeds.sh --bin build/bin /tmp/seeds

Exit status: 0 written, 2 wrong usage.
END
}

# seed TARGET NAME: the input on stdin.
seed() {
	mkdir -p "$OUT/$1"
	cat >"$OUT/$1/seed-$2"
}

# pack DIR: a tree as the targets "sysfs" and "results" take it.
pack() {
	local file
	while read -r file; do
		printf '@ %s\n' "$file"
		cat "$1/$file"
	done < <(cd "$1" && find . -type f -printf '%P\n' | sort)
}

# The events of every kind, few enough that the file stays small.
tracedat_seeds() {
	local form
	local -a forms=('--file-version 6' '--file-version 7' '--compress zstd --chunk 1' '--compress zlib'
		'--file-version 6 --big-endian --long 4 --user-long 4' '--big-endian --common 12 --state-size 8')
	for form in "${!forms[@]}"; do
		# shellcheck disable=SC2086  # several options
		"$BIN/mktrace" --cpus 2 ${forms[$form]} -o "$SCRATCH/trace.dat" <<-'END'
			0 1000000 idle 1
			0 1400000 exit
			0 1400100 miss 1 below
			1 1000100 idle 2
			1 1300100 exit
			1 1300200 print pn: sleepers phase=0 param=1ms
			1 900000000 lost ?
			1 900000500 idle 0
		END
		seed tracedat "$form" <"$SCRATCH/trace.dat"
	done
}

# bytes NUMBER...: as bytes.
bytes() {
	local number
	for number; do
		# shellcheck disable=SC2059  # the escapes are the point
		printf "\\$(printf %03o "$number")"
	done
}

# Inputs of the generator are programs of bytes: form of the file, then operations.
tracegen_seeds() {
	local outer cpu op
	for outer in 0 1 2 3; do
		{
			bytes "$outer" 0 8
			for cpu in 0 1 2 1 0 2 0 1; do
				bytes 1 "$cpu" 16 64 156 10
				bytes 1 "$cpu" 20 255 255 15 0
			done
			for ((op = 128; op < 222; op += 4)); do
				bytes "$op" 1 8 7 8 5 8 1 8 2 8 3 8 4 8 5
			done
			bytes 230 1 4 9 $((outer + 1)) 1 8 20 2 8 7
		} | seed tracegen "$outer"
	done
}

text_seeds() {
	local data=$top/tests/data/public name
	for name in no-trailing-newline atrace-tgid; do
		head -n 60 "$data/$name.txt" | seed text_ftrace "$name"
	done
	for name in report-2cpu unsorted idlestat-synth-test01; do
		head -n 40 "$data/$name.txt" | seed text_report "$name"
	done
	seed text_ftrace lost <<-'END'
		# tracer: nop
		#
		# entries-in-buffer/entries-written: 4/9   #P:2
		#
		          <idle>-0       [000] d..1.    12.000001: cpu_idle: state=1 cpu_id=0
		          <idle>-0       [000] d..1.    12.000901: cpu_idle: state=4294967295 cpu_id=0
		CPU:1 [LOST 5 EVENTS]
		          <idle>-0       [001] d..1.    12.001000: cpu_idle: state=2 cpu_id=1
		          <idle>-0       [001] d..1.    12.001001: cpu_idle_miss: cpu_id=1 state=2 type=below
		           <...>-12      [001] d.h..    12.002000: irq_handler_entry: irq=9 name=eth0
		           <...>-12      [001] .....    12.003000: tracing_mark_write: pn: sleepers phase=0 param=1ms
	END
	seed text_ftrace latency <<-'END'
		# tracer: nop
		#
		  <idle>-0         0d..1.    12us+: cpu_idle: state=1 cpu_id=0
		  <idle>-0         0d..1.   902us : cpu_idle: state=4294967295 cpu_id=0
	END
	seed text_perf plain <<-'END'
		swapper     0 [000]  1234.567890: power:cpu_idle: state=1 cpu_id=0
		swapper     0 [000]  1234.568890: power:cpu_idle: state=4294967295 cpu_id=0
		swapper     0 [001]  1234.568891: power:cpu_idle_miss: cpu_id=1 state=2 type=above
		perf  1234/1235 [001]  1234.569000123: sched:sched_switch: prev_comm=perf prev_pid=1234 prev_prio=120 prev_state=S ==> next_comm=swapper/1 next_pid=0 next_prio=120
		a name with blanks  77 [002]  1234.570000:          1 irq_vectors:local_timer_entry: vector=236
		swapper     0 [002]  1234.580000: ftrace:print: 0xffffffffa1b2c3d4: pn: sleepers end
	END
	seed text_report instance <<-'END'
		cpus=2
		          <idle>-0     [000]    34.900000: cpu_idle:             state=1 cpu_id=0
		side:     <idle>-0     [000]    34.910000: cpu_idle:             state=2 cpu_id=0
		          <idle>-0     [000]    34.920000000: cpu_idle:             state=4294967295 cpu_id=0
		CPU:0 [2 EVENTS DROPPED]
		          <idle>-0     [000]    34.930000: ipi_send_cpu:         cpu=1 callsite=do_idle+0x1 callback=0x0
		          <idle>-0     [001]    34.930100: hrtimer_start:        hrtimer=0xffff1 function=tick expires=34930000000 softexpires=34930000000
	END
}

json_seeds() {
	local tests=$top/tests/golden file
	for file in "$tests"/states/*.json "$tests"/inputs/mail.states.json; do
		# shellcheck disable=SC2094  # a name, not the file
		seed states "$(basename "$file" .json)" <"$file"
	done
	"$BIN/mktrace" --cpus 2 -o "$SCRATCH/trace.dat" <<-'END'
		0 1000000 print pn: sleepers phase=0 param=1ms
		0 1000100 hrtimer_start 7 21400000
		0 1001000 idle 1
		0 21401000 exit
		0 21401100 miss 1 below
		0 21401200 hrtimer 7 21401200
		0 21401300 idle 1
		0 21501300 exit
		1 1000100 idle 2
		1 1300100 exit
		1 1300200 lost 3
		1 1300300 waking 42 0
		1 1300400 sample_ipi 0 1300000 2900
		0 31000000 print pn: sleepers end
	END
	report_seed plain
	report_seed full --phases --units --bin 100ms --worst 3 -s "$tests/inputs/mail.states.json"
}

# report_seed NAME OPTION...: a report of the trace.
report_seed() {
	"$BIN/analyzer" -q -f json -o "$SCRATCH/$1.json" "${@:2}" "$SCRATCH/trace.dat"
	seed report "$1" <"$SCRATCH/$1.json"
}

tree_seeds() {
	local shape tree=$SCRATCH/tree
	for shape in vm desktop none readonly offline; do
		rm -rf "$tree"
		mkdir "$tree"
		fake_sysfs "$shape" "$tree"
		# Two CPUs say as much as twelve.
		rm -rf "$tree"/sys/devices/system/cpu/cpu[2-9]* "$tree"/sys/devices/system/cpu/cpu1[0-9]
		pack "$tree" | seed sysfs "$shape"
		"$BIN/analyzer" sample -q --sysroot "$tree" -i 1ms -d 3ms | seed counters "$shape"
	done
	rm -rf "$tree"
	mkdir -p "$tree/teo/sleepers/01" "$tree/menu/pingpong"
	cp "$SCRATCH/plain.json" "$tree/teo/sleepers/01/report.json"
	cp "$OUT/counters/seed-desktop" "$tree/teo/sleepers/01/counters.csv"
	cp "$SCRATCH/full.json" "$tree/teo/sleepers/01/phases.json"
	cat >"$tree/teo/sleepers/01/workload.json" <<-'END'
		{"schema":"powernightmare.workload/1","workload":"sleepers","score":{"name":"wakes_per_s","unit":"1/s",
		"value":12.5,"direction":"higher"},"phases":[{"phase":0,"wakes_per_s":3}]}
	END
	cat >"$tree/manifest.json" <<-'END'
		{"schema":"powernightmare.manifest/1","governors":["teo","menu"],"kernel":"6.1.0","smt":true,"hz":250,"notes":["a","b"],"skipped":null}
	END
	pack "$tree" | seed results small
}

word_seeds() {
	local nr=0 word
	for word in 0-3,8 5 '' 0-65535 1,2,3,4-9,63,64,127; do
		seed cpulist $((nr += 1)) < <(printf '%s' "$word")
	done
	for word in 0 1.5ms 20us 2s 4m 1h 0.000000001s 9223372036854775807ns 18446744073709551615 0.5% 100% 347Hz \
		1.5kHz 'pn>0' 'above_pct >= 1.5' 'chains!=3'; do
		seed duration $((nr += 1)) < <(printf '%s' "$word")
	done
	nr=0
	while read -r word; do
		seed options $((nr += 1)) <<<"${word// /$'\n'}"
	done <<-'END'
		report -c 0-1 --from +1ms --to +80ms trace
		report -f csv --table nightmares --worst 100 trace
		report -f json --bin 10ms --phases trace
		report --per-cpu --state 0-2 --pn-threshold 1ms --chain-gap 100us trace
		report --fail-on pn>0 --fail-on above_pct>=1.5 --strict --verdicts length trace
		report --jobs 3 -q -v -s states --instance side trace
		dump -c 1 --from 1.01 --to 1.02 -o out trace
		latency -f json trace
		compare --all --force --label a --label b --max-regress pn=5% -f text base new
		sample -i 1ms -d 1s --source cpuidle -c 0 --once
		states --sysroot / -o out
	END
}

main() {
	BIN='' OUT=''
	while (($#)); do
		case $1 in
		--bin) BIN=$2; shift 2 ;;
		--help | -h) usage; exit 0 ;;
		-*) usage >&2; exit 2 ;;
		*) OUT=$1; shift ;;
		esac
	done
	[[ -n $BIN && -n $OUT ]] || { usage >&2; exit 2; }
	SCRATCH=$(mktemp -d)
	trap 'rm -rf "$SCRATCH"' EXIT
	tracedat_seeds
	tracegen_seeds
	text_seeds
	json_seeds
	tree_seeds
	word_seeds
}

main "$@"
