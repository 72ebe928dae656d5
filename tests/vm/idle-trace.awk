# SPDX-License-Identifier: GPL-2.0-only
# Reads "trace-cmd report -t" and tables idle stays, independently of the analyzer. One line per CPU and state:
# cpu state entries completed sum_ns min_ns above below miss_above miss_below
# above and below are counted from the lengths of stays, miss_* from the kernel's own cpu_idle_miss events; both leave
# out a stay that began before the trace. Needs -v tr=0,2,... and -v xl=0,2,...: target residency and exit latency
# of each state in microseconds.
# With -v list=1: prints instead each stay in which the two verdicts differ.

function verdict(state, d,    next_state) {
	next_state = state + 1
	if (state > 0 && d < TR[state + 1] * 1000)
		return "above"
	if (next_state < states && d > XL[state + 1] * 1000 && d - XL[state + 1] * 1000 >= TR[next_state + 1] * 1000)
		return "below"
	return ""
}

# The kernel's verdict follows the exit, so a stay is settled by the next event of its CPU.
function settle(cpu,    key) {
	if (!(cpu in pending))
		return
	key = cpu " " pending[cpu]
	if (own[cpu] != "")
		count[key, own[cpu]]++
	if (kernel[cpu] != "")
		count[key, "miss_" kernel[cpu]]++
	if (list && own[cpu] != kernel[cpu])
		printf "cpu %d state %d length %d: own '%s', kernel '%s'\n", cpu, pending[cpu], length_ns[cpu], own[cpu], kernel[cpu]
	delete pending[cpu]
}

BEGIN {
	states = split(tr, TR, ",")
	split(xl, XL, ",")
}

{
	at = index($0, ": cpu_idle")
	if (!at)
		next
	n = split(substr($0, 1, at - 1), head, " ")
	now = head[n]
	sub(/\./, "", now)
	now += 0
	split(substr($0, at + 2), field, /[ =:]+/)
}

field[1] == "cpu_idle" && field[3] != "4294967295" {
	cpu = field[5]
	state = field[3]
	settle(cpu)
	open[cpu] = state
	since[cpu] = now
	count[cpu " " state, "entries"]++
	seen[cpu " " state] = 1
}

field[1] == "cpu_idle" && field[3] == "4294967295" {
	cpu = field[5]
	settle(cpu)
	if (!(cpu in open))
		next
	key = cpu " " open[cpu]
	d = now - since[cpu]
	count[key, "completed"]++
	count[key, "sum"] += d
	if (!((key, "min") in count) || d < count[key, "min"])
		count[key, "min"] = d
	pending[cpu] = open[cpu]
	length_ns[cpu] = d
	own[cpu] = verdict(open[cpu] + 0, d)
	kernel[cpu] = ""
	delete open[cpu]
}

field[1] == "cpu_idle_miss" {
	if (field[3] in pending)
		kernel[field[3]] = field[7]
}

END {
	for (cpu in pending)
		settle(cpu)
	if (list)
		exit
	for (key in seen)
		printf "%s %d %d %.0f %.0f %d %d %d %d\n", key, count[key, "entries"], count[key, "completed"], count[key, "sum"],
			count[key, "min"], count[key, "above"], count[key, "below"], count[key, "miss_above"], count[key, "miss_below"]
}
