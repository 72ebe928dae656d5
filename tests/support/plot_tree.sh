# SPDX-License-Identifier: GPL-2.0-only
# A made-up results folder: two governors, three repeats, a plain workload and a sweep. Needs analyzer and mktrace.
# shellcheck shell=bash

# plot_states FILE: two states and what the deeper one takes.
plot_states() {
	cat >"$1" <<-'END'
		{"schema": "powernightmare.states/1", "driver": "made_up", "governor": "menu", "tick_ns": 1000000,
		 "tables": [{"cpus": "0-1", "states": [
		  {"name": "POLL", "desc": "", "exit_latency_ns": 0, "target_residency_ns": 0, "power_mw": null,
		   "disabled": false},
		  {"name": "C1", "desc": "halt", "exit_latency_ns": 2000, "target_residency_ns": 20000, "power_mw": null,
		   "disabled": false},
		  {"name": "C6", "desc": "off", "exit_latency_ns": 50000, "target_residency_ns": 400000, "power_mw": null,
		   "disabled": false}]}],
		 "topology": []}
	END
}

# plot_events SKEW REPEAT: two CPUs for 0.4 s in phases of 0.1 s. A greater SKEW goes deeper, and is wrong more often; now
# and then C1 lasts for 5 ms, a powernightmare. State 0 is never entered.
plot_events() {
	awk -v skew="$1" -v repeat="$2" '
	function stay(cpu, state, length_ns) {
		print cpu, now[cpu], "idle", state
		now[cpu] += length_ns
		print cpu, now[cpu], "exit"
		print cpu, now[cpu] + 2000 + 1000 * skew + n % 7 * 100, "switch", 40 + cpu, "worker"
		print cpu, now[cpu] + 20000, "switch", 0, "swapper"
		now[cpu] += 30000
	}
	BEGIN {
		start = 1000000000
		for (phase = 0; phase < 4; phase++)
			print 0, start - 1000 + phase * 100000000, "print pn: sweep phase=" phase " param=" 10 * (phase + 1) "us"
		for (cpu = 0; cpu < 2; cpu++) {
			now[cpu] = start
			for (n = 0; now[cpu] < start + 390000000; n++) {
				if ((n + repeat) % (40 + 20 * skew) == 0)
					stay(cpu, 1, 5000000 + n * 1000)
				else if ((n * 7 + repeat + cpu) % 10 < 2 + 4 * skew)
					stay(cpu, 2, (n * 37 + repeat * 11) % 900 * 1000 + 1000)
				else
					stay(cpu, 1, (n * 53 + repeat * 7) % 300 * 1000 + 1000)
			}
		}
		print 0, start + 400000000, "print pn: sweep end"
	}' | sort -k2,2n -s
}

# plot_wakeups SKEW: a trace as text, in which CPU 1 wakes a task on CPU 0 out of either state.
plot_wakeups() {
	awk -v skew="$1" '
	function event(cpu, task, us, text) { printf " %s [%03d] d..1. 1.%06d: %s\n", task, cpu, us, text }
	BEGIN {
		for (n = 0; n < 60; n++) {
			us = 100 + n * 1000
			state = 1 + n % 2
			event(0, "<idle>-0", us, "cpu_idle: state=" state " cpu_id=0")
			event(1, "waker-50", us + 600, "sched_waking: comm=worker pid=40 prio=120 target_cpu=000")
			us += 603 + (state - 1) * (50 + 20 * skew) + n % 5 * state
			event(0, "<idle>-0", us, "cpu_idle: state=4294967295 cpu_id=0")
			event(0, "<idle>-0", us + 2, "sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 " \
				"prev_state=R ==> next_comm=worker next_pid=40 next_prio=120")
			event(0, "worker-40", us + 100, "sched_switch: prev_comm=worker prev_pid=40 prev_prio=120 " \
				"prev_state=S ==> next_comm=swapper/0 next_pid=0 next_prio=120")
		}
	}'
}

# plot_workload FILE SCORE: with a score for each of four phases.
plot_workload() {
	jq -n --argjson score "$2" '{schema: "powernightmare.workload/1", workload: "made-up",
		score: {name: "us_per_loop", unit: "us", direction: "lower", value: $score},
		phases: [range(4) | {phase: ., param: "\(10 * (. + 1))us", us_per_loop: ($score * (. + 1))}]}' >"$1"
}

# plot_counters FILE WATTS: the energy of two blocks, a second apart.
plot_counters() {
	printf '%s\n' ts_ns,source,cpu,state,metric,value \
		'1000000000,powercap,,package-0 (made-up:0),max_energy_range_uj,1000000000' \
		'1000000000,powercap,,package-0 (made-up:0),energy_uj,0' 1000000000,sampler,,,read_ns,1000 \
		"2000000000,powercap,,package-0 (made-up:0),energy_uj,${2}000000" 2000000000,sampler,,,read_ns,1000 >"$1"
}

# plot_repeat FOLDER SKEW REPEAT [--phases]
plot_repeat() {
	mkdir -p "$1"
	plot_states "$1/states.json"
	plot_events "$2" "$3" | mktrace -o "$1/trace.dat"
	plot_workload "$1/workload.json" $((100 + 20 * $2 + $3))
	plot_counters "$1/counters.csv" $((10 - $2))
	analyzer report -q -f json --bin 100ms --worst 20 -o "$1/report.json" "$1/trace.dat"
	[[ -z ${4:-} ]] || analyzer report -q -f json --phases -o "$1/phases.json" "$1/trace.dat"
}

# plot_traces FOLDER: two traces as text, menu.txt and teo.txt, and the states that hold for both.
plot_traces() {
	mkdir -p "$1"
	plot_states "$1/states.json"
	plot_wakeups 1 >"$1/menu.txt"
	plot_wakeups 0 >"$1/teo.txt"
}

# plot_tree RESULT
plot_tree() {
	local repeat side skew
	for repeat in 1 2 3; do
		for side in menu:1 teo:0; do
			skew=${side#*:}
			plot_repeat "$1/${side%:*}/plain/0$repeat" "$skew" "$repeat"
			plot_repeat "$1/${side%:*}/steps/0$repeat" "$skew" "$repeat" --phases
		done
	done
	printf '%s\n' '{"schema": "powernightmare.manifest/1", "command": "<b>made up</b> & \"quoted\"", "kernel": null,' \
		' "governors": ["menu", "teo"], "notes": []}' >"$1/manifest.json"
}
