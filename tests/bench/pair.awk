#!/usr/bin/awk -f
# SPDX-License-Identifier: GPL-2.0-only
# Pairs the entries and exits of cpu_idle events in `trace-cmd report -t` text: what people write
# when they have no tool, and the yardstick for the analyzer's text reader.
# Prints CPU, state, entries, completed stays, residency in ns; then "#A" lines: CPU, exits,
# exits without an entry, entries while a stay is open, stays open at the end.

/ cpu_idle: / {
	for (f = NF; substr($f, 1, 7) != "cpu_id="; f--)
		;
	cpu = substr($f, 8)
	state = substr($(f - 1), 7)
	split($(f - 3), time, /[.:]/)
	now = time[1] * 1000000000 + time[2]
	seen[cpu] = 1
	if (state == "4294967295") {
		exits[cpu]++
		if (cpu in open) {
			closed[cpu, open[cpu]]++
			length_ns[cpu, open[cpu]] += now - since[cpu]
			delete open[cpu]
		} else {
			stray[cpu]++
		}
		next
	}
	if (cpu in open)
		reentered[cpu]++
	entries[cpu, state]++
	open[cpu] = state
	since[cpu] = now
}

END {
	for (key in entries) {
		split(key, part, SUBSEP)
		printf "%d\t%d\t%d\t%d\t%.0f\n", part[1], part[2], entries[key], closed[key],
			length_ns[key]
	}
	for (cpu in seen)
		printf "#A %d\t%d\t%d\t%d\t%d\n", cpu, exits[cpu], stray[cpu], reentered[cpu],
			(cpu in open)
}
