# SPDX-License-Identifier: GPL-2.0-only
# Sets the stays of a recording beside what the kernel counted meanwhile. Reads from stdin what "analyzer dump" prints, and
# a line "miss cpu state ns above|below" for each cpu_idle_miss event; then counters.csv.
# Prints, with tabs between: cpu (- for all), state, what, counted, the least and the most that the recording allows,
# "ok" or "off". Time in ns. Time is off when it differs by more than 1 % of the state's time, apart from what writing an
# event takes (the row event_cost), and by more than 0.1 % of all the time that was compared: where a host takes the
# processor away between an event and the kernel's own look at the clock, few and short stays are far off, and no matter.
#
# Each CPU is compared from the first block of counters after its first stay began to the last before its last stay
# ended. A block takes a while to read, so a stay that ended meanwhile may be in it or not: the least is what ended
# between the two blocks, the most what ended from the begin of the first to the end of the last. One entry more is
# an edge as well: the kernel counts a stay a moment after it says that it has ended.

# Stays of a state from which what an event takes can be told.
BEGIN { ENOUGH = 20 }

FILENAME != "-" && FNR == 1 { FS = ","; $0 = $0 }

FILENAME == "-" && $1 == "miss" {
	missed++
	miss_cpu[missed] = $2; miss_state[missed] = $3; miss_at[missed] = $4; miss_type[missed] = $5
	next
}

FILENAME == "-" {
	if ($6 != "completed")
		next
	if (!($1 in from))
		from[$1] = $3
	until[$1] = $4
	n++
	cpu[n] = $1; state[n] = $2; end[n] = $4; len[n] = $5
	next
}

$2 == "sampler" && $5 == "read_ns" {
	blocks++
	start_of[blocks] = $1
	end_of[blocks] = $1 + $6
	next
}

# A block's number is one more than how many ended before.
$2 == "cpuidle" && ($5 == "usage" || $5 == "time_us" || $5 == "above" || $5 == "below" || $5 == "rejected") {
	at[$3, $4, $5, blocks + 1] = $6
	known[$3, $4] = 1
}

function grew(c, s, what) {
	if (!((c, s, what, first[c]) in at) || !((c, s, what, last[c]) in at))
		return 0
	return at[c, s, what, last[c]] - at[c, s, what, first[c]]
}

function row(c, s, what, counted, least, most, ok) {
	printf "%s\t%s\t%s\t%.0f\t%.0f\t%.0f\t%s\n", c, s, what, counted, least, most, ok ? "ok" : "off"
}

function entries_row(c, s, what, counted) {
	row(c, s, what, counted, inner[c, s, what], outer[c, s, what],
		counted >= inner[c, s, what] - 1 && counted <= outer[c, s, what] + 1)
}

function within(c, at_ns) {
	return c in compared && at_ns >= start_of[first[c]] && at_ns <= end_of[last[c]]
}

function add(c, s, what, value, at_ns) {
	outer[c, s, what] += value
	if (at_ns > end_of[first[c]] && at_ns < start_of[last[c]])
		inner[c, s, what] += value
}

# event_cost: what every stay is longer in the recording: its first event is written before the kernel takes its own
# time. It is the same for the states from that number on, so the least of them is what can be due to it. State 0 apart,
# which as a rule polls: what comes out of a halt finds its caches cold, and writes more slowly. Negative: not known.
function event_cost(from_state,    s, each, best) {
	best = -1
	for (s in seen) {
		if (s + 0 < from_state || exits[s] < ENOUGH)
			continue
		each = (least[s] - counted[s]) / exits[s]
		if (best < 0 || each < best)
			best = each > 0 ? each : 0
	}
	return best
}

END {
	for (c in from) {
		for (b = blocks; b >= 1; b--)
			if (start_of[b] >= from[c])
				first[c] = b
		for (b = 1; b <= blocks; b++)
			if (end_of[b] <= until[c])
				last[c] = b
		if (first[c] && last[c] > first[c])
			compared[c] = 1
		if (c in compared)
			span += start_of[last[c]] - start_of[first[c]]
	}
	for (i = 1; i <= n; i++) {
		if (!within(cpu[i], end[i]))
			continue
		add(cpu[i], state[i], "entries", 1, end[i])
		add(cpu[i], state[i], "time", len[i], end[i])
	}
	for (i = 1; i <= missed; i++)
		if (within(miss_cpu[i], miss_at[i]))
			add(miss_cpu[i], miss_state[i], miss_type[i], 1, miss_at[i])
	for (key in known) {
		split(key, part, SUBSEP)
		c = part[1]; s = part[2]
		if (!(c in compared))
			continue
		entries_row(c, s, "entries", grew(c, s, "usage") + grew(c, s, "rejected"))
		if (missed) {
			entries_row(c, s, "above", grew(c, s, "above"))
			entries_row(c, s, "below", grew(c, s, "below"))
		}
		seen[s] = 1
		exits[s] += inner[c, s, "entries"]
		counted[s] += 1000 * grew(c, s, "time_us")
		least[s] += inner[c, s, "time"]
		most[s] += outer[c, s, "time"]
	}
	told = event_cost(0)
	halting = event_cost(1)
	for (s in seen) {
		common = s > 0 && halting > 0 ? halting : told > 0 ? told : 0
		spare = counted[s] / 100 > span / 1000 ? counted[s] / 100 : span / 1000
		row("-", s, "time", counted[s], least[s] - common * exits[s], most[s] - common * exits[s],
			counted[s] >= least[s] - common * exits[s] - spare &&
			counted[s] <= most[s] - common * exits[s] + spare)
	}
	if (told >= 0)
		row("-", "-", "event_cost", halting > 0 ? halting : told, 0, 0, 1)
}
