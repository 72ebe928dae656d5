# SPDX-License-Identifier: GPL-2.0-only
# Tables what bench_run printed. Lines that begin with "goal" say what is to be set side by side, with tabs between:
#   goal  rate   label  A  B  least   how many times as fast as B A is, events for events
#   goal  time   label  A  B  most    how many times the time of B A takes, whatever the events
#   goal  cpu_ms label  A  -  most    what A takes by itself
#   goal  rss    label  A  -  most    MiB
# Ratios are taken round by round, so that what disturbs a round disturbs both sides of it.

BEGIN {
	FS = "\t"
}

$1 == "goal" {
	goals[++nr_goals] = $0
	next
}

{
	if (!($1 in rounds))
		names[++nr_names] = $1
	n = ++rounds[$1]
	events[$1] = $3
	wall[$1, n] = $4
	cpu[$1, n] = $5
	rss[$1, n] = $6 / 1024
}

# sort3 VALUES: leaves the smallest, the median and the largest of 1 to n in LOW, MIDDLE, HIGH.
function sort3(values, n,    i, j, v) {
	for (i = 2; i <= n; i++) {
		v = values[i]
		for (j = i - 1; j > 0 && values[j] > v; j--)
			values[j + 1] = values[j]
		values[j + 1] = v
	}
	LOW = values[1]
	HIGH = values[n]
	MIDDLE = n % 2 ? values[(n + 1) / 2] : (values[n / 2] + values[n / 2 + 1]) / 2
}

function of_times(times, name,    values, i) {
	for (i = 1; i <= rounds[name]; i++)
		values[i] = times[name, i]
	sort3(values, rounds[name])
}

function of_ratios(times, kind, a, b,    values, i, n) {
	n = rounds[a] < rounds[b] ? rounds[a] : rounds[b]
	for (i = 1; i <= n; i++)
		values[i] = times[a, i] / times[b, i]
	for (i = 1; i <= n && kind == "rate"; i++)
		values[i] = events[a] / events[b] / values[i]
	sort3(values, n)
}

function runs(    i, name, median) {
	printf "%-26s %7s %7s %7s %7s %9s %6s\n", "", "min s", "median", "max s", "CPU s", "M ev/s", "MiB"
	for (i = 1; i <= nr_names; i++) {
		name = names[i]
		of_times(cpu, name)
		median = MIDDLE
		of_times(wall, name)
		printf "%-26s %7.3f %7.3f %7.3f %7.3f", name, LOW, MIDDLE, HIGH, median
		if (events[name])
			printf " %9.2f", events[name] / MIDDLE / 1e6
		else
			printf " %9s", "-"
		of_times(rss, name)
		printf " %6.0f\n", HIGH
	}
}

# by CPU time in the last column, which other programs on the machine disturb less
function goal_line(line,    g, bound, cpu_median) {
	split(line, g, FS)
	if (!(g[4] in rounds) || (g[5] != "-" && !(g[5] in rounds)))
		return
	bound = (g[2] == "rate" ? ">= " : "<= ") g[6]
	cpu_median = "-"
	if (g[2] == "rate" || g[2] == "time") {
		of_ratios(cpu, g[2], g[4], g[5])
		cpu_median = sprintf("%.2f", MIDDLE)
		of_ratios(wall, g[2], g[4], g[5])
	} else if (g[2] == "cpu_ms") {
		of_times(cpu, g[4])
		cpu_median = sprintf("%.2f", MIDDLE * 1000)
		of_times(wall, g[4])
		LOW *= 1000; MIDDLE *= 1000; HIGH *= 1000
	} else {
		of_times(rss, g[4])
	}
	printf "%-34s %8s %8.2f %8.2f %8.2f %8s\n", g[3], bound, LOW, MIDDLE, HIGH, cpu_median
}

END {
	runs()
	printf "\n%-34s %8s %8s %8s %8s %8s\n", "", "goal", "min", "median", "max", "by CPU"
	for (k = 1; k <= nr_goals; k++)
		goal_line(goals[k])
}
