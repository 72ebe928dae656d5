# SPDX-License-Identifier: GPL-2.0-only
# Sums up samples. Input, sorted by the first four fields and then by latency, and separated by tabs:
#   probe cell cpu expiry_ns latency_ns state race
# where cell is "busy" or the number of the state that was enabled alone. Output, one line for each probe, cell and cpu:
#   probe cell cpu expiry_ns samples filed busy race other outliers min p50 mean p90 p99 p99.9 max
# A sample is filed when its target was in fact what the cell is about, and nothing else had woken it; the rest are
# counted by what they were. Percentiles are by nearest rank. Outliers, by a modified Z-score over 3.5 (Iglewicz and
# Hoaglin), are counted, and left out of the mean alone. What does not exist is "-".

function rank(share,    i) {
	i = n * share
	return x[i == int(i) ? i : int(i) + 1]
}

# Median of the distances from the median, found by walking outwards from it through the sorted values.
function deviation(median,    low, high, k, d, want) {
	high = 1
	while (high < n && x[high] < median)
		high++
	low = high - 1
	want = int((n + 1) / 2)
	for (k = 1; k <= want; k++) {
		if (high > n || (low >= 1 && median - x[low] < x[high] - median))
			d = median - x[low--]
		else
			d = x[high++] - median
	}
	return d
}

function figures(    median, limit, sum, inside, i, d) {
	if (!n)
		return "-\t-\t-\t-\t-\t-\t-\t-"
	median = rank(0.5)
	limit = 3.5 * deviation(median) / 0.6745
	for (i = 1; i <= n; i++) {
		d = x[i] > median ? x[i] - median : median - x[i]
		if (limit && d > limit)
			continue
		sum += x[i]
		inside++
	}
	return sprintf("%d\t%.0f\t%.0f\t%.0f\t%.0f\t%.0f\t%.0f\t%.0f", n - inside, x[1], median, sum / inside,
		rank(0.9), rank(0.99), rank(0.999), x[n])
}

function flush() {
	if (key != "")
		printf "%s\t%d\t%d\t%d\t%d\t%d\t%s\n", key, total, n, busy, race, other, figures()
	total = n = busy = race = other = 0
}

BEGIN {
	FS = "\t"
}

{
	now = $1 "\t" $2 "\t" $3 "\t" $4
	if (now != key)
		flush()
	key = now
	total++
	if ($7)
		race++
	else if ($6 == $2)
		x[++n] = $5 + 0
	else if ($6 == "busy")
		busy++
	else
		other++
}

END {
	flush()
}
