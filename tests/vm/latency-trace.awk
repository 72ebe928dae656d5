# SPDX-License-Identifier: GPL-2.0-only
# Reads "trace-cmd report -t" and judges the samples of latency_test by the cpu_idle events around them. One line for
# each probe and kind of sample: probe state samples right
# where state is what the module said, -1 for a target that was not idle, "race" for a sample that raced; right counts
# those whose target's last cpu_idle event before the send, or the expiry, was an entry into that state (for -1: was no
# entry). A race is judged by nothing here. With -v list=1 the wrong ones are printed too.

# The events of a CPU are kept for a while, since a sample comes later than what it tells of.
function keep(cpu, now, state) {
	last[cpu]++
	when[cpu, last[cpu]] = now
	what[cpu, last[cpu]] = state
	delete when[cpu, last[cpu] - 4096]
	delete what[cpu, last[cpu] - 4096]
}

# The state that a CPU was in at a time: its number, -1 for none, "?" when its events do not reach back so far.
function state_at(cpu, then,    i) {
	for (i = last[cpu]; (cpu, i) in when; i--) {
		if (when[cpu, i] <= then)
			return what[cpu, i]
	}
	return "?"
}

function value(name,    i) {
	for (i = 1; i < fields; i += 2) {
		if (field[i] == name)
			return field[i + 1]
	}
	return ""
}

function judge(probe, cpu, then,    said, seen, key) {
	said = value("state")
	seen = state_at(cpu, then)
	key = probe " " (value("race") ? "race" : said)
	samples[key]++
	right[key] += seen == said
	if (list && seen != said && !value("race"))
		print "# module: " said ", trace: " seen ": " $0
}

{
	at = match($0, /: (cpu_idle|ipi|timer): /)
	if (!at)
		next
	n = split(substr($0, 1, at - 1), head, " ")
	now = head[n]
	sub(/\./, "", now)
	split(substr($0, at + 2), part, ": +")
	fields = split(part[2], field, /[ =]+/)
}

part[1] == "cpu_idle" {
	keep(value("cpu_id"), now + 0, value("state") == "4294967295" ? -1 : value("state"))
}

part[1] == "ipi" {
	judge("ipi", value("dest"), value("sent_ns") + 0)
}

part[1] == "timer" {
	judge("timer", value("cpu"), value("expires_ns") + 0)
}

END {
	for (key in samples)
		print key, samples[key], right[key]
}
