#!/usr/bin/awk -f
# SPDX-License-Identifier: GPL-2.0-only
# Makes a long `trace-cmd report -t` text from a short one: its lines TIMES times over, each
# round later than the one before. Set TIMES with -v.

{ lines[NR] = $0 }

match($0, /\] +[^ ]* *[0-9]+\.[0-9]+:/) {
	stamp = substr($0, RSTART, RLENGTH)
	match(stamp, /[0-9]+\.[0-9]+:/)
	at[NR] = index($0, stamp) + RSTART - 1
	width[NR] = RLENGTH
	dot = index(stamp = substr(stamp, RSTART, RLENGTH), ".")
	seconds[NR] = substr(stamp, 1, dot - 1) + 0
	fraction[NR] = substr(stamp, dot)
	last = seconds[NR]
	if (first == "")
		first = last
}

END {
	for (round = 0; round < TIMES; round++) {
		shift_s = round * (last - first + 2)
		for (i = 1; i <= NR; i++) {
			if (i in at)
				printf "%s%d%s%s\n", substr(lines[i], 1, at[i] - 1),
					seconds[i] + shift_s, fraction[i],
					substr(lines[i], at[i] + width[i])
			else if (!round)
				print lines[i]
		}
	}
}
