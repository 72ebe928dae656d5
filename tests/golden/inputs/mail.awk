# SPDX-License-Identifier: GPL-2.0-only
# Makes a trace out of lines as people posted them: so many stays of each state, so many of them
# powernightmares, and the time that each kind took together; for mktrace.

# A row of stays that take ns together, each within one nanosecond of the same length.
function stays(state, nr, ns,    i, length_ns) {
	for (i = 0; i < nr; i++) {
		length_ns = int(ns / (nr - i))
		ns -= length_ns
		printf "0 %.0f idle %d\n", now, state
		printf "0 %.0f exit\n", now + length_ns
		now += length_ns + 20000
	}
}

BEGIN { now = 1000000 }

/^Idle State/ {
	split($0, part, / : /)
	split(part[1], head, /: /)
	state = substr(head[1], 12) + 0
	total = head[3]
	nightmares = substr(part[2], 17) + 0
	rest_ns = int(substr(part[3], 25) * 1000000 + 0.5) * 1000
	pn_ns = int(substr(part[4], 10) * 1000000 + 0.5) * 1000
	stays(state, total - nightmares, rest_ns)
	stays(state, nightmares, pn_ns)
}
